import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  teardownPlan
} from "./chunk-BX6CAG4J.mjs";
import {
  isDestroyed
} from "./chunk-IHMSUJZU.mjs";
import {
  usdInLastDay,
  usdSoFar
} from "./chunk-TRZAK437.mjs";
import {
  needsStoring,
  sameFailureAgain
} from "./chunk-GVZD235W.mjs";
import {
  attemptsOf,
  currentLease,
  isUnused,
  openMeters
} from "./chunk-YOQWXQOY.mjs";
import {
  secondsBetween
} from "./chunk-ZJZVJPPJ.mjs";

// src/lease/standing.ts
var LEVELS = ["L0", "L1", "L2", "L3"];
function standingFor(run, lease, plan, now) {
  return run.standing.findLast((standing) => standingGaps(run, lease, standing, plan, now).length === 0);
}
function standingGaps(run, lease, standing, plan, now) {
  const stale = plan.filter(({ staleFacts }) => staleFacts).map(({ verb }) => verb);
  const owed = run.leases.flatMap((each) => openMeters(each).filter((meter) => meter.owed));
  return [
    ...boundGaps(run, lease, standing),
    ...Date.parse(standing.expiresAt) > now.getTime() ? [] : [`it was given until ${standing.expiresAt}`],
    ...stale.length > 0 ? [`what is known of ${stale.join(", ")} is too old to act on unasked`] : [],
    ...owed.length > 0 ? [`the run owes ${owed.map(({ id }) => id).join(", ")}`] : [],
    ...run.leases.some(({ state }) => state === "abandoned") ? ["the run was given up"] : []
  ];
}
function boundGaps(run, lease, standing) {
  const { configHash, platforms, maxUsdPerHour, level } = standing;
  const usdPerHour = priceOf(lease);
  return [
    ...run.opened?.configHash === configHash ? [] : [`it is for configuration ${configHash.slice(0, 8)}`],
    ...platforms.includes(lease.platform) ? [] : [`it is for ${platforms.join(", ")}`],
    ...usdPerHour <= maxUsdPerHour + 1e-9 ? [] : [`it is for at most ${maxUsdPerHour} USD/h; this box is ${usdPerHour}`],
    ...sealGaps(run.seal, level)
  ];
}
function sealGaps(seal, level) {
  if (!seal) return ["nothing is sealed"];
  return [
    ...seal.verified === seal.roster ? [] : [`${seal.roster - seal.verified} artifacts are missing`],
    ...LEVELS.indexOf(seal.level) >= LEVELS.indexOf(level) ? [] : [`it is for ${level} or better; this seal is ${seal.level}`]
  ];
}
var priceOf = (lease) => Math.max(
  lease.usdPerHour,
  lease.meters.reduce((sum, { usdPerHour }) => sum + usdPerHour, 0)
);
function hasStanding(run, leaseName, approval) {
  const lease = run.leases.find(({ name }) => name === leaseName);
  if (!lease || approval.goal !== "release") return false;
  return run.standing.some(
    (standing) => standing.person === approval.person && Date.parse(approval.expiresAt) <= Date.parse(standing.expiresAt) && boundGaps(run, lease, standing).length === 0
  );
}

