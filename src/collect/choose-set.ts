import { type CheckpointSet, fingerprint } from '../job/checkpoint-sets.ts';

/** Untouched for so long by the clock of the box, a set lies still, also for whoever looks only once. */
const STILL_SECONDS = 60;

/** What is known of the sets of a cell beside the listing itself; sets by their fingerprints. */
export interface Looks {
  /** As the look before this one saw them. */
  before: ReadonlySet<string>;
  /** Loaded and found not to be whole. Unchanged they are not asked for again. */
  refused: Pick<ReadonlySet<string>, 'has'>;
  kept: string | undefined;
  /** Nothing of the cell runs any more: what is there now is all there will be. */
  isOver: boolean;
  /** The clock of the box, in seconds; 0 when it did not say. */
  boxTime: number;
  /** What was saved later than this, by the clock of the box, is left for the next look. */
  savedUntil?: number | undefined;
}

export interface Choice {
  /** The newest that may be whole and that nobody has looked into yet. */
  set: CheckpointSet | undefined;
  /** A newer one may still be written, as far as a listing can tell: the next look may find that it lies still. */
  isWaiting: boolean;
  /** One was left because of `savedUntil`. */
  isTooNew: boolean;
}

/** @param sets the newest first */
export function choose(sets: readonly CheckpointSet[], looks: Looks): Choice {
  let isWaiting = false;
  let isTooNew = false;
  for (const set of sets) {
    const print = fingerprint(set);
    // What is older than what is kept is of no use, however whole.
    if (print === looks.kept) break;
    if (set.ending === 'lacking' || looks.refused.has(print)) continue;
    const isLate = looks.savedUntil !== undefined && set.modifiedAt > looks.savedUntil;
    if (!isLate && (set.ending === 'said' || liesStill(set, print, looks)))
      return { set, isWaiting, isTooNew };
    isTooNew ||= isLate;
    isWaiting = true;
  }
  return { set: undefined, isWaiting, isTooNew };
}

const liesStill = (set: CheckpointSet, print: string, { before, isOver, boxTime }: Looks): boolean =>
  isOver || before.has(print) || boxTime - set.modifiedAt >= STILL_SECONDS;
