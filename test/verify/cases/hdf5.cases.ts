import type { Cases, FormatCase } from '../cases.ts';
import { fixture, oracle } from '../fixtures.ts';

type Rest = Pick<FormatCase, 'verdict' | 'payload' | 'float'>;

const of = (name: string, what: string, rest: Rest): FormatCase => ({
  format: 'hdf5',
  name: what,
  bytes: () => fixture(`hdf5/${name}.h5`),
  table: oracle(`hdf5/${name}.table.json`),
  ...rest,
});

/** Bytes of one dataset, as h5py says where they lie, and a float among them. */
const data = (from: number, length: number, guarded = false): Pick<FormatCase, 'payload' | 'float'> => ({
  payload: { from, to: from + length, guarded },
  float: { at: from + 40, type: 'f32' },
});

export const cases: Cases = {
  formats: [
    of('classic', 'classic, one stretch per dataset', { verdict: 'pass-degraded', ...data(8192, 8192) }),
    of('latest', 'newer, one stretch per dataset', { verdict: 'pass-degraded', ...data(6144, 8192) }),
    of('classic-chunks', 'classic chunks', { verdict: 'pass-degraded', ...data(12_574, 572, true) }),
    of('latest-chunks', 'newer chunks, HDF5 2.0', { verdict: 'pass-degraded', ...data(2048, 80) }),
    of('v110-chunks', 'newer chunks, HDF5 1.10', { verdict: 'pass-degraded', ...data(2048, 80) }),
    of('latest-indexes', 'many chunks', { verdict: 'pass-degraded' }),
    of('latest-checked', 'a checksum over every byte', { verdict: 'pass', ...data(2048, 256, true) }),
    of('debian-latest', 'a checksum over every byte, h5py 3.7', {
      verdict: 'pass',
      ...data(2048, 256, true),
    }),
    of('plugins', 'filters from elsewhere', { verdict: 'pass-degraded' }),
    of('bit-filters', 'nbit and scaleoffset', { verdict: 'pass-degraded' }),
    of('classic-crowded', 'classic, many names', { verdict: 'pass-degraded' }),
    of('latest-crowded', 'newer, many names', { verdict: 'pass-degraded' }),
    of('user-block', 'behind an empty block', { verdict: 'pass-degraded', ...data(2560, 256) }),
    of('user-block-latest', 'behind a block of text', { verdict: 'pass-degraded', ...data(3072, 256) }),
  ],
};
