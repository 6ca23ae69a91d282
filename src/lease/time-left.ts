import { secondsBetween } from '../clock.ts';
import type { Run } from './run.ts';

/** Of the run's hours, counted from when it first held a box; less than nothing once they are over. */
export function secondsLeft(run: Run, hours: number, now: Date): number {
  const since = run.leases.find((each) => each.rentedAt)?.rentedAt;
  const usedSeconds = since === undefined ? 0 : Math.max(0, secondsBetween(new Date(since), now));
  return Math.ceil(hours * 3600 - usedSeconds);
}
