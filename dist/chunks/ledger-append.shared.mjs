import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  summarise
} from "./lease-summary.shared.mjs";
import {
  LOST_RACE
} from "./ledger-tries.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/ledger/append.ts
import { randomUUID } from "node:crypto";
async function decideAndAppend(ledger, run, decide, world) {
  const { contendedSeconds = 60, unclearTries = 3 } = world;
  const random = world.random ?? Math.random;
  const start = world.clock.now();
  const unclear = [];
  for (let attempt = 1; ; attempt++) {
    const tried = await inTurn(ledger, run, () => tryOnce(ledger, run, decide, { unclear, unclearTries }));
    if (tried.outcome === "appended" || tried.outcome === "nothing") return tried;
    if (secondsBetween(start, world.clock.now()) > contendedSeconds)
      throw contended(run, ledger.where, attempt, contendedSeconds);
    await world.clock.sleep(backoff(attempt, LOST_RACE, random()));
  }
}
async function tryOnce(ledger, run, decide, { unclear, unclearTries }) {
  const record = await ledger.read(run);
  const landed = record.events.filter(
    (_, index) => unclear.some(({ nonce: nonce2 }) => nonce2 === record.nonces?.[index])
  );
  if (landed.length > 0) return { outcome: "appended", events: landed, record };
  const last = unclear.at(-1);
  if (last && unclear.length >= unclearTries) throw last.cause;
  const decision = await decide(record);
  if (decision === null || decision.events.length === 0) return { outcome: "nothing", record };
  const nonce = randomUUID();
  try {
    const appended = await ledger.append(run, record.tip, { ...decision, nonce });
    if (appended.outcome === "lost-race") return appended;
    const { events, tip } = appended;
    const nonces = [...record.nonces ?? [], ...events.map(() => nonce)];
    return {
      outcome: "appended",
      events,
      record: { ...record, tip, events: [...record.events, ...events], nonces }
    };
  } catch (error) {
    if (!(error instanceof Problem && error.code === "append-unclear")) throw error;
    unclear.push({ nonce, cause: error });
    return { outcome: "unclear" };
  }
}
async function inTurn(ledger, run, work) {
  const leave = await ledger.turn?.(run) ?? (() => {
  });
  try {
    return await work();
  } finally {
    leave();
  }
}
var contended = (run, where, attempts, seconds) => new Problem({
  code: "contended",
  kind: "ledger",
  what: `Others kept writing to run ${run} first: ${attempts} attempts in ${seconds} s (${where}).`,
  next: "Look with `gpu-lease events` at who writes so much; then run the same command again."
});

// src/ledger/append-to-run.ts
function stamped(record, run, bodies, { now, who }) {
  const events = bodies.map((body) => ({ ...body, at: now.toISOString(), by: who }));
  const added = events.map((event, index) => ({ ...event, seq: record.events.length + index }));
  const after = fold(run, [...record.events, ...added]);
  return { events, after, summary: summarise(after, now) };
}
function appendDecided({ ledger, clock, who }, run, decide) {
  return decideAndAppend(
    ledger,
    run,
    (record) => {
      const bodies = decide(fold(run, record.events), record);
      return bodies.length === 0 ? null : stamped(record, run, bodies, { now: clock.now(), who });
    },
    { clock }
  );
}
async function appendDecision(writer, run, bodies) {
  await appendDecided(writer, run, () => bodies);
}

export {
  stamped,
  appendDecided,
  appendDecision
};
