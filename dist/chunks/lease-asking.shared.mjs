import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  gpuHoursSoFar,
  usdInLastDay,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  failingTargets,
  isUseless,
  mendedWords,
  shortOf,
  usdUnseen
} from "./lease-comes-back.shared.mjs";
import {
  computing,
  doubtsOf,
  isUnused,
  openMeters
} from "./lease-run.shared.mjs";
import {
  heldSince,
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  LEVELS
} from "./evidence-level.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/clock-warning.ts
var DAY_SECONDS = 86400;
var LAST_SECONDS = 2 * DAY_SECONDS;
function clockWarning(startedAt, at, now, lastWarnedAt) {
  const since = secondsBetween(startedAt, now);
  const due = (moment) => lastWarnedAt === void 0 || secondsBetween(startedAt, lastWarnedAt) < moment;
  if (at === null) {
    const day = Math.max(0, Math.floor(since / DAY_SECONDS) * DAY_SECONDS);
    return { level: "unknown", leftSeconds: null, due: due(day) };
  }
  const length = Math.max(0, secondsBetween(startedAt, at));
  const passed = moments(length).filter((each) => each.seconds <= since);
  const last = passed.at(-1);
  const leftSeconds = length - since;
  return last ? { level: last.level, leftSeconds, due: due(last.seconds) } : { level: "info", leftSeconds, due: false };
}
function moments(length) {
  const lastBegins = length - Math.min(LAST_SECONDS, length / 8);
  const days = Math.ceil((length - lastBegins) / DAY_SECONDS);
  return [
    { seconds: length / 2, level: "half" },
    { seconds: length * 3 / 4, level: "three-quarters" },
    ...Array.from({ length: days }, (_, day) => ({
      seconds: lastBegins + day * DAY_SECONDS,
      level: "last-day"
    })),
    { seconds: length, level: "over" }
  ];
}
function runningClocks(lease, now) {
  if (lease.state === "released" || lease.meters.every((meter) => meter.stoppedAt)) return [];
  return [...endOfRental(lease, now), ...clocksOfStop(lease, now)];
}
function endOfRental({ name, rentedAt, endsAt }, now) {
  if (rentedAt === void 0 || endsAt === void 0) return [];
  const warning = clockWarning(new Date(rentedAt), new Date(endsAt), now);
  if (warning.level !== "last-day" && warning.level !== "over") return [];
  const says = "the platform ends the box then, and may delete what is on it soon after";
  return [{ lease: name, clock: "rental-end", says, at: endsAt, ...warning }];
}
function clocksOfStop(lease, now) {
  const since = lease.clocksSince;
  if (since === void 0) return [];
  return lease.clocks.map(({ id, effect, at }) => {
    const end = new Date(at);
    const known = Number.isNaN(end.getTime()) ? null : end;
    return {
      lease: lease.name,
      clock: id,
      says: effect,
      at: known ? at : null,
      ...clockWarning(new Date(since), known, now)
    };
  });
}

// src/lease/loss.ts
function lossOf(run, lease, shown, now) {
  if (isQueued(lease)) return;
  if (shown.state === "gone") return "box";
  if (shown.state !== "stopped" || shown.evicted !== true) return;
  return isOurStop(lease) || hasEnded(run, lease, now) ? void 0 : "evicted";
}
var shownLost = (lease, what, reason) => ({
  type: "preempted",
  lease: lease.name,
  what,
  why: `not reached (${reason}) and shown ${what === "box" ? "gone" : "stopped by the platform"} by ${lease.platform} two times`
});
function isOurStop({ verbAt, clocksSince, evicted, seenAt }) {
  const stops = [verbAt, evicted ? void 0 : clocksSince];
  return stops.some(
    (at) => at !== void 0 && (seenAt === void 0 || Date.parse(seenAt) <= Date.parse(at))
  );
}
function hasEnded({ opened }, { endsAt, endsItselfAt, startedAt }, now) {
  const hours = opened?.budget.hours;
  const deadManAt = startedAt === void 0 || hours === void 0 ? void 0 : Date.parse(startedAt) + hours * 36e5;
  const [platforms, boxs] = [endsAt, endsItselfAt].map(
    (at) => at === void 0 ? void 0 : Date.parse(at)
  );
  const ends = [platforms, boxs, deadManAt];
  return ends.some((at) => at !== void 0 && at <= now.getTime());
}
var endedItself = ({ endsItselfAt }, at) => endsItselfAt !== void 0 && Date.parse(endsItselfAt) <= Date.parse(at);
var ownEndWords = (endsItselfAt = "") => `it ended its own meter, as it was to do at ${endsItselfAt} if nobody came`;
var ownEndAhead = ({ state, evicted, endsItselfAt }) => state === "parked" || evicted ? void 0 : endsItselfAt;

