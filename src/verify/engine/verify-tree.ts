import { verdictGivenUp } from '../contract/oddity.ts';
import type { ExaminedSet, FoundSet, SetKind } from '../contract/set.ts';
import type { Tree, TreeFile } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import {
  countsAs,
  type FileVerdict,
  PART_OF,
  type Reason,
  SET_NOT_WHOLE,
  type Verdict,
} from '../contract/verdict.ts';
import { type ScanPool, withPool } from '../tensor/scan-pool.ts';
import { AskedTogether, askedAlone } from './asked-together.ts';
import { judgeCopiesApart } from './copies-apart.ts';
import { judgeContents } from './set-contents.ts';
import { SetExamination } from './set-examination.ts';
import { mayBeOfSet } from './set-names.ts';
import { judgeSiblings } from './siblings.ts';
import { type FileCrew, shown, type TreeItem, verifyMember, withoutTable } from './tree-member.ts';
import {
  type FileTask,
  FREE_TURNS,
  type TreeOptions,
  type Turn,
  type Turns,
  taskFor,
} from './tree-options.ts';

export type { FileTask, TreeOptions } from './tree-options.ts';

export interface TreeVerdict {
  /** In the order of the tree. A file that only a set can explain has the format `part of KIND`. */
  files: FileVerdict[];
  /** One for each set: `label` is its root, `format` its kind, `bytes` those of all its files. */
  sets: FileVerdict[];
}

/**
 * Verifies files that lie together: each alone, then every set of them. A file counts for nothing more than the sets it
 * belongs to.
 *
 * @throws `signal.reason` when aborted; a `Problem` of the tree or a source
 */
export async function verifyTree(tree: Tree, options: TreeOptions): Promise<TreeVerdict> {
  const files: FileVerdict[] = [];
  const onFinal = (index: number, verdict: FileVerdict) => {
    files[index] = verdict;
  };
  const sets = await verifyEach(tree, options, { turns: FREE_TURNS, onFinal });
  return { files: files.filter((verdict) => verdict !== undefined), sets };
}

export interface TreeWatch {
  turns: Turns;
  /** Takes files off this thread where there are enough of them. */
  crew?: FileCrew;
  /** Each file's verdict once it cannot change any more, with the file's place in the tree; in any order. */
  onFinal(index: number, verdict: FileVerdict): void;
}

/** The same, which keeps of a hundred thousand files only those of sets. @returns the verdicts on the sets */
export async function verifyEach(tree: Tree, options: TreeOptions, watch: TreeWatch): Promise<FileVerdict[]> {
  const largest = tree.files.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0);
  return await withPool(
    options.jobs,
    largest,
    (workers) => verifyWith({ tree, options, ...watch, workers }),
    options.signal,
  );
}

/** Everything that the verification of one tree goes by. */
interface TreeWork extends TreeWatch {
  tree: Tree;
  options: TreeOptions;
  workers: ScanPool | undefined;
}

