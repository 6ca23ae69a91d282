import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'resume',
  group: 'when things go wrong',
  place: 10,
  about: 'Go on with a run that stopped itself for a person to look at.',
  positional: 'run',
  options: ['run', ...PLACE, 'bound', 'without-copies'],
  load: () => import('../stages.ts'),
};
