import { comeBack, runAgain, standsStopped } from './comes-back.ts';
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
  verbsSince: undefined,
  verbTimes: new Map(),
  boxGone: false,
  evicted: false,
  claim: { by: event.claim, at },
  refusal: undefined,
  host: event.host,
  endsAt: undefined,
  untimed: undefined,
  failure: undefined,
  failedAt: undefined,
  unfit: false,
  rentedAt: undefined,
  wipes: 0,
  seenAt: undefined,
  unreached: undefined,
  stoppedSeenAt: undefined,
  ranAgain: undefined,
  unseenUsd: 0,
  clocks: [],
  clocksSince: undefined,
  words: [],
  lost: [],
});

type LeaseEvent = Extract<LedgerEvent, { lease: string }>;

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
const HELD: readonly LeaseState[] = [...PARKABLE, 'parked', 'releasing', 'failed'];

type LeaseEventOf<T> = Extract<LeaseEvent, { type: T }>;
type Rule<T> = (run: Run, lease: Lease, event: LeaseEventOf<T> & LedgerEvent) => string | undefined;

/** What each event does to its lease, in place; returns why it was ignored, if it was. */
const RULES: { [T in OfLease]: Rule<T> } = {
  'rent-refused': (_run, lease, event) =>
    move(lease, ['intended'], 'refused', () => {
      lease.refusal = { reason: event.reason, what: event.what, at: event.at };
    }),
  claimed: (_run, lease, event) =>
    move(lease, ['intended'], 'intended', () => {
      lease.claim = { by: event.claim, at: event.at };
    }),
  rented(_run, lease, event) {
    if (lease.state !== 'intended') return `lease is ${lease.state}`;
    hold(lease, event);
    lease.adopted = event.adopted;
    lease.host = event.host ?? lease.host;
    lease.endsAt = event.endsAt;
    lease.untimed = event.untimed;
    return move(lease, ['intended'], 'rented');
  },
  'boot-failed': (_run, lease, event) =>
    move(lease, ['rented'], 'failed', () => {
      lease.failure = event.why;
      lease.failedAt = event.at;
      lease.host = event.host ?? lease.host;
    }),
  reachable: (_run, lease, event) =>
    move(lease, ['rented'], 'reachable', () => {
      lease.pin ??= { sha256: event.hostKeySha256, by: event.pin };
      runAgain(lease, lease.meters, event.at);
    }),
  audited: (_run, lease, event) => audit(lease, event),
  started: (run, lease, event) => start(run, lease, event),
  preempted: (run, lease, event) => preempt(run, lease, event),
  // An abandoned lease stays one while its verbs are carried out: nothing was sealed.
  releasing: (_run, lease, event) =>
    move(lease, [...HELD, 'abandoned'], lease.state === 'abandoned' ? 'abandoned' : 'releasing', () => {
      if (!lease.verbsDone.includes(event.verb)) lease.verbsDone.push(event.verb);
      lease.verbAt = event.at;
      lease.verbsSince ??= event.at;
      lease.verbTimes.set(event.verb, (lease.verbTimes.get(event.verb) ?? 0) + 1);
    }),
  'meter-stopped': (run, lease, event) => stopMeter(run, lease, event),
  owed: (_run, lease, event) =>
    withMeter(lease, event.meter, (meter) => {
      if (!meter.stoppedAt) meter.owed = { why: event.why, next: event.next };
      // A debt that is written after the word was seen after it: the word counts no more.
      lease.words = [];
    }),
  'word-given': (_run, lease, event) =>
    move(lease, [...HELD, 'abandoned'], lease.state, () => {
      lease.words.push({ verb: event.verb, person: event.person, at: event.at });
    }),
  seen: (_run, lease) => (lease.boxId === undefined ? 'it has no box' : undefined),
  unreached(_run, lease, event) {
    if (lease.boxId === undefined) return 'it has no box';
    lease.unreached ??= { at: event.at, shown: event.shown };
    lease.unreached.shown = event.shown;
  },
  'stands-stopped'(_run, lease, event) {
    if (!standsStopped(lease)) return `lease is ${lease.state}`;
    lease.stoppedSeenAt = event.at;
  },
  'runs-again': (run, lease, event) => comeBack(run, lease, event),
  parked(_run, lease, event) {
    if (lease.boxGone || lease.evicted) return 'the platform has taken the box away';
    return move(lease, PARKABLE, 'parked', () => {
      lease.clocks = event.clocks;
      lease.clocksSince = event.at;
      lease.ranAgain = undefined;
    });
  },
  released(_run, lease) {
    if (lease.meters.some((meter) => !meter.stoppedAt)) return 'a meter is not proven stopped';
    return move(lease, ['releasing', 'preempted', 'parked', 'ended', 'failed'], 'released');
  },
  abandoned: (_run, lease, event) =>
    move(lease, HELD, 'abandoned', () => {
      lease.lost = event.lost;
    }),
};

/** Events that are about one lease alone. */
export type OfLease =
  | 'rent-refused'
  | 'claimed'
  | 'rented'
  | 'boot-failed'
  | 'reachable'
  | 'audited'
  | 'started'
  | 'preempted'
  | 'releasing'
  | 'meter-stopped'
  | 'owed'
  | 'word-given'
  | 'seen'
  | 'unreached'
  | 'stands-stopped'
  | 'runs-again'
  | 'parked'
  | 'released'
  | 'abandoned';

