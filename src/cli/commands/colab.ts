import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'colab',
  group: 'stages',
  place: 170,
  about: 'Make a notebook of Colab that trains this job and saves to Drive; bring what it made from there.',
  words: 'export [JOB] | collect FOLDER',
  options: ['job', 'out', 'remote', 'force', 'store', 'json'],
  load: () => import('../colab.ts'),
};
