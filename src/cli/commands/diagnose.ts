import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'diagnose',
  group: 'when things go wrong',
  place: 5,
  about:
    'What happened, how sure that is, what to do and what it costs meanwhile: of a run, or of any log (a file, or - for stdin).',
  positional: 'run',
  options: ['run', ...PLACE],
  load: () => import('../diagnose.ts'),
};
