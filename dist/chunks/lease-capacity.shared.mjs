import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  budgetUse,
  concernsOf,
  logOf,
  runningClocks,
  tellAfterOf
} from "./lease-asking.shared.mjs";
import {
  gpuHoursSoFar,
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  entryOf
} from "./lease-bound-anew.shared.mjs";
import {
  dueNotices,
  everyCellEnded,
  idleSince,
  whyNot
} from "./lease-comes-back.shared.mjs";
import {
  computing,
  currentLease,
  isGivenUp,
  openMeters,
  runState
} from "./lease-run.shared.mjs";
import {
  heldSince
} from "./lease-fold-queue.shared.mjs";
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
var goesOn = ({ state, parkedItself }) => GOES_ON.includes(state) || state === "parked" && parkedItself !== void 0;
function nothingToLookAt(run, now) {
  const state = runState(run);
  if (run.closed || run.halted || run.seal || isGivenUp(run)) return `run ${run.id} is ${state}`;
  const lease = currentLease(run);
  if (lease) return goesOn(lease) ? void 0 : `run ${run.id} is ${state}`;
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
  const goesOn2 = nothingToLookAt(run, lookedAt) === void 0;
  const all = goesOn2 ? moments(run, lookedAt, plan.atLeastSeconds ?? 0) : stillPaid(run, lookedAt);
  const [first] = [...all, ...telling(run, lookedAt)].map((each) => ({ ...each, at: later(each.at, plus(lookedAt, LEAST_SECONDS)) })).sort((one, other) => one.at.getTime() - other.at.getTime());
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
var telling = (run, lookedAt) => concernsOf(run, lookedAt).flatMap(
  ({ due, dueAt, key }) => due || dueAt === void 0 ? [] : [{ at: new Date(dueAt), why: `somebody is told (${key})` }]
);
var STILL_PAID_SECONDS = 86400;
function stillPaid(run, lookedAt) {
  const paid = run.leases.filter(
    (lease) => computing(lease).some(({ stoppedAt }) => stoppedAt === void 0)
  );
  if (run.closed || paid.length === 0) return [];
  const { heldSeconds, unreleasedSeconds, uncollectedSeconds } = tellAfterOf(run);
  const ends2 = paid.flatMap((lease) => [
    { since: idleSince(lease, run.halted?.at), seconds: heldSeconds },
    { since: idleSince(lease, run.seal?.at), seconds: unreleasedSeconds },
    { since: run.seal ? void 0 : lease.endedAt, seconds: uncollectedSeconds }
  ]);
  const isOver = budgetUse(run, lookedAt).over !== void 0;
  return [
    ...ends2.flatMap(
      ({ since, seconds }) => since === void 0 ? [] : endsFor(plus(new Date(since), seconds), lookedAt)
    ),
    ...isOver ? [] : money(run, lookedAt)
  ];
}
function endsFor(at, lookedAt) {
  const why = "its box computes for nobody";
  const since = secondsBetween(at, lookedAt);
  if (since < 0) return [{ at, why }];
  return since < STILL_PAID_SECONDS ? [{ at: plus(lookedAt, Math.max(OVERDUE_SECONDS, since)), why }] : [];
}
var WHY_NOW = {
  intended: "the answer to its create is open",
  rented: "its box comes up",
  reachable: "its box is examined",
  audited: "its work is begun",
  preempted: "its work is begun again",
  parked: "it parked itself, and is started again to be collected"
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
    ({ stalledSince, ended: ended2 }) => stalledSince !== void 0 && !ended2
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

// src/lease/news.ts
var UNWATCHED_SECONDS = 3600;
function noteNews(run, event) {
  if (!run.opened?.document.notices) return;
  const told = newsIn(run, event);
  if (!told) return;
  const { of = String(event.seq), ...rest } = told;
  const key = `${rest.event}:${of}`;
  if (!run.news.some((each) => each.key === key)) run.news.push({ ...rest, key, since: event.at });
}
function newsIn(run, event) {
  switch (event.type) {
    case "started":
      return {
        event: "started",
        what: `Attempt ${event.attempt} runs on ${event.lease}.`,
        next: `Nothing: it is looked at by itself. "gpu-lease watch ${run.id}" follows it.`
      };
    case "kept":
      return event.step === void 0 ? void 0 : {
        event: "checkpoint",
        of: "first",
        what: `The first checkpoint (${event.cell}, step ${event.step}) is on this side, loaded.`,
        next: `Nothing: a loss of the box costs what comes after it. "gpu-lease status ${run.id}" shows what is kept.`
      };
    case "cell-ended":
      return ended(run, event);
    case "halted":
      return halted(run, event);
    case "preempted":
      return {
        event: "preempted",
        what: `${event.lease} was lost (${event.what}): ${event.why}`,
        next: `"gpu-lease status ${run.id}" shows whether it begins again, and from where; "gpu-lease abandon ${run.id}" ends it.`
      };
    case "stalled":
      return {
        event: "stalled",
        what: `${event.cell} on ${event.lease} is alive and has written nothing for ${Math.round(event.quietSeconds)} s.`,
        next: `Look at ${logOf(run, event.cell)}; "gpu-lease abandon ${run.id}" ends it.`
      };
    case "sealed":
      return {
        event: "sealed",
        what: `Sealed as ${event.seal.slice(0, 8)}: verified ${event.verified}/${event.roster} at ${event.level}, in ${event.place}.`,
        next: `Look at it, then "gpu-lease release ${run.id}" gives the box back, unless that was approved in advance.`
      };
    case "owed":
      return {
        event: "debt",
        of: `${event.lease}:${event.meter}`,
        what: `Meter ${event.meter} of ${event.lease} may still cost money: ${event.why}`,
        next: event.next
      };
    case "closed":
      return {
        event: "released",
        what: `It is over: every meter is proven stopped. It cost ${event.usd.toFixed(2)} USD in all.`,
        next: `Nothing. "gpu-lease cost ${run.id}" shows for what.`
      };
    default:
      return;
  }
}
function ended(run, { cell, verdict, exitCode, failureClass }) {
  const cells = [...run.cells.values()];
  const dead = cells.filter((each) => each.ended?.verdict === "dead").length;
  const isOver = everyCellEnded(run);
  if (isOver && dead === 0)
    return {
      event: "ended",
      what: cells.length === 1 ? "Its work is done." : `All ${cells.length} cells are done.`,
      next: `"gpu-lease collect ${run.id}" brings it home; a job of the tick does so by itself.`
    };
  const isFirst = verdict === "dead" && dead === 1;
  const isWhole = isOver && cells.length > 1;
  if (!isFirst && !isWhole) return;
  const why = `exit code ${exitCode}${failureClass === void 0 ? "" : `, ${failureClass}`}`;
  const whole = `${dead} of ${cells.length} cells ${dead === 1 ? "is" : "are"} dead, and nothing runs any more.`;
  return {
    event: "failed",
    what: [verdict === "dead" && `${cell} died (${why}).`, isWhole && whole].filter(Boolean).join(" "),
    next: `"gpu-lease watch ${run.id}" shows the end of its log and what is known of such an end.`
  };
}
function halted(run, { code, what, next }) {
  if (code.startsWith("over-")) return { event: "over-budget", of: code, what, next };
  if (code === "cells-dead" && run.news.some(({ event }) => event === "failed")) return;
  return { event: "halted", what: `${what} (${code})`, next };
}
function momentNews(run, steps, now) {
  return [...asked(run, steps), ...lasting(run, now), ...clocks2(run, now), ...unwatched(run, now)];
}
function asked(run, steps) {
  const { seal } = run;
  if (!seal) return [];
  return steps.flatMap(
    (step) => step.do === "ask" ? [
      {
        key: `approval:${step.lease}:${step.seal.slice(0, 8)}`,
        event: "approval",
        since: seal.at,
        what: `The release of ${step.lease} waits for a person: ${step.verbs.join(", ")}. What it made is sealed as ${step.seal.slice(0, 8)}.`,
        next: `Approve the workflow run that asks for it, or "gpu-lease release ${run.id}".`
      }
    ] : []
  );
}
var NOT_NEWS = /^(stalled|not-told):/;
function lasting(run, now) {
  return concernsOf(run, now).filter(({ due, key }) => due && key !== run.halted?.code && !NOT_NEWS.test(key)).map(({ key, since, what, next }) => {
    const isMoney = key.startsWith("over-") || key === "budget-nearly";
    return isMoney ? { key: `over-budget:${key}`, event: "over-budget", since: now.toISOString(), what, next } : { key: `attention:${key}:${since}`, event: "attention", since: now.toISOString(), what, next };
  });
}
var DANGER = ["three-quarters", "last-day", "over", "unknown"];
function clocks2(run, now) {
  return run.leases.flatMap(
    (lease) => runningClocks(lease, now).filter(({ level }) => DANGER.includes(level)).map(({ clock, says, at }) => ({
      key: `danger-clock:${lease.name}:${clock}:${at ?? "unknown"}`,
      event: "danger-clock",
      since: now.toISOString(),
      what: `${lease.name} on ${lease.platform} runs into a deadline (${clock}): ${says}. ${at === null ? "Nobody says when." : `It is over at ${at}.`}`,
      next: `Collect and release it, or start it again: "gpu-lease status ${run.id}" shows what it holds.`
    }))
  );
}
function unwatched(run, now) {
  const { updatedAt } = run;
  if (updatedAt === void 0 || usdPerHourNow(run, now) === 0) return [];
  const planned = nextLook(run, new Date(updatedAt))?.at;
  if (planned === void 0 || secondsBetween(planned, now) < UNWATCHED_SECONDS) return [];
  return [
    {
      key: `unwatched:${updatedAt}`,
      event: "unwatched",
      since: now.toISOString(),
      what: `Nobody looked since ${updatedAt}; a look was due at ${planned.toISOString()}. It cost ${Number(usdPerHourNow(run, now).toFixed(4))} USD per hour meanwhile.`,
      next: '"gpu-lease doctor" says what carries the looks and how often they come.'
    }
  ];
}
var newsToTell = (run, steps, now) => run.opened?.document.notices ? dueNotices(run, momentNews(run, steps, now), now) : [];

// src/lease/fold.ts
var emptyRun = (id) => ({
  id,
  opened: void 0,
  bindings: [],
  smoke: "missing",
  footprint: void 0,
  leases: [],
  cells: /* @__PURE__ */ new Map(),
  data: /* @__PURE__ */ new Map(),
  begunFrom: void 0,
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
  runnerJobs: /* @__PURE__ */ new Map(),
  runnerBills: /* @__PURE__ */ new Map(),
  closed: void 0,
  unattendedSince: void 0,
  askedAt: void 0,
  told: /* @__PURE__ */ new Map(),
  changeTold: void 0,
  news: [],
  notices: /* @__PURE__ */ new Map(),
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
      noteNews(run, event);
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
  isPatient,
  waitForCapacity,
  nothingToLookAt,
  WAIT_PREFIX,
  nextLook,
  routineSeconds,
  newsToTell,
  emptyRun,
  ATTENDED_SECONDS,
  fold
};
