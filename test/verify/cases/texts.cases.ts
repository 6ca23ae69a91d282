import type { Cases, FormatCase } from '../cases.ts';
import { fixture } from '../fixtures.ts';

const text = (
  format: string,
  file: string,
  role: 'metrics' | 'config' | 'log',
  over: Partial<FormatCase> = {},
) => {
  const size = fixture(`texts/${file}`).length;
  return {
    format,
    name: `${file} as ${role}`,
    bytes: () => fixture(`texts/${file}`),
    options: { role },
    verdict: 'pass-degraded' as const,
    payload: { from: 40, to: size - 40, guarded: false },
    ...over,
  };
};

/** Half a table is a table: only the number of rows tells. */
const counted = { role: 'metrics' as const, expectation: { rows: 60 } };

const NO_END = 'a log has no end of its own: whatever was written until then is one';

export const cases: Cases = {
  formats: [
    text('json', 'results.json', 'metrics', {
      harmless: { crlf: 'line ends between values mean nothing' },
    }),
    text('jsonl', 'metrics.jsonl', 'metrics', {
      options: counted,
      harmless: { cut: 'its last line is whole without its line end' },
    }),
    text('csv', 'metrics.csv', 'metrics', {
      options: counted,
      harmless: { cut: 'only the last line end is gone; it is degraded for that' },
    }),
    text('text', 'train.log', 'log', {
      harmless: { cut: NO_END, half: NO_END, doubled: NO_END, html: 'a log may hold a page' },
    }),
  ],
};
