import { gunzipSync } from 'node:zlib';
import type { Cases, FormatCase } from '../cases.ts';
import { fixture, fixtureFiles, oracle } from '../fixtures.ts';

const archive = (format: string, file: string, over: Partial<FormatCase> = {}): FormatCase => ({
  format,
  name: file,
  bytes: () => fixture(`archives/${file}`),
  options: { role: 'archive' },
  verdict: 'pass-degraded',
  ...over,
});

const counted = { role: 'metrics' as const, expectation: { rows: 120 } };

/** Nothing covers the time and the name in a gzip header; what counts is what comes out. */
const gzip = (file: string, over: Partial<FormatCase>): FormatCase => {
  const size = fixture(`archives/${file}`).length;
  return archive('gzip', file, {
    verdict: 'pass',
    payload: { from: 40, to: size - 10, guarded: true },
    meaning: (bytes) => gunzipSync(bytes).toString('latin1'),
    ...over,
  });
};

/** In the content of the first long member. */
const payload = { from: 3000, to: 5000, guarded: false };

/** Packed by the method of this number; most of it is one array, which no method makes much shorter. */
const zipOf = (method: number): Partial<FormatCase> => ({
  verdict: 'pass',
  payload: { from: 1300, to: 2600, guarded: true },
  fuzz: method === 14 ? 0.3 : 0.6,
});

const shards = () => new Map([...fixtureFiles('archives/shards')].filter(([name]) => name.endsWith('.tar')));

export const cases: Cases = {
  formats: [
    archive('tar', 'pax.tar', { payload }),
    archive('tar', 'gnu.tar', { payload }),
    archive('tar', 'ustar.tar', { payload }),
    archive('webdataset', 'shards/train-000000.tar', { options: { role: 'dataset' }, payload }),
    gzip('metrics.jsonl.gz', { options: counted }),
    gzip('two-members.jsonl.gz', { options: counted }),
    gzip('pax.tar.gz', {}),
    archive('zip', 'deflated.zip', {
      verdict: 'pass',
      payload: { from: 1000, to: 6000, guarded: true },
      fuzz: 0,
    }),
    archive('zip', 'bzip2.zip', zipOf(12)),
    archive('zip', 'lzma.zip', zipOf(14)),
    archive('zip', 'zstd.zip', zipOf(93)),
    archive('npz', 'lzma.npz', {
      options: { role: 'model' },
      verdict: 'pass',
      table: oracle('archives/lzma.npz.table.json'),
      payload: { from: 60, to: 900, guarded: true },
    }),
    archive('zip', 'stored.zip', {
      verdict: 'pass',
      payload: { from: 1000, to: 6000, guarded: true },
      fuzz: 0,
    }),
  ],
  sets: [
    {
      kind: 'webdataset-shards',
      name: 'three shards of webdataset 1.0',
      root: 'train-000000.tar',
      files: shards,
      role: 'dataset',
      verdict: 'pass',
      optional: { 'train-000002.tar': 'no file says how many shards there should be' },
      exchangeable: Object.fromEntries(
        [0, 1, 2].map((no) => [`train-00000${no}.tar`, 'a shard does not say which number it has']),
      ),
    },
  ],
};