// src/lease/next.ts
var MAX_BOXES = 20;
function next(run, plans, now) {
  if (run.closed) return [{ do: "nothing", why: "closed" }];
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);
  if (run.seal) return afterSeal(run, run.seal.seal, plans, now);
  if (run.leases.some((lease2) => lease2.state === "abandoned")) return afterAbandon(run, plans);
  const settled = [...unusedBoxes(run, plans), ...lostBoxes(run, plans)];
  if (run.halted) return [...settled, { do: "nothing", why: "halted" }];
  if (run.smoke === "missing") return [{ do: "smoke" }];
  const lease = currentLease(run);
  const over = overBudget(run, now);
  if (over && lease?.state !== "ended") return [...settled, over];
  if (!lease) return [...settled, ...rentAnother(run)];
  return [...settled, ...forward(run, lease)];
}
function forward(run, lease) {
  const { name } = lease;
  switch (lease.state) {
    case "intended":
      return [{ do: "rent", lease: name }];
    case "rented":
      return [{ do: "reach", lease: name }];
    case "reachable":
      return [{ do: "audit", lease: name }];
    case "audited":
      return [{ do: "start", lease: name, attempt: attemptsOf(run) + 1 }];
    case "unfit":
      return [
        {
          do: "halt",
          code: "box-unfit",
          what: `${name} is not fit for the job; nothing was started on it.`,
          next: `Read the findings above; "gpu-lease resume ${run.id}" looks again once they are put right, "gpu-lease abandon ${run.id}" gives the box back.`
        }
      ];
    case "running":
      return [{ do: "look", lease: name }];
    case "preempted":
      return relaunch(run, lease);
    case "ended":
      return afterEnd(run, lease);
    default:
      return [{ do: "prove", lease: name, meters: openMeters(lease).map((meter) => meter.id) }];
  }
}
function relaunch(run, lease) {
  const max = run.opened?.retryMax ?? 0;
  if (run.relaunches <= max) return [{ do: "start", lease: lease.name, attempt: attemptsOf(run) + 1 }];
  return [
    {
      do: "halt",
      code: "retries-used",
      what: `The process died ${run.relaunches} times for reasons that looked like chance; retry.max is ${max}.`,
      next: `Read the log, then "gpu-lease resume ${run.id}" to try once more or "gpu-lease abandon ${run.id}".`
    }
  ];
}
function afterEnd(run, lease) {
  const dead = [...run.cells.values()].filter((cell) => cell.ended?.verdict === "dead");
  if (dead.length > 0) return [haltForDead(run, dead)];
  return [{ do: "collect", lease: lease.name }];
}
function haltForDead(run, dead) {
  const list = dead.map(
    (cell) => `${cell.name} (exit ${cell.ended?.exitCode}, ${cell.ended?.failureClass ?? "unclassified"})`
  );
  return {
    do: "halt",
    code: "cells-dead",
    what: `Ended without finishing: ${list.join(", ")}. This kind of failure repeats, so it was not tried again.`,
    next: `Read the log; "gpu-lease abandon ${run.id}" saves what can be saved, lists what is lost and gives the box back.`
  };
}
function rentAnother(run) {
  if (run.leases.length >= MAX_BOXES) {
    return [
      {
        do: "halt",
        code: "too-many-boxes",
        what: `${run.leases.length} boxes were intended for this run and none carried it to its end.`,
        next: 'Look at why each was lost ("gpu-lease log"), choose another platform or market, and start a new run.'
      }
    ];
  }
  const again = sameFailureAgain(run);
  if (again) return [again];
  const lostOne = run.leases.some((lease) => lease.state === "preempted");
  if (lostOne && !run.opened?.resumes) {
    return [
      {
        do: "halt",
        code: "cannot-resume",
        what: "The box is gone and the job says that it cannot resume from a checkpoint (checkpoint.resume).",
        next: "Start a new run when you accept paying for the lost work again."
      }
    ];
  }
  return [{ do: "intend", n: run.leases.length + 1 }];
}
function afterSeal(run, seal, plans, now) {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0 && lease.state !== "refused");
  const steps = open.flatMap(
    (lease) => isUnused(lease) ? discardSteps(lease, plans(lease)) : releaseSteps(run, lease, seal, plans(lease), now)
  );
  if (needsStoring(run, now)) steps.push({ do: "store", seal });
  if (steps.length > 0) return inTurn(steps);
  const unmarked = run.leases.filter(isHeld);
  if (unmarked.length > 0)
    return unmarked.map((lease) => ({ do: "mark-released", lease: lease.name }));
  return [{ do: "close" }];
}
var WAITS = { store: 1, "approve-standing": 2, ask: 3 };
var inTurn = (steps) => [...steps].sort((one, other) => (WAITS[one.do] ?? 0) - (WAITS[other.do] ?? 0));
var isHeld = (lease) => !["refused", "released", "abandoned", "intended"].includes(lease.state);
function releaseSteps(run, lease, seal, plans, now) {
  const verbs = plans.zero.map((each) => each.verb);
  const left = verbs.filter((verb) => !lease.verbsDone.includes(verb));
  const proof = { do: "prove", lease: lease.name, meters: openMeters(lease).map((meter) => meter.id) };
  if (left.length === 0 || lease.boxGone) return [proof];
  if (approvalFor(run, lease.name, seal, verbs, now)) {
    if (needsStoring(run, now)) return [];
    return [...left.map((verb) => ({ do: "release", lease: lease.name, verb })), proof];
  }
  const park = parkStep(run, lease, plans);
  if (park) return [park];
  if (needsStoring(run, now)) return [];
  if (standingFor(run, lease, plans.zero, now)) {
    return [{ do: "approve-standing", lease: lease.name, seal, verbs }];
  }
  return [{ do: "ask", lease: lease.name, seal, verbs }];
}
function approvalFor(run, lease, binds, verbs, now) {
  return run.approvals.findLast(
    (approval) => approval.lease === lease && approval.binds === binds && approval.goal !== "park" && approval.verbs.join(" ") === verbs.join(" ") && Date.parse(approval.expiresAt) > now.getTime() && // Written by a program: it is worth as much as the word of a person that it stands on, and no more.
    (approval.via !== "standing" || hasStanding(run, lease, approval))
  );
}
function parkStep(run, lease, plans) {
  if (run.opened?.onFinish !== "park" || lease.state !== "ended" || !plans.park) return;
  if (plans.park.some((each) => !each.reversible || each.destroys.length > 0)) return;
  return { do: "park", lease: lease.name, verbs: plans.park.map((each) => each.verb) };
}
function afterAbandon(run, plans) {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0);
  const steps = open.flatMap((lease) => {
    const proof = {
      do: "prove",
      lease: lease.name,
      meters: openMeters(lease).map((meter) => meter.id)
    };
    if (isUnused(lease)) return discardSteps(lease, plans(lease));
    if (lease.state !== "abandoned") return [proof];
    const left = plans(lease).zero.filter((each) => !lease.verbsDone.includes(each.verb));
    return [...left.map((each) => ({ do: "release", lease: lease.name, verb: each.verb })), proof];
  });
  return steps.length > 0 ? steps : [{ do: "close" }];
}
function lostBoxes(run, plans) {
  return run.leases.flatMap((lease) => {
    if (lease.state !== "preempted") return [];
    const open = openMeters(lease);
    const { endedByStop: endedByStop2 } = plans(lease);
    const byStop = open.filter(
      ({ id, kind }) => endedByStop2?.includes(id) ?? (kind === "gpu" || kind === "cpu")
    );
    const ended = lease.boxGone ? open : lease.evicted ? byStop : [];
    if (ended.length === 0) return [];
    return [{ do: "prove", lease: lease.name, meters: ended.map((meter) => meter.id) }];
  });
}
var unusedBoxes = (run, plans) => run.leases.filter((lease) => isUnused(lease) && openMeters(lease).length > 0).flatMap((lease) => discardSteps(lease, plans(lease)));
function discardSteps(lease, { zero }) {
  const left = zero.filter((each) => !lease.verbsDone.includes(each.verb));
  const proof = { do: "prove", lease: lease.name, meters: openMeters(lease).map((meter) => meter.id) };
  return [...left.map(({ verb }) => ({ do: "discard", lease: lease.name, verb })), proof];
}
function overBudget(run, now) {
  const budget = run.opened?.budget;
  if (!budget) return;
  const since = run.leases.find((lease) => lease.rentedAt)?.rentedAt;
  const hours = since ? secondsBetween(new Date(since), now) / 3600 : 0;
  if (hours > budget.hours && run.leases.some((lease) => openMeters(lease).length > 0)) {
    return {
      do: "halt",
      code: "over-time",
      what: `This run has held boxes for ${hours.toFixed(1)} h; its budget is ${budget.hours} h.`,
      next: `The box is held with its data. "gpu-lease abandon ${run.id}" saves what can be saved and gives it back.`
    };
  }
  const today = usdInLastDay(run, now);
  if (budget.usdPerDay !== void 0 && today > budget.usdPerDay) {
    return {
      do: "halt",
      code: "over-day",
      what: `This run has cost ${today.toFixed(2)} USD in the last 24 hours; its budget is ${budget.usdPerDay} USD a day.`,
      next: `The box is held with its data and goes on costing. "gpu-lease resume ${run.id}" goes on once the oldest of it is a day ago; "gpu-lease abandon ${run.id}" saves what can be saved and gives the box back.`
    };
  }
  const usd = usdSoFar(run, now);
  if (usd <= budget.usd) return;
  return {
    do: "halt",
    code: "over-budget",
    what: `This run has cost ${usd.toFixed(2)} USD; its budget is ${budget.usd} USD.`,
    next: `The box is held with its data. "gpu-lease abandon ${run.id}" saves what can be saved and gives it back; a larger budget needs a new run.`
  };
}

