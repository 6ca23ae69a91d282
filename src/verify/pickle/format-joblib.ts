import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { oldHeader, wrappingOf } from './joblib-head.ts';

/** A pickle that `joblib.dump(..., compress=)` wrapped as a whole, or that was gzipped by hand. */
export const joblib: Format = {
  name: 'joblib',
  proves:
    'the zlib or gzip stream to its trailer, nothing behind it, before 0.10 also its length; what is inside as of pickle',
  checksum: 'Adler-32 (zlib) or CRC-32 (gzip) of the whole',

  recognises: ({ head }: Probe) => oldHeader(head) !== undefined || wrappingOf(head) !== undefined,

  async open(subject: Subject): Promise<Walk> {
    const { openJoblib } = await import('./joblib-stream.ts');
    return openJoblib(subject);
  },
};
