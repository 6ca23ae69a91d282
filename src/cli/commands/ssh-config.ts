import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'ssh-config',
  group: 'hands on a run',
  place: 40,
  about: 'Host blocks for the boxes of held runs, for VS Code and others; gone with the release.',
  positional: 'run',
  options: ['run', 'include', 'remove', 'ledger', 'store'],
  meanings: { run: 'Only this run; all that hold a box when unset.' },
  load: () => import('../ssh-config.ts'),
};
