import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  appendDecided
} from "./ledger-append.shared.mjs";
import {
  isPatient
} from "./lease-capacity.shared.mjs";
import {
  runningClocks
} from "./lease-clock-warning.shared.mjs";
import {
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  canonicalJson
} from "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  fold
} from "./lease-fold.shared.mjs";
import {
  currentLease,
  isGivenUp,
  openMeters,
  runState
} from "./lease-comes-back.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";

// src/tick/schedule.ts
var VERSION = 1;
var MAX_LOOKS = 20;
var LATE_INTERVALS = 3;
var LEAST_GAPS = 8;
var NOTHING = { looks: [], seen: {}, unlooked: {}, closed: { commits: [], mac: "" } };
function readSchedule(text) {
  let parsed;
  try {
    parsed = Object(JSON.parse(text));
  } catch {
    return NOTHING;
  }
  if (parsed.version !== VERSION) return NOTHING;
  const looks = Array.isArray(parsed.looks) ? parsed.looks.filter(isLook) : [];
  return {
    looks: looks.slice(-MAX_LOOKS),
    seen: timesIn(parsed.seen),
    unlooked: timesIn(parsed.unlooked),
    closed: closedIn(parsed.closed)
  };
}
var timesIn = (value) => Object.fromEntries(
  Object.entries(Object(value)).filter((entry) => isTime(entry[1]))
);
function closedIn(value) {
  const { commits, mac } = Object(value);
  const isWhole = Array.isArray(commits) && commits.every((each) => /^[0-9a-f]{40,64}$/.test(String(each)));
  return isWhole && typeof mac === "string" ? { commits: commits.map(String), mac } : NOTHING.closed;
}
var scheduleText = ({ looks, seen, unlooked, closed }) => `${canonicalJson({ version: VERSION, looks: looks.map((look) => ({ ...look })), seen, unlooked: { ...unlooked }, closed })}
`;
function afterLook(before, look, found) {
  const { open, closed = before.closed, unlooked = before.unlooked } = found;
  const at = (run) => found.seen.includes(run) ? look.at : before.seen[run];
  const seen = open.flatMap((run) => {
    const when = at(run);
    return when === void 0 ? [] : [[run, when]];
  });
  const looks = [...before.looks, look].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { looks: looks.slice(-MAX_LOOKS), seen: Object.fromEntries(seen), unlooked, closed };
}
function punctuality({ looks }, everySeconds, now) {
  const last = looks.at(-1);
  if (!last) return { lastAt: void 0, sinceSeconds: void 0, late: false };
  const sinceSeconds = Math.max(0, secondsBetween(new Date(last.at), now));
  return { lastAt: last.at, sinceSeconds, late: sinceSeconds > LATE_INTERVALS * everySeconds };
}
function paceOf({ looks }) {
  const times = looks.map(({ at }) => Date.parse(at));
  const gaps = times.slice(1).map((time, n) => (time - (times[n] ?? time)) / 1e3);
  const last = times.at(-1);
  if (last === void 0 || gaps.length < LEAST_GAPS) return;
  return { lastAt: new Date(last), longestSeconds: Math.max(...gaps) };
}
function isLook(value) {
  const { at, everySeconds, seconds, runs } = Object(value);
  return isTime(at) && [everySeconds, seconds, runs].every((number) => Number.isFinite(number));
}
var isTime = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));

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
var COMES_UP_SECONDS = 180;
var FIRST_SECONDS = [180, 600, 1500];
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
    return [{ at: plus(lookedAt, COMES_UP_SECONDS), why: WHY_NOW[lease.state] ?? "it changes" }];
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
  preempted: "another box is taken"
};
function firstMoments({ startedAt }, lookedAt) {
  if (startedAt === void 0) return [];
  const started = new Date(startedAt);
  const next = FIRST_SECONDS.map((seconds) => plus(started, seconds)).find((at) => at > lookedAt);
  return next ? [{ at: next, why: "its work was begun a short while ago" }] : [];
}
function ends({ overAt }, lookedAt) {
  if (overAt === void 0) return [];
  const at = plus(new Date(overAt), AFTER_END_SECONDS);
  return at > lookedAt ? [{ at, why: "it is expected to be over" }] : [{ at: plus(lookedAt, OVERDUE_SECONDS), why: "it should be over" }];
}
function routine(run, { overAt, intent }, lookedAt, atLeastSeconds) {
  const every = run.opened?.document.checkpoint?.everySeconds;
  const usual = overAt === void 0 || intent.market === "spot" ? SOONER_SECONDS : ROUTINE_SECONDS;
  const seconds = Math.max(Math.min(every ?? usual, usual), atLeastSeconds);
  const why = every !== void 0 && every <= seconds ? "a checkpoint is due" : "it was not looked at for that long";
  return { at: plus(lookedAt, seconds), why };
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
  const since = run.leases.find(({ rentedAt }) => rentedAt)?.rentedAt;
  const isHeld = run.leases.some((lease) => openMeters(lease).length > 0);
  const byTime = since && isHeld ? [budget.hours * 3600 - secondsBetween(new Date(since), lookedAt)] : [];
  return [...byMoney, ...byTime].map((seconds) => ({
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

// src/tick/chain.ts
var CLAIM_SECONDS = 600;
function arrivalOf(run, link) {
  const { continued } = run;
  if (link.hop === 0 || continued?.hop !== link.hop || continued.workflowRun !== void 0) return;
  const lookAt = continued.lookAt === void 0 ? {} : { lookAt: continued.lookAt };
  return { type: "continued", how: "dispatch", hop: link.hop, workflowRun: link.workflowRun, ...lookAt };
}
function onward(run, at) {
  const look = nextLook(run, at.now, at.plan);
  if (!look)
    return { do: "leave", to: "nobody", why: nothingToLookAt(run, at.now) ?? "time alone brings nothing" };
  if (!at.always && at.ticks && isInTime(look, at.ticks, at.now)) {
    const why2 = `the schedule's looks are at most ${formatSeconds(at.ticks.longestSeconds)} apart, and the next one is due at ${look.at.toISOString()}: ${look.why}`;
    return { do: "leave", to: "tick", why: why2 };
  }
  const hop = (run.continued?.hop ?? 0) + 1;
  const held = isOurs(run, at.link) ? void 0 : heldByAnother(run, at);
  if (held) return held;
  if (hop <= at.maxHops) return { do: "claim", hop, look };
  const why = `all ${at.maxHops} hops of the chain are used up; start the workflow by hand, or let the schedule go on`;
  return { do: "leave", to: "person", why };
}
var SLACK_SECONDS = 300;
var isInTime = ({ at }, { lastAt, longestSeconds }, now) => secondsBetween(lastAt, now) <= longestSeconds && longestSeconds <= secondsBetween(now, at) + SLACK_SECONDS;
function isOurs({ continued }, { hop, workflowRun }) {
  if (!continued) return true;
  return continued.workflowRun === workflowRun || continued.hop === hop && continued.workflowRun === void 0;
}
function heldByAnother({ continued }, { link, now, asked }) {
  if (!continued) return;
  if (continued.workflowRun !== void 0) {
    if (asked?.workflowRun !== continued.workflowRun)
      return { do: "ask", workflowRun: continued.workflowRun };
    if (!asked.alive) return;
    const why = `workflow run ${continued.workflowRun} has hop ${continued.hop} of the chain`;
    return { do: "leave", to: "chain", why };
  }
  if (continued.by.startsWith(`github:${link.workflowRun}.`)) return;
  if (secondsBetween(new Date(continued.lookAt ?? continued.at), now) > CLAIM_SECONDS) return;
  return {
    do: "leave",
    to: "chain",
    why: `hop ${continued.hop} of the chain was started at ${continued.at}`
  };
}

// src/tick/waiting.ts
var WAIT_PREFIX = "gpu-lease-wait";
var LEAST_SECONDS2 = 180;
var MOST_PAUSE_SECONDS = 840;
function waitingFor({ at }, now, timers) {
  const seconds = secondsBetween(now, at);
  if (seconds < LEAST_SECONDS2) return {};
  const off = ({ minutes }) => Math.abs(minutes * 60 - seconds);
  const [nearest] = [...timers].sort((one, other) => off(one) - off(other));
  if (nearest && off(nearest) < seconds) return { environment: nearest.environment };
  return { pauseSeconds: Math.round(Math.min(seconds, MOST_PAUSE_SECONDS)) };
}
var asInput = ({ environment, pauseSeconds }) => environment !== void 0 ? { wait: environment } : pauseSeconds !== void 0 ? { wait: `pause-${pauseSeconds}` } : {};

// src/course/chain.ts
var chainOfRun = (run) => ({
  carrier: run,
  inputs: { run },
  whole: (carrier) => carrier
});
async function arrive({ link }, world, chained) {
  if (link.hop === 0) return;
  await appendIf(world, chained.carrier, (run) => arrivalOf(chained.whole(run), link));
}
async function goOn(here, world, chained) {
  const around = await circumstances(here, world);
  let decided = onward(await runNow(world, chained), around);
  if (decided.do === "ask") {
    const { workflowRun } = decided;
    around.asked = { workflowRun, alive: await isAlive(world, workflowRun) };
    decided = onward(await runNow(world, chained), around);
  }
  if (decided.do === "claim") decided = await dispatchHop(here, world, chained, around);
  if (decided.do === "leave" && decided.to !== "nobody")
    world.face.line(`${WHO[decided.to]} goes on with it: ${decided.why}`);
  return decided;
}
var LINK_MINUTES = 3;
var MINUTES_A_DAY = 90;
var ROUTINE = { atLeastSeconds: LINK_MINUTES / MINUTES_A_DAY * 86400 };
var WHO = { tick: "the schedule", chain: "another workflow run", person: "a person" };
async function circumstances({ chaining, link, maxHops }, world) {
  const { text } = chaining === "always" ? { text: "" } : await world.ledger.ticks.read();
  return {
    now: world.clock.now(),
    link,
    ticks: paceOf(readSchedule(text)),
    plan: ROUTINE,
    always: chaining === "always",
    maxHops
  };
}
var runNow = async (world, { carrier, whole }) => whole(fold(carrier, (await world.ledger.read(carrier)).events));
async function isAlive({ github }, workflowRun) {
  const found = await github?.workflowRun(workflowRun);
  return found !== void 0 && found.status !== "completed";
}
async function dispatchHop({ workflow: target }, world, chained, around) {
  const { github } = world;
  if (!target || !github) {
    const why = "this workflow run has no branch, tag or token with which its workflow could be started again";
    return { do: "leave", to: "person", why };
  }
  let look;
  const claimed = await appendIf(world, chained.carrier, (run) => {
    const decided = onward(chained.whole(run), around);
    if (decided.do !== "claim") return void 0;
    look = decided.look;
    return { type: "continued", how: "dispatch", hop: decided.hop, lookAt: look.at.toISOString() };
  });
  if (claimed?.type !== "continued" || !look) {
    return { do: "leave", to: "chain", why: "it was first to write the next hop into the ledger" };
  }
  const { hop } = claimed;
  const waiting = waitingFor(look, world.clock.now(), await waitTimers(world, github));
  const inputs = { ...chained.inputs, hop: String(hop), ...asInput(waiting) };
  const { workflowRun } = await github.dispatch(target.file, target.ref, inputs);
  if (workflowRun !== void 0) {
    await appendIf(world, chained.carrier, (run) => arrivalOf(chained.whole(run), { hop, workflowRun }));
  }
  const name = workflowRun === void 0 ? `a run of ${target.file}` : `workflow run ${workflowRun}`;
  world.face.line(
    `goes on in ${name} (hop ${hop} of at most ${around.maxHops}): next look at ${look.at.toISOString()}, ${look.why}${howItWaits(waiting)}`
  );
  return { do: "claim", hop, look };
}
var howItWaits = ({ environment, pauseSeconds }) => environment !== void 0 ? `; it waits in the environment ${environment}, on no runner` : pauseSeconds !== void 0 ? `; it waits ${pauseSeconds} s on a runner, which is billed: an environment ${WAIT_PREFIX}-60 with a wait timer would wait for nothing` : "";
async function waitTimers({ face }, github) {
  try {
    const all = await github.environments();
    return all.filter(
      ({ name, waitMinutes, reviewers }) => name.startsWith(WAIT_PREFIX) && waitMinutes > 0 && reviewers.length === 0
    ).map(({ name, waitMinutes }) => ({ environment: name, minutes: waitMinutes }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`Whether an environment has a wait timer could not be read: ${error.what}`);
    return [];
  }
}
async function appendIf(world, runId, decide) {
  const outcome = await appendDecided(world, runId, (run) => {
    const body = decide(run);
    return body ? [body] : [];
  });
  return outcome.outcome === "appended" ? outcome.events[0] : void 0;
}

export {
  nextLook,
  isInTime,
  readSchedule,
  scheduleText,
  afterLook,
  punctuality,
  paceOf,
  chainOfRun,
  arrive,
  goOn,
  ROUTINE,
  isAlive
};
