import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  evenly,
  extremesOf
} from "./report-loss-chart.shared.mjs";

// src/report/kept-curves.ts
var MOST_CURVES = 6;
var MOST_POINTS = 60;
var curvesToKeep = (charts) => charts.slice(0, MOST_CURVES).map(({ cell, key, points }) => ({
  cell,
  key,
  points: fewOf(points).map(({ step, value }) => [step, short(value)]).filter((point) => point.every(Number.isFinite))
}));
function fewOf(points) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= MOST_POINTS) return points;
  const even = evenly(points, first.step, last.step, MOST_POINTS).slice(1, -1);
  const isWhole = Number.isInteger(first.step) && last.step - first.step >= MOST_POINTS;
  return [
    first,
    ...even.map(({ step, value }) => ({ step: isWhole ? Math.round(step) : step, value })),
    last
  ];
}
var short = (value) => Number(value.toPrecision(5));
var chartsKept = (curves = []) => curves.slice(0, MOST_CURVES).map(({ cell, key, points }) => ({
  cell,
  key,
  title: `${key} of ${cell}`,
  points: points.slice(0, MOST_POINTS).flatMap(([step, value]) => {
    return step === void 0 || value === void 0 ? [] : [{ step, value }];
  })
}));
var seriesKept = (curves = []) => chartsKept(curves).flatMap((chart) => {
  const [first, ...others] = chart.points;
  if (!first) return [];
  return [{ ...chart, source: 0, better: void 0, decides: false, ...extremesOf([first, ...others]) }];
});

export {
  curvesToKeep,
  chartsKept,
  seriesKept
};
