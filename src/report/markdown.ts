import { formatSeconds } from '../clock.ts';
import { formatUsd } from '../money.ts';
import { headline, keyFacts, nextWords } from './card-words.ts';
import { type ReportFacts, worstFirst } from './facts.ts';
import { type ChartPoint, textChart } from './loss-chart.ts';
import {
  markdownCode as code,
  markdownBlock,
  markdownFolded,
  markdownTable,
  markdownText as text,
} from './markdown-text.ts';
import { mermaidCurve } from './mermaid.ts';
import { visible } from './visible-text.ts';

const MAX_ROWS = 60;

/** The one card of a job on the page of its workflow run: verdict, next step, curve; what few read is folded. */
export function markdownReport(facts: ReportFacts): string {
  const parts = [
    `## ${text(facts.job)}: ${text(headline(facts))}`,
    keyFacts(facts).map(text).join(' · '),
    linkLine(facts),
    ...warnings(facts),
    approval(facts) || `**Next:** ${text(nextWords(facts))}`,
    ...facts.charts.slice(0, 1).map(({ title, points }) => chart(title, points)),
    markdownFolded(`More curves (${facts.charts.length - 1})`, moreCharts(facts)),
    markdownFolded(`Artifacts (${facts.verdicts.length})`, verdicts(facts)),
    markdownFolded('Meters and minutes', costs(facts)),
    markdownFolded('Memory', bullets(facts.memory)),
    markdownFolded('Durable copies', bullets(facts.onTier)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** One line of a step after which another one of the same job has the card. */
export const markdownLine = (facts: ReportFacts): string =>
  `${code(facts.run)}: ${[headline(facts), ...keyFacts(facts)].map(text).join(' · ')}\n`;

/** What a stage that failed leaves in the summary, above what is known of its run. */
export function failureMarkdown(stage: string, problems: readonly { what: string; next: string }[]): string {
  const list = problems.map(({ what, next }) => {
    const [first = '', ...more] = what.split('\n');
    const block = more.length > 0 ? `\n\n${markdownBlock(visible(more.join('\n')))}` : '';
    return `> [!CAUTION]\n> ${text(first)}\n>\n> **Next:** ${text(next)}${block}`;
  });
  return `## ${text(stage)} failed\n\n${list.join('\n\n')}\n`;
}

function linkLine({ run, commit, seal, links = {} }: ReportFacts): string {
  const to = (words: string, url: string | undefined) => (url === undefined ? [] : [`[${words}](${url})`]);
  const short = code(commit.slice(0, 8));
  return [
    `run ${code(run)}`,
    `commit ${links.commit === undefined ? short : `[${short}](${links.commit})`}`,
    ...(seal ? [`seal ${code(seal.seal.slice(0, 8))}`] : []),
    ...to('files, evidence and report', links.artifact),
    ...to('workflow run', links.workflowRun),
  ].join(' · ');
}

/** What stands below as the next step is not said twice. */
function warnings(facts: ReportFacts): string[] {
  const { smoke, dirty, halted, attention, debts = [], costing, state } = facts;
  const below = facts.approval ? '' : nextWords(facts);
  const all: { what: string; next: string }[] = [
    ...(smoke === 'waived' ? [{ what: 'No smoke was run for this job (smoke: none).', next: '' }] : []),
    ...(dirty ? [{ what: 'The code had uncommitted changes.', next: '' }] : []),
    ...(halted ? [halted] : []),
    ...attention,
    ...(state === 'debt' ? [{ what: `A meter is not proven stopped: ${costing.join('; ')}`, next: '' }] : []),
    ...debts,
  ];
  return all.map(({ what, next }) => {
    // Of what is over nobody can do anything any more.
    const more =
      next === '' || next === below || state === 'abandoned' || state === 'released'
        ? ''
        : `\n>\n> **Next:** ${text(next)}`;
    return `> [!WARNING]\n> ${text(what)}${more}`;
  });
}

function approval({ approval: needed, links }: ReportFacts): string {
  if (!needed) return '';
  const phrase = needed.phrase.replace(/[^\w .-]/g, '?');
  const ways = needed.ways?.length
    ? needed.ways.map((each) => `- ${text(each)}`).join('\n')
    : 'To approve, start the release by hand with exactly this phrase:';
  const typed = phrase === '' ? '' : `\n\n\`\`\`text\n${phrase}\n\`\`\``;
  const report =
    links?.artifact === undefined
      ? ''
      : `Look first at the [files, evidence and report](${links.artifact}): the page with every curve is \`+evidence/report.html\` in it.\n\n`;
  const form = links?.form === undefined ? '' : `\n\n[Open the form that starts a release](${links.form})`;
  const details = markdownFolded('What stops, what is destroyed, what is where', bullets(needed.lines));
  return `### Approval needed\n\n**${text(needed.sentence ?? '')}**\n\n${report}${ways}${typed}${form}\n\n${details}`;
}

const bullets = (lines: readonly string[]): string => lines.map((each) => `- ${text(each)}`).join('\n');

function verdicts({ verdicts: all }: ReportFacts): string {
  if (all.length === 0) return '';
  const rows = worstFirst(all);
  const shown = rows.slice(0, MAX_ROWS);
  const body = shown.map((row) => [
    text(row.cell),
    code(row.path),
    text(row.role),
    String(row.bytes),
    code(row.sha256.slice(0, 12)),
    text(row.verdict),
    text(row.level),
    text(row.why),
  ]);
  const titles = ['cell', 'file', 'role', 'bytes>', 'sha256', 'verdict', 'level', 'why'];
  const rest = rows.length > shown.length ? `\n\n${rows.length - shown.length} more are in the report.` : '';
  return `${markdownTable(titles, body)}${rest}`;
}

function costs({ cost, runners: { billedMinutes, minutesPerTrainingHour: rate } }: ReportFacts): string {
  if (cost.length === 0) return '';
  const rows = cost.map((row) => [
    text(row.lease),
    text(row.platform),
    text(row.meter),
    String(row.usdPerHour),
    formatSeconds(row.seconds),
    formatUsd(row.usd),
    row.running ? '**running**' : 'proven stopped',
  ]);
  const titles = ['lease', 'platform', 'meter', 'USD/h>', 'time', 'cost>', 'state'];
  const runners =
    billedMinutes > 0
      ? `\n\nRunners: ${billedMinutes} min billed${rate === null ? '' : `, ${rate.toFixed(1)} min per hour of training`}.`
      : '';
  return `${markdownTable(titles, rows)}${runners}`;
}

const moreCharts = ({ charts }: ReportFacts): string =>
  charts
    .slice(1)
    .map(({ title, points }) => chart(title, points))
    .join('\n\n');

function chart(title: string, points: readonly ChartPoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return '';
  const words = `from ${first.value.toPrecision(4)} at step ${first.step} to ${last.value.toPrecision(4)} at step ${last.step}`;
  const plain = `<details><summary>as text</summary>\n\n\`\`\`text\n${textChart(points).join('\n')}\n\`\`\`\n\n</details>`;
  return [`### ${text(title)}`, words, mermaidCurve(title, points), plain]
    .filter((part) => part !== '')
    .join('\n\n');
}
