import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { folderOf, nameIn, type Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { mustBeWhole } from '../contract/whole-members.ts';
import { greatest } from './set-members.ts';
import { torchValues } from './torch-values.ts';

/** A number behind the word, which is no end of another one (`lowrank8`). */
const RANK = /(?<![A-Za-z])rank[._-]?([0-9]{1,5})(?![0-9])/gi;
const KEPT = /\.(pt|pth|bin|ckpt|safetensors|pkl|npz)$/;
/** Their trainers' own rules know more: the sizes of a grid of ranks, and which of them leave a file. */
const OTHERS = /_(model|optim)_states\.pt$|(^|\/)(iter_[0-9]{7}|release)\/mp_rank_/;
const WORLD = /(^|\.)(world_size|num_processes|num_ranks)$/;

/** Files that differ in nothing but the ranks in their paths. */
interface Group {
  /** With `#` for each number of a rank. */
  name: string;
  /** Ranks of one file: one for each time that the word stands in its path. */
  files: { path: string; ranks: number[] }[];
}

/** What each process of a run wrote under a name with its rank: `step-200/model_rank3.pt`, `rank_3/optim.pt`. */
export const rankFiles: SetKind = {
  name: 'rank-files',
  proves:
    'from rank 0 to the last no rank is missing, nor one that the files’ own `world_size` counts; all of them say the same step and number of ranks',

  find({ files }: Tree): FoundSet[] {
    const groups = groupsIn(files.map(({ path }) => path));
    const widest = new Map<string, number>();
    for (const group of groups)
      widest.set(shapeOf(group), Math.max(widest.get(shapeOf(group)) ?? 0, group.files.length));
    const folders = new Map<string, Group[]>();
    for (const group of groups) {
      // One file of rank 0 is most often what one process wrote for all, unless there were more of its kind elsewhere.
      const isOfFirst = group.files.every(({ ranks }) => ranks.every((rank) => rank === 0));
      if ((widest.get(shapeOf(group)) ?? 0) < 2 && isOfFirst) continue;
      const folder = folderOf(group.name.slice(0, group.name.indexOf('#')));
      folders.set(folder, [...(folders.get(folder) ?? []), group]);
    }
    return [...folders].map(([root, own]) => ({
      root,
      parts: [],
      members: own.flatMap((group) => group.files.map(({ path }) => path)),
      examine: (subject) => examine(subject, own),
    }));
  },
};

function groupsIn(paths: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const path of paths) {
    if (!KEPT.test(path) || OTHERS.test(path)) continue;
    const ranks = [...path.matchAll(RANK)].map(([, number]) => Number(number));
    if (ranks.length === 0) continue;
    const name = path.replace(RANK, (word, number: string) => `${word.slice(0, -number.length)}#`);
    const group = groups.get(name) ?? { name, files: [] };
    group.files.push({ path, ranks });
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** The same for each checkpoint of a run. */
const shapeOf = ({ name }: Group): string => name.replace(/[0-9]+/g, '#');

async function examine(subject: SetSubject, groups: readonly Group[]) {
  mustBeWhole(
    subject,
    groups.flatMap(({ files }) => files.map(({ path }) => path)),
    () => true,
  );
  for (const group of groups) {
    const world = await worldOf(subject, group);
    if ((group.files[0]?.ranks.length ?? 0) > 1) judgeGrid(subject, group);
    else judgeRow(subject, group, world);
  }
  judgeSteps(subject, groups);
  return { reaches: 'L3' as const, checksummed: true };
}

/** The number of ranks by the files' own word; `undefined` where none says it, or where they do not agree. */
async function worldOf(subject: SetSubject, { files }: Group): Promise<number | undefined> {
  const said = new Map<number, string>();
  for (const { path } of files)
    for (const value of (await torchValues(subject, path, WORLD)).values())
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) said.set(value, path);
  const [first, other] = [...said];
  if (first !== undefined && other !== undefined)
    subject.findings.fail('L3', 'ranks-disagree', 'its ranks do not agree on how many there were', {
      file: other[1],
      expected: String(first[0]),
      found: String(other[0]),
    });
  return other === undefined ? first?.[0] : undefined;
}

function judgeRow({ findings }: SetSubject, { name, files }: Group, world: number | undefined): void {
  const present = new Set(files.flatMap(({ ranks }) => ranks));
  const last = greatest([...present]);
  const first = present.has(0) ? 0 : 1;
  // Numbers that begin elsewhere may be of another kind (the rank of an adapter); who counts from 1 ends at the number of ranks.
  if (world === undefined && first !== 0) return;
  const end = Math.min(
    world === undefined ? last + 1 : world + (first === 1 && last === world ? 1 : 0),
    100_000,
  );
  const begin = first === 1 && last === world ? 1 : 0;
  const absent = Array.from({ length: end - begin }, (_none, at) => at + begin).filter(
    (rank) => !present.has(rank),
  );
  const what = quoted(nameIn(name));
  if (absent.length > 0)
    findings.fail('L2', 'rank-missing', `${what} of ${absent.length} of ${end - begin} ranks is not there`, {
      expected: `ranks ${begin} to ${end - 1}${world === undefined ? '' : ', as the files say'}`,
      found: `none of rank ${absent.slice(0, 5).join(', ')}`,
    });
  const surplus = [...present].filter((rank) => rank >= end);
  if (surplus.length > 0)
    findings.note('L2', 'rank-surplus', `${what} lies there of ranks that the run did not have`, {
      found: `rank ${surplus.slice(0, 5).join(', ')}`,
    });
}

/** Of several kinds of ranks every combination has its file. */
function judgeGrid({ findings }: SetSubject, { name, files }: Group): void {
  const dimensions = files[0]?.ranks.length ?? 0;
  if (!files.some(({ ranks }) => ranks.every((rank) => rank === 0))) return;
  const extents = Array.from(
    { length: dimensions },
    (_none, at) => greatest(files.map(({ ranks }) => ranks[at] ?? 0)) + 1,
  );
  const expected = extents.reduce((product, extent) => product * extent, 1);
  if (files.length === expected) return;
  findings.fail('L2', 'rank-missing', `${quoted(nameIn(name))} is not there for every rank`, {
    expected: `${extents.join(' x ')} files`,
    found: String(files.length),
  });
}

function judgeSteps({ findings, facts, verdictOf }: SetSubject, groups: readonly Group[]): void {
  const steps = new Map<number, string>();
  for (const { files } of groups)
    for (const { path } of files) {
      const step = verdictOf(path)?.facts.step;
      if (step !== undefined && !steps.has(step)) steps.set(step, path);
    }
  const [first, other] = [...steps].sort(([a], [b]) => b - a);
  if (first !== undefined && other === undefined) facts.step = first[0];
  if (first !== undefined && other !== undefined)
    findings.fail('L3', 'step-disagrees', 'its ranks are not of one step', {
      file: other[1],
      expected: String(first[0]),
      found: String(other[0]),
    });
}
