import { type CommandDefinition, given } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'kaggle',
  group: 'stages',
  place: 180,
  about: 'Push the next session of this job to Kaggle; show how it stands; bring what it made.',
  words: 'push [JOB or RUN] | status [RUN] | collect [RUN] | step [RUN]',
  options: ['run', 'job', 'push', 'again', 'store', 'json'],
  meanings: {
    run: 'Run on Kaggle, or the name of one of its sessions; unset: the newest of the job, or that which "first" begins.',
  },
  load: () => import('../kaggle.ts'),
  action: {
    of: 'all',
    step: () => import('../kaggle-action.ts'),
    token:
      'Token that may fetch the commit of a run (contents: read) and read back what was uploaded (actions: read).',
    uploads: true,
    records: true,
    outputs: {
      run: 'Run on Kaggle; empty where the job has none there.',
      state:
        'none, pushed, going-on, waiting (no room now), unfinished (none was to be pushed), stored, sealed (the job wants no store), or failed (a person has to decide).',
      session: 'Number of its newest session.',
      url: 'Page of that session.',
      seal: 'The seal of what was verified; empty before the run is done.',
      place: 'Where it was stored and read back.',
    },
    example: {
      head: [
        'on:',
        "  schedule: [{ cron: '11 * * * *' }] # goes on with the newest run, and begins none",
        '  workflow_dispatch:',
        '    inputs:',
        '      push: { type: choice, options: [first, next, again, none], description: What may be pushed }',
      ],
      checkout: true,
      job: [
        'environment: gpu-lease # holds the token',
        `env: { KAGGLE_API_TOKEN: '${given('secrets.KAGGLE_API_TOKEN')}' }`,
      ],
      with: { push: given("inputs.push || 'next'") },
      queue: 'gpu-lease-kaggle',
    },
  },
};
