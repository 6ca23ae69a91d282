import { type CommandDefinition, given, PLACE, startedWith } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'collect',
  group: 'stages',
  place: 90,
  about: 'Pull what was promised, load every file, seal the evidence.',
  positional: 'run',
  options: ['run', 'job', ...PLACE, 'bound', 'anew'],
  load: () => import('../stages.ts'),
  action: {
    of: 'run',
    token:
      'Token that may write the ledger (contents: write) and read back what was uploaded (actions: read).',
    uploads: true,
    records: true,
    outputs: {
      approved:
        'in-advance where a word that was given before covers the release of what is sealed now; else empty.',
      statement:
        'Path of the statement about what is sealed, which the workflow attest signs; empty before there is a seal.',
    },
    example: {
      head: startedWith({ run: 'Run to go on with' }),
      keys: true,
      with: { run: given('inputs.run'), bound: '70min' },
      queue: 'gpu-lease',
    },
  },
};
