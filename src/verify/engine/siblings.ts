import type { ExaminedSet } from '../contract/set.ts';
import { folderOf, nameIn } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import type { FileVerdict, Reason } from '../contract/verdict.ts';
import { hasNoRate, isOfSixteenBits, STEPS_THAT_SHOW } from './change.ts';
import { FolderFaults, type FolderParts, type Held, type Part, partsOfFolder } from './folder-parts.ts';

/** A folder of a run, and what it holds. */
interface Sibling {
  set: ExaminedSet;
  number: number;
  step: number | undefined;
  parts: FolderParts;
}

/**
 * Holds checkpoints that lie beside each other and are named alike but for a number (`checkpoint-10`, `checkpoint-20`) against
 * each other: a file of the one in the place of the other's is whole, of the right kind and merely of another step. Copies that go by
 * another name (`best`, `last`) are held against none.
 */
export function judgeSiblings(
  sets: readonly ExaminedSet[],
  verdicts: ReadonlyMap<string, FileVerdict>,
): FolderFaults {
  const faults = new FolderFaults();
  for (const series of seriesOf(sets, verdicts)) {
    for (const [i, later] of series.entries())
      for (const part of ['weights', 'optimizer'] as const) {
        const own = later.parts[part];
        const earlier = series.slice(0, i).findLast((each) => isSame(own, each.parts[part]));
        if (own === undefined || earlier === undefined) continue;
        const reason = stoodStill(series, part)
          ? standingStill(part, series.length)
          : reasonFor(part, own, { earlier, later });
        faults.add(later.set, own.path, reason);
      }
  }
  return faults;
}

function seriesOf(sets: readonly ExaminedSet[], verdicts: ReadonlyMap<string, FileVerdict>): Sibling[][] {
  const series = new Map<string, Sibling[]>();
  for (const set of sets) {
    const parts = partsOfFolder(set, verdicts);
    const name = nameIn(set.set.root);
    const numbers = name.match(/\d+/g) ?? [];
    if (parts === undefined || numbers.length !== 1) continue;
    const { format, facts } = set.verdict;
    const key = [format, folderOf(set.set.root), name.replace(/\d+/, '#')].join('\n');
    const sibling = { set, number: Number(numbers[0]), step: facts.step, parts };
    series.set(key, [...(series.get(key) ?? []), sibling]);
  }
  return [...series.values()].map((list) => list.sort((a, b) => a.number - b.number));
}

const digestOf = (held: Held | undefined): string | undefined =>
  (held?.verdict.tensors?.count ?? 0) > 0 ? held?.verdict.tensorsDigest : undefined;

const isSame = (a: Held | undefined, b: Held | undefined): boolean =>
  digestOf(a) !== undefined && digestOf(a) === digestOf(b);

/** With fewer nobody can tell a run that never moved from one of whose folders one is stale. */
const FEWEST_STANDING = 3;

/** A stale file is one among others; where all are the same, nothing was trained, and each is what its step left. */
const stoodStill = (series: readonly Sibling[], part: Part): boolean =>
  series.length >= FEWEST_STANDING &&
  series.every(({ parts }) => isSame(parts[part], series[0]?.parts[part]));

const standingStill = (part: Part, count: number): Reason => ({
  code: `${part}-of-sibling`,
  severity: 'note',
  level: 'L3',
  what: `holds the very tensors that all of its ${count - 1} siblings hold: nothing moved from the first to the last`,
});

/**
 * Two saves without a step between them hold the same; with steps, or where the other part moved, one of the two is stale. Weights
 * also stand still when their rate has come to zero.
 */
function reasonFor(part: Part, own: Held, { earlier, later }: Record<'earlier' | 'later', Sibling>): Reason {
  const other = part === 'weights' ? 'optimizer' : 'weights';
  const [before, after] = [earlier.parts[other], later.parts[other]];
  const otherMoved =
    digestOf(before) !== undefined && digestOf(after) !== undefined && !isSame(before, after);
  const steps = later.step === undefined || earlier.step === undefined ? 0 : later.step - earlier.step;
  const mayBeRounded =
    part === 'weights' && steps < STEPS_THAT_SHOW && isOfSixteenBits(own.verdict.table ?? []);
  const isOfNoRate = part === 'weights' && hasNoRate(before?.verdict.facts ?? {}, after?.verdict.facts ?? {});
  const isStale = (steps > 0 || otherMoved) && !mayBeRounded && !isOfNoRate;
  const why = isOfNoRate
    ? ', and its rate is zero in both'
    : otherMoved
      ? `, though the ${other} moved`
      : steps > 0
        ? `, though ${steps} steps lie between them`
        : '';
  return {
    code: `${part}-of-sibling`,
    severity: isStale ? 'fail' : 'note',
    level: 'L3',
    what: `holds the very tensors of ${quoted(earlier.parts[part]?.path ?? '')}${why}${isStale ? ': one of the two is stale' : ''}`,
  };
}
