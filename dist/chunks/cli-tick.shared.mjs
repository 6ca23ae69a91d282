import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  faceOfRun
} from "./course-face-of-run.shared.mjs";
import {
  newestHop
} from "./course-chain-of-sweep.shared.mjs";
import {
  boundAtCommit,
  tellCommitOf,
  workflowRunOf
} from "./course-bound-at-commit.shared.mjs";
import {
  isAlive,
  isInTime
} from "./course-chain.shared.mjs";
import {
  earlierLooks,
  goneSinceHere,
  isIdle,
  isSwitchRight,
  noteLook,
  paceOf,
  readSchedule,
  reasonToLook
} from "./course-taken-back.shared.mjs";
import {
  ROUTINE
} from "./tick-look-bill.shared.mjs";
import {
  hiddenRuns
} from "./course-hidden-runs.shared.mjs";
import {
  hasUnasked
} from "./approval-ask.shared.mjs";
import {
  endingOf
} from "./approval-approve-loss.shared.mjs";
import {
  putAway
} from "./approval-ended-by-hand.shared.mjs";
import {
  advance,
  driveOf,
  newStage,
  perform
} from "./box-dead-man.shared.mjs";
import {
  KeptStoring
} from "./course-store-kept.shared.mjs";
import {
  forgetReleased
} from "./cli-ssh-hosts.shared.mjs";
import {
  refuseStrangers
} from "./cli-refuse-strangers.shared.mjs";
import {
  leastOf,
  monthOfMoney
} from "./lease-cost-by.shared.mjs";
import {
  markdownCode,
  markdownFolded,
  markdownTable,
  markdownText
} from "./report-markdown-text.shared.mjs";
import {
  appendDecision
} from "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  machineCopiesOf
} from "./cli-ledger-opening.shared.mjs";
import {
  isUnapproved,
  takes
} from "./lease-next.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  refusedHere
} from "./refused-here.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  fold,
  nextLook
} from "./lease-capacity.shared.mjs";
import {
  concernsOf,
  runningClocks
} from "./lease-asking.shared.mjs";
import {
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  openMeters,
  runState
} from "./lease-run.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  inParallel
} from "./host-limit.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  EXIT,
  Problem,
  problemOf
} from "./problem.shared.mjs";

// src/cli/tick.ts
import { setMaxListeners } from "node:events";
import { dirname, resolve } from "node:path";

// src/course/next-needed.ts
async function isNextNeeded(env, world, { outcomes, pace, isIdle: isIdle2 }) {
  const runs = outcomes.flatMap(({ run }) => run && !run.closed ? [run] : []);
  try {
    for (const run of runs) if (await isUnwatched(world, run, chainsOf(run, runs), pace)) return true;
    if (await isSwitchRight(env, world, !isIdle2) === false) return true;
    return await hasUnasked(env, world, runs);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return true;
  }
}
function chainsOf({ continued, opened }, runs) {
  const sweep = opened?.sweep?.id;
  return sweep === void 0 ? continued : newestHop(runs.filter((each) => each.opened?.sweep?.id === sweep));
}
async function isUnwatched(world, run, continued, pace) {
  const now = world.clock.now();
  const look = nextLook(run, now, ROUTINE);
  if (!look || pace && isInTime(look, pace, now)) return false;
  const { workflowRun } = continued ?? {};
  return workflowRun === void 0 || !await isAlive(world, workflowRun);
}

// src/tick/may.ts
function leftByTick(run, step) {
  if (step.do === "ask") return { why: "approval", words: "waits for the approval of its release" };
  if (step.do === "smoke") return { why: "smoke", words: "waits for its smoke" };
  if (step.do === "nothing") return { why: "nothing", words: step.why };
  if (step.do === "vouch") return leftByTick(run, step.before);
  if (step.do === "wait") return leftToWait(step);
  if (step.do === "intend" && run.leases.length === 0 && !run.noCapacity)
    return { why: "launch", words: "waits for its launch" };
  if (step.do === "store" || step.do === "collect" && run.opened?.needsStore)
    return { why: "collect", words: "has ended and waits to be collected" };
  return takes("tick", step) ? void 0 : { why: "nothing", words: `waits for ${step.do}` };
}
var leftToWait = ({ until, patient }) => ({
  why: "capacity",
  words: patient ? `found no box; again at ${until}` : "found no box, and the job does not say to try again"
});

