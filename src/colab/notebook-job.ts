import type { CodeBundle } from '../box/box-plan.ts';
import { globToEre } from '../box/keeper-pattern.ts';
import { namesOneOfFolder, setGlobs } from '../job/checkpoint-sets.ts';
import type { CheckpointRule, Job } from '../job/job.ts';
import { watchedGlobs } from '../job/watched.ts';
import { installCommand } from '../launch/install-command.ts';
import { pushedRequirements } from '../launch/pushed-requirements.ts';
import { growthOf } from '../metrics/reader.ts';
import { filesOf, isPrinted, sourcesOf } from '../metrics/rule.ts';
import { UNFINISHED_ERE } from '../verify/read/sniff.ts';

/** What the notebook is told of its job; patterns are regular expressions over paths relative to a cell's output directory. */
export interface NotebookJob {
  run: string;
  job: string;
  /** Whole id, and where it can be fetched from. */
  commit: string;
  remote: string;
  /** Directory of the job file in the repository. */
  folder: string;
  configHash: string;
  command: string;
  setup: string | null;
  vars: Record<string, string>;
  cells: { name: string; vars: Record<string, string> }[];
  /** Names alone. */
  secrets: string[];
  gpu: { names: string[]; count: number; memory_gb: number } | null;
  requirements: {
    text: string;
    install: string;
    index: { url: string; token: string | null } | null;
  } | null;
  checkpoint: NotebookSets | null;
  watched: string[];
  /** What is kept beside a checkpoint while the command runs, and which of it grows line by line. */
  beside: string[];
  growing: string[];
  artifacts: string[];
  unfinished: string;
}

/** The rule by which the keeper of a box tells checkpoints, see `box/keeper-sets.ts`. */
interface NotebookSets {
  form: 'list' | 'one' | 'glob';
  paths: string[];
  pattern: string;
  below: string[];
  complete: string | null;
}

/** A job file read and bound to the code of its commit. */
export interface Bound {
  job: Job;
  code: CodeBundle;
  requirements: string | undefined;
  configHash: string;
  folder?: string | undefined;
}

/** A session of Colab that goes on with the same configuration is the same run: its name follows from both. */
export const colabRunId = (job: string, configHash: string): string =>
  `${job}-colab-${configHash.slice(0, 12)}`;

export function notebookJob(bound: Bound, remote: string): NotebookJob {
  const { job, code, configHash } = bound;
  const growing = sourcesOf(job).filter((rule) => ['lines', 'table'].includes(growthOf(rule)));
  const wide = (globs: readonly string[]): string[] => globs.map((glob) => globToEre(glob, 'wide'));
  return {
    run: colabRunId(job.name, configHash),
    job: job.name,
    commit: code.commit,
    remote,
    folder: bound.folder ?? '.',
    configHash,
    command: job.run,
    setup: job.setup || null,
    vars: job.vars,
    cells: job.cells.map(({ name, vars }) => ({ name, vars })),
    secrets: job.secrets,
    gpu: gpuOf(job),
    requirements: requirementsOf(bound),
    checkpoint: job.checkpoint && job.checkpoint.resume !== 'none' ? setsOf(job.checkpoint) : null,
    watched: wide(watchedGlobs(job)),
    beside: wide(besideGlobs(job)),
    growing: wide(growing.flatMap((rule) => (isPrinted(rule) ? [] : [rule.path]))),
    artifacts: wide(job.artifacts.map(({ path }) => path)),
    unfinished: UNFINISHED_ERE,
  };
}

function gpuOf({ resources: { gpu } }: Job): NotebookJob['gpu'] {
  return gpu ? { names: gpu.names, count: gpu.count, memory_gb: gpu.memoryGb?.min ?? 0 } : null;
}

function requirementsOf({ job, code, requirements }: Bound): NotebookJob['requirements'] {
  if (!job.requirements || requirements === undefined) return null;
  const { file, torch, index } = job.requirements;
  const { text, constraints } = pushedRequirements(job.requirements, requirements, code);
  return {
    text,
    install: installCommand(file, torch, constraints),
    index: index ? { url: index.url, token: index.token ?? null } : null,
  };
}

function setsOf(rule: CheckpointRule): NotebookSets {
  const { path, complete } = rule;
  const below = setGlobs(rule).map((glob) => globToEre(glob, 'wide'));
  const shared = { below, complete: complete ?? null };
  if (Array.isArray(path)) return { form: 'list', paths: path, pattern: '', ...shared };
  const form = namesOneOfFolder(path) ? 'one' : 'glob';
  // What it matches is a checkpoint for certain.
  return { form, paths: [], pattern: globToEre(path, 'narrow'), ...shared };
}

/** A look at a box keeps the same beside checkpoints: what the job keeps while it runs, and metrics. */
const besideGlobs = (job: Job): string[] => [
  ...job.artifacts.filter(({ keep }) => keep !== 'evidence').map(({ path }) => path),
  ...sourcesOf(job).flatMap((rule) => (isPrinted(rule) ? [] : [filesOf(rule.path, rule.format ?? 'jsonl')])),
];
