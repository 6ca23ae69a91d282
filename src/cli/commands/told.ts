import { type CommandDefinition, given } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'told',
  group: 'stages',
  place: 125,
  about: 'In a workflow: say on a labelled commit which job kept its run from beginning.',
  options: ['head-commit', 'results', 'json'],
  load: () => import('../told.ts'),
  action: {
    of: 'all',
    step: () => import('../told.ts'),
    token: 'Token that may post a status (statuses: write).',
    outputs: { told: 'The state that was posted.' },
    example: {
      with: { 'head-commit': given('inputs.commit'), results: `smoke ${given('needs.smoke.result')}` },
    },
  },
};
