import type { EventBody, LedgerEvent } from './events.ts';
import { attemptsOf, type Lease, type LeaseState, type Run } from './run.ts';

/** A lease that is only intended yet. */
export const newLease = (event: Extract<EventBody, { type: 'intended' }>, at: string): Lease => ({
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
  started: undefined,
  startedAt: undefined,
  firstStartedAt: undefined,
  endedAt: undefined,
  lostAt: undefined,
  verbsDone: [],
  verbAt: undefined,
  boxGone: false,
  evicted: false,
  claim: { by: event.claim, at },
  refusal: undefined,
  host: event.host,
  endsAt: undefined,
  untimed: undefined,
  failure: undefined,
  rentedAt: undefined,
  clocks: [],
  clocksSince: undefined,
  words: [],
  lost: [],
});

type LeaseEvent = Extract<LedgerEvent, { lease: string }>;

/** There is, or was, a box that may be given back. */
const HELD: readonly LeaseState[] = [
  'rented',
  'reachable',
  'audited',
  'unfit',
  'running',
  'preempted',
  'ended',
  'parked',
  'releasing',
  'failed',
];

/** Applies one event of a lease in place; returns why it was ignored, if it was. */
export function applyToLease(run: Run, event: LeaseEvent): string | undefined {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (!lease) return `no lease ${event.lease}`;
  switch (event.type) {
    case 'rent-refused':
      return move(lease, ['intended'], 'refused', () => {
        lease.refusal = { reason: event.reason, what: event.what, at: event.at };
      });
    case 'claimed':
      return move(lease, ['intended'], 'intended', () => {
        lease.claim = { by: event.claim, at: event.at };
      });
    case 'rented':
      if (lease.state !== 'intended') return `lease is ${lease.state}`;
      hold(lease, event);
      lease.adopted = event.adopted;
      lease.host = event.host ?? lease.host;
      lease.endsAt = event.endsAt;
      lease.untimed = event.untimed;
      return move(lease, ['intended'], 'rented');
    case 'boot-failed':
      return move(lease, ['rented'], 'failed', () => {
        lease.failure = event.why;
        lease.host = event.host ?? lease.host;
      });
    case 'reachable':
      return move(lease, ['rented'], 'reachable', () => {
        lease.pin ??= { sha256: event.hostKeySha256, by: event.pin };
      });
    case 'audited':
      return move(lease, ['reachable', 'unfit', 'audited'], event.fit ? 'audited' : 'unfit');
    case 'started':
      return start(run, lease, event);
    case 'preempted':
      return preempt(run, lease, event);
    case 'releasing':
      // An abandoned lease stays one while its verbs are carried out: nothing was sealed.
      return move(
        lease,
        [...HELD, 'abandoned'],
        lease.state === 'abandoned' ? 'abandoned' : 'releasing',
        () => {
          if (!lease.verbsDone.includes(event.verb)) lease.verbsDone.push(event.verb);
          lease.verbAt = event.at;
        },
      );
    case 'meter-stopped':
      return stopMeter(lease, event);
    case 'owed':
      return withMeter(lease, event.meter, (meter) => {
        if (!meter.stoppedAt) meter.owed = { why: event.why, next: event.next };
        // A debt that is written after the word was seen after it: the word counts no more.
        lease.words = [];
      });
    case 'word-given':
      return move(lease, [...HELD, 'abandoned'], lease.state, () => {
        lease.words.push({ verb: event.verb, person: event.person, at: event.at });
      });
    case 'parked':
      return move(lease, ['ended'], 'parked', () => {
        lease.clocks = event.clocks;
        lease.clocksSince = event.at;
      });
    case 'released':
      if (lease.meters.some((meter) => !meter.stoppedAt)) return 'a meter is not proven stopped';
      return move(lease, ['releasing', 'preempted', 'parked', 'ended', 'failed'], 'released');
    case 'abandoned':
      return move(lease, HELD, 'abandoned', () => {
        lease.lost = event.lost;
      });
    default:
      return 'not an event of a lease';
  }
}

/** From here on the account is charged for the box. */
function hold(lease: Lease, event: Extract<LedgerEvent, { type: 'rented' | 'surfaced' }>): void {
  // The platform's own word for when it began to bill, never later than when we wrote it down.
  const startedAt = event.since !== undefined && event.since < event.at ? event.since : event.at;
  lease.boxId = event.boxId;
  lease.rentedAt = startedAt;
  lease.meters = event.meters.map((meter) => ({
    ...meter,
    startedAt,
    stoppedAt: undefined,
    owed: undefined,
  }));
}

