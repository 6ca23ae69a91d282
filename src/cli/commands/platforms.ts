import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'platforms',
  group: 'looking',
  place: 10,
  about: 'What every platform can do, costs, keeps and destroys; one in full when named. Asks nobody.',
  positional: 'platform',
  options: ['platform', 'json'],
  load: () => import('../platforms.ts'),
};
