import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  quoted
} from "./job-secret-shape.shared.mjs";

// src/job/finding.ts
var stop = (code, path, what, next) => ({
  level: "stop",
  code,
  what,
  next,
  path
});
var warn = (code, path, what, next) => ({
  level: "warn",
  code,
  what,
  next,
  path
});

// src/job/sweep-rules.ts
var MOST_BOXES = 256;
function* sweepRules({ parts: { vars = {}, sweep }, cells }) {
  const all = cells.map(({ cell }) => cell);
  const shared = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
  if (sweep && all.length < 2) {
    const what = `\`sweep\` divides cells over boxes, and this job has ${all.length}.`;
    yield warn("sweep-of-one", ["sweep"], what, "Add `cells`, or remove `sweep`.");
  }
  const variable = sweep?.weight;
  const weightless = variable === void 0 ? [] : all.filter((cell) => weightOf(cell, variable, shared) === void 0);
  if (variable !== void 0 && weightless.length > 0) {
    const [first] = weightless;
    const value = first && (first.vars[variable] ?? shared[variable]);
    const what = `\`sweep.weight\` is ${variable}, and ${value === void 0 ? "nothing sets it" : `it is ${quoted(value)}`} in the cell ${quoted(first?.name ?? "")}${weightless.length > 1 ? ` and ${weightless.length - 1} more` : ""}.`;
    const next = "Name a variable that is a number above 0 in every cell, or give those cells a `weight`.";
    yield stop("bad-sweep-weight", ["sweep", "weight"], what, next);
  }
  for (const [first, second] of sameVariables(all, shared)) {
    const what = `The cells ${quoted(first.name)} and ${quoted(second.name)} have the same variables: one configuration, paid for twice.`;
    yield warn("cells-alike", ["cells"], what, "Change what should differ, such as a seed, or remove one.");
  }
}
function weightOf({ weight, vars }, variable, shared) {
  if (weight !== void 0) return weight;
  const text = Object.hasOwn(vars, variable) ? vars[variable] : shared[variable];
  const value = text === void 0 || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : void 0;
}
function sameVariables(cells, shared) {
  const names = [...new Set(cells.flatMap((cell) => Object.keys(cell.vars)))];
  const seen = /* @__PURE__ */ new Map();
  return cells.filter(({ vars }) => Object.keys(vars).length > 0).flatMap((cell) => {
    const key = JSON.stringify(names.map((name) => cell.vars[name] ?? shared[name] ?? null));
    const first = seen.get(key);
    if (!first) seen.set(key, cell);
    return first ? [[first, cell]] : [];
  });
}

export {
  stop,
  warn,
  MOST_BOXES,
  sweepRules,
  weightOf
};
