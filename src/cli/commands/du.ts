import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'du',
  group: 'hands on a run',
  place: 50,
  about: 'What a run has on its box by folder and size: what of it is kept, what would be lost.',
  positional: 'run',
  options: ['run', ...PLACE],
  load: () => import('../du.ts'),
};
