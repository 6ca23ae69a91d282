import type { SetSubject } from '../contract/set.ts';
import { nameIn } from '../contract/tree.ts';

/**
 * A member that is broken makes its set so. One that we could not settle does only where the set is nothing without it
 * (`needs`): a tokenizer of a kind we do not read is none of our business.
 */
export function mustBeWhole(
  { findings, verdictOf }: SetSubject,
  members: readonly string[],
  needs: (name: string) => boolean,
): void {
  for (const path of members) {
    const alone = verdictOf(path);
    if (alone === undefined || alone.verdict.startsWith('pass')) continue;
    const [first] = alone.reasons;
    const what = `a file of it is not whole: ${first?.what ?? alone.verdict}`;
    const where = { file: path, ...(first === undefined ? {} : { found: first.code }) };
    if (alone.verdict === 'fail') findings.fail(first?.level ?? 'L2', 'member-not-whole', what, where);
    else if (needs(nameIn(path)))
      findings.inconclusive(first?.level ?? 'L2', 'member-unsettled', what, where);
  }
}

export interface Numbered {
  /** Of the files there are, in any order. */
  numbers: readonly number[];
  /** What a person calls them: `random state`. */
  what: string;
  /** How many there must be, where something says so. */
  count?: number | undefined;
}

/** One of each from 0 to the last: every process of a run leaves its own. */
export function mustBeForEveryRank({ findings }: SetSubject, { numbers, what, count }: Numbered): void {
  const present = new Set(numbers);
  const most = Math.min(count ?? greatest(numbers) + 1, 100_000);
  const absent = Array.from({ length: most }, (_none, rank) => rank).filter((rank) => !present.has(rank));
  const surplus = [...present].filter((rank) => rank >= most);
  if (absent.length > 0)
    findings.fail('L2', 'rank-missing', `the ${what} of ${absent.length} of ${most} ranks is not there`, {
      expected: `ranks 0 to ${most - 1}`,
      found: `none of rank ${absent.slice(0, 5).join(', ')}`,
    });
  if (surplus.length > 0)
    findings.fail('L2', 'rank-surplus', `a ${what} of a rank that the run did not have lies there`, {
      expected: `ranks 0 to ${most - 1}`,
      found: `rank ${surplus.slice(0, 5).join(', ')}`,
    });
}

/** Of any number of numbers; -1 for none. */
export const greatest = (numbers: readonly number[]): number =>
  numbers.reduce((most, each) => Math.max(most, each), -1);
