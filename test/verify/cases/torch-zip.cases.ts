import type { Cases, FormatCase } from '../cases.ts';
import { fixture, oracle } from '../fixtures.ts';
import { countUp, floatsAt, memberAt } from '../torch-places.ts';

const file = (name: string) => fixture(`torch/${name}.pt`);
const made = (name: string): Pick<FormatCase, 'format' | 'name' | 'bytes' | 'table' | 'options'> => ({
  format: 'torch-zip',
  name,
  bytes: () => file(name),
  table: oracle(`torch/${name}.table.json`),
  options: { role: 'checkpoint' },
});

const training = memberAt(file('zip-training'), 'zip-training/data/0');
const counted = (name: string, count: number, guarded: boolean): Pick<FormatCase, 'payload' | 'float'> => {
  const place = floatsAt(file(name), countUp(1, count));
  return { payload: { ...place, guarded }, float: { at: place.from + 8, type: 'f32' } };
};

export const cases: Cases = {
  formats: [
    {
      format: 'torch-zip',
      name: 'torch 1.13',
      bytes: () => fixture('torch-small.pt'),
      options: { role: 'checkpoint' },
      verdict: 'pass',
    },
    {
      ...made('zip-training'),
      verdict: 'pass',
      payload: { ...training, guarded: true },
      float: { at: training.from + 16, type: 'f32' },
    },
    {
      format: 'torch-zip',
      name: 'Lightning',
      bytes: () => fixture('torch/epoch=1-step=4.ckpt'),
      options: { role: 'checkpoint' },
      verdict: 'pass',
    },
    { ...made('zip-views'), verdict: 'pass', ...counted('zip-views', 64, true) },
    { ...made('zip-types'), verdict: 'pass' },
    {
      ...made('zip-numpy-rng'),
      verdict: 'pass-degraded',
      verdictWithDigest: 'pass-degraded',
      ...counted('zip-numpy-rng', 8, true),
    },
    // A tensor without data is told, and no digest can bring it back.
    {
      ...made('zip-meta'),
      verdict: 'pass-degraded',
      verdictWithDigest: 'pass-degraded',
      ...counted('zip-meta', 8, true),
    },
    { ...made('zip-crc-off'), verdict: 'pass-degraded', ...counted('zip-crc-off', 256, false) },
  ],
};
