import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMemory } from '../box/memory-series.ts';
import { memoryUses, memoryWords } from '../box/memory-use.ts';
import type { LedgerEvent } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import type { Redactor } from '../secret/redactor.ts';
import type { Face } from '../world.ts';
import { factsOf, type ReportFacts, type VerdictRow, worstFirst } from './facts.ts';
import { htmlReport } from './html.ts';
import type { Links } from './links.ts';
import { logTails } from './log-tails.ts';
import { textChart } from './loss-chart.ts';
import { markdownLine, markdownReport } from './markdown.ts';
import { fewCharts, metricsSeries } from './metrics-charts.ts';
import { formatBytes } from './progress-bar.ts';
import { roomOn } from './terminal-face.ts';
import { table } from './text-table.ts';
import { writeWhole } from './whole-file.ts';

const MAX_TERMINAL_ROWS = 30;

export interface ReportOrder {
  run: Run;
  events: LedgerEvent[];
  now: Date;
  storeDir: string;
  face: Face;
  approval: ReportFacts['approval'];
  /** Of the workflow that this is written in. */
  links?: Links;
  redactor: Redactor;
}

/** For the page of a workflow run: everything, or the one line of a step after which another one has the card. */
export interface Reported {
  card: string;
  line: string;
  /** The path of `report.html`. */
  page: string;
}

/** Writes `report.html` and `summary.md` beside the run's artifacts and shows the loss in the terminal. */
export function reportRun(order: ReportOrder): Reported {
  const { run, storeDir, face } = order;
  const dir = join(storeDir, run.id);
  mkdirSync(dir, { recursive: true });
  const facts = factsIn(dir, order);
  const card = markdownReport(facts);
  const page = join(dir, 'report.html');
  writeWhole(page, htmlReport(facts));
  writeWhole(join(dir, 'summary.md'), card);
  if (run.seal) showEnd(facts, face);
  return { card, line: markdownLine(facts), page };
}

/**
 * The report as it goes into a store with what was sealed. Written once for a seal: a store takes nothing that has changed since
 * it got a part of it.
 */
export function keepReport(
  order: Pick<ReportOrder, 'run' | 'events' | 'now' | 'storeDir' | 'redactor'>,
): void {
  const { run, storeDir } = order;
  const path = join(storeDir, run.id, '+evidence', 'report.html');
  const seal = run.seal?.seal.slice(0, 8);
  if (seal === undefined || (existsSync(path) && readFileSync(path, 'utf8').includes(seal))) return;
  writeWhole(path, htmlReport(factsIn(join(storeDir, run.id), { ...order, approval: undefined })));
}

function factsIn(
  dir: string,
  { run, events, now, approval, links, redactor }: Omit<ReportOrder, 'storeDir' | 'face'>,
): ReportFacts {
  const series = metricsSeries(dir, run.cells.keys(), run.opened?.document ?? {});
  const charts = fewCharts(series);
  const memory = memoryIn(dir, run.cells.keys());
  const verdicts = verdictsIn(dir);
  const logs = logTails(join(dir, '+evidence'), run);
  const more = { verdicts, charts, series, approval, memory, logs, ...(links && { links }) };
  return redactor.deep(factsOf(run, events, now, more));
}

/** Beside the range at its left, of at most so many digits. */
const chartColumns = (face: Face): number => Math.min(60, (roomOn(face) ?? 80) - 14);

function showEnd(facts: ReportFacts, face: Face): void {
  for (const { title, points } of facts.charts.slice(0, 3)) {
    face.heading(title);
    for (const line of textChart(points, chartColumns(face))) face.line(line);
  }
  face.heading('artifacts');
  const rows = worstFirst(facts.verdicts);
  const shown = rows.slice(0, MAX_TERMINAL_ROWS);
  face.line(
    table(
      ['verdict', 'level', 'artifact', 'size', 'why'],
      shown.map((row) => [
        row.verdict,
        row.level,
        `${row.cell}/${row.path}`,
        formatBytes(row.bytes),
        row.why,
      ]),
      roomOn(face),
    ).trimEnd(),
  );
  if (rows.length > shown.length) face.line(`and ${rows.length - shown.length} more, all in report.html`);
  if (facts.seal)
    face.line(
      `verified ${facts.seal.verified}/${facts.seal.roster}, seal ${facts.seal.seal.slice(0, 8)}, in ${facts.seal.place}`,
    );
}

/** As the collect stage left them; absent before it. */
function verdictsIn(dir: string): VerdictRow[] {
  try {
    const { verdicts } = JSON.parse(readFileSync(join(dir, '+evidence', 'verdicts.json'), 'utf8')) as {
      verdicts: (VerdictRow & { reasons?: string[] })[];
    };
    return verdicts.map((row) => ({ ...row, why: row.reasons?.[0] ?? '' }));
  } catch {
    return [];
  }
}

const MOST_CELLS = 20;

/** As the collect stage left it; nothing before it, and of a box whose keeper noted none. */
function memoryIn(dir: string, cells: Iterable<string>): string[] {
  let text: string;
  try {
    text = readFileSync(join(dir, '+evidence', 'memory.tsv'), 'utf8');
  } catch {
    return [];
  }
  const samples = readMemory(text);
  return [...cells]
    .slice(0, MOST_CELLS)
    .flatMap((cell) => memoryUses(samples, cell).map((use) => `${cell}: ${memoryWords(use)}`));
}