// src/profile/deadlines.ts
function deadlines(profile, state, since) {
  const clocks = profile.clocks.filter((clock) => clock.while === state).map((clock) => ({
    clock: clock.id,
    at: clock.after && new Date(since.getTime() + clock.after.seconds * 1e3),
    approximate: clock.after?.approximate ?? true,
    effect: clock.effect,
    tiers: clock.effect === "release" ? releasedTiers(profile) : clock.tiers,
    says: clock.says
  }));
  const saidByClock = (each) => clocks.some(
    (clock) => each.tiers.every((tier) => clock.tiers.includes(tier)) && time(clock) <= time(each)
  );
  const tiers = state === "stopped" ? keptForAWhile(profile, since).filter((each) => !saidByClock(each)) : [];
  return [...clocks, ...tiers].sort((a, b) => time(a) - time(b));
}
function keptForAWhile(profile, since) {
  return profile.tiers.flatMap((tier) => {
    const outcome = tier.survival.stop;
    if (outcome === void 0 || typeof outcome === "string") return [];
    const { seconds, approximate, text } = outcome["kept-for"];
    return [
      {
        clock: `tier:${tier.id}`,
        at: new Date(since.getTime() + seconds * 1e3),
        approximate,
        effect: "wipe",
        tiers: [tier.id],
        says: `${tier.path ?? tier.id} is wiped ${text} after a stop.`
      }
    ];
  });
}
var releasedTiers = (profile) => profile.tiers.filter((tier) => isDestroyed(tier.survival.release ?? "unknown")).map((tier) => tier.id);
var time = (each) => each.at?.getTime() ?? Number.NEGATIVE_INFINITY;

