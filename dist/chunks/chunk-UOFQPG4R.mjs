import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  next
} from "./chunk-CI5K72OZ.mjs";
import {
  summarise
} from "./chunk-CHNY77EN.mjs";
import {
  fold
} from "./chunk-GVZD235W.mjs";
import {
  costing
} from "./chunk-YOQWXQOY.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/cli/advance.ts
var MAX_UNCLEAR = 5;
async function advance(drive, runId) {
  let unclear = 0;
  for (; ; ) {
    const record = await drive.ledger.read(runId);
    const run = fold(runId, record.events);
    const standstill = { run, events: record.events };
    if (drive.signal.aborted) return { ...standstill, waitingFor: void 0 };
    const steps = next(run, await drive.plans(run), drive.clock.now());
    const outcome = await firstProgress(drive, run, steps).catch((error) => {
      if (isInterruption(error, drive.signal)) return void 0;
      throw withCosting(error, run);
    });
    if (!outcome) return { ...standstill, waitingFor: void 0 };
    if (outcome.events.length === 0) {
      const isOvertaken = !outcome.stoppedAt && (await drive.ledger.read(runId)).tip !== record.tip;
      if (isOvertaken && !drive.signal.aborted) continue;
      return { ...standstill, waitingFor: outcome.stoppedAt };
    }
    await appendAll(drive, record, run, outcome.events).catch((error) => {
      unclear += 1;
      if (!(error instanceof Problem && error.code === "append-unclear") || unclear > MAX_UNCLEAR)
        throw error;
    });
  }
}
function withCosting(error, run) {
  const held = costing(run);
  if (!(error instanceof Problem) || error.costing.length > 0 || held.length === 0) return error;
  const { code, kind, what, next: next2, at } = error;
  return new Problem({ code, kind, what, next: next2, costing: held, ...at && { at } }, { cause: error });
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
async function appendAll(drive, record, run, bodies) {
  const now = drive.clock.now();
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

// src/cli/strangers.ts
async function refuseStrangers(stage, env) {
  if (env["GITHUB_ACTIONS"] !== "true") return;
  const { startingEvent } = await import("./starting-event-F5WXJZ7K.mjs");
  const { refuseUntrusted } = await import("./untrusted-event-UCKQRJB4.mjs");
  refuseUntrusted(stage, startingEvent(env));
}

export {
  advance,
  refuseStrangers
};
