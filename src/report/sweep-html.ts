import { formatUsd } from '../money.ts';
import { bestCell } from './best-cell.ts';
import { curves, values } from './html-curves.ts';
import { htmlPage, section, tileList } from './html-page.ts';
import { htmlText as text } from './html-text.ts';
import type { Series } from './metrics-charts.ts';
import { type SweepFacts, worstFirst } from './sweep-text.ts';

const TONE: Readonly<Record<string, 'good' | 'bad' | 'warn'>> = {
  released: 'good',
  sealed: 'good',
  finished: 'good',
  failed: 'bad',
  missing: 'bad',
  dead: 'bad',
  lost: 'bad',
  halted: 'bad',
  debt: 'bad',
};

const MOST_ROWS = 2000;

/**
 * One file for a whole sweep; each part has its own page beside it. The same facts give the same bytes.
 *
 * @param series what the cells of all parts logged, as far as it is known here
 */
export function sweepHtml(facts: SweepFacts, series: readonly Series[] = []): string {
  const { sweep, job, state, commit, parts, cells } = facts;
  return htmlPage(
    `${job}: ${sweep}`,
    `<header><h1>${text(job)}</h1><p class="state ${TONE[state] ?? ''}">${text(state)}</p></header>
<p class="under">sweep <code>${text(sweep)}</code> · commit <code>${text(commit.slice(0, 12))}</code></p>
${parts.flatMap(({ run, halted, problem }) => [halted, problem].flatMap((each) => (each ? [`<p class="note">${text(run)}: ${text(each.what)}<br><strong>Next:</strong> ${text(each.next)}</p>`] : []))).join('\n')}
${tileList([
  ['cells', String(cells.length)],
  ['sealed', String(cells.filter((cell) => cell.state === 'sealed').length)],
  ['failed', String(facts.failed.length)],
  bestTile(facts),
  ['cost', formatUsd(facts.costUsd)],
  ['waiting costs', facts.usdPerHourNow > 0 ? `${formatUsd(facts.usdPerHourNow)} / h` : 'nothing'],
])}
${curves({ series, cells: [] })}
${cellSection(facts)}
${values({ series })}
${partSection(facts)}`,
  );
}

const bestTile = (facts: SweepFacts): [string, string] => {
  const best = bestCell(facts);
  return ['best', best ? `${best.cell.cell}: ${best.words}` : 'none yet'];
};

function cellSection(facts: SweepFacts): string {
  const { cells, metric } = facts;
  const best = bestCell(facts);
  const variables = [...new Set(cells.flatMap(({ differs }) => Object.keys(differs)))];
  const rows = worstFirst(cells).slice(0, MOST_ROWS);
  return section({
    title: 'Cells',
    columns: [
      { title: 'state', class: 'short' },
      { title: 'cell' },
      ...variables.map((title) => ({ title, class: 'mono' as const })),
      { title: 'step', class: 'number' },
      { title: 'loss', class: 'number' },
      ...(metric ? [{ title: `best ${metric.key}`, class: 'number' as const }] : []),
      { title: 'part', class: 'mono' },
      { title: 'why' },
    ],
    rows: rows.map((row) => [
      { word: row.state, tone: TONE[row.state] ?? '' },
      row === best?.cell ? `${row.cell} ★ best` : row.cell,
      ...variables.map((name) => row.differs[name] ?? ''),
      String(row.step ?? ''),
      row.loss === null ? '' : row.loss.toPrecision(5),
      ...(metric ? [row.metric === null ? '' : row.metric.toPrecision(5)] : []),
      row.run,
      row.exitCode ? [`exit ${row.exitCode}`, row.failureClass ?? ''].join(' ') : row.why,
    ]),
    left: cells.length - rows.length,
    where: 'are in what "sweep --json" prints.',
  });
}

const partSection = ({ parts }: SweepFacts): string =>
  section({
    title: 'Parts',
    columns: [
      { title: 'state', class: 'short' },
      { title: 'run', class: 'mono' },
      { title: 'cells', class: 'number' },
      { title: 'box' },
      { title: 'cost', class: 'number' },
      { title: 'seal', class: 'mono' },
    ],
    rows: parts.map((part) => [
      { word: part.state, tone: TONE[part.state] ?? '' },
      part.run,
      String(part.cells),
      part.lease,
      formatUsd(part.costUsd),
      part.seal?.slice(0, 12) ?? '',
    ]),
  });
