import { failedLaunches } from './breaker.ts';
import { LEDGER_VERSION, type LedgerEvent } from './events.ts';
import { applyToLease, newLease, surface } from './fold-lease.ts';
import { mayDrop } from './kept.ts';
import { type Cell, currentLease, type Run } from './run.ts';

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
  forgivenFailures: 0,
  noCapacity: undefined,
  continued: undefined,
  runnerSeconds: 0,
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
    case 'standing-approved':
      run.standing.push(event);
      return;
    case 'continued':
      return goOn(run, event);
    case 'runner-used':
      run.runnerSeconds += Math.max(0, event.seconds);
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
    case 'kept-stored':
      return storeKept(run, event);
    case 'kept-dropped':
      if (!mayDrop(run, event.mark)) return 'these copies are needed';
      run.keptSets.delete(event.mark);
      return;
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
      run.stored = [];
      return;
    case 'stored':
      if (run.seal?.seal !== event.seal) return 'no such seal';
      run.stored.push(event);
      return;
    case 'unsealed':
      if (run.seal?.seal !== event.seal) return 'no such seal';
      run.seal = undefined;
      run.stored = [];
      run.collected = false;
      return;
    case 'closed':
      if (run.leases.some((lease) => lease.meters.some((meter) => !meter.stoppedAt)))
        return 'a meter is not proven stopped';
      run.closed = event;
      return;
    default: {
      const why = applyToLease(run, event);
      if (!why && event.type === 'started') fallBack(run, event);
      return why;
    }
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
  if (event.version > LEDGER_VERSION)
    return `ledger version ${event.version}, we read up to ${LEDGER_VERSION}`;
  run.opened = event;
  for (const name of event.cells) {
    run.cells.set(name, {
      name,
      ended: undefined,
      kept: new Map(),
      stored: undefined,
      verifiedStep: undefined,
      lastStep: undefined,
      lastLoss: undefined,
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

function keep(run: Run, event: Extract<LedgerEvent, { type: 'kept' }>): string | undefined {
  return withCell(run, event.cell, (cell) => {
    for (const file of event.files) cell.kept.set(file.path, file);
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
    };
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
