// Over ten seconds: Lightning trains, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'lightning',
  weights: 'checkpoints/last.ckpt',
  sabotages: [
    {
      what: 'the optimizer is not saved',
      changes: [['save_last=True,', 'save_last=True, save_weights_only=True,']],
      says: /optimizer/,
    },
    {
      what: 'the scheduler is not restored',
      changes: [
        [
          '        torch.set_rng_state(checkpoint["rng_state"])\n',
          '        torch.set_rng_state(checkpoint["rng_state"])\n        checkpoint["lr_schedulers"] = []\n',
        ],
      ],
      says: /scheduler|learning rate|\blr\b/,
    },
  ],
});
