import type { Ignored } from './events/entry.ts';
import type { EventOf } from './events.ts';
import type { Lease, LeaseMeter } from './run.ts';

/** The meter that runs while a submission has an allocation; every other one runs until it is over. */
export const WALLTIME = 'walltime';

export const isQueued = ({ intent }: Lease): boolean => intent.queue !== undefined;

/** Whose list has it: of a platform there is one account, of an engine as many as there are clusters. */
export const accountOf = ({ platform, queue }: { platform: string; queue?: string | undefined }): string =>
  queue === undefined ? platform : `${platform} ${queue}`;

/** A platform's name has no blank. */
export function partsOfAccount(account: string): { platform: string; queue?: string } {
  const [, platform = account, queue] = /^(\S+) (.+)$/s.exec(account) ?? [];
  return { platform, ...(queue !== undefined && { queue }) };
}

/** Since when somebody's machine is held for it: what waits in a queue holds none yet. */
export const heldSince = (lease: Lease): string | undefined =>
  isQueued(lease) ? lease.queue?.begunAt : lease.rentedAt;

/** Nothing is allocated yet: the meter is there and has not run. */
export function withoutAllocation(meter: LeaseMeter): LeaseMeter {
  return meter.id === WALLTIME ? { ...meter, stoppedAt: meter.startedAt } : meter;
}

/** The engine's word of where a submission stands, by which its meters run, pause and end. */
export function queueMoved(lease: Lease, { to, why, stuck, at, tasks }: EventOf<'queue-moved'>): Ignored {
  if (!isQueued(lease)) return 'it is no submission to a queue';
  if (lease.boxId === undefined) return 'it was never submitted';
  const { queue: known } = lease;
  const count = tasks !== undefined && tasks > 0 ? Math.floor(tasks) : undefined;
  if (known?.to === 'over') return 'it was over before';
  const isSame = known?.to === to && known.why === why && known.stuck === stuck && known.tasks === count;
  if (isSame) return 'nothing has changed';
  const begunAt = known?.begunAt ?? (to === 'running' ? at : undefined);
  lease.queue = { to, why, at, begunAt, stuck, tasks: count };
  for (const meter of lease.meters) {
    if (meter.id === WALLTIME && to === 'running') runOn(meter, at, count ?? 1);
    else if (meter.id === WALLTIME || to === 'over') meter.stoppedAt ??= at;
  }
  return;
}

/** From here on so many allocations are counted. */
function runOn(meter: LeaseMeter, at: string, times: number): void {
  if (meter.stoppedAt === undefined && meter.times === times) return;
  const { startedAt, stoppedAt = at } = meter;
  if (stoppedAt !== startedAt) meter.before.push({ startedAt, stoppedAt, times: meter.times });
  Object.assign(meter, { startedAt: [stoppedAt, at].sort().at(-1), stoppedAt: undefined, times });
}
