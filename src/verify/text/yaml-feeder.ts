import { Broken, overBudget } from '../contract/findings.ts';
import { OutsideSubset } from './yaml-scalar.ts';
import type { YamlScanner } from './yaml-scanner.ts';

const BOM = /^\ufeff/;
/** What is no text, and the line ends that one version of YAML knows and the other does not. */
const ODD = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** Cuts bytes into lines for the scanner, until it meets something that it does not know. */
export class LineFeeder {
  /** Why the file was not understood, where it was not. */
  outside: string | undefined;
  readonly #scanner: YamlScanner;
  readonly #mostBytes: number;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #lineOffset = 0;

  constructor(scanner: YamlScanner, mostBytes: number) {
    this.#scanner = scanner;
    this.#mostBytes = mostBytes;
  }

  feed(piece: Uint8Array, offset: number): void {
    let from = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      this.#kept.push(piece.subarray(from, end));
      this.#line();
      from = end + 1;
      this.#lineOffset = offset + from;
    }
    // The chunk's memory is used again, so what we keep of it must be our own.
    if (from < piece.length) this.#kept.push(piece.slice(from));
    this.#keptBytes += piece.length - from;
    if (this.#keptBytes > this.#mostBytes)
      throw overBudget('lineBytes', this.#mostBytes, this.#keptBytes, this.#lineOffset);
  }

  end(sizeBytes: number): void {
    if (this.#kept.length > 0) this.#line();
    this.#guarded(() => this.#scanner.end(sizeBytes));
  }

  #line(): void {
    const bytes = this.#kept.length === 1 ? (this.#kept[0] as Uint8Array) : Buffer.concat(this.#kept);
    this.#kept = [];
    this.#keptBytes = 0;
    const line = this.#decoded(bytes);
    this.#guarded(() => {
      if (ODD.test(line)) throw new OutsideSubset('a control character');
      this.#scanner.line(line, this.#lineOffset);
    });
  }

  #decoded(bytes: Uint8Array): string {
    try {
      const line = this.#utf8.decode(bytes).replace(/\r$/, '');
      return this.#lineOffset === 0 ? line.replace(BOM, '') : line;
    } catch {
      throw new Broken('L1', 'not-utf8', 'is not UTF-8', { offset: this.#lineOffset });
    }
  }

  #guarded(work: () => void): void {
    if (this.outside !== undefined) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof OutsideSubset)) throw error;
      this.outside = error.message;
    }
  }
}
