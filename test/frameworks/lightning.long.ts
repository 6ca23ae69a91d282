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
    {
      what: 'the random state is saved and not restored',
      changes: [['        torch.set_rng_state(checkpoint["rng_state"])\n', '        pass\n']],
      says: /is not the run that was never killed: .*random state is not restored/,
    },
    {
      what: 'it looks for the last checkpoint in the folder that the checkpoint was saved in',
      changes: [
        [
          '    trainer.fit(Classifier()',
          [
            '    if os.path.exists(last):',
            '        states = torch.load(last, weights_only=False)["callbacks"].values()',
            '        last = os.path.join(next(each["dirpath"] for each in states if "dirpath" in each), "last.ckpt")',
            '    trainer.fit(Classifier()',
          ].join('\n'),
        ],
      ],
      says: /went on at \w+ 0, though checkpoints\/last\.ckpt holds .*: it does not resume/,
    },
  ],
});
