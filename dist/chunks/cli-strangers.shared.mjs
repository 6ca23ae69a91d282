import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  perform
} from "./approval-request.shared.mjs";
import {
  plansOf
} from "./course-plans.shared.mjs";
import {
  isDoubtfulClock,
  listenForTime,
  refuseDoubtfulClock
} from "./launch-keeper-launcher.shared.mjs";
import {
  summarise
} from "./lease-summary.shared.mjs";
import {
  next
} from "./lease-capacity.shared.mjs";
import {
  notARecord
} from "./ledger-git-problems.shared.mjs";
import {
  refusedHere
} from "./refused-here.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  fold
} from "./lease-fold.shared.mjs";
import {
  costing
} from "./lease-comes-back.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";

// src/course/advance.ts
var FIRST_PAUSE_SECONDS = 2;
var LONGEST_PAUSE_SECONDS = 60;
var MAX_UNCLEAR = 5;
var LEDGER_PATIENCE_SECONDS = 600;
async function advance(drive, runId) {
  let unclear = 0;
  let before;
  for (; ; ) {
    const record = await patientRead(drive, runId, before);
    const run = fold(runId, record.events);
    before = run;
    const standstill = { run, events: record.events };
    if (!run.opened) throw notARecord(runId, run.ignored[0]?.why ?? "it has no events", void 0);
    await refuseWrongClock(drive, run);
    if (drive.signal.aborted) return { ...standstill, waitingFor: void 0 };
    const steps = next(run, await drive.plans(run), drive.clock.now());
    const outcome = await firstProgress(drive, run, steps).catch((error) => {
      if (isInterruption(error, drive.signal)) return void 0;
      unclear += 1;
      if (isAway(error) && drive.patienceSeconds && unclear <= MAX_UNCLEAR) return AGAIN;
      throw withCosting(refusedHere(error), run);
    });
    if (outcome === AGAIN) continue;
    if (!outcome) return { ...standstill, waitingFor: void 0 };
    if (outcome.events.length === 0) {
      const isOvertaken = !outcome.stoppedAt && (await patientRead(drive, runId, run)).tip !== record.tip;
      if (isOvertaken && !drive.signal.aborted) continue;
      return { ...standstill, waitingFor: outcome.stoppedAt };
    }
    try {
      await appendAll(drive, record, run, outcome.events);
      unclear = 0;
    } catch (error) {
      unclear += 1;
      if (!(error instanceof Problem && error.code === "append-unclear") || unclear > MAX_UNCLEAR)
        throw withCosting(error, run);
    }
  }
}
var AGAIN = /* @__PURE__ */ Symbol("again");
var isAway = (error) => error instanceof Problem && (error.code === "remote-unreachable" || error.code === "append-unclear");
async function refuseWrongClock({ clock, hear }, run) {
  if (isDoubtfulClock(clock, run)) await hear?.(run);
  refuseDoubtfulClock(clock, run);
}
async function patientRead(drive, runId, before) {
  const { clock, ledger, signal, endsAt } = drive;
  const since = clock.now();
  const left = endsAt ? secondsBetween(since, endsAt) : Number.POSITIVE_INFINITY;
  const patienceSeconds = Math.min(drive.patienceSeconds ?? 0, left);
  const waited = () => secondsBetween(since, clock.now());
  for (let pause = FIRST_PAUSE_SECONDS, tries = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS)) {
    try {
      const record = await ledger.read(runId);
      if (tries > 1) drive.say?.(`The ledger answers again, after ${formatSeconds(waited())}.`);
      return record;
    } catch (error) {
      if (before === void 0) throw error;
      if (!isAway(error) || signal.aborted) throw withCosting(error, before);
      if (waited() + pause > patienceSeconds)
        throw withCosting(error, before, ` It was waited for, ${formatSeconds(waited())} in all.`);
      if (tries === 1) drive.say?.(waitingWords(error, before, patienceSeconds));
      tries += 1;
    }
    await clock.sleep(pause, signal);
  }
}
function waitingWords({ what }, run, patienceSeconds) {
  const held = costing(run);
  const bill = held.length > 0 ? ` Still costing money: ${held.join("; ")}.` : "";
  return `${what}${/[.!?]$/.test(what) ? "" : "."} Nothing is done on ${run.id} before it answers; it is asked again, for ${formatSeconds(patienceSeconds)} at most.${bill}`;
}
function withCosting(error, run, more = "") {
  const held = costing(run);
  if (!(error instanceof Problem) || error.costing.length > 0 || held.length === 0 && more === "")
    return error;
  const { code, kind, what, next: next2, at } = error;
  const detail = { code, kind, what: `${what}${more}`, next: next2, costing: held };
  return new Problem({ ...detail, ...at && { at } }, { cause: error });
}
async function firstProgress(drive, run, steps) {
  for (const step of steps) {
    if (!drive.may(step, run)) return { events: [], stoppedAt: step };
    const events = await drive.perform(run, step);
    if (events.length > 0) return { events };
  }
  return { events: [] };
}
var isInterruption = (error, signal) => signal.aborted && (error === signal.reason || typeof error === "object" && error !== null && "name" in error && error.name === "AbortError");
var laterOf = (now, last) => last !== void 0 && Date.parse(last) > now.getTime() ? new Date(last) : now;
async function appendAll(drive, record, run, bodies) {
  refuseDoubtfulClock(drive.clock, run);
  const now = laterOf(drive.clock.now(), run.updatedAt);
  const stamped = bodies.map((body) => ({ ...body, at: now.toISOString(), by: drive.who }));
  const after = fold(run.id, [
    ...record.events,
    ...stamped.map((event, i) => ({ ...event, seq: record.events.length + i }))
  ]);
  const refused = after.ignored[run.ignored.length];
  if (refused)
    throw new Error(`our own event "${refused.type}" does not follow from the record: ${refused.why}`);
  await drive.ledger.append(run.id, record.tip, stamped, summarise(after, now));
}

// src/course/drive.ts
function driveOf(stage, may, { endsAt, performing = perform } = {}) {
  const { ledger, clock, who, signal, face } = stage.world;
  return {
    ledger,
    clock,
    who,
    signal,
    // Of a tick nothing: its bound is nought, and the next one comes by itself.
    patienceSeconds: Math.min(stage.boundSeconds, LEDGER_PATIENCE_SECONDS),
    ...endsAt && { endsAt },
    say: (what) => face.warn(what),
    plans: (run) => plansOf(stage.world, run),
    hear: async (run) => void await listenForTime(stage.world, run),
    perform: (run, step) => performing(stage, run, step),
    may
  };
}

// src/cli/strangers.ts
async function refuseStrangers(command, env) {
  if (env["GITHUB_ACTIONS"] !== "true") return;
  const { startingEvent } = await import("./github-starting-event.mjs");
  const { refuseUntrusted } = await import("./github-untrusted-event.mjs");
  refuseUntrusted(command, startingEvent(env));
}

export {
  advance,
  driveOf,
  refuseStrangers
};
