import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'approve',
  group: 'stages',
  place: 110,
  about: 'Approve in advance: what is sealed within bounds is released without asking again.',
  positional: 'run',
  options: ['run', ...PLACE, 'standing', 'approve', 'environment', 'noted'],
  load: () => import('../approve.ts'),
};
