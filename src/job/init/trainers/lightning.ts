import { meansToBeExact } from '../habits/exactness.ts';
import { lengthPaste } from '../habits/length-paste.ts';
import { outputPaste } from '../habits/output-paste.ts';
import { newestByFlag, resumeByFlag } from '../habits/resume-flag.ts';
import type { PythonCall } from '../python/calls.ts';
import { lineText, literalText, originText, placeOf } from '../python/values.ts';
import { type Code, callsOf, imports } from '../reading/code.ts';
import { EPOCHS, flagNamed, STEPS } from '../reading/option-names.ts';
import { writtenPath } from '../reading/written-path.ts';
import { showPlace } from '../repository.ts';
import type { Habits, MetricsSource, Paste, Resume, Trainer } from '../trainer.ts';

const LIGHTNING = '(lightning|pytorch_lightning)\\.';
const TRAINER = new RegExp(`^${LIGHTNING}([\\w.]+\\.)?Trainer$`);
const CLI = new RegExp(`^${LIGHTNING}([\\w.]+\\.)?LightningCLI$`);

/**
 * Writes one `.ckpt` file each, whole or not at all (a transaction, in its source), with `global_step`, optimizers, loops and
 * callbacks. `ckpt_path="last"` loads nothing where there is nothing, and looks for `last*.ckpt` only in the folder that the
 * callback names: without `dirpath` a second start has a new `version_N` and finds none (lightning 2.6.6, 2026-11-25).
 */
export const lightning: Trainer = {
  name: 'lightning',
  title: 'Lightning',
  isUsed: (code) =>
    callsOf(code, TRAINER).length > 0 ||
    callsOf(code, CLI).length > 0 ||
    imports(code, 'lightning.pytorch') ||
    (imports(code, 'pytorch_lightning') && !imports(code, 'lightning.Fabric')),
  habits(code): Habits {
    const [trainer] = callsOf(code, TRAINER);
    const callback = callsOf(code, /(^|\.)ModelCheckpoint$/)[0];
    const folder = callback && folderOf(code, callback);
    const { resume, pastes } = resumeOf(code, callback);
    return {
      ...writtenBy(code, callback, folder),
      ...metricsOf(code),
      resume,
      isExact: isExact(code, callback),
      usesGpu: true,
      pastes: [...rootPastes(code, trainer, callback), ...lengthPaste(code, trainer, LENGTH), ...pastes],
      checks: checksOf(code, callback),
    };
  },
};

/** Where the run goes on from `last.ckpt`, that one is the checkpoint and the others are not. */
function writtenBy(
  code: Code,
  callback: PythonCall | undefined,
  folder: string | undefined,
): Pick<Habits, 'checkpoint' | 'results'> {
  const all = folder === undefined ? '**/*.ckpt' : folder === '' ? '*.ckpt' : `${folder}/*.ckpt`;
  const holds = 'weights, optimizers, schedules and loops; Lightning writes it whole or not at all';
  if (!readsLast(code, callback))
    return {
      checkpoint: { path: all, stepKey: 'global_step', why: `one file holds ${holds}` },
      results: [],
    };
  return {
    checkpoint: {
      path: all.replace(/\*\.ckpt$/, 'last*.ckpt'),
      stepKey: 'global_step',
      why: `the file that fit() goes on from, with ${holds}`,
    },
    results: [
      {
        path: all,
        role: 'checkpoint',
        isOptional: true,
        why: 'what ModelCheckpoint keeps beside it, as the best ones',
      },
    ],
  };
}

const checksOf = (code: Code, callback: PythonCall | undefined): string[] => [
  ...(callsOf(code, CLI).length > 0 ||
  (isByStep(code) && callback && callback.named.get('every_n_train_steps') === undefined)
    ? [
        'a checkpoint comes once per epoch, and the smoke needs one within its steps: ModelCheckpoint(every_n_train_steps=…) writes more.',
      ]
    : []),
  ...(leavesLastBehind(callback)
    ? [
        'after a resume in a folder of another path Lightning writes last-v1.ckpt and leaves last.ckpt as it is: a second loss would go back to it. Add enable_version_counter=False to the ModelCheckpoint.',
      ]
    : []),
  ...(isLink(callback)
    ? [
        'save_last="link" makes last.ckpt a link, and another box is given files alone: it would find no last.ckpt. Write save_last=True.',
      ]
    : []),
  ...(callback?.named.get('save_weights_only') === 'True'
    ? ['save_weights_only=True leaves the optimizer out: fit() cannot go on from such a file. Remove it.']
    : []),
];

