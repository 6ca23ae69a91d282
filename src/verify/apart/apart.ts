/**
 * Verification as everybody does it who must not be held up: the same verdicts as `verifyTree` and `verifyFile`, in a thread
 * that is ended at its budget of time and memory. What was under way then is `inconclusive`, never a pass; the files beside
 * it are verified all the same. This thread only opens files and hands on what is asked.
 */

import type { Role } from '../../evidence-level.ts';
import { type Budgets, DEFAULT_BUDGETS } from '../contract/budgets.ts';
import { verdictGivenUp } from '../contract/oddity.ts';
import type { RangeSource } from '../contract/source.ts';
import type { LocalPlaces, Tree, TreeFile } from '../contract/tree.ts';
import type { FileVerdict } from '../contract/verdict.ts';
import type { Verdicts } from '../contract/verdicts.ts';
import type { TreeOptions } from '../engine/tree-options.ts';
import type { VerifyOptions } from '../engine/verify-file.ts';
import type { TreeVerdict } from '../engine/verify-tree.ts';
import type { SourceExtras } from '../read/bounded-reader.ts';
import { FilesUnderWay } from './files-under-way.ts';
import { type ApartLimits, HEAP_BYTES } from './limits.ts';
import { keyOf, plainFileOptions, plainTreeOptions, type Result } from './messages.ts';
import { ownJobs } from './own-jobs.ts';
import { inThread } from './thread.ts';

const MiB = 1024 ** 2;

/** Examinations end by themselves at their budget and say at which byte; the thread is ended when they do not. */
const GRACE_SECONDS = 5;
/** All files together, besides what their bytes and their number allow. */
const TOTAL_SECONDS = 600;
const SECONDS_PER_FILE = 1;
/** From so many on, what is held of each counts. */
const MANY_FILES = 1000;
/** A box that brings more files than this on which the thread must be ended is not worth the time. */
const MOST_STOPS = 3;

const MEMORY = { heapBytes: HEAP_BYTES, grownBytes: 3072 * MiB };

export type ApartOptions<Options> = Omit<Options, 'clock' | 'workers'> & { limits?: Partial<ApartLimits> };

interface Kept {
  /** What is held of a file's verdict in its place, from the moment when it is final. */
  asKept: (verdict: FileVerdict) => FileVerdict;
}

/** @throws as `verifyTree` */
export async function verifyTreeApart(tree: Tree, options: ApartOptions<TreeOptions>): Promise<TreeVerdict> {
  const { files, sets } = await verifyManyApart(tree, { asKept: (verdict) => verdict, ...options });
  return { files: [...files], sets };
}

/** The same of so many files that their verdicts may be held packed. @throws as `verifyTree` */
export async function verifyManyApart(
  tree: Tree,
  { asKept, ...options }: ApartOptions<TreeOptions> & Kept,
): Promise<Omit<TreeVerdict, 'files'> & { files: Verdicts }> {
  const { limits: given, ...asked } = options;
  const tasks = tree.files.map(({ path }) => options.taskOf(path));
  const limits = { ...limitsOf(tree, options.budgets), ...given };
  const until = performance.now() + limits.totalSeconds * 1000;
  const refusals = new Map<string, string>();
  const onVerdict = oncePerFile(options.onVerdict);
  let jobs = options.jobs ?? ownJobs();
  for (;;) {
    const files = await collected(tree, options.table === true);
    const underWay = new FilesUnderWay(tree.files, jobs);
    const outcome = await inThread(
      {
        order: 'tree',
        label: tree.label,
        files: tree.files,
        tasks,
        options: { ...plainTreeOptions(asked), jobs },
        refusals,
        cells: underWay.cells,
        ...(tree.local === undefined ? {} : { local: tree.local }),
        tellsVerdicts: onVerdict !== undefined,
      },
      {
        open: (path) => tree.open(path),
        isMuch: tree.files.length >= MANY_FILES,
        limits: { ...limits, totalSeconds: (until - performance.now()) / 1000 },
        signal: options.signal,
        files: underWay,
        onProgress: options.onProgress,
        onVerdict,
        onFinal: (verdicts) => {
          for (const [index, verdict] of verdicts) files.put(index, asKept(verdict));
        },
      },
    );
    if ('result' in outcome)
      return {
        files: files.all(),
        sets: outcome.result as Result<'tree'>,
      };
    const { turn, why, isOver, ofMemory } = outcome;
    // Files that are verified side by side share the memory: only alone it is told of one that it needs too much.
    if (ofMemory === true && jobs > 1 && !isOver) {
      jobs = 1;
      continue;
    }
    refusals.set(keyOf(turn), why);
    const isOne = turn.kind !== 'all';
    if (isOne && !isOver && refusals.size < MOST_STOPS) continue;
    const whole = isOne ? `was not verified: ${JSON.stringify(turn.path)} ${why}` : why;
    return { files: nothingProven(tree, options, whole).map(asKept), sets: [] };
  }
}

