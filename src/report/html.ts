import { formatSeconds } from '../clock.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import { formatGb } from '../lease/traffic.ts';
import { formatUsd } from '../money.ts';
import { describeEvent } from './event-words.ts';
import type { ReportFacts } from './facts.ts';
import { cells } from './html-cells.ts';
import { brief } from './html-chart.ts';
import { curves, values } from './html-curves.ts';
import { files } from './html-files.ts';
import { htmlPage, part, section, tileList } from './html-page.ts';
import { htmlText as text } from './html-text.ts';
import { formatBytes } from './progress-bar.ts';

/** A run of a thousand cells has a page that a browser opens at once. */
const MOST_EVENTS = 600;

/**
 * One file that needs nothing else: no script, no font, no image from anywhere. The same facts give the same bytes.
 * Everything shown goes through `text`: names and log words come from a box.
 */
export function htmlReport(facts: ReportFacts): string {
  const { run, job, state } = facts;
  const isDead = facts.logs.some(({ crash }) => crash !== undefined);
  const parts = [
    `<header><h1>${text(job)}</h1><p class="state ${toneOf(state)}">${text(state)}</p></header>`,
    under(facts),
    notes(facts),
    approval(facts),
    tiles(facts),
    isDead ? logs(facts) : '',
    curves(facts),
    values(facts),
    cells(facts),
    files(facts),
    phases(facts),
    meters(facts),
    isDead ? '' : logs(facts),
    section({
      title: 'Memory',
      columns: [{ title: 'what a cell held' }],
      rows: facts.memory.map((each) => [each]),
    }),
    section({
      title: 'Durable copies',
      columns: [{ title: 'what the boxes said' }],
      rows: facts.onTier.map((each) => [each]),
    }),
    events(facts),
  ];
  return htmlPage(`${job}: ${run}`, parts.filter((each) => each !== '').join('\n'));
}

const toneOf = (state: string): 'good' | 'bad' | 'warn' | '' => {
  if (state === 'released') return 'good';
  if (['debt', 'halted', 'abandoned', 'unfit'].includes(state)) return 'bad';
  return ['sealed', 'parked', 'preempted'].includes(state) ? 'warn' : '';
};

/** What names the run and its parts, for whoever looks for it elsewhere. */
function under({ run, commit, seal, leases, cells: all, madeAt }: ReportFacts): string {
  const resumes = all.reduce((sum, cell) => sum + cell.resumedAt.length, 0);
  const parts = [
    `run <code class="copy">${text(run)}</code>`,
    `commit <code class="copy">${text(commit.slice(0, 12))}</code>`,
    ...(seal ? [`seal <code class="copy">${text(seal.seal.slice(0, 8))}</code>`] : []),
    `${leases.length} box${leases.length === 1 ? '' : 'es'}`,
    resumes === 0 ? 'never resumed' : `resumed ${resumes} time${resumes === 1 ? '' : 's'}`,
    `made ${text(madeAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'))}`,
  ];
  return `<p class="under">${parts.join(' · ')}</p>`;
}

/** Of what is over nobody can do anything any more. */
const isOver = (state: string): boolean => state === 'released' || state === 'abandoned';

function notes(facts: ReportFacts): string {
  const { smoke, dirty, halted, attention, costing, state } = facts;
  const all = [
    ...[...(halted ? [halted] : []), ...attention].map(({ what, next }) =>
      isOver(state) ? text(what) : `${text(what)}<br><strong>Next:</strong> ${text(next)}`,
    ),
    ...(state === 'debt' ? [`A meter is not proven stopped: ${text(costing.join('; '))}`] : []),
    ...(smoke === 'waived' ? ['No smoke was run for this job.'] : []),
    ...(dirty ? ['The code had uncommitted changes.'] : []),
  ];
  return all.map((each) => `<p class="note">${each}</p>`).join('\n');
}

