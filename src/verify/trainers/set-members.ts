import type { SetSubject } from '../contract/set.ts';
import { nameIn } from '../contract/tree.ts';
import type { FileVerdict } from '../contract/verdict.ts';

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

/** A part of a checkpoint that `contains` may ask for. */
export type PartName = 'model' | 'optimizer' | 'scheduler' | 'rng' | 'scaler' | 'step' | 'epoch';

/** What a part cannot do without, by which a file of its name is one. */
const PROOF: Record<PartName, (alone: FileVerdict) => boolean> = {
  model: ({ tensors }) => (tensors?.count ?? 0) > 0,
  optimizer: ({ keys }) => keys.top.includes('param_groups') || keys.top.includes('state'),
  scheduler: ({ keys }) =>
    keys.top.some((key) => /^(_?last_epoch|_?last_lr|_step_count|base_lrs)$/.test(key)),
  rng: ({ keys }) => keys.total > 0,
  scaler: ({ keys }) => keys.top.includes('scale'),
  step: ({ facts }) => facts.step !== undefined,
  epoch: ({ facts }) => facts.epoch !== undefined,
};

/**
 * Enters the parts of a checkpoint that lie in files of their own: by what the trainer calls the file, not by the keys in it,
 * which are the same in every optimizer. A file that is not whole, or holds something else, is no part.
 */
export function enterParts(
  { keys, verdictOf }: SetSubject,
  members: readonly string[],
  partIn: (name: string) => readonly PartName[],
): void {
  for (const path of members) {
    const alone = verdictOf(path);
    if (alone === undefined || !alone.verdict.startsWith('pass')) continue;
    for (const part of partIn(nameIn(path))) {
      // Only tensors make a model; what the other parts are made of is no matter.
      if (!PROOF[part](alone)) continue;
      if (part === 'model') keys.addTensor(`model/${nameIn(path)}`, 'model');
      else keys.addValue(`${part}/${nameIn(path)}`, part);
    }
  }
}
