import { formatSeconds } from '../clock.ts';
import { formatUsd } from '../money.ts';
import { describeEvent } from './event-words.ts';
import type { ReportFacts } from './facts.ts';
import { type ChartPoint, downsample } from './loss-chart.ts';

const CHART = { width: 720, height: 220, margin: 48 };

/** One file that needs nothing else: no script, no font, no image from anywhere. */
export function htmlReport(facts: ReportFacts): string {
  const { run, job, state, seal } = facts;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(`${job}: ${run}`)}</title>
<style>${STYLE}</style>
<main>
<header><h1>${text(job)}</h1><p class="state ${text(state)}">${text(state)}</p></header>
<p class="line">run <code>${text(run)}</code>, commit <code>${text(facts.commit.slice(0, 12))}</code>${facts.dirty ? ', <strong>uncommitted changes</strong>' : ''}, made ${text(facts.madeAt)}</p>
${facts.smoke === 'waived' ? '<p class="warning">No smoke was run for this job.</p>' : ''}
${facts.halted ? `<p class="warning">${text(facts.halted.what)}<br>Next: ${text(facts.halted.next)}</p>` : ''}
<dl>
<div><dt>cost</dt><dd>${text(formatUsd(facts.usd))}</dd></div>
<div><dt>waiting costs</dt><dd>${facts.usdPerHourNow > 0 ? `${text(formatUsd(facts.usdPerHourNow))} / h` : 'nothing'}</dd></div>
<div><dt>verified</dt><dd>${seal ? `${seal.verified}/${seal.roster} at ${text(seal.level)}` : 'not yet'}</dd></div>
<div><dt>seal</dt><dd>${seal ? `<code>${text(seal.seal.slice(0, 16))}</code>` : 'none'}</dd></div>
<div><dt>boxes</dt><dd>${facts.leases.length}</dd></div>
</dl>
${facts.charts.map(({ title, points }) => chart(title, points, facts)).join('\n')}
${section(
  'Artifacts',
  ['cell', 'file', 'role', 'bytes', 'sha256', 'verdict', 'level', 'why'],
  facts.verdicts.map((row) => [
    row.cell,
    row.path,
    row.role,
    String(row.bytes),
    row.sha256.slice(0, 16),
    row.verdict,
    row.level,
    row.why,
  ]),
)}
${section(
  'Meters',
  ['lease', 'platform', 'meter', 'USD/h', 'time', 'cost', 'state'],
  facts.cost.map((row) => [
    row.lease,
    row.platform,
    row.meter,
    String(row.usdPerHour),
    formatSeconds(row.seconds),
    formatUsd(row.usd),
    row.running ? 'RUNNING' : 'proven stopped',
  ]),
)}
${section(
  'Cells',
  ['cell', 'ended', 'verified step', 'resumed at'],
  facts.cells.map((cell) => [
    cell.name,
    cell.ended,
    String(cell.verifiedStep ?? ''),
    cell.resumedAt.join(', '),
  ]),
)}
${section(
  'What happened',
  ['when', 'by', 'what'],
  facts.events.map((event) => [event.at, event.by, describeEvent(event)]),
)}
</main>
</html>
`;
}

function section(title: string, header: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const head = header.map((each) => `<th>${text(each)}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${row.map((each) => `<td>${text(each)}</td>`).join('')}</tr>`)
    .join('\n');
  return `<section><h2>${text(title)}</h2><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div></section>`;
}

/** A curve with its range, and a mark where the run was resumed. */
function chart(title: string, points: readonly ChartPoint[], facts: ReportFacts): string {
  const few = downsample(points, CHART.width / 2);
  const first = few[0];
  const last = few.at(-1);
  if (!first || !last || few.length < 2) return '';
  const values = few.map((point) => point.value);
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  const { width, height, margin } = CHART;
  const x = (step: number) =>
    margin + ((step - first.step) / (last.step - first.step || 1)) * (width - margin - 8);
  const y = (value: number) => 8 + ((top - value) / (top - bottom || 1)) * (height - 40);
  const path = few
    .map(
      (point, index) => `${index === 0 ? 'M' : 'L'}${x(point.step).toFixed(1)} ${y(point.value).toFixed(1)}`,
    )
    .join('');
  const marks = facts.cells
    .flatMap((cell) => cell.resumedAt)
    .map(
      (step) =>
        `<line class="resume" x1="${x(step).toFixed(1)}" x2="${x(step).toFixed(1)}" y1="8" y2="${height - 32}"><title>resumed at step ${step}</title></line>`,
    );
  return `<section><h2>${text(title)}</h2><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${text(title)} from ${first.value} to ${last.value}">
<line class="axis" x1="${margin}" x2="${width - 8}" y1="${height - 32}" y2="${height - 32}"/>
${marks.join('\n')}<path d="${path}"/>
<text x="${margin - 6}" y="16" text-anchor="end">${text(top.toPrecision(3))}</text><text x="${margin - 6}" y="${height - 32}" text-anchor="end">${text(bottom.toPrecision(3))}</text>
<text x="${margin}" y="${height - 12}">step ${first.step}</text><text x="${width - 8}" y="${height - 12}" text-anchor="end">step ${last.step}</text>
</svg></section>`;
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--accent:#2563eb;--bad:#b91c1c}
body{font:15px/1.5 system-ui,sans-serif;margin:0}main{max-width:62rem;margin:2rem auto;padding:0 1rem}
header{display:flex;align-items:baseline;gap:1rem}h1{margin:0;font-size:1.6rem}h2{font-size:1.1rem;margin:1.8rem 0 .4rem}
.state{margin:0;padding:.1rem .6rem;border:1px solid var(--line);border-radius:1rem}.debt,.halted{color:var(--bad)}
.line{color:#888;margin:.2rem 0 1rem}.warning{border-left:4px solid var(--bad);padding:.4rem .8rem;background:#b91c1c18}
dl{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:0}dt{color:#888;font-size:.85rem}dd{margin:0;font-size:1.15rem}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.86rem}th,td{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th{color:#888;font-weight:500}code,td:nth-child(5){font-family:ui-monospace,monospace;font-size:.95em}
svg{width:100%;height:auto}path{fill:none;stroke:var(--accent);stroke-width:1.6}.axis{stroke:var(--line)}.resume{stroke:var(--bad);stroke-dasharray:4 3}svg text{font-size:11px;fill:#888}
`;

/** Everything shown goes through here: names and log words come from a box. */
const text = (raw: string): string =>
  raw
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