// src/cli/plans.ts
async function plansOf(world, run) {
  const known = /* @__PURE__ */ new Map();
  for (const lease of run.leases) {
    const zero = await fullPlan(world, lease, "zero");
    const park = await fullPlan(world, lease, "park");
    const canPark = park.steps.length > 0 && lease.intent.attach === void 0;
    known.set(lease.name, {
      zero: zero.steps.map((step) => plannedVerb(step, lease, zero.stale)),
      park: canPark ? park.steps.map((step) => plannedVerb(step, lease, park.stale)) : null,
      endedByStop: await endedByStop(world, lease)
    });
  }
  return (lease) => known.get(lease.name) ?? { zero: [], park: null };
}
async function fullPlan(world, lease, goal) {
  return teardownPlan(await world.profile(lease.platform), heldBy(lease), goal, { now: world.clock.now() });
}
var heldBy = (lease) => lease.meters.map((meter) => ({
  meter: meter.id,
  kind: meter.kind,
  resource: lease.boxId ?? lease.name
}));
var plannedVerb = (step, lease, stale) => ({
  verb: step.resource === (lease.boxId ?? lease.name) ? step.verb : `${step.verb} ${step.resource}`,
  stops: step.stops,
  destroys: step.destroys,
  reversible: step.reversible === "yes" || typeof step.reversible === "object",
  ...!step.safe && stale.some(({ verb }) => verb === step.verb) ? { staleFacts: true } : {}
});
async function verbFacts(world, lease) {
  const { steps } = await fullPlan(world, lease, "zero");
  const longest = Math.max(0, ...steps.map((step) => step.confirm?.withinSeconds ?? 0));
  const console = steps.findLast((step) => step.consoleStep !== void 0)?.consoleStep;
  return {
    withinSeconds: longest > 0 ? longest : 60,
    apartSeconds: isUnmetered(lease) ? 0 : longestApart(steps),
    ...console === void 0 ? {} : { consoleStep: console }
  };
}
var APART_SECONDS = 60;
var longestApart = (steps) => Math.max(0, ...steps.map((step) => step.confirm?.apartSeconds ?? APART_SECONDS)) || APART_SECONDS;
var isUnmetered = ({ meters }) => meters.every(({ kind }) => kind === "none");
async function endedByStop(world, lease) {
  const { verbs } = await world.profile(lease.platform);
  return [...new Set(verbs.filter(({ event }) => event === "stop").flatMap(({ stops }) => stops))];
}
async function stayStopped(world, lease) {
  const { verbs, spot } = await world.profile(lease.platform);
  if (spot["on-evict"] !== "pause") return;
  const stop = verbs.find(
    ({ event, surface, reversible, destroys }) => event === "stop" && surface === "api" && reversible !== "no" && reversible !== "unknown" && destroys.length === 0
  );
  return stop && { verb: stop.id, stops: stop.stops, destroys: [], reversible: true };
}
var parkClocks = (world, lease) => clocksOf(world, lease, ["stopped"]);
var evictionClocks = (world, lease) => clocksOf(world, lease, ["evicted", "stopped"]);
async function clocksOf(world, lease, states) {
  const profile = await world.profile(lease.platform);
  return states.flatMap((state) => deadlines(profile, state, world.clock.now())).map((each) => ({ id: each.clock, effect: each.says, at: each.at?.toISOString() ?? "unknown" }));
}

export {
  standingFor,
  standingGaps,
  hasStanding,
  next,
  approvalFor,
  overBudget,
  plansOf,
  fullPlan,
  verbFacts,
  stayStopped,
  parkClocks,
  evictionClocks
};
