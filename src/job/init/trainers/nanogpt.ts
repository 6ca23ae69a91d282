import { meansToBeExact } from '../habits/exactness.ts';
import { checkpointSave, handwrittenResume, savesOf } from '../habits/handwritten.ts';
import { writtenMetrics } from '../habits/handwritten-metrics.ts';
import type { ShortOption } from '../reading/option-names.ts';
import type { Habits, Resume, Trainer } from '../trainer.ts';

/** What makes such a script short and fit for a CPU; used as far as it has these names. */
const SHORT: readonly ShortOption[] = [
  { names: ['eval_interval'], value: '5' },
  { names: ['eval_iters'], value: '2' },
  { names: ['log_interval'], value: '1' },
  { names: ['always_save_checkpoint'], value: 'True' },
  { names: ['compile'], value: 'False' },
  { names: ['dtype'], value: 'float32' },
  { names: ['wandb_log'], value: 'False' },
];

/**
 * Settings are plain names at the left edge, set by `--name=value` through configurator.py. `ckpt.pt` is written in place
 * beside every evaluation that was better, or always with `always_save_checkpoint`, and `--init_from=resume` goes on from it.
 */
export const nanogpt: Trainer = {
  name: 'nanogpt',
  title: "a script of nanoGPT's kind",
  isUsed: ({ flags }) => flags.parser === "nanoGPT's configurator",
  habits(code): Habits {
    const save = checkpointSave(savesOf(code));
    const canResume = code.flags.all.has('init_from') && /['"]resume['"]/.test(code.files[0]?.code ?? '');
    const resume: Resume = canResume
      ? {
          how: 'flag',
          flag: 'init_from',
          value: { word: 'resume' },
          because: 'the command gives --init_from=resume when there is a checkpoint',
        }
      : handwrittenResume(code, save);
    const metrics = writtenMetrics(code);
    return {
      checkpoint: {
        path: save?.path.glob || 'ckpt.pt',
        stepKey: 'iter_num',
        why: 'weights, optimizer and iteration in one file, written over itself',
      },
      results: [],
      ...(metrics && { metrics }),
      resume,
      isExact: meansToBeExact(code),
      short: SHORT,
      usesGpu: true,
      pastes:
        resume.how !== 'not'
          ? []
          : [
              {
                why: 'before the loop: goes on from the checkpoint when there is one',
                lines: [
                  'if os.path.exists(os.path.join(out_dir, "ckpt.pt")): init_from = "resume"',
                  'if init_from == "resume": checkpoint = torch.load(os.path.join(out_dir, "ckpt.pt"), map_location=device)',
                ],
              },
            ],
      checks: code.repository.files.some((path) => /(^|\/)prepare\.py$/.test(path))
        ? [
            'data is prepared by a script of its own (prepare.py): write that into `setup` and into `smoke.setup`.',
          ]
        : [],
    };
  },
};
