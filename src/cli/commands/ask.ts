import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'ask',
  group: 'stages',
  place: 120,
  about: 'Start the workflow run in which a person is asked for a release: of one run or all that wait.',
  positional: 'run',
  options: ['run', ...PLACE],
  load: () => import('../ask.ts'),
  action: {
    of: 'all',
    step: () => import('../ask-step.ts'),
    token: 'Token that may start a workflow (actions: write) and write the ledger (contents: write).',
    secret: 'needed',
    outputs: { asked: 'For how many releases a workflow run asks now.' },
    example: {
      head: [
        '# .github/workflows/mine-train.yml: it starts mine-release.yml, the file of gate and release',
        'on: workflow_dispatch',
      ],
    },
  },
};
