import { type CommandDefinition, PLACE } from '../command.ts';

export const definition: CommandDefinition = {
  name: 'cost',
  group: 'looking',
  place: 40,
  about:
    'Every meter of a run: price, time, sum, forecast, waste, what still runs; or all runs by month, platform or job.',
  positional: 'run',
  defaults: { bound: '60s' },
  options: ['run', ...PLACE, 'by', 'billed', 'bound'],
  load: () => import('../cost.ts'),
  quick: () => import('../status.ts'),
};
