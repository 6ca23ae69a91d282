import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  usdFor
} from "./money.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/run.ts
function jobOf(run) {
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);
  return run.opened.document;
}
function leaseOf(run, name) {
  const lease = run.leases.find((each) => each.name === name);
  if (!lease) throw new Error(`run ${run.id} has no lease ${name}`);
  return lease;
}
var currentLease = (run) => run.leases.findLast(
  ({ state, started, boxGone, evicted, failure }) => state !== "refused" && !(state === "preempted" && (boxGone || evicted)) && // Given back or still to be: it never carried anything (`isUnused`).
  !(failure !== void 0 && started === void 0)
);
var isUnused = (lease) => lease.failure !== void 0 && lease.started === void 0 && lease.intent.attach === void 0 && (lease.state === "failed" || lease.state === "releasing" || lease.state === "released");
function endedEarly(run) {
  const totalSteps = run.opened?.document.metrics?.totalSteps;
  if (totalSteps === void 0) return [];
  return [...run.cells.values()].flatMap(({ name, ended, lastStep, stride }) => {
    if (ended?.verdict !== "finished") return [];
    const isThere = lastStep !== void 0 && lastStep + (stride ?? 1) >= totalSteps;
    return isThere ? [] : [{ cell: name, lastStep, totalSteps }];
  });
}
function endOf(run, { name, ended }) {
  if (!ended) return "";
  const isEarly = endedEarly(run).some(({ cell }) => cell === name);
  return `${ended.verdict}${isEarly ? " EARLY" : ""}${ended.background ? " IN THE BACKGROUND" : ""}`;
}
function doubtsOf(run) {
  const early = endedEarly(run).map(
    ({ cell, lastStep, totalSteps }) => lastStep === void 0 ? `${cell} ended, and its metrics do not show how far it came; metrics.total-steps is ${totalSteps}` : `${cell} ended at step ${lastStep} of ${totalSteps}`
  );
  const behind = [...run.cells.values()].flatMap(
    ({ name, ended }) => ended?.background ? [`${name} put its work into the background; how that ended nobody was told`] : []
  );
  return [...early, ...behind];
}
function logOf({ leases }, cell) {
  const lease = leases.findLast(({ started }) => started !== void 0);
  return lease?.started ? `its log (${lease.started.dir.base}/cells/${cell}/log on ${lease.name})` : "its log";
}
var attemptsOf = (run) => run.leases.reduce((most, lease) => Math.max(most, lease.started?.attempt ?? 0), 0);
var isGivenUp = ({ leases }) => leases.some(({ state }) => state === "abandoned");
var computing = ({ meters }) => meters.filter(({ kind, usdPerHour }) => (kind === "gpu" || kind === "cpu") && usdPerHour > 0);
var openMeters = (lease) => lease.meters.filter((meter) => meter.stoppedAt === void 0);
function costing(run) {
  return run.leases.flatMap((lease) => {
    const paid = openMeters(lease).filter((meter) => meter.usdPerHour > 0);
    if (paid.length === 0) return [];
    return [
      `${lease.name} on ${lease.platform}: ${paid.map((m) => `${m.id} ${m.usdPerHour} USD/h`).join(", ")}`
    ];
  });
}
function runState(run) {
  if (run.closed) return run.seal ? "released" : "abandoned";
  if (run.leases.some((lease2) => lease2.meters.some((meter) => meter.owed && !meter.stoppedAt))) return "debt";
  if (run.halted) return "halted";
  if (!run.opened) return "empty";
  const lease = currentLease(run);
  if (!lease && run.noCapacity) return "no-capacity";
  if (!lease) return run.leases.some((each) => each.state === "preempted") ? "preempted" : "opened";
  if (lease.state === "ended") return run.seal ? "sealed" : run.collected ? "collected" : "ended";
  return lease.state;
}

// src/lease/on-tier.ts
var NOT_ON_TIER = {
  "no-room": "it has no room",
  "not-there": "it is not there, or cannot be written",
  "copy-failed": "the copy breaks off",
  differs: "the copy has other hashes than its source"
};
var TOLD_EVERY_SECONDS = 600;
var tierNews = (run, lease, seen, now) => seen.flatMap(({ cell, copy, failure }) => {
  const known = run.cells.get(cell)?.onTier;
  const isOther = known?.lease !== lease || known.failure?.why !== failure || !known.copy !== !copy;
  const isOld = known !== void 0 && secondsBetween(new Date(known.at), now) >= TOLD_EVERY_SECONDS;
  const isNewer = known?.copy?.id !== copy?.id && (isOld || run.cells.get(cell)?.ended !== void 0);
  if (!(copy || failure || known) || !(isOther || isNewer)) return [];
  return [{ type: "on-tier", lease, cell, ...copy && { copy }, ...failure && { failure } }];
});
var tierFacts = (run) => [...run.cells.values()].flatMap(({ name: cell, onTier }) => {
  if (!onTier) return [];
  const { lease, at, copy, failure } = onTier;
  return [
    {
      cell,
      lease,
      dir: run.leases.find(({ name }) => name === lease)?.placed?.durable ?? null,
      copy: copy ? { set: copy.name, files: copy.files, bytes: copy.bytes, since: beganAt(copy.id) } : null,
      failure: failure ? { why: NOT_ON_TIER[failure.why], since: failure.since } : null,
      seenAt: at
    }
  ];
});
var beganAt = (id) => new Date(Number(id.split("-")[0]) * 1e3).toISOString();
var tierWords = ({ cell, lease, dir, copy, failure, seenAt }) => [
  `${cell}: on the durable tier of ${lease}${dir === null ? "" : ` (${dir})`}: ${copy ? `${copy.set}, ${copy.files} files, ${copy.bytes} bytes, since ${copy.since}` : "no whole copy"}`,
  ...failure ? [`FAILS since ${failure.since}: ${failure.why}`] : [],
  `seen at ${seenAt}`
].join("; ");
function takeOnTier(cell, { lease, copy, failure, at }) {
  const before = cell.onTier?.lease === lease ? cell.onTier.failure : void 0;
  const since = before !== void 0 && before.why === failure ? before.since : at;
  cell.onTier = { lease, at, copy, failure: failure && { why: failure, since } };
}

