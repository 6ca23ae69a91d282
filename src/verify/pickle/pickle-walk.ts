import type { Subject, Walk } from '../contract/format.ts';
import { wholeFile } from '../tensor/pass.ts';
import { PickleReading } from './pickle-reading.ts';

/** Joblib's mark: the class that it writes before every array. */
const JOBLIB = Buffer.from('joblib.numpy_pickle', 'latin1');

export function openPickle(subject: Subject): Walk {
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
}
