import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import { currentLease, isGivenUp, type Lease, type Run, runState } from '../lease/run.ts';
import { needsStoring } from '../lease/stored.ts';
import type { PartRecord } from './record.ts';

/** `missing`: the roster has it and no record does. `lost`: given up with its box, by a person's word. */
export type CellState = 'missing' | 'waiting' | 'running' | 'finished' | 'sealed' | 'dead' | 'lost';

export interface CellRow {
  cell: string;
  /** Run id of the part. */
  run: string;
  state: CellState;
  exitCode: number | null;
  failureClass: string | null;
  /** The last one that is known; of a cell that goes on that of its newest verified checkpoint. */
  step: number | null;
  loss: number | null;
  /** The best of the metric that `metrics.best` names, once it is sealed. */
  metric: number | null;
  /** Files of it that were pulled and loaded so far. */
  kept: number;
  /** Why it is missing. */
  why: string;
}

export interface PartRow {
  run: string;
  /** `missing`, `unreadable`, or as a listing of runs has it. */
  state: string;
  cells: number;
  /** The box that it has, or had last. */
  lease: string;
  costUsd: number;
  usdPerHourNow: number;
  seal: string | null;
  halted: { code: string; what: string; next: string } | null;
}

/** The roster of a sweep beside what became of it. */
export interface Reconciled {
  state: 'opened' | 'running' | 'failed' | 'halted' | 'debt' | 'sealed' | 'released';
  parts: PartRow[];
  cells: CellRow[];
  /** Cells that a part's record has and the roster does not give it: they would be run twice. */
  twice: { cell: string; run: string }[];
  /** Names of the cells that are missing, dead or lost. */
  failed: string[];
  /** Run ids of the parts that a job can do something about now. */
  goOn: string[];
}

/** Compares what was promised with the records, cell by cell (SW-07): nothing that is not in a record counts as done. */
export function reconcile(parts: readonly PartRecord[], now: Date): Reconciled {
  const cells = parts.flatMap((part) => part.cells.map((cell) => cellRow(part, cell)));
  const rows = parts.map((part) => partRow(part, now));
  const failed = cells.filter(({ state }) => isFailed(state)).map(({ cell }) => cell);
  const twice = parts.flatMap(({ id, cells: own, run }) =>
    [...(run?.cells.keys() ?? [])].filter((cell) => !own.includes(cell)).map((cell) => ({ cell, run: id })),
  );
  return {
    state: stateOf(rows, cells, failed.length + twice.length > 0),
    parts: rows,
    cells,
    twice,
    failed,
    goOn: parts.filter(({ run }) => run !== undefined && !isOver(run, now)).map(({ id }) => id),
  };
}

export const isFailed = (state: CellState): boolean => ['missing', 'dead', 'lost'].includes(state);

/** Nothing that a job could do: it is over, or it waits for a person. */
const isOver = (run: Run, now: Date): boolean =>
  run.closed !== undefined ||
  run.halted !== undefined ||
  isGivenUp(run) ||
  (run.seal !== undefined && !needsStoring(run, now));

function cellRow({ id, run, problem }: PartRecord, name: string): CellRow {
  const cell = run?.cells.get(name);
  const row = {
    ...{ cell: name, run: id, exitCode: null, failureClass: null },
    ...{ step: null, loss: null, metric: null, kept: 0 },
  };
  if (!run || !cell) {
    const why = problem?.what ?? (run ? `${id} was opened without it` : `${id} was never opened`);
    return { ...row, state: 'missing', why };
  }
  return {
    ...row,
    state: cellState(run, cell.ended?.verdict),
    exitCode: cell.ended?.exitCode ?? null,
    failureClass: cell.ended?.failureClass ?? null,
    step: cell.lastStep ?? cell.verifiedStep ?? null,
    loss: cell.lastLoss ?? null,
    metric: run.seal?.best?.find((each) => each.cell === name)?.value ?? null,
    kept: cell.kept.size,
    why: '',
  };
}

function cellState(run: Run, ended: 'finished' | 'dead' | undefined): CellState {
  if (ended === 'dead') return 'dead';
  if (run.seal) return 'sealed';
  if (run.closed || isGivenUp(run)) return 'lost';
  if (ended === 'finished') return 'finished';
  return ['running', 'preempted'].includes(currentLease(run)?.state ?? '') ? 'running' : 'waiting';
}

function partRow({ id, cells, run, problem }: PartRecord, now: Date): PartRow {
  const lease: Lease | undefined = run && (currentLease(run) ?? run.leases.at(-1));
  return {
    run: id,
    state: run ? runState(run) : problem ? 'unreadable' : 'missing',
    cells: cells.length,
    lease: lease ? `${lease.name} ${lease.platform} ${lease.state}` : '',
    costUsd: run ? Number(usdSoFar(run, now).toFixed(6)) : 0,
    usdPerHourNow: run ? usdPerHourNow(run, now) : 0,
    seal: run?.seal?.seal ?? null,
    halted:
      run?.halted && !run.closed
        ? { code: run.halted.code, what: run.halted.what, next: run.halted.next }
        : null,
  };
}

function stateOf(
  parts: readonly PartRow[],
  cells: readonly CellRow[],
  hasFailed: boolean,
): Reconciled['state'] {
  if (parts.some(({ state }) => state === 'debt')) return 'debt';
  if (hasFailed) return 'failed';
  if (parts.every(({ state }) => state === 'released')) return 'released';
  if (cells.every(({ state }) => state === 'sealed')) return 'sealed';
  if (parts.some(({ halted }) => halted)) return 'halted';
  return parts.some(({ lease }) => lease !== '') ? 'running' : 'opened';
}

const MOST_NAMED = 20;

/** "2 of 12 cells failed: b (dead, exit 3, CODE_BUG), c (missing: t-1-p3 was never opened)"; empty where none did. */
export function failureLine({ cells, twice }: Pick<Reconciled, 'cells' | 'twice'>): string {
  const rows = cells.filter(({ state }) => isFailed(state));
  const named = [
    ...rows.map((row) => `${row.cell} (${reasonOf(row)})`),
    ...twice.map(({ cell, run }) => `${cell} (in ${run}, which the roster does not give it)`),
  ];
  if (named.length === 0) return '';
  const left = named.length - MOST_NAMED;
  const list = named.slice(0, MOST_NAMED).join(', ') + (left > 0 ? ` and ${left} more` : '');
  return `${named.length} of ${cells.length} cells failed: ${list}`;
}

function reasonOf({ state, exitCode, failureClass, why }: CellRow): string {
  if (state !== 'dead') return why === '' ? state : `${state}: ${why}`;
  return ['dead', `exit ${exitCode}`, ...(failureClass ? [failureClass] : [])].join(', ');
}
