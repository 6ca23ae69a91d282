import { type Detected, detect, type Framework, type Repository } from './detect.ts';
import { lintEntry } from './entry-lint.ts';
import { SCHEMA_URL } from './schema-url.ts';

export type { Repository } from './detect.ts';

/**
 * A commented `gpu-lease.yml` for a repository, and what to know about it. What could not be found out is written as a
 * small, safe guess with a comment that says so; the file always loads.
 *
 * @param name what to call the job; made to fit
 */
export function proposeJob(repository: Repository, name: string): { yaml: string; notes: string[] } {
  const found = detect(repository);
  return { yaml: render(found, jobName(name)), notes: notesOn(found) };
}

const jobName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'train';

interface Checkpoints {
  glob: string;
  role: 'checkpoint' | 'model' | 'opaque';
  stepKey: string;
  /** Why the file is named so. */
  why: string;
  isDegraded?: boolean;
  /** Instead of one rule for `glob`: lines before the metrics, and lines after all else. The first rule that names a file counts. */
  rules?: { first: readonly string[]; last: readonly string[] };
}

/** What Hugging Face's Trainer writes, as of 5.23. The folder is whole only with all of it; its state is written last. */
const TRAINER_FOLDER = {
  first: [
    '  # A checkpoint is the whole folder: a resume reads all of it. trainer_state.json is written last.',
    '  - {path: "checkpoint-*/*.safetensors", role: model, keep: last}',
    '  - {path: "checkpoint-*/optimizer.pt", role: optimizer, keep: last}',
    '  - {path: "checkpoint-*/trainer_state.json", role: config, keep: last}',
    '  # Scheduler, random state, settings, tokenizer: by their hash alone.',
    '  - {path: "checkpoint-*/**", role: opaque, keep: last}',
  ],
  last: [
    '  # What save_model() leaves beside the checkpoints at the end.',
    '  - {path: "*.safetensors", role: model, min: 0}',
    '  - {path: "*.json", role: config, min: 0}',
    '  - {path: "*", role: opaque, min: 0}',
  ],
};

const CHECKPOINTS: Readonly<Record<Framework, Checkpoints>> = {
  lightning: {
    glob: '**/*.ckpt',
    role: 'checkpoint',
    stepKey: 'global_step',
    why: 'as Lightning names them',
  },
  transformers: {
    glob: 'checkpoint-*/trainer_state.json',
    role: 'checkpoint',
    stepKey: 'global_step',
    why: 'as the Hugging Face Trainer names them',
    rules: TRAINER_FOLDER,
  },
  torch: { glob: '**/*.pt', role: 'checkpoint', stepKey: 'step', why: 'as torch.save is often used' },
  jax: { glob: '**/*.msgpack', role: 'checkpoint', stepKey: 'step', why: 'as Flax writes them' },
  tensorflow: { glob: '**/*.keras', role: 'model', stepKey: 'step', why: 'as Keras writes them' },
  sklearn: {
    glob: '**/*.joblib',
    role: 'model',
    stepKey: 'step',
    why: 'as joblib writes them',
    isDegraded: true,
  },
  none: { glob: '**', role: 'opaque', stepKey: 'step', why: 'everything, by its hash alone' },
};

const WRITTEN = [
  { by: /safetensors|\.safetensors\b/, glob: '**/*.safetensors', why: 'the script writes safetensors' },
  { by: /['"][^'"]*\.ckpt['"]/, glob: '**/*.ckpt', why: 'the script names .ckpt files' },
  { by: /['"][^'"]*\.pth['"]/, glob: '**/*.pth', why: 'the script names .pth files' },
  { by: /['"][^'"]*\.pt['"]/, glob: '**/*.pt', why: 'the script names .pt files' },
];

/** What the script itself writes decides over what its framework usually does. */
function checkpointsOf({ framework, entry }: Detected): Checkpoints {
  const usual = CHECKPOINTS[framework];
  if (framework === 'transformers' || framework === 'lightning') return usual;
  const written = WRITTEN.find(({ by }) => by.test(entry?.source ?? ''));
  return written
    ? { ...usual, role: 'checkpoint', glob: written.glob, why: written.why, isDegraded: false }
    : usual;
}

