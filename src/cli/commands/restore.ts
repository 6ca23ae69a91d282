import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'restore',
  group: 'when things go wrong',
  place: 20,
  about: 'Put a good copy back of a run whose record was cut or deleted; shows it first.',
  positional: 'run',
  options: ['run', 'ledger', 'from', 'over', 'yes', 'json'],
  load: () => import('../restore.ts'),
};
