import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lateSearch
} from "./lease-meter-price.shared.mjs";
import {
  budgetUse,
  hasStanding,
  standingFor,
  tellAfterOf
} from "./lease-asking.shared.mjs";
import {
  PARKABLE,
  dropKept,
  needsStoring,
  storing
} from "./lease-bound-anew.shared.mjs";
import {
  idleSince,
  isStopped,
  toRecheck
} from "./lease-comes-back.shared.mjs";
import {
  computing,
  isUnused,
  openMeters
} from "./lease-run.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/teardown.ts
var verbsOf = ({ plan }) => plan.map(({ verb }) => verb);

// src/lease/endings.ts
var MAX_SENDS = 4;
function afterSeal(run, seal, plans, now) {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0 && lease.state !== "refused");
  const steps = open.flatMap(
    (lease) => isUnused(lease) ? discardSteps(lease, plans(lease), now) : releaseSteps({ run, lease, plans: plans(lease) }, seal, now)
  );
  steps.unshift(...stoppedBoxes(run, plans, now).filter((step) => !proves(steps, step)));
  const kept = storing(run, seal, now);
  if (kept.some((step) => step.do === "unseal")) return [...kept, ...inTurn(steps)];
  steps.push(...kept);
  if (steps.length > 0) return inTurn(steps);
  const unmarked = run.leases.filter(isHeld);
  if (unmarked.length > 0)
    return unmarked.map((lease) => ({ do: "mark-released", lease: lease.name }));
  return stepsToClose(run, now);
}
var proves = (steps, of) => "lease" in of && steps.some((step) => step.do === "prove" && step.lease === of.lease);
var WAITS = { store: 1, "approve-standing": 2, ask: 3 };
var inTurn = (steps) => [...steps].sort((one, other) => (WAITS[one.do] ?? 0) - (WAITS[other.do] ?? 0));
var isHeld = (lease) => !["refused", "released", "abandoned", "intended"].includes(lease.state);
function releaseSteps(held, seal, now) {
  const { run, lease, plans } = held;
  const teardown = { run, lease, plan: plans.zero };
  const verbs = verbsOf(teardown);
  const left = toSend(lease, plans, now);
  const proof = { do: "prove", lease: lease.name, meters: openMeters(lease).map((meter) => meter.id) };
  if (left.length === 0 || lease.boxGone) return [proof];
  if (approvalFor(teardown, seal, approvedAsOf(teardown, now))) {
    if (needsStoring(run, now)) return [];
    return [...left.map((verb) => ({ do: "release", lease: lease.name, verb })), proof];
  }
  const park = parkStep(held, now);
  if (park) return [park];
  if (needsStoring(run, now)) return [];
  if (standingFor(teardown, now)) {
    return [{ do: "approve-standing", lease: lease.name, seal, verbs }];
  }
  return [{ do: "ask", lease: lease.name, seal, verbs }];
}
function toSend(lease, { zero, provenWithinSeconds = 60 }, now) {
  const verbs = zero.map((each) => each.verb);
  const unsent = verbs.filter((verb) => !lease.verbsDone.includes(verb));
  if (unsent.length > 0 || lease.verbAt === void 0) return unsent;
  const sends = Math.max(0, ...verbs.map((verb) => lease.verbTimes.get(verb) ?? 0));
  const patienceSeconds = provenWithinSeconds * 2 ** (sends - 1);
  const isOverdue = secondsBetween(new Date(lease.verbAt), now) >= patienceSeconds;
  return isOverdue && sends < MAX_SENDS ? verbs : [];
}
var approvedAsOf = ({ lease, plan }, now) => lease.verbsSince !== void 0 && plan.every(({ verb }) => lease.verbsDone.includes(verb)) ? new Date(lease.verbsSince) : now;
function approverOf(teardown, now) {
  const { run } = teardown;
  if (!run.seal) return;
  const given = approvalFor(teardown, run.seal.seal, approvedAsOf(teardown, now));
  return (given ?? standingFor(teardown, now))?.person;
}
function approvalFor(teardown, binds, now) {
  const { run, lease } = teardown;
  const verbs = verbsOf(teardown).join(" ");
  return run.approvals.findLast(
    (approval) => approval.lease === lease.name && approval.binds === binds && approval.goal !== "park" && approval.verbs.join(" ") === verbs && Date.parse(approval.expiresAt) > now.getTime() && // Written by a program: it is worth as much as the word of a person that it stands on, and no more.
    (approval.via !== "standing" || hasStanding(run, lease.name, approval))
  );
}
function parkStep({ run, lease, plans }, now) {
  if (lease.state !== "ended") return;
  const late = isIdleTooLong(run, idleSince(lease, run.seal?.at), tellAfterOf(run).unreleasedSeconds, now);
  const atOnce = run.opened?.onFinish === "park" && lease.ranAgain === void 0;
  return atOnce || late ? parkingOf(lease, plans) : void 0;
}
var isIdleTooLong = (run, since, seconds, now) => budgetUse(run, now).over !== void 0 || since !== void 0 && secondsBetween(new Date(since), now) >= seconds;
var isWorking = ({ seal }, { state }) => state === "running" && !seal;
function endsAll(run, events) {
  const ended = new Set(events.flatMap((event) => event.type === "cell-ended" ? [event.cell] : []));
  return ended.size > 0 && [...run.cells.values()].every((cell) => cell.ended || ended.has(cell.name));
}
var computes = (lease) => computing(lease).some(({ stoppedAt }) => stoppedAt === void 0);
var canPark = (lease, plans) => parkingOf(lease, plans) !== void 0;
function parkingOf(lease, { park }) {
  if (!park || park.length === 0 || park.some((each) => !each.reversible || each.destroys.length > 0)) return;
  return { do: "park", lease: lease.name, verbs: park.map((each) => each.verb) };
}
function idleBoxes(run, plans, now) {
  const { heldSeconds } = tellAfterOf(run);
  return run.leases.flatMap((lease) => {
    if (!isIdleTooLong(run, idleSince(lease, run.halted?.at), heldSeconds, now)) return [];
    const isHere = PARKABLE.includes(lease.state) && !lease.boxGone && !lease.evicted;
    const park = isHere && computes(lease) ? parkingOf(lease, plans(lease)) : void 0;
    return park ? [park] : [];
  });
}
var stepsToClose = (run, now) => run.closed || run.leases.some((lease) => openMeters(lease).length > 0) ? [] : [...dropKept(run, now), ...lateSearch(run), { do: "close" }];
function afterAbandon(run, plans, now) {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0);
  const steps = open.flatMap((lease) => {
    const proof = {
      do: "prove",
      lease: lease.name,
      meters: openMeters(lease).map((meter) => meter.id)
    };
    if (isUnused(lease)) return discardSteps(lease, plans(lease), now);
    if (lease.state !== "abandoned") return [proof];
    const left = toSend(lease, plans(lease), now);
    return [...left.map((verb) => ({ do: "release", lease: lease.name, verb })), proof];
  });
  return steps.length > 0 ? steps : stepsToClose(run, now);
}
function stoppedBoxes(run, plans, now) {
  return run.leases.flatMap((lease) => {
    const isGone = lease.state === "preempted" && lease.boxGone;
    const { endedByStop } = plans(lease);
    const ended = openMeters(lease).filter(
      ({ id, kind }) => isGone || (endedByStop?.includes(id) ?? (kind === "gpu" || kind === "cpu"))
    );
    if ((isStopped(lease) || isGone) && ended.length > 0)
      return [{ do: "prove", lease: lease.name, meters: ended.map((meter) => meter.id) }];
    const meters = isGone || openMeters(lease).length === 0 ? [] : toRecheck(lease, now);
    return meters.length > 0 ? [{ do: "recheck", lease: lease.name, meters }] : [];
  });
}
var unusedBoxes = (run, plans, now) => run.leases.filter((lease) => isUnused(lease) && openMeters(lease).length > 0).flatMap((lease) => discardSteps(lease, plans(lease), now));
function discardSteps(lease, plans, now) {
  const proof = { do: "prove", lease: lease.name, meters: openMeters(lease).map((meter) => meter.id) };
  const left = toSend(lease, plans, now);
  return [...left.map((verb) => ({ do: "discard", lease: lease.name, verb })), proof];
}

export {
  verbsOf,
  afterSeal,
  approvedAsOf,
  approverOf,
  approvalFor,
  isWorking,
  endsAll,
  computes,
  canPark,
  idleBoxes,
  stepsToClose,
  afterAbandon,
  stoppedBoxes,
  unusedBoxes
};
