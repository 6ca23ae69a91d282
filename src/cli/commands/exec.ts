import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'exec',
  group: 'hands on a run',
  place: 10,
  about: 'Run a command on the box of a run, in the code that it trains; ends with its exit code.',
  positional: 'run',
  words: '-- COMMAND...',
  options: ['run', 'ledger', 'store'],
  load: () => import('../exec.ts'),
};
