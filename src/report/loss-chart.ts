export interface ChartPoint {
  step: number;
  value: number;
}

/** By step, one point each; of several the last written counts: after a resume some steps are there twice. */
export function inOrder(points: readonly ChartPoint[]): ChartPoint[] {
  const byStep = new Map(points.map((point) => [point.step, point]));
  return [...byStep.values()].sort((a, b) => a.step - b.step);
}

/** Where the curve is lowest and where it is highest, the first time. @param points at least one */
export function extremesOf(points: readonly [ChartPoint, ...ChartPoint[]]): {
  least: ChartPoint;
  greatest: ChartPoint;
} {
  const [first, ...others] = points;
  return {
    least: others.reduce((so, each) => (each.value < so.value ? each : so), first),
    greatest: others.reduce((so, each) => (each.value > so.value ? each : so), first),
  };
}

/** At most `count` points, each the mean of its share: what a chart or a Mermaid block can carry. */
export function downsample(points: readonly ChartPoint[], count: number): ChartPoint[] {
  if (points.length <= count) return [...points];
  return Array.from({ length: count }, (_, index) => {
    const share = points.slice(
      Math.floor((index * points.length) / count),
      Math.floor(((index + 1) * points.length) / count),
    );
    const value = share.reduce((sum, point) => sum + point.value, 0) / share.length;
    return { step: share.at(-1)?.step ?? 0, value };
  });
}

/**
 * The same curve at steps that lie evenly between two, as a chart wants it whose axis is even: the mean of what lies around each,
 * and on the straight line between its neighbours where nothing does.
 *
 * @param points in the order of their steps; at least two
 */
export function evenly(points: readonly ChartPoint[], from: number, to: number, count: number): ChartPoint[] {
  const apart = (to - from) / (count - 1);
  let next = 0;
  return Array.from({ length: count }, (_, index) => {
    const step = from + index * apart;
    let [sum, found] = [0, 0];
    while ((points[next]?.step ?? Number.POSITIVE_INFINITY) < step - apart / 2) next += 1;
    for (let at = next; (points[at]?.step ?? Number.POSITIVE_INFINITY) < step + apart / 2; at += 1) {
      sum += points[at]?.value ?? 0;
      found += 1;
    }
    return { step, value: found > 0 ? sum / found : between(points, next, step) };
  });
}

/** @param next the first point that lies behind `step` */
function between(points: readonly ChartPoint[], next: number, step: number): number {
  const [before, behind] = [points[next - 1], points[next]];
  if (!before || !behind) return (before ?? behind)?.value ?? 0;
  const share = (step - before.step) / (behind.step - before.step);
  return before.value + share * (behind.value - before.value);
}

/** A line chart of characters, `height` rows and at most `width` columns, with the range at its left and the steps below. */
export function textChart(points: readonly ChartPoint[], width = 60, height = 10): string[] {
  if (points.length === 0) return [];
  const columns = downsample(points, width);
  const values = columns.map((point) => point.value);
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  const span = top - bottom || 1;
  const rowOf = (value: number) => Math.round(((top - value) / span) * (height - 1));
  const labels = [top, bottom].map((value) => value.toPrecision(3));
  const margin = Math.max(...labels.map((label) => label.length));
  const rows = Array.from({ length: height }, (_, row) => {
    const label = row === 0 ? labels[0] : row === height - 1 ? labels[1] : '';
    const line = columns.map((point) => (rowOf(point.value) === row ? '*' : ' ')).join('');
    return `${(label ?? '').padStart(margin)} |${line}`.trimEnd();
  });
  const first = String(points[0]?.step ?? 0);
  const last = String(points.at(-1)?.step ?? 0);
  const axis = `${' '.repeat(margin)} +${'-'.repeat(columns.length)}`;
  const gap = Math.max(1, columns.length - first.length - last.length);
  return [...rows, axis, `${' '.repeat(margin)}  ${first}${' '.repeat(gap)}${last}`];
}
