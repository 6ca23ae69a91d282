import type { Budgets } from '../contract/budgets.ts';
import { type JsonPath, type JsonScalar, JsonScanner } from '../read/json-scanner.ts';

/** Which version of Keras wrote an archive, as the archive's metadata tells. */
export class KerasWriter {
  readonly #scanner: JsonScanner;
  version: string | undefined;

  constructor({ jsonDepth, constantBytes }: Budgets) {
    const scalar = (value: JsonScalar, path: JsonPath) => {
      if (path.length === 1 && path[0] === 'keras_version' && value.kind === 'string')
        this.version = value.text;
    };
    this.#scanner = new JsonScanner({ scalar }, { depth: jsonDepth, constantBytes, keys: 10_000 });
  }

  feed(piece: Uint8Array, fileOffset: number): void {
    this.#scanner.feed(piece, fileOffset);
  }

  end(fileOffset: number): void {
    this.#scanner.end(fileOffset);
  }
}
