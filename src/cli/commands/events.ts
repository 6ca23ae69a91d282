import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'events',
  group: 'looking',
  place: 35,
  about: 'What happened to a run, event by event.',
  positional: 'run',
  defaults: { bound: '60s' },
  options: ['run', ...PLACE, 'bound'],
  load: () => import('../status.ts'),
  quick: () => import('../status.ts'),
};
