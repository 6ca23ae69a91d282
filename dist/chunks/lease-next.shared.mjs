import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  afterAbandon,
  afterSeal,
  canPark,
  computes,
  idleBoxes,
  stepsToClose,
  stoppedBoxes,
  unusedBoxes
} from "./lease-endings.shared.mjs";
import {
  ATTENDED_SECONDS,
  waitForCapacity
} from "./lease-capacity.shared.mjs";
import {
  budgetUse,
  endedItself,
  logOf,
  ownEndWords,
  tellAfterOf,
  toTell
} from "./lease-asking.shared.mjs";
import {
  comesUpAgain,
  sameFailureAgain,
  storeKept
} from "./lease-bound-anew.shared.mjs";
import {
  attemptsOf,
  currentLease,
  openMeters
} from "./lease-run.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/stage-steps.ts
var TO_A_START = ["wait", "intend", "rent", "reach", "audit", "start"];
var OF_LOST_BOXES = [
  "find",
  "discard",
  "prove",
  "recheck",
  "halt",
  "vouch",
  "tell",
  "park"
];
var isBeside = (step) => step.do === "prove" || step.do === "recheck" || step.do === "find";
var OF_KEPT = ["store-kept", "drop-kept"];
var isBesideLook = (step) => isBeside(step) || OF_KEPT.includes(step.do);
var LAUNCH = [...TO_A_START, ...OF_LOST_BOXES];
var WATCH = [...LAUNCH, ...OF_KEPT, "look"];
var COLLECT = [
  ...OF_KEPT,
  "look",
  "wake",
  "collect",
  "store",
  "unseal",
  ...OF_LOST_BOXES
];
var RELEASE = [
  "tell",
  "vouch",
  "park",
  "approve-standing",
  "release",
  "discard",
  "prove",
  "recheck",
  "mark-released",
  "drop-kept",
  "look-for-late",
  "close"
];
var RUN = ["smoke", ...WATCH, ...COLLECT, ...RELEASE];
var STAGE_STEPS = {
  smoke: /* @__PURE__ */ new Set(["tell", "smoke"]),
  /** Only writes down that there is a run. */
  open: /* @__PURE__ */ new Set(),
  launch: new Set(LAUNCH),
  watch: new Set(WATCH),
  collect: new Set(COLLECT),
  release: new Set(RELEASE),
  /** Of what a person has given up already. */
  abandon: /* @__PURE__ */ new Set(["release", "discard", "prove", "drop-kept", "look-for-late", "close"]),
  run: new Set(RUN),
  resume: new Set(RUN),
  // Never what gives a box back that carried anything: each part of a sweep has an approval of its own.
  sweep: /* @__PURE__ */ new Set([...WATCH, ...COLLECT]),
  // The disk of a hosted runner ends with the job: what is collected has to be stored by the job that collected it.
  tick: new Set([...WATCH, ...COLLECT, ...RELEASE].filter((step) => step !== "store"))
};
function stepsOf(stage) {
  const steps = Object.hasOwn(STAGE_STEPS, stage) ? STAGE_STEPS[stage] : void 0;
  if (!steps) throw new RangeError(`there is no stage ${JSON.stringify(stage)}`);
  return steps;
}
var takes = (stage, step) => stepsOf(stage).has(step.do) && (step.do !== "vouch" || takes(stage, step.before));
var stores = (stage) => stepsOf(stage).has("store");
var mayGiveBack = (stage) => stepsOf(stage).has("release");

// src/lease/unapproved.ts
var LAUNCH_SECONDS = 31 * 86400;
var isUnapproved = ({ opened, standing, leases }) => opened?.change !== void 0 && standing.length === 0 && leases.length === 0;
var isTooLate = ({ updatedAt, opened }, now) => {
  const since = updatedAt ?? opened?.at;
  return since !== void 0 && secondsBetween(new Date(since), now) > LAUNCH_SECONDS;
};

