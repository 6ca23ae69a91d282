import { failedLaunches } from './breaker.ts';
import { type EventBody, LEDGER_VERSION, type LedgerEvent } from './events.ts';
import { attemptsOf, type Cell, currentLease, type Lease, type LeaseState, type Run } from './run.ts';

/** Nothing has happened yet. */
export const emptyRun = (id: string): Run => ({
  id,
  opened: undefined,
  smoke: 'missing',
  leases: [],
  cells: new Map(),
  relaunches: 0,
  collected: false,
  seal: undefined,
  approvals: [],
  halted: undefined,
  forgivenFailures: 0,
  noCapacity: undefined,
  closed: undefined,
  ignored: [],
  updatedAt: undefined,
});

/**
 * The run that these events tell. Total: any sequence gives a Run. Each state needs its own evidence (XC-01), so an
 * event that does not follow from what stands before it changes nothing and is listed in `ignored`.
 */
export function fold(id: string, events: readonly LedgerEvent[]): Run {
  const run = emptyRun(id);
  for (const event of events) {
    const why = apply(run, event);
    if (why) run.ignored.push({ seq: event.seq, type: event.type, why });
    else run.updatedAt = event.at;
  }
  return run;
}

/** Applies one event in place; returns why it was ignored, if it was. */
function apply(run: Run, event: LedgerEvent): string | undefined {
  if (event.type === 'run-opened') return open(run, event);
  if (!run.opened) return 'the run was never opened';
  if (run.closed) return 'the run is closed';
  switch (event.type) {
    case 'smoke-passed':
      if (event.commit !== run.opened.commit) return `evidence for commit ${event.commit}`;
      if (event.configHash !== run.opened.configHash) return 'evidence for another configuration';
      run.smoke = 'passed';
      return;
    case 'smoke-waived':
      run.smoke = run.smoke === 'passed' ? 'passed' : 'waived';
      return;
    case 'intended':
      return intend(run, event);
    case 'approved':
      run.approvals.push(event);
      return;
    case 'halted':
      run.halted = event;
      return;
    case 'resolved':
      run.halted = undefined;
      // A person said go on, so one more death than the retries allow may be answered with a relaunch.
      run.relaunches = Math.min(run.relaunches, run.opened.retryMax);
      run.forgivenFailures = failedLaunches(run);
      // And a box that was not fit may have been put right by hand: it is audited again.
      for (const lease of run.leases) if (lease.state === 'unfit') lease.state = 'reachable';
      return;
    case 'surfaced':
      return surface(run, event);
    case 'no-capacity':
      run.noCapacity = { ...event, since: run.noCapacity?.since ?? event.at };
      return;
    case 'kept':
      return keep(run, event);
    case 'cell-ended':
      return endCell(run, event);
    case 'resumed':
      return withCell(run, event.cell, (cell) => {
        cell.resumedAt.push(event.firstStep);
        cell.resumedAttempt = event.attempt;
      });
    case 'collected':
      if (!everyCellEnded(run)) return 'not every cell has ended';
      run.collected = true;
      return;
    case 'sealed':
      if (!run.collected) return 'nothing was collected';
      if (event.verified < event.roster)
        return `${event.roster - event.verified} of ${event.roster} not verified`;
      run.seal = event;
      return;
    case 'unsealed':
      if (run.seal?.seal !== event.seal) return 'no such seal';
      run.seal = undefined;
      run.collected = false;
      return;
    case 'closed':
      if (run.leases.some((lease) => lease.meters.some((meter) => !meter.stoppedAt)))
        return 'a meter is not proven stopped';
      run.closed = event;
      return;
    default:
      return applyToLease(run, event);
  }
}

function open(run: Run, event: Extract<LedgerEvent, { type: 'run-opened' }>): string | undefined {
  if (run.opened) return 'the run is open already';
  if (event.version > LEDGER_VERSION)
    return `ledger version ${event.version}, we read up to ${LEDGER_VERSION}`;
  run.opened = event;
  for (const name of event.cells) {
    run.cells.set(name, {
      name,
      ended: undefined,
      kept: new Map(),
      verifiedStep: undefined,
      lastStep: undefined,
      resumedAt: [],
      resumedAttempt: 0,
    });
  }
  return;
}

function intend(run: Run, event: Extract<LedgerEvent, { type: 'intended' }>): string | undefined {
  if (run.leases.some((lease) => lease.name === event.lease)) return 'intended already';
  if (currentLease(run)) return 'another lease is held';
  run.noCapacity = undefined;
  run.leases.push(newLease(event, event.at));
  return;
}

const newLease = (event: Extract<EventBody, { type: 'intended' }>, at: string): Lease => ({
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
  lostAt: undefined,
  verbsDone: [],
  boxGone: false,
  evicted: false,
  claim: { by: event.claim, at },
  refusal: undefined,
  host: event.host,
  endsAt: undefined,
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

function applyToLease(run: Run, event: LeaseEvent): string | undefined {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (!lease) return `no lease ${event.lease}`;
  switch (event.type) {
    case 'rent-refused':
      return move(lease, ['intended'], 'refused', () => {
        lease.refusal = { reason: event.reason, what: event.what };
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
function surface(run: Run, event: Extract<LedgerEvent, { type: 'surfaced' }>): string | undefined {
  const origin = run.leases.find((each) => each.name === event.of);
  if (!origin) return `no lease ${event.of}`;
  if (run.leases.some((each) => each.boxId === event.boxId)) return `${event.boxId} is held already`;
  const known = run.leases.find((each) => each.name === event.lease);
  if (known && known.state !== 'refused') return `lease is ${known.state}`;
  const lease = known ?? newLease({ ...origin.intent, lease: event.lease }, event.at);
  if (!known) run.leases.push(lease);
  hold(lease, event);
  lease.state = 'failed';
  lease.failure = 'it came up after its create had been given up';
  return;
}

function start(run: Run, lease: Lease, event: Extract<LedgerEvent, { type: 'started' }>): string | undefined {
  if (event.configHash !== run.opened?.configHash)
    return 'another configuration: only the identical one may be retried';
  // Numbers only rise, over all boxes: a number that was used is an attempt that the keeper will not start again.
  if (event.attempt <= attemptsOf(run)) return `attempt ${event.attempt} was started already`;
  const revived = lease.state === 'preempted' && !lease.boxGone;
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

function keep(run: Run, event: Extract<LedgerEvent, { type: 'kept' }>): string | undefined {
  return withCell(run, event.cell, (cell) => {
    for (const file of event.files) cell.kept.set(file.path, file);
    if (event.step !== undefined) cell.verifiedStep = event.step;
  });
}

function endCell(run: Run, event: Extract<LedgerEvent, { type: 'cell-ended' }>): string | undefined {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (lease?.state !== 'running') return lease ? `lease is ${lease.state}` : `no lease ${event.lease}`;
  const unknown = withCell(run, event.cell, (cell) => {
    cell.ended = {
      verdict: event.verdict,
      exitCode: event.exitCode,
      failureClass: event.failureClass,
      attempt: event.attempt,
    };
    cell.lastStep = event.lastStep ?? cell.lastStep;
  });
  if (!unknown && everyCellEnded(run)) lease.state = 'ended';
  return unknown;
}

const everyCellEnded = (run: Run): boolean =>
  run.cells.size > 0 && [...run.cells.values()].every((cell) => cell.ended);

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

function withCell(run: Run, name: string, change: (cell: Cell) => void): string | undefined {
  const cell = run.cells.get(name);
  if (!cell) return `no cell ${name}`;
  change(cell);
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
