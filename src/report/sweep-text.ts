import { formatUsd } from '../money.ts';
import { bestCell, brief } from './best-cell.ts';
import { table } from './text-table.ts';

/** How a sweep is divided, before anything is rented. */
export interface DivisionFacts {
  parts: { run: string; cells: string[]; usd: number; usdPerDay: number | null }[];
  /** Variables that are not the same in all cells; each cell's own values of them, `null` where it sets none. */
  differing: { variables: string[]; cells: { cell: string; values: (string | null)[] }[] };
}

/** A sweep beside its roster: the documented shape of `sweep --json` (docs/json.md). */
export interface SweepFacts {
  sweep: string;
  job: string;
  commit: string;
  /** In one word, the worst of it. */
  state: string;
  smoke: string;
  failed: string[];
  parts: {
    run: string;
    state: string;
    cells: number;
    lease: string;
    costUsd: number;
    usdPerHourNow: number;
    budgetUsd: number | null;
    seal: string | null;
    halted: { code: string; what: string; next: string } | null;
    /** What kept this command from going on with it. */
    problem: { code: string; what: string; next: string } | null;
  }[];
  /** Of `metrics.best`; `null`: the job names none. */
  metric: { key: string; direction: 'min' | 'max' } | null;
  /** By that metric, else by the lowest of the last losses. */
  best: { cell: string; value: number } | null;
  cells: {
    cell: string;
    run: string;
    state: string;
    exitCode: number | null;
    failureClass: string | null;
    step: number | null;
    loss: number | null;
    metric: number | null;
    kept: number;
    why: string;
    /** Its values of the variables that are not the same in all cells. */
    differs: Record<string, string | null>;
  }[];
  twice: { cell: string; run: string }[];
  costUsd: number;
  usdPerHourNow: number;
}

const MOST_ROWS = 60;
const MOST_VARIABLES = 6;

export function divisionText({ parts, differing }: DivisionFacts, columns?: number): string[] {
  const daily = parts.some(({ usdPerDay }) => usdPerDay !== null);
  const rows = parts.map(({ run, cells, usd, usdPerDay }) => [
    run,
    String(cells.length),
    formatUsd(usd),
    ...(daily ? [usdPerDay === null ? '' : formatUsd(usdPerDay)] : []),
    cells.join(', '),
  ]);
  const header = ['part', 'cells', 'budget', ...(daily ? ['a day'] : []), 'its cells, in order'];
  return [...bounded(header, rows, columns), ...differingText(differing, columns)];
}

function differingText(
  { variables, cells }: DivisionFacts['differing'],
  columns: number | undefined,
): string[] {
  if (variables.length === 0) return ['no variable differs between the cells'];
  const shown = variables.slice(0, MOST_VARIABLES);
  const rows = cells.map(({ cell, values }) => [
    cell,
    ...shown.map((_, index) => values[index] ?? '(not set)'),
  ]);
  const left = variables.length - shown.length;
  return [
    ...bounded(['cell', ...shown], rows, columns),
    `all else is the same for every cell: commit, command, ${left > 0 ? `and the variables but these and ${left} more` : 'and every other variable'}`,
  ];
}

/** What became of every cell of the roster, and of every box. */
export function sweepText(facts: SweepFacts, columns?: number): string[] {
  const { parts, cells, metric, costUsd, usdPerHourNow } = facts;
  const best = bestCell(facts);
  return [
    ...bounded(
      ['part', 'state', 'cells', 'box', 'cost', 'budget', 'seal'],
      parts.map((part) => [
        part.run,
        part.state,
        String(part.cells),
        part.lease,
        formatUsd(part.costUsd),
        part.budgetUsd === null ? '' : formatUsd(part.budgetUsd),
        part.seal?.slice(0, 8) ?? '',
      ]),
      columns,
    ),
    ...bounded(
      ['cell', 'part', 'state', 'step', 'loss', ...(metric ? [`best ${metric.key}`] : []), 'files kept'],
      worstFirst(cells).map((row) => [
        row.cell,
        row.run,
        row.exitCode ? `${row.state} (exit ${row.exitCode})` : row.state,
        String(row.step ?? ''),
        row.loss === null ? '' : row.loss.toPrecision(4),
        ...(metric ? [row.metric === null ? '' : brief(row.metric)] : []),
        String(row.kept),
      ]),
      columns,
    ),
    ...(best ? [`best: ${best.cell.cell} with ${best.words}`] : []),
    `cost ${formatUsd(costUsd)}; one more hour ${usdPerHourNow > 0 ? `costs ${formatUsd(usdPerHourNow)}` : 'costs nothing'}`,
    ...parts.flatMap(({ run, halted, problem }) => [
      ...(halted ? [`${run} is halted: ${halted.what}`, `  next: ${halted.next}`] : []),
      ...(problem ? [`${run}: ${problem.what}`, `  next: ${problem.next}`] : []),
    ]),
  ];
}

const RANK = ['missing', 'dead', 'lost', 'waiting', 'running', 'finished', 'sealed'];

export const worstFirst = <T extends { state: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => RANK.indexOf(a.state) - RANK.indexOf(b.state));

function bounded(header: string[], rows: string[][], columns: number | undefined): string[] {
  const shown = rows.slice(0, MOST_ROWS);
  const left = rows.length - shown.length;
  return [
    table(header, shown, columns).trimEnd(),
    ...(left > 0 ? [`and ${left} more; "--json" and the report have all`] : []),
  ];
}
