import type { Cases, FormatCase } from '../cases.ts';
import { fixture } from '../fixtures.ts';

const parquet = (name: string, file: string, over: Partial<FormatCase> = {}): FormatCase => ({
  format: 'parquet',
  name,
  bytes: () => fixture(`tables/${file}`),
  options: { role: 'dataset' },
  verdict: 'pass-degraded',
  payload: { from: 100, to: 1500, guarded: false },
  ...over,
});

/** The least and greatest byte of the chunks' pages, where every page has a checksum. */
const guarded = (from: number, to: number) => ({ payload: { from, to, guarded: true } });

export const cases: Cases = {
  formats: [
    parquet('uncompressed, checksums', 'plain.parquet', guarded(100, 4000)),
    parquet('snappy, v1 pages, index, checksums', 'snappy-v1.parquet', guarded(1000, 3600)),
    parquet('zstd, v2 pages, checksums', 'zstd-v2.parquet', guarded(1000, 3000)),
    parquet('gzip, no statistics', 'gzip.parquet'),
    parquet('nested columns', 'nested.parquet'),
    parquet('every encoding, v1 pages', 'encodings-v1.parquet', {
      payload: { from: 20, to: 900, guarded: false },
    }),
    parquet('every encoding, v2 pages', 'encodings-v2.parquet', {
      payload: { from: 20, to: 900, guarded: false },
    }),
    parquet('bloom filter', 'bloom.parquet', guarded(1000, 3000)),
    parquet('no rows', 'empty.parquet', { payload: { from: 10, to: 40, guarded: false } }),
    parquet('metadata behind each chunk, pyarrow 13', 'old.parquet'),
    parquet('summary of other files', 'summary.parquet', {
      verdictWithDigest: 'pass-degraded',
      payload: { from: 10, to: 400, guarded: false },
    }),
    parquet('fastparquet', 'fastparquet.parquet'),
    parquet('metadata behind a chunk, HVR', 'others/metadata-behind.parquet', {
      payload: { from: 30, to: 165, guarded: false },
    }),
    parquet('zeros behind a chunk, parquet-go', 'others/zeros-behind.parquet', {
      verdictWithDigest: 'pass-degraded',
      payload: { from: 100, to: 2600, guarded: true },
    }),
    parquet('a dictionary without its header, parquet-mr', 'others/dictionary-short.parquet', {
      verdictWithDigest: 'pass-degraded',
      payload: { from: 200, to: 2500, guarded: false },
    }),
  ],
};
