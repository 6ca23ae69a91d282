import { formatSeconds, secondsBetween } from '../clock.ts';
import { formatUsd } from '../money.ts';
import { brief } from './best-cell.ts';
import { type BoardFacts, type BoardRow, boardSentence, price, shareDone } from './board-facts.ts';
import { columnsOf } from './columns.ts';
import { barOf } from './progress-bar.ts';
import { sparkline } from './sparkline.ts';
import { table } from './text-table.ts';
import { visibleLine } from './visible-text.ts';
import { wrapped } from './wrapped.ts';

export interface BoardForm {
  /** Of the terminal; `undefined`: lines may be of any length. */
  columns: number | undefined;
  /** Whether it shows more than ASCII. */
  blocks: boolean;
}

const MOST_RUNS = 60;
const USUAL_COLUMNS = 120;

/** How much of a row is drawn: columns of its bar and of its curve, and whether it says how old it is. */
interface Size {
  bar: number;
  curve: number;
  seen: boolean;
}

/** The first that fits is taken. What a run costs is in all of them. */
const SIZES: readonly Size[] = [
  { bar: 16, curve: 16, seen: true },
  { bar: 10, curve: 10, seen: true },
  { bar: 6, curve: 8, seen: true },
  { bar: 6, curve: 6, seen: false },
  { bar: 0, curve: 6, seen: false },
  { bar: 0, curve: 0, seen: false },
];

/** The board as lines of a terminal, none wider than it. */
export function boardLines(facts: BoardFacts, form: BoardForm): string[] {
  const now = new Date(facts.madeAt);
  const runs = facts.runs.slice(0, MOST_RUNS);
  const left = facts.runs.length - runs.length;
  return [
    ...broken([boardSentence(facts)], form),
    ...(runs.length > 0 ? ['', ...rowsOf(runs, form, now)] : []),
    ...(left > 0 ? broken([`and ${left} more; "gpu-lease board --json" has all`], form) : []),
  ];
}

function rowsOf(runs: readonly BoardRow[], form: BoardForm, now: Date): string[] {
  const room = form.columns ?? USUAL_COLUMNS;
  for (const size of SIZES) {
    const [head = '', rule = '', ...rows] = inTable(runs, size, form, now);
    if (Math.max(...[rule, ...rows].map(columnsOf)) <= room)
      return [head, rule, ...runs.flatMap((run, at) => [rows[at] ?? '', ...waitLines(run, form)])];
  }
  return runs.flatMap((run, at) => [...(at > 0 ? [''] : []), ...stacked(run, form, now)]);
}

function inTable(runs: readonly BoardRow[], size: Size, form: BoardForm, now: Date): string[] {
  const header = ['run', 'state', 'progress', 'loss', 'USD/h', 'spent', ...(size.seen ? ['seen'] : [])];
  const rows = runs.map((run) => [
    nameOf(run),
    run.state,
    progressWords(run, size.bar),
    lossWords(run, size.curve, form),
    price(run.usdPerHourNow),
    formatUsd(run.costUsd),
    ...(size.seen ? [seenWords(run, now)] : []),
  ]);
  return table(header, rows).trimEnd().split('\n');
}

const nameOf = ({ run, sweep }: BoardRow): string => (sweep ? `${run} (${sweep.part}/${sweep.of})` : run);

/** On a terminal that is too narrow for columns. */
function stacked(run: BoardRow, form: BoardForm, now: Date): string[] {
  const progress = progressWords(run, 10);
  const loss = lossWords(run, 8, form);
  return [
    ...broken([`${nameOf(run)}  ${run.state}`], form),
    ...broken(
      [
        [progress, loss && `loss ${loss}`].filter(Boolean).join('  '),
        `${price(run.usdPerHourNow)} USD/h, ${formatUsd(run.costUsd)} spent, seen ${seenWords(run, now)}`,
      ]
        .filter(Boolean)
        .map((line) => `  ${line}`),
      form,
    ),
    ...waitLines(run, form),
  ];
}

const waitLines = ({ waits, log }: BoardRow, form: BoardForm): string[] =>
  broken(
    [waits?.says ?? '', log ?? ''].filter((says) => says !== '').map((says) => `  ${visibleLine(says)}`),
    form,
  ).filter((line) => line !== '');

const broken = (lines: readonly string[], { columns }: BoardForm): string[] =>
  columns === undefined ? [...lines] : wrapped(lines.join('\n'), columns);

function progressWords(row: BoardRow, columns: number): string {
  const share = shareDone(row);
  if (share === null) return row.done === null ? '' : `step ${row.done}`;
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  return columns > 0 ? `${barOf(columns, share)} ${percent}` : percent.trim();
}

function lossWords({ loss }: BoardRow, columns: number, form: BoardForm): string {
  if (!loss) return '';
  return [sparkline(loss.curve, columns, form), brief(loss.last)].filter(Boolean).join(' ');
}

const seenWords = ({ seenAt }: BoardRow, now: Date): string =>
  seenAt === null ? 'never' : `${formatSeconds(secondsBetween(new Date(seenAt), now))} ago`;
