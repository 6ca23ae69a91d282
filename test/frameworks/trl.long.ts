// Over ten seconds: the SFTTrainer of TRL trains an adapter of PEFT, is drilled, loses its box and goes on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'trl',
  weights: 'adapter_model.safetensors',
  sabotages: [
    {
      what: 'the optimizer is not saved',
      changes: [['save_total_limit=2,', 'save_total_limit=2, save_only_model=True,']],
      says: /not enough to go on from: has no optimizer.*has no scheduler/,
    },
    {
      what: 'the scheduler is not restored',
      changes: [
        ['import time\n', 'import time\n\nimport torch\n'],
        [
          'class Pace(',
          'class Forgetful(SFTTrainer):\n    def _load_optimizer_and_scheduler(self, checkpoint):\n        checkpoint and self.optimizer.load_state_dict(torch.load(os.path.join(checkpoint, "optimizer.pt")))\n\n\nclass Pace(',
        ],
        ['trainer = SFTTrainer(', 'trainer = Forgetful('],
      ],
      says: /learning_rate of step \d+ is .*LR scheduler is not restored/,
    },
    {
      what: 'the random state is not restored',
      changes: [
        [
          'class Pace(',
          'class Forgetful(SFTTrainer):\n    def _load_rng_state(self, checkpoint):\n        pass\n\n\nclass Pace(',
        ],
        ['trainer = SFTTrainer(', 'trainer = Forgetful('],
      ],
      says: /is not the run that was never killed: .*random state is not restored/,
    },
  ],
});