async function verifyWith(work: TreeWork): Promise<FileVerdict[]> {
  const { tree, options, turns, onFinal } = work;
  turns.begin(ALL);
  const found = await findSets(tree);
  const partOf = new Map<string, FoundKind>();
  for (const each of found) for (const path of each.set.parts) if (!partOf.has(path)) partOf.set(path, each);
  const isWanted = ({ path }: TreeFile) => options.taskOf(path) !== undefined;
  const inSets = new Set(found.flatMap(({ set }) => [...set.parts, ...set.members]));
  const wantedInSets = new Set(
    tree.files.filter((file) => inSets.has(file.path) && isWanted(file)).map(({ path }) => path),
  );
  const touched = found.filter(({ set }) =>
    [...set.parts, ...set.members].some((path) => wantedInSets.has(path)),
  );
  const belongs = new Set(touched.flatMap(({ set }) => set.members));

  const verdicts = new Map<string, FileVerdict>();
  function* items(): Generator<TreeItem> {
    for (const [index, file] of tree.files.entries()) {
      const { path, sizeBytes } = file;
      if (!(isWanted(file) || belongs.has(path)) || partOf.has(path)) continue;
      const task = taskFor(path, options);
      const ofSet: FileTask = belongs.has(path) ? { ...task, roleFrom: 'set' } : task;
      const isOfSet = inSets.has(path);
      const isAwaited = isOfSet || task.answeredBy !== undefined;
      const own = isOfSet ? ofSet : askedAlone(task);
      yield { index, path, sizeBytes, task: own, isWanted: isWanted(file), isAwaited };
    }
  }
  const settle = (item: TreeItem, verdict: FileVerdict) => {
    if (item.isWanted) options.onVerdict?.(verdict);
    if (item.isAwaited)
      verdicts.set(item.path, inSets.has(item.path) ? verdict : withoutTable(verdict, options));
    else onFinal(item.index, shown(verdict, options));
  };
  const verifyHere = async (item: TreeItem) => {
    const { path, sizeBytes, index, task } = item;
    settle(item, await verifyInTurn(work, { kind: 'file', path, bytes: sizeBytes, index }, task));
  };
  const left = (await work.crew?.take(items, { verifyHere, settle })) ?? items();
  for (const item of left) await verifyHere(item);
  const sets: ExaminedSet[] = [];
  for (const each of touched) sets.push(await examineSet(work, each, verdicts, partOf));
  turns.begin(ALL);
  const asked = new AskedTogether(tree, options.taskOf, { sets, verdicts });
  const faults = judgeContents(sets, verdicts, { taskOf: options.taskOf, asked });
  const together = asked.judge();
  const beside = [judgeSiblings(sets, verdicts), judgeCopiesApart(sets, verdicts)];
  for (const [index, file] of tree.files.entries()) {
    const { path } = file;
    const verdict = isWanted(file) ? verdicts.get(path) : undefined;
    if (verdict === undefined) continue;
    const { allowDegraded } = taskFor(path, options);
    const reasons = [faults, together, ...beside].flatMap(({ files }) => files.get(path) ?? []);
    onFinal(index, shown(withFaults(verdict, reasons, allowDegraded), options));
  }
  const ofSets = sets.map((each) =>
    withFaults(
      each.verdict,
      [faults, ...beside].flatMap((of) => of.sets.get(each) ?? []),
      true,
    ),
  );
  return [...ofSets, ...together.folders].map((verdict) => shown(verdict, options));
}

/** Holds the set against its files, and its files to what the set gave: `verdicts` is brought up to that. */
async function examineSet(
  { tree, options, turns }: TreeWork,
  { kind, set }: FoundKind,
  verdicts: Map<string, FileVerdict>,
  partOf: ReadonlyMap<string, FoundKind>,
): Promise<ExaminedSet> {
  const examination = new SetExamination({ tree, kind, set, options, verdicts });
  const turn: Turn = { kind: 'set', path: set.root, bytes: bytesOf(tree, set) };
  const refusal = turns.refusal(turn);
  if (refusal !== undefined) examination.giveUp(refusal);
  else {
    turns.begin(turn);
    await examination.run();
  }
  const verdict = examination.verdict();
  for (const path of set.parts)
    if (partOf.get(path)?.set === set) verdicts.set(path, examination.partVerdict(path));
  for (const path of [...set.parts, ...set.members]) {
    const alone = verdicts.get(path);
    if (alone !== undefined) verdicts.set(path, together(alone, verdict, taskFor(path, options)));
  }
  options.onVerdict?.(verdict);
  return { set, verdict };
}

const ALL: Turn = { kind: 'all', path: '', bytes: 0 };

function bytesOf(tree: Tree, { parts, members }: FoundSet): number {
  const own = new Set([...parts, ...members]);
  return tree.files.reduce((sum, { path, sizeBytes }) => sum + (own.has(path) ? sizeBytes : 0), 0);
}

