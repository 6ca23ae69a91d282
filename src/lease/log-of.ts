import type { Run } from './run.ts';

/**
 * Where a person reads a cell's log: no command of ours shows it. Of a cell that ended it is that of the attempt it ended in. A task
 * counts attempts of its own, and one that was begun again since the last look has a newer log than any we know: so a pattern.
 */
export function logOf({ leases, cells }: Pick<Run, 'leases' | 'cells'>, cell: string): string {
  const endedIn = cells.get(cell)?.ended?.attempt;
  const lease =
    leases.find(({ started }) => started && endedIn !== undefined && started.attempt >= endedIn) ??
    leases.findLast(({ started }) => started !== undefined);
  if (!lease?.started) return 'its log';
  const top = `${lease.started.dir.base}/attempts/${endedIn ?? lease.started.attempt}`;
  return lease.intent.tasks
    ? `its log (the newest of ${top}/tasks/${cell}/*/cells/${cell}/log on ${lease.name})`
    : `its log (${top}/cells/${cell}/log on ${lease.name})`;
}
