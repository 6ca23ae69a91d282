import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import { type CheckpointSet, numberOf } from '../job/checkpoint-sets.ts';
import { compileGlob } from '../job/glob.ts';
import type { ArtifactRule, CheckpointRule, Job } from '../job/job.ts';
import type { KeptFile } from '../lease/events.ts';
import { attemptsOf } from '../lease/run.ts';
import { keysInFile, sourcesOf } from '../metrics/rule.ts';
import type { TensorRow } from '../verify/contract/tensor-table.ts';
import type { Tree } from '../verify/contract/tree.ts';
import { type FileVerdict, isWrittenOut } from '../verify/contract/verdict.ts';
import { roleByName } from '../verify/engine/role-guess.ts';
import type { Collected } from './gathering.ts';
import { sha256Of } from './kept-copies.ts';
import { type Loaded, loadVerify, type PulledFile } from './load-verify.ts';
import { storeOf } from './places.ts';

/** What loading a set gave. All of its files, or none. */
export type SetVerdict =
  | {
      isWhole: true;
      files: KeptFile[];
      step: number | undefined;
      /** Empty where they are not known. */
      keys: string[];
      /** Paths of files that were not read to their end, so that nobody has hashed them here. */
      unhashed: string[];
    }
  /**
   * `isFinished`: written to its end, and not accepted all the same. `isOther`: what was read are other bytes than the box has,
   * which says nothing of the set. `lacks`: every file that is there is well, and these are not there; as ends of a sentence
   * that begins with the set's name.
   */
  | {
      isWhole: false;
      path: string;
      why: string;
      isFinished: boolean;
      isOther?: true;
      lacks?: readonly string[];
    };

/** What is said of a set where a file of it is not there. */
const ABSENT = ['file-missing', 'shard-missing', 'weights-missing', 'rank-missing'];

/** A metrics file that no artifact rule names is kept for a resume all the same. */
const RESUME_ONLY: ArtifactRule = {
  path: '**',
  role: 'opaque',
  keep: 'last',
  min: 0,
  contains: [],
  allowDegraded: true,
};

/** The file of a set as its row in the job says, else as its name does: kept all the same, but not when it is broken. */
export function pulledOf(job: Job, set: CheckpointSet, entry: ManifestEntry): PulledFile {
  const rule = ruleOf(job, entry.path);
  return {
    entry,
    rule: rule ?? unnamed(entry.path),
    ...(rule === undefined && { isGuessed: true }),
    ...expectationOf(job.checkpoint, set, entry.path),
  };
}

/** Of its own for every file: files of one rule are held against each other as checkpoints of different steps. */
const unnamed = (path: string): ArtifactRule => ({
  ...RESUME_ONLY,
  path,
  role: roleByName(path) ?? 'opaque',
});

/** In a folder each file has its own customs, unless the job says where the step stands. */
function expectationOf(rule: CheckpointRule | undefined, { form, name }: CheckpointSet, path: string) {
  if (!rule) return {};
  const isAsked = form === 'file' ? path === name : rule.stepKey !== 'step';
  return isAsked ? { expectation: { stepKey: rule.stepKey } } : {};
}

/** A file without a byte is what some trainers mark an end with; there is nothing in it to load. */
export const holdsNothing = ({ entry, isGuessed }: PulledFile): boolean =>
  isGuessed === true && entry.bytes === 0;

/** Opened and not yet written, by its name: no trainer marks an end with such a file. Whoever was killed there leaves it so. */
const isTorn = (file: PulledFile): boolean =>
  holdsNothing(file) &&
  /\.(?:json|jsonl|safetensors|gguf|pt|pth|bin|ckpt|npy|npz|h5|hdf5|msgpack|pkl)$/.test(file.entry.path);

/** The files of one cell, where they are to be read. */
export interface Copies {
  of: Collected;
  cell: string;
  /** Where they do not lie on this machine. They are hashed as they are read, since nobody has compared them. */
  open?: Tree['open'];
}

/** @param entries what was copied of a cell, with every file of the set among them */
export async function loadedSet(
  copies: Copies,
  set: CheckpointSet,
  entries: readonly ManifestEntry[],
): Promise<SetVerdict> {
  const inSet = new Set(set.files.map(({ path }) => path));
  const { job } = copies.of;
  const pulled = entries.filter(({ path }) => inSet.has(path)).map((entry) => pulledOf(job, set, entry));
  const toLoad = pulled.filter((file) => !holdsNothing(file));
  return judgeSet(set, pulled, await load(copies, toLoad));
}

