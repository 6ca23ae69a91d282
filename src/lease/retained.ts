import type { SetRetention } from '../job/job.ts';
import type { KeptSet } from './run.ts';

/** What a job keeps of its checkpoints, and which of two values of its metric is the better one. */
export interface Retention {
  retain: SetRetention | undefined;
  direction: 'min' | 'max' | undefined;
}

/** Of sets, oldest first, those that the job keeps; the newest always, and nothing else where it does not say. */
export function retained(sets: readonly KeptSet[], { retain = {}, direction }: Retention): KeptSet[] {
  const { last = 1, every, best } = retain;
  const top = best && direction ? bestOf(sets, direction) : undefined;
  return sets.filter(
    (set, at) => at >= sets.length - last || set === top || (every !== undefined && isEvery(set.step, every)),
  );
}

const isEvery = (step: number | undefined, every: number): boolean =>
  step !== undefined && step % every === 0;

/** Of several that are as good the first: what follows it has not improved. */
function bestOf(sets: readonly KeptSet[], direction: 'min' | 'max'): KeptSet | undefined {
  let best: KeptSet | undefined;
  const isBetter = (one: number, other: number) => (direction === 'min' ? one < other : one > other);
  for (const set of sets) {
    if (set.metric === undefined) continue;
    if (best?.metric === undefined || isBetter(set.metric, best.metric)) best = set;
  }
  return best;
}
