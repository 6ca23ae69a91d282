import { type CommandDefinition, given, PLACE, startedWith } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'watch',
  group: 'stages',
  place: 70,
  about: 'Follow the run for a bounded time; pull checkpoints; recover from preemption.',
  positional: 'run',
  options: ['run', 'job', ...PLACE, 'bound', 'chain', 'hop', 'hops'],
  load: () => import('../stages.ts'),
  action: {
    of: 'run',
    token:
      'Token that may write the ledger (contents: write) and read back what was uploaded (actions: read).',
    uploads: true,
    records: true,
    example: {
      head: startedWith({ run: 'Run to go on with' }),
      checkout: true,
      keys: true,
      with: { run: given('inputs.run'), bound: '30min' },
      queue: 'gpu-lease',
    },
  },
};
