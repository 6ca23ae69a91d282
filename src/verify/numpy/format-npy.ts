import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { PickleImports } from '../pickle/imports.ts';
import { startsWith } from '../read/sniff.ts';
import { StepRecord } from '../read/step-record.ts';
import { TensorJudge } from '../tensor/judge.ts';
import { NPY_MAGIC } from '../tensor/npy-header.ts';
import { NpyStream } from './npy-stream.ts';

/** An array that is the whole file has no name of its own. */
const NAME = '(root)';

/** One NumPy array: magic, a header in Python's notation, the elements. Nothing in it is a checksum. */
export const npy: Format = {
  name: 'npy',
  proves:
    'header 1.0 to 3.0 by a literal grammar; type x shape = bytes, nothing behind; fields of structures; objects as a pickle walked opcode by opcode; values',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, NPY_MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const judge = new TensorJudge(subject);
    const steps = new StepRecord(subject);
    const imports = new PickleImports(subject);
    const place = { name: NAME, bytes: subject.sizeBytes, fileOffset: 0 };
    const stream = new NpyStream({ subject, judge, steps, imports }, place);
    let summary: TensorSummary = { count: 0, elements: 0, nonFinite: 0 };
    return {
      checksummed: false,
      reaches: 'L3',
      *regions() {
        yield {
          offset: 0,
          length: subject.sizeBytes,
          feed: (piece: Uint8Array) => stream.feed(piece),
          end: () => stream.end(false),
        };
      },
      finish() {
        imports.settle(NEEDS_ALLOW_PICKLE);
        steps.settle();
        summary = judge.settle(1);
      },
      tensors: () => summary,
    };
  },
};

export const NEEDS_ALLOW_PICKLE = 'holds Python objects: it loads only with allow_pickle=True';
