/** What `gpu-lease init` may look at: the files of a repository, relative, with forward slashes. */
export interface Repository {
  files: readonly string[];
  /** Text of one of them, `undefined` when it cannot be read as text. */
  read(path: string): string | undefined;
}

export type Framework = 'lightning' | 'transformers' | 'torch' | 'jax' | 'tensorflow' | 'sklearn' | 'none';

export interface Detected {
  /** `undefined`: nothing looks like a training script. */
  entry?: { path: string; source: string };
  framework: Framework;
  /** A pip-style requirements file. */
  requirements?: { file: string; unpinned: string[] };
  /** Command that installs the repository itself, when it is a package. */
  install?: string;
  command: EntryCommand;
  /** Names of secrets that the script's libraries read. */
  secrets: string[];
  /** Relative to the output directory. */
  metrics?: string;
  resumes: boolean;
}

interface EntryCommand {
  full: string;
  /** The same entry point, made short by a flag that it has. `isShort` is false when no such flag was found. */
  smoke: string;
  isShort: boolean;
  /** Whether the output directory could be passed by a flag; if not, the script must read `GPU_LEASE_OUT`. */
  passesOutput: boolean;
}

export function detect(repository: Repository): Detected {
  const entry = findEntry(repository);
  const source = entry?.source ?? '';
  const requirements = findRequirements(repository);
  const declared = [
    requirements?.text,
    repository.read('pyproject.toml'),
    repository.read('environment.yml'),
  ].join('\n');
  const metrics = /['"]([A-Za-z0-9_-]{1,40}\.jsonl)['"]/.exec(source)?.[1];
  const secrets = SECRETS_OF.filter(({ library }) => library.test(source)).map(({ secret }) => secret);
  return {
    ...(entry && { entry }),
    framework: frameworkOf(source, declared),
    ...(requirements && { requirements: { file: requirements.file, unpinned: requirements.unpinned } }),
    ...(repository.files.includes('pyproject.toml') && { install: 'python3 -m pip install .' }),
    command: commandOf(entry?.path, source, npmTrain(repository)),
    secrets,
    ...(metrics !== undefined && { metrics }),
    resumes: /load_state_dict|resume|load_checkpoint|load_file\(|ckpt_path|restore\(/i.test(source),
  };
}

const SECRETS_OF = [
  { library: /^\s*(import|from)\s+wandb\b/m, secret: 'WANDB_API_KEY' },
  { library: /push_to_hub|huggingface_hub|hf_hub_download/, secret: 'HF_TOKEN' },
  { library: /^\s*(import|from)\s+comet_ml\b/m, secret: 'COMET_API_KEY' },
];

const NOT_OURS =
  /(^|\/)(\.|node_modules\/|venv\/|env\/|site-packages\/|tests?\/|docs?\/|build\/|dist\/|third_party\/)/;

/** Names that people give to what trains, best first. */
const ENTRY_NAMES = [
  /^train\.py$/,
  /^(finetune|fine_tune|pretrain|run_train|train_\w+|\w+_train|run_\w+)\.py$/,
  /^main\.py$/,
  /^run\.py$/,
  /^train\.sh$/,
  /^train\.m?[jt]s$/,
];

function findEntry({ files, read }: Repository): Detected['entry'] {
  const ranked = files
    .filter((path) => !NOT_OURS.test(path))
    .flatMap((path) => {
      const rank = ENTRY_NAMES.findIndex((name) => name.test(path.split('/').at(-1) ?? ''));
      return rank < 0 ? [] : [{ path, rank, depth: path.split('/').length }];
    })
    .sort((a, b) => a.rank - b.rank || a.depth - b.depth || (a.path < b.path ? -1 : 1));
  // A file of that name that nobody can start is a module, not an entry point.
  const startable = ranked.find(({ path }) => !path.endsWith('.py') || isScript(read(path) ?? ''));
  const best = startable ?? ranked[0];
  return best && { path: best.path, source: read(best.path) ?? '' };
}

const isScript = (source: string): boolean =>
  /__main__|argparse|hydra\.main|click\.command|typer\.|^\w+\.(fit|train)\(/m.test(source);

const FRAMEWORKS: readonly { name: Framework; library: string }[] = [
  { name: 'lightning', library: 'pytorch_lightning|pytorch-lightning|lightning' },
  { name: 'transformers', library: 'transformers|trl|peft' },
  { name: 'torch', library: 'torch' },
  { name: 'jax', library: 'jax|flax' },
  { name: 'tensorflow', library: 'tensorflow|keras' },
  { name: 'sklearn', library: 'sklearn|scikit-learn' },
];

/** The script's own imports decide; what is only declared counts when it imports none of these. */
function frameworkOf(source: string, declared: string): Framework {
  const imports = (library: string) =>
    new RegExp(`^\\s*(?:import|from)\\s+(?:${library})\\b`, 'm').test(source);
  const declares = (library: string) => new RegExp(`^\\s*["'-]*\\s*(?:${library})\\b`, 'm').test(declared);
  const found =
    FRAMEWORKS.find(({ library }) => imports(library)) ?? FRAMEWORKS.find(({ library }) => declares(library));
  return found?.name ?? 'none';
}

const REQUIREMENTS = [
  'requirements.lock',
  'requirements-lock.txt',
  'requirements.txt',
  'requirements/train.txt',
  'requirements/base.txt',
];

function findRequirements({
  files,
  read,
}: Repository): { file: string; text: string; unpinned: string[] } | undefined {
  const file = REQUIREMENTS.find((name) => files.includes(name));
  if (file === undefined) return undefined;
  const text = read(file) ?? '';
  return { file, text, unpinned: unpinnedRequirements(text) };
}

/** Lines of a requirements file that name a package without one exact version (P1-12). */
export function unpinnedRequirements(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => /^[A-Za-z0-9]/.test(line))
    .filter((line) => !/===?\s*[^*\s,;]+(\s|;|\\|$)/.test(line) && !/@\s*\S+[0-9a-f]{40}/.test(line));
}

function npmTrain({ read }: Repository): string | undefined {
  try {
    const scripts = (JSON.parse(read('package.json') ?? '{}') as { scripts?: Record<string, unknown> } | null)
      ?.scripts;
    return typeof scripts?.['train'] === 'string' ? 'npm run train' : undefined;
  } catch {
    return undefined; // Not JSON: then it tells us nothing.
  }
}

const OUTPUT_FLAGS = [
  'output-dir',
  'output_dir',
  'out-dir',
  'out_dir',
  'out',
  'output',
  'save-dir',
  'save_dir',
  'checkpoint-dir',
  'workdir',
  'logdir',
];
const SHORT_FLAGS = [
  {
    names: [
      'max-steps',
      'max_steps',
      'steps',
      'num-steps',
      'num_steps',
      'max-iters',
      'max_iters',
      'iters',
      'iterations',
    ],
    value: 20,
  },
  { names: ['epochs', 'num-epochs', 'num_epochs', 'max-epochs', 'max_epochs', 'num_train_epochs'], value: 1 },
];

function commandOf(path: string | undefined, source: string, npm: string | undefined): EntryCommand {
  if (path === undefined || (npm !== undefined && !path.endsWith('.py'))) {
    const full = npm ?? 'python3 train.py';
    return { full, smoke: full, isShort: false, passesOutput: false };
  }
  const start = `${STARTERS.find(({ of }) => path.endsWith(of))?.by ?? 'python3'} ${forShell(path)}`;
  if (/hydra\.main/.test(source)) {
    const full = `${start} hydra.run.dir="$GPU_LEASE_OUT"`;
    return { full, smoke: full, isShort: false, passesOutput: true };
  }
  const flags = flagsOf(source);
  const output = OUTPUT_FLAGS.find((name) => flags.has(name));
  const full = output === undefined ? start : `${start} --${output} "$GPU_LEASE_OUT"`;
  for (const { names, value } of SHORT_FLAGS) {
    const flag = names.find((name) => flags.has(name));
    // A short run that saves nothing could not be killed beside a checkpoint.
    const saves = ['save_steps', 'save-steps'].find((name) => flags.has(name));
    const smoke = `${full} --${flag} ${value}${saves === undefined || value < 10 ? '' : ` --${saves} 5`}`;
    if (flag !== undefined) return { full, smoke, isShort: true, passesOutput: output !== undefined };
  }
  return { full, smoke: full, isShort: false, passesOutput: output !== undefined };
}

const STARTERS = [
  { of: '.py', by: 'python3' },
  { of: '.sh', by: 'sh' },
  { of: 's', by: 'node' },
];

/** Long options that argparse, click, typer or absl define in this source; those of the Hugging Face parser are implied. */
function flagsOf(source: string): Set<string> {
  const flags = new Set<string>();
  for (const [, name] of source.matchAll(
    /(?:add_argument|option|Option)\([^)]{0,200}?['"]--([A-Za-z0-9_-]{1,40})['"]/g,
  )) {
    if (name) flags.add(name);
  }
  for (const [, name] of source.matchAll(/flags\.DEFINE_\w+\(\s*['"](\w{1,40})['"]/g))
    if (name) flags.add(name);
  for (const [, name] of source.matchAll(/parseArgs[\s\S]{0,40}?['"]?([a-z-]{2,40})['"]?:\s*\{\s*type:/g))
    if (name) flags.add(name);
  if (/HfArgumentParser/.test(source))
    for (const name of ['output_dir', 'max_steps', 'save_steps']) flags.add(name);
  return flags;
}

const forShell = (path: string): string =>
  /^[A-Za-z0-9._/-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
