import type { Cases, FormatCase } from '../cases.ts';
import { fixture, oracle } from '../fixtures.ts';
import { countUp, floatsAt } from '../torch-places.ts';

const file = (name: string) => fixture(`torch/${name}.pt`);
const made = (name: string): FormatCase => ({
  format: 'torch-legacy',
  name,
  bytes: () => file(name),
  table: oracle(`torch/${name}.table.json`),
  options: { role: 'checkpoint' },
  verdict: 'pass-degraded',
});
const views = (name: string): FormatCase => {
  const place = floatsAt(file(name), countUp(1, 64));
  return {
    ...made(name),
    payload: { ...place, guarded: false },
    float: { at: place.from + 40, type: 'f32' },
  };
};

export const cases: Cases = {
  formats: [
    made('legacy'),
    made('legacy-1.13'),
    made('legacy-types'),
    views('legacy-views'),
    views('legacy-views-1.13'),
  ],
};