/**
 * A set in a directory of this machine, judged as it would be when it is kept.
 *
 * @param dir what the names of its files are relative to
 */
export async function loadedSetIn(
  dir: string,
  job: Job,
  set: CheckpointSet,
  signal: AbortSignal,
): Promise<SetVerdict> {
  const pulled = await pulledIn(dir, job, set);
  const toLoad = pulled.filter((file) => !holdsNothing(file));
  return judgeSet(set, pulled, await loadVerify(dir, toLoad, { signal, secondNames: true }));
}

/** Every tensor of such a set by file and name, the file as it is called within the set. */
export async function tensorsIn(
  dir: string,
  job: Job,
  set: CheckpointSet,
  signal: AbortSignal,
): Promise<TensorRow[]> {
  const toLoad = (await pulledIn(dir, job, set)).filter((file) => !holdsNothing(file));
  const { files, sets } = await loadVerify(dir, toLoad, { signal, secondNames: true });
  const within = (path: string): string =>
    set.form === 'folder' ? path.slice(set.name.length + 1) || 'the folder' : path;
  return [...files.values(), ...sets].flatMap(({ label, table = [] }) =>
    table.map((row) => ({ ...row, name: `${within(label)}: ${row.name}` })),
  );
}

const pulledIn = (dir: string, job: Job, set: CheckpointSet): Promise<PulledFile[]> =>
  Promise.all(
    set.files.map(async ({ path, bytes }) =>
      pulledOf(job, set, { path, bytes, sha256: await sha256Of(join(dir, path)) }),
    ),
  );

/** Of what lies beside the sets, the files that load; what is said of the others. */
export async function loadBeside(copies: Copies, entries: readonly ManifestEntry[]): Promise<KeptFile[]> {
  const { job, world } = copies.of;
  const pulled = entries.map((entry) => ({
    entry,
    rule: ruleOf(job, entry.path) ?? RESUME_ONLY,
    ...metricsExpected(copies.of, entry.path),
  }));
  const { files } = await load(copies, pulled);
  return entries.flatMap(({ path, bytes, sha256 }): KeptFile[] => {
    const verdict = files.get(path);
    if (verdict?.counts)
      return [{ path, bytes, sha256, verdict: verdict.verdict === 'pass' ? 'pass' : 'pass-degraded' }];
    if (verdict) world.face.warn(`${copies.cell}: ${path} is not kept: ${whyOf(verdict)}`);
    return [];
  });
}

/** A file of metrics is held to the keys that the job names, while it grows as at its end. */
function metricsExpected({ job, run }: Collected, path: string): Pick<PulledFile, 'expectation'> {
  const metrics = sourcesOf(job).find((rule) => rule.path === path);
  return metrics
    ? { expectation: { ...keysInFile(metrics), restarts: Math.max(0, attemptsOf(run) - 1) } }
    : {};
}

const load = ({ of, cell, open }: Copies, pulled: readonly PulledFile[]): Promise<Loaded> => {
  const { world, run } = of;
  const { signal } = world;
  return loadVerify(storeOf(world.storeDir, run.id, cell), pulled, { signal, secondNames: true, open });
};

const ruleOf = ({ artifacts }: Job, path: string): ArtifactRule | undefined =>
  artifacts.find((each) => compileGlob(each.path)(path));

/** @param loaded may hold verdicts of other files beside those of the set */
export function judgeSet(set: CheckpointSet, pulled: readonly PulledFile[], loaded: Loaded): SetVerdict {
  const files: KeptFile[] = [];
  const unhashed: string[] = [];
  for (const file of pulled) {
    const { path, bytes, sha256 } = file.entry;
    const verdict = loaded.files.get(path);
    const found = verdict?.sha256;
    if (found !== undefined && found !== sha256)
      return { isWhole: false, path, why: `reads as ${found}`, isFinished: false, isOther: true };
    if (found === undefined && bytes > 0) unhashed.push(path);
    if (isTorn(file)) return { isWhole: false, path, why: 'is empty', isFinished: false };
    if (!holdsNothing(file) && !(verdict && counts(file, verdict)))
      return {
        isWhole: false,
        path,
        why: whyOf(verdict),
        isFinished: verdict !== undefined && isWrittenOut(verdict),
        ...lackOf(set, loaded),
      };
    files.push({ path, bytes, sha256, verdict: verdict?.verdict === 'pass' ? 'pass' : 'pass-degraded' });
  }
  const steps = stepsOf(set, pulled, loaded);
  const [first, other] = [...steps].sort(([, a], [, b]) => b - a).filter(uniqueStep);
  if (set.form === 'files' && first && other)
    return {
      isWhole: false,
      path: other[0],
      why: `is of step ${other[1]}, and ${first[0]} of step ${first[1]}`,
      isFinished: false,
    };
  return { isWhole: true, files, step: stepOf(set, steps, loaded), keys: keysOf(pulled, loaded), unhashed };
}

