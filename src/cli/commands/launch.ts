import { type CommandDefinition, given, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'launch',
  group: 'stages',
  place: 50,
  about: 'Rent one box, audit it, start the job detached.',
  options: [
    'job',
    'run',
    ...PLACE,
    'evidence',
    'bound',
    'standing',
    'environment',
    'noted',
    'allow-dirty',
    'dry-run',
  ],
  load: () => import('../stages.ts'),
  action: {
    of: 'run',
    token:
      'Token that may write the ledger (contents: write), read what earlier workflow runs kept of it and, with "standing", see who approved (actions: read).',
    records: true,
    example: {
      checkout: true,
      keys: true,
      job: ['needs: smoke # a job with the action of that name'],
      with: { evidence: given('needs.smoke.outputs.evidence') },
      queue: 'gpu-lease',
    },
  },
};
