import { stepAxis, valueAxis } from './axis.ts';
import { htmlText as text } from './html-text.ts';
import type { ChartPoint } from './loss-chart.ts';
import { downsample } from './loss-chart.ts';

/** Units of the drawing itself, which is stretched over whatever width there is; its words are not. */
const [WIDTH, HEIGHT] = [2000, 1000];
const MAX_MARKS = 20;
/** Beyond it a sum of two would be no number. */
const WIDEST = 1e307;

/** One curve of a chart. */
export interface ChartLine {
  name: string;
  points: readonly ChartPoint[];
  /** Of its colour and its dashes: as `slotClass` has them. */
  slot: number;
}

interface HtmlChart {
  title: string;
  lines: readonly ChartLine[];
  resumedAt: readonly number[];
  /** Of each line. */
  mostPoints: number;
}

/** Colours that can be told apart, and ways to dash a line; more lines than both allow are not drawn. */
const COLOURS = 8;
const DASHES = 3;
export const MOST_LINES = COLOURS * DASHES;

export function slotClass(slot: number): string {
  const [colour, dashes] = [slot % COLOURS, Math.floor(slot / COLOURS) % DASHES];
  return ['line', ...(colour > 0 ? [`k${colour}`] : []), ...(dashes > 0 ? [`d${dashes}`] : [])].join(' ');
}

/**
 * Curves over one another, with round ticks on both axes and a mark where the run was resumed; empty where there is no curve. Words
 * and lines keep their size on any screen.
 */
export function htmlChart({ title, lines, resumedAt, mostPoints }: HtmlChart): string {
  const drawn = lines
    .map((line) => ({ ...line, points: fewOf(line.points, mostPoints) }))
    .filter(({ points }) => points.length > 1);
  const all = drawn.flatMap(({ points }) => points);
  const steps = all.map(({ step }) => step);
  const values = all.map(({ value }) => value);
  const [from, to] = [leastOf(steps), greatestOf(steps)];
  // Finite values can still be too far apart to be drawn.
  if (!(to > from) || !(greatestOf(values) - leastOf(values) < WIDEST)) return '';
  const [xs, ys] = [stepAxis(from, to), valueAxis(values)];
  // The area under a curve means something on an even scale alone.
  const isFilled = drawn.length === 1 && !ys.isLog;
  const curves = drawn.map((line) => curve(line, xs.at, ys.at, isFilled));
  const [first, last] = [all[0], all.at(-1)];
  const words =
    drawn.length === 1 && first && last
      ? `${brief(first.value)} to ${brief(last.value)}`
      : `${drawn.length} cells, ${brief(leastOf(values))} to ${brief(greatestOf(values))}`;
  const label = `${title}: ${words}, from step ${from} to step ${to}`;
  return `<figure><figcaption>${text(title)} <span>${text(words)}${ys.isLog ? ' · logarithmic' : ''}</span></figcaption>
<svg class="plot" role="img" aria-label="${text(label)}">
${rows(ys)}
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${curves.join('')}</svg>
${columns(xs)}${marks(resumedAt, from, to, xs.at)}
</svg></figure>`;
}

/** The first and the last as they are. */
function fewOf(points: readonly ChartPoint[], most: number): readonly ChartPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= most) return points;
  return [first, ...downsample(points.slice(1, -1), Math.max(1, most - 2)), last];
}

type At = (value: number) => number;

function curve({ name, points, slot }: ChartLine, x: At, y: At, isFilled: boolean): string {
  const path = points
    .map(({ step, value }) => `${Math.round(x(step) * WIDTH)} ${Math.round((1 - y(value)) * HEIGHT)}`)
    .join('L');
  const [from, to] = [points[0], points.at(-1)].map((point) => Math.round(x(point?.step ?? 0) * WIDTH));
  const area = isFilled ? `<path class="area" d="M${from} ${HEIGHT}L${path}L${to} ${HEIGHT}Z"/>` : '';
  return `${area}<path class="${slotClass(slot)}" d="M${path}"><title>${text(name)}</title></path>`;
}

interface Ticks {
  ticks: readonly { at: number; words: string }[];
}

const rows = ({ ticks }: Ticks): string =>
  ticks
    .map(({ at, words }) => {
      const y = percent(1 - at);
      return `<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="-7" y="${y}" dy=".35em" class="end">${text(words)}</text>`;
    })
    .join('\n');

/** A word in the middle of its tick, but not beyond the edge of the page. */
const columns = ({ ticks }: Ticks): string =>
  ticks
    .map(
      ({ at, words }) =>
        `<text x="${percent(at)}" y="100%" dy="1.5em" class="${at > 0.93 ? 'end' : 'mid'}">${text(words)}</text>`,
    )
    .join('');

function marks(resumedAt: readonly number[], from: number, to: number, at: At): string {
  return resumedAt
    .filter((step) => step >= from && step <= to)
    .slice(0, MAX_MARKS)
    .map((step) => {
      const x = percent(at(step));
      const place = at(step) > 0.6 ? 'dx="-4" class="end"' : 'dx="4"';
      return `\n<g class="resume"><title>resumed at step ${step}</title><line x1="${x}" x2="${x}" y1="0" y2="100%"/><text x="${x}" y="12" ${place}>resumed at ${step}</text></g>`;
    })
    .join('');
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

const leastOf = (values: readonly number[]): number =>
  values.reduce((so, each) => Math.min(so, each), Number.POSITIVE_INFINITY);
const greatestOf = (values: readonly number[]): number =>
  values.reduce((so, each) => Math.max(so, each), Number.NEGATIVE_INFINITY);

export const brief = (value: number): string => String(Number(value.toPrecision(4)));