// src/course/never-approved.ts
var GRACE_SECONDS = 86400;
var NEWEST_RUNS = 100;
async function endUnapproved(world, run) {
  const { github, signal, face } = world;
  if (run.closed || run.halted || !github || signal.aborted || !isUnapproved(run)) return run;
  try {
    const why = await whyOver(github, run, world.clock.now());
    if (why === void 0) return run;
    await appendDecision(world, run.id, await endingOf(world, run));
    face.line(
      `${why}: the run is closed, and nothing of it was rented. Put the label on once more for another one`
    );
    return fold(run.id, (await world.ledger.read(run.id)).events);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(
      `Whether anybody may still approve it could not be seen: ${error.what} It costs nothing meanwhile.`
    );
    return run;
  }
}
async function whyOver(github, run, now) {
  const asking = workflowRunOf(run);
  const isHere = run.opened?.repository?.name.toLowerCase() === github.repository.toLowerCase();
  const asked = asking === void 0 || !isHere ? void 0 : await github.workflowRun(asking);
  if (asked?.status !== "completed") return;
  const reviews = await github.approvals(asked.id);
  const refused = reviews.find(({ state }) => state === "rejected");
  const since = run.updatedAt ?? run.opened?.at;
  const isFresh = since === void 0 || secondsBetween(new Date(since), now) < GRACE_SECONDS;
  if (!refused && isFresh) return;
  const newest = await github.runsOf(asked.path.replace(/^.*\//, ""), NEWEST_RUNS);
  if (newest.some(({ status, title }) => status !== "completed" && title.includes(run.id))) return;
  return refused ? `${refused.login} said no in workflow run ${asked.id}` : `workflow run ${asked.id} ended without an approval`;
}

// src/course/tick-run.ts
var MOST_CALLS_TO_STORE = 150;
async function tickRun(tick2, id) {
  const world = { ...tick2.world, face: faceOfRun(tick2.world.face, id) };
  const doing = { did: [], left: void 0, late: false };
  const stage = newStage(world, {
    bound: async () => boundAtCommit(world, tick2.codeDir, fold(id, (await world.ledger.read(id)).events)),
    smoke: async () => [],
    storing: new KeptStoring(() => (world.github?.requests() ?? 0) < MOST_CALLS_TO_STORE),
    // One look, no waiting: the next tick comes by itself.
    boundSeconds: 0
  });
  try {
    const before = await world.ledger.read(id);
    const stand = await advance(
      driveOf(stage, (step, run2) => isTaken(tick2, doing, run2, step), {
        async performing(of, run2, step) {
          doing.did.push(step.do);
          return (tick2.perform ?? perform)(of, run2, step);
        }
      }),
      id
    );
    const teller = { ...tick2.teller, isSchedule: true };
    const run = await tellCommitOf(world, await endUnapproved(world, stand.run), teller);
    await putAway(world, run);
    return ended(stage, doing, { ...stand, run }, before.events);
  } catch (error) {
    return failed(world, id, doing.did, error);
  } finally {
    await hangUp(world, id);
  }
}
var ENDS = ["tell", "mark-released", "drop-kept", "look-for-late", "close"];
function isTaken({ world, until }, doing, run, step) {
  const now = world.clock.now();
  doing.left = leftByTick(run, step);
  doing.late = !doing.left && now >= until && !ENDS.includes(step.do);
  return !doing.left && !doing.late;
}
function ended(stage, { did, left, late }, { run, waitingFor, events }, before) {
  const wasHalted = fold(run.id, before).halted !== void 0;
  const cut = stage.world.signal.aborted || late;
  return {
    run,
    id: run.id,
    did,
    events: events.length - before.length,
    verdict: verdictOf(stage),
    ended: cut ? "bound" : left ? "left" : "done",
    next: cut ? "goes on at the next look: the time of this one was over" : left?.words ?? nextWords(run, waitingFor),
    left: cut ? void 0 : left,
    problem: void 0,
    haltedNow: run.halted !== void 0 && !wasHalted,
    toldNow: did.includes("tell")
  };
}
var nextWords = (run, waitingFor) => run.closed ? "nothing" : waitingFor ? waitingFor.do : "looks again";
function verdictOf({ watching: { verdict: verdict2 } }) {
  if (verdict2 === void 0) return "";
  return typeof verdict2 === "object" ? "unknown" : verdict2;
}
async function failed(world, id, did, error) {
  const problem = problemOf(refusedHere(error));
  const events = await world.ledger.read(id).then(
    (record) => record.events,
    () => []
  );
  return {
    run: events.length > 0 ? fold(id, events) : void 0,
    id,
    did,
    events: 0,
    verdict: "",
    ended: "failed",
    next: problem.next,
    left: void 0,
    problem,
    haltedNow: false,
    toldNow: did.includes("tell")
  };
}
async function hangUp(world, id) {
  const { events } = await world.ledger.read(id).catch(() => ({ events: [] }));
  for (const { name } of fold(id, events).leases) await world.hangUp(name);
}
var notReached = (run) => ({
  run,
  id: run.id,
  did: [],
  events: 0,
  verdict: "",
  ended: "bound",
  next: `is ${runState(run)}; not looked at this time: the time of this tick was over`,
  left: void 0,
  problem: void 0,
  haltedNow: false,
  toldNow: false
});

// src/lease/missed-look.ts
var missedWords = ({ run, lookedAt, dueAt, why }, now) => `Run ${run} was looked at ${lookedAt} and was to be again by ${dueAt} (${why}); the first look since is this one at ${now.toISOString()}, ${formatSeconds(secondsBetween(new Date(dueAt), now))} late.`;

// src/report/tick-table.ts
function tickRow(found, seenAt, now) {
  const { id, run, verdict: verdict2, did, events, ended: ended2, next: next2, problem } = found;
  return {
    run: id,
    state: run ? runState(run) : "unreadable",
    verdict: verdict2,
    costUsd: run ? Number(usdSoFar(run, now).toFixed(6)) : 0,
    usdPerHourNow: run ? usdPerHourNow(run, now) : 0,
    did,
    events,
    ended: ended2,
    next: next2,
    problem: problem ? { code: problem.code, what: problem.what, next: problem.next } : null,
    lastLookSeconds: seenAt === void 0 ? null : Math.max(0, Math.round(secondsBetween(new Date(seenAt), now)))
  };
}
var owedMeters = (run) => run.leases.reduce((sum, lease) => sum + openMeters(lease).filter((meter) => meter.owed).length, 0);
function tickText(facts) {
  const rows = facts.runs.map((row) => [
    row.run,
    row.state,
    row.verdict,
    formatUsd(row.costUsd),
    doneWords(row),
    row.problem ? `${row.problem.code}: ${row.problem.what}` : row.next
  ]);
  return [
    ...rows.length > 0 ? table(["run", "state", "verdict", "cost", "done", "next"], rows).trimEnd().split("\n") : ["No run is open."],
    ...summaryLines(facts)
  ];
}
var doneWords = ({ did, events }) => events > 0 ? did.join(", ") : did.length > 0 ? `${did.join(", ")}: nothing new` : "";
function summaryLines(facts) {
  const { schedule, strays, debts: debts2, problems, seconds, requests } = facts;
  const looks = facts.runs.flatMap(({ lastLookSeconds }) => lastLookSeconds ?? []);
  const oldest = looks.length > 0 ? `; the oldest look at an open run was ${formatSeconds(Math.max(...looks))} ago` : "";
  const last = schedule.sinceSeconds === null ? "no look before this one" : `the look before was ${formatSeconds(schedule.sinceSeconds)} ago${paceWords(schedule)}`;
  return [
    `${facts.runs.length} open run(s) in ${Math.round(seconds)} s, ${requests.github} request(s) to GitHub; ${last}${oldest}`,
    ...lateLines(facts),
    ...debts2 > 0 ? [`DEBT: ${debts2} meter(s) not proven stopped`] : [],
    ...strays.map(
      ({ platform, outcome, reported, why }) => reported > 0 ? `STRAYS at ${platform}: ${why}` : `strays at ${platform}: ${outcome}, ${why}`
    ),
    ...problems.map(
      ({ title, what, next: next2, issue }) => (
        // Where there is no issue to read, this is all that anybody is told at a look behind the first.
        issue === null ? `problem: ${title}: ${what} Next: ${next2}` : `problem: ${title} (${issue})`
      )
    )
  ];
}
var paceWords = ({ longestSeconds, everySeconds }) => longestSeconds === null ? "" : `; of late they came at most ${formatSeconds(longestSeconds)} apart, where ${formatSeconds(everySeconds)} were asked for`;
function lateLines({ at, schedule: { missed } }) {
  const [worst, ...rest] = [...missed].sort((one, other) => one.dueAt.localeCompare(other.dueAt));
  if (!worst) return [];
  const more = rest.length > 0 ? ` ${rest.length} more were missed, too.` : "";
  return [`LATE: ${missedWords(worst, new Date(at))}${more}`];
}

// src/report/tick-markdown.ts
var MAX_ROWS = 300;
var MOST_WARNINGS = 20;
function tickMarkdown(facts) {
  const { runs, problems } = facts;
  const rows = runs.slice(0, MAX_ROWS).map(runRow);
  const left = runs.length - rows.length;
  return `${[
    `## gpu-lease tick: ${verdict(facts)}`,
    money(facts),
    ...problems.slice(0, MOST_WARNINGS).map(warning),
    problems.length > MOST_WARNINGS ? `${problems.length - MOST_WARNINGS} more problems are in the log.` : "",
    next(facts),
    rows.length > 0 ? markdownTable(["run", "state", "cost>", "per hour>", "done", "next"], rows) : "",
    left > 0 ? `${left} more are in the log.` : "",
    markdownFolded(
      "How this look went",
      summaryLines({ ...facts, problems: [] }).map((each) => `- ${markdownText(each)}`).join("\n")
    )
  ].filter((part) => part !== "").join("\n\n")}
`;
}
function verdict(facts) {
  const { debts: debts2, strays, problems, runs } = facts;
  const found = strays.reduce((sum, { reported }) => sum + reported, 0);
  const blind = strays.filter(({ outcome }) => BLIND.includes(outcome)).length;
  const stuck = runs.filter(({ problem }) => problem).length;
  const wrong = [
    ...debts2 > 0 ? [`${count(debts2, "meter is", "meters are")} not proven stopped`] : [],
    ...found > 0 ? [`${count(found, "stray")} found`] : [],
    ...problems.length > 0 && debts2 + found === 0 ? [count(problems.length, "problem")] : [],
    ...stuck > 0 && problems.length === 0 ? [`${count(stuck, "run")} could not go on`] : [],
    ...blind > 0 ? [`${count(blind, "account")} could not be looked at`] : []
  ];
  if (wrong.length > 0) return wrong.join(", ");
  return runs.length === 0 ? "all is well, no run is open" : `all is well, ${count(runs.length, "run")} open`;
}
var BLIND = ["could-not-look", "could-not-tell"];
function money({ runs }) {
  if (runs.length === 0) return "";
  const spent = runs.reduce((sum, { costUsd }) => sum + costUsd, 0);
  const perHour = runs.reduce((sum, { usdPerHourNow: usdPerHourNow2 }) => sum + usdPerHourNow2, 0);
  const now = perHour > 0 ? `${formatUsd(perHour)} per hour now` : "nothing of them costs money now";
  return `${count(runs.length, "open run")} \xB7 ${formatUsd(spent)} so far \xB7 ${now}`;
}
function next({ problems, runs }) {
  if (problems.length > 0) return "";
  const stuck = runs.find(({ problem }) => problem);
  return `**Next:** ${markdownText(stuck?.problem?.next ?? "nothing: the next look comes by itself")}`;
}
function warning({ title, what, next: next2, issue }) {
  const page = issue !== null && /^https?:\/\/[\w.:/~-]{1,300}$/.test(issue) ? issue : void 0;
  const more = page === void 0 ? "" : ` ([issue](${page}))`;
  return `> [!WARNING]
> **${markdownText(title)}**${more}
>
> ${markdownText(what)}
>
> **Next:** ${markdownText(next2)}`;
}
var runRow = (row) => [
  markdownCode(row.run),
  markdownText(row.verdict === "" || row.verdict === row.state ? row.state : `${row.state} (${row.verdict})`),
  formatUsd(row.costUsd),
  row.usdPerHourNow > 0 ? formatUsd(row.usdPerHourNow) : "",
  markdownText(doneWords(row)),
  markdownText((row.problem ? `${row.problem.code}: ${row.problem.what}` : row.next).slice(0, 300))
];
var count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

// src/tick/lists.ts
function listFirst(driver) {
  const { running } = driver;
  if (!running) return driver;
  let listed;
  const list = () => {
    listed ??= running.call(driver).catch(() => /* @__PURE__ */ new Map());
    return listed;
  };
  return new Proxy(driver, {
    get(target, key, receiver) {
      if (key !== "describe") return Reflect.get(target, key, receiver);
      return async (boxId) => {
        const known = await list();
        const shown = known.get(boxId);
        known.delete(boxId);
        const isAlive2 = shown?.state === "running" || shown?.queue?.phase === "waiting";
        return shown && isAlive2 ? shown : target.describe(boxId);
      };
    }
  });
}

// src/tick/missed.ts
var missedLooks = (records, tickAt, now) => [...records].flatMap(([id, record]) => {
  if (record instanceof Problem || record.events.length === 0) return [];
  return missedLook(fold(id, record.events), tickAt, now) ?? [];
});
var LEAST_SLACK_SECONDS = 2400;
var SLACK_OF_WAIT = 0.5;
var DAY_SECONDS = 86400;
function missedLook(run, tickAt, now) {
  const times = [tickAt, run.updatedAt].flatMap((at) => at === void 0 ? [] : [Date.parse(at)]);
  if (times.length === 0) return;
  const lookedAt = new Date(Math.max(...times));
  const planned = plannedAfter(run, lookedAt);
  if (!planned) return;
  const waits = secondsBetween(lookedAt, planned.at);
  const slack = Math.max(LEAST_SLACK_SECONDS, SLACK_OF_WAIT * waits);
  if (secondsBetween(planned.at, now) <= slack) return;
  return {
    run: run.id,
    lookedAt: lookedAt.toISOString(),
    dueAt: planned.at.toISOString(),
    why: planned.why
  };
}
function plannedAfter(run, lookedAt) {
  const look = nextLook(run, lookedAt, ROUTINE);
  if (look) return { ...look, at: later(look.at, run.continued?.lookAt) };
  if (reasonToLook(run, lookedAt) === void 0) return;
  return {
    at: new Date(lookedAt.getTime() + DAY_SECONDS * 1e3),
    why: "what is open is looked at once a day"
  };
}
var later = (at, lookAt) => lookAt !== void 0 && Date.parse(lookAt) > at.getTime() ? new Date(lookAt) : at;

// src/tick/one-reading.ts
import { randomUUID } from "node:crypto";
async function oneReadingOf(ledger) {
  const known = /* @__PURE__ */ new Map();
  const readAll = async () => {
    const records2 = await ledger.readOpen();
    for (const [run, record] of records2) if (!(record instanceof Problem)) known.set(run, record);
    return records2;
  };
  const records = await readAll();
  const read = async (run) => {
    const record = known.get(run) ?? await ledger.read(run);
    known.set(run, record);
    return { ...record, events: [...record.events] };
  };
  return {
    records,
    ledger: {
      where: ledger.where,
      notes: ledger.notes,
      ticks: ledger.ticks,
      read,
      readOpen: (options) => options?.archived ? ledger.readOpen(options) : readAll(),
      // Whoever asks for a list has looked at something else first, and what that was stands in the ledger by now.
      async list(options) {
        await readAll();
        return ledger.list(options);
      },
      async append(run, tip, draft) {
        const before = known.get(run);
        known.delete(run);
        const nonce = draft.nonce ?? randomUUID();
        const appended = await ledger.append(run, tip, { ...draft, nonce });
        if (appended.outcome === "appended" && before?.tip === tip) {
          const added = appended.events.map(() => nonce);
          known.set(run, {
            ...before,
            tip: appended.tip,
            events: [...before.events, ...appended.events],
            nonces: [...before.nonces ?? [], ...added]
          });
        }
        return appended;
      },
      text: (run) => ledger.text(run),
      weigh: (run, copy) => ledger.weigh(run, copy),
      hidden: (known2) => ledger.hidden(known2),
      unhide: (run) => ledger.unhide(run),
      isCopy: (run, text) => ledger.isCopy(run, text),
      peek: (run) => ledger.peek(run),
      async restore(run, copy, over) {
        await ledger.restore(run, copy, over);
        known.delete(run);
      },
      async archive(run, year) {
        await ledger.archive(run, year);
        known.delete(run);
      },
      ...ledger.turn ? { turn: (run) => ledger.turn?.(run) ?? Promise.resolve(() => {
      }) } : {}
    }
  };
}

// src/tick/order.ts
var NEARLY_USED = 0.9;
var RANKS = ["destroys-soon", "debt", "budget", "costs", "rest"];
function inOrder(runs, seenAt, now) {
  const keys = new Map(runs.map((run) => [run.id, RANKS.indexOf(urgencyOf(run, now))]));
  const seen = (run) => {
    const at = Date.parse(seenAt(run.id) ?? "");
    return Number.isNaN(at) ? 0 : at;
  };
  return [...runs].sort(
    (a, b) => (keys.get(a.id) ?? 0) - (keys.get(b.id) ?? 0) || seen(a) - seen(b) || (a.id < b.id ? -1 : 1)
  );
}
function urgencyOf(run, now) {
  const clocks2 = run.leases.flatMap((lease) => runningClocks(lease, now));
  if (clocks2.some(({ level }) => isDanger(level))) return "destroys-soon";
  if (run.leases.some((lease) => openMeters(lease).some((meter) => meter.owed))) return "debt";
  if (isNearlyUsed(run, now)) return "budget";
  return usdPerHourNow(run, now) > 0 ? "costs" : "rest";
}
var isDanger = (level) => ["three-quarters", "last-day", "over", "unknown"].includes(level);
function isNearlyUsed(run, now) {
  const budget = run.opened?.budget;
  if (!budget || usdPerHourNow(run, now) === 0) return false;
  const since = run.leases.find((lease) => lease.rentedAt)?.rentedAt;
  const hours = since ? secondsBetween(new Date(since), now) / 3600 : 0;
  return usdSoFar(run, now) >= NEARLY_USED * budget.usd || hours >= NEARLY_USED * budget.hours;
}

// src/tick/unlooked.ts
var TELL_AFTER_SECONDS = 3600;
function unlookedAfter(before, looks, now) {
  if (!looks) return { ...before };
  const dark = looks.filter(({ answered }) => !answered);
  return Object.fromEntries(
    dark.map(({ platform }) => {
      const since = before[platform];
      return [
        platform,
        since !== void 0 && Date.parse(since) <= now.getTime() ? since : now.toISOString()
      ];
    })
  );
}
var longUnlooked = (unlooked, now) => Object.entries(unlooked).filter(([, since]) => secondsBetween(new Date(since), now) >= TELL_AFTER_SECONDS);

// src/tick/problems.ts
var problemsOf = (looked) => [
  ...lateness(looked),
  ...overMonth(looked),
  ...looked.outcomes.flatMap((outcome) => problemsOfRun(outcome, looked.now)),
  ...looked.strays.flatMap(
    ({ platform, strays }) => strays.filter((stray) => stray.reported).map((stray) => strayProblem(platform, stray))
  ),
  ...looked.strays.flatMap(({ platform, dearer }) => dearer.map((each) => dearerProblem(platform, each))),
  ...longUnlooked(looked.unlooked, looked.now).map(([platform, since]) => unlookedProblem(platform, since))
];
function overMonth({ money: money2 }) {
  if (money2 === void 0 || money2 === "unread" || money2.state === "within") return [];
  const { month, most, state } = money2;
  const used = state === "over" ? `All of the ${most} USD` : `More than nine tenths of the ${most} USD`;
  return [
    {
      key: MONTH,
      title: `The money of ${month} is ${state === "over" ? "" : "nearly "}used up`,
      lines: [
        `${used} that all runs of the ledger may cost in ${month} (budget.usdRepositoryPerMonth) are used.`,
        state === "over" ? "No box is rented until the month is over; those that are held go on and cost on." : "Then no box is rented until the month is over; those that are held go on."
      ],
      next: '"gpu-lease cost --by job" shows what it went to; "budget.usdRepositoryPerMonth" of a new run may allow more.'
    }
  ];
}
var MONTH = "month-money";
var MISSED_SHOWN = 5;
function lateness({ missed, now }) {
  if (missed.length === 0) return [];
  const rest = missed.length - MISSED_SHOWN;
  return [
    {
      key: "tick-late",
      title: "A look came later than it was planned",
      lines: [
        ...missed.slice(0, MISSED_SHOWN).map((each) => missedWords(each, now)),
        ...rest > 0 ? [`So it was with ${rest} more.`] : [],
        "GitHub delays scheduled runs under load, drops some, and switches the schedule of a public repository off after 60 days without activity."
      ],
      next: 'Look under "Actions" whether the workflow of the tick is enabled and the one that trains could be started ("gpu-lease doctor" asks both); a clock outside of GitHub may start the tick (docs/recipes.md).'
    }
  ];
}
function problemsOfRun({ run, id, problem, ended: ended2 }, now) {
  if (!run) {
    if (!problem) return [];
    const lines = [
      problem.what,
      "Until it can be read nothing of this run is watched, collected or released."
    ];
    return [
      {
        key: keyOf("record", id),
        title: `The record of run ${id} cannot be used`,
        lines,
        next: problem.next
      }
    ];
  }
  if (run.closed) return [];
  return [
    ...debts(run),
    ...isTimeless(problem) ? [] : [...clocks(run, now), ...concerns(run, now)],
    ...run.halted ? [
      {
        key: keyOf("halted", id),
        title: `Run ${id} stopped itself (${run.halted.code})`,
        lines: [run.halted.what, ...run.haltedToo.map(({ what }) => what), ...costLines(run)],
        next: run.halted.next
      }
    ] : [],
    ...ended2 === "failed" && problem && isForAPerson(problem) && !run.halted ? [
      {
        key: keyOf("stuck", id),
        title: `Run ${id} cannot go on (${problem.code})`,
        lines: [problem.what, ...costLines(run)],
        next: problem.next
      }
    ] : []
  ];
}
var isTimeless = (problem) => problem?.code === "clock-off";
var isForAPerson = ({ code, kind }) => code === "time-unheard" || !["unreachable", "capacity", "interrupted"].includes(kind);
function debts(run) {
  return run.leases.flatMap((lease) => {
    const owed = openMeters(lease).flatMap((meter) => meter.owed ? [{ ...meter, owed: meter.owed }] : []);
    const [first] = owed;
    if (!first) return [];
    return [
      {
        key: keyOf("debt", run.id, lease.name),
        title: `${lease.name} on ${lease.platform} may still cost money`,
        lines: owed.map(
          ({ id, usdPerHour, owed: { why } }) => `Meter ${id} (${usdPerHour} USD per hour): ${why}.`
        ),
        next: first.owed.next
      }
    ];
  });
}
function clocks(run, now) {
  return run.leases.flatMap(
    (lease) => runningClocks(lease, now).filter(({ level }) => isDanger(level)).map(({ clock, says, at }) => ({
      key: keyOf("clock", run.id, lease.name, clock),
      title: `${lease.name} on ${lease.platform} runs into a deadline (${clock})`,
      lines: [
        says,
        at === null ? "Nobody says when: it may be over at any moment." : `It is over at ${at}.`
      ],
      next: `Collect and release it, or start it again: "gpu-lease status ${run.id}" shows what it holds.`
    }))
  );
}
var concerns = (run, now) => concernsOf(run, now).filter(({ due, key }) => due && key !== run.halted?.code).map(({ key, what, next: next2, usdPerHour }) => ({
  key: keyOf("concern", run.id, ...key.split(":")),
  title: `Run ${run.id} needs a look (${key.split(":")[0]})`,
  lines: [what, ...usdPerHour > 0 ? [`It costs ${usdPerHour} USD per hour.`] : []],
  next: next2
}));
var strayProblem = (platform, stray) => ({
  key: keyOf("stray", platform, stray.id),
  title: `A ${stray.kind} at ${platform} is held by no lease (${stray.name})`,
  lines: [
    `${stray.kind} ${stray.id} carries this repository's mark, and no lease of the ledger holds it. First seen at ${stray.firstSeenAt}.`,
    billingLine(stray)
  ],
  next: 'Run "gpu-lease strays": it shows what made it. With --put-up the run that made it gives it back.'
});
var dearerProblem = (platform, { run, lease, rented, listed }) => ({
  key: keyOf("price", run, lease),
  title: `${platform} lists ${lease} at another price than it was rented for`,
  lines: [
    `It was rented for ${rented} USD per hour, and the platform's list says ${listed}. Costs and the budget are counted with the price of the rental.`
  ],
  next: `Look at its price in the console of ${platform}. If it is so, "gpu-lease collect ${run}" and release it, or "gpu-lease abandon ${run}".`
});
var unlookedProblem = (platform, since) => ({
  key: keyOf("unlooked", platform),
  title: `Nobody can look at the account at ${platform}`,
  lines: [
    `Its list of boxes could not be had since ${since}. What it holds and charges for meanwhile, a stray too, nobody sees.`
  ],
  next: `Run "gpu-lease strays --platform ${platform}": it says why. Look at the account in the console of ${platform} until it can be asked again.`
});
function billingLine({ billing, usdPerHour }) {
  if (billing === "no") return "The platform says that it costs nothing.";
  const price = usdPerHour === void 0 ? "at a price that the platform does not say" : `${usdPerHour} USD per hour`;
  return billing === "yes" ? `It costs ${price}.` : `It may cost ${price}.`;
}
var costLines = (run) => run.leases.flatMap((lease) => {
  const usd = openMeters(lease).reduce((sum, meter) => sum + meter.times * meter.usdPerHour, 0);
  return usd > 0 ? [`${lease.name} on ${lease.platform} costs ${Number(usd.toFixed(4))} USD per hour.`] : [];
});
function fateOf(key, looked) {
  const [kind = "", what = ""] = key.split(":");
  if (kind === "tick-late") return { is: "solved", how: "The looks come as they are planned again." };
  if (kind === MONTH) {
    return looked.money === "unread" ? { is: "unknown" } : { is: "solved", how: "No open run is near its bound of the month any more." };
  }
  if (kind === "stray") {
    const look = looked.strays.find(({ platform }) => wordOf(platform) === what);
    const isStillThere = look?.strays.some((stray) => keyOf("stray", look.platform, stray.id) === key);
    if (!look?.told || isStillThere) return { is: "unknown" };
    return { is: "solved", how: "It is no longer in the list of the platform, or a lease holds it." };
  }
  if (kind === "unlooked") {
    const isDark = Object.keys(looked.unlooked).some((platform) => wordOf(platform) === what);
    return isDark ? { is: "unknown" } : { is: "solved", how: "Its account can be looked at again, or holds nothing of ours any more." };
  }
  const outcome = looked.outcomes.find(({ id }) => wordOf(id) === what);
  if (!outcome) return { is: "solved", how: "The run is closed: every meter is proven stopped." };
  if (kind === "record" && outcome.run) return { is: "solved", how: "The record can be read again." };
  if (!outcome.run) return { is: "unknown" };
  if ((kind === "clock" || kind === "concern") && isTimeless(outcome.problem)) return { is: "unknown" };
  if (kind === "stuck" && outcome.ended === "bound") return { is: "unknown" };
  return { is: "solved", how: HOW[kind] ?? "It is no longer so." };
}
var HOW = {
  debt: "The platform has shown every meter of it gone, twice.",
  clock: "The clock no longer runs, or has long to go.",
  halted: "The run goes on, or was abandoned.",
  stuck: "The run goes on.",
  concern: "It is no longer so.",
  price: "The list of the platform agrees with the price of the rental."
};
var keyOf = (...words) => words.map(wordOf).join(":");
var wordOf = (word) => /^[A-Za-z0-9_.-]{1,80}$/.test(word) && !word.includes("--") ? word : digestOf(word).slice(0, 16);

