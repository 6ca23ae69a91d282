import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  releasePhrase
} from "./lease-warrant.shared.mjs";
import {
  fullPlan,
  plansOf
} from "./profile-deadlines.shared.mjs";
import {
  ageInMonths
} from "./profile-placement.shared.mjs";
import {
  standingFor,
  standingGaps
} from "./lease-asking.shared.mjs";
import {
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  needsStoring,
  storedNow
} from "./lease-bound-anew.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  costing,
  doubtsOf,
  jobOf,
  leaseOf
} from "./lease-run.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/approval/lines-for-approver.ts
async function approvalLines(world, run, asked) {
  const lease = leaseOf(run, asked.lease);
  const plan = await fullPlan(world, lease, "zero");
  const now = world.clock.now();
  const held = lease.rentedAt ? formatSeconds(secondsBetween(new Date(lease.rentedAt), now)) : "unknown";
  return [
    ...plan.steps.map((step) => verbLine(step, now)),
    ...plan.leftBilling.map((left) => `NOT stopped by any verb: ${left.meter}: ${left.why}`),
    ...plan.warnings.map((warning) => `warning: ${warning}`),
    ...doubtsOf(run).map((doubt) => `LOOK AT THIS: ${doubt}`),
    ...safeLines(run, now),
    ...lease.started ? ["lost: whatever else is on the box; only what the job names as artifacts is safe"] : [],
    ...lease.clocks.map(({ id, effect, at }) => `clock ${id}: ${effect} at ${at}`),
    ...await standingLines(world, run, lease),
    `so far ${formatUsd(usdSoFar(run, now))} in ${held}; waiting costs ${formatUsd(usdPerHourNow(run, now))} per hour`
  ];
}
function safeLines(run, now) {
  if (!run.seal) return [];
  const { seal, verified, roster, level, opaque, bytes, place } = run.seal;
  const kept = storedNow(run, now).map(
    ({ store, place: where, files, bytes: size, keptUntil }) => `safe: ${files} files with their evidence, ${size} bytes, read back from ${where} (${store})${keptUntil === void 0 ? "" : `, which throws them away at ${keptUntil}`}`
  );
  return [
    `${needsStoring(run, now) || kept.length > 0 ? "sealed" : "safe"}: ${verified}/${roster} artifacts verified at ${level}${opaqueWords(opaque)}, ${bytes} bytes${kept.length > 0 ? "" : `, in ${place}`}; seal ${seal.slice(0, 8)}`,
    ...kept,
    ...needsStoring(run, now) ? ["NOT safe yet: that disk is thrown away, and no store has them"] : []
  ];
}
async function standingLines(world, run, lease) {
  if (run.standing.length === 0) return [];
  const plan = (await plansOf(world, run))(lease).zero;
  return run.standing.map((standing) => {
    const gaps = standingGaps({ run, lease, plan }, standing, world.clock.now());
    return `approved in advance by ${standing.person}${gaps.length > 0 ? `, which does not count here: ${gaps.join("; ")}` : ""}`;
  });
}
var STALE_FACTS = '"stale-facts" says that you know this: what the platform does to a box when it is ended was read up more than six months ago, or never. The details say what, and what it may cost.';
function approvalWays(run, { lease, seal }, phrase) {
  const environment = jobOf(run).approval?.environment;
  const inputs = [`run: ${run.id}`, `lease: ${lease}`, `seal: ${seal.slice(0, 8)}`];
  const stale = phrase.split(" ").slice(2);
  const given = [...inputs, ...stale.map((word) => `acknowledge: ${word}`)].join(", ");
  const inGitHub = environment === void 0 ? `In GitHub: start the release workflow by hand with ${given}, approve: ${phrase}.` : `In GitHub: start the release workflow by hand with ${given}; the reviewers of the environment "${environment}" then approve that run.`;
  return [
    inGitHub,
    `From a terminal: gpu-lease release ${run.id} --approve "${phrase}"`,
    ...stale.length > 0 ? [STALE_FACTS] : []
  ];
}
function verbLine(step, now) {
  const { verb, stops, destroys, leavesBilling, safe, stamp } = step;
  const byHand = step.surface === "console" ? ` (you do that: ${step.consoleStep ?? "in the console"})` : "";
  const does = `${verb}${byHand}: stops ${stops.join(", ") || "nothing"}; destroys ${destroys.join(", ") || "nothing"}; still billing after it: ${leavesBilling.join(", ") || "nothing"}`;
  if (safe) return does;
  const checked = stamp.verified === null ? "never checked" : `checked ${stamp.verified} (${ageInMonths(stamp.verified, now)} months old)`;
  return `${does}; from ${stamp.source.join(", ")}, ${checked}`;
}