/**
 * Its file holds no random state; only a script that adds one, seeded, gets the same run back. Amid an epoch the order of the
 * data is lost even then: a restored loop skips batches of an order that was drawn anew.
 */
const isExact = (code: Code, callback: PythonCall | undefined): boolean =>
  meansToBeExact(code) && callback?.named.has('every_n_train_steps') !== true;

const LENGTH = [{ argument: 'max_steps', variable: 'MAX_STEPS', otherwise: '-1' }] as const;

/** A smoke of so many steps, and not of epochs. */
const isByStep = (code: Code): boolean =>
  flagNamed(code.flags.all, STEPS.names) !== undefined ||
  flagNamed(code.flags.all, EPOCHS.names) === undefined;

function folderOf(code: Code, callback: PythonCall): string | undefined {
  const dirpath = callback.named.get('dirpath') ?? callback.plain[0];
  return dirpath === undefined
    ? undefined
    : writtenPath(code, callback, { expression: dirpath, kind: 'directory' }).glob;
}

function rootPastes(code: Code, trainer: PythonCall | undefined, callback: PythonCall | undefined): Paste[] {
  if (code.isStartedInOutput || (callsOf(code, CLI).length > 0 && !trainer)) return [];
  const named = [
    { call: trainer, name: 'default_root_dir' },
    { call: callback, name: 'dirpath' },
  ].flatMap(({ call, name }) => {
    const now = call?.named.get(name);
    return call && now !== undefined
      ? outputPaste(writtenPath(code, call, { expression: now, kind: 'directory' }), { name, now })
      : [];
  });
  // With a folder for the checkpoints and a logger of its own nothing is left to go there.
  const isPlaced = callback?.named.has('dirpath') === true && trainer?.named.has('logger') === true;
  if (!trainer || isPlaced || named.length > 0 || trainer.named.has('default_root_dir')) return named;
  return [
    {
      at: placeOf(trainer),
      why: 'names no default_root_dir: logs and checkpoints go into the working directory, where nothing is looked for',
      lines: ['import os', 'default_root_dir=os.environ.get("GPU_LEASE_OUT", "."),'],
    },
  ];
}

function resumeOf(code: Code, callback: PythonCall | undefined): { resume: Resume; pastes: Paste[] } {
  const fits = callsOf(code, /\.fit$/);
  const asked = fits.find(({ named }) => named.has('ckpt_path'));
  const value = asked?.named.get('ckpt_path') ?? '';
  if (callsOf(code, CLI).length > 0) {
    const byFlag = resumeByFlag(code);
    if (byFlag) return { resume: byFlag, pastes: [] };
  }
  if (!asked || value === 'None') {
    const because = 'fit() is called without ckpt_path: a restart begins at step 0';
    const [fit] = fits;
    const whole = code.isStartedInOutput && fit && !asked && !callback ? fitPaste(code, fit) : undefined;
    return { resume: { how: 'not', because }, pastes: [whole ?? resumePaste(asked ?? fit, callback)] };
  }
  const at = showPlace(placeOf(asked));
  if (literalText(value) === 'last') {
    if (keepsLastInOnePlace(callback))
      return {
        resume: { how: 'itself', because: `${at} goes on from last.ckpt when there is one` },
        pastes: [],
      };
    const because = `${at} asks for the last checkpoint, and no ModelCheckpoint keeps one in a folder that a restart looks into`;
    return { resume: { how: 'not', because }, pastes: [resumePaste(asked, callback)] };
  }
  const origin = originText(code, asked, value);
  if (LOOKS_FIRST.test(origin))
    return {
      resume: { how: 'itself', because: `${at} goes on from the checkpoint when there is one` },
      pastes: [],
    };
  const flag = flagNamed(code.flags.all, ['ckpt_path', 'resume_from_checkpoint', 'resume']);
  if (flag !== undefined && /^(\w+\.)+\w+$|^\w+$/.test(value))
    return { resume: newestByFlag(flag, at), pastes: [] };
  const because = `${at} takes its checkpoint from ${value.slice(0, 60)}, and whether that finds the newest was not seen`;
  return { resume: { how: 'not', because }, pastes: [resumePaste(asked, callback)] };
}