// src/lease/next.ts
var MAX_BOXES = 20;
var MAX_WIPES = 3;
function next(run, plans, now) {
  if (run.closed) return [{ do: "nothing", why: "closed" }];
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);
  const tells = toTell(run, now).map(
    ({ key, since, what, next: next2, usdPerHour }) => ({
      do: "tell",
      of: key,
      since,
      what,
      next: next2,
      usdPerHour
    })
  );
  return [...tells, ...vouchedFor(run, towardsTheEnd(run, plans, now), now)];
}
function towardsTheEnd(run, plans, now) {
  if (run.seal) return afterSeal(run, run.seal.seal, plans, now);
  if (run.leases.some((lease2) => lease2.state === "abandoned")) return afterAbandon(run, plans, now);
  const settled = [...unusedBoxes(run, plans, now), ...stoppedBoxes(run, plans, now)];
  if (run.halted)
    return [
      ...settled,
      ...unheardCreates(run),
      ...idleBoxes(run, plans, now),
      { do: "nothing", why: "halted" }
    ];
  const lease = currentLease(run);
  const over = overBudget(run, lease, plans, now);
  if (run.smoke === "missing") return [...settled, ...over ? [over] : [{ do: "smoke" }]];
  if (isUnapproved(run))
    return [...settled, ...isTooLate(run, now) ? stepsToClose(run, now) : [waitsForWord]];
  if (over) return [...settled, over];
  if (!lease) return [...settled, ...rentAnother(run, now)];
  if (lease.state === "intended") return [...forward(run, lease, now), ...settled];
  return [...settled, ...forward(run, lease, now)];
}
var waitsForWord = { do: "nothing", why: "unapproved" };
var unheardCreates = (run) => run.leases.filter(({ state, intent }) => state === "intended" && intent.attach === void 0).map(({ name }) => ({ do: "find", lease: name }));
function overBudget(run, lease, plans, now) {
  const { over } = budgetUse(run, now);
  if (!over?.isCounted) return;
  const since = lease?.state === "ended" ? lease.endedAt : void 0;
  if (since !== void 0 && secondsBetween(new Date(since), now) < tellAfterOf(run).uncollectedSeconds)
    return;
  const kept = lease ? `${keptWords(lease, plans(lease))} ` : "";
  return { do: "halt", code: over.code, what: over.what, next: `${kept}${over.next}` };
}
function keptWords(lease, plans) {
  const { name, platform } = lease;
  if (canPark(lease, plans)) return `${name} is stopped now, which keeps its data; its disk is paid for on.`;
  const usdPerHour = openMeters(lease).reduce((sum, meter) => sum + meter.times * meter.usdPerHour, 0);
  return usdPerHour > 0 ? `${platform} cannot stop ${name} and keep its data: it is held and costs ${Number(usdPerHour.toFixed(6))} USD per hour on.` : `${name} is held.`;
}
function vouchedFor(run, steps, now) {
  const needs = steps.findIndex((step) => rests(run, step));
  const before = steps[needs];
  if (!before || isAttended(run, now)) return steps;
  const first = steps.slice(0, needs);
  const isAsked = [run.halted, ...run.haltedToo].some((halt) => halt?.code === "not-vouched");
  return isAsked ? [...first, ...byHand(steps.slice(needs))] : [...first, { do: "vouch", before }];
}
function byHand(steps) {
  const asks = steps.flatMap(
    (step) => step.do === "approve-standing" ? [{ do: "ask", lease: step.lease, seal: step.seal, verbs: step.verbs }] : step.do === "ask" ? [step] : []
  );
  const waits = asks.length > 0 ? asks : [{ do: "nothing", why: "halted" }];
  return [...steps.filter(isBeside), ...waits];
}
function rests(run, step) {
  if (step.do === "discard" || step.do === "approve-standing" || step.do === "wake") return true;
  if (step.do === "rent")
    return run.leases.some(({ name, intent }) => name === step.lease && intent.attach === void 0);
  return step.do === "intend" && (run.opened?.document.candidates ?? []).some(({ attach }) => attach === void 0);
}
var isAttended = ({ unattendedSince, updatedAt, askedAt }, now) => unattendedSince === void 0 && [updatedAt, askedAt].some((at) => at !== void 0 && isFresh(at, now));
var isFresh = (at, now) => Math.abs(secondsBetween(new Date(at), now)) <= ATTENDED_SECONDS;
function forward(run, lease, now) {
  const { name } = lease;
  switch (lease.state) {
    case "intended":
      return [{ do: "rent", lease: name }];
    case "rented":
      return [{ do: comesUpAgain(lease) ? "wake" : "reach", lease: name }];
    case "reachable":
      return lease.wipes > 0 ? afterWipe(run, lease) : [{ do: "audit", lease: name }];
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
      return lease.unreached?.shown === "stopped" ? [haltForStopped(run, lease)] : [...storeKept(run, now), { do: "look", lease: name }];
    case "preempted":
      return relaunch(run, lease);
    case "parked":
      if (lease.parkedItself && computes(lease)) return [];
      return [lease.parkedItself ? { do: "wake", lease: name } : haltForParked(run, lease)];
    case "ended":
      return afterEnd(run, lease);
    default:
      return [{ do: "prove", lease: name, meters: openMeters(lease).map((meter) => meter.id) }];
  }
}
var haltForStopped = (run, { name, platform, unreached, endsItselfAt }) => ({
  do: "halt",
  code: "box-stopped",
  what: `${platform} shows ${name} stopped, and ${unreached && endedItself({ endsItselfAt }, unreached.at) ? ownEndWords(endsItselfAt) : "nobody here stopped it"}. Its work stands still.`,
  next: `Start it in the console of ${platform} and "gpu-lease resume ${run.id}" to go on from its last checkpoint, or "gpu-lease abandon ${run.id}".`
});
var haltForParked = (run, { name, platform }) => ({
  do: "halt",
  code: "box-stopped",
  what: `${name} is stopped, and what was sealed of it is gone with the machine that sealed it. Its disk keeps it.`,
  next: `Start it in the console of ${platform} and "gpu-lease resume ${run.id}" to collect it again, or "gpu-lease abandon ${run.id}".`
});
function afterWipe(run, { name, wipes }) {
  if (!run.opened?.resumes) return [cannotResume(`${name} came back empty`)];
  if (wipes <= MAX_WIPES) return [{ do: "audit", lease: name }];
  return [
    {
      do: "halt",
      code: "box-wiped",
      what: `${name} came back empty ${wipes} times.`,
      next: `Look in its platform's console why it is reset; "gpu-lease abandon ${run.id}" gives it back, and what was verified is kept.`
    }
  ];
}
var cannotResume = (what) => ({
  do: "halt",
  code: "cannot-resume",
  what: `${what}, and the job says that it cannot resume from a checkpoint (checkpoint.resume).`,
  next: "Start a new run when you accept paying for the lost work again."
});
function relaunch(run, lease) {
  if (!run.opened?.resumes && lease.wipes > 0) return [cannotResume("The box came back empty")];
  return [retriesUsed(run) ?? { do: "start", lease: lease.name, attempt: attemptsOf(run) + 1 }];
}
function retriesUsed(run) {
  const max = run.opened?.retryMax ?? 0;
  if (run.relaunches <= max) return;
  return {
    do: "halt",
    code: "retries-used",
    what: `The process died ${run.relaunches} times for reasons that looked like chance; retry.max is ${max}.`,
    next: `Read the log ("gpu-lease log ${run.id}"), then "gpu-lease resume ${run.id}" to try once more or "gpu-lease abandon ${run.id}".`
  };
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
    what: `Ended without finishing: ${list.join(", ")}. This kind of failure repeats, so it was not tried again.${shortageOf(dead)}`,
    next: `Read ${dead.slice(0, 3).map((cell) => logOf(run, cell.name)).join(
      ", "
    )}. Where the code or the job file is at fault, correct and commit it: "gpu-lease retry ${run.id}" goes on with that on the same box. Where the cause can be mended on the box (room on its disk, a path, a quota), "gpu-lease resume ${run.id}" goes on from the last checkpoint; "gpu-lease abandon ${run.id}" saves what can be saved, lists what is lost and gives the box back.`
  };
}
var shortageOf = (dead) => {
  const short = dead.find(({ ended }) => ended?.shortage !== void 0);
  return short ? ` ${short.name} was not started: ${short.ended?.shortage}. The box is held and costs on.` : "";
};
function rentAnother(run, now) {
  if (run.leases.length >= MAX_BOXES) {
    return [
      {
        do: "halt",
        code: "too-many-boxes",
        what: `${run.leases.length} boxes were intended for this run and none carried it to its end.`,
        next: 'Look at why each was lost ("gpu-lease events"), choose another platform or market, and start a new run.'
      }
    ];
  }
  const used = run.leases.at(-1)?.queue?.to === "over" ? retriesUsed(run) : void 0;
  const again = used ?? sameFailureAgain(run);
  if (again) return [again];
  const lostOne = run.leases.some((lease) => lease.state === "preempted");
  if (lostOne && !run.opened?.resumes) {
    return [cannotResume("The box is gone")];
  }
  return [...waitForCapacity(run, now), { do: "intend", n: run.leases.length + 1 }];
}

export {
  isBeside,
  isBesideLook,
  takes,
  stores,
  mayGiveBack,
  isUnapproved,
  isTooLate,
  next,
  isAttended
};