// src/lease/asking.ts
var MOST_TRIES = 3;
var CLAIM_SECONDS = 600;
var FIRST_PAUSE_SECONDS = 600;
function askTurn(had, seen, now) {
  if (seen && !(had?.ended !== void 0 && typeof seen.is === "object")) return turnOfSeen(had, seen);
  if (!had) return { do: "start", nth: 1 };
  const age = secondsBetween(new Date(had.at), now);
  if (had.ended === void 0) {
    if (age < CLAIM_SECONDS) return { do: "leave", to: "others" };
    return { do: "note", asked: { nth: had.nth, ended: "GitHub shows no such workflow run" } };
  }
  if (isGivenUp(had)) return { do: "leave", to: "person" };
  return age < FIRST_PAUSE_SECONDS * 2 ** (had.nth - 1) ? { do: "leave", to: "later" } : { do: "start", nth: had.nth + 1 };
}
function turnOfSeen(had, { workflowRun, is }) {
  if (typeof is === "object")
    return { do: "note", asked: { nth: had?.nth ?? 1, workflowRun, ended: is.endedBecause } };
  if (!had || had.ended !== void 0 || had.workflowRun === workflowRun)
    return { do: "leave", to: "workflow-run", workflowRun };
  return { do: "note", asked: { nth: had.nth, workflowRun } };
}
var isGivenUp = ({ ended, nth }) => ended !== void 0 && nth >= MOST_TRIES;
var unaskedNext = (run) => `Look at how the last of them ended, and start the release by hand: "Run workflow" of the file of the release with run ${run}, or "gpu-lease release ${run}".`;

