import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runningClocks
} from "./lease-clock-warning.shared.mjs";
import {
  currentLease,
  isGivenUp,
  openMeters,
  runState
} from "./lease-run.shared.mjs";
import {
  heldSince
} from "./lease-fold-queue.shared.mjs";
import {
  gpuHoursSoFar,
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/capacity.ts
function isPatient({ opened, noCapacity }, at) {
  const capacity = opened?.document.capacity;
  if (!capacity) return false;
  return noCapacity === void 0 || secondsBetween(new Date(noCapacity.since), at) <= capacity.forSeconds;
}
function waitForCapacity(run, now) {
  if (!run.noCapacity) return [];
  const { tryAgainAt } = run.noCapacity;
  const again = new Date(tryAgainAt);
  const patient = isPatient(run, again > now ? again : now);
  if (patient && again <= now) return [];
  return [{ do: "wait", until: tryAgainAt, why: "no-capacity", patient }];
}

// src/lease/later-look.ts
var GOES_ON = [
  "intended",
  "rented",
  "reachable",
  "audited",
  "running",
  "preempted"
];
function nothingToLookAt(run, now) {
  const state = runState(run);
  if (run.closed || run.halted || run.seal || isGivenUp(run)) return `run ${run.id} is ${state}`;
  const lease = currentLease(run);
  if (lease) return GOES_ON.includes(lease.state) ? void 0 : `run ${run.id} is ${state}`;
  if (run.noCapacity) return isPatient(run, now) ? void 0 : "the job does not wait for a box";
  return run.leases.length > 0 ? void 0 : `run ${run.id} has no box`;
}

// src/lease/look-plan.ts
var WAIT_PREFIX = "gpu-lease-wait";
var COMES_UP_SECONDS = 180;
var FIRST_SECONDS = [180, 600, 1500];
var AS_GOOD_AS = 0.8;
var ROUTINE_SECONDS = 3600;
var SOONER_SECONDS = 1800;
var AFTER_END_SECONDS = 60;
var OVERDUE_SECONDS = 600;
var LEAST_SECONDS = 120;
function nextLook(run, lookedAt, plan = {}) {
  if (nothingToLookAt(run, lookedAt) !== void 0) return;
  const all = moments(run, lookedAt, plan.atLeastSeconds ?? 0);
  const [first] = all.map((each) => ({ ...each, at: later(each.at, plus(lookedAt, LEAST_SECONDS)) })).sort((one, other) => one.at.getTime() - other.at.getTime());
  return first;
}
function moments(run, lookedAt, atLeastSeconds) {
  const lease = currentLease(run);
  if (!lease) {
    const again = run.noCapacity?.tryAgainAt;
    return [{ at: again === void 0 ? lookedAt : new Date(again), why: "a box is asked for again" }];
  }
  if (lease.state !== "running")
    return [comesUp(lease, lookedAt), ...money(run, lookedAt), ...clocks(run, lookedAt)];
  return [
    ...firstMoments(lease, lookedAt),
    ...ends(lease, lookedAt),
    routine(run, lease, lookedAt, atLeastSeconds),
    ...silence(run, lookedAt),
    ...money(run, lookedAt),
    ...clocks(run, lookedAt)
  ];
}
var WHY_NOW = {
  intended: "the answer to its create is open",
  rented: "its box comes up",
  reachable: "its box is examined",
  audited: "its work is begun",
  preempted: "its work is begun again"
};
function comesUp({ state, setBackAt, rentedAt, claim }, lookedAt) {
  const since = secondsBetween(new Date(setBackAt ?? rentedAt ?? claim.at), lookedAt);
  const seconds = Math.min(Math.max(COMES_UP_SECONDS, since / 2), SOONER_SECONDS);
  return { at: plus(lookedAt, seconds), why: WHY_NOW[state] ?? "it changes" };
}
function firstMoments({ startedAt }, lookedAt) {
  if (startedAt === void 0) return [];
  const started = new Date(startedAt);
  const since = secondsBetween(started, lookedAt);
  const next = FIRST_SECONDS.find((seconds) => since < AS_GOOD_AS * seconds);
  return next ? [{ at: plus(started, next), why: "its work was begun a short while ago" }] : [];
}
function ends({ overAt }, lookedAt) {
  if (overAt === void 0) return [];
  const at = plus(new Date(overAt), AFTER_END_SECONDS);
  return at > lookedAt ? [{ at, why: "it is expected to be over" }] : [{ at: plus(lookedAt, OVERDUE_SECONDS), why: "it should be over" }];
}
function routine(run, { overAt, intent }, lookedAt, atLeastSeconds) {
  const everySeconds = run.opened?.document.checkpoint?.everySeconds;
  const pace = { everySeconds, isEndKnown: overAt !== void 0, isSpot: intent.market === "spot" };
  const seconds = routineSeconds(pace, atLeastSeconds);
  const why = everySeconds !== void 0 && everySeconds <= seconds ? "a checkpoint is due" : "it was not looked at for that long";
  return { at: plus(lookedAt, seconds), why };
}
function routineSeconds({
  everySeconds,
  isEndKnown,
  isSpot
}, atLeastSeconds = 0) {
  const usual = isEndKnown && !isSpot ? ROUTINE_SECONDS : SOONER_SECONDS;
  return Math.max(Math.min(everySeconds ?? usual, usual), atLeastSeconds);
}
function silence(run, lookedAt) {
  const isSilent = [...run.cells.values()].some(
    ({ stalledSince, ended }) => stalledSince !== void 0 && !ended
  );
  const stall = run.opened?.document.watch?.stallSeconds ?? SOONER_SECONDS;
  return isSilent ? [{ at: plus(lookedAt, stall), why: "a cell is silent" }] : [];
}
function money(run, lookedAt) {
  const budget = run.opened?.budget;
  if (!budget) return [];
  const rate = usdPerHourNow(run, lookedAt);
  const left = budget.usd - usdSoFar(run, lookedAt);
  const byMoney = rate > 0 ? [Math.max(0, left) / rate * 3600] : [];
  const since = run.leases.map(heldSince).find((at) => at !== void 0);
  const isHeld = run.leases.some((lease) => openMeters(lease).length > 0);
  const byTime = since && isHeld ? [budget.hours * 3600 - secondsBetween(new Date(since), lookedAt)] : [];
  const cards = run.opened?.document.resources?.gpu?.count ?? 0;
  const byCards = budget.gpuHours !== void 0 && cards > 0 && isHeld ? [(budget.gpuHours - gpuHoursSoFar(run, lookedAt)) / cards * 3600] : [];
  return [...byMoney, ...byTime, ...byCards].map((seconds) => ({
    at: plus(lookedAt, Math.max(0, seconds) + 1),
    why: "its budget is used up"
  }));
}
function clocks(run, lookedAt) {
  const all = run.leases.flatMap((lease) => runningClocks(lease, lookedAt));
  return all.flatMap(({ at, says }) => {
    const left = at === null ? 0 : secondsBetween(lookedAt, new Date(at));
    return left > 0 ? [{ at: plus(lookedAt, left * 0.75), why: says }] : [];
  });
}
var plus = (at, seconds) => new Date(at.getTime() + seconds * 1e3);
var later = (one, other) => one > other ? one : other;

export {
  isPatient,
  waitForCapacity,
  nothingToLookAt,
  WAIT_PREFIX,
  nextLook,
  routineSeconds
};
