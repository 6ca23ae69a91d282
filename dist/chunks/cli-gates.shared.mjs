import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  jobOf
} from "./approval-request.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  costing
} from "./lease-comes-back.shared.mjs";

// src/cli/gates.ts
var RULES = { selfReview: "allow", adminBypass: "forbid" };
var inWorkflow = ({ env }) => env["GITHUB_ACTIONS"] === "true";
var ownEnvironment = ({ value }) => value("environment")?.trim() || void 0;
function environmentOf(settings, run) {
  const own = ownEnvironment(settings);
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
async function gateOf(settings, world, run) {
  const name = environmentOf(settings, run);
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
async function thisRun({ env }) {
  if (env["GITHUB_ACTIONS"] !== "true") return;
  const { thisRunOf } = await import("./github-environment-approval.mjs");
  return thisRunOf(env);
}
async function personOfEnvironment(settings, world, run, gate, meaning) {
  const { approvedByEnvironment } = await import("./github-environment-approval.mjs");
  const here = await thisRun(settings);
  if (!here) throw noWorkflowRun(run);
  return approvedByEnvironment(gitHubOf(world, run), {
    environment: gate.name,
    rules: gate.rules,
    meaning,
    run: here,
    noted: settings.value("noted")?.trim() || void 0,
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

export {
  inWorkflow,
  ownEnvironment,
  rulesOf,
  gateOf,
  gitHubOf,
  thisRun,
  personOfEnvironment,
  noWorkflowRun,
  leaseMeant
};
