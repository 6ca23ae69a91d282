import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'stop',
  group: 'hands on a run',
  place: 60,
  about: 'End the work on the box, bring and verify its last save, and hold the box; releases nothing.',
  positional: 'run',
  options: ['run', ...PLACE],
  load: () => import('../stop.ts'),
};
