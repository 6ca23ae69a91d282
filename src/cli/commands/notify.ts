import { type CommandDefinition, given } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'notify',
  group: 'setting up',
  place: 55,
  about: 'Whom "notify" of the job file tells of what; with --test a message to each, and its outcome.',
  options: ['job', 'test', 'dry-run', 'json'],
  load: () => import('../notify.ts'),
  action: {
    of: 'all',
    step: () => import('../notify-step.ts'),
    outputs: {
      sent: 'How many targets took the message.',
      failed: 'How many did not.',
    },
    example: {
      checkout: true,
      job: [
        'environment: gpu-lease # holds the secrets',
        `env: { SLACK_WEBHOOK_URL: '${given('secrets.SLACK_WEBHOOK_URL')}' }`,
      ],
    },
  },
};
