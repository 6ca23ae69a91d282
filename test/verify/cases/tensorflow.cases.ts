import type { Cases } from '../cases.ts';
import { fixtureFiles, oracle } from '../fixtures.ts';

const checkpoint = (folder: string, prefix: string) => ({
  kind: 'tf-checkpoint',
  name: folder,
  root: prefix,
  files: () => fixtureFiles(`tensorflow/${folder}`),
  verdict: 'pass' as const,
  table: oracle(`tensorflow/${folder}.table.json`),
});

export const cases: Cases = {
  sets: [
    {
      ...checkpoint('checkpoint-types', 'ckpt-2'),
      optional: { checkpoint: 'it only says which of several is the latest' },
    },
    checkpoint('checkpoint-training', 'training'),
    {
      ...checkpoint('saved-model', ''),
      kind: 'tf-saved-model',
      verdict: 'pass-degraded',
      optional: { 'fingerprint.pb': 'older versions of TensorFlow write none' },
    },
  ],
};
