import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  approvalLines,
  approvalRequest,
  approvalSentence,
  approveByPhrase,
  isPhrase
} from "./approval-lines-for-approver.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  releaseMeaning
} from "./approval-meaning.shared.mjs";
import {
  approvalRefusals
} from "./lease-warrant.shared.mjs";
import {
  plansOf
} from "./profile-deadlines.shared.mjs";
import {
  next
} from "./lease-next.shared.mjs";
import {
  costing,
  jobOf,
  leaseOf
} from "./lease-run.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

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

// src/approval/approve-release.ts
async function approveRelease(asking) {
  const { world, run, asked, report } = asking;
  const lease = leaseOf(run, asked.lease);
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, "release", asked.seal, zero);
  world.face.settle();
  world.face.heading(`approval needed: release ${lease.name}`);
  for (const line of await approvalLines(world, run, asked)) world.face.line(line);
  world.face.line(await approvalSentence(world, run, asked));
  if (!inWorkflow(asking.given)) world.face.line(`report: ${report}`);
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
  return askAtTerminal(given, world, request.phrase);
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
var MOST_TRIES = 3;
async function askAtTerminal({ atTerminal, person }, { signal, face }, phrase) {
  for (let left = MOST_TRIES - 1; ; left -= 1) {
    const typed = await atTerminal(signal);
    if (typed === void 0) return;
    if (left === 0 || signal.aborted || isPhrase(typed, phrase)) return { typed, person, via: "phrase" };
    face.warn(
      `"${typed.trim().slice(0, 80)}" is not the phrase; ${left === 1 ? "one more try" : `${left} more tries`}
Type exactly: ${phrase}`
    );
  }
}

export {
  rulesOf,
  gateOf,
  gitHubOf,
  thisRun,
  personOfEnvironment,
  noWorkflowRun,
  leaseMeant,
  approveRelease,
  askMeant,
  unusableApprovals,
  environmentIsGate,
  givenPhrase,
  whoTyped,
  askAtTerminal
};
