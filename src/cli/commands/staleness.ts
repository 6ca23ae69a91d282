import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'staleness',
  group: 'looking',
  place: 70,
  about: 'Which facts about platforms have to be read up again, the worst first. Asks no platform.',
  options: ['months', 'months-money', 'profiles', 'platform', 'all', 'sarif', 'issue', 'json'],
  trust: 'anybody',
  load: () => import('../staleness.ts'),
  action: {
    of: 'all',
    step: () => import('../staleness-step.ts'),
    token: 'Token for the issue (issues: write).',
    outputs: {
      stale: 'How many facts are older than the limit.',
      never: 'How many facts nobody ever verified.',
      errors: 'How many stamps or profiles cannot be read, or are of a month to come.',
      sarif: 'Path of the findings for code scanning; empty when none were asked for.',
    },
    example: {
      head: ['on:', "  schedule: [{ cron: '23 5 1 * *' }]", '  workflow_dispatch:'],
      with: { issue: 'true' },
    },
  },
};
