import type { Cases } from '../cases.ts';
import { oracle } from '../fixtures.ts';
import { f32, weights } from '../safetensors-writer.ts';
import { torchTarFile, trainingTar } from '../torch-tar-writer.ts';

const at = (file: Uint8Array, count: number) => {
  const wanted = f32(weights(count));
  const from = Buffer.from(file).indexOf(wanted);
  return { from, to: from + wanted.length };
};
const training = at(trainingTar(), 24);

export const cases: Cases = {
  formats: [
    {
      format: 'torch-tar',
      name: 'a training state',
      bytes: trainingTar,
      options: { role: 'checkpoint' },
      table: oracle('torch/tar-training.table.json'),
      verdict: 'pass-degraded',
      payload: { ...training, guarded: false },
      float: { at: training.from + 16, type: 'f32' },
    },
    {
      format: 'torch-tar',
      name: 'one tensor',
      bytes: () => torchTarFile(),
      options: { role: 'checkpoint' },
      verdict: 'pass-degraded',
    },
  ],
};
