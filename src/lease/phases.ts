import { secondsBetween } from '../clock.ts';
import { usdBetween } from './cost.ts';
import type { LedgerEvent } from './events.ts';
import type { Lease, Run } from './run.ts';

/** A stretch of a run, and what its box cost meanwhile. */
export interface Phase {
  /** Empty: of no box, as the smoke. */
  lease: string;
  what: string;
  seconds: number;
  usd: number;
  /** It is not over yet. */
  isOn: boolean;
}

/** Where a run's time and money went: box after box, each cut where something came to pass that the record tells of. */
export function phasesOf(run: Run, events: readonly LedgerEvent[], now: Date): Phase[] {
  const smoked = events.findLast((event) => event.type === 'smoke-passed');
  const smoke: Phase[] =
    smoked?.type === 'smoke-passed'
      ? [{ lease: '', what: 'smoke', seconds: smoked.seconds, usd: 0, isOn: false }]
      : [];
  return [...smoke, ...run.leases.flatMap((lease) => phasesOfLease(run, lease, events, now))];
}

/** @returns seconds from its opening to its end, or to `now`; 0 for a run that was never opened */
export function secondsOf({ opened, closed }: Run, now: Date): number {
  if (!opened) return 0;
  return Math.max(0, secondsBetween(new Date(opened.at), closed ? new Date(closed.at) : now));
}

function phasesOfLease(run: Run, lease: Lease, events: readonly LedgerEvent[], now: Date): Phase[] {
  const intended = events.find((event) => event.type === 'intended' && event.lease === lease.name);
  const over = endOfLease(lease);
  const end = over ?? now.getTime();
  let from = Date.parse(intended?.at ?? lease.rentedAt ?? now.toISOString());
  const phases: Phase[] = [];
  for (const { what, until } of stretches(run, lease)) {
    if (from >= end) break;
    const to = Math.max(from, Math.min(end, until === undefined ? end : Date.parse(until)));
    const isOn = until === undefined && over === undefined;
    const usd = usdBetween(lease, from, to);
    if (to > from) phases.push({ lease: lease.name, what, seconds: (to - from) / 1000, usd, isOn });
    if (until === undefined) break;
    from = to;
  }
  return phases;
}

interface Stretch {
  what: string;
  /** ISO 8601; `undefined` for the last one. */
  until: string | undefined;
}

/** In their order. What never came to pass ends the list: the stretch before it lasts until the box is over. */
function stretches({ seal }: Run, lease: Lease): Stretch[] {
  const { rentedAt, firstStartedAt, endedAt, lostAt, failedAt, verbsSince, state } = lease;
  const looking = { what: 'looking for a box', until: rentedAt };
  const ending = { what: state === 'parked' ? 'parked' : 'ending it', until: undefined };
  if (firstStartedAt === undefined) {
    const ready = { what: 'getting it ready', until: lostAt ?? failedAt ?? verbsSince };
    const unused = { what: 'held and of no use', until: verbsSince };
    return [looking, ready, ...((lostAt ?? failedAt) ? [unused] : []), ending];
  }
  const ready = { what: 'getting it ready', until: firstStartedAt };
  if (endedAt === undefined || (lostAt !== undefined && lostAt < endedAt))
    return [
      looking,
      ready,
      { what: 'training', until: lostAt ?? verbsSince },
      ...(lostAt === undefined ? [] : [{ what: 'after it was taken away', until: verbsSince }]),
      ending,
    ];
  return [
    looking,
    ready,
    { what: 'training', until: endedAt },
    { what: 'bringing home and verifying', until: seal && seal.at > endedAt ? seal.at : verbsSince },
    ...(seal && seal.at > endedAt ? [{ what: 'waiting for an approval', until: verbsSince }] : []),
    ending,
  ];
}

/** Milliseconds since 1970, when the last of its meters was proven stopped, or it was refused; `undefined` while it is held. */
function endOfLease({ meters, refusal, rentedAt }: Lease): number | undefined {
  if (rentedAt === undefined) return refusal && Date.parse(refusal.at);
  const stopped = meters.map(({ stoppedAt }) => stoppedAt);
  if (stopped.length === 0 || stopped.includes(undefined)) return;
  return Math.max(...stopped.map((at) => Date.parse(at ?? '')));
}
