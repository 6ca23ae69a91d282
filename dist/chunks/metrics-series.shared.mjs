import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  MOST_KEYS,
  quote
} from "./metrics-csv-table.shared.mjs";
import {
  isNonFinite
} from "./metrics-log-pattern.shared.mjs";
import {
  lossKeyIn
} from "./metrics-rule.shared.mjs";

// src/metrics/series.ts
function readMetrics(rows, rule) {
  const metrics = { lines: [], faults: [], oddKeys: [], torn: false };
  const odd = /* @__PURE__ */ new Set();
  for (const row of rows) {
    if (row.kind === "torn") metrics.torn = true;
    else if (row.kind === "broken") metrics.faults.push({ code: "not-json", line: row.at, what: row.what });
    else {
      for (const key of judge(row, rule, metrics.faults)) if (odd.size < MOST_ODD) odd.add(key);
      const line = lineOf(row, rule, metrics.faults);
      if (line) metrics.lines.push(line);
    }
  }
  metrics.oddKeys = [...odd];
  return metrics;
}
function numbersByStep(lines) {
  const steps = /* @__PURE__ */ new Map();
  for (const { step, numbers } of lines) {
    const known = steps.get(step);
    steps.set(step, known ? new Map([...known, ...numbers]) : numbers);
  }
  return steps;
}
var MOST_ODD = 1e3;
function judge({ at, record }, rule, faults) {
  const judged = [lossKeyIn(record, rule), ...rule.best ? [rule.best.key] : []];
  for (const key of judged) {
    const fault = record.has(key) ? faultOf(key, record.get(key)) : void 0;
    if (fault) faults.push({ ...fault, line: at });
  }
  return [...record].filter(([key, value]) => !judged.includes(key) && isNonFinite(value)).map(([key]) => key);
}
function lineOf({ at, record, marked }, rule, faults) {
  if (!record.has(rule.stepKey)) return;
  const step = stepIn(record, rule);
  if (step === void 0) {
    const what = `has ${rule.stepKey} ${quote(record.get(rule.stepKey))}, not a whole number`;
    faults.push({ code: "bad-step", line: at, what });
    return;
  }
  return { line: at, step, numbers: numbersOf(record, rule), old: marked };
}
function stepIn(record, { stepKey }) {
  const step = record.get(stepKey);
  return typeof step === "number" && Number.isSafeInteger(step) && step >= 0 ? step : void 0;
}
function numbersOf(record, rule) {
  const numbers = /* @__PURE__ */ new Map();
  const take = (key, value) => {
    if (typeof value === "number" && Number.isFinite(value)) numbers.set(key, value);
  };
  for (const [key, value] of record) {
    if (numbers.size >= MOST_KEYS) break;
    take(key, value);
  }
  for (const key of [rule.stepKey, rule.best?.key]) if (key !== void 0) take(key, record.get(key));
  take(rule.lossKey, record.get(lossKeyIn(record, rule)));
  return numbers;
}
function faultOf(key, value) {
  if (Number.isFinite(value)) return void 0;
  if (isNonFinite(value)) return { code: "not-finite", what: `has ${key} ${quote(value)}` };
  return { code: "not-a-number", what: `has ${key} ${quote(value)}, which is not a number` };
}

export {
  readMetrics,
  numbersByStep,
  numbersOf
};
