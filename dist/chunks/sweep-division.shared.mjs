import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  MOST_BOXES
} from "./job-job.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/sweep/division.ts
function divide(cells, boxes) {
  refuseOddBoxes(boxes);
  const parts = Array.from({ length: Math.min(boxes, cells.length) }, () => ({
    weight: 0,
    cells: /* @__PURE__ */ new Set()
  }));
  for (const cell of [...cells].sort(longestFirst)) {
    const least = parts.reduce((best, part) => part.weight < best.weight ? part : best);
    least.weight += weightOf(cell);
    least.cells.add(cell.name);
  }
  const names = cells.map(({ name }) => name);
  return parts.map((part) => names.filter((name) => part.cells.has(name)));
}
var weightOf = ({ weight = 1 }) => weight;
var longestFirst = (a, b) => weightOf(b) - weightOf(a) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
function refuseOddBoxes(boxes) {
  if (!Number.isSafeInteger(boxes) || boxes < 1) {
    throw new Problem({
      code: "bad-boxes",
      kind: "usage",
      what: `"${boxes}" is no number of boxes.`,
      next: `Write a whole number from 1 to ${MOST_BOXES}.`
    });
  }
  if (boxes <= MOST_BOXES) return;
  throw new Problem({
    code: "too-many-boxes",
    kind: "usage",
    what: `A sweep over ${boxes} boxes needs ${boxes} jobs, and a workflow's matrix has at most ${MOST_BOXES}. Nothing was opened.`,
    next: `Divide it over at most ${MOST_BOXES} boxes: each runs any number of cells, one after the other. Or make several jobs of it.`
  });
}
var divisionOf = (roster) => digestOf(roster.map((part) => [...part].sort()));
var partId = (sweep, part) => `${sweep}-p${part}`;
function partOfId(run) {
  const [, sweep, part] = /^(.+)-p([1-9]\d{0,2})$/.exec(run) ?? [];
  return sweep === void 0 ? void 0 : { sweep, part: Number(part) };
}
function jobOfPart(job, roster, part) {
  const own = new Set(roster[part - 1]);
  const cells = job.cells.filter(({ name }) => own.has(name));
  const all = job.cells.reduce((sum, cell) => sum + weightOf(cell), 0);
  const share = cells.reduce((sum, cell) => sum + weightOf(cell), 0) / all;
  return {
    ...job,
    cells,
    budget: shareOfBudget(job.budget, share),
    candidates: candidatesOf(job.candidates, roster.length, part - 1)
  };
}
function candidatesOf(candidates, parts, index) {
  const attached = candidates.filter(({ attach }) => attach !== void 0);
  const own = attached.filter((_, at) => at % parts === index);
  const [taken] = attached.slice(index % Math.max(1, attached.length));
  const mine = own.length === 0 && attached.length === candidates.length && taken ? [taken] : own;
  return candidates.filter((each) => each.attach === void 0 || mine.includes(each));
}
var shareOfBudget = (budget, share) => ({
  ...budget,
  usd: budget.usd * share,
  ...budget.usdPerDay !== void 0 && { usdPerDay: budget.usdPerDay * share },
  ...budget.gpuHours !== void 0 && { gpuHours: budget.gpuHours * share }
});
function divisionWords(roster) {
  const sizes = roster.map((part) => part.length);
  const shown = sizes.length > 12 ? `${sizes.slice(0, 12).join(", ")}, ...` : sizes.join(", ");
  return `${sizes.length} part${sizes.length === 1 ? "" : "s"} of ${shown} cells`;
}

export {
  divide,
  divisionOf,
  partId,
  partOfId,
  jobOfPart,
  divisionWords
};
