import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/ledger/refs.ts
var RUNS = "refs/gpu-lease/runs/";
var ARCHIVE = "refs/gpu-lease/archive/";
var STRAY_NOTES = "refs/gpu-lease/strays";
var TICK_NOTES = "refs/gpu-lease/ticks";
var runRef = (run) => `${RUNS}${checkedRun(run)}`;
var archiveRef = (run, year) => `${ARCHIVE}${checkedYear(year)}/${checkedRun(run)}`;
var archivePattern = (run) => `${ARCHIVE}*/${checkedRun(run)}`;
function parseRefs(text) {
  return text.split("\n").flatMap((line) => {
    const [, oid, ref] = /^([0-9a-f]{40,64})\s(\S+)$/.exec(line) ?? [];
    if (oid === void 0 || ref === void 0) return [];
    const [, open, closed] = /^refs\/gpu-lease\/(?:runs\/([^/]+)|archive\/\d{4}\/([^/]+))$/.exec(ref) ?? [];
    const run = open ?? closed;
    return run === void 0 || !RUN.test(run) ? [] : [{ ref, run, archived: open === void 0, oid }];
  });
}
var RUN = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9][A-Za-z0-9._-]{0,119}(?<!\.)$/;
function checkedRun(run) {
  if (RUN.test(run)) return run;
  throw new Problem({
    code: "bad-run-name",
    kind: "usage",
    what: `${JSON.stringify(run.slice(0, 140))} cannot be the name of a run.`,
    next: 'Use letters, digits, ".", "_" and "-", starting with a letter or digit, at most 120 characters; `gpu-lease status` lists the runs there are.'
  });
}
function checkedYear(year) {
  if (Number.isInteger(year) && year >= 2e3 && year <= 9999) return year;
  throw new RangeError(`not a year: ${year}`);
}
function onePerRun(refs) {
  const open = new Set(refs.filter((ref) => !ref.archived).map((ref) => ref.run));
  return refs.filter((ref) => !ref.archived || !open.has(ref.run));
}

export {
  RUNS,
  ARCHIVE,
  STRAY_NOTES,
  TICK_NOTES,
  runRef,
  archiveRef,
  archivePattern,
  parseRefs,
  checkedRun,
  onePerRun
};
