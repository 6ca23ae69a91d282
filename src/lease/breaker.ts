import type { Lease, Run } from './run.ts';
import type { Step } from './step.ts';

/** So many times the same failure in a row is no bad luck, and the budget is not there to find that out. */
const SAME_FAILURES = 3;

/** Halts a run whose launches fail over and over for one and the same reason; no capacity is no failure. */
export function sameFailureAgain(run: Run): Extract<Step, { do: 'halt' }> | undefined {
  const failures = run.leases.map(failureOf).filter((failure) => failure !== null);
  // What a person has looked at and said go on after is not counted again.
  const last = failures.slice(run.forgivenFailures).slice(-SAME_FAILURES);
  const [first] = last;
  if (last.length < SAME_FAILURES || first === undefined || last.some((each) => each.kind !== first.kind))
    return;
  return {
    do: 'halt',
    code: 'launch-breaker',
    what: `The launch failed ${SAME_FAILURES} times in the same way: ${last.map((each) => each.what).join(' | ')}`,
    next: `Change what the message names (image, region, quota, key), then "gpu-lease resume ${run.id}" to go on, or "gpu-lease abandon ${run.id}".`,
  };
}

/** How many launches of the run failed so far, for the breaker's memory of what a person has seen. */
export const failedLaunches = (run: Run): number => run.leases.filter((lease) => failureOf(lease)).length;

/**
 * `null` for a launch that did not fail, or only for want of a free box. Nor is it one of ours where the platform gave no clear answer
 * and holds nothing: it is down, not the request wrong, and gets a rest of its own while others are asked (`unclearOf`).
 */
function failureOf(lease: Lease): { kind: string; what: string } | null {
  // Another offer may be fit, and another bid may hold: those that were not are not taken again, and `MAX_BOXES` ends it.
  if (lease.unfit || lease.evicted) return null;
  const what = lease.failure ?? (lease.refusal?.reason === 'refused' ? lease.refusal.what : undefined);
  if (what === undefined) return null;
  // Ids, numbers and times differ from try to try; the words do not.
  const words = what.toLowerCase().replace(/[0-9a-f]{6,}|\d+(\.\d+)?/g, '#');
  return { kind: `${lease.platform}: ${words}`, what: `${lease.name}: ${what}` };
}
