import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'status',
  group: 'looking',
  place: 20,
  about: 'Every open run, its state and what it costs; one run in full when named.',
  positional: 'run',
  defaults: { bound: '60s' },
  options: ['run', ...PLACE, 'archived', 'watch', 'bound'],
  trust: 'anybody',
  load: () => import('../status-watch.ts'),
  quick: () => import('../status.ts'),
  action: {
    of: 'all',
    step: async () => ({ step: (await import('../looking-steps.ts')).statusStep }),
    token: 'Token that may read the ledger (contents: read).',
    secret: 'taken',
    without: ['bound'],
    atFirst: { state: 'unknown' },
    outputs: {
      runs: 'How many runs are open; 1 when one was named.',
      state: 'Of the run that was named, or of the only open one; empty for several.',
      'cost-usd': 'Accrued cost in USD, of all of them.',
      json: 'What "gpu-lease status --json" prints.',
    },
  },
};
