import { htmlText as text } from './html-text.ts';
import { type ChartPoint, downsample } from './loss-chart.ts';

const CHART = { width: 720, height: 240, left: 56, right: 12, top: 12, bottom: 30 };
const MAX_POINTS = 240;
const MAX_MARKS = 20;
const GRID_LINES = 4;

/** A curve with its range, a grid, and a mark where the run was resumed; empty where there is no curve. */
export function htmlChart(
  title: string,
  points: readonly ChartPoint[],
  resumedAt: readonly number[],
): string {
  const few = downsample(points, MAX_POINTS);
  const first = few[0];
  const last = few.at(-1);
  if (!first || !last || last.step <= first.step) return '';
  const values = few.map((point) => point.value);
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  // Finite values can still be too far apart to be drawn.
  if (!Number.isFinite(top - bottom)) return '';
  const { width, height, left, right } = CHART;
  const floor = height - CHART.bottom;
  const x = (step: number) =>
    round(left + ((step - first.step) / (last.step - first.step)) * (width - left - right));
  const y = (value: number) => round(CHART.top + ((top - value) / (top - bottom || 1)) * (floor - CHART.top));
  const line = few.map((point) => `${x(point.step)} ${y(point.value)}`).join('L');
  const grid = Array.from({ length: GRID_LINES + 1 }, (_, index) => {
    const value = bottom + ((top - bottom) * index) / GRID_LINES;
    return `<path class="grid" d="M${left} ${y(value)}H${width - right}"/><text x="${left - 6}" y="${round(y(value) + 4)}" class="end">${text(value.toPrecision(3))}</text>`;
  });
  const marks = resumedAt
    .filter((step) => step >= first.step && step <= last.step)
    .slice(0, MAX_MARKS)
    .map(
      (step) =>
        `<g class="resume"><title>resumed at step ${step}</title><path d="M${x(step)} ${CHART.top}V${floor}"/><text x="${x(step)}" y="${CHART.top + 10}">&#160;resumed at ${step}</text></g>`,
    );
  const label = `${title}: from ${first.value.toPrecision(4)} at step ${first.step} to ${last.value.toPrecision(4)} at step ${last.step}`;
  return `<section><h2>${text(title)}</h2>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${text(label)}">
${grid.join('\n')}
<path class="area" d="M${x(first.step)} ${floor}L${line}L${x(last.step)} ${floor}Z"/>
<path class="curve" d="M${line}"/>
${marks.join('\n')}
<text x="${left}" y="${height - 10}">step ${first.step}</text><text x="${width - right}" y="${height - 10}" class="end">step ${last.step}</text>
</svg></section>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
