import { isQueued } from './fold-queue.ts';
import { type Lease, openMeters, type Run } from './run.ts';

/** What can still be looked at of a run that was begun: its newest box while that bills, or a submission, whose files outlive it. */
export function lookable(run: Run): { lease: Lease; dir: NonNullable<Lease['started']>['dir'] } | undefined {
  const lease = run.leases.findLast(({ started }) => started !== undefined);
  if (!lease?.started || (openMeters(lease).length === 0 && !isQueued(lease))) return;
  return { lease, dir: lease.started.dir };
}

/** Whether what it holds can still be read there: a box that was taken away may bill on, and answers nobody. */
export const isAskable = (run: Run): boolean => {
  const held = lookable(run)?.lease;
  return held !== undefined && !(held.state === 'preempted' && (held.boxGone || held.evicted));
};
