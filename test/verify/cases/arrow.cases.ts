import type { Cases, FormatCase } from '../cases.ts';
import { fixture } from '../fixtures.ts';

const arrow = (format: string, file: string, payload: [number, number], over: Partial<FormatCase> = {}) => ({
  format,
  name: file,
  bytes: () => fixture(`tables/${file}`),
  options: { role: 'dataset' as const },
  verdict: 'pass-degraded' as const,
  payload: { from: payload[0], to: payload[1], guarded: false },
  ...over,
});

export const cases: Cases = {
  formats: [
    arrow('arrow-file', 'file.arrow', [1100, 2000]),
    arrow('arrow-file', 'file-lz4.arrow', [1100, 2000]),
    arrow('arrow-file', 'odd.arrow', [3000, 3600]),
    arrow('arrow-file', 'legacy.arrow', [1100, 2000]),
    arrow('arrow-file', 'no-rows.arrow', [100, 200]),
    arrow('arrow-file', 'v2.feather', [1100, 2000]),
    arrow('arrow-stream', 'stream.arrow', [1100, 2000]),
    arrow('arrow-stream', 'stream-zstd.arrow', [1100, 2000]),
  ],
};
