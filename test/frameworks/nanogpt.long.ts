// Over ten seconds: a loop in the style of nanoGPT trains, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'nanogpt',
  weights: 'ckpt.pt',
  sabotages: [
    {
      what: 'the optimizer is not saved',
      changes: [
        ['        "optimizer": optimizer.state_dict(),\n', ''],
        ['    optimizer.load_state_dict(checkpoint["optimizer"])\n', ''],
      ],
      says: /optimizer/,
    },
    {
      what: 'the iteration, and with it the schedule, is not restored',
      changes: [['    iter_num = checkpoint["iter_num"]\n', '    resumed_from = checkpoint["iter_num"]\n']],
      says: /does not resume|starts? over|went on at/,
    },
    {
      what: 'the random state is not restored',
      changes: [['    torch.set_rng_state(checkpoint["rng_state"])\n', '']],
      says: /RNG|random/,
    },
    {
      what: 'it takes its folder from the settings that the checkpoint holds',
      changes: [
        [
          '    torch.set_rng_state(checkpoint["rng_state"])\n',
          '    torch.set_rng_state(checkpoint["rng_state"])\n    ckpt_path = os.path.join(checkpoint["config"]["out_dir"], "ckpt.pt")\n',
        ],
      ],
      says: /went on from the checkpoint and did not come to its end\. It looks for something below .*where the first attempt wrote/,
    },
  ],
});
