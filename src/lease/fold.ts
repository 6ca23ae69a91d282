import { secondsBetween } from '../clock.ts';
import { failedLaunches } from './breaker.ts';
import { LEDGER_VERSION, type LedgerEvent } from './events.ts';
import {
  applyToLease,
  isOfLease,
  MOST_LEASES,
  newLease,
  type OfLease,
  surface,
  tooManyLeases,
} from './fold-lease.ts';
import { mayDrop } from './kept.ts';
import { shortOf } from './promised.ts';
import { attemptsOf, type Cell, currentLease, type Run } from './run.ts';

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
  stored: [],
  keptSets: new Map(),
  approvals: [],
  standing: [],
  halted: undefined,
  haltedToo: [],
  forgivenFailures: 0,
  noCapacity: undefined,
  continued: undefined,
  runnerSeconds: 0,
  closed: undefined,
  unattendedSince: undefined,
  told: new Map(),
  ignored: [],
  updatedAt: undefined,
});

/** So long may a record stand without a word before somebody has to vouch that nothing was taken from it. Seconds. */
export const ATTENDED_SECONDS = 300;

/**
 * The run that these events tell. Total: any sequence gives a Run. Each state needs its own evidence (XC-01), so an
 * event that does not follow from what stands before it changes nothing and is listed in `ignored`.
 */
export function fold(id: string, events: readonly LedgerEvent[]): Run {
  const run = emptyRun(id);
  for (const event of events) {
    const why = apply(run, event);
    if (why) run.ignored.push({ seq: event.seq, type: event.type, why });
    else {
      noteSight(run, event);
      noteGap(run, event);
      run.updatedAt = event.at;
    }
  }
  return run;
}

/** What cannot be known without the box having answered. */
const SIGHTS: readonly LedgerEvent['type'][] = [
  'reachable',
  'audited',
  'started',
  'resumed',
  'kept',
  'cell-ended',
  'collected',
  'seen',
  'stalled',
  'moving',
  'detached',
];

function noteSight(run: Run, event: LedgerEvent): void {
  if (!SIGHTS.includes(event.type) || !('lease' in event)) return;
  const lease = run.leases.find(({ name }) => name === event.lease);
  if (lease) Object.assign(lease, { seenAt: event.at, unreached: undefined });
}

/** Only what says that somebody looked outside of the record closes a gap: any other event could be written behind a cut. */
function noteGap(run: Run, event: LedgerEvent): void {
  if (event.type === 'vouched' || event.type === 'resolved') {
    run.unattendedSince = undefined;
    return;
  }
  const before = run.updatedAt;
  if (before === undefined) return;
  if (Math.abs(secondsBetween(new Date(before), new Date(event.at))) > ATTENDED_SECONDS)
    run.unattendedSince ??= before;
}

type Opened = Run & { opened: NonNullable<Run['opened']> };
type EventOf<T> = Extract<LedgerEvent, { type: T }>;
type OfRun = Exclude<LedgerEvent['type'], OfLease | 'run-opened'>;
type Rule<T> = (run: Opened, event: EventOf<T>) => string | undefined;

