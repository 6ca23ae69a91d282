import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nextLook
} from "./lease-capacity.shared.mjs";
import {
  concernsOf,
  logOf
} from "./lease-asking.shared.mjs";
import {
  runningClocks
} from "./lease-clock-warning.shared.mjs";
import {
  entryOf,
  everyCellEnded,
  whyNot
} from "./lease-bound-anew.shared.mjs";
import {
  dueNotices
} from "./lease-comes-back.shared.mjs";
import {
  usdPerHourNow
} from "./lease-cost.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

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
  return [...asked(run, steps), ...lasting(run, now), ...clocks(run, now), ...unwatched(run, now)];
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
function clocks(run, now) {
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
  newsToTell,
  emptyRun,
  ATTENDED_SECONDS,
  fold
};
