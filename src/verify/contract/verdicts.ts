import { type FileVerdict, isWholeAsTold, type Verdict } from './verdict.ts';

/** Verdicts in their order, as often as somebody goes through them; each time they may be made anew. */
export interface Verdicts extends Iterable<FileVerdict> {
  readonly length: number;
  /** Of very many, which are dear to go through. */
  readonly counts?: Counts;
}

/** How many files have which verdict. */
export interface Counts {
  of: Record<Verdict, number>;
  /** Of those that are degraded, which are so by more than what their format has no means to say (`isWholeAsTold`). */
  doubtful: number;
}

/** What is said of a tree: see `TreeVerdict`. */
export interface ToldVerdicts {
  readonly files: Verdicts;
  readonly sets: readonly FileVerdict[];
}

export const WORST_FIRST: readonly Verdict[] = ['fail', 'inconclusive', 'pass-degraded', 'pass'];

export const countsOf = (verdicts: Verdicts): Counts => verdicts.counts ?? counted(verdicts);

function counted(verdicts: Iterable<FileVerdict>): Counts {
  const counts = noCounts();
  for (const verdict of verdicts) count(verdict, counts);
  return counts;
}

export const noCounts = (): Counts => ({
  of: { pass: 0, 'pass-degraded': 0, inconclusive: 0, fail: 0 },
  doubtful: 0,
});

/** Adds one to what was counted. */
export function count(verdict: FileVerdict, counts: Counts): void {
  counts.of[verdict.verdict] += 1;
  if (verdict.verdict === 'pass-degraded' && !isWholeAsTold(verdict)) counts.doubtful += 1;
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = noCounts();
  for (const { of, doubtful } of all) {
    for (const verdict of WORST_FIRST) sum.of[verdict] += of[verdict];
    sum.doubtful += doubtful;
  }
  return sum;
}

/** One list behind the other. */
export function joined(lists: readonly Verdicts[]): Verdicts {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  return {
    length: lists.reduce((sum, { length }) => sum + length, 0),
    get counts() {
      return sumOf(lists.map(countsOf));
    },
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    },
  };
}

/** Two lists that are in the order of their labels, as one that is. */
export function mergedByLabel(one: Verdicts, other: Verdicts): Verdicts {
  if (other.length === 0) return one;
  return {
    length: one.length + other.length,
    get counts() {
      return sumOf([countsOf(one), countsOf(other)]);
    },
    *[Symbol.iterator]() {
      const others = other[Symbol.iterator]();
      let next = others.next();
      for (const verdict of one) {
        for (; next.done !== true && next.value.label < verdict.label; next = others.next()) yield next.value;
        yield verdict;
      }
      for (; next.done !== true; next = others.next()) yield next.value;
    },
  };
}