/** A cut file is never only a lack: it is said of the set, too. */
function lackOf({ name }: CheckpointSet, { sets }: Loaded): { lacks?: readonly string[] } {
  const reasons = sets.find(({ label }) => label === name)?.reasons ?? [];
  const faults = reasons.filter(({ severity }) => severity === 'fail' || severity === 'inconclusive');
  const isLack = faults.length > 0 && faults.every(({ code }) => ABSENT.includes(code));
  return isLack ? { lacks: faults.map(({ what }) => what) } : {};
}

/** Kinds of sets that hold their parts under names which none of their files shows alone. */
const HIDES_NAMES = ['orbax', 'zarr', 'tf-checkpoint', 'deepspeed-checkpoint', 'megatron-checkpoint'];

/** Names of what the set holds: its files, and what is named in them. None where they do not tell of all that is in it. */
const keysOf = (pulled: readonly PulledFile[], { files, sets }: Loaded): string[] =>
  sets.some(({ format }) => HIDES_NAMES.includes(format))
    ? []
    : (namesOfShards(sets) ?? [
        ...pulled.map(({ entry }) => entry.path.slice(entry.path.lastIndexOf('/') + 1)),
        ...pulled.flatMap(({ entry }) => files.get(entry.path)?.keys.top ?? []),
      ]);

/** The metadata of torch.distributed.checkpoint names all that its shards hold; a list that was cut tells of nothing. */
function namesOfShards(sets: Loaded['sets']): string[] | undefined {
  const shards = sets.filter(({ format }) => format === 'dcp');
  if (shards.length === 0) return;
  const isCut = shards.some(({ keys: { top, total } }) => total > top.length);
  return isCut ? [] : shards.flatMap(({ keys }) => keys.top);
}

const uniqueStep = ([, step]: [string, number], at: number, all: readonly [string, number][]): boolean =>
  at === 0 || all[at - 1]?.[1] !== step;

/**
 * A rule is kept to. What nobody declared may be of a kind that nobody here can read, and may not be broken; nor may it be of no
 * kind at all where its name promises one.
 */
const counts = (
  { isGuessed, entry }: PulledFile,
  { verdict, counts: isEnough, reasons }: FileVerdict,
): boolean =>
  isGuessed
    ? verdict !== 'fail' &&
      !(ONE_KIND.test(entry.path) && reasons.some(({ code }) => code === 'unknown-format'))
    : isEnough;

/** Whoever writes such a name writes that kind of file, and each of them is read here. */
const ONE_KIND = /\.(safetensors|gguf|pt|pth|npy|npz|h5|hdf5)$/i;

const whyOf = (verdict: FileVerdict | undefined): string =>
  verdict === undefined ? 'was not read' : (verdict.reasons[0]?.what ?? verdict.verdict);

/** What the files that say one say, by their paths. */
function stepsOf({ form, name }: CheckpointSet, pulled: readonly PulledFile[], { files }: Loaded) {
  const steps = new Map<string, number>();
  for (const { entry } of pulled) {
    const step = files.get(entry.path)?.facts.step;
    if (step !== undefined && (form !== 'file' || entry.path === name)) steps.set(entry.path, step);
  }
  return steps;
}

/** Whoever knows the folder as a whole knows best; then what its files agree on; then its name. */
function stepOf({ form, name }: CheckpointSet, steps: ReadonlyMap<string, number>, { sets }: Loaded) {
  if (form === 'file') return steps.get(name);
  const said = sets.find(({ label, facts }) => label === name && facts.step !== undefined)?.facts.step;
  const distinct = [...new Set(steps.values())];
  const agreed = distinct.length === 1 ? distinct[0] : undefined;
  return said ?? agreed ?? numberOf(name) ?? (distinct.length > 0 ? Math.max(...distinct) : undefined);
}
