import { formatSeconds } from '../clock.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import { formatUsd } from '../money.ts';
import { describeEvent } from './event-words.ts';
import { type ReportFacts, worstFirst } from './facts.ts';
import { htmlChart } from './html-chart.ts';
import { htmlPage, section, tileList, VERDICT_TONE } from './html-page.ts';
import { htmlText as text } from './html-text.ts';
import { formatBytes } from './progress-bar.ts';

/** A sweep of a thousand cells has a page that a browser opens at once; the evidence beside it has every row. */
const MAX_ROWS = { artifacts: 1500, cells: 1000, events: 600 };

/**
 * One file that needs nothing else: no script, no font, no image from anywhere. The same facts give the same bytes.
 * Everything shown goes through `text`: names and log words come from a box.
 */
export function htmlReport(facts: ReportFacts): string {
  const { run, job, state } = facts;
  const resumedAt = [...new Set(facts.cells.flatMap((cell) => cell.resumedAt))].sort((a, b) => a - b);
  return htmlPage(
    `${job}: ${run}`,
    `<header><h1>${text(job)}</h1><p class="state ${toneOf(state)}">${text(state)}</p></header>
<p class="under">run <code>${text(run)}</code> · commit <code>${text(facts.commit.slice(0, 12))}</code> · made ${text(facts.madeAt)}</p>
${notes(facts)}
${tiles(facts)}
${facts.charts.map(({ title, points }) => htmlChart(title, points, resumedAt)).join('\n')}
${logs(facts)}
${artifacts(facts)}
${meters(facts)}
${cells(facts)}
${section({ title: 'Memory', columns: [{ title: 'what a cell held' }], rows: facts.memory.map((each) => [each]) })}
${section({ title: 'Durable copies', columns: [{ title: 'what the boxes said' }], rows: facts.onTier.map((each) => [each]) })}
${events(facts)}`,
  );
}

const toneOf = (state: string): 'good' | 'bad' | 'warn' | '' => {
  if (state === 'released') return 'good';
  if (['debt', 'halted', 'abandoned', 'unfit'].includes(state)) return 'bad';
  return ['sealed', 'parked', 'preempted'].includes(state) ? 'warn' : '';
};

function notes({ smoke, dirty, halted, attention, costing, state }: ReportFacts): string {
  const all = [
    ...[...(halted ? [halted] : []), ...attention].map(
      ({ what, next }) => `${text(what)}<br><strong>Next:</strong> ${text(next)}`,
    ),
    ...(state === 'debt' ? [`A meter is not proven stopped: ${text(costing.join('; '))}`] : []),
    ...(smoke === 'waived' ? ['No smoke was run for this job.'] : []),
    ...(dirty ? ['The code had uncommitted changes.'] : []),
  ];
  return all.map((each) => `<p class="note">${each}</p>`).join('\n');
}

function tiles({ usd, budgetUsd, usdPerHourNow, seal, leases, cells: all }: ReportFacts): string {
  const resumes = all.reduce((sum, cell) => sum + cell.resumedAt.length, 0);
  const pairs: [string, string][] = [
    ['cost', formatUsd(usd)],
    ['budget', formatUsd(budgetUsd)],
    ['waiting costs', usdPerHourNow > 0 ? `${formatUsd(usdPerHourNow)} / h` : 'nothing'],
    [
      'verified',
      seal ? `${seal.verified}/${seal.roster} at ${seal.level}${opaqueWords(seal.opaque)}` : 'not yet',
    ],
    ['seal', seal ? seal.seal.slice(0, 8) : 'none'],
    ['boxes', String(leases.length)],
    ['resumed', resumes === 0 ? 'never' : `${resumes} x`],
  ];
  return tileList(pairs);
}

function artifacts({ verdicts }: ReportFacts): string {
  const rows = worstFirst(verdicts).slice(0, MAX_ROWS.artifacts);
  return section({
    title: 'Artifacts',
    columns: [
      { title: 'verdict', class: 'short' },
      { title: 'level' },
      { title: 'cell' },
      { title: 'file', class: 'mono' },
      { title: 'role', class: 'short' },
      { title: 'size', class: 'number' },
      { title: 'sha256', class: 'mono' },
      { title: 'why' },
    ],
    rows: rows.map((row) => [
      { word: row.verdict, tone: VERDICT_TONE[row.verdict] ?? 'bad' },
      row.level,
      row.cell,
      row.path,
      row.role,
      formatBytes(row.bytes),
      row.sha256.slice(0, 12),
      row.why,
    ]),
    left: verdicts.length - rows.length,
    where: 'are in +evidence/verdicts.json.',
  });
}

const logs = ({ logs: all }: ReportFacts): string =>
  all.length === 0
    ? ''
    : `<section class="said"><h2>What it printed last</h2>\n${all
        .map(
          ({ title, file, bytes, lines }, at) =>
            `<details${at === 0 ? ' open' : ''}><summary>${text(title)} · <code>${text(file)}</code> · ${formatBytes(bytes)}</summary><pre tabindex="0">${text(lines.join('\n'))}</pre></details>`,
        )
        .join('\n')}</section>`;

const meters = ({ cost }: ReportFacts): string =>
  section({
    title: 'Meters',
    columns: [
      { title: 'lease' },
      { title: 'platform' },
      { title: 'meter' },
      { title: 'USD/h', class: 'number' },
      { title: 'time', class: 'number' },
      { title: 'cost', class: 'number' },
      { title: 'state', class: 'short' },
    ],
    rows: cost.map((row) => [
      row.lease,
      row.platform,
      row.meter,
      String(row.usdPerHour),
      formatSeconds(row.seconds),
      formatUsd(row.usd),
      row.running ? { word: 'RUNNING', tone: 'bad' } : { word: 'proven stopped', tone: 'good' },
    ]),
  });

function cells({ cells: all }: ReportFacts): string {
  const rows = [
    ...all.filter((cell) => !cell.ended.startsWith('finished')),
    ...all.filter((cell) => cell.ended.startsWith('finished')),
  ];
  const shown = rows.slice(0, MAX_ROWS.cells);
  return section({
    title: 'Cells',
    columns: [
      { title: 'cell' },
      { title: 'ended' },
      { title: 'verified step', class: 'number' },
      { title: 'resumed at' },
    ],
    rows: shown.map((cell) => [
      cell.name,
      cell.ended,
      String(cell.verifiedStep ?? ''),
      cell.resumedAt.slice(0, 20).join(', '),
    ]),
    left: rows.length - shown.length,
    where: 'cells are in the ledger.',
  });
}

/** The beginning and the end; what is between is in the ledger. */
function events({ events: all }: ReportFacts): string {
  const half = MAX_ROWS.events / 2;
  const shown = all.length > MAX_ROWS.events ? [...all.slice(0, half), ...all.slice(-half)] : all;
  return section({
    title: 'What happened',
    columns: [{ title: 'when', class: 'short' }, { title: 'by', class: 'short' }, { title: 'what' }],
    rows: shown.map((event) => [
      event.at.replace('T', ' ').replace(/\.\d+Z$/, 'Z'),
      event.by,
      describeEvent(event),
    ]),
    left: all.length - shown.length,
    where: 'in between are in the ledger ("gpu-lease events").',
  });
}