/** A box that nobody holds: the refused lease that made it holds it now, or a lease of its own beside the one of its name. */
export function surface(run: Run, event: Extract<LedgerEvent, { type: 'surfaced' }>): string | undefined {
  const origin = run.leases.find((each) => each.name === event.of);
  if (!origin) return `no lease ${event.of}`;
  if (run.leases.some((each) => each.boxId === event.boxId)) return `${event.boxId} is held already`;
  const known = run.leases.find((each) => each.name === event.lease);
  if (known && known.state !== 'refused') return `lease is ${known.state}`;
  const lease = known ?? newLease({ ...origin.intent, lease: event.lease }, event.at);
  if (!known) run.leases.push(lease);
  hold(lease, event);
  // Which machine it came up on nobody said, and that of the offer failed at nothing.
  lease.host = undefined;
  lease.state = 'failed';
  lease.failure = 'it came up after its create had been given up';
  return;
}

function start(run: Run, lease: Lease, event: Extract<LedgerEvent, { type: 'started' }>): string | undefined {
  if (event.configHash !== run.opened?.configHash)
    return 'another configuration: only the identical one may be retried';
  // Numbers only rise, over all boxes: a number that was used is an attempt that the keeper will not start again.
  if (event.attempt <= attemptsOf(run)) return `attempt ${event.attempt} was started already`;
  const revived = lease.state === 'preempted' && !lease.boxGone && !lease.evicted;
  if (lease.state !== 'audited' && lease.state !== 'running' && !revived) return `lease is ${lease.state}`;
  lease.state = 'running';
  lease.started = event;
  lease.startedAt = event.at;
  lease.firstStartedAt ??= event.at;
  return;
}

const PROCESS: readonly LeaseState[] = ['running', 'preempted'];
const LOSABLE: readonly LeaseState[] = [
  'rented',
  'reachable',
  'audited',
  'unfit',
  'running',
  'ended',
  'parked',
  'preempted',
];

function preempt(
  run: Run,
  lease: Lease,
  event: Extract<LedgerEvent, { type: 'preempted' }>,
): string | undefined {
  // A process dies only where one was started; a box can be taken away as soon as it is held.
  const from = event.what === 'process' ? PROCESS : LOSABLE;
  if (!from.includes(lease.state)) return `lease is ${lease.state}`;
  // An end that was only on the lost box counts for nothing unless its artifacts are already sealed.
  if (!run.seal) {
    for (const cell of run.cells.values()) if (cell.ended && event.what !== 'process') cell.ended = undefined;
    run.collected = false;
  }
  if (event.what === 'process' && lease.state !== 'preempted') run.relaunches += 1;
  if (event.what !== 'process') lease.lostAt ??= event.at;
  lease.boxGone ||= event.what === 'box';
  lease.evicted ||= event.what === 'evicted';
  lease.state = 'preempted';
  if (event.clocks) {
    lease.clocks = event.clocks;
    lease.clocksSince = event.at;
  }
  return;
}

function stopMeter(lease: Lease, event: Extract<LedgerEvent, { type: 'meter-stopped' }>): string | undefined {
  // Seen gone once is a claim; twice is a fact (design 3.3).
  if (event.sightings.length < 2) return 'seen gone fewer than two times';
  return withMeter(lease, event.meter, (meter) => {
    // The first of the two sightings: it was gone by then, and the second only made sure of it.
    meter.stoppedAt ??= earlier(event.sightings[0], event.at);
    meter.owed = undefined;
  });
}

const earlier = (sighting: string | undefined, at: string): string =>
  sighting !== undefined && sighting < at ? sighting : at;

/** @param then what the event changes beside the state; an event that is ignored changes nothing */
function move(
  lease: Lease,
  from: readonly LeaseState[],
  to: LeaseState,
  then?: () => void,
): string | undefined {
  if (!from.includes(lease.state)) return `lease is ${lease.state}`;
  lease.state = to;
  then?.();
  return;
}

function withMeter(
  lease: Lease,
  id: string,
  change: (meter: Lease['meters'][number]) => void,
): string | undefined {
  const meter = lease.meters.find((each) => each.id === id);
  if (!meter) return `no meter ${id}`;
  change(meter);
  return;
}
