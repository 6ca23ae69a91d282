import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'tick',
  group: 'stages',
  place: 130,
  about: 'One look at every open run, as far as each goes now; strays, debts, clocks. For a schedule.',
  defaults: { bound: '60s' },
  options: ['job', ...PLACE, 'bound', 'parallel', 'every', 'issues', 'calls'],
  load: () => import('../tick.ts'),
  action: {
    of: 'all',
    step: () => import('../tick-step.ts'),
    token:
      'Token that may write the ledger (contents: write) and issues (issues: write), and read what earlier looks kept (actions: read).',
    secret: 'needed',
    records: true,
    atFirst: { state: 'unknown' },
    outputs: {
      runs: 'How many runs are open.',
      advanced: 'How many of them went on.',
      problems: 'How many things a person must look at.',
      debts: 'How many meters should have stopped and are not proven to have.',
      strays: 'How many boxes and volumes of ours no lease holds, seen in two looks.',
      state: 'well, problems or billing: the worst of it in one word.',
      collect:
        'Runs that have ended and wait for a job that collects and stores them, as a JSON list for a matrix.',
      next: 'Whether somebody has to be asked for a release or to look at a run in time, or the schedule to be switched: a job that may start workflow runs is needed.',
      idle: 'Whether nothing is open or owed, so that the schedule may be switched off.',
    },
    example: {
      head: ['on:', "  schedule: [{ cron: '7,37 * * * *' }]", '  workflow_dispatch:'],
      checkout: true,
      keys: true,
    },
  },
};
