import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'demo',
  group: 'setting up',
  place: 10,
  about: 'A real run on a loopback box, from smoke to release, in a minute.',
  options: ['ask', 'keep', 'store', 'json'],
  load: () => import('../demo.ts'),
};
