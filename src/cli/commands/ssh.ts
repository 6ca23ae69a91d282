import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'ssh',
  group: 'hands on a run',
  place: 5,
  about: 'A shell on the box of a run, in its code, by OpenSSH; or one command with your terminal.',
  positional: 'run',
  words: '[-- COMMAND...]',
  options: ['run', 'ledger', 'store'],
  load: () => import('../ssh.ts'),
};
