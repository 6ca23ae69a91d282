import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/find-run.ts
async function readRun(ledger, id) {
  return (await readEvents(ledger, id)).run;
}
async function readEvents(ledger, id) {
  const { events } = await ledger.read(id);
  if (events.length === 0) throw await noRun(ledger, id);
  return { run: fold(id, events), events };
}
async function noRun(ledger, id) {
  const { readSweep } = await import("./sweep-record.mjs");
  const sweep = await readSweep(ledger, id);
  if (!sweep) return noSuchRun(id, ledger.where, await nearestRun(ledger, id));
  const last = sweep.roster.length;
  return new Problem({
    code: "whole-sweep",
    kind: "usage",
    what: `${id} is a sweep of ${last} part${last === 1 ? "" : "s"}, each a run of its own.`,
    next: `Name one of them, ${id}-p1${last > 1 ? ` to ${id}-p${last}` : ""}; "gpu-lease status ${id}" shows all of them, "gpu-lease sweep ${id}" goes on with all.`
  });
}
async function nearestRun(ledger, id) {
  const records = await ledger.list?.({ archived: true }).catch(() => []) ?? [];
  const names = records.map(({ run }) => run);
  const begun = names.filter((name) => name.startsWith(`${id}-`));
  return begun.length === 1 ? begun[0] : nearestOf(id, names);
}
var noSuchRun = (id, where, near) => new Problem({
  code: "no-such-run",
  kind: "usage",
  what: `There is no run "${id}" in ${where}.`,
  next: `${near === void 0 ? "" : `Did you mean "${near}"? `}See "gpu-lease status --archived" for all of them, or name another ledger with --ledger.`
});
async function onlyOpenRun(ledger) {
  const open = await ledger.list();
  const begun = open.filter(({ leases }) => leases.length > 0);
  const [first, ...others] = begun.length > 0 ? begun : open;
  if (first && others.length === 0) return first.run;
  throw new Problem({
    code: open.length === 0 ? "no-open-run" : "which-run",
    kind: "usage",
    what: open.length === 0 ? `No run is open in ${ledger.where}.` : `${open.length} runs are open: ${open.map((each) => each.run).join(", ")}.`,
    next: open.length === 0 ? 'Start one with "gpu-lease run".' : "Name the one you mean."
  });
}

export {
  readRun,
  readEvents,
  noRun,
  onlyOpenRun
};
