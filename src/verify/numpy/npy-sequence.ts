import { Broken } from '../contract/findings.ts';
import { NPY_MAGIC } from '../tensor/npy-magic.ts';
import { type NpyBooks, NpyStream, SURPLUS } from './npy-stream.ts';

/** Equinox writes the leaves of a model so; `numpy.load` of such a file's name would read the first alone. */
export const NAMED_LIKE_SEQUENCE = /\.eqx$/i;

/** Arrays one after the other, as many calls of `numpy.save` with one open file leave them. */
export class NpySequence {
  readonly #books: NpyBooks;
  readonly #bytes: number;
  readonly #rootName: string;
  #at: number;
  #arrays = 0;
  #current: NpyStream | undefined;
  /** The beginning of what follows an array, until it is long enough to tell whether that is another. */
  #start: Uint8Array = new Uint8Array(0);

  /** @param from where the first begins; `bytes` is the whole file's */
  constructor(books: NpyBooks, rootName: string, { bytes, from }: { bytes: number; from: number }) {
    this.#books = books;
    this.#rootName = rootName;
    this.#bytes = bytes;
    this.#at = from;
  }

  get arrays(): number {
    return this.#arrays;
  }

  feed(piece: Uint8Array): void {
    let rest = piece;
    while (rest.length > 0) {
      const all = this.#start.length === 0 ? rest : Buffer.concat([this.#start, rest]);
      this.#start = new Uint8Array(0);
      this.#current ??= this.#begun(all);
      if (this.#current === undefined) return;
      rest = this.#current.feed(all);
      this.#at += all.length - rest.length;
      if (this.#current.isWhole) this.#endArray();
    }
  }

  /** A file that ends inside an array is broken. */
  end(): void {
    if (this.#current !== undefined || this.#start.length > 0 || this.#arrays === 0)
      this.#stream().end(false);
  }

  #endArray(): void {
    this.#current?.end(false);
    this.#current = undefined;
    this.#arrays += 1;
  }

  #begun(bytes: Uint8Array): NpyStream | undefined {
    if (this.#arrays > 0) {
      if (bytes.length < NPY_MAGIC.length && this.#at + bytes.length < this.#bytes) {
        this.#start = bytes.slice();
        return undefined;
      }
      if (!bytes.subarray(0, NPY_MAGIC.length).every((byte, i) => NPY_MAGIC[i] === byte))
        throw new Broken('L1', 'trailing-bytes', SURPLUS, { offset: this.#at });
    }
    return this.#stream();
  }

  #stream(): NpyStream {
    const name = this.#arrays === 0 ? this.#rootName : `[${this.#arrays}]`;
    const bytes = this.#bytes - this.#at;
    return (
      this.#current ?? new NpyStream(this.#books, { name, bytes, fileOffset: this.#at, mayBeFollowed: true })
    );
  }
}
