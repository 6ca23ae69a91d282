import { type CommandDefinition, given } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'comment',
  group: 'looking',
  place: 90,
  about: 'Keep one comment on a pull request: smoke, planned cost, runs against the base. Rents nothing.',
  options: ['job', 'ledger', 'number', 'smoke', 'reason', 'check', 'json'],
  trust: 'anybody',
  load: () => import('../pull-request.ts'),
  action: {
    of: 'all',
    step: () => import('../pull-request.ts'),
    token: 'Token for the comment (pull-requests: write; contents: read for the ledger).',
    outputs: {
      comment: 'created, updated, unchanged, or not-allowed where the token only reads, as on a fork.',
      smoke: 'passed, failed, waived or unknown.',
    },
    example: {
      head: ['on: pull_request'],
      checkout: 'history',
      job: ['needs: smoke # a job with the action of that name', `if: ${given('!cancelled()')}`],
      with: { smoke: given('needs.smoke.result'), reason: given('needs.smoke.outputs.reason') },
    },
  },
};
