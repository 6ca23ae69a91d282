import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'run',
  group: 'stages',
  place: 10,
  about: 'The whole life of a job: smoke, launch, watch, collect, release. Goes on where it stopped.',
  positional: 'run',
  options: ['run', 'job', ...PLACE, 'approve', 'bound', 'allow-dirty', 'dry-run', 'yes'],
  load: () => import('../stages.ts'),
};
