import type { CommandDefinition } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'tunnel',
  group: 'hands on a run',
  place: 30,
  about: 'A port of the box on the loopback of this machine, for Jupyter or TensorBoard, until Ctrl-C.',
  positional: 'run',
  words: '[LOCAL:]PORT...',
  options: ['run', 'ledger', 'store', 'bound'],
  defaults: { bound: '12h' },
  meanings: { bound: 'Longest time that the port stays open.' },
  load: () => import('../tunnel.ts'),
};
