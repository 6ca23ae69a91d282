import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  inParallel
} from "./chunk-RDIPGXVD.mjs";
import {
  MOST_BOXES
} from "./chunk-6KY5DIT2.mjs";
import {
  fold
} from "./chunk-GVZD235W.mjs";
import {
  digestOf
} from "./chunk-LFUBYMA7.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

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
  ...budget.usdPerDay !== void 0 && { usdPerDay: budget.usdPerDay * share }
});
function divisionWords(roster) {
  const sizes = roster.map((part) => part.length);
  const shown = sizes.length > 12 ? `${sizes.slice(0, 12).join(", ")}, ...` : sizes.join(", ");
  return `${sizes.length} part${sizes.length === 1 ? "" : "s"} of ${shown} cells`;
}

// src/sweep/record.ts
var AT_ONCE = 8;
var LONGEST_ID = 115;
async function readSweep(ledger, id) {
  if (id.length > LONGEST_ID) return;
  const first = partId(id, 1);
  const { opened } = fold(first, (await ledger.read(first)).events);
  const roster = opened?.sweep?.roster;
  if (!opened || !roster || opened.sweep?.id !== id) return;
  return { id, roster, opened };
}
async function requireSweep(ledger, id) {
  const sweep = await readSweep(ledger, id);
  if (sweep) return sweep;
  throw new Problem({
    code: "no-such-sweep",
    kind: "usage",
    what: `There is no sweep "${id}" in ${ledger.where}.`,
    next: 'See "gpu-lease status" for those that are open; leave the name out to open the one of this job and commit.'
  });
}
async function readParts(ledger, { id, roster, opened }) {
  const open = await ledger.readOpen();
  return inParallel([...roster.entries()], AT_ONCE, async ([index, cells]) => {
    const part = { part: index + 1, id: partId(id, index + 1), cells };
    const { events, problem } = await recordOf(ledger, open, part.id);
    const run = events.length > 0 ? fold(part.id, events) : void 0;
    const fault = problem ?? (run && strangerOf(run, opened));
    return { ...part, run: fault ? void 0 : run, problem: fault };
  });
}
async function recordOf(ledger, open, run) {
  try {
    const record = open.get(run) ?? await ledger.read(run);
    return record instanceof Problem ? { events: [], problem: record } : { events: record.events };
  } catch (error) {
    if (error instanceof Problem) return { events: [], problem: error };
    throw error;
  }
}
function strangerOf(run, first) {
  const own = run.opened?.sweep;
  const { id, division } = first.sweep ?? {};
  if (own && own.id === id && own.division === division && run.opened?.configHash === first.configHash)
    return;
  return new Problem({
    code: "not-a-part",
    kind: "refused",
    what: own ? `Run ${run.id} is part ${own.part} of ${own.of} of another division or configuration of sweep ${own.id}; nothing was done to it.` : `Run ${run.id} is no part of sweep ${id}, only named like one; nothing was done to it.`,
    next: "Start the sweep under another id: another commit or another workflow run makes one."
  });
}
var sweepPart = (id, roster, part) => ({
  id,
  part,
  of: roster.length,
  division: divisionOf(roster),
  // Once for all: a thousand names in each of 256 records would be megabytes that nobody reads.
  ...part === 1 && { roster }
});
async function smokeOf(ledger, id) {
  const { events } = await ledger.read(partId(id, 1));
  const passed = events.findLast((event) => event.type === "smoke-passed");
  if (!passed) return;
  const { seq: _seq, at: _at, by: _by, ...body } = passed;
  return body;
}

export {
  divide,
  divisionOf,
  partId,
  partOfId,
  jobOfPart,
  divisionWords,
  AT_ONCE,
  readSweep,
  requireSweep,
  readParts,
  strangerOf,
  sweepPart,
  smokeOf
};
