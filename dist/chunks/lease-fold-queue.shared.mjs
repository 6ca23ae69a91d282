import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/lease/fold-queue.ts
var WALLTIME = "walltime";
var isQueued = ({ intent }) => intent.queue !== void 0;
var accountOf = ({ platform, queue }) => queue === void 0 ? platform : `${platform} ${queue}`;
function partsOfAccount(account) {
  const [, platform = account, queue] = /^(\S+) (.+)$/s.exec(account) ?? [];
  return { platform, ...queue !== void 0 && { queue } };
}
var heldSince = (lease) => isQueued(lease) ? lease.queue?.begunAt : lease.rentedAt;
function withoutAllocation(meter) {
  return meter.id === WALLTIME ? { ...meter, stoppedAt: meter.startedAt } : meter;
}
function queueMoved(lease, { to, why, stuck, at, tasks }) {
  if (!isQueued(lease)) return "it is no submission to a queue";
  if (lease.boxId === void 0) return "it was never submitted";
  const { queue: known } = lease;
  const count = tasks !== void 0 && tasks > 0 ? Math.floor(tasks) : void 0;
  if (known?.to === "over") return "it was over before";
  const isSame = known?.to === to && known.why === why && known.stuck === stuck && known.tasks === count;
  if (isSame) return "nothing has changed";
  const begunAt = known?.begunAt ?? (to === "running" ? at : void 0);
  lease.queue = { to, why, at, begunAt, stuck, tasks: count };
  for (const meter of lease.meters) {
    if (meter.id === WALLTIME && to === "running") runOn(meter, at, count ?? 1);
    else if (meter.id === WALLTIME || to === "over") meter.stoppedAt ??= at;
  }
  return;
}
function runOn(meter, at, times) {
  if (meter.stoppedAt === void 0 && meter.times === times) return;
  const { startedAt, stoppedAt = at } = meter;
  if (stoppedAt !== startedAt) meter.before.push({ startedAt, stoppedAt, times: meter.times });
  Object.assign(meter, { startedAt: [stoppedAt, at].sort().at(-1), stoppedAt: void 0, times });
}

export {
  isQueued,
  accountOf,
  partsOfAccount,
  heldSince,
  withoutAllocation,
  queueMoved
};
