import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'completion',
  group: 'setting up',
  place: 60,
  about: 'A completion script for bash or zsh.',
  words: '[SHELL]',
  options: [],
  load: () => import('../completion.ts'),
};
