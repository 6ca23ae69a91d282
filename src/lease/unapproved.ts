import { secondsBetween } from '../clock.ts';
import type { Run } from './run.ts';

/** So long a run that never had a box is waited for: as long as GitHub lets a reviewer think about its launch. */
const LAUNCH_SECONDS = 31 * 86_400;

/** Of a pull request's commit that nobody has approved, nor rented for. */
export const isUnapproved = ({ opened, standing, leases }: Run): boolean =>
  opened?.change !== undefined && standing.length === 0 && leases.length === 0;

/** Whoever was asked can answer no more: what was never approved ends with that, and nothing was rented. */
export const isTooLate = ({ updatedAt, opened }: Run, now: Date): boolean => {
  const since = updatedAt ?? opened?.at;
  return since !== undefined && secondsBetween(new Date(since), now) > LAUNCH_SECONDS;
};
