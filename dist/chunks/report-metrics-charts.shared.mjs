import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  downsample,
  extremesOf,
  inOrder
} from "./report-loss-chart.shared.mjs";
import {
  numbersOf
} from "./metrics-series.shared.mjs";
import {
  rowsOf
} from "./metrics-csv-table.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import {
  isPrinted,
  sourcesOf
} from "./metrics-rule.shared.mjs";

// src/report/metrics-charts.ts
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
var MAX_METRICS_BYTES = 64 * 1024 * 1024;
var MAX_ALL_BYTES = 12 * MAX_METRICS_BYTES;
var MAX_ENTRIES = 2e4;
var MAX_DEPTH = 16;
var FEW_CELLS = 12;
var FEW_SERIES = 6;
var MOST_POINTS = { few: 1e3, many: 100 };
var NO_SERIES = /(^|[._/])(_?step|_?timestamp|_?runtime|epoch|iter|iteration|(wall_?)?time|seconds|elapsed|global_step|total_flos|.*_runtime)$/i;
var PACE = /_per_second$/i;
function metricsSeries(dir, cells, job) {
  const all = [];
  let left = MAX_ALL_BYTES;
  for (const [nth, cell] of [...cells].entries()) {
    const most = nth < FEW_CELLS ? MOST_POINTS.few : MOST_POINTS.many;
    const files = filesBelow(join(dir, cell));
    for (const [source, rule] of sourcesOf(job).entries()) {
      if (isPrinted(rule) || left <= 0) continue;
      const read = seriesIn(join(dir, cell), files, rule, (bytes) => {
        left -= bytes;
      });
      all.push(seriesOf({ cell, source, rule, most }, read));
    }
  }
  return [...all.flatMap((each) => each.slice(0, 1)), ...all.flatMap((each) => each.slice(1))];
}
function fewCharts(series) {
  const cells = [...new Set(series.map(({ cell }) => cell))].slice(0, FEW_CELLS);
  const taken = /* @__PURE__ */ new Map();
  return series.filter(({ cell, source, key, points }) => {
    if (!cells.includes(cell) || points.length < 2 || PACE.test(key)) return false;
    const of = `${source} ${cell}`;
    taken.set(of, (taken.get(of) ?? 0) + 1);
    return (taken.get(of) ?? 0) <= FEW_SERIES;
  });
}
function seriesOf({ cell, source, rule, most }, read) {
  const { lossKey, best } = rule;
  const named = [lossKey, ...best ? [best.key] : []];
  const keys = /* @__PURE__ */ new Set([...named, ...[...read.keys()].filter((key) => !NO_SERIES.test(key))]);
  const loss = read.get(lossKey);
  const isTwin = (key) => key !== lossKey && loss !== void 0 && isSame(read.get(key), loss);
  return [...keys].flatMap((key) => {
    const points = isTwin(key) ? [] : inOrder(read.get(key) ?? []);
    const [first, ...others] = points;
    if (!first) return [];
    const name = key.slice(0, 80);
    return [
      {
        ...{ cell, source, key: name, title: `${name} of ${cell}` },
        decides: key === best?.key,
        better: key === best?.key ? best.direction : key === lossKey ? "min" : void 0,
        points: thinned(points, most),
        ...extremesOf([first, ...others])
      }
    ];
  });
}
function thinned(points, most) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= most) return points;
  return [first, ...downsample(points.slice(1, -1), most - 2), last];
}
var isSame = (one, other) => one?.length === other.length && one.every(({ step, value }, at) => step === other[at]?.step && value === other[at]?.value);
function seriesIn(dir, files, rule, onRead = () => {
}) {
  const series = /* @__PURE__ */ new Map();
  const isOne = compileGlob(rule.path);
  let left = MAX_METRICS_BYTES;
  for (const path of files.filter(isOne).sort(BY_NUMBER.compare)) {
    const piece = { bytes: readBounded(join(dir, path), left), at: 0 };
    left -= piece.bytes.length;
    onRead(piece.bytes.length);
    for (const row of rowsOf(piece, rule)) if (row.kind === "record") addTo(series, row.record, rule);
  }
  return series;
}
var BY_NUMBER = new Intl.Collator("en", { numeric: true });
var MOST_KEYS = 200;
function addTo(series, record, rule) {
  const numbers = numbersOf(record, rule);
  const step = numbers.get(rule.stepKey);
  if (step === void 0) return;
  for (const [key, value] of numbers) {
    if (key === rule.stepKey) continue;
    const points = series.get(key);
    if (points) points.push({ step, value });
    else if (series.size < MOST_KEYS || key === rule.lossKey || key === rule.best?.key)
      series.set(key, [{ step, value }]);
  }
}
function filesBelow(dir) {
  const found = [];
  const walk = (prefix, depth) => {
    for (const entry of entriesOf(join(dir, prefix))) {
      if (found.length >= MAX_ENTRIES) return;
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && depth < MAX_DEPTH) walk(path, depth + 1);
    }
  };
  walk("", 0);
  return found;
}
function entriesOf(dir) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
function readBounded(path, mostBytes) {
  try {
    const bytes = readFileSync(path);
    return bytes.length > mostBytes ? new Uint8Array() : bytes;
  } catch {
    return new Uint8Array();
  }
}

export {
  metricsSeries,
  fewCharts,
  seriesIn,
  filesBelow
};
