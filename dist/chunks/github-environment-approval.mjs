import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  approvalsBefore,
  bypassFault,
  countFaults,
  dispatchFaults,
  isByToken,
  isPerson,
  noteText,
  onlySelfFault,
  reviewerFault,
  reviewsOf,
  unknownSelfFault,
  unprotectedFault
} from "./github-environment-rules.shared.mjs";
import {
  startingEvent
} from "./github-starting-event.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/github/environment-approval.ts
function thisRunOf(env, event = startingEvent(env)) {
  const workflowRun = Number(env["GITHUB_RUN_ID"]);
  const attempt = Number(env["GITHUB_RUN_ATTEMPT"] ?? "1");
  if (!Number.isSafeInteger(workflowRun) || workflowRun <= 0 || !Number.isSafeInteger(attempt)) return;
  const inputs = event.payload["inputs"];
  const given = inputs !== null && typeof inputs === "object" ? inputs : {};
  return { workflowRun, attempt, eventName: event.name, inputs: given };
}
async function beforeApproval(github, ask) {
  const environment = await github.environment(ask.environment);
  const atGitHub = await runAtGitHub(github, ask.run);
  const faults = [
    ...await environmentFaults(github, ask, environment),
    ...dispatchFaults(ask.meaning, ask.run, atGitHub?.title),
    ...selfFaults(ask, await startersOf(github, ask, atGitHub), environment?.reviewers ?? [])
  ];
  refuse(faults, ask.costing);
  const approved = reviewsOf(await github.approvals(ask.run.workflowRun), ask.environment, "approved");
  return { noted: noteText(ask.run, approved.length), reviewers: environment?.reviewers ?? [] };
}
async function approvedByEnvironment(github, ask) {
  const environment = await github.environment(ask.environment);
  const atGitHub = await runAtGitHub(github, ask.run);
  const before = approvalsBefore(ask.run, ask.noted);
  const reviews = await github.approvals(ask.run.workflowRun);
  const counted = typeof before === "number" ? before : Number.POSITIVE_INFINITY;
  refuse(
    [
      ...await environmentFaults(github, ask, environment),
      ...dispatchFaults(ask.meaning, ask.run, atGitHub?.title),
      ...typeof before === "number" ? countFaults(ask.run, ask.environment, reviews, before) : [before]
    ],
    ask.costing
  );
  const starters = await startersOf(github, ask, atGitHub);
  return acceptable(github, ask, { reviews, before: counted, starters });
}
var selfFaults = ({ rules }, starters, reviewers) => rules.selfReview === "allow" ? [] : [unknownSelfFault(starters), onlySelfFault(reviewers, starters)].filter((each) => each !== void 0);
async function startersOf(github, { rules, launchedBy }, atGitHub) {
  const { actor = "", triggeringActor = "" } = atGitHub ?? {};
  if (rules.selfReview === "allow" || !isByToken({ actor, triggeringActor }))
    return { actor, triggeringActor, launchers: void 0 };
  const id = /^github:(\d+)\.\d+$/.exec(launchedBy ?? "")?.[1];
  const launch = id === void 0 ? void 0 : await github.workflowRun(Number(id));
  const persons = launch ? [launch.actor, launch.triggeringActor].filter(isPerson) : [];
  return { actor, triggeringActor, launchers: persons.length > 0 ? persons : void 0 };
}
async function environmentFaults(github, { environment: name, rules }, environment) {
  const unprotected = unprotectedFault(name, environment);
  if (unprotected || !environment) return unprotected ? [unprotected] : [];
  return [bypassFault(environment, rules), await absentFault(github, environment)].filter(
    (each) => each !== void 0
  );
}
async function absentFault(github, { name, reviewers }) {
  for (const reviewer of reviewers) {
    if (reviewer.startsWith("team:")) return;
    const known = await github.permissionOf(reviewer);
    if (known && known.permission !== "none") return;
  }
  return {
    code: "reviewers-absent",
    what: `None of the reviewers of the environment "${name}" (${reviewers.join(", ")}) has access to this repository any more.`,
    next: "Name reviewers with read access (Settings > Environments)."
  };
}
var runAtGitHub = (github, { workflowRun }) => github.workflowRun(workflowRun);
async function acceptable(github, { environment, rules, run, costing }, { reviews, before, starters }) {
  const approved = reviewsOf(reviews, environment, "approved");
  const faults = [];
  const persons = [];
  for (const { login } of approved) {
    const known = login === "" ? void 0 : await github.permissionOf(login);
    const fault = reviewerFault(login, known, rules, starters);
    if (fault) faults.push(fault);
    else persons.push(login);
  }
  if (persons.length > before) return [...new Set(persons)].join(", ");
  refuse(faults, costing);
  throw new Error(
    `workflow run ${run.workflowRun}: ${approved.length} approvals, ${before} before, no fault`
  );
}
function refuse(faults, costing) {
  const [first, ...rest] = faults.map(
    ({ code, what, next }) => new Problem({ code, kind: "refused", what, next, costing })
  );
  if (first && rest.length > 0) throw new Problems([first, ...rest]);
  if (first) throw first;
}
export {
  approvedByEnvironment,
  beforeApproval,
  thisRunOf
};
