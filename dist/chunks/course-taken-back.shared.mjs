import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ownWorkflow,
  readCaller,
  setPath,
  siblingOf,
  tickingOf,
  workflowPath
} from "./github-caller-workflow.shared.mjs";
import {
  untoldOfChange
} from "./lease-change-news.shared.mjs";
import {
  isWitness,
  refuseOtherCopies
} from "./lease-clock-doubt.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  isTooLate
} from "./lease-next.shared.mjs";
import {
  canonicalJson
} from "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/tick/schedule.ts
var VERSION = 1;
var MAX_LOOKS = 20;
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
    closed: closedIn(parsed.closed),
    ...isTime(parsed.onSince) && { onSince: parsed.onSince }
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
function scheduleText({ looks, seen, unlooked, closed, onSince }) {
  const note = {
    version: VERSION,
    looks: looks.map((look) => ({ ...look })),
    seen,
    unlooked: { ...unlooked },
    closed,
    ...onSince === void 0 ? {} : { onSince }
  };
  return `${canonicalJson(note)}
`;
}
function afterLook(before, look, found) {
  const { open, closed = before.closed, unlooked = before.unlooked } = found;
  const at = (run) => found.seen.includes(run) ? look.at : before.seen[run];
  const seen = open.flatMap((run) => {
    const when = at(run);
    return when === void 0 ? [] : [[run, when]];
  });
  const looks = [...before.looks, firstSince(before, look)].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at)
  );
  const kept = { looks: looks.slice(-MAX_LOOKS), seen: Object.fromEntries(seen), unlooked, closed };
  return before.onSince === void 0 ? kept : { ...kept, onSince: before.onSince };
}
function firstSince({ looks, onSince }, look) {
  const last = looks.at(-1);
  const isFirst = onSince !== void 0 && (!last || Date.parse(last.at) < Date.parse(onSince));
  return isFirst ? { ...look, onSince } : look;
}
function paceOf({ looks }) {
  const gaps = looks.slice(1).map(({ at, onSince }, n) => {
    const before = looks[n]?.at ?? at;
    const from = Math.max(Date.parse(before), Date.parse(onSince ?? before));
    return (Date.parse(at) - from) / 1e3;
  });
  const last = looks.at(-1);
  if (last === void 0 || gaps.length < LEAST_GAPS) return;
  return { lastAt: new Date(last.at), longestSeconds: Math.max(...gaps) };
}
function isLook(value) {
  const { at, everySeconds, seconds, runs, onSince = at } = Object(value);
  return isTime(at) && isTime(onSince) && [everySeconds, seconds, runs].every((number) => Number.isFinite(number));
}
var isTime = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));

// src/tick/switch.ts
function reasonToLook(run, now) {
  if (run.closed)
    return untoldOfChange(run, now) === void 0 ? void 0 : `run ${run.id} is over, and its commit has to be told`;
  if (run.leases.length > 0 || run.noCapacity) return `run ${run.id} is open`;
  if (!run.opened || isTooLate(run, now)) return;
  return `run ${run.id} is open and may be launched; "gpu-lease abandon ${run.id}" ends it`;
}
var isIdle = (outcomes, looks, now) => outcomes.every(({ run }) => run && reasonToLook(run, now) === void 0) && (looks?.every(({ answered, strays }) => answered && strays.length === 0) ?? false);
var isOn = (file) => file?.state === "active";
function turnOf({ tick, daily }, isNeeded) {
  if (isNeeded) return { do: isOn(tick) ? "nothing" : "enable" };
  if (!isOn(tick)) return { do: "nothing" };
  if (isOn(daily)) return { do: "disable" };
  const why = daily === void 0 ? "there is no daily look beside it" : `${daily.path} is ${daily.state}`;
  return { do: "nothing", why };
}

// src/course/tick-note.ts
var TRIES = 5;
async function noteLook(world, { outcomes, unlooked }, look, closed) {
  const open = outcomes.filter(({ run }) => !run?.closed).map(({ id }) => id);
  const seen = outcomes.filter(({ ended }) => ended === "done" || ended === "left").map(({ id }) => id);
  const entry = {
    at: look.at.toISOString(),
    everySeconds: look.everySeconds,
    seconds: Math.round(look.seconds),
    runs: open.length
  };
  try {
    const isNoted = await rewritten(
      world,
      (before) => afterLook(before, entry, { open, seen, closed, unlooked })
    );
    if (!isNoted) world.face.warn("Others kept writing down their looks first; this one is not in the note.");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`This look could not be written down: ${error.what}`);
  }
}
async function noteSwitchedOn(world) {
  const onSince = world.clock.now().toISOString();
  await rewritten(world, (before) => ({ ...before, onSince }));
}
async function rewritten({ ledger }, change) {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const { text, tip } = await ledger.ticks.read();
    if (await ledger.ticks.write(scheduleText(change(readSchedule(text))), tip) === "written") return true;
  }
  return false;
}