const LOOKS_FIRST =
  /\b(exists|isfile|is_file|glob|listdir|latest\w*|newest\w*|last_checkpoint|find_\w*)\s*\(/;

const keepsLastInOnePlace = (callback: PythonCall | undefined): boolean => {
  const dirpath = callback?.named.get('dirpath') ?? callback?.plain[0];
  const last = callback?.named.get('save_last');
  const isKept = last !== undefined && !/^(False|None)$/.test(last) && !isLink(callback);
  return dirpath !== undefined && dirpath !== 'None' && isKept;
};

const isLink = (callback: PythonCall | undefined): boolean =>
  literalText(callback?.named.get('save_last') ?? '') === 'link';

/**
 * Each save writes `epoch=…-step=….ckpt` and then `last.ckpt`, two files of one moment. Whoever goes on from the last one is not
 * helped by the other, which is the newest for as long as `last.ckpt` is not there yet (lightning 2.6.6, 2026-11-25).
 */
function readsLast(code: Code, callback: PythonCall | undefined): boolean {
  if (!keepsLastInOnePlace(callback)) return false;
  return callsOf(code, /\.fit$/).some((fit) => {
    const value = fit.named.get('ckpt_path') ?? '';
    return literalText(value) === 'last' || /["'/]last\.ckpt["']/.test(originText(code, fit, value));
  });
}

/**
 * What the callback wrote is known to it only in the folder where it wrote: on another box it takes `last.ckpt` for somebody
 * else's and counts on (lightning 2.6.6, seen 2026-11-25).
 */
const leavesLastBehind = (callback: PythonCall | undefined): boolean =>
  keepsLastInOnePlace(callback) && callback?.named.get('enable_version_counter') !== 'False';

/** Where Lightning saves by itself, each start in a folder of its own: the newest of any, for a run of ours alone. */
function fitPaste(code: Code, fit: PythonCall): Paste | undefined {
  const at = placeOf(fit);
  const [, before] = /^([^#]*\.fit\([^#]*)\)$/.exec(lineText(code, at)) ?? [];
  if (before === undefined) return undefined;
  return {
    at,
    why: 'in place of this line: goes on from the newest checkpoint when there is one',
    lines: [
      'import glob, os',
      'done = glob.glob("**/*.ckpt", recursive=True) if "GPU_LEASE_OUT" in os.environ else []',
      `${before}, ckpt_path=max(done, key=os.path.getmtime, default=None))`,
    ],
  };
}

function resumePaste(fit: PythonCall | undefined, callback: PythonCall | undefined): Paste {
  const at = callback ?? fit;
  return {
    ...(at && { at: placeOf(at) }),
    why: 'keeps the last checkpoint where a restart looks for it, and goes on from it',
    lines: [
      'ModelCheckpoint(dirpath=os.environ.get("GPU_LEASE_OUT", "checkpoints"), save_last=True, every_n_train_steps=100, enable_version_counter=False)  # among the callbacks',
      'trainer.fit(model, ckpt_path="last")',
    ],
  };
}

/** `metrics.csv` of the CSVLogger; else TensorBoard events, or the CSV where TensorBoard is not installed. */
function metricsOf(code: Code): { metrics?: MetricsSource } {
  const [trainer] = callsOf(code, TRAINER);
  const logger = trainer?.named.get('logger');
  if (logger === 'False') return {};
  const keys = callsOf(code, /\.log$/).flatMap(({ plain }) => literalText(plain[0]) ?? []);
  const loss =
    keys.find((key) => /loss/i.test(key) && !/val/i.test(key)) ?? keys.find((key) => /loss/i.test(key));
  const losses = loss === undefined ? {} : { lossKey: loss };
  const writesCsv = callsOf(code, /(^|\.)CSVLogger$/).length > 0;
  const writesEvents =
    callsOf(code, /(^|\.)TensorBoardLogger$/).length > 0 ||
    code.declared.has('tensorboard') ||
    code.declared.has('tensorboardX');
  if (writesCsv || !writesEvents)
    return {
      metrics: {
        path: '**/metrics.csv',
        format: 'csv',
        stepKey: 'step',
        ...losses,
        why: writesCsv
          ? 'as the CSVLogger writes it'
          : 'as Lightning writes it where TensorBoard is not installed',
      },
    };
  return {
    metrics: {
      path: '**/events.out.tfevents.*',
      format: 'tensorboard',
      ...losses,
      why: 'as Lightning writes them for TensorBoard',
    },
  };
}
