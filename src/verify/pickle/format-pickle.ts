import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { PickleImports } from './imports.ts';
import { PickledObject } from './pickled-object.ts';
import { beginsAsPickle } from './sniff.ts';

/** Joblib's mark: the class that it writes before every array. */
const JOBLIB = Buffer.from('joblib.numpy_pickle', 'latin1');

export const NEEDS_OBJECTS =
  'is more than plain data: it loads only with an unpickler that makes the objects it names';

/** A pickled object as a file of its own, and what joblib makes of that. The bytes are no checksum of each other. */
export const pickle: Format = {
  name: 'pickle',
  proves:
    "protocols 0 to 5 opcode by opcode, imports by an exact list, nothing behind STOP; joblib's arrays between the opcodes; NumPy arrays: type x shape = bytes, values",
  checksum: 'none',

  recognises: ({ head, sizeBytes }: Probe) => beginsAsPickle(head, sizeBytes),

  async open(subject: Subject): Promise<Walk> {
    const { sizeBytes, head } = subject;
    const reading = new PickleReading(subject, sizeBytes);
    const isJoblib = Buffer.from(head.buffer, head.byteOffset, head.length).includes(JOBLIB);
    return {
      ...(isJoblib ? { format: 'joblib' } : {}),
      checksummed: false,
      reaches: 'L3',
      regions: () => [
        wholeFile(subject, { feed: (piece) => reading.feed(piece), end: () => reading.end(0, false) }),
      ],
      finish: (complete) => reading.settle(complete),
      tensors: () => reading.summary,
    };
  },
};

/** One pickled object, from its first byte to what is known about it. */
export class PickleReading {
  readonly #object: PickledObject;
  readonly #imports: PickleImports;
  readonly #book: TensorBook;
  #arrays = 0;

  /** @param bytes Infinity when only the end of the stream tells */
  constructor(subject: Subject, bytes: number) {
    this.#imports = new PickleImports(subject);
    this.#book = new TensorBook(subject);
    this.#object = new PickledObject(subject, this.#imports, bytes, true);
  }

  get summary(): TensorSummary {
    return this.#book.summary;
  }

  feed(piece: Uint8Array): void {
    this.#object.feed(piece);
  }

  /** @param fileOffset of the program; absent when its bytes have no place in the file */
  end(fileOffset: number | undefined, proven: boolean): void {
    const root = this.#object.end();
    const place = { name: '', proven, book: this.#book };
    this.#arrays = this.#object.enter(root, fileOffset === undefined ? place : { ...place, fileOffset });
  }

  settle(complete: boolean): void {
    this.#imports.settle(NEEDS_OBJECTS);
    if (complete) this.#book.settle(this.#arrays);
  }
}