function approval({ approval: needed }: ReportFacts): string {
  if (!needed) return '';
  const { phrase, sentence = '', lines, ways = [] } = needed;
  const list = (items: readonly string[]) =>
    items.length === 0 ? '' : `<ul>${items.map((each) => `<li>${text(each)}</li>`).join('')}</ul>`;
  const typed = phrase === '' ? '' : `<p>The phrase: <code class="copy">${text(phrase)}</code></p>`;
  return `<section class="ask"><h2>Approval needed</h2><p><strong>${text(sentence)}</strong></p>${typed}${list(ways)}<details><summary>What stops, what is destroyed, what is where</summary>${list(lines)}</details></section>`;
}

function tiles({ usd, budgetUsd, usdPerHourNow, seal, seconds, phases: all, series }: ReportFacts): string {
  const trained = all.filter(({ what }) => what === 'training').reduce((sum, each) => sum + each.seconds, 0);
  const judged = series.find(({ decides }) => decides) ?? series[0];
  const last = judged?.points.at(-1);
  return tileList([
    [judged ? `last ${judged.key}` : 'last loss', last ? brief(last.value) : 'none'],
    [
      'verified',
      seal ? `${seal.verified}/${seal.roster} at ${seal.level}${opaqueWords(seal.opaque)}` : 'not yet',
    ],
    ['took', formatSeconds(seconds)],
    ['of it training', trained > 0 ? formatSeconds(trained) : 'none'],
    [`cost, of ${formatUsd(budgetUsd)}`, formatUsd(usd)],
    ['waiting costs', usdPerHourNow > 0 ? `${formatUsd(usdPerHourNow)} / h` : 'nothing'],
  ]);
}

function logs({ logs: all }: ReportFacts): string {
  if (all.length === 0) return '';
  const each = all.map(({ title, file, bytes, lines, crash }, at) => {
    const died = crash === undefined ? '' : `<p class="crash">${text(crash)}</p>`;
    return `<details${at === 0 ? ' open=""' : ''}><summary>${text(title)} · <code>${text(file)}</code> · ${formatBytes(bytes)}</summary>${died}<pre tabindex="0">${text(lines.join('\n'))}</pre></details>`;
  });
  return part('What it printed last', each.join('\n'));
}

const phases = ({ phases: all }: ReportFacts): string =>
  section({
    title: 'Where time and money went',
    columns: [
      { title: 'phase' },
      { title: 'box' },
      { title: 'time', class: 'number' },
      { title: 'cost', class: 'number' },
      { title: 'now', class: 'short' },
    ],
    rows: all.map(({ lease, what, seconds, usd, isOn }) => [
      what,
      lease,
      formatSeconds(seconds),
      formatUsd(usd),
      isOn ? { word: 'goes on', tone: 'warn' } : '',
    ]),
  });

const meters = ({ cost }: ReportFacts): string =>
  section({
    title: 'Meters',
    columns: [
      { title: 'lease' },
      { title: 'platform' },
      { title: 'meter' },
      { title: 'USD/h', class: 'number' },
      { title: 'for', class: 'number' },
      { title: 'cost', class: 'number' },
      { title: 'state', class: 'short' },
    ],
    rows: cost.map((row) => [
      row.lease,
      row.platform,
      row.meter,
      row.bytes === undefined ? String(row.usdPerHour) : 'by the GB',
      row.bytes === undefined ? formatSeconds(row.seconds) : formatGb(row.bytes),
      formatUsd(row.usd),
      row.bytes !== undefined
        ? { word: 'as far as known', tone: 'warn' }
        : row.running
          ? { word: 'RUNNING', tone: 'bad' }
          : { word: 'proven stopped', tone: 'good' },
    ]),
  });

/** The beginning and the end; what is between is in the ledger. */
function events({ events: all }: ReportFacts): string {
  const half = MOST_EVENTS / 2;
  const shown = all.length > MOST_EVENTS ? [...all.slice(0, half), ...all.slice(-half)] : all;
  return section({
    title: `What happened, in ${all.length} events`,
    columns: [
      { title: 'when', class: 'short' },
      { title: 'by', class: 'short' },
      { title: 'what', class: 'long' },
    ],
    rows: shown.map((event) => [
      event.at.replace('T', ' ').replace(/\.\d+Z$/, 'Z'),
      event.by,
      describeEvent(event),
    ]),
    left: all.length - shown.length,
    where: 'in between are in the ledger ("gpu-lease events").',
    isFolded: true,
  });
}