// src/course/tick-switch.ts
async function tickFiles(env, github) {
  const own = ownWorkflow(env);
  const paths = { tick: siblingOf(own, "tick"), daily: siblingOf(own, "daily") };
  if (paths.tick === void 0 || paths.daily === void 0) return;
  const all = await github.workflows();
  const listed = (file) => all.find(({ path }) => path === workflowPath(file));
  const tick = listed(paths.tick);
  if (tick) return { tick, daily: listed(paths.daily) };
  const usual = all.find(({ path }) => path === setPath("tick"));
  return usual && { tick: usual, daily: all.find(({ path }) => path === setPath("daily")) };
}
async function turnNow(github, files, isNeeded) {
  const turned = turnOf(files, isNeeded);
  if (turned.do !== "disable" || !files.daily) return turned;
  const { path } = files.daily;
  const text = await github.file(path) ?? "";
  if (tickingOf([readCaller(path, text)]).length > 0) return turned;
  return turnOf({ ...files, daily: { path, state: "no look by a schedule on the default branch" } }, false);
}
async function switchOn(env, world) {
  await bestEffort(world, async (github) => {
    const files = await tickFiles(env, github);
    if (files) await turn(world, github, files, true);
  });
}
async function settleSwitch(env, world, mayBeIdle) {
  await bestEffort(world, async (github) => {
    const files = await tickFiles(env, github);
    if (!files) return;
    const isNeeded = !mayBeIdle || (await reasonsToLook(world)).length > 0;
    const turned = await turn(world, github, files, isNeeded);
    if (turned !== "disable") return;
    const since = await reasonsToLook(world).catch((error) => {
      if (!(error instanceof Problem)) throw error;
      return [`the ledger could not be read again (${error.what})`];
    });
    if (since.length === 0) return;
    world.face.line(`meanwhile ${since[0]}`);
    const off = { ...files.tick, state: "disabled_manually" };
    await turn(world, github, { ...files, tick: off }, true);
  });
}
async function isSwitchRight(env, { github }, isNeeded) {
  const files = github && await tickFiles(env, github);
  return files && (await turnNow(github, files, isNeeded)).do === "nothing";
}
async function turn(world, github, files, isNeeded) {
  const { tick } = files;
  const turned = await turnNow(github, files, isNeeded);
  if (turned.do === "nothing") {
    if (turned.why !== void 0)
      world.face.warn(`Nothing is open, and the schedule of ${tick.path} stays on: ${turned.why}.`);
    return "nothing";
  }
  await github.switchWorkflow(tick.path.replace(/^.*\//, ""), turned.do);
  if (turned.do === "disable") {
    world.face.line(`nothing is open or owed: the schedule of ${tick.path} is switched off`);
    return "disable";
  }
  world.face.line(`the schedule of ${tick.path} was ${tick.state}; it is switched on`);
  await noteSwitchedOn(world);
  return "enable";
}
async function reasonsToLook({ ledger, clock }) {
  return [...await ledger.readOpen()].flatMap(([id, record]) => {
    if (record instanceof Problem) return [`the record of run ${id} cannot be read`];
    return reasonToLook(fold(id, record.events), clock.now()) ?? [];
  });
}
async function bestEffort(world, does) {
  const { github, face } = world;
  if (!github) return;
  try {
    await does(github);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(
      `The schedule of the tick could not be switched: ${error.what} The chain of looks and the daily look go on. Next: give the job "permissions: { actions: write }", or switch it under "Actions" by hand.`
    );
  }
}

// src/course/taken-back.ts
async function refuseTakenBack(world, run, isMet, among = "all") {
  if (isMet(run) || !world.copiesElsewhere) return;
  await refuseOtherCopies(world, await world.ledger.read(run), among);
}
function metHere(here, copies) {
  if (!inWorkflow(here)) return () => true;
  const runs = new Set(copies.runs());
  return (run) => runs.has(run);
}
async function goneSinceHere(copies, { ledger }, open) {
  const gone = /* @__PURE__ */ new Map();
  for (const run of copies.runs()) {
    if (open.has(run) || isClosed(copies.read(run)?.text ?? "")) continue;
    try {
      await ledger.read(run);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "history-rewritten") gone.set(run, error);
    }
  }
  return gone;
}
var isClosed = (text) => text.trimEnd().split("\n").at(-1)?.includes('"type":"closed"') === true;
var NOTHING2 = { problems: /* @__PURE__ */ new Map(), rescued: /* @__PURE__ */ new Map(), has: () => false };
async function earlierLooks(here, world, open) {
  if (!inWorkflow(here) || !world.copiesOfAll) return NOTHING2;
  const { newest, copies } = await world.copiesOfAll();
  const problems = /* @__PURE__ */ new Map();
  const rescued = /* @__PURE__ */ new Map();
  for (const [run, all] of copies) {
    const record = open.get(run) ?? (newest.has(run) ? await putAwayOrGone(world, run) : void 0);
    if (!record || record instanceof Problem) continue;
    const against = await contradiction(world, record, all);
    if (!against) continue;
    problems.set(run, against.problem);
    rescued.set(run, against.text);
  }
  return {
    problems,
    rescued,
    has: (run, text) => newest.has(run) && copies.get(run)?.[0]?.text === text
  };
}
async function putAwayOrGone({ ledger }, run) {
  try {
    return await ledger.read(run);
  } catch (error) {
    if (error instanceof Problem) return void 0;
    throw error;
  }
}
async function contradiction({ ledger }, record, copies) {
  for (const copy of [...copies].sort((a, b) => b.text.length - a.text.length)) {
    try {
      await isWitness(ledger, record, copy, 0);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "history-rewritten") return { problem: error, text: copy.text };
    }
  }
  return void 0;
}

export {
  readSchedule,
  paceOf,
  reasonToLook,
  isIdle,
  noteLook,
  switchOn,
  settleSwitch,
  isSwitchRight,
  refuseTakenBack,
  metHere,
  goneSinceHere,
  earlierLooks
};
