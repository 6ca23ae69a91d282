// Over ten seconds: two processes of torchrun train, are drilled, lose their box and go on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'torchrun',
  weights: 'snapshot.pt',
  sabotages: [
    {
      what: 'the optimizer is not saved',
      changes: [
        ['            "optimizer": self.optimizer.state_dict(),\n', ''],
        ['        self.optimizer.load_state_dict(snapshot["optimizer"])\n', ''],
      ],
      says: /the optimizer is not saved: the checkpoint names none/,
    },
    {
      what: 'the scheduler is not restored',
      changes: [['        self.scheduler.load_state_dict(snapshot["scheduler"])\n', '']],
      says: /lr of step \d+ is .*What usually makes it: the LR scheduler is not restored/,
    },
    {
      what: 'the random states of the ranks are saved and not restored',
      changes: [['        torch.set_rng_state(snapshot["rng"][self.rank])\n', '']],
      says: /is not the run that was never killed: .*random state is not restored/,
    },
    {
      what: 'its ranks load what the snapshot says that it was saved as',
      changes: [
        ['            "rng": rng,\n', '            "rng": rng,\n            "path": self.snapshot_path,\n'],
        [
          '        net.load_state_dict(snapshot["model"])\n',
          '        snapshot = torch.load(snapshot["path"], map_location="cpu", weights_only=True)\n        net.load_state_dict(snapshot["model"])\n',
        ],
      ],
      says: /It looks for something below .*where the first attempt wrote/,
    },
  ],
});
