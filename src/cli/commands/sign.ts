import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'sign',
  group: 'looking',
  place: 65,
  about: 'Sign a folder as one model with a key: an OpenSSF model signature. Needs no run and no ledger.',
  words: 'DIR',
  options: ['key', 'output'],
  load: () => import('../sign.ts'),
};
