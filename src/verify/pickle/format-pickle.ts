import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';
import { PickleReading } from './pickle-reading.ts';
import { beginsAsPickle } from './sniff.ts';

/** Joblib's mark: the class that it writes before every array. */
const JOBLIB = Buffer.from('joblib.numpy_pickle', 'latin1');

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