// src/approval/request.ts
var VALID_HOURS = 24;
var approvalRequest = (lease, goal, binds, plan) => ({
  lease: lease.name,
  goal,
  binds,
  verbs: plan.map((each) => each.verb),
  phrase: releasePhrase(lease.name, binds, plan)
});
var isPhrase = (typed, phrase) => typed.trim().replace(/\s+/g, " ") === phrase;
function approveByPhrase(run, request, { typed, person, via }, now) {
  if (!isPhrase(typed, request.phrase)) {
    throw new Problem({
      code: "phrase-differs",
      kind: "refused",
      what: `"${typed.trim()}" is not the phrase for this ${request.goal} of ${request.lease} (${request.verbs.join(", ")}).`,
      next: `Type exactly: ${request.phrase}`,
      costing: costing(run)
    });
  }
  return {
    type: "approved",
    binds: request.binds,
    goal: request.goal,
    lease: request.lease,
    verbs: request.verbs,
    person,
    via,
    expiresAt: new Date(now.getTime() + VALID_HOURS * 36e5).toISOString()
  };
}
function approveByStanding(teardown, step, now) {
  const { run, lease } = teardown;
  const standing = standingFor(teardown, now);
  if (!standing || run.seal?.seal !== step.seal) return [];
  const validUntil = Math.min(now.getTime() + VALID_HOURS * 36e5, Date.parse(standing.expiresAt));
  return [
    {
      type: "approved",
      binds: step.seal,
      goal: "release",
      lease: lease.name,
      verbs: step.verbs,
      person: standing.person,
      via: "standing",
      expiresAt: new Date(validUntil).toISOString()
    }
  ];
}

// src/approval/sentence.ts
async function approvalSentence(world, run, asked) {
  const lease = leaseOf(run, asked.lease);
  const now = world.clock.now();
  const usdPerHour = usdPerHourNow(run, now);
  return [
    actWords(lease, await fullPlan(world, lease, "zero")),
    safeWords(run, now),
    usdPerHour > 0 ? `Waiting costs ${formatUsd(usdPerHour)} an hour.` : "Waiting costs nothing."
  ].join(" ");
}
function actWords({ name, platform }, { steps, leftBilling }) {
  const box = `the box ${name} (${platform})`;
  const left = leftBilling.length > 0 ? `, but ${listOf(leftBilling.map(({ meter }) => meter))} still bills after it` : "";
  if (steps.length === 0) return `Approve: no program can end ${box}${left}.`;
  const isByHand = steps.some(({ surface }) => surface === "console");
  const destroyed = steps.some(({ destroys }) => destroys.length > 0);
  if (isByHand)
    return `Approve: you end ${box} by hand where it was rented${destroyed ? ", and all that is on it is gone" : ""}${left}.`;
  return `Approve: ${box} is ${destroyed ? "destroyed with all that is on it" : "given back"}${left}.`;
}
function safeWords(run, now) {
  if (!run.seal) return "Nothing of it is sealed.";
  const { verified, roster, level, place } = run.seal;
  const files = `${verified} of ${roster} files, verified at ${level},`;
  if (needsStoring(run, now))
    return `NOT safe yet: ${files} lie only on a disk that is thrown away with its machine.`;
  const [kept] = storedNow(run, now).reverse();
  const until = kept?.keptUntil === void 0 ? "" : ` until ${dayOf(kept.keptUntil)}`;
  return `${files} are safe in ${kept ? placeWords(kept.place) : place}${until}.`;
}
var placeWords = (place) => place.replace(/^artifact \S+ of /, "the artifact of ");
var dayOf = (at) => new Date(at).toLocaleDateString("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric"
});
var listOf = (words) => [...new Set(words)].join(" and ");

export {
  approvalLines,
  approvalWays,
  verbLine,
  approvalRequest,
  isPhrase,
  approveByPhrase,
  approveByStanding,
  approvalSentence
};
