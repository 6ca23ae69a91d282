import { type CommandDefinition, given, startedWith } from '../command.ts';

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
      head: startedWith({ commit: 'Whole id of the commit' }),
      job: [
        'needs: smoke # a job with the action of that name',
        `if: ${given("always() && needs.smoke.result != 'success'")}`,
      ],
      with: { 'head-commit': given('inputs.commit'), results: `smoke ${given('needs.smoke.result')}` },
    },
  },
};
