import { type ChartPoint, evenly, extremesOf } from './loss-chart.ts';
import type { Chart, Series } from './metrics-charts.ts';

/** As a record keeps a curve: few points of few series, so that whoever has only the record can draw it. */
export interface KeptCurve {
  cell: string;
  key: string;
  /** Step and value. */
  points: number[][];
}

/** Six curves of sixty points are some eight kilobytes. */
const MOST_CURVES = 6;
const MOST_POINTS = 60;

/** @param charts in the order in which they are shown */
export const curvesToKeep = (charts: readonly Chart[]): KeptCurve[] =>
  charts.slice(0, MOST_CURVES).map(({ cell, key, points }) => ({
    cell,
    key,
    points: fewOf(points)
      .map(({ step, value }) => [step, short(value)])
      // The mean of what nearly overflows is no number, and an event with such a one would be no event.
      .filter((point) => point.every(Number.isFinite)),
  }));

/** The first and the last as they are: whoever compares two runs reads those. */
function fewOf(points: readonly ChartPoint[]): readonly ChartPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= MOST_POINTS) return points;
  const even = evenly(points, first.step, last.step, MOST_POINTS).slice(1, -1);
  const isWhole = Number.isInteger(first.step) && last.step - first.step >= MOST_POINTS;
  return [
    first,
    ...even.map(({ step, value }) => ({ step: isWhole ? Math.round(step) : step, value })),
    last,
  ];
}

/** A record is no place for digits that nobody sees. */
const short = (value: number): number => Number(value.toPrecision(5));

/** What a record says of its curves, as a chart takes it; a pair that is none is left out. */
export const chartsKept = (curves: readonly KeptCurve[] = []): Chart[] =>
  curves.slice(0, MOST_CURVES).map(({ cell, key, points }) => ({
    cell,
    key,
    title: `${key} of ${cell}`,
    points: points.slice(0, MOST_POINTS).flatMap(([step, value]) => {
      return step === undefined || value === undefined ? [] : [{ step, value }];
    }),
  }));

/** The same beside what was read of files: which of them is the better one the record does not say. */
export const seriesKept = (curves: readonly KeptCurve[] = []): Series[] =>
  chartsKept(curves).flatMap((chart) => {
    const [first, ...others] = chart.points;
    if (!first) return [];
    return [{ ...chart, source: 0, better: undefined, decides: false, ...extremesOf([first, ...others]) }];
  });
