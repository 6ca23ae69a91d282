// Over ten seconds: Accelerate trains, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'accelerate',
  weights: 'model.safetensors',
  sabotages: [
    {
      what: 'the optimizer is not prepared, so that nobody saves it',
      changes: [
        [
          'model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)',
          'model, loader, scheduler = accelerator.prepare(model, loader, scheduler)',
        ],
      ],
      says: /not enough to go on from: has a scheduler and no optimizer/,
    },
    {
      what: 'the scheduler is not prepared, so that nobody saves it',
      changes: [
        [
          'model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)',
          'model, optimizer, loader = accelerator.prepare(model, optimizer, loader)',
        ],
      ],
      says: /lr of step \d+ is .*LR scheduler/,
    },
    {
      what: 'it seeds again after it has loaded',
      changes: [['        step = resumed\n', '        step = resumed\n        set_seed(3)\n']],
      says: /is not the run that was never killed: .*random state/,
    },
  ],
});