// src/lease/opaque-words.ts
var opaqueWords = (files) => files ? `, ${files} opaque file${files === 1 ? "" : "s"} by ${files === 1 ? "its" : "their"} bytes only` : "";

// src/lease/comes-back.ts
var RECHECK_SECONDS = 1800;
var isStopped = (lease) => lease.state === "parked" || lease.state === "preempted" && lease.evicted;
var standsStopped = (lease) => isStopped(lease) || lease.state === "rented" && lease.stoppedSeenAt !== void 0 && computing(lease).every(({ stoppedAt }) => stoppedAt !== void 0);
var COUNTED_UNSEEN_SECONDS = 7200;
function countedFrom(stoppedSeenAt, at) {
  if (stoppedSeenAt === void 0 || stoppedSeenAt > at) return at;
  const unseenSeconds = secondsBetween(new Date(stoppedSeenAt), new Date(at));
  return unseenSeconds <= COUNTED_UNSEEN_SECONDS ? stoppedSeenAt : at;
}
function runAgain(lease, meters, at) {
  const from = countedFrom(lease.stoppedSeenAt, at);
  for (const meter of meters) {
    const { startedAt, stoppedAt } = meter;
    if (stoppedAt === void 0) continue;
    meter.before.push({ startedAt, stoppedAt });
    Object.assign(meter, { startedAt: [stoppedAt, from].sort().at(-1), stoppedAt: void 0 });
  }
}
var isUseless = (run, lease) => run.halted !== void 0 || run.seal !== void 0 || lease.evicted;
function usdUnseen(meters, from, to) {
  const seconds = secondsBetween(new Date(from), new Date(to));
  if (!(seconds > 0)) return 0;
  return meters.reduce((sum, { usdPerHour }) => sum + usdFor(usdPerHour, seconds), 0);
}
function comeBack(run, lease, event) {
  if (!standsStopped(lease)) return `lease is ${lease.state}`;
  const meters = lease.meters.filter(({ id, stoppedAt }) => event.meters.includes(id) && stoppedAt);
  if (meters.length === 0) return "no meter of it was proven stopped";
  const stoppedSeenAt = lease.stoppedSeenAt ?? event.at;
  lease.unreached = void 0;
  const from = countedFrom(stoppedSeenAt, event.at);
  lease.ranAgain = { at: event.at, countedFrom: from, stoppedSeenAt };
  lease.unseenUsd += isUseless(run, lease) ? usdUnseen(meters, stoppedSeenAt, from) : 0;
  runAgain(lease, meters, event.at);
  if (lease.state === "parked") {
    lease.state = run.seal ? "ended" : "rented";
    lease.clocks = [];
  }
  return;
}
function toRecheck(lease, now) {
  const { stoppedSeenAt, intent } = lease;
  if (!standsStopped(lease) || intent.attach !== void 0 || stoppedSeenAt === void 0) return [];
  if (secondsBetween(new Date(stoppedSeenAt), now) < RECHECK_SECONDS) return [];
  return computing(lease).filter(({ stoppedAt }) => stoppedAt !== void 0).map(({ id }) => id);
}

// src/lease/promised.ts
function shortOf({ opened }, { verified, roster, rows }) {
  const missing = roster - verified;
  const sum = missing > 0 ? [`${missing} of ${roster} files are not verified`] : [];
  if (!rows || !opened) return sum;
  const { cells, artifacts } = opened.document;
  const promised = cells.flatMap(({ name }) => artifacts.map(({ path, min }) => ({ cell: name, path, min })));
  if (rows.length !== promised.length)
    return [...sum, `it counts ${rows.length} rows; the run promised ${promised.length}`];
  return [
    ...sum,
    ...promised.flatMap(({ cell, path, min }, row) => {
      const found = rows[row] ?? 0;
      return found >= min ? [] : [`${path} of ${cell}: ${found} of at least ${min} verified`];
    })
  ];
}

export {
  jobOf,
  leaseOf,
  currentLease,
  isUnused,
  endOf,
  doubtsOf,
  logOf,
  attemptsOf,
  isGivenUp,
  computing,
  openMeters,
  costing,
  runState,
  isStopped,
  standsStopped,
  runAgain,
  isUseless,
  usdUnseen,
  comeBack,
  toRecheck,
  NOT_ON_TIER,
  tierNews,
  tierFacts,
  tierWords,
  takeOnTier,
  opaqueWords,
  shortOf
};
