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
    {
      what: 'it loads the state from the folder that it was saved in',
      changes: [
        [
          '        accelerator.save_state(os.path.join(args.output_dir, f"step_{step}"))\n',
          [
            '        accelerator.save_state(os.path.join(args.output_dir, f"step_{step}"))',
            '        with open(os.path.join(args.output_dir, f"step_{step}", "saved_in.txt"), "w") as note:',
            '            note.write(args.output_dir)\n',
          ].join('\n'),
        ],
        [
          '        accelerator.load_state(os.path.join(args.output_dir, f"step_{resumed}"))\n',
          [
            '        saved_in = open(os.path.join(args.output_dir, f"step_{resumed}", "saved_in.txt")).read()',
            '        accelerator.load_state(os.path.join(saved_in, f"step_{resumed}"))\n',
          ].join('\n'),
        ],
      ],
      says: /It looks for something below .*where the first attempt wrote/,
    },
  ],
});