function render(found: Detected, name: string): string {
  const checkpoints = checkpointsOf(found);
  return `${[
    `# yaml-language-server: $schema=${SCHEMA_URL}`,
    '# What to run on a rented GPU, what it must leave behind, and what it may cost. All keys: docs/job-file.md',
    `name: ${JSON.stringify(name)}`,
    '',
    ...renderCommands(found),
    '',
    ...renderResources(found.framework),
    '',
    ...renderSmoke(found),
    '',
    ...renderArtifacts(found, checkpoints),
    '',
    ...renderCheckpoint(found, checkpoints),
    '',
    '# Nothing is rented past this. All three are needed as soon as a candidate costs money.',
    'budget: {usd: 5, hours: 4, usdPerHour: 1.25}',
    '# hold: the box waits for the approval of its release. park: it is stopped at once where that keeps its data.',
    'on-finish: hold',
  ].join('\n')}\n`;
}

function renderCommands({ command, requirements, install, secrets, entry }: Detected): string[] {
  const lines = [
    entry
      ? '# Runs in a copy of the commit. What it leaves must be under $GPU_LEASE_OUT, one directory per cell.'
      : '# CHECK: no training script was found. Write your command; it must write under $GPU_LEASE_OUT.',
    ...(entry && !command.passesOutput
      ? ['# CHECK: no flag for it was found; let the script read GPU_LEASE_OUT.']
      : []),
    `run: ${JSON.stringify(command.full)}`,
  ];
  if (requirements) {
    lines.push('# torch comes from the image; write as-pinned to install the one that this file names.');
    lines.push(`requirements: {file: ${JSON.stringify(requirements.file)}, torch: keep-image}`);
  } else if (install !== undefined) {
    lines.push('# Once per box, before the first cell.', `setup: ${JSON.stringify(install)}`);
  }
  lines.push('# Names of secrets, taken from your environment. Their values never stand here.');
  lines.push(`env: [${secrets.join(', ')}]`);
  return lines;
}

function renderResources(framework: Framework): string[] {
  const usesGpu = framework !== 'none' && framework !== 'sklearn';
  return [
    "# What the box must have: a constraint, never one platform's name of a machine.",
    'resources:',
    usesGpu ? '  gpu: {count: 1, memory: 16GB+} # name: [A100, H100] to insist on a card' : '  gpu: none',
    '  disk: 20GB+',
    '# In order of preference. local is this machine; it costs nothing.',
    'candidates:',
    '  - local',
    '  # - {platform: generic-ssh, attach: "ssh://me@box:22", usdPerHour: 0}',
    '  # - runpod',
  ];
}

function renderSmoke({ command, requirements, install }: Detected): string[] {
  const setup = requirements ? `python3 -m pip install -r ${requirements.file}` : install;
  return [
    '# Must pass on a CPU before anything is rented.',
    ...(command.isShort ? [] : ['# CHECK: make this a run of a few steps; no flag for that was found.']),
    'smoke:',
    `  run: ${JSON.stringify(command.smoke)}`,
    ...(setup === undefined ? [] : [`  # setup: ${JSON.stringify(setup)} # on a fresh runner`]),
    '  timeout: 5min',
  ];
}

function renderArtifacts({ metrics }: Detected, checkpoints: Checkpoints): string[] {
  const { rules } = checkpoints;
  return [
    '# What must exist, and be proven, before the box may be released.',
    'artifacts:',
    ...(rules?.first ?? oneRule(checkpoints)),
    ...(metrics === undefined ? [] : [`  - path: ${JSON.stringify(metrics)}`, '    role: metrics']),
    ...(rules?.last ?? []),
    metrics === undefined
      ? '# metrics: metrics.jsonl # one JSON object per line, with step and loss'
      : `metrics: ${JSON.stringify(metrics)}`,
  ];
}

const oneRule = ({ glob, role, why, isDegraded }: Checkpoints): string[] => [
  `  - path: ${JSON.stringify(glob)} # ${why}`,
  `    role: ${role}`,
  ...(role === 'opaque' ? [] : ['    keep: last']),
  ...(isDegraded ? ['    allow-degraded: true # this format carries no checksum of its own'] : []),
];

function renderCheckpoint({ resumes }: Detected, { glob, role, stepKey }: Checkpoints): string[] {
  if (role !== 'checkpoint')
    return ['# checkpoint: {path: "last.safetensors"} # what makes a preemption harmless'];
  return [
    resumes
      ? '# The same command, started again, goes on from here. The drill of the smoke proves it.'
      : '# CHECK: nothing in the script looks like a resume. Let it load its last checkpoint, then write continues.',
    'checkpoint:',
    `  path: ${JSON.stringify(glob)}`,
    `  step-key: ${stepKey}`,
    `  resume: ${resumes ? 'continues' : 'none'}`,
  ];
}

function notesOn({ entry, framework, requirements, command }: Detected): string[] {
  const notes = entry
    ? [`Entry point: ${entry.path} (${framework === 'none' ? 'no framework recognised' : framework}).`]
    : ['No training script was found: write `run` and `smoke.run`.'];
  if (entry && !command.isShort)
    notes.push('No flag for a short run was found: make `smoke.run` one of a few steps.');
  if (requirements && requirements.unpinned.length > 0) {
    const some = requirements.unpinned.slice(0, 3).join(', ');
    notes.push(`${requirements.file} does not pin every version (${some}): a second box may get others.`);
  }
  const hints = entry?.path.endsWith('.py') ? lintEntry(entry.path, entry.source) : [];
  return [...notes, ...hints.map(({ at, what, next }) => `${at.file}:${at.line}: ${what} ${next}`)];
}
