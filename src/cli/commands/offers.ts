import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'offers',
  group: 'setting up',
  place: 40,
  about: 'What the candidates offer now, the best first, and why the rest was declined.',
  options: ['job', 'ledger', 'platform', 'all', 'json'],
  load: () => import('../offers.ts'),
};
