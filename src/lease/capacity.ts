import { secondsBetween } from '../clock.ts';
import type { Run } from './run.ts';
import type { Step } from './step.ts';

/** Whether a job that found no box lets a program ask again at that time: it says that it waits, and for how long. */
export function isPatient({ opened, noCapacity }: Run, at: Date): boolean {
  const capacity = opened?.document.capacity;
  if (!capacity) return false;
  return noCapacity === undefined || secondsBetween(new Date(noCapacity.since), at) <= capacity.forSeconds;
}

/** Before anybody is asked for a box again: nobody had one, and it is too early, or the job does not say to ask again. */
export function waitForCapacity(run: Run, now: Date): Extract<Step, { do: 'wait' }>[] {
  if (!run.noCapacity) return [];
  const { tryAgainAt } = run.noCapacity;
  const again = new Date(tryAgainAt);
  const patient = isPatient(run, again > now ? again : now);
  if (patient && again <= now) return [];
  return [{ do: 'wait', until: tryAgainAt, why: 'no-capacity', patient }];
}
