export interface ChartPoint {
  step: number;
  value: number;
}

/** By step, one point each; of several the last written counts: after a resume some steps are there twice. */
export function inOrder(points: readonly ChartPoint[]): ChartPoint[] {
  const byStep = new Map(points.map((point) => [point.step, point]));
  return [...byStep.values()].sort((a, b) => a.step - b.step);
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
