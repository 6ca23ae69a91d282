import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  divisionOf,
  partId
} from "./sweep-division.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  inParallel
} from "./host-limit.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

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
  AT_ONCE,
  readSweep,
  requireSweep,
  readParts,
  strangerOf,
  sweepPart,
  smokeOf
};
