import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openMeters
} from "./lease-run.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";

// src/lease/lookable.ts
function lookable(run) {
  const lease = run.leases.findLast(({ started }) => started !== void 0);
  if (!lease?.started || openMeters(lease).length === 0 && !isQueued(lease)) return;
  return { lease, dir: lease.started.dir };
}
var isAskable = (run) => {
  const held = lookable(run)?.lease;
  return held !== void 0 && !(held.state === "preempted" && (held.boxGone || held.evicted));
};

export {
  lookable,
  isAskable
};
