import type { Cases, FormatCase } from '../cases.ts';
import { fixture, oracle } from '../fixtures.ts';

const of = (name: string, from: number, to: number, float: FormatCase['float']): FormatCase => ({
  format: 'flax-msgpack',
  name,
  bytes: () => fixture(`flax/${name}.msgpack`),
  table: oracle(`flax/${name}.msgpack.table.json`),
  options: { role: 'checkpoint' },
  verdict: 'pass-degraded',
  payload: { from, to, guarded: false },
  ...(float === undefined ? {} : { float }),
});

export const cases: Cases = {
  formats: [
    of('train-state', 119, 503, { at: 119 + 20, type: 'f32' }),
    of('kinds', 314, 394, { at: 249 + 4, type: 'f32' }),
    of('chunked', 347, 1347, { at: 1368 + 400, type: 'f32' }),
  ],
};
