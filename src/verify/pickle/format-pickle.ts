import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { StepRecord } from '../read/step-record.ts';
import { TensorJudge } from '../tensor/judge.ts';
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
      *regions() {
        yield {
          offset: 0,
          length: sizeBytes,
          feed: (piece: Uint8Array) => reading.feed(piece),
          end: () => reading.end(0, false),
        };
      },
      finish: (complete) => reading.settle(complete),
      tensors: () => reading.summary,
    };
  },
};

/** One pickled object, from its first byte to what is known about it. */
export class PickleReading {
  readonly #object: PickledObject;
  readonly #imports: PickleImports;
  readonly #judge: TensorJudge;
  readonly #steps: StepRecord;
  #arrays = 0;
  summary: TensorSummary = { count: 0, elements: 0, nonFinite: 0 };

  /** @param bytes Infinity when only the end of the stream tells */
  constructor(subject: Subject, bytes: number) {
    this.#imports = new PickleImports(subject);
    this.#judge = new TensorJudge(subject);
    this.#steps = new StepRecord(subject);
    this.#object = new PickledObject(subject, this.#imports, bytes, true);
  }

  feed(piece: Uint8Array): void {
    this.#object.feed(piece);
  }

  /** @param fileOffset of the program; absent when its bytes have no place in the file */
  end(fileOffset: number | undefined, proven: boolean): void {
    const root = this.#object.end();
    const place = { name: '', proven, judge: this.#judge, steps: this.#steps };
    this.#arrays = this.#object.enter(root, fileOffset === undefined ? place : { ...place, fileOffset });
  }

  settle(complete: boolean): void {
    this.#imports.settle(NEEDS_OBJECTS);
    if (!complete) return;
    this.#steps.settle();
    this.summary = this.#judge.settle(this.#arrays);
  }
}
