import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'retry',
  group: 'hands on a run',
  place: 70,
  about: 'After a fix: smoke the commit that lies here, and go on with it on the box that is held.',
  positional: 'run',
  options: ['run', 'job', 'allow-dirty', ...PLACE, 'bound'],
  load: () => import('../retry.ts'),
};
