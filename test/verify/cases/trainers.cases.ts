import type { Cases } from '../cases.ts';
import { fixtureFiles } from '../fixtures.ts';

const CONFIG = 'only a model of the transformers library has one; a roster can ask for it';
const RANK = 'nothing in it names its rank: only a digest can tell';

export const cases: Cases = {
  sets: [
    {
      kind: 'hf-trainer-checkpoint',
      name: 'one process',
      root: 'checkpoint-4',
      role: 'archive',
      files: () => fixtureFiles('trainers/one-rank'),
      verdict: 'pass',
      optional: { 'checkpoint-4/config.json': CONFIG, 'checkpoint-4/generation_config.json': CONFIG },
    },
    {
      kind: 'hf-trainer-checkpoint',
      name: 'two processes',
      root: 'checkpoint-4',
      role: 'archive',
      files: () => fixtureFiles('trainers/two-ranks'),
      verdict: 'pass',
      optional: { 'checkpoint-4/config.json': CONFIG, 'checkpoint-4/generation_config.json': CONFIG },
      exchangeable: { 'checkpoint-4/rng_state_0.pth': RANK, 'checkpoint-4/rng_state_1.pth': RANK },
    },
  ],
};
