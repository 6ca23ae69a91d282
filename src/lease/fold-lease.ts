import type { Ignored } from './events/entry.ts';
import type { EventOf, Intended } from './events.ts';
import { isQueued, withoutAllocation } from './fold-queue.ts';
import type { Lease, LeaseState } from './run.ts';

/** A lease that is only intended yet. */
export const newLease = (event: Intended, at: string): Lease => ({
  name: event.lease,
  platform: event.platform,
  offer: event.offer,
  usdPerHour: event.usdPerHour,
  intent: event,
  state: 'intended',
  boxId: undefined,
  adopted: false,
  meters: [],
  pin: undefined,
  placed: undefined,
  gpus: undefined,
  started: undefined,
  startedAt: undefined,
  firstStartedAt: undefined,
  endedAt: undefined,
  lostAt: undefined,
  setBackAt: undefined,
  verbsDone: [],
  verbAt: undefined,
  verbsSince: undefined,
  verbTimes: new Map(),
  boxGone: false,
  evicted: false,
  claim: { by: event.claim, at },
  refusal: undefined,
  host: event.host,
  endsAt: undefined,
  untimed: undefined,
  endsItselfAt: undefined,
  failure: undefined,
  failedAt: undefined,
  unfit: false,
  rentedAt: undefined,
  wipes: 0,
  seenAt: undefined,
  overAt: undefined,
  unreached: undefined,
  queue: undefined,
  allocation: undefined,
  begunInVain: 0,
  stoppedSeenAt: undefined,
  ranAgain: undefined,
  parkedItself: undefined,
  wakes: undefined,
  unseenUsd: 0,
  traffic: { price: event.traffic ?? {}, counted: new Map(), steps: [] },
  clocks: [],
  clocksSince: undefined,
  words: [],
  asking: undefined,
  lost: [],
});

/** The box may be stopped, its data kept: with work on it or none, but never one that is being given back. */
export const PARKABLE: readonly LeaseState[] = [
  'rented',
  'reachable',
  'audited',
  'unfit',
  'running',
  'preempted',
  'ended',
];

/** There is, or was, a box that may be given back. */
export const HELD: readonly LeaseState[] = [...PARKABLE, 'parked', 'releasing', 'failed'];

/** From here on the account is charged for the box. */
export function hold(lease: Lease, event: EventOf<'rented' | 'surfaced'>): void {
  // The platform's own word for when it began to bill, never later than when we wrote it down.
  const since = event.since !== undefined && event.since < event.at ? event.since : undefined;
  // Of a create whose answer was lost nobody knows when it had its effect: at the earliest when the claim to send it was written.
  const isFound = event.type === 'rented' && event.adopted;
  const startedAt = since ?? (isFound && lease.claim.at < event.at ? lease.claim.at : event.at);
  lease.boxId = event.boxId;
  lease.rentedAt = since ?? event.at;
  lease.traffic.price = event.traffic ?? lease.traffic.price;
  const meters = event.meters.map((meter) => ({
    ...meter,
    startedAt,
    stoppedAt: undefined,
    times: 1,
    before: [],
    owed: undefined,
  }));
  lease.meters = isQueued(lease) ? meters.map(withoutAllocation) : meters;
}

/** Far beyond what any run comes to; a record that names more was written to hold up whoever reads it. */
export const MOST_LEASES = 500;
export const tooManyLeases = `a run has no more than ${MOST_LEASES} leases`;

/** @param then what the event changes beside the state; an event that is ignored changes nothing */
export function move(lease: Lease, from: readonly LeaseState[], to: LeaseState, then?: () => void): Ignored {
  if (!from.includes(lease.state)) return `lease is ${lease.state}`;
  lease.state = to;
  then?.();
  return;
}

export function withMeter(
  lease: Lease,
  id: string,
  change: (meter: Lease['meters'][number]) => void,
): Ignored {
  const meter = lease.meters.find((each) => each.id === id);
  if (!meter) return `no meter ${id}`;
  change(meter);
  return;
}
