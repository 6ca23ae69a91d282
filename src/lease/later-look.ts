import { isPatient } from './capacity.ts';
import { currentLease, isGivenUp, type Lease, type Run, runState } from './run.ts';

/** Of a lease that time brings on. */
const GOES_ON: readonly Lease['state'][] = [
  'intended',
  'rented',
  'reachable',
  'audited',
  'running',
  'preempted',
];

/** One that parked itself is started again by whoever collects. */
const goesOn = ({ state, parkedItself }: Lease): boolean =>
  GOES_ON.includes(state) || (state === 'parked' && parkedItself !== undefined);

/** Why no later look is needed; `undefined` when time will bring something. */
export function nothingToLookAt(run: Run, now: Date): string | undefined {
  const state = runState(run);
  if (run.closed || run.halted || run.seal || isGivenUp(run)) return `run ${run.id} is ${state}`;
  const lease = currentLease(run);
  if (lease) return goesOn(lease) ? undefined : `run ${run.id} is ${state}`;
  if (run.noCapacity) return isPatient(run, now) ? undefined : 'the job does not wait for a box';
  return run.leases.length > 0 ? undefined : `run ${run.id} has no box`;
}
