import type { Cases } from '../cases.ts';
import { fixture, fixtureFiles, oracle } from '../fixtures.ts';

const of = (name: string) => ({
  format: 'gguf',
  bytes: () => fixture(`gguf/${name}.gguf`),
  table: oracle(`gguf/${name}.gguf.table.json`),
  verdict: 'pass-degraded' as const,
});

export const cases: Cases = {
  formats: [
    {
      ...of('plain'),
      name: 'f16, f32, bf16, f64, i32',
      payload: { from: 960, to: 4832, guarded: false },
      float: { at: 960 + 2 * 33, type: 'f16' },
    },
    {
      ...of('packed'),
      name: 'packed blocks',
      payload: { from: 1600, to: 7840, guarded: false },
      // The scale of a block.
      float: { at: 1600 + 34 * 5, type: 'f16' },
    },
    {
      ...of('big-endian'),
      name: 'big endian',
      payload: { from: 800, to: 5920, guarded: false },
      float: { at: 800 + 4 * 17, type: 'f32', bigEndian: true },
    },
  ],
  sets: [
    {
      kind: 'gguf-split',
      name: 'six tensors in three files',
      root: 'tiny-*.gguf',
      files: () => fixtureFiles('gguf/split'),
      table: oracle('gguf/split.table.json'),
      verdict: 'pass',
    },
  ],
};
