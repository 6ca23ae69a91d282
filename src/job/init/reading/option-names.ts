import type { Flag } from './flags.ts';

/** What people call the option that says where a script writes; `-` stands for `_`, too. Best first. */
const OUTPUT = [
  'output-dir',
  'out-dir',
  'out',
  'output',
  'output-path',
  'save-dir',
  'save-path',
  'checkpoint-dir',
  'ckpt-dir',
  'workdir',
  'work-dir',
  'logdir',
  'log-dir',
  'trainer.default_root_dir',
  'default-root-dir',
];
const OUTPUT_NAMES: ReadonlySet<string> = new Set(OUTPUT);

/** What a short run needs: by what names, and which value. The first name of a row that a script has is used. */
export interface ShortOption {
  names: readonly string[];
  value: string;
}

export const STEPS: ShortOption = {
  names: [
    'max-steps',
    'max-train-steps',
    'steps',
    'num-steps',
    'train-steps',
    'total-steps',
    'max-iters',
    'iters',
    'iterations',
    'num-iterations',
    'trainer.max_steps',
  ],
  value: '20',
};
export const EPOCHS: ShortOption = {
  names: ['epochs', 'num-epochs', 'max-epochs', 'num-train-epochs', 'n-epochs'],
  value: '1',
};
/** A drill is killed long before its end, and needs epochs to go on with. */
export const DRILL_EPOCHS = '20';
/** A short run that saves nothing could not be killed beside a checkpoint. */
export const SAVES: ShortOption = {
  names: [
    'save-steps',
    'save-every',
    'save-interval',
    'checkpoint-every',
    'ckpt-every',
    'ckpt-interval',
    'checkpointing-steps',
    'checkpoint-interval',
    'save-freq',
  ],
  value: '5',
};
export const LOGS: ShortOption = {
  names: ['logging-steps', 'log-interval', 'log-every', 'log-every-n-steps'],
  value: '1',
};
export const ON_CPU: readonly ShortOption[] = [
  { names: ['use-cpu', 'cpu', 'no-cuda'], value: 'True' },
  { names: ['device', 'accelerator', 'trainer.accelerator'], value: 'cpu' },
];

/** Options that name a checkpoint to go on from, or ask to. */
export const RESUME_NAMES: readonly string[] = [
  'resume-from-checkpoint',
  'resume-from',
  'resume',
  'resume-path',
  'ckpt-path',
  'load-checkpoint',
  'restore-from',
  'auto-resume',
];

const lastPart = (name: string): string => name.split('.').at(-1)?.replaceAll('_', '-') ?? name;

/** The flag of a script that goes by one of these names, `-` and `_` being one. */
export function flagNamed<T>(all: ReadonlyMap<string, T>, names: readonly string[]): string | undefined {
  const keys = [...all.keys()];
  // A configuration has its settings in groups: `trainer.max_steps`. What stands alone counts before that.
  const byName = new Map([
    ...keys.map((name): [string, string] => [lastPart(name), name]),
    ...keys.map((name): [string, string] => [name.replaceAll('_', '-'), name]),
  ]);
  for (const name of names) {
    const own = all.has(name) ? name : byName.get(name.replaceAll('_', '-'));
    if (own !== undefined) return own;
  }
  return undefined;
}

export function outputFlag(all: ReadonlyMap<string, Flag>): string | undefined {
  return flagNamed(all, OUTPUT) ?? (isFolder(all.get('project')) ? 'project' : undefined);
}

/** Detectors write below `--project`; elsewhere that is the name of a project at a tracker. */
const isFolder = (flag: Flag | undefined): boolean => /\//.test(flag?.default ?? '');

/** Whether what a script calls so is where the command line says that it writes. */
export const isOutputName = (all: ReadonlyMap<string, Flag>, name: string): boolean =>
  OUTPUT_NAMES.has(name.replaceAll('_', '-')) || outputFlag(all) === name;
