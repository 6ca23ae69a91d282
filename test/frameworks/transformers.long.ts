// Over ten seconds: the Trainer of transformers trains, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

/** The Trainer without one of its habits. */
const without = (method: string, body: string): (readonly [string, string])[] => [
  ['class Sums(', `class Forgetful(Trainer):\n    def ${method}:\n        ${body}\n\n\nclass Sums(`],
  ['Trainer(model=', 'Forgetful(model='],
];

withFramework({
  name: 'transformers',
  weights: 'model.safetensors',
  sabotages: [
    {
      what: 'the optimizer is not saved',
      changes: [['save_total_limit=3,', 'save_total_limit=3, save_only_model=True,']],
      says: /optimizer/,
    },
    {
      what: 'the scheduler is not restored',
      changes: without(
        '_load_optimizer_and_scheduler(self, checkpoint)',
        'checkpoint and self.optimizer.load_state_dict(torch.load(os.path.join(checkpoint, "optimizer.pt")))',
      ),
      says: /scheduler|learning rate|\blr\b/,
    },
    {
      what: 'the random state is not restored',
      changes: without('_load_rng_state(self, checkpoint)', 'pass'),
      says: /RNG|random/,
    },
    {
      what: 'it goes on in the folder that the checkpoint was saved in',
      changes: [
        [
          '    trainer.train(resume_from_checkpoint=last)',
          [
            '    if last:',
            '        saved = torch.load(os.path.join(last, "training_args.bin"), weights_only=False)',
            '        last = os.path.join(saved.output_dir, os.path.basename(last))',
            '    trainer.train(resume_from_checkpoint=last)',
          ].join('\n'),
        ],
      ],
      says: /in a fresh folder, did not go on from the checkpoint\. It looks for something below .*where the first attempt wrote/,
    },
  ],
});