/** What each event does to the run, in place; returns why it was ignored, if it was. */
const RULES: { [T in OfRun]: Rule<T> } = {
  'smoke-passed'(run, event) {
    if (event.commit !== run.opened.commit) return `evidence for commit ${event.commit}`;
    if (event.configHash !== run.opened.configHash) return 'evidence for another configuration';
    run.smoke = 'passed';
  },
  'smoke-waived'(run) {
    run.smoke = run.smoke === 'passed' ? 'passed' : 'waived';
  },
  intended: (run, event) => intend(run, event),
  approved(run, event) {
    run.approvals.push(event);
  },
  'standing-approved'(run, event) {
    run.standing.push(event);
  },
  continued: (run, event) => goOn(run, event),
  'runner-used'(run, event) {
    run.runnerSeconds += Math.max(0, event.seconds);
  },
  halted(run, event) {
    // The first says why it stands; what was found while it stood comes after it.
    if (run.halted) run.haltedToo.push(event);
    else run.halted = event;
  },
  resolved(run) {
    goOnAfter(run);
    // A person said go on, so one more death than the retries allow may be answered with a relaunch.
    run.relaunches = Math.min(run.relaunches, run.opened.retryMax);
    run.forgivenFailures = failedLaunches(run);
  },
  vouched: () => undefined,
  told(run, event) {
    run.told.set(event.of, event.since);
  },
  stalled: (run, event) =>
    withCell(run, event.cell, (cell) => {
      const at = Date.parse(event.at) - event.quietSeconds * 1000;
      cell.stalledSince ??= new Date(at).toISOString();
    }),
  moving: (run, event) =>
    withCell(run, event.cell, (cell) => {
      cell.stalledSince = undefined;
    }),
  detached: (run, event) =>
    withCell(run, event.cell, (cell) => {
      cell.detached ??= { at: event.at, processes: event.processes };
      cell.detached.processes = event.processes;
    }),
  surfaced: (run, event) => surface(run, event),
  'no-capacity'(run, event) {
    run.noCapacity = { ...event, since: run.noCapacity?.since ?? event.at };
  },
  kept: (run, event) => keep(run, event),
  'kept-stored': (run, event) => storeKept(run, event),
  'kept-dropped'(run, event) {
    if (!mayDrop(run, event.mark)) return 'these copies are needed';
    run.keptSets.delete(event.mark);
  },
  'kept-lost': (run, event) =>
    withCell(run, event.cell, (cell) => {
      cell.kept = new Map(cell.stored?.copies);
      cell.verifiedStep = cell.stored?.step;
    }),
  'cell-ended': (run, event) => endCell(run, event),
  resumed: (run, event) =>
    withCell(run, event.cell, (cell) => {
      cell.resumedAt.push(event.firstStep);
      cell.resumedAttempt = event.attempt;
    }),
  collected(run) {
    if (!everyCellEnded(run)) return 'not every cell has ended';
    run.collected = true;
  },
  sealed: (run, event) => sealRun(run, event),
  stored(run, event) {
    if (run.seal?.seal !== event.seal) return 'no such seal';
    run.stored.push(event);
  },
  unsealed(run, event) {
    if (run.seal?.seal !== event.seal) return 'no such seal';
    run.seal = undefined;
    run.stored = [];
    run.collected = false;
  },
  closed(run, event) {
    if (run.leases.some((lease) => lease.meters.some((meter) => !meter.stoppedAt)))
      return 'a meter is not proven stopped';
    run.closed = event;
  },
};

/** Applies one event in place; returns why it was ignored, if it was. */
function apply(run: Run, event: LedgerEvent): string | undefined {
  if (event.type === 'run-opened') return open(run, event);
  if (!isOpened(run)) return 'the run was never opened';
  if (run.closed) return 'the run is closed';
  if (!isOfLease(event))
    return Object.hasOwn(RULES, event.type)
      ? (RULES[event.type] as Rule<OfRun>)(run, event)
      : 'no event that is known here';
  const why = applyToLease(run, event);
  if (!why && event.type === 'started') fallBack(run, event);
  return why;
}

const isOpened = (run: Run): run is Opened => run.opened !== undefined;

/** A person looked at the halt: what stood in the way of going on is taken to be put right, and looked at again. */
function goOnAfter(run: Run): void {
  const codes = [run.halted, ...run.haltedToo].map((halt) => halt?.code);
  run.halted = undefined;
  run.haltedToo = [];
  const attempt = attemptsOf(run);
  for (const cell of run.cells.values()) {
    // Why they died was mended (room was made, a path was put right): they go on from what they last wrote.
    if (codes.includes('cells-dead') && cell.ended?.verdict === 'dead') cell.ended = undefined;
    if (codes.includes('resumed-behind')) cell.resumedAttempt = attempt;
  }
  for (const lease of run.leases) {
    lease.unreached = undefined;
    // A box that was not fit may have been put right by hand: it is audited again.
    if (lease.state === 'unfit') lease.state = 'reachable';
    if (lease.state === 'ended' && !run.seal && !everyCellEnded(run)) lease.state = 'preempted';
    // Stopped by us or by its platform before its work was sealed: it goes on once somebody has started it again.
    if (lease.state === 'parked' && !run.seal) Object.assign(lease, { state: 'rented', clocks: [] });
  }
}

