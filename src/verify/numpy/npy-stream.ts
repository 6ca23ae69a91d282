import { Broken } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import type { PickleImports } from '../pickle/imports.ts';
import { arrayIn } from '../pickle/numpy.ts';
import { PickledObject } from '../pickle/pickled-object.ts';
import { ArrayScan } from '../tensor/array-scan.ts';
import { countOf, type NpyHeader, npyHeaderBytes, parseNpyHeader } from '../tensor/npy-header.ts';
import type { TensorBook } from '../tensor/tensor-book.ts';

export interface NpyPlace {
  /** What the array is called; from the file: untrusted text. */
  name: string;
  /** Of the array, or at most of it where others may follow. */
  bytes: number;
  fileOffset: number;
  mayBeFollowed?: boolean;
}

/** What all arrays of one file are entered into. */
export interface NpyBooks {
  subject: Subject;
  book: TensorBook;
  imports: PickleImports;
}

export const SURPLUS = 'bytes follow the last element of the array';
const LONGEST_START = 12;

/** One `.npy` file as it goes by: its header, then exactly its elements, or a pickle where they are Python objects. */
export class NpyStream {
  readonly #books: NpyBooks;
  readonly #place: NpyPlace;
  #header: NpyHeader | undefined;
  #start: Uint8Array = new Uint8Array(0);
  #headerBytes: number | undefined;
  #ownBytesLeft = 0;
  #scan: ArrayScan | undefined;
  #objects: PickledObject | undefined;

  constructor(books: NpyBooks, place: NpyPlace) {
    this.#books = books;
    this.#place = place;
  }

  /** @returns what follows the array, where that may be */
  feed(piece: Uint8Array): Uint8Array {
    const rest = this.#header === undefined ? this.#collect(piece) : piece;
    const own = rest.subarray(0, this.#ownBytesLeft);
    this.#ownBytesLeft -= own.length;
    if (own.length > 0) {
      this.#scan?.feed(own);
      this.#objects?.feed(own);
    }
    return rest.subarray(own.length);
  }

  /** Its header and all of its elements have gone by. */
  get isWhole(): boolean {
    return this.#header !== undefined && this.#ownBytesLeft === 0;
  }

  /** @param proven a checksum of the container vouches for the bytes */
  end(proven: boolean): void {
    const header = this.#header;
    if (header === undefined) {
      throw new Broken('L1', 'cut-short', 'the file ends inside the header of its array', {
        offset: this.#place.fileOffset + this.#start.length,
      });
    }
    const { book, subject } = this.#books;
    const { name } = this.#place;
    const fileOffset = this.#place.fileOffset + header.bytes;
    if (this.#objects === undefined) {
      subject.keys.addTensor(name, name);
      this.#scan?.judge(book, { names: [name], fileOffset, proven });
      return;
    }
    const root = this.#objects.end();
    if (arrayIn(root) === undefined)
      throw new Broken('L2', 'npy-object', 'an array of objects is followed by a pickle of something else');
    this.#objects.enter(root, { name, fileOffset, proven, book });
  }

  /** @returns what follows the header */
  #collect(piece: Uint8Array): Uint8Array {
    const before = this.#start.length;
    const wanted = this.#headerBytes ?? Math.min(LONGEST_START, this.#place.bytes);
    const taken = Math.min(wanted - before, piece.length);
    const start = new Uint8Array(before + taken);
    start.set(this.#start);
    start.set(piece.subarray(0, taken), before);
    this.#start = start;
    if (start.length < wanted) return piece.subarray(taken);
    if (this.#headerBytes === undefined) {
      this.#headerBytes = npyHeaderBytes(start);
      return this.#collect(piece.subarray(taken));
    }
    this.#open(parseNpyHeader(start));
    return piece.subarray(taken);
  }

  #open(header: NpyHeader): void {
    const { subject, imports } = this.#books;
    this.#header = header;
    if (header.isLong) {
      const what = 'numpy.load refuses a header of more than 10,000 characters unless it is told otherwise';
      subject.findings.degraded('L2', 'unsafe-loader', what, { offset: this.#place.fileOffset });
    }
    if (header.type.object) {
      const programBytes = this.#place.bytes - header.bytes;
      this.#objects = new PickledObject(subject, imports, programBytes, false);
      this.#ownBytesLeft = programBytes;
      return;
    }
    this.#ownBytesLeft = this.#elementBytes(header);
    this.#scan = new ArrayScan(subject, header, [this.#place.name]);
  }

  /** With the header they are the whole file, or less of it where others may follow. */
  #elementBytes({ type, shape, bytes }: NpyHeader): number {
    const expected = BigInt(bytes) + BigInt(type.bytes) * countOf(shape);
    const found = BigInt(this.#place.bytes);
    const cut = expected > found;
    if (expected === found || (!cut && this.#place.mayBeFollowed)) return Number(expected) - bytes;
    const what = cut ? 'the array ends before its elements do' : SURPLUS;
    throw new Broken('L1', cut ? 'cut-short' : 'trailing-bytes', what, {
      offset: this.#place.fileOffset + (cut ? this.#place.bytes : Number(expected)),
      expected: `${expected} bytes`,
      found: `${found} bytes`,
    });
  }
}
