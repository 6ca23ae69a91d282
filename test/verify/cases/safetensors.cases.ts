import type { Cases } from '../cases.ts';
import { safetensorsFile, weights } from '../safetensors-writer.ts';

const model = () =>
  safetensorsFile({
    'a.weight': { shape: [16, 64], data: weights(1024) },
    'b.weight': { shape: [8, 8], data: weights(64) },
  });
const size = model().length;

export const cases: Cases = {
  formats: [
    {
      format: 'safetensors',
      name: 'two tensors',
      bytes: model,
      verdict: 'pass-degraded',
      payload: { from: size - 4352, to: size, guarded: false },
      float: { at: size - 4352 + 4 * 100, type: 'f32' },
    },
  ],
};
