import type { Cases } from '../cases.ts';
import { fixture, fixtureFiles, oracle } from '../fixtures.ts';

const file = (name: string) => ({
  format: 'onnx',
  name,
  bytes: () => fixture(`onnx/${name}.onnx`),
  table: oracle(`onnx/${name}.onnx.table.json`),
  verdict: 'pass-degraded' as const,
});

/** Where the 24 x 16 float32 weights lie: after their name, the tag of `raw_data` and its length of two bytes. */
const weight =
  Buffer.from(fixture('onnx/inline.onnx')).indexOf(Buffer.from('B\x09fc.weightJ', 'latin1')) + 14;

const external = (folder: string) => ({
  kind: 'onnx-external',
  name: folder,
  root: 'model.onnx',
  files: () => fixtureFiles(`onnx/${folder}`),
  verdict: 'pass-degraded' as const,
  table: oracle(`onnx/${folder}.table.json`),
});

export const cases: Cases = {
  formats: [
    {
      ...file('inline'),
      payload: { from: weight, to: weight + 1536, guarded: false },
      float: { at: weight + 400, type: 'f32' },
    },
    file('typed'),
    file('nested'),
    file('torch-export'),
  ],
  sets: [external('external-one'), external('external-many')],
};
