import type { Cases, FormatCase } from '../cases.ts';
import { fixture, oracle } from '../fixtures.ts';
import { countUp, floatsAt } from '../torch-places.ts';

const made = (format: string, file: string, table?: string): FormatCase => ({
  format,
  name: file,
  bytes: () => fixture(`torch/${file}`),
  options: { role: 'model' },
  ...(table === undefined ? {} : { table: oracle(`torch/${table}.table.json`) }),
  // Code stays code, whatever the digest says.
  verdict: 'pass-degraded',
  verdictWithDigest: 'pass-degraded',
});
const counted = (file: string): Pick<FormatCase, 'payload' | 'float'> => {
  const place = floatsAt(fixture(`torch/${file}`), countUp(1, 4));
  return { payload: { ...place, guarded: true }, float: { at: place.from + 4, type: 'f32' } };
};

export const cases: Cases = {
  formats: [{ ...made('torch-export', 'exported.pt2', 'exported'), ...counted('exported.pt2') }],
};
