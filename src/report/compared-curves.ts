import type { ChartPoint } from './loss-chart.ts';
import { textChart } from './loss-chart.ts';
import { markdownCode as code, markdownText as text } from './markdown-text.ts';
import { mermaidCurve, sharedSteps } from './mermaid.ts';
import type { Chart } from './metrics-charts.ts';

/** A run whose curves are shown, by the name that its reader knows. */
export interface Drawn {
  run: string;
  /** What it is, in a few words. */
  is?: string;
  charts: readonly Chart[];
}

/** The curves of a run, the first open and the others folded, each with that of the base branch where it has the same. */
export function comparedCurves(own: Drawn, base: Drawn | undefined): string {
  const [first, ...others] = own.charts.flatMap((chart) => {
    const drawn = oneCurve(own.run, chart, base);
    return drawn === '' ? [] : [drawn];
  });
  if (first === undefined) return '';
  const rest = others.join('\n\n');
  const more =
    rest === ''
      ? ''
      : `\n\n<details><summary>More curves (${others.length})</summary>\n\n${rest}\n\n</details>`;
  return `${first}${more}`;
}

function oneCurve(run: string, chart: Chart, base: Drawn | undefined): string {
  const { points } = chart;
  const there = base?.charts.find(({ cell, key }) => cell === chart.cell && key === chart.key);
  const both = there && mermaidCurve(chart.title, points, there.points);
  const drawn = both || mermaidCurve(chart.title, points);
  if (drawn === '') return '';
  const name = `**${text(chart.key)}** of ${text(chart.cell)}`;
  const words =
    both && base && there
      ? `${name}: ${span(points)} in ${code(run)} (blue); ${span(there.points)} in ${code(base.run)}${base.is === undefined ? '' : `, ${base.is}`} (orange).${cutWords(points, there.points)}`
      : `${name}: ${span(points)} in ${code(run)}.`;
  const plain = `<details><summary>as text</summary>\n\n\`\`\`text\n${textChart(points).join('\n')}\n\`\`\`\n\n</details>`;
  return [words, drawn, plain].join('\n\n');
}

const span = (points: readonly ChartPoint[]): string => {
  const [first, last] = [points[0], points.at(-1)];
  return first && last
    ? `${brief(first.value)} at step ${first.step} to ${brief(last.value)} at step ${last.step}`
    : 'nothing';
};

/** Where one went further, the picture does not show it. */
function cutWords(own: readonly ChartPoint[], base: readonly ChartPoint[]): string {
  const { from, to } = sharedSteps([own, base]);
  const isWhole = [own, base].every((points) => points[0]?.step === from && points.at(-1)?.step === to);
  return isWhole ? '' : ` Drawn from step ${from} to ${to}, which both have.`;
}

const brief = (value: number): string => String(Number(value.toPrecision(4)));
