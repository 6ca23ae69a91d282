import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'gotcha',
  group: 'looking',
  place: 80,
  about: 'Draft an entry about what goes wrong on a platform, as a patch of its profile. Changes no file.',
  words: 'add',
  options: [
    'platform',
    'concerns',
    'symptom',
    'cause',
    'proof',
    'general',
    'fix',
    'source',
    'match',
    'profiles',
  ],
  load: () => import('../gotcha.ts'),
};
