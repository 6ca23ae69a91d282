import type { Run } from '../lease/run.ts';
import { takes } from '../lease/stage-steps.ts';
import type { Step } from '../lease/step.ts';

/** Why a tick leaves a step; `undefined`: it takes it. */
export type Left = {
  why: 'launch' | 'capacity' | 'collect' | 'approval' | 'smoke' | 'nothing';
  words: string;
};

/**
 * Whether a tick takes a step. The schedule goes on with what somebody began: it rents again for a run that had a box or was
 * told to wait for one, and never the first box of a run that was only smoked, for nobody has decided about that money.
 */
export function leftByTick(run: Run, step: Step): Left | undefined {
  if (step.do === 'ask') return { why: 'approval', words: 'waits for the approval of its release' };
  if (step.do === 'smoke') return { why: 'smoke', words: 'waits for its smoke' };
  if (step.do === 'nothing') return { why: 'nothing', words: step.why };
  if (step.do === 'vouch') return leftByTick(run, step.before);
  if (step.do === 'wait') return leftToWait(step);
  // Where a job waits for a box somebody has decided about the money of the first one, too.
  if (step.do === 'intend' && run.leases.length === 0 && !run.noCapacity)
    return { why: 'launch', words: 'waits for its launch' };
  // The disk of a hosted runner ends with the job: what is collected there has to be put into a store by the job itself.
  if (step.do === 'store' || (step.do === 'collect' && run.opened?.needsStore))
    return { why: 'collect', words: 'has ended and waits to be collected' };
  return takes('tick', step) ? undefined : { why: 'nothing', words: `waits for ${step.do}` };
}

const leftToWait = ({ until, patient }: Extract<Step, { do: 'wait' }>): Left => ({
  why: 'capacity',
  words: patient ? `found no box; again at ${until}` : 'found no box, and the job does not say to try again',
});
