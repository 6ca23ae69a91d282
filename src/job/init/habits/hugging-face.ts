import type { PythonCall } from '../python/calls.ts';
import { placeOf, placeOfArgument } from '../python/values.ts';
import { type Code, callsOf } from '../reading/code.ts';
import { flagNamed, SAVES, type ShortOption } from '../reading/option-names.ts';
import { type WrittenPath, writtenPath } from '../reading/written-path.ts';
import type { Habits, Paste, Result } from '../trainer.ts';
import { isSeeded } from './exactness.ts';
import { savedModel, trainerFolder, trainerLog } from './hugging-face-folder.ts';
import { trainerResume, withShortRun } from './hugging-face-resume.ts';
import { lengthPaste } from './length-paste.ts';
import { outputPaste } from './output-paste.ts';

const ARGUMENTS = /(^|\.)(\w*TrainingArguments|(SFT|DPO|GRPO|KTO|ORPO|CPO|PPO|RLOO|Reward|GKD|BCO)Config)$/;

/** What all trainers that are Hugging Face's Trainer within have in common. */
export function huggingFaceHabits(
  code: Code,
  what: 'model' | 'adapter',
  smoked: 'smoke' | 'no smoke' = 'smoke',
): Habits {
  const settings = callsOf(code, ARGUMENTS).find(({ named, plain }) => named.size + plain.length > 0);
  const output = settings && outputOf(code, settings);
  const folder = output?.glob ?? (code.isStartedInOutput ? UNNAMED : '');
  const below = folder === '' ? '' : `${folder}/`;
  const { resume, pastes } = trainerResume(code);
  const length = smoked === 'smoke' ? lengthPaste(code, settings, LENGTH) : [];
  const [train] = pastes;
  // One change in place of two.
  const training = train?.at && length.length > 0 ? [withShortRun(train)] : [...length, ...pastes];
  return {
    checkpoint: trainerFolder(below, { weights: what, isWhole: isWhole(settings), isAlone: isAlone(code) }),
    results: [...savedModel(below, what), ...savedElsewhere(code, what)],
    metrics: trainerLog(below),
    resume,
    isExact: isExact(code, settings),
    short: SHORT,
    usesGpu: true,
    pastes: [...outputPastes(code, settings, output), ...training],
    checks: checksOn(code, settings),
  };
}

/**
 * The Trainer saves and restores optimizer, schedule and random states, and finds its place in the data again. It seeds itself
 * only when it is made, after the model: without a seed before that, new weights (a head, an adapter) differ from run to run.
 * Sharded checkpoints are another format for each way to shard, and were not compared.
 */
const isExact = (code: Code, settings: PythonCall | undefined): boolean =>
  isSeeded(code) &&
  !['fsdp', 'deepspeed'].some((name) => settings?.named.has(name)) &&
  settings?.named.get('ignore_data_skip') !== 'True';

/** `save_model("results/final")`: in a folder of its own. */
const savedElsewhere = (code: Code, what: 'model' | 'adapter'): Result[] =>
  callsOf(code, /\.(save_model|save_pretrained)$/).flatMap((call) => {
    const expression = call.named.get('output_dir') ?? call.named.get('save_directory') ?? call.plain[0];
    const { glob } =
      expression === undefined ? { glob: '' } : writtenPath(code, call, { expression, kind: 'directory' });
    return /[^*/]/.test(glob) ? savedModel(`${glob}/`, what) : [];
  });

/** Started as one process, as far as its people's own line says. */
const isAlone = ({ entry }: Code): boolean => (entry?.line?.launcher ?? 'python') === 'python';

const isWhole = (settings: PythonCall | undefined): boolean =>
  !['fsdp', 'deepspeed'].some((name) => settings?.named.has(name)) &&
  settings?.named.get('save_only_model') !== 'True';

const LENGTH = [
  { argument: 'max_steps', variable: 'MAX_STEPS', otherwise: '-1' },
  { argument: 'save_steps', variable: 'SAVE_STEPS', otherwise: '500', beside: 'save_strategy="steps",' },
] as const;

/** What makes a run of the Trainer short and quiet; used as far as the script has these flags. */
const SHORT: readonly ShortOption[] = [
  { names: ['save_strategy'], value: 'steps' },
  { names: ['report_to'], value: 'none' },
];

/** Where transformers writes when nothing is said. */
const UNNAMED = 'trainer_output';

function outputOf(code: Code, settings: PythonCall): WrittenPath | undefined {
  const expression = settings.named.get('output_dir') ?? settings.plain[0];
  return expression === undefined
    ? undefined
    : writtenPath(code, settings, { expression, kind: 'directory' });
}

function outputPastes(
  code: Code,
  settings: PythonCall | undefined,
  output: WrittenPath | undefined,
): Paste[] {
  if (!settings) return [];
  const now = settings.named.get('output_dir') ?? settings.plain[0];
  if (code.isStartedInOutput && (output === undefined || now === undefined)) return [];
  if (output === undefined || now === undefined)
    return [
      {
        at: placeOf(settings),
        why: 'names no output_dir: what must survive lies under $GPU_LEASE_OUT',
        lines: ['import os', 'output_dir=os.environ.get("GPU_LEASE_OUT", "out"),'],
      },
    ];
  return outputPaste(output, { name: 'output_dir', now, at: placeOfArgument(code, settings, 'output_dir') });
}

function checksOn(code: Code, settings: PythonCall | undefined): string[] {
  const every = settings?.named.get('save_strategy');
  const isFixed = flagNamed(code.flags.all, SAVES.names) === undefined;
  return [
    ...(settings?.named.get('save_only_model') === 'True'
      ? ['save_only_model=True leaves the optimizer out: a resume is not the same run. Remove it.']
      : []),
    ...(isFixed && /epoch/i.test(every ?? '')
      ? [
          'it saves once per epoch: a box that is taken away costs up to an epoch. save_strategy="steps" costs less.',
        ]
      : []),
    ...(isFixed && /['"]no['"]/.test(every ?? '')
      ? ['save_strategy="no" saves nothing to go on from. Write save_strategy="steps".']
      : []),
    ...(settings?.named.get('fp16') === 'True'
      ? ['fp16=True needs a GPU; fp16=torch.cuda.is_available() lets the smoke run on a CPU.']
      : []),
  ];
}
