import { formatSeconds } from '../clock.ts';
import { formatUsd } from '../money.ts';
import type { ReportFacts } from './facts.ts';
import { type ChartPoint, downsample } from './loss-chart.ts';

const MAX_ROWS = 60;
const MERMAID_POINTS = 60;

/** The job summary of a stage, in GitHub's Markdown: what an approver needs first, then verdicts, cost, curve. */
export function markdownReport(facts: ReportFacts): string {
  return [
    `## ${cell(facts.job)}: run \`${code(facts.run)}\` is **${facts.state}**`,
    line(facts),
    ...warnings(facts),
    approval(facts),
    verdicts(facts),
    costs(facts),
    ...facts.charts.map(({ title, points }) => chart(title, points)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function line({ commit, usd, budgetUsd, usdPerHourNow, seal }: ReportFacts): string {
  const parts = [`commit \`${commit.slice(0, 8)}\``, `${formatUsd(usd)} of ${formatUsd(budgetUsd)}`];
  parts.push(
    usdPerHourNow > 0 ? `**waiting costs ${formatUsd(usdPerHourNow)} per hour**` : 'no meter is running',
  );
  if (seal)
    parts.push(
      `verified ${seal.verified}/${seal.roster} at ${seal.level}, seal \`${seal.seal.slice(0, 8)}\``,
    );
  return parts.join(' · ');
}

function warnings({ smoke, dirty, halted, costing, state }: ReportFacts): string[] {
  const all: string[] = [];
  if (smoke === 'waived') all.push('No smoke was run for this job (`smoke: none`).');
  if (dirty) all.push('The code had uncommitted changes.');
  if (halted) all.push(`${halted.what} Next: ${halted.next}`);
  if (state === 'debt') all.push(`A meter is not proven stopped: ${costing.join('; ')}`);
  return all.map((text) => `> [!WARNING]\n> ${cell(text)}`);
}

function approval({ approval: needed }: ReportFacts): string {
  if (!needed) return '';
  const lines = needed.lines.map((each) => `- ${cell(each)}`).join('\n');
  return `### Approval needed\n\n${lines}\n\nTo approve, give exactly this phrase:\n\n\`\`\`text\n${code(needed.phrase)}\n\`\`\``;
}

function verdicts({ verdicts: rows }: ReportFacts): string {
  if (rows.length === 0) return '';
  const shown = rows.slice(0, MAX_ROWS);
  const body = shown.map(
    (row) =>
      `| ${cell(row.cell)} | \`${code(row.path)}\` | ${row.role} | ${row.bytes} | \`${row.sha256.slice(0, 12)}\` | ${row.verdict} | ${row.level} | ${cell(row.why)} |`,
  );
  const rest = rows.length > shown.length ? `\n\n${rows.length - shown.length} more are in the report.` : '';
  return `### Artifacts\n\n| cell | file | role | bytes | sha256 | verdict | level | why |\n| --- | --- | --- | ---: | --- | --- | --- | --- |\n${body.join('\n')}${rest}`;
}

function costs({ cost }: ReportFacts): string {
  if (cost.length === 0) return '';
  const rows = cost.map(
    (row) =>
      `| ${row.lease} | ${row.platform} | ${row.meter} | ${row.usdPerHour} | ${formatSeconds(row.seconds)} | ${formatUsd(row.usd)} | ${row.running ? '**running**' : 'proven stopped'} |`,
  );
  return `### Meters\n\n| lease | platform | meter | USD/h | time | cost | state |\n| --- | --- | --- | ---: | --- | ---: | --- |\n${rows.join('\n')}`;
}

function chart(title: string, points: readonly ChartPoint[]): string {
  if (points.length < 2) return '';
  const few = downsample(points, MERMAID_POINTS);
  const values = few.map((point) => Number(point.value.toPrecision(5)));
  const first = few[0];
  const last = few.at(-1);
  if (!first || !last) return '';
  return `### ${cell(title)}\n\nfrom ${first.value.toPrecision(4)} at step ${first.step} to ${last.value.toPrecision(4)} at step ${last.step}\n\n\`\`\`mermaid\nxychart-beta\n  x-axis "step" ${first.step} --> ${last.step}\n  line [${values.join(', ')}]\n\`\`\``;
}

/** Names come from a box: no table breaks, no markup, no mentions, no lines of their own. */
const cell = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('|', '\\|')
    .replace(/([`*_[\]])/g, '\\$1')
    .replaceAll('@', '@\u200b');

const code = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f`|]+/g, ' ');
