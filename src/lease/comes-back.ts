import { secondsBetween } from '../clock.ts';
import { usdFor } from '../money.ts';
import type { EventOf } from './events.ts';
import { computing, type Lease, type LeaseMeter, type Run } from './run.ts';

/** A box that was stopped may be started again by anybody who has the console, and by some platforms themselves. */

/** So old may the last look at a stopped box be before it is looked at again, in seconds. */
const RECHECK_SECONDS = 1800;

/** Stopped by us or by its platform: nobody here waits for it to run. */
export const isStopped = (lease: Lease): boolean =>
  lease.state === 'parked' || (lease.state === 'preempted' && lease.evicted);

/** As far as the record knows it is off: stopped, or waited for again after that and not reached yet. */
export const standsStopped = (lease: Lease): boolean =>
  isStopped(lease) ||
  (lease.state === 'rented' &&
    lease.stoppedSeenAt !== undefined &&
    computing(lease).every(({ stoppedAt }) => stoppedAt !== undefined));

/**
 * When it was started nobody saw. Where it was seen stopped so lately, the whole time since is counted: rather too much than
 * money that nobody hears of. Longer than that nobody looked, and what is counted would be made up.
 */
const COUNTED_UNSEEN_SECONDS = 7200;

/** From when on what was seen stopped at one time, and running at a later one, is counted. */
function countedFrom(stoppedSeenAt: string | undefined, at: string): string {
  if (stoppedSeenAt === undefined || stoppedSeenAt > at) return at;
  const unseenSeconds = secondsBetween(new Date(stoppedSeenAt), new Date(at));
  return unseenSeconds <= COUNTED_UNSEEN_SECONDS ? stoppedSeenAt : at;
}

/** A box that was stopped and is running is being paid for again. */
export function runAgain(lease: Lease, meters: readonly LeaseMeter[], at: string): void {
  const from = countedFrom(lease.stoppedSeenAt, at);
  for (const meter of meters) {
    const { startedAt, stoppedAt } = meter;
    if (stoppedAt === undefined) continue;
    meter.before.push({ startedAt, stoppedAt, times: meter.times });
    // A span never begins before the one before it ended.
    Object.assign(meter, { startedAt: [stoppedAt, from].sort().at(-1), stoppedAt: undefined });
  }
}

/** Nobody here has any use of it, running or not. */
export const isUseless = (run: Run, lease: Lease): boolean =>
  run.halted !== undefined || run.seal !== undefined || lease.evicted;

/** Since when it computes and nobody waits for it: what it stands for, or somebody's start of it after that. */
export const idleSince = ({ ranAgain }: Lease, since: string | undefined): string | undefined =>
  ranAgain && since !== undefined && ranAgain.at > since ? ranAgain.at : since;

export function usdUnseen(meters: readonly LeaseMeter[], from: string, to: string): number {
  const seconds = secondsBetween(new Date(from), new Date(to));
  // A time that cannot be read is no reason to be unable to read the record.
  if (!(seconds > 0)) return 0;
  return meters.reduce((sum, { usdPerHour }) => sum + usdFor(usdPerHour, seconds), 0);
}

/** Somebody started it, or its platform did: what it is good for decides who looks next. */
export function comeBack(run: Run, lease: Lease, event: EventOf<'runs-again'>): string | undefined {
  if (!standsStopped(lease)) return `lease is ${lease.state}`;
  const meters = lease.meters.filter(({ id, stoppedAt }) => event.meters.includes(id) && stoppedAt);
  if (meters.length === 0) return 'no meter of it was proven stopped';
  const stoppedSeenAt = lease.stoppedSeenAt ?? event.at;
  lease.unreached = undefined;
  const from = countedFrom(stoppedSeenAt, event.at);
  lease.ranAgain = { at: event.at, countedFrom: from, stoppedSeenAt };
  lease.unseenUsd += isUseless(run, lease) ? usdUnseen(meters, stoppedSeenAt, from) : 0;
  runAgain(lease, meters, event.at);
  if (lease.state === 'parked') {
    // What it did is read from its own record, as if we had started it.
    if (lease.parkedItself && !run.seal) lease.wakes ??= event.at;
    lease.state = run.seal ? 'ended' : 'rented';
    lease.clocks = [];
  }
  return;
}

/** Meters of a stopped box to look at again: it is held and was proven stopped a while ago. */
export function toRecheck(lease: Lease, now: Date): string[] {
  const { stoppedSeenAt, intent } = lease;
  if (!standsStopped(lease) || intent.attach !== undefined || stoppedSeenAt === undefined) return [];
  // It is we who start it.
  if (lease.wakes !== undefined) return [];
  if (secondsBetween(new Date(stoppedSeenAt), now) < RECHECK_SECONDS) return [];
  return computing(lease)
    .filter(({ stoppedAt }) => stoppedAt !== undefined)
    .map(({ id }) => id);
}
