import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'cp',
  group: 'hands on a run',
  place: 20,
  about: 'Copy a file from or to the box of a run, hash-equal. RUN:PATH is below the output of its cell.',
  words: 'RUN:PATH FILE | FILE RUN:PATH',
  options: ['cell', 'ledger', 'store'],
  load: () => import('../cp.ts'),
};