async function verifyInTurn(work: TreeWork, turn: Turn, task: FileTask): Promise<FileVerdict> {
  const refusal = work.turns.refusal(turn);
  if (refusal !== undefined) return verdictGivenUp(turn, refusal, task.role);
  work.turns.begin(turn);
  const { tree, options, workers } = work;
  return await verifyMember(await tree.open(turn.path), options, task, { path: turn.path, workers });
}

function withFaults(alone: FileVerdict, faults: readonly Reason[], allowDegraded: boolean): FileVerdict {
  if (faults.length === 0) return alone;
  const severities = new Set(faults.map(({ severity }) => severity));
  const worst: Verdict = severities.has('fail')
    ? 'fail'
    : severities.has('degraded')
      ? 'pass-degraded'
      : 'pass';
  const verdict = isWorse(worst, alone.verdict) ? worst : alone.verdict;
  const { byItself } = alone;
  const level = severities.has('fail') && alone.level > 'L2' ? 'L2' : alone.level;
  const counts = countsAs(verdict, allowDegraded);
  return {
    ...alone,
    ...(byItself && { byItself: isWorse(worst, byItself) ? worst : byItself }),
    ...{ verdict, level, counts },
    reasons: [...faults, ...alone.reasons],
  };
}

interface FoundKind {
  kind: SetKind;
  set: FoundSet;
}

async function findSets(tree: Tree): Promise<FoundKind[]> {
  if (!tree.files.some(({ path }) => mayBeOfSet(path))) return [];
  const { SETS } = await import('./sets.ts');
  const found: FoundKind[] = [];
  for (const kind of SETS) for (const set of await kind.find(tree)) found.push({ kind, set });
  return found;
}

/** A file of a set that fails is not whole, however well it reads alone; what it is by itself is kept beside that. */
function together(alone: FileVerdict, set: FileVerdict, task: FileTask): FileVerdict {
  const partOf = alone.partOf ?? set.label;
  const { verdict } = set;
  if (!isWorse(verdict, alone.verdict)) return { ...alone, partOf };
  const [first] = set.reasons;
  const severity = verdict === 'pass-degraded' ? 'degraded' : verdict === 'fail' ? 'fail' : 'inconclusive';
  const level = first?.level ?? 'L2';
  const culprit = first?.file === undefined || first.file === alone.label ? '' : `${quoted(first.file)}: `;
  const what = `belongs to ${set.label || '.'} (${set.format}): ${culprit}${first?.what ?? verdict}`;
  const { byItself: known, ...rest } = alone;
  const byItself =
    severity === 'degraded' || isCulprit(set, alone.label) ? undefined : (known ?? foundAlone(alone));
  return {
    ...rest,
    partOf,
    verdict,
    ...(byItself && { byItself }),
    counts: countsAs(verdict, task.allowDegraded),
    reasons: [
      {
        code: SET_NOT_WHOLE,
        severity,
        level,
        what,
        ...(first?.file === undefined ? {} : { file: first.file }),
      },
      ...alone.reasons,
    ],
  };
}

/** The set says of this very file that something is wrong with it, or in doubt; of one that only its own set spoils it says no such thing. */
const isCulprit = ({ reasons, verdict }: FileVerdict, path: string): boolean =>
  reasons.some(
    ({ file, found, severity }) =>
      file === path && found !== SET_NOT_WHOLE && (severity === 'fail' || severity === verdict),
  );

/** Of a file that only its set can read nothing is known where the set was not read to its end. */
const foundAlone = ({ verdict, format, level }: FileVerdict): Verdict =>
  verdict === 'pass' && format.startsWith(PART_OF) && level === 'L0' ? 'inconclusive' : verdict;

const isWorse = (a: Verdict, b: Verdict): boolean => WORSE.indexOf(a) > WORSE.indexOf(b);

const WORSE: Verdict[] = ['pass', 'pass-degraded', 'inconclusive', 'fail'];
