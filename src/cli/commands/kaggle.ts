import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'kaggle',
  group: 'stages',
  place: 180,
  about: 'Push the next session of this job to Kaggle; show how it stands; bring what it made.',
  words: 'push [JOB or RUN] | status [RUN] | collect [RUN]',
  options: ['job', 'again', 'store', 'json'],
  load: () => import('../kaggle.ts'),
};
