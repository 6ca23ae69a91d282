import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'abandon',
  group: 'when things go wrong',
  place: 30,
  about: 'Save what can be saved, list what is lost, and give the boxes back. Needs its own phrase.',
  positional: 'run',
  options: ['run', ...PLACE, 'approve', 'environment', 'noted', 'stopped', 'bound'],
  load: () => import('../abandon.ts'),
};
