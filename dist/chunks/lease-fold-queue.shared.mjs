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
function queueMoved(lease, { to, why, at }) {
  if (!isQueued(lease)) return "it is no submission to a queue";
  if (lease.boxId === void 0) return "it was never submitted";
  const { queue: known } = lease;
  if (known?.to === "over") return "it was over before";
  if (known?.to === to && known.why === why) return "nothing has changed";
  lease.queue = { to, why, at, begunAt: known?.begunAt ?? (to === "running" ? at : void 0) };
  for (const meter of lease.meters) {
    if (meter.id === WALLTIME && to === "running") runOn(meter, at);
    else if (meter.id === WALLTIME || to === "over") meter.stoppedAt ??= at;
  }
  return;
}
function runOn(meter, at) {
  const { startedAt, stoppedAt } = meter;
  if (stoppedAt === void 0) return;
  if (stoppedAt !== startedAt) meter.before.push({ startedAt, stoppedAt });
  Object.assign(meter, { startedAt: [stoppedAt, at].sort().at(-1), stoppedAt: void 0 });
}

export {
  isQueued,
  accountOf,
  partsOfAccount,
  heldSince,
  withoutAllocation,
  queueMoved
};
