import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/report/loss-chart.ts
function inOrder(points) {
  const byStep = new Map(points.map((point) => [point.step, point]));
  return [...byStep.values()].sort((a, b) => a.step - b.step);
}
function extremesOf(points) {
  const [first, ...others] = points;
  return {
    least: others.reduce((so, each) => each.value < so.value ? each : so, first),
    greatest: others.reduce((so, each) => each.value > so.value ? each : so, first)
  };
}
function downsample(points, count) {
  if (points.length <= count) return [...points];
  return Array.from({ length: count }, (_, index) => {
    const share = points.slice(
      Math.floor(index * points.length / count),
      Math.floor((index + 1) * points.length / count)
    );
    const value = share.reduce((sum, point) => sum + point.value, 0) / share.length;
    return { step: share.at(-1)?.step ?? 0, value };
  });
}
function evenly(points, from, to, count) {
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
function between(points, next, step) {
  const [before, behind] = [points[next - 1], points[next]];
  if (!before || !behind) return (before ?? behind)?.value ?? 0;
  const share = (step - before.step) / (behind.step - before.step);
  return before.value + share * (behind.value - before.value);
}
function textChart(points, width = 60, height = 10) {
  if (points.length === 0) return [];
  const columns = downsample(points, width);
  const values = columns.map((point) => point.value);
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  const span = top - bottom || 1;
  const rowOf = (value) => Math.round((top - value) / span * (height - 1));
  const labels = [top, bottom].map((value) => value.toPrecision(3));
  const margin = Math.max(...labels.map((label) => label.length));
  const rows = Array.from({ length: height }, (_, row) => {
    const label = row === 0 ? labels[0] : row === height - 1 ? labels[1] : "";
    const line = columns.map((point) => rowOf(point.value) === row ? "*" : " ").join("");
    return `${(label ?? "").padStart(margin)} |${line}`.trimEnd();
  });
  const first = String(points[0]?.step ?? 0);
  const last = String(points.at(-1)?.step ?? 0);
  const axis = `${" ".repeat(margin)} +${"-".repeat(columns.length)}`;
  const gap = Math.max(1, columns.length - first.length - last.length);
  return [...rows, axis, `${" ".repeat(margin)}  ${first}${" ".repeat(gap)}${last}`];
}

export {
  inOrder,
  extremesOf,
  downsample,
  evenly,
  textChart
};
