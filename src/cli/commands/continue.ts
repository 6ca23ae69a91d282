import { type CommandDefinition, given, startedWith } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'continue',
  group: 'stages',
  place: 80,
  about: 'In a workflow: see that somebody goes on with the run; start the workflow again if nobody does.',
  positional: 'run',
  defaults: { chain: 'auto' },
  options: ['run', 'job', 'ledger', 'chain', 'hop', 'hops', 'due', 'idle'],
  load: () => import('../continue.ts'),
  action: {
    of: 'all',
    step: () => import('../continue.ts'),
    token:
      'Token that may write the ledger (contents: write) and start or switch a workflow (actions: write).',
    secret: 'needed',
    records: true,
    outputs: {
      next: 'Who goes on with the run: tick, chain, person, or nobody where nothing is left to look at.',
    },
    example: {
      head: startedWith({ run: 'Run to go on with', hop: 'Left to the chain' }),
      job: ['needs: watch # a job with the action of that name', `if: ${given('!cancelled()')}`],
      with: { run: given('inputs.run'), chain: 'auto', hop: given('inputs.hop') },
    },
  },
};
