// Over ten seconds: loops as people write them, with habits that no framework prescribes, lose their box and go on.
import { withFramework } from './suite.ts';

withFramework({
  name: 'epochs',
  weights: 'final.pt',
  sabotages: [
    {
      what: 'the random state is saved and not restored',
      changes: [['    torch.set_rng_state(c["rng"])\n', '']],
      says: /RNG|random/,
    },
  ],
});
withFramework({
  name: 'detector',
  weights: 'exp/weights/last.pt',
  sabotages: [
    {
      what: 'the schedule lags an epoch behind, as such loops are written',
      changes: [['scheduler.last_epoch = start_epoch', 'scheduler.last_epoch = start_epoch - 1']],
      says: /x\/lr0 of step \d+ is .*the LR scheduler is not saved: the checkpoint names none/,
    },
    {
      what: 'last.pt is looked for in the old folder, whatever the command says',
      changes: [
        [
          'last = opt.resume if isinstance(opt.resume, str) and opt.resume != "True" else sorted(Path(opt.project).rglob("last.pt"), key=os.path.getmtime)[-1]',
          'last = Path(__file__).parent / "runs/last.pt"',
        ],
      ],
      says: /FileNotFoundError|No such file/,
    },
  ],
});
