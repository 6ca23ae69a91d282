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
export function queueMoved(lease: Lease, { to, why, stuck, at }: EventOf<'queue-moved'>): Ignored {
  if (!isQueued(lease)) return 'it is no submission to a queue';
  if (lease.boxId === undefined) return 'it was never submitted';
  const { queue: known } = lease;
  if (known?.to === 'over') return 'it was over before';
  if (known?.to === to && known.why === why && known.stuck === stuck) return 'nothing has changed';
  lease.queue = { to, why, at, begunAt: known?.begunAt ?? (to === 'running' ? at : undefined), stuck };
  for (const meter of lease.meters) {
    if (meter.id === WALLTIME && to === 'running') runOn(meter, at);
    else if (meter.id === WALLTIME || to === 'over') meter.stoppedAt ??= at;
  }
  return;
}

function runOn(meter: LeaseMeter, at: string): void {
  const { startedAt, stoppedAt } = meter;
  if (stoppedAt === undefined) return;
  if (stoppedAt !== startedAt) meter.before.push({ startedAt, stoppedAt });
  Object.assign(meter, { startedAt: [stoppedAt, at].sort().at(-1), stoppedAt: undefined });
}
