import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'strays',
  group: 'looking',
  place: 50,
  about: "Boxes and volumes of ours that no lease holds, from the platforms' own lists. Deletes nothing.",
  options: ['platform', 'put-up', 'apart', 'allow-blind', 'verbose', ...PLACE],
  load: () => import('../strays.ts'),
};
