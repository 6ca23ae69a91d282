import type { Ignored } from './events/entry.ts';
import type { EventOf } from './events.ts';
import type { Cell, Run } from './run.ts';

/** A cell of which nothing was seen yet. */
export const newCell = (name: string): Cell => ({
  name,
  ended: undefined,
  stalledSince: undefined,
  detached: undefined,
  kept: new Map(),
  sets: [],
  beside: new Map(),
  keptAtEnd: new Set(),
  keptIn: undefined,
  unkept: undefined,
  onTier: undefined,
  stored: undefined,
  mended: undefined,
  verifiedStep: undefined,
  lastStep: undefined,
  stride: undefined,
  lastLoss: undefined,
  resumedAt: [],
  resumedAttempt: 0,
  begunAgain: undefined,
});

export function withCell(run: Run, name: string, change: (cell: Cell) => void): Ignored {
  const cell = run.cells.get(name);
  if (!cell) return `no cell ${name}`;
  change(cell);
  return;
}

export const everyCellEnded = (run: Run): boolean =>
  run.cells.size > 0 && [...run.cells.values()].every((cell) => cell.ended);

/** What was seen of it on its way counts no more. */
export function quiet(cell: Cell): void {
  cell.stalledSince = undefined;
  cell.detached = undefined;
}

export function forgetEnds(run: Run, too: boolean): void {
  for (const cell of run.cells.values()) {
    if (too) cell.ended = undefined;
    quiet(cell);
  }
  run.collected = false;
}

/** Its newest copies are those in the store. */
export function fallBackTo(cell: Cell, step: number | undefined): void {
  const files = [...(cell.stored?.copies.values() ?? [])];
  // What is stored says no more which of its files are the checkpoint; what the job retains of earlier ones stays what it is.
  const earlier = cell.sets.filter((set) => set.step !== undefined && step !== undefined && set.step < step);
  cell.sets = earlier.length > 0 ? [...earlier, { name: '', step, metric: undefined, files }] : [];
  cell.kept = new Map([...earlier.flatMap((set) => set.files), ...files].map((file) => [file.path, file]));
  cell.beside = new Map();
  cell.verifiedStep = step;
}

/**
 * A start from an older copy than the newest says that the newest is gone, with the machine that held it: what is in the store
 * is the newest now, and the next checkpoint behind it is worth keeping again.
 */
export function fallBack(run: Run, { from }: EventOf<'started'>): void {
  for (const { cell: name, step, source } of from) {
    const cell = run.cells.get(name);
    if ((source !== 'our-copy' && source !== 'store') || !cell?.stored || cell.stored.step !== step) continue;
    if (cell.verifiedStep !== undefined && step < cell.verifiedStep) fallBackTo(cell, step);
  }
}

export function endCell(run: Run, event: EventOf<'cell-ended'>): Ignored {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (lease?.state !== 'running') return lease ? `lease is ${lease.state}` : `no lease ${event.lease}`;
  const unknown = withCell(run, event.cell, (cell) => {
    cell.ended = {
      verdict: event.verdict,
      exitCode: event.exitCode,
      failureClass: event.failureClass,
      attempt: event.attempt,
      background: event.background === true,
      ...(event.ranSeconds !== undefined && { ranSeconds: event.ranSeconds }),
      ...(event.shortage !== undefined && { shortage: event.shortage }),
    };
    quiet(cell);
    cell.stride = event.stride;
    cell.lastStep = event.lastStep ?? cell.lastStep;
    cell.lastLoss = event.lastLoss;
  });
  if (!unknown && everyCellEnded(run)) {
    lease.state = 'ended';
    lease.endedAt = event.at;
  }
  return unknown;
}
