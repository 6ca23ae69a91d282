import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'log',
  group: 'looking',
  place: 30,
  about: 'What the commands of a run printed: from its box where that answers, else what was brought of it.',
  positional: 'run',
  options: ['run', 'cell', 'attempt', 'lines', 'follow', ...PLACE],
  load: () => import('../log.ts'),
};
