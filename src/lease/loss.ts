import type { Preempted } from './events.ts';
import { isQueued } from './fold-queue.ts';
import type { Lease, Run } from './run.ts';

/** What a platform shows of a box, as far as it decides about a loss. */
export interface Shown {
  state: string;
  /** By the platform's word it was stopped by the platform, or it cannot say by whom. */
  evicted?: boolean;
}

/** Whether what the platform shows means that the run has lost the box: gone, or stopped without our asking. */
export function lossOf(run: Run, lease: Lease, shown: Shown, now: Date): 'box' | 'evicted' | undefined {
  // What it has left lies in its place. That its work is lost only its own record can say (`src/watch/in-queue.ts`), never a broken line;
  // and what was over before it began somebody ended, which is a question to a person (`src/rent/reach.ts`).
  if (isQueued(lease)) return;
  if (shown.state === 'gone') return 'box';
  if (shown.state !== 'stopped' || shown.evicted !== true) return;
  return isOurStop(lease) || hasEnded(run, lease, now) ? undefined : 'evicted';
}

/** Not reached, and its platform showed two times what became of it: the same words whoever looked. */
export const shownLost = (lease: Lease, what: 'box' | 'evicted', reason: string): Preempted => ({
  type: 'preempted',
  lease: lease.name,
  what,
  why: `not reached (${reason}) and shown ${what === 'box' ? 'gone' : 'stopped by the platform'} by ${lease.platform} two times`,
});

/** We stopped it, and it has not answered since. The record knows that; a process that did not do it itself would not. */
function isOurStop({ verbAt, clocksSince, evicted, seenAt }: Lease): boolean {
  const stops = [verbAt, evicted ? undefined : clocksSince];
  return stops.some(
    (at) => at !== undefined && (seenAt === undefined || Date.parse(seenAt) <= Date.parse(at)),
  );
}

/** Its own time is over: the platform's timer, its own or the keeper's, which stop a box for which nobody came. */
function hasEnded({ opened }: Run, { endsAt, endsItselfAt, startedAt }: Lease, now: Date): boolean {
  const hours = opened?.budget.hours;
  const deadManAt =
    startedAt === undefined || hours === undefined ? undefined : Date.parse(startedAt) + hours * 3_600_000;
  const [platforms, boxs] = [endsAt, endsItselfAt].map((at) =>
    at === undefined ? undefined : Date.parse(at),
  );
  const ends = [platforms, boxs, deadManAt];
  return ends.some((at) => at !== undefined && at <= now.getTime());
}

/** Shown stopped at a time at which it was to end its own meter: nobody took it away. */
export const endedItself = ({ endsItselfAt }: Pick<Lease, 'endsItselfAt'>, at: string): boolean =>
  endsItselfAt !== undefined && Date.parse(endsItselfAt) <= Date.parse(at);

export const ownEndWords = (endsItselfAt = ''): string =>
  `it ended its own meter, as it was to do at ${endsItselfAt} if nobody came`;

/** When it ends its own meter; whoever stopped it meanwhile ended what waited on it, too. */
export const ownEndAhead = ({ state, evicted, endsItselfAt }: Lease): string | undefined =>
  state === 'parked' || evicted ? undefined : endsItselfAt;
