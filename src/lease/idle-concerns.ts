import { secondsBetween } from '../clock.ts';
import { isUnused, type Lease, type Run } from './run.ts';
import type { TellAfter } from './tell-after.ts';

/** Boxes that are paid for and on which nothing of their run works. */

/** Whether something is old enough to be told, and from when on. */
export function dueAfter(since: string, seconds: number, now: Date): { due: boolean; dueAt?: string } {
  const at = Date.parse(since) + seconds * 1000;
  // A time that cannot be read is no reason to be unable to read the record.
  if (Number.isNaN(at)) return { due: false };
  return { due: secondsBetween(new Date(at), now) >= 0, dueAt: new Date(at).toISOString() };
}

interface Of {
  after: TellAfter;
  /** Of all its meters. */
  usdPerHour: number;
  now: Date;
}

/** A held box without work: never used, not begun on (again), or given up and not gone. */
export const idle = (run: Run, lease: Lease, of: Of) => [
  ...unused(lease, of),
  ...notStarted(run, lease, of),
  ...notBegunAgain(run, lease, of),
  ...takenAway(run, lease, of),
  ...givenUp(run, lease, of),
];

/** It carried nothing and should be gone: its platform does not take it back. */
function unused(lease: Lease, { after: { heldSeconds }, usdPerHour, now }: Of) {
  if (!isUnused(lease) || lease.rentedAt === undefined) return [];
  const since = lease.rentedAt;
  return [
    {
      key: `unused-held:${lease.name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${lease.name} on ${lease.platform} was never used (${lease.failure}) and is still held.`,
      next: `End it in the console of ${lease.platform}; the next look proves that it is gone.`,
      usdPerHour,
    },
  ];
}

const BEFORE_START: readonly Lease['state'][] = ['rented', 'reachable', 'audited'];

/** Rented and on its way, and something keeps it from its work that no step fails of: a platform that does not answer, say. */
function notStarted(run: Run, lease: Lease, { after: { heldSeconds }, usdPerHour, now }: Of) {
  const { name, platform, state, started, rentedAt: since } = lease;
  if (!BEFORE_START.includes(state) || started !== undefined || since === undefined) return [];
  return [
    {
      key: `not-started:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} is held since ${since}, and nothing was started on it yet.`,
      next: `"gpu-lease watch ${run.id}" goes on with it and says what is in the way; "gpu-lease abandon ${run.id}" gives it back.`,
      usdPerHour,
    },
  ];
}

/** It has worked, was set back or started anew, and its work does not go on: a smoke that nobody runs, a login that fails. */
function notBegunAgain(run: Run, lease: Lease, { after: { heldSeconds }, usdPerHour, now }: Of) {
  const { name, platform, state, started, boxGone, evicted } = lease;
  const isHere = state === 'preempted' ? !boxGone && !evicted : BEFORE_START.includes(state);
  const since = [lease.startedAt, lease.setBackAt, lease.endedAt, lease.ranAgain?.at, lease.stoppedSeenAt]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  if (!isHere || started === undefined || since === undefined || run.halted) return [];
  return [
    {
      key: `not-begun-again:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} is held, and its work did not go on since ${since}.`,
      next: `"gpu-lease watch ${run.id}" goes on with it and says what is in the way; "gpu-lease abandon ${run.id}" saves what can be saved and gives it back.`,
      usdPerHour,
    },
  ];
}

/** Stopped by its platform: the run goes on elsewhere, and what a stop leaves of it is paid for until it is sealed. */
function takenAway(run: Run, lease: Lease, { after: { heldSeconds }, usdPerHour, now }: Of) {
  const { name, platform, state, evicted, lostAt: since, started } = lease;
  if (state !== 'preempted' || !evicted || since === undefined || run.seal || run.halted || usdPerHour === 0)
    return [];
  const holds = started ? 'may hold what nobody pulled' : 'was never worked on';
  return [
    {
      key: `taken-away:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${platform} stopped ${name} at ${since}. The run goes on elsewhere, and the disk of ${name}, which ${holds}, is paid for until the run is released.`,
      next: `Where what was verified is enough ("gpu-lease status ${run.id}"), end it in the console of ${platform}; else nothing.`,
      usdPerHour,
    },
  ];
}

/** A person said that what is on it may be lost, and it is not gone: a verb that is refused, a word that ran out. */
function givenUp({ id, approvals }: Run, lease: Lease, { after: { heldSeconds }, usdPerHour, now }: Of) {
  const { name, platform, state } = lease;
  const since = approvals.findLast((each) => each.lease === name && each.goal === 'abandon')?.at;
  if (state !== 'abandoned' || since === undefined) return [];
  return [
    {
      key: `given-up-held:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} was given up at ${since} and is still paid for.`,
      next: `"gpu-lease abandon ${id}" tries again and says what is in the way; or end it in the console of ${platform}.`,
      usdPerHour,
    },
  ];
}
