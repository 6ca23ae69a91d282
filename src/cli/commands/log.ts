import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'log',
  group: 'looking',
  place: 30,
  about: 'What a run printed, from its box or else what was brought of it; with --follow as it comes.',
  positional: 'run',
  options: ['run', 'cell', 'attempt', 'lines', 'follow', ...PLACE],
  load: () => import('../log.ts'),
};
