import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  entryOf,
  whyNot
} from "./lease-breaker.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/fold.ts
var emptyRun = (id) => ({
  id,
  opened: void 0,
  smoke: "missing",
  footprint: void 0,
  leases: [],
  cells: /* @__PURE__ */ new Map(),
  data: /* @__PURE__ */ new Map(),
  recognized: /* @__PURE__ */ new Map(),
  relaunches: 0,
  collected: false,
  seal: void 0,
  stored: [],
  keptSets: /* @__PURE__ */ new Map(),
  approvals: [],
  standing: [],
  halted: void 0,
  haltedToo: [],
  forgivenFailures: 0,
  noCapacity: void 0,
  continued: void 0,
  runnerSeconds: 0,
  closed: void 0,
  unattendedSince: void 0,
  askedAt: void 0,
  told: /* @__PURE__ */ new Map(),
  ignored: [],
  updatedAt: void 0
});
var ATTENDED_SECONDS = 300;
function fold(id, events) {
  const run = emptyRun(id);
  for (const event of events) {
    const entry = entryOf(event);
    const why = entry ? entry.apply(run, event) : whyNot(run) ?? "no event that is known here";
    if (why) run.ignored.push({ seq: event.seq, type: event.type, why });
    else {
      if (entry?.isSight) noteSight(run, event);
      noteGap(run, event);
      run.updatedAt = event.at;
    }
  }
  return run;
}
function noteSight(run, event) {
  if (!("lease" in event)) return;
  const lease = run.leases.find(({ name }) => name === event.lease);
  if (lease) Object.assign(lease, { seenAt: event.at, unreached: void 0 });
}
function noteGap(run, event) {
  if (event.type === "vouched" || event.type === "resolved") {
    run.unattendedSince = void 0;
    return;
  }
  const before = run.updatedAt;
  if (before === void 0) return;
  if (Math.abs(secondsBetween(new Date(before), new Date(event.at))) > ATTENDED_SECONDS)
    run.unattendedSince ??= before;
}

export {
  emptyRun,
  ATTENDED_SECONDS,
  fold
};
