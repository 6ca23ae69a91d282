import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

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
  ({ state, started, boxGone, evicted, failure, queue }) => state !== "refused" && // What is over at a queue runs nothing again.
  !(state === "preempted" && (boxGone || evicted || queue?.to === "over")) && // Given back or still to be: it never carried anything (`isUnused`).
  !(failure !== void 0 && started === void 0)
);
var isUnused = (lease) => lease.failure !== void 0 && lease.started === void 0 && lease.intent.attach === void 0 && (lease.state === "failed" || lease.state === "releasing" || lease.state === "released");
function endedEarly(run) {
  const totalSteps = run.opened?.document.metrics?.totalSteps;
  if (totalSteps === void 0) return [];
  return [...run.cells.values()].flatMap(({ name, ended, verifiedStep, stride, ...cell }) => {
    if (ended?.verdict !== "finished") return [];
    const lastStep = cell.lastStep ?? verifiedStep;
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
var attemptsOf = (run) => run.leases.reduce((most, lease) => Math.max(most, lease.started?.attempt ?? 0), 0);
var isGivenUp = ({ leases }) => leases.some(({ state }) => state === "abandoned");
var computing = ({ meters }) => meters.filter(({ kind, usdPerHour }) => (kind === "gpu" || kind === "cpu") && usdPerHour > 0);
var openMeters = (lease) => lease.meters.filter((meter) => meter.stoppedAt === void 0);
function costing(run) {
  return run.leases.flatMap((lease) => {
    const paid = openMeters(lease).filter((meter) => meter.usdPerHour > 0);
    if (paid.length === 0) return [];
    return [
      `${lease.name} on ${lease.platform}: ${paid.map((m) => `${m.id} ${m.times > 1 ? `${m.times} times ` : ""}${m.usdPerHour} USD/h`).join(", ")}`
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

export {
  jobOf,
  leaseOf,
  currentLease,
  isUnused,
  endOf,
  doubtsOf,
  attemptsOf,
  isGivenUp,
  computing,
  openMeters,
  costing,
  runState
};
