import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'fix',
  group: 'setting up',
  place: 35,
  about: 'The job file as its own faults and those a smoke finds would have it; --write writes it.',
  options: ['job', 'store', 'write', 'json', 'allow-dirty'],
  load: () => import('../fix.ts'),
};
