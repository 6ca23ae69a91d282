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
  ],
});
