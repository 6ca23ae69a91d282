import { type CommandDefinition, given, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'open',
  group: 'stages',
  place: 40,
  about: "Open the run, on the evidence of a smoke that another job made. Runs none of the job's code.",
  options: ['job', 'run', ...PLACE, 'evidence', 'number', 'head-commit', 'allow-dirty'],
  load: () => import('../stages.ts'),
  action: {
    of: 'run',
    token:
      'Token that may write the ledger (contents: write), read what earlier workflow runs kept of it and switch the schedule of the tick on (actions: write).',
    records: true,
    example: {
      checkout: true,
      job: ['needs: smoke # a job with the action of that name'],
      with: { evidence: given('needs.smoke.outputs.evidence') },
    },
  },
};