/** A hop belongs to the first workflow run that is written down for it. */
function goOn(run: Run, event: Extract<LedgerEvent, { type: 'continued' }>): string | undefined {
  const known = run.continued;
  if (event.hop < (known?.hop ?? 0)) return `hop ${known?.hop} was taken already`;
  if (known?.hop === event.hop && known.workflowRun !== undefined && known.workflowRun !== event.workflowRun)
    return `hop ${event.hop} is workflow run ${known.workflowRun}`;
  run.continued = event;
  return;
}

function open(run: Run, event: Extract<LedgerEvent, { type: 'run-opened' }>): string | undefined {
  if (run.opened) return 'the run is open already';
  if (event.run !== undefined && event.run !== run.id) return `the record is that of run ${event.run}`;
  if (event.version > LEDGER_VERSION)
    return `ledger version ${event.version}, we read up to ${LEDGER_VERSION}`;
  run.opened = event;
  for (const name of event.cells) {
    run.cells.set(name, {
      name,
      ended: undefined,
      stalledSince: undefined,
      detached: undefined,
      kept: new Map(),
      keptAtEnd: new Set(),
      keptIn: undefined,
      stored: undefined,
      verifiedStep: undefined,
      lastStep: undefined,
      stride: undefined,
      lastLoss: undefined,
      resumedAt: [],
      resumedAttempt: 0,
    });
  }
  return;
}

function intend(run: Run, event: Extract<LedgerEvent, { type: 'intended' }>): string | undefined {
  if (run.leases.some((lease) => lease.name === event.lease)) return 'intended already';
  if (!event.lease.startsWith(`${run.id}-`)) return `${event.lease} is a lease of another run`;
  if (currentLease(run)) return 'another lease is held';
  if (run.leases.length >= MOST_LEASES) return tooManyLeases;
  run.noCapacity = undefined;
  run.leases.push(newLease(event, event.at));
  return;
}

function sealRun(run: Run, event: Extract<LedgerEvent, { type: 'sealed' }>): string | undefined {
  if (!run.collected) return 'nothing was collected';
  const short = shortOf(run, event);
  if (short.length > 0) return short.join('; ');
  run.seal = event;
  run.stored = [];
  return;
}

function keep(run: Run, event: Extract<LedgerEvent, { type: 'kept' }>): string | undefined {
  return withCell(run, event.cell, (cell) => {
    for (const file of event.files) {
      cell.kept.set(file.path, file);
      if (cell.ended) cell.keptAtEnd.add(file.path);
      else cell.keptAtEnd.delete(file.path);
    }
    cell.keptIn = event.in;
    if (event.step !== undefined) cell.verifiedStep = event.step;
  });
}

function storeKept(run: Run, event: Extract<LedgerEvent, { type: 'kept-stored' }>): string | undefined {
  const unknown = event.cells.find(({ cell }) => !run.cells.has(cell));
  if (unknown) return `no cell ${unknown.cell}`;
  run.keptSets.set(event.mark, event);
  for (const { cell, copies, step } of event.cells)
    withCell(run, cell, (known) => {
      known.stored = { mark: event.mark, step, copies: new Map(copies.map((file) => [file.path, file])) };
    });
  return;
}

/**
 * A start from an older copy than the newest says that the newest is gone, with the machine that held it: what is in the store
 * is the newest now, and the next checkpoint behind it is worth keeping again.
 */
function fallBack(run: Run, { from }: Extract<LedgerEvent, { type: 'started' }>): void {
  for (const { cell: name, step, source } of from) {
    const cell = run.cells.get(name);
    if (source !== 'our-copy' || !cell?.stored || cell.stored.step !== step) continue;
    if (cell.verifiedStep === undefined || step >= cell.verifiedStep) continue;
    cell.kept = new Map(cell.stored.copies);
    cell.verifiedStep = step;
  }
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
      background: event.background === true,
    };
    Object.assign(cell, { stalledSince: undefined, detached: undefined, stride: event.stride });
    cell.lastStep = event.lastStep ?? cell.lastStep;
    cell.lastLoss = event.lastLoss;
  });
  if (!unknown && everyCellEnded(run)) {
    lease.state = 'ended';
    lease.endedAt = event.at;
  }
  return unknown;
}

const everyCellEnded = (run: Run): boolean =>
  run.cells.size > 0 && [...run.cells.values()].every((cell) => cell.ended);

function withCell(run: Run, name: string, change: (cell: Cell) => void): string | undefined {
  const cell = run.cells.get(name);
  if (!cell) return `no cell ${name}`;
  change(cell);
  return;
}
