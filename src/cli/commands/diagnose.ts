import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'diagnose',
  group: 'when things go wrong',
  place: 5,
  about: 'What happened, how sure that is and what to do: of a run, or a log (a file, - for stdin).',
  positional: 'run',
  options: ['run', 'end-left', ...PLACE],
  load: () => import('../diagnose.ts'),
};
