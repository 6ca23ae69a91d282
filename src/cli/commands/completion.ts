import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'completion',
  group: 'setting up',
  place: 60,
  about: 'A completion script for bash, zsh or fish; names of open runs are completed, too.',
  words: 'bash | zsh | fish | runs',
  options: [],
  load: () => import('../completion.ts'),
};
