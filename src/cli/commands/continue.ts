import { type CommandDefinition, given } from '../command.ts';

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
    example: { with: { run: given('inputs.run'), chain: 'auto' } },
  },
};
