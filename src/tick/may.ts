import { secondsBetween } from '../clock.ts';
import type { Step } from '../lease/next.ts';
import type { Run } from '../lease/run.ts';
import { takes } from '../lease/stage-steps.ts';

/** Why a tick leaves a step; `undefined`: it takes it. */
export type Left = {
  why: 'launch' | 'capacity' | 'collect' | 'approval' | 'smoke' | 'nothing';
  words: string;
};

/**
 * Whether a tick takes a step. The schedule goes on with what somebody began: it rents again for a run that had a box or was
 * told to wait for one, and never the first box of a run that was only smoked, for nobody has decided about that money.
 */
export function leftByTick(run: Run, step: Step, now: Date): Left | undefined {
  if (step.do === 'ask') return { why: 'approval', words: 'waits for the approval of its release' };
  if (step.do === 'smoke') return { why: 'smoke', words: 'waits for its smoke' };
  if (step.do === 'nothing') return { why: 'nothing', words: step.why };
  if (step.do === 'vouch') return leftByTick(run, step.before, now);
  if (step.do === 'intend') return leftToLaunch(run, now);
  // The disk of a hosted runner ends with the job: what is collected there has to be put into a store by the job itself.
  if (step.do === 'store' || (step.do === 'collect' && run.opened?.needsStore))
    return { why: 'collect', words: 'has ended and waits to be collected' };
  return takes('tick', step) ? undefined : { why: 'nothing', words: `waits for ${step.do}` };
}

function leftToLaunch(run: Run, now: Date): Left | undefined {
  const { noCapacity } = run;
  if (!noCapacity)
    return run.leases.length > 0 ? undefined : { why: 'launch', words: 'waits for its launch' };
  const capacity = run.opened?.document.capacity;
  const hasPatience =
    capacity !== undefined && secondsBetween(new Date(noCapacity.since), now) <= capacity.forSeconds;
  if (!hasPatience) return { why: 'capacity', words: 'found no box, and the job does not say to try again' };
  if (Date.parse(noCapacity.tryAgainAt) > now.getTime())
    return { why: 'capacity', words: `found no box; again at ${noCapacity.tryAgainAt}` };
  return;
}
