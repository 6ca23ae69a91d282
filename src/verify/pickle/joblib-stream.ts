import type { Subject, Walk } from '../contract/format.ts';
import { NO_TENSORS } from '../contract/verdict.ts';
import { wholeFile } from '../tensor/pass.ts';
import { holdsPickle, oldHeader, wrappingOf } from './joblib-head.ts';
import { PickleReading } from './pickle-reading.ts';
import { Unpacking } from './unpacking.ts';

export function openJoblib(subject: Subject): Walk {
  const old = oldHeader(subject.head);
  const wrapping = old === undefined ? wrappingOf(subject.head) : 'zlib';
  const holds = old === undefined || holdsPickle('zlib', subject.head.subarray(old.bytes));
  const reading = holds ? new PickleReading(subject, Number.POSITIVE_INFINITY) : undefined;
  const stream = new Unpacking(subject, wrapping ?? 'zlib', { reading, old });
  return {
    checksummed: true,
    reaches: reading === undefined ? 'L2' : 'L3',
    regions: () => [wholeFile(subject, stream)],
    finish: (complete) => reading?.settle(complete),
    tensors: () => reading?.summary ?? NO_TENSORS,
  };
}
