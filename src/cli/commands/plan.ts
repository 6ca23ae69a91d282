import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'plan',
  group: 'setting up',
  place: 30,
  about: 'What a run would do, cost and risk. Rents nothing.',
  options: ['job', 'ledger', 'boxes', 'probe', 'why', 'json', 'allow-dirty'],
  load: () => import('../plan.ts'),
  action: {
    of: 'all',
    step: async () => ({ step: (await import('../looking-steps.ts')).planStep }),
    token: 'Token that may read the ledger (contents: read).',
    secret: 'taken',
    outputs: {
      platform: 'Platform of the best offer; empty when no candidate has one.',
      offer: 'Its name there.',
      'usd-per-hour': 'Its price.',
      'expected-usd':
        'What the whole job is expected to cost; empty where the job does not say how long it takes.',
      'at-most-usd': 'What the budget lets it cost.',
    },
    example: { checkout: true, keys: true },
  },
};