export const isOfLease = (event: LedgerEvent): event is LeaseEventOf<OfLease> & LedgerEvent =>
  Object.hasOwn(RULES, event.type);

/** Applies one event of a lease in place; returns why it was ignored, if it was. */
export function applyToLease(run: Run, event: LeaseEventOf<OfLease> & LedgerEvent): string | undefined {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (!lease) return `no lease ${event.lease}`;
  const rule = RULES[event.type] as Rule<OfLease>;
  return rule(run, lease, event);
}

/** From here on the account is charged for the box. */
function hold(lease: Lease, event: Extract<LedgerEvent, { type: 'rented' | 'surfaced' }>): void {
  // The platform's own word for when it began to bill, never later than when we wrote it down.
  const since = event.since !== undefined && event.since < event.at ? event.since : undefined;
  // Of a create whose answer was lost nobody knows when it had its effect: at the earliest when the claim to send it was written.
  const isFound = event.type === 'rented' && event.adopted;
  const startedAt = since ?? (isFound && lease.claim.at < event.at ? lease.claim.at : event.at);
  lease.boxId = event.boxId;
  lease.rentedAt = since ?? event.at;
  lease.meters = event.meters.map((meter) => ({
    ...meter,
    startedAt,
    stoppedAt: undefined,
    before: [],
    owed: undefined,
  }));
}

function audit(lease: Lease, event: Extract<LedgerEvent, { type: 'audited' }>): string | undefined {
  const goesBack = event.goesBack === true && lease.started === undefined;
  const to = event.fit ? 'audited' : goesBack ? 'failed' : 'unfit';
  return move(lease, ['reachable', 'unfit', 'audited'], to, () => {
    if (to !== 'failed') return;
    const bad = event.findings.filter(({ level }) => level === 'fail').map(({ what }) => what);
    lease.failedAt = event.at;
    lease.unfit = true;
    lease.failure = `not fit: ${bad.join('; ') || 'its audit says so'}`.slice(0, 300);
  });
}

/** Far beyond what any run comes to; a record that names more was written to hold up whoever reads it. */
export const MOST_LEASES = 500;
export const tooManyLeases = `a run has no more than ${MOST_LEASES} leases`;

/** A box that nobody holds: the refused lease that made it holds it now, or a lease of its own beside the one of its name. */
export function surface(run: Run, event: Extract<LedgerEvent, { type: 'surfaced' }>): string | undefined {
  const origin = run.leases.find((each) => each.name === event.of);
  if (!origin) return `no lease ${event.of}`;
  if (run.leases.some((each) => each.boxId === event.boxId)) return `${event.boxId} is held already`;
  const known = run.leases.find((each) => each.name === event.lease);
  if (known && known.state !== 'refused') return `lease is ${known.state}`;
  if (!known && run.leases.length >= MOST_LEASES) return tooManyLeases;
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
  // An older program goes on with a box that a newer one would have given back: what was started on it decides.
  const wasFailed = lease.state === 'failed' && lease.verbsDone.length === 0;
  if (lease.state !== 'audited' && lease.state !== 'running' && !revived && !wasFailed)
    return `lease is ${lease.state}`;
  lease.state = 'running';
  lease.failure = undefined;
  lease.ranAgain = undefined;
  for (const cell of run.cells.values())
    Object.assign(cell, { stalledSince: undefined, detached: undefined });
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
  if (event.what === 'disk') return wipe(run, lease);
  // An end that was only on the lost box counts for nothing unless its artifacts are already sealed.
  if (!run.seal) forgetEnds(run, event.what !== 'process');
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

/** It lives and holds nothing: looked over like a new one, and what was kept is brought back to it. */
function wipe(run: Run, lease: Lease): string | undefined {
  if (run.seal) return 'what it held is sealed';
  if (!lease.started || lease.boxGone || lease.evicted) return `lease is ${lease.state}`;
  forgetEnds(run, true);
  lease.wipes += 1;
  lease.endedAt = undefined;
  lease.state = 'reachable';
  return;
}

function forgetEnds(run: Run, too: boolean): void {
  for (const cell of run.cells.values()) {
    if (too) cell.ended = undefined;
    Object.assign(cell, { stalledSince: undefined, detached: undefined });
  }
  run.collected = false;
}

function stopMeter(
  run: Run,
  lease: Lease,
  event: Extract<LedgerEvent, { type: 'meter-stopped' }>,
): string | undefined {
  // Seen gone once is a claim; twice is a fact.
  if (event.sightings.length < 2) return 'seen gone fewer than two times';
  return withMeter(lease, event.meter, (meter) => {
    // The first of the two sightings: it was gone by then, and the second only made sure of it. But never before what the
    // record said last: what was shown to have been spent is not taken back, whatever clock saw it.
    meter.stoppedAt ??= later(run.updatedAt, earlier(event.sightings[0], event.at));
    meter.owed = undefined;
    lease.stoppedSeenAt = event.sightings.at(-1) ?? event.at;
  });
}

const earlier = (sighting: string | undefined, at: string): string =>
  sighting !== undefined && sighting < at ? sighting : at;

const later = (before: string | undefined, at: string): string =>
  before !== undefined && before > at ? before : at;

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