// src/cli/tick.ts
var GRACE_SECONDS2 = 240;
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  try {
    const { exitCode } = await tick(settings, await faceOf(settings), signal);
    return exitCode;
  } finally {
    await forgetReleased(settings);
  }
}
async function tick(settings, face, signal, { onRun, onEarlier, world: other } = {}) {
  const bounds = boundsOf(settings);
  const began = settings.clock.now();
  const reading = await oneReadingOf(other?.ledger ?? await ledgerOf(settings));
  const schedule = await scheduleOf(reading.ledger, face);
  const hard = AbortSignal.any([signal, AbortSignal.timeout((bounds.boundSeconds + GRACE_SECONDS2) * 1e3)]);
  setMaxListeners(0, hard);
  const world = other?.open(reading.ledger, hard) ?? openWorld({ settings, face, signal: hard }, reading.ledger, listFirst);
  try {
    face.heading(`tick: ${reading.records.size} open run(s)`);
    const hidden = await hiddenRuns(world, schedule);
    const earlier = await earlierLooks(settings, world, reading.records);
    onEarlier?.(earlier);
    const gone = await goneSinceHere(machineCopiesOf(settings), world, reading.records);
    const kept = new Map([...reading.records].filter(([id]) => !earlier.problems.has(id)));
    const missed = missedLooks(kept, schedule.looks.at(-1)?.at, began);
    const outcomes = [
      ...[...new Map([...gone, ...hidden.problems, ...earlier.problems])].map(
        ([id, problem]) => notReadable(id, problem)
      ),
      ...await lookAtRuns({ settings, world, kept, schedule, bounds, perform: other?.perform }, onRun)
    ];
    const accounts = await lookAtAccounts(world);
    const looks = accounts?.map(strayLook);
    const strays = accounts ?? [];
    const idle = isIdle(outcomes, looks, began);
    const looked = {
      outcomes,
      strays: looks ?? [],
      unlooked: unlookedAfter(schedule.unlooked, looks, began),
      missed,
      money: await moneyOfMonth(reading.ledger, outcomes, began, face),
      now: began
    };
    const problems = settings.redactor.deep(problemsOf(looked));
    const mayTell = !hard.aborted && settings.choice("issues") === "true";
    const issues = mayTell ? await tellIssues(world, problems, looked, bounds.calls) : /* @__PURE__ */ new Map();
    const seconds = secondsBetween(began, settings.clock.now());
    if (!signal.aborted)
      await noteLook(world, looked, { at: began, seconds, everySeconds: bounds.everySeconds }, hidden.closed);
    const here = {
      at: began.toISOString(),
      everySeconds: bounds.everySeconds,
      seconds,
      runs: outcomes.length
    };
    const pace = paceOf({ looks: [...schedule.looks, here] });
    const ticked = { outcomes, pace, isIdle: idle };
    const isNeeded = inActions(settings) && await isNextNeeded(settings.env, world, ticked);
    const facts = settings.redactor.deep(
      factsOf({
        looked,
        schedule,
        pace,
        everySeconds: bounds.everySeconds,
        strays,
        problems,
        issues,
        seconds,
        world
      })
    );
    return await tell(
      { settings, face },
      facts,
      { ...ticked, isNextNeeded: isNeeded },
      exitCodeOf(signal, outcomes, strays, isNewlyDark(looked, schedule.looks.at(-1)?.at))
    );
  } finally {
    await world.close();
  }
}
async function moneyOfMonth(ledger, outcomes, now, face) {
  const most = leastOf(outcomes.map(({ run }) => run?.opened?.budget.usdRepositoryPerMonth));
  if (most === void 0) return;
  try {
    return await monthOfMoney(ledger, most, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`What all runs cost this month could not be told: ${error.what}`);
    return "unread";
  }
}
function boundsOf(settings) {
  return {
    boundSeconds: settings.boundSeconds,
    everySeconds: settings.number("every"),
    parallel: settings.number("parallel"),
    calls: settings.number("calls")
  };
}
async function scheduleOf(ledger, face) {
  try {
    return readSchedule((await ledger.ticks.read()).text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`When the schedule last looked could not be read: ${error.what}`);
    return readSchedule("");
  }
}
async function lookAtRuns({ settings, world, kept, schedule: { seen }, bounds, perform: perform2 }, onRun) {
  const { boundSeconds, parallel } = bounds;
  const runs = [];
  const unreadable = [];
  for (const [id, record] of kept) {
    if (record instanceof Problem) unreadable.push(notReadable(id, record));
    else if (record.events.length > 0) runs.push(fold(id, record.events));
  }
  for (const run of runs) onRun?.(run);
  const now = settings.clock.now();
  const until = new Date(now.getTime() + boundSeconds * 1e3);
  const codeDir = dirname(resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml"));
  const ordered = inOrder(runs, (run) => seen[run], now);
  const outcomes = await inParallel(ordered, parallel, async (run) => {
    if (settings.clock.now() >= until || world.signal.aborted) return notReached(run);
    return tickRun({ world, codeDir, until, teller: settings, ...perform2 && { perform: perform2 } }, run.id);
  });
  return [...unreadable, ...outcomes];
}
var notReadable = (id, problem) => ({
  run: void 0,
  id,
  did: [],
  events: 0,
  verdict: "",
  ended: "failed",
  next: problem.next,
  left: void 0,
  problem,
  haltedNow: false,
  toldNow: false
});
async function lookAtAccounts(world) {
  if (world.signal.aborted) return void 0;
  const { lookForStrays } = await import("./release-look-for-strays.mjs");
  const { platformsToLookAt } = await import("./cli-strays.mjs");
  try {
    return await lookForStrays(world, await platformsToLookAt(world));
  } catch (error) {
    if (!(error instanceof Problem) && !world.signal.aborted) throw error;
    world.face.warn(
      `The accounts could not be looked at: ${error instanceof Problem ? error.what : "interrupted"}`
    );
    return void 0;
  }
}
function strayLook({ platform, outcome, why, strays, sorted }) {
  return {
    dearer: (sorted?.held ?? []).flatMap(
      ({ run, lease, dearer }) => dearer ? [{ run, lease, ...dearer }] : []
    ),
    platform,
    answered: outcome !== "could-not-look",
    told: outcome !== "could-not-look" && outcome !== "could-not-tell",
    why,
    strays: strays.map(({ resource, firstSeenAt, reported }) => ({
      id: resource.id,
      kind: resource.kind,
      name: resource.name,
      usdPerHour: resource.usdPerHour,
      firstSeenAt,
      reported,
      billing: resource.billing
    }))
  };
}
async function tellIssues(world, problems, looked, calls) {
  const { github } = world;
  if (!github) return /* @__PURE__ */ new Map();
  const { tellProblems } = await import("./github-problem-issues.mjs");
  const before = github.requests();
  const howSolved = (key) => {
    const fate = fateOf(key, looked);
    return fate.is === "solved" ? fate.how : void 0;
  };
  try {
    const told = await tellProblems(github, problems, howSolved, () => github.requests() - before < calls);
    for (const { what, url } of told) if (what !== "unchanged") world.face.line(`issue ${what}: ${url}`);
    return new Map(told.map(({ key, url }) => [key, url]));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`The issues could not be written: ${error.what} Next: ${error.next}`);
    return /* @__PURE__ */ new Map();
  }
}
function factsOf(of) {
  const { looked, schedule, pace, everySeconds, strays, problems, issues, seconds, world } = of;
  const { missed, outcomes, now } = looked;
  const lastAt = schedule.looks.at(-1)?.at;
  return {
    at: now.toISOString(),
    seconds,
    runs: outcomes.map((outcome) => tickRow(outcome, schedule.seen[outcome.id], world.clock.now())),
    debts: outcomes.reduce((sum, { run }) => sum + (run ? owedMeters(run) : 0), 0),
    strays: strays.map(({ platform, outcome, why, strays: seen }) => ({
      platform,
      outcome,
      why,
      reported: seen.filter(({ reported }) => reported).length
    })),
    problems: problems.map(({ key, title, lines, next: next2 }) => ({
      key,
      title,
      what: lines.join(" "),
      next: next2,
      issue: issues.get(key) ?? null
    })),
    schedule: {
      lastAt: lastAt ?? null,
      sinceSeconds: lastAt === void 0 ? null : Math.max(0, secondsBetween(new Date(lastAt), now)),
      everySeconds,
      longestSeconds: pace?.longestSeconds ?? null,
      late: missed.length > 0,
      missed: missed.map((each) => ({ ...each }))
    },
    requests: { github: world.github?.requests() ?? 0 }
  };
}
function exitCodeOf(signal, outcomes, strays, newlyDark) {
  if (signal.aborted) return EXIT.interrupted;
  const owes = outcomes.some(({ run }) => run && owedMeters(run) > 0);
  const bills = strays.some(
    (look) => look.strays.some(({ reported, resource }) => reported && resource.billing !== "no")
  );
  if (owes || bills) return EXIT.billing;
  const kinds = outcomes.flatMap(({ problem }) => problem?.kind ?? []);
  for (const kind of ["bug", "identity", "ledger", "unfit", "refused", "usage", "failed"])
    if (kinds.includes(kind)) return EXIT[kind];
  const toldNow = newlyDark || outcomes.some((each) => each.haltedNow || each.toldNow);
  return toldNow ? EXIT.failed : EXIT.ok;
}
function isNewlyDark({ unlooked, now }, lastAt) {
  const before = lastAt === void 0 ? [] : longUnlooked(unlooked, new Date(lastAt));
  return longUnlooked(unlooked, now).length > before.length;
}
async function tell({ settings, face }, facts, { outcomes, isIdle: isIdle2, isNextNeeded: isNextNeeded2 }, exitCode) {
  const toCollect = outcomes.filter(({ left }) => left?.why === "collect").map(({ id }) => id);
  face.heading("what this look found");
  for (const line of tickText(facts)) face.line(line);
  for (const { problem, id } of outcomes) {
    if (problem) face.warn(`${id}: ${problem.message}`);
  }
  if (exitCode === EXIT.interrupted)
    face.line("interrupted; nothing was torn down. The next look goes on from here.");
  if (inActions(settings)) {
    const { publishSummary, setOutputs } = await import("./github-publish.mjs");
    setOutputs({ ...tickOutputs(facts, toCollect), next: String(isNextNeeded2), idle: String(isIdle2) });
    await publishSummary(tickMarkdown(facts));
  }
  if (settings.json) process.stdout.write(jsonLine(facts));
  return { facts, toCollect, exitCode };
}
var inActions = ({ env }) => env["GITHUB_ACTIONS"] === "true";
function tickOutputs(facts, toCollect) {
  const advanced = facts.runs.filter(({ events }) => events > 0).length;
  const strays = facts.strays.reduce((sum, { reported }) => sum + reported, 0);
  const state = facts.debts > 0 || strays > 0 ? "billing" : facts.problems.length > 0 ? "problems" : "well";
  return {
    runs: String(facts.runs.length),
    advanced: String(advanced),
    problems: String(facts.problems.length),
    debts: String(facts.debts),
    strays: String(strays),
    state,
    collect: JSON.stringify(toCollect)
  };
}

export {
  command,
  tick,
  tickOutputs
};
