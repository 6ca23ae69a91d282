import { type CommandDefinition, given, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'smoke',
  group: 'stages',
  place: 30,
  about: 'Tiny run on this machine, then kill and resume. Nothing may be rented before it passes.',
  options: ['job', 'run', ...PLACE, 'allow-dirty'],
  trust: 'forks-without-secrets',
  load: () => import('../stages.ts'),
  action: {
    of: 'all',
    step: () => import('../smoke-step.ts'),
    without: ['run', 'ledger'],
    inRoot: true,
    outputs: {
      evidence:
        'What it showed, as JSON for the input of that name of open, launch or sweep; empty where the job has no smoke.',
      reason:
        'Why it failed, for the input of that name of comment: findings, file and line, last lines. Empty where it passed.',
    },
    example: {
      head: ['on: pull_request'],
      checkout: true,
      job: [
        `outputs: { evidence: '${given('steps.smoke.outputs.evidence')}', reason: '${given('steps.smoke.outputs.reason')}' }`,
      ],
    },
  },
};
