import { formatSeconds } from '../clock.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import { formatUsd } from '../money.ts';
import { type ReportFacts, worstFirst } from './facts.ts';
import { type ChartPoint, downsample, textChart } from './loss-chart.ts';
import { markdownCode as code, markdownText as text } from './markdown-text.ts';

const MAX_ROWS = 60;
/** Mermaid draws few points well, and its grammar knows no exponents. */
const MERMAID_POINTS = 60;
const MERMAID_RANGE = { least: 1e-9, most: 1e12 };
/** Mermaid's own first colour is nearly white; this one stands out from GitHub's light pages and from its dark ones. */
const CURVE_COLOUR = '#1f6feb';
const MERMAID_LOOK = `%%{init: {"themeVariables": {"xyChart": {"plotColorPalette": "${CURVE_COLOUR}"}}}}%%`;

/** The job summary of a stage, in GitHub's Markdown: what an approver needs first, then verdicts, cost, curve. */
export function markdownReport(facts: ReportFacts): string {
  const parts = [
    `## ${text(facts.job)}: run ${code(facts.run)} is **${text(facts.state)}**`,
    line(facts),
    ...warnings(facts),
    approval(facts),
    verdicts(facts),
    costs(facts),
    ...facts.charts.map(({ title, points }) => chart(title, points)),
    memory(facts),
    onTier(facts),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What a stage that failed leaves in the summary, above what is known of its run. */
export function failureMarkdown(stage: string, problems: readonly { what: string; next: string }[]): string {
  const list = problems.map(
    ({ what, next }) => `> [!CAUTION]\n> ${text(what)}\n>\n> **Next:** ${text(next)}`,
  );
  return `## ${text(stage)} failed\n\n${list.join('\n\n')}\n`;
}

function line({ commit, usd, budgetUsd, usdPerHourNow, runners, seal }: ReportFacts): string {
  const parts = [
    `commit ${code(commit.slice(0, 8))}`,
    `${formatUsd(usd)} of ${formatUsd(budgetUsd)}`,
    usdPerHourNow > 0 ? `**waiting costs ${formatUsd(usdPerHourNow)} per hour**` : 'nothing costs money now',
  ];
  const { billedMinutes, minutesPerTrainingHour: rate } = runners;
  if (billedMinutes > 0)
    parts.push(
      `runners ${billedMinutes} min billed${rate === null ? '' : ` (${rate.toFixed(1)} min per hour of training)`}`,
    );
  if (seal)
    parts.push(
      `verified ${seal.verified}/${seal.roster} at ${text(seal.level)}${opaqueWords(seal.opaque)}, seal ${code(seal.seal.slice(0, 8))}`,
    );
  return parts.join(' · ');
}

function warnings({ smoke, dirty, halted, attention, costing, state }: ReportFacts): string[] {
  const all: string[] = [];
  if (smoke === 'waived') all.push('No smoke was run for this job (smoke: none).');
  if (dirty) all.push('The code had uncommitted changes.');
  for (const { what, next } of [...(halted ? [halted] : []), ...attention]) all.push(`${what} Next: ${next}`);
  if (state === 'debt') all.push(`A meter is not proven stopped: ${costing.join('; ')}`);
  return all.map((each) => `> [!WARNING]\n> ${text(each)}`);
}

function approval({ approval: needed }: ReportFacts): string {
  if (!needed) return '';
  const lines = needed.lines.map((each) => `- ${text(each)}`).join('\n');
  const phrase = needed.phrase.replace(/[^\w .-]/g, '?');
  const ways = needed.ways?.length
    ? needed.ways.map((each) => `- ${text(each)}`).join('\n')
    : 'To approve, start the release by hand with exactly this phrase:';
  const typed = phrase === '' ? '' : `\n\n\`\`\`text\n${phrase}\n\`\`\``;
  return `### Approval needed\n\n${lines}\n\n${ways}${typed}`;
}

function verdicts({ verdicts: all }: ReportFacts): string {
  if (all.length === 0) return '';
  const rows = worstFirst(all);
  const shown = rows.slice(0, MAX_ROWS);
  const body = shown.map((row) =>
    tableRow([
      text(row.cell),
      code(row.path),
      text(row.role),
      String(row.bytes),
      code(row.sha256.slice(0, 12)),
      text(row.verdict),
      text(row.level),
      text(row.why),
    ]),
  );
  const head = tableHead(['cell', 'file', 'role', 'bytes>', 'sha256', 'verdict', 'level', 'why']);
  const rest = rows.length > shown.length ? `\n\n${rows.length - shown.length} more are in the report.` : '';
  return `### Artifacts\n\n${head}\n${body.join('\n')}${rest}`;
}

function memory({ memory: all }: ReportFacts): string {
  return all.length === 0 ? '' : `### Memory\n\n${all.map((each) => `- ${text(each)}`).join('\n')}`;
}

function onTier({ onTier: all }: ReportFacts): string {
  return all.length === 0 ? '' : `### Durable copies\n\n${all.map((each) => `- ${text(each)}`).join('\n')}`;
}

function costs({ cost }: ReportFacts): string {
  if (cost.length === 0) return '';
  const rows = cost.map((row) =>
    tableRow([
      text(row.lease),
      text(row.platform),
      text(row.meter),
      String(row.usdPerHour),
      formatSeconds(row.seconds),
      formatUsd(row.usd),
      row.running ? '**running**' : 'proven stopped',
    ]),
  );
  const head = tableHead(['lease', 'platform', 'meter', 'USD/h>', 'time', 'cost>', 'state']);
  return `### Meters\n\n${head}\n${rows.join('\n')}`;
}

const tableRow = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A title that ends with ">" is a column of numbers. */
const tableHead = (titles: string[]): string =>
  `${tableRow(titles.map((each) => each.replace('>', '')))}\n${tableRow(titles.map((each) => (each.endsWith('>') ? '---:' : '---')))}`;

function chart(title: string, points: readonly ChartPoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return '';
  const words = `from ${first.value.toPrecision(4)} at step ${first.step} to ${last.value.toPrecision(4)} at step ${last.step}`;
  const plain = `<details><summary>as text</summary>\n\n\`\`\`text\n${textChart(points).join('\n')}\n\`\`\`\n\n</details>`;
  return [`### ${text(title)}`, words, mermaid(points), plain].filter((part) => part !== '').join('\n\n');
}

/** Nothing but numbers stands in it. Empty where Mermaid could not read them. */
function mermaid(points: readonly ChartPoint[]): string {
  const few = downsample(points, MERMAID_POINTS);
  const first = points[0]?.step;
  const last = points.at(-1)?.step;
  const largest = Math.max(...few.map((point) => Math.abs(point.value)));
  if (first === undefined || last === undefined || !(last > first)) return '';
  if (!(largest >= MERMAID_RANGE.least && largest <= MERMAID_RANGE.most)) return '';
  const digits = Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(largest))));
  const values = few.map((point) => decimal(point.value, digits));
  return `\`\`\`mermaid\n${MERMAID_LOOK}\nxychart-beta\n  x-axis "step" ${decimal(first, 0)} --> ${decimal(last, 0)}\n  line [${values.join(', ')}]\n\`\`\``;
}

/** Always digits, never "1e-7"; no minus before a zero. */
const decimal = (value: number, digits: number): string => {
  const fixed = value.toFixed(digits);
  return Number(fixed) === 0 ? '0' : fixed;
};
