// Over ten seconds: two processes train a sharded model, are drilled, lose their box and go on.
import { withFramework } from './suite.ts';

const SAVE = 'dcp.save({"app": app}, checkpoint_id=os.path.join(args.output_dir, f"step-{app.step}"))\n';

withFramework({
  name: 'dcp',
  weights: 'step-200',
  sabotages: [
    {
      what: 'one shard is missing',
      changes: [
        [
          SAVE,
          `${SAVE}            if dist.get_rank() == 1:\n                os.remove(os.path.join(args.output_dir, f"step-{app.step}", "__1_0.distcp"))\n`,
        ],
      ],
      says: /__1_0\.distcp/,
    },
    {
      what: 'the optimizer is not saved',
      changes: [
        ['"optimizer": optimizer, ', ''],
        ['get_state_dict, set_state_dict\n', 'get_state_dict, set_model_state_dict\n'],
        [
          'set_state_dict(self.model, self.optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])',
          'set_model_state_dict(self.model, state["model"])',
        ],
      ],
      says: /lr of step \d+ is .*makes it: the optimizer is not saved/,
    },
    {
      what: 'the scheduler is not restored',
      changes: [['        self.scheduler.load_state_dict(state["scheduler"])\n', '']],
      says: /lr of step \d+ is .*makes it: the LR scheduler is not restored/,
    },
  ],
});
