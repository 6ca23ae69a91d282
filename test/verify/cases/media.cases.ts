import { readyZstd, zstdDecompress } from '../../../src/verify/codec/zstd.ts';
import type { Cases, FormatCase } from '../cases.ts';
import { fixture } from '../fixtures.ts';

const media = (format: string, name: string, over: Partial<FormatCase> = {}): FormatCase => ({
  format,
  name,
  bytes: () => fixture(`media/${name}`),
  options: { role: 'archive' },
  verdict: 'pass-degraded',
  ...over,
});

await readyZstd();

const counted = { role: 'metrics' as const, expectation: { rows: 120 } };

export const cases: Cases = {
  formats: [
    media('png', 'plot.png', { verdict: 'pass', payload: { from: 60, to: 400, guarded: true } }),
    ...['sample.jpg', 'progressive.jpg', 'restarts.jpg'].map((name) =>
      media('jpeg', name, {
        harmless: {
          doubled: 'pictures may follow each other, as cameras write them',
          appended: 'readers leave it alone, and it is told',
        },
      }),
    ),
    media('zstd', 'metrics.jsonl.zst', {
      options: counted,
      verdict: 'pass',
      // Some bits of its tables stand for nothing.
      meaning: (bytes) => Buffer.from(zstdDecompress(bytes, 1e6, 0)).toString('latin1'),
      payload: { from: 40, to: 1440, guarded: true },
    }),
    media('zstd', 'no-checksum.jsonl.zst', {
      options: counted,
      payload: { from: 60, to: 1440, guarded: false },
    }),
  ],
};
