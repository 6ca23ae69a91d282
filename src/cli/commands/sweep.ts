import { type CommandDefinition, given, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'sweep',
  group: 'stages',
  place: 20,
  about: 'The cells of a job over several boxes, from one smoke to sealed parts. Releases none.',
  positional: 'run',
  defaults: { parallel: '64' },
  options: [
    'run',
    'job',
    ...PLACE,
    'boxes',
    'evidence',
    'rent',
    'bound',
    'parallel',
    'allow-dirty',
    'dry-run',
  ],
  load: () => import('../sweep.ts'),
  action: {
    of: 'all',
    step: () => import('../sweep-step.ts'),
    token:
      'Token that may write the ledger (contents: write) and read what earlier workflow runs kept of it (actions: read).',
    secret: 'needed',
    records: true,
    atFirst: { state: 'unknown' },
    outputs: {
      sweep: 'Id of the sweep.',
      runs: 'Run ids of the parts that a job can go on with, as a JSON list for a matrix; at most 256.',
      sealed:
        'Run ids of the parts that this workflow run has sealed, as a JSON list for the workflow attest; empty where there is none.',
      cells: 'How many cells its roster has.',
      failed: 'How many of them are missing, dead or lost.',
      state: 'opened, running, failed, halted, debt, sealed or released: the worst of it in one word.',
      'cost-usd': 'Accrued cost in USD, of all parts.',
    },
    example: {
      checkout: true,
      keys: true,
      job: ['needs: smoke # a job with the action of that name'],
      with: { evidence: given('needs.smoke.outputs.evidence'), boxes: '4' },
      queue: 'gpu-lease',
    },
  },
};