// src/lease/idle-concerns.ts
function dueAfter(since, seconds, now) {
  const at = Date.parse(since) + seconds * 1e3;
  if (Number.isNaN(at)) return { due: false };
  return { due: secondsBetween(new Date(at), now) >= 0, dueAt: new Date(at).toISOString() };
}
var idle = (run, lease, of) => [
  ...unused(lease, of),
  ...notStarted(run, lease, of),
  ...notBegunAgain(run, lease, of),
  ...takenAway(run, lease, of),
  ...givenUp(run, lease, of)
];
function unused(lease, { after: { heldSeconds }, usdPerHour, now }) {
  if (!isUnused(lease) || lease.rentedAt === void 0) return [];
  const since = lease.rentedAt;
  return [
    {
      key: `unused-held:${lease.name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${lease.name} on ${lease.platform} was never used (${lease.failure}) and is still held.`,
      next: `End it in the console of ${lease.platform}; the next look proves that it is gone.`,
      usdPerHour
    }
  ];
}
var BEFORE_START = ["rented", "reachable", "audited"];
function notStarted(run, lease, { after: { heldSeconds }, usdPerHour, now }) {
  const { name, platform, state, started, rentedAt: since } = lease;
  if (!BEFORE_START.includes(state) || started !== void 0 || since === void 0) return [];
  return [
    {
      key: `not-started:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} is held since ${since}, and nothing was started on it yet.`,
      next: `"gpu-lease watch ${run.id}" goes on with it and says what is in the way; "gpu-lease abandon ${run.id}" gives it back.`,
      usdPerHour
    }
  ];
}
function notBegunAgain(run, lease, { after: { heldSeconds }, usdPerHour, now }) {
  const { name, platform, state, started, boxGone, evicted } = lease;
  const isHere = state === "preempted" ? !boxGone && !evicted : BEFORE_START.includes(state);
  const since = [lease.startedAt, lease.setBackAt, lease.endedAt, lease.ranAgain?.at, lease.stoppedSeenAt].filter((at) => at !== void 0).sort().at(-1);
  if (!isHere || started === void 0 || since === void 0 || run.halted) return [];
  return [
    {
      key: `not-begun-again:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} is held, and its work did not go on since ${since}.`,
      next: `"gpu-lease watch ${run.id}" goes on with it and says what is in the way; "gpu-lease abandon ${run.id}" saves what can be saved and gives it back.`,
      usdPerHour
    }
  ];
}
function takenAway(run, lease, { after: { heldSeconds }, usdPerHour, now }) {
  const { name, platform, state, evicted, lostAt: since, started } = lease;
  if (state !== "preempted" || !evicted || since === void 0 || run.seal || run.halted || usdPerHour === 0)
    return [];
  const holds = started ? "may hold what nobody pulled" : "was never worked on";
  return [
    {
      key: `taken-away:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${platform} stopped ${name} at ${since}. The run goes on elsewhere, and the disk of ${name}, which ${holds}, is paid for until the run is released.`,
      next: `Where what was verified is enough ("gpu-lease status ${run.id}"), end it in the console of ${platform}; else nothing.`,
      usdPerHour
    }
  ];
}
function givenUp({ id, approvals }, lease, { after: { heldSeconds }, usdPerHour, now }) {
  const { name, platform, state } = lease;
  const since = approvals.findLast((each) => each.lease === name && each.goal === "abandon")?.at;
  if (state !== "abandoned" || since === void 0) return [];
  return [
    {
      key: `given-up-held:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} was given up at ${since} and is still paid for.`,
      next: `"gpu-lease abandon ${id}" tries again and says what is in the way; or end it in the console of ${platform}.`,
      usdPerHour
    }
  ];
}

// src/lease/log-of.ts
function logOf({ id, leases, cells }, cell) {
  if (!leases.some(({ started }) => started !== void 0)) return "its log";
  const attempt = cells.get(cell)?.ended?.attempt;
  const words = [
    `gpu-lease log ${id}`,
    ...cells.size > 1 ? [`--cell ${cell}`] : [],
    ...attempt === void 0 ? [] : [`--attempt ${attempt}`]
  ];
  return `its log ("${words.join(" ")}")`;
}

