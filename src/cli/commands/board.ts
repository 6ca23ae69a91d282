import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'board',
  group: 'looking',
  place: 25,
  about: 'Open runs at a glance: how far, what they cost now, whom they wait for; asks the ledger alone.',
  positional: 'run',
  defaults: { bound: '60s' },
  meanings: { run: 'One run, or the id of one sweep; all that are open when unset.' },
  options: ['run', ...PLACE, 'watch', 'html', 'bound'],
  load: () => import('../board.ts'),
};
