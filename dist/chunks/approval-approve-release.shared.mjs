import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  approvalRefusals,
  approvalRequest,
  approveByPhrase
} from "./approval-request.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  releaseMeaning
} from "./approval-meaning.shared.mjs";
import {
  fullPlan,
  plansOf
} from "./profile-deadlines.shared.mjs";
import {
  ageInMonths
} from "./profile-staleness.shared.mjs";
import {
  next
} from "./lease-endings.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  needsStoring,
  storedNow
} from "./lease-breaker.shared.mjs";
import {
  standingGaps
} from "./lease-asking.shared.mjs";
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
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";

// src/approval/gate.ts
var RULES = { selfReview: "allow", adminBypass: "forbid" };
function environmentOf({ environment: own }, run) {
  const named = jobOf(run).approval?.environment;
  if (own === void 0 || named === void 0 || own.toLowerCase() === named.toLowerCase())
    return named ?? own;
  throw new Problem({
    code: "environment-differs",
    kind: "refused",
    what: `The job of run ${run.id} names the environment "${named}" for its approval; this step was told "${own}".`,
    next: `Let the workflow's job wait in "${named}", or start a run of a job file that names "${own}".`,
    costing: costing(run)
  });
}
var rulesOf = (run) => jobOf(run).approval ?? RULES;
async function gateOf(given, world, run) {
  const name = environmentOf(given, run);
  if (name === void 0) return { kind: "phrase", because: void 0 };
  const { unprotectedFault } = await import("./github-environment-rules.mjs");
  const environment = await gitHubOf(world, run).environment(name);
  const because = unprotectedFault(name, environment);
  if (because || !environment) return { kind: "phrase", because };
  return { kind: "environment", name, reviewers: environment.reviewers, rules: rulesOf(run) };
}
function gitHubOf({ github }, run) {
  if (github) return github;
  throw new Problem({
    code: "github-unknown",
    kind: "refused",
    what: "Whether the environment protects anything cannot be asked: there is no token or no GITHUB_REPOSITORY here.",
    next: `Give the action the repository's own token (its default), with "permissions: actions: read".`,
    costing: costing(run)
  });
}
async function thisRun(given) {
  if (!inWorkflow(given)) return;
  const { thisRunOf } = await import("./github-environment-approval.mjs");
  return thisRunOf(given.env);
}
async function personOfEnvironment({ given, world, run }, gate, meaning) {
  const { approvedByEnvironment } = await import("./github-environment-approval.mjs");
  const here = await thisRun(given);
  if (!here) throw noWorkflowRun(run);
  return approvedByEnvironment(gitHubOf(world, run), {
    environment: gate.name,
    rules: gate.rules,
    meaning,
    run: here,
    launchedBy: run.opened?.by,
    noted: given.noted,
    costing: costing(run)
  });
}
var noWorkflowRun = (run) => new Problem({
  code: "no-workflow-run",
  kind: "refused",
  what: "The runner does not say which workflow run this is (GITHUB_RUN_ID).",
  next: "An environment approves a workflow run; from a terminal a release is approved by its phrase.",
  costing: costing(run)
});
function leaseMeant(candidates, here, typed) {
  const given = here?.inputs["lease"];
  const names = [typeof given === "string" ? given.trim() : "", (typed ?? "").trim().split(/\s+/)[0] ?? ""];
  return candidates.find(({ lease }) => names.includes(lease)) ?? candidates[0];
}

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

// src/approval/approve-release.ts
async function approveRelease(asking) {
  const { world, run, asked } = asking;
  const lease = leaseOf(run, asked.lease);
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, "release", asked.seal, zero);
  world.face.heading(`approval needed: release ${lease.name}`);
  for (const line of await approvalLines(world, run, asked)) world.face.line(line);
  world.face.line(await approvalSentence(world, run, asked));
  world.face.line(`to approve, type: ${request.phrase}`);
  const answer = await answerOf(asking, request, zero);
  if (!answer) return;
  const approved = approveByPhrase(run, request, answer, world.clock.now());
  world.face.line(`approved by ${answer.person} (${answer.via})`);
  return approved;
}
async function askMeant(world, given, run) {
  const steps = next(run, await plansOf(world, run), world.clock.now());
  const asks = steps.flatMap((step) => step.do === "ask" ? [step] : []);
  return leaseMeant(asks, await thisRun(given), given.phrase);
}
async function unusableApprovals(world, run, asked) {
  const lease = leaseOf(run, asked.lease);
  const plan = (await plansOf(world, run))(lease).zero;
  const refusals = approvalRefusals({ run, lease, plan }, asked.seal, world.clock.now());
  return refusals.filter(({ code }) => code !== "not-approved");
}
async function answerOf(asking, request, plan) {
  const { given, world, run, source } = asking;
  if (!source && inWorkflow(given)) return answerOfGate(asking, request, plan);
  const typed = await givenPhrase(given, world, run);
  if (typed) return typed;
  if (source) return source(request, world);
  return askAtTerminal(given, world);
}
async function answerOfGate({ given, world, run, asked }, request, plan) {
  const gate = await gateOf(given, world, run);
  const isGated = given.environment !== void 0;
  const hasPhrase = given.phrase !== void 0;
  if (gate.kind === "environment") {
    if (isGated) {
      const staleFacts = plan.some((each) => each.staleFacts);
      const meaning = releaseMeaning({ lease: asked.lease, seal: asked.seal, staleFacts });
      const person = await personOfEnvironment({ given, world, run }, gate, meaning);
      return { typed: request.phrase, person, via: "environment" };
    }
    if (hasPhrase) throw environmentIsGate(run, gate.name);
    return;
  }
  if (hasPhrase) {
    if (gate.because) world.face.warn(`${gate.because.what} So the typed phrase is the gate.`);
    return givenPhrase(given, world, run);
  }
  if (!isGated || !gate.because) return;
  const { code, what, next: next2 } = gate.because;
  throw new Problem({
    code,
    kind: "refused",
    what,
    next: `${next2} Or start the workflow with the phrase "${request.phrase}".`,
    costing: costing(run)
  });
}
var environmentIsGate = (run, environment, goal = "release") => new Problem({
  code: "environment-is-the-gate",
  kind: "refused",
  what: `The job of run ${run.id} is ${goal === "release" ? "released" : "given up"} in a workflow by the reviewers of the environment "${environment}", which a typed phrase does not pass by.`,
  next: `Start the workflow of the ${goal}, whose job waits in "${environment}", and have it approved there.`,
  costing: costing(run)
});
async function givenPhrase(given, world, run) {
  const { phrase: typed } = given;
  return typed === void 0 ? void 0 : { typed, person: await whoTyped(given, world, run, typed), via: "phrase" };
}
async function whoTyped(given, world, run, typed) {
  if (!inWorkflow(given)) return given.person;
  const { dispatchingPerson } = await import("./github-dispatcher.mjs");
  const { clock, signal } = world;
  return dispatchingPerson({
    phrase: typed,
    env: given.env,
    clock,
    signal,
    costing: costing(run)
  });
}
async function askAtTerminal({ atTerminal, person }, { signal }) {
  const typed = await atTerminal(signal);
  return typed === void 0 ? void 0 : { typed, person, via: "phrase" };
}

export {
  rulesOf,
  gateOf,
  gitHubOf,
  thisRun,
  personOfEnvironment,
  noWorkflowRun,
  leaseMeant,
  approvalLines,
  approvalWays,
  verbLine,
  approvalSentence,
  approveRelease,
  askMeant,
  unusableApprovals,
  environmentIsGate,
  givenPhrase,
  whoTyped,
  askAtTerminal
};