// src/lease/over-budget.ts
var NEARLY_USED = 0.9;
function budgetUse(run, now) {
  const budget = run.opened?.budget;
  if (!budget) return { over: void 0, nearly: void 0 };
  const since = run.leases.map(heldSince).find((at) => at !== void 0);
  const isHeld = run.leases.some((lease) => openMeters(lease).length > 0);
  const hours = since && isHeld ? secondsBetween(new Date(since), now) / 3600 : 0;
  const today = usdInLastDay(run, now);
  const usd = usdSoFar(run, now);
  const gpuHours = gpuHoursSoFar(run, now);
  const { gpuHours: mostGpuHours = Number.POSITIVE_INFINITY } = budget;
  const unseenUsd = run.leases.reduce((sum, lease) => sum + lease.unseenUsd, 0);
  const over = [
    ...hours > budget.hours ? [overTime(run.id, hours, budget.hours)] : [],
    ...gpuHours > mostGpuHours ? [overGpuHours(run.id, gpuHours, mostGpuHours)] : [],
    ...budget.usdPerDay !== void 0 && today > budget.usdPerDay ? [overDay(run.id, today, budget.usdPerDay)] : [],
    ...usd > budget.usd ? [overMoney(run.id, usd, budget.usd)] : [],
    ...usd <= budget.usd && usd + unseenUsd > budget.usd ? [perhapsOverMoney(run.id, usd, unseenUsd, budget.usd)] : []
  ];
  const nearly = [
    ...hours > NEARLY_USED * budget.hours ? [`${budget.hours} h (budget.hours)`] : [],
    ...gpuHours > NEARLY_USED * mostGpuHours ? [`${mostGpuHours} GPU-hours (budget.gpuHours)`] : [],
    ...usd > NEARLY_USED * budget.usd ? [`${budget.usd} USD (budget.usd)`] : []
  ];
  return {
    over: over[0],
    nearly: nearly.length > 0 ? `More than nine tenths of ${nearly.join(" and of ")} are used.` : void 0
  };
}
var KEPT = "Where the platform can stop a box and keep its data, it is stopped; else it is held and goes on costing.";
var overTime = (run, hours, budget) => ({
  code: "over-time",
  isCounted: true,
  what: `This run has held boxes for ${hours.toFixed(1)} h; its budget is ${budget} h.`,
  stable: `The run holds boxes for longer than its budget of ${budget} h.`,
  next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back.`
});
var overGpuHours = (run, used, budget) => ({
  code: "over-gpu-hours",
  isCounted: true,
  what: `This run has used ${used.toFixed(1)} GPU-hours; its budget is ${budget}.`,
  stable: `The run has used more than its budget of ${budget} GPU-hours.`,
  next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back; a larger budget needs a new run.`
});
var overDay = (run, usd, budget) => ({
  code: "over-day",
  isCounted: true,
  what: `This run has cost ${usd.toFixed(2)} USD in the last 24 hours; its budget is ${budget} USD a day.`,
  stable: `The run has cost more than its budget of ${budget} USD a day.`,
  next: `"gpu-lease resume ${run}" goes on once the oldest of it is a day ago; "gpu-lease abandon ${run}" saves what can be saved and gives the box back.`
});
var overMoney = (run, usd, budget) => ({
  code: "over-budget",
  isCounted: true,
  what: `This run has cost ${usd.toFixed(2)} USD; its budget is ${budget} USD.`,
  stable: `The run has cost more than its budget of ${budget} USD.`,
  next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back; a larger budget needs a new run.`
});
var perhapsOverMoney = (run, usd, unseenUsd, budget) => ({
  code: "over-budget",
  isCounted: false,
  what: `This run has cost ${usd.toFixed(2)} USD, and up to ${unseenUsd.toFixed(2)} USD more while nobody could see a box that somebody had started; its budget is ${budget} USD.`,
  stable: `The run may have cost more than its budget of ${budget} USD: a box of it that stood stopped was started while nobody could look at it.`,
  next: `Look at the bill. "gpu-lease abandon ${run}" saves what can be saved and gives the box back.`
});

// src/lease/queue-concerns.ts
var BEGUN_IN_VAIN = 4;
function concernsInQueue(run, lease, usdPerHour) {
  return [...inVain(run, lease, usdPerHour), ...onUnfit(run, lease, usdPerHour)];
}
function onUnfit(run, { allocation, queue, name, boxId, platform, started }, usdPerHour) {
  const isThere = queue?.to === "running" && allocation?.attempt === started?.attempt;
  if (run.seal || allocation?.unfit === void 0 || !isThere) return [];
  return [
    {
      key: `unfit-node:${name}:${allocation.attempt}`,
      since: allocation.at,
      due: true,
      what: `${platform} runs ${allocation.tasks === void 0 ? "" : "tasks of "}${name} (${boxId}) on a machine that is not what the job asks for: ${allocation.unfit}`,
      next: `Look at its log. Begun again it may get another machine; "gpu-lease abandon ${run.id}" ends it, for a new run that leaves that machine out.`,
      usdPerHour
    }
  ];
}
function inVain(run, lease, usdPerHour) {
  const { queue, name, boxId, platform, begunInVain, firstStartedAt } = lease;
  if (run.seal || !queue) return [];
  if (queue.stuck === "held")
    return [
      {
        key: `held-in-queue:${name}`,
        since: queue.at,
        due: true,
        what: `${name} (${boxId}) waits on ${platform} and does not start by itself: ${queue.why ?? "it is held"}.`,
        next: `Let it go there, or have it let go: it goes on by itself then. "gpu-lease abandon ${run.id}" takes it out of the queue.`,
        usdPerHour: 0
      }
    ];
  if (begunInVain < BEGUN_IN_VAIN || firstStartedAt === void 0) return [];
  return [
    {
      key: `begun-in-vain:${name}`,
      since: firstStartedAt,
      due: true,
      what: `${platform} has begun ${name} (${boxId}) ${BEGUN_IN_VAIN} times and more, and no newer checkpoint came of it.`,
      next: `Look at why each allocation ended ("gpu-lease events ${run.id}"): a walltime that is shorter than the way to a checkpoint, a partition whose jobs are taken away, a node that fails. "gpu-lease abandon ${run.id}" ends it.`,
      usdPerHour
    }
  ];
}

// src/lease/standing.ts
var standingFor = (teardown, now) => teardown.run.standing.findLast((standing) => standingGaps(teardown, standing, now).length === 0);
function standingGaps({ run, lease, plan }, standing, now) {
  const stale = plan.filter(({ staleFrom }) => staleFrom !== void 0 && staleFrom <= standing.at).map(({ verb }) => verb);
  const owed = run.leases.flatMap((each) => openMeters(each).filter((meter) => meter.owed));
  return [
    ...boundGaps(run, lease, standing),
    ...Date.parse(standing.expiresAt) > now.getTime() ? [] : [`it was given until ${standing.expiresAt}`],
    ...stale.length > 0 ? [`what is known of ${stale.join(", ")} was too old when it was given`] : [],
    ...doubtsOf(run),
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
    ...sealGaps(run, level)
  ];
}
function sealGaps({ opened, seal }, level) {
  if (!seal) return ["nothing is sealed"];
  return [
    ...shortOf({ opened }, seal),
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
    (standing) => standing.person === approval.person && Date.parse(approval.expiresAt) <= Date.parse(standing.expiresAt) && boundGaps(run, lease, standing).length === 0 && doubtsOf(run).length === 0
  );
}

// src/lease/tell-after.ts
var TELL_AFTER = {
  unreachableSeconds: 900,
  uncollectedSeconds: 3600,
  unreleasedSeconds: 3600,
  heldSeconds: 3600
};
var tellAfterOf = (run) => ({
  ...TELL_AFTER,
  ...run.opened?.document.watch?.tellAfter
});

// src/lease/concerns.ts
function concernsOf(run, now) {
  if (run.closed || !run.opened) return [];
  const held = run.leases.filter((lease) => openMeters(lease).length > 0);
  const unkept = [...notKept(run), ...notTold(run)];
  const [first] = held;
  if (!first) return unkept;
  const after = tellAfterOf(run);
  return [
    ...money(run, held, now),
    ...held.flatMap((lease) => [
      ...sight(run, lease, after, now),
      ...idle(run, lease, { after, usdPerHour: usdPerHourOf([lease]), now }),
      ...startedAgain(run, lease),
      ...concernsInQueue(run, lease, usdPerHourOf([lease]))
    ]),
    ...unkept,
    ...silences(run, held),
    ...knownThere(run, held),
    ...endings(run, held, after, now)
  ];
}
var toTell = (run, now) => concernsOf(run, now).filter(({ key, since, due }) => due && run.told.get(key) !== since);
var attentionOf = (run, now) => [
  ...doubtsOf(run).map((doubt) => ({
    what: `${doubt}.`,
    next: "Look at its log and metrics before its release is approved; an approval in advance does not cover it."
  })),
  ...mendedOf(run),
  ...concernsOf(run, now).filter(({ due, key }) => due && key !== run.halted?.code).map(({ what, next, usdPerHour }) => ({
    what: usdPerHour > 0 ? `${what} It costs ${usdPerHour} USD per hour.` : what,
    next
  }))
];
var mendedOf = (run) => [...run.cells.values()].flatMap(({ mended }) => {
  const lease = run.leases.find(({ name }) => name === mended?.lease);
  if (!mended || !lease || lease.boxGone || openMeters(lease).length === 0) return [];
  const next = mended.aside.length > 0 ? "Nothing has to be done. What was set aside goes with the box: look at it before, if it is of use." : "Nothing has to be done.";
  return [{ what: `${mended.cell}: ${mendedWords(mended)}.`, next }];
});
var usdPerHourOf = (leases) => {
  const usd = leases.flatMap(openMeters).reduce((sum, { usdPerHour }) => sum + usdPerHour, 0);
  return Number(usd.toFixed(6));
};
function money(run, held, now) {
  const usdPerHour = usdPerHourOf(held);
  const since = run.leases.find(({ rentedAt }) => rentedAt)?.rentedAt;
  const { over, nearly } = budgetUse(run, now);
  if (usdPerHour === 0 || since === void 0) return [];
  const release = run.seal && `It is sealed: "gpu-lease release ${run.id}" gives the box back.`;
  if (over) {
    const { code, stable, next: next2 } = over;
    return [{ key: code, since, due: true, what: stable, next: release ?? `${KEPT} ${next2}`, usdPerHour }];
  }
  if (nearly === void 0) return [];
  const next = release ?? `If it needs no more than that, nothing. Then the run is halted. ${KEPT} "gpu-lease status ${run.id}" shows how far it is.`;
  return [{ key: "budget-nearly", since, due: true, what: nearly, next, usdPerHour }];
}
function sight(run, lease, { unreachableSeconds }, now) {
  const { unreached, name, platform } = lease;
  if (!unreached || run.seal || lease.state === "parked") return [];
  const since = lease.seenAt ?? lease.rentedAt ?? unreached.at;
  const usdPerHour = usdPerHourOf([lease]);
  if (unreached.shown === "stopped") {
    return [
      {
        key: `stopped:${name}`,
        since: unreached.at,
        due: true,
        what: `${platform} shows ${name} stopped, and ${endedItself(lease, unreached.at) ? ownEndWords(lease.endsItselfAt) : "nobody here stopped it"}. What that ended is not proven, so all of its meters are counted on.`,
        next: `Start it in the console of ${platform} if its work should go on there, then "gpu-lease resume ${run.id}"; or "gpu-lease abandon ${run.id}".`,
        usdPerHour
      }
    ];
  }
  return [
    {
      key: `unreachable:${name}`,
      since,
      ...dueAfter(since, unreachableSeconds, now),
      what: `${name} on ${platform} does not answer since ${since}; ${shownWords(unreached.shown)}. That says nothing about its work.`,
      next: `Look at it in the console of ${platform}: a firewall, a full disk, a dead sshd. It is looked at again by itself; "gpu-lease abandon ${run.id}" gives it back.`,
      usdPerHour
    }
  ];
}
var shownWords = (shown) => shown === "unknown" ? "its platform does not say for certain what it is" : `its platform calls it ${shown}`;
function startedAgain(run, lease) {
  const { ranAgain, name, platform } = lease;
  if (!ranAgain || !isUseless(run, lease) || lease.verbsDone.length > 0) return [];
  const { at, countedFrom, stoppedSeenAt } = ranAgain;
  const unseenUsd = usdUnseen(computing(lease), stoppedSeenAt, countedFrom);
  const unseen = unseenUsd > 0 ? ` It was last seen stopped at ${stoppedSeenAt}; what it cost before ${countedFrom} is not counted, up to ${formatUsd(unseenUsd)}: look at the bill.` : "";
  return [
    {
      key: `runs-again:${name}`,
      since: at,
      due: true,
      what: `${platform} shows ${name} running again since ${at} at the latest, and nobody here started it.${unseen}`,
      next: startedAgainNext(run, lease),
      usdPerHour: usdPerHourOf([lease])
    }
  ];
}
function startedAgainNext(run, { evicted, platform }) {
  if (evicted)
    return `Stop it in the console of ${platform}; the run goes on elsewhere and has no use of it.`;
  if (run.seal)
    return `It is sealed: "gpu-lease release ${run.id}" gives the box back. Else it is stopped again later where its platform can.`;
  return `"gpu-lease resume ${run.id}" goes on with it. Else it is stopped again later where its platform can, and "gpu-lease abandon ${run.id}" gives it back.`;
}
function notKept(run) {
  if (run.seal) return [];
  return [...run.cells.values()].flatMap(({ name, unkept, verifiedStep }) => {
    const lease = run.leases.find((each) => each.name === unkept?.lease);
    if (!unkept || !lease || lease.boxGone || !WITH_WORK.includes(lease.state)) return [];
    const { at, bytes, freeBytes, why } = unkept;
    const since = verifiedStep === void 0 ? "everything" : `everything since step ${verifiedStep}`;
    return [
      {
        key: `not-kept:${name}`,
        since: at,
        due: true,
        what: `The newest checkpoint of ${name} (${bytes} bytes) lies on ${lease.name} alone: ${freeBytes} bytes are free on this side${why.map((each) => `; ${each}`).join("")}. If the box is lost, ${since} is lost.`,
        next: `Free ${gbFor(bytes)} GB here, or look at it from a machine that has as much ("gpu-lease watch ${run.id}"), or give the missing key to this step: else it cannot be sealed at the end, and the box is paid for until it is. For the next run name a store that the box can send to ("store" with "kind: s3") or a durable directory ("storage: durable").`,
        usdPerHour: usdPerHourOf([lease])
      }
    ];
  });
}
var WITH_WORK = ["running", "ended"];
var notTold = (run) => failingTargets(run).map(({ id, since, why }) => ({
  key: `not-told:${id}`,
  since,
  due: true,
  what: `Messages to ${id} of \`notify\` are not taken (${why}).`,
  next: `"gpu-lease notify --test" sends one and says what happens; a secret that was changed counts from the next look on.`,
  usdPerHour: 0
}));
var ROOM_BESIDE_BYTES = 1024 ** 3;
var gbFor = (bytes) => Math.ceil((bytes + ROOM_BESIDE_BYTES) / 1e9);
function roomWords(run) {
  const large = [...run.cells.values()].filter(
    ({ keptIn, unkept }) => unkept ?? (keptIn && "durable" in keptIn)
  );
  const bytes = large.reduce((sum, cell) => sum + newestBytes(cell), 0);
  return bytes === 0 ? "" : ` What it made had no room here while it trained: free ${gbFor(bytes)} GB here, or collect from a machine that has as much; the next run may name a store ("store" with "kind: s3").`;
}
var newestBytes = ({ unkept, sets }) => unkept?.bytes ?? (sets.at(-1)?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
function silences(run, held) {
  const usdPerHour = usdPerHourOf(held);
  return [...run.cells.values()].flatMap(({ name, stalledSince, detached }) => [
    ...stalledSince === void 0 ? [] : [
      {
        key: `stalled:${name}`,
        since: stalledSince,
        due: true,
        what: `${name} is alive and has written nothing since ${stalledSince}: no log, no metrics, no checkpoint.`,
        next: `Look at ${logOf(run, name)}: a hung collective, a data loader, a full disk. It is not touched before its budget is used up; "gpu-lease abandon ${run.id}" ends it.`,
        usdPerHour
      }
    ],
    ...detached === void 0 ? [] : [
      {
        key: `detached:${name}`,
        since: detached.at,
        due: true,
        what: `The command of ${name} returned, and its work goes on in the background. It is followed and not taken for finished.`,
        next: 'Let the command of the job file wait for its work (no "&", no nohup, no daemon): how it ends is then known.',
        usdPerHour
      }
    ]
  ]);
}
function knownThere(run, held) {
  const names = new Set(held.map(({ name }) => name));
  return [...run.recognized.values()].flatMap(
    ({ at, lease, cell, id, cause, fix }) => !names.has(lease) || cell !== void 0 && run.cells.get(cell)?.ended?.verdict === "finished" ? [] : [
      {
        key: `known:${lease}:${id}`,
        since: at,
        due: true,
        what: `${cell ?? lease} shows ${id}, which is known of its platform: ${cause}`,
        next: fix,
        usdPerHour: 0
      }
    ]
  );
}
function notCovered(run, seal, held, now) {
  const waiting = held.filter(({ state }) => state === "ended" || state === "parked");
  return waiting.flatMap((lease) => {
    const words = run.standing.map((standing) => ({
      person: standing.person,
      gaps: standingGaps({ run, lease, plan: [] }, standing, now)
    }));
    if (words.length === 0 || words.some(({ gaps }) => gaps.length === 0)) return [];
    const why = words.map(({ person, gaps }) => `that of ${person}: ${gaps.join("; ")}`);
    return [
      {
        key: `not-covered:${lease.name}`,
        since: seal.at,
        due: true,
        what: `No approval in advance covers the release of ${lease.name} (${why.join(" / ")}).`,
        next: `Look at what was sealed and approve its release: "gpu-lease release ${run.id}".`,
        usdPerHour: usdPerHourOf([lease])
      }
    ];
  });
}
var notAsked = (run, { seal }, held) => held.flatMap((lease) => {
  const { asking, name } = lease;
  if (asking?.seal !== seal || !isGivenUp(asking)) return [];
  return [
    {
      key: `not-asked:${name}`,
      since: asking.at,
      due: true,
      what: `Nobody was asked for the release of ${name}: ${asking.nth} workflow runs were to, and the last one${asking.workflowRun === void 0 ? "" : `, ${asking.workflowRun},`} is over (${asking.ended}).`,
      next: unaskedNext(run.id),
      usdPerHour: usdPerHourOf([lease])
    }
  ];
});
function endings(run, held, after, now) {
  const usdPerHour = usdPerHourOf(held);
  if (usdPerHour === 0) return [];
  if (run.seal) {
    const since = run.seal.at;
    return [
      ...notCovered(run, run.seal, held, now),
      ...notAsked(run, run.seal, held),
      {
        key: "unreleased",
        since,
        ...dueAfter(since, after.unreleasedSeconds, now),
        what: `The run is sealed (${run.seal.seal.slice(0, 8)}) since ${since} and its box is still paid for.`,
        next: `Approve its release: "gpu-lease release ${run.id}".`,
        usdPerHour
      }
    ];
  }
  return held.flatMap(
    ({ name, state, endedAt }) => state !== "ended" || endedAt === void 0 ? [] : [
      {
        key: `unsealed:${name}`,
        since: endedAt,
        ...dueAfter(endedAt, after.uncollectedSeconds, now),
        what: `The work on ${name} ended at ${endedAt}, and what it made is not sealed yet; the box is still paid for.`,
        next: `"gpu-lease collect ${run.id}" says what is missing.${roomWords(run)}`,
        usdPerHour
      }
    ]
  );
}

export {
  runningClocks,
  askTurn,
  unaskedNext,
  logOf,
  lossOf,
  shownLost,
  endedItself,
  ownEndWords,
  ownEndAhead,
  budgetUse,
  standingFor,
  standingGaps,
  hasStanding,
  tellAfterOf,
  concernsOf,
  toTell,
  attentionOf
};
