import type { PythonSource } from './python-sources.ts';
import type { SmokeWarning } from './world.ts';

/**
 * What the source says about repeatability. Text can show that something is missing; it cannot show that a run repeats,
 * so there is no verdict "achieved".
 */
export type Determinism =
  | { verdict: 'not-declared' }
  | { verdict: 'declared-not-achieved'; seeds: string[]; missing: string[] }
  | { verdict: 'declared-with-knobs'; seeds: string[] };

const SEEDS =
  /\b(?:torch\.manual_seed|torch\.cuda\.manual_seed(?:_all)?|(?:np|numpy)\.random\.seed|random\.seed|tf\.random\.set_seed|(?:pl\.|L\.)?seed_everything|set_seed|set_random_seed)\s*\(/g;

interface Knob {
  knob: string;
  set: RegExp;
  /** Only asked for when the source matches. */
  when?: RegExp;
}

/** One call that stands for all flags: Lightning's `deterministic=True`, the Trainer's `full_determinism`. */
const ALL_FLAGS =
  /\bdeterministic\s*=\s*(?:True|["']warn["'])|\bfull_determinism\s*=\s*True|\benable_full_determinism\s*\(|\benable_op_determinism\s*\(/;
const WORKERS = /\bnum_workers\s*=\s*(?!0\b)/;

const KNOBS: Knob[] = [
  {
    knob: 'torch.use_deterministic_algorithms(True)',
    set: /\buse_deterministic_algorithms\s*\(\s*True/,
    when: /\btorch\b/,
  },
  {
    knob: 'torch.backends.cudnn.deterministic = True and cudnn.benchmark = False',
    set: /\bcudnn\.deterministic\s*=\s*True[\s\S]*\bcudnn\.benchmark\s*=\s*False|\bcudnn\.benchmark\s*=\s*False|\buse_deterministic_algorithms\s*\(\s*True/,
    when: /\btorch\b/,
  },
  {
    knob: 'CUBLAS_WORKSPACE_CONFIG=:4096:8 before the first use of CUDA',
    set: /\bCUBLAS_WORKSPACE_CONFIG\b/,
    when: /\btorch\b/,
  },
  {
    knob: 'DataLoader(worker_init_fn=..., generator=...): workers otherwise inherit one NumPy and random state',
    set: /\bworker_init_fn\s*=\s*(?!None\b)|\bseed_everything\s*\([^)]*workers\s*=\s*True/,
    when: WORKERS,
  },
  {
    knob: 'seeds of random and numpy.random beside that of torch',
    set: /\b(?:np|numpy)\.random\.(?:seed|default_rng)\s*\(|\bseed_everything\s*\(|\bset_seed\s*\(/,
    when: /\b(?:np|numpy)\.random\b/,
  },
  { knob: 'tf.config.experimental.enable_op_determinism()', set: ALL_FLAGS, when: /\btensorflow\b/ },
];

export function auditDeterminism(
  sources: readonly PythonSource[],
  vars: Readonly<Record<string, string>>,
): Determinism {
  // Variables of the job count as if the source set them: that is where CUBLAS_WORKSPACE_CONFIG belongs.
  const code = [...sources.map((source) => source.code), ...Object.keys(vars)].join('\n');
  const seeds = [...new Set([...code.matchAll(SEEDS)].map(([call]) => call.replace(/\s*\($/, '')))];
  if (seeds.length === 0) return { verdict: 'not-declared' };
  const asked = KNOBS.filter(({ when }) => when === undefined || when.test(code));
  const coveredByOne = ALL_FLAGS.test(code);
  const missing = asked.filter(({ set, when }) => !set.test(code) && !(coveredByOne && when !== WORKERS));
  if (missing.length === 0) return { verdict: 'declared-with-knobs', seeds };
  return { verdict: 'declared-not-achieved', seeds, missing: missing.map(({ knob }) => knob) };
}

export function determinismWarning(audit: Determinism): SmokeWarning | undefined {
  if (audit.verdict !== 'declared-not-achieved') return undefined;
  return {
    code: 'determinism',
    what: `Determinism is declared, not achieved: ${audit.seeds.join(', ')} is called, and nothing sets ${audit.missing.join('; ')}.`,
    next: 'Set them, or do not expect two runs with one seed to give the same numbers; other drivers and GPUs still differ.',
  };
}
