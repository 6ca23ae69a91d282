import type { ReportFacts } from './facts.ts';
import { brief, htmlChart, MOST_LINES, slotClass } from './html-chart.ts';
import { part, section } from './html-page.ts';
import { htmlText as text } from './html-text.ts';
import type { ChartPoint } from './loss-chart.ts';
import type { Series } from './metrics-charts.ts';

/** Charts that show before the others are asked for, and all of them. */
const OPEN_CHARTS = 9;
const MOST_CHARTS = 60;
/** Of all curves of a page together, and of each. */
const ALL_POINTS = 24_000;
const POINTS = { least: 30, most: 240 };
const MOST_VALUES = 600;

interface Shown {
  series: readonly Series[];
  cells: readonly Pick<ReportFacts['cells'][number], 'resumedAt'>[];
}

/** Every series of the run: a chart for each of them, with its cells over one another. */
export function curves({ series, cells }: Shown): string {
  const names = [...new Set(series.map(({ cell }) => cell))];
  const drawn = names.slice(0, MOST_LINES);
  const slots = new Map(drawn.map((name, slot) => [name, slot]));
  const groups = groupsOf(series).slice(0, MOST_CHARTS);
  const count = groups.reduce((sum, { of }) => sum + Math.min(of.length, MOST_LINES), 0);
  const mostPoints = Math.min(POINTS.most, Math.max(POINTS.least, Math.floor(ALL_POINTS / (count || 1))));
  const resumedAt = [...new Set(cells.flatMap((cell) => cell.resumedAt))].sort((a, b) => a - b);
  const charts = groups.flatMap(({ key, of }) => {
    const lines = of.flatMap(({ cell: name, points }) => {
      const slot = slots.get(name);
      return slot === undefined ? [] : [{ name, points, slot }];
    });
    // Whose resume it was cannot be told where several cells lie over one another.
    const marks = names.length === 1 ? resumedAt : [];
    return htmlChart({ title: key, lines, resumedAt: marks, mostPoints }) || [];
  });
  if (charts.length === 0) return '';
  const left = names.length - drawn.length;
  const rest = left > 0 ? `<p class="rest">${left} more cells are not drawn; the table has them.</p>` : '';
  return part(
    'Curves, by step',
    `${legend(drawn)}${figures(charts.slice(0, OPEN_CHARTS))}${more(charts)}${rest}`,
  );
}

const figures = (charts: readonly string[]): string => `<div class="figures">${charts.join('\n')}</div>`;

function more(charts: readonly string[]): string {
  const rest = charts.slice(OPEN_CHARTS);
  if (rest.length === 0) return '';
  return `<details><summary>${rest.length} more curves</summary>${figures(rest)}</details>`;
}

function legend(names: readonly string[]): string {
  if (names.length < 2) return '';
  const items = names.map(
    (name, slot) =>
      `<li><svg class="swatch" viewBox="0 0 24 8" aria-hidden="true"><path class="${slotClass(slot)}" d="M0 4H24"/></svg>${text(name)}</li>`,
  );
  return `<ul class="legend">${items.join('')}</ul>`;
}

interface Group {
  key: string;
  of: Series[];
}

/** Of one source and name, in the order in which they came. */
function groupsOf(series: readonly Series[]): Group[] {
  const groups = new Map<string, Group>();
  for (const each of series) {
    const { source, key } = each;
    const group = groups.get(`${source} ${key}`) ?? { key, of: [] };
    groups.set(`${source} ${key}`, group);
    group.of.push(each);
  }
  return [...groups.values()];
}

/** First, last and best of every series in numbers. */
export function values({ series }: Pick<Shown, 'series'>): string {
  const rows = groupsOf(series).flatMap(({ of }) => {
    const best = bestOf(of);
    return of.map((each) => ({ ...each, isBest: each === best }));
  });
  const isMany = new Set(rows.map(({ cell }) => cell)).size > 1;
  const shown = rows.slice(0, MOST_VALUES);
  return section({
    title: 'Metrics',
    columns: [
      { title: 'metric', class: 'mono' },
      { title: 'cell' },
      { title: 'first', class: 'number' },
      { title: 'last', class: 'number' },
      { title: 'at step', class: 'number' },
      { title: 'lowest', class: 'number' },
      { title: 'highest', class: 'number' },
    ],
    rows: shown.map(({ key, cell, points, better, isBest, least, greatest }) => [
      key,
      isMany ? cell : '',
      brief(points[0]?.value ?? 0),
      brief(points.at(-1)?.value ?? 0),
      String(points.at(-1)?.step ?? ''),
      extreme(least, isBest && better === 'min'),
      extreme(greatest, isBest && better === 'max'),
    ]),
    left: rows.length - shown.length,
    where: 'are in what the cells logged.',
  });
}

/** Of one metric, the cell that came to the best; none where nobody knows what is better. */
function bestOf([first, ...others]: readonly Series[]): Series | undefined {
  const isBetter = (one: Series, other: Series) =>
    one.better === 'max'
      ? one.greatest.value > other.greatest.value
      : one.better === 'min' && one.least.value < other.least.value;
  return first && others.reduce((so, each) => (isBetter(each, so) ? each : so), first);
}

const extreme = ({ step, value }: ChartPoint, isBest: boolean): string =>
  `${isBest ? '★ best ' : ''}${brief(value)} at ${step}`;