/** @throws as `verifyFile` */
export async function verifyFileApart(
  source: RangeSource & SourceExtras,
  options: ApartOptions<VerifyOptions>,
): Promise<FileVerdict> {
  const { limits: given, ...asked } = options;
  const one = { files: [{ path: '', sizeBytes: source.sizeBytes }] };
  const outcome = await inThread(
    { order: 'file', bytes: source.sizeBytes, options: { jobs: ownJobs(), ...plainFileOptions(asked) } },
    {
      open: async () => unclosed(source),
      limits: { ...limitsOf(one, options.budgets), ...given },
      signal: options.signal,
      onProgress: (_path, done, total) => options.onProgress?.(done, total),
    },
  );
  if ('result' in outcome) return outcome.result as Result<'file'>;
  return verdictGivenUp({ path: source.label, bytes: source.sizeBytes }, outcome.why, options.role);
}

/** What a file is for, as its first bytes say: `opaque` where nobody can tell. @throws what the source throws */
export async function roleOfSourceApart(
  source: RangeSource & SourceExtras,
  signal?: AbortSignal,
): Promise<Role> {
  const one = { files: [{ path: '', sizeBytes: 0 }] };
  const outcome = await inThread(
    { order: 'role', bytes: 0 },
    { open: async () => unclosed(source), limits: limitsOf(one), signal },
  );
  return 'result' in outcome ? (outcome.result as Result<'role'>) : 'opaque';
}

/**
 * The same of many files of a directory of this machine; what cannot be read is `opaque`: whoever reads it will say what is wrong.
 *
 * @param of.jobs of their verification, for which threads get ready meanwhile
 */
export async function rolesApart(
  files: readonly TreeFile[],
  local: LocalPlaces,
  { jobs = ownJobs(), signal }: { jobs?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Role[]> {
  if (files.length === 0) return [];
  const outcome = await inThread(
    { order: 'roles', files, local, jobs },
    { open: () => Promise.reject(new Error('opened in the thread')), limits: limitsOf({ files }), signal },
  );
  return 'result' in outcome ? (outcome.result as Result<'roles'>) : files.map(() => 'opaque');
}

/** Starts the thread before it is needed: where a file lives for a moment, its start would take longer than that moment. */
export async function readyApart(): Promise<void> {
  const nothing = { label: '', sizeBytes: 0, read: async () => new Uint8Array(), close: async () => {} };
  await roleOfSourceApart(nothing);
}

function limitsOf({ files }: Pick<Tree, 'files'>, given: Partial<Budgets> = {}): ApartLimits {
  const { wallSeconds, wallBytesPerSecond } = { ...DEFAULT_BUDGETS, ...given };
  const perFile = files.length * SECONDS_PER_FILE;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    ...MEMORY,
    secondsOf: ({ kind, bytes: own }) =>
      wallSeconds + GRACE_SECONDS + own / wallBytesPerSecond + (kind === 'all' ? perFile : 0),
    totalSeconds: TOTAL_SECONDS + perFile + bytes / wallBytesPerSecond,
  };
}

interface Collected {
  put(place: number, verdict: FileVerdict): void;
  all(): Verdicts;
}

/** Tables of tensors are as long as they are: packed, they would only be there twice. */
async function collected({ files }: Pick<Tree, 'files'>, withTables: boolean): Promise<Collected> {
  if (withTables || files.length < MANY_FILES) {
    const list: FileVerdict[] = [];
    return {
      put(place, verdict) {
        list[place] = verdict;
      },
      all: () => list.filter((verdict) => verdict !== undefined),
    };
  }
  const { PackedVerdicts } = await import('./packed-verdicts.ts');
  const packed = new PackedVerdicts(files.length);
  return { put: (place, verdict) => packed.put(place, verdict), all: () => packed };
}

/** Whoever opened it closes it. */
function unclosed(source: RangeSource & SourceExtras): RangeSource & SourceExtras {
  const { label, sizeBytes, descriptor } = source;
  return {
    label,
    sizeBytes,
    ...(descriptor === undefined ? {} : { descriptor }),
    read: (offset, length) => source.read(offset, length),
    changed: async () => source.changed?.(),
    close: async () => {},
  };
}

/** A try without the file on which the last one was ended comes by the others again. */
function oncePerFile(onVerdict: TreeOptions['onVerdict']): TreeOptions['onVerdict'] {
  if (onVerdict === undefined) return undefined;
  const told = new Set<string>();
  return (verdict) => {
    const key = `${verdict.format}:${verdict.label}`;
    if (!told.has(key)) onVerdict(verdict);
    told.add(key);
  };
}

/** Nothing may count when not everything could be held against everything. */
function nothingProven(tree: Tree, { taskOf }: Pick<TreeOptions, 'taskOf'>, why: string): FileVerdict[] {
  return tree.files.flatMap(({ path, sizeBytes }) => {
    const task = taskOf(path);
    return task === undefined ? [] : [verdictGivenUp({ path, bytes: sizeBytes }, why, task.role)];
  });
}
