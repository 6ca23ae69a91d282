import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  UNTIL_IT_RUNS,
  tellCommit
} from "./github-commit-status.shared.mjs";
import {
  readCaller,
  workflowFor,
  workflowPath
} from "./github-caller-workflow.shared.mjs";
import {
  markdownText
} from "./report-markdown-text.shared.mjs";
import {
  faceOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./report-visible-text.shared.mjs";
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import {
  startingEvent
} from "./github-starting-event.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/github/labelled.ts
var MAY_WRITE = ["admin", "maintain", "write"];
function readLabelled({ name, payload, repository }, wanted) {
  if (name !== "pull_request" || payload["action"] !== "labeled")
    return {
      ignored: "Only a label that is put on a pull request starts a run here (on: pull_request: types: [labeled])."
    };
  const pull = record(payload["pull_request"]);
  const head = record(pull["head"]);
  const label2 = text(record(payload["label"])["name"]);
  if (!isSame(label2, wanted))
    return { ignored: "Another label was put on the pull request; this one starts nothing." };
  const from = text(record(head["repo"])["full_name"]);
  if (from === "" || from.toLowerCase() !== repository.toLowerCase())
    return {
      ignored: "A change from a fork runs on no GPU of this repository: push it to a branch here first."
    };
  if (text(record(pull["user"])["login"]) === "dependabot[bot]")
    return { ignored: "A change of Dependabot runs on no GPU: push it to a branch of your own first." };
  const [number, headSha] = [Number(pull["number"]), text(head["sha"])];
  if (!Number.isSafeInteger(number) || number < 1 || !/^[0-9a-f]{40}$/.test(headSha))
    return { ignored: "The event names no pull request and commit." };
  return { labelled: { label: label2, pullRequest: number, headSha, by: text(record(payload["sender"])["login"]) } };
}
function labelRefusal({ label: label2, pullRequest, headSha, by }, now, person) {
  const again = "Look at the change as it is now, and put the label on once more.";
  if (!now?.isOpen)
    return {
      code: "not-open",
      what: `Pull request ${pullRequest} is not open.`,
      next: "Open it again, and label it then."
    };
  if (!now.labels.some((each) => isSame(each, label2)))
    return {
      code: "label-gone",
      what: `The label is not on pull request ${pullRequest} any more: what it asked for was begun, or somebody took it off.`,
      next: again
    };
  if (!person?.isPerson || !MAY_WRITE.includes(person.permission))
    return {
      code: "labeller-may-not-write",
      what: `${by === "" ? "Nobody whom the event names" : by} put the label on and may not write to this repository${person === void 0 ? "" : ` (${person.permission})`}; whoever may label is not asked whether money is spent.`,
      next: "Let a person with write access put the label on."
    };
  if (now.headSha !== headSha)
    return {
      code: "pushed-meanwhile",
      what: `Pull request ${pullRequest} was labelled at ${headSha.slice(0, 12)} and is at ${now.headSha.slice(0, 12)} now: nobody has said yes to that.`,
      next: again
    };
  return;
}
var isSame = (a, b) => a.toLowerCase() === b.toLowerCase();
var record = (value) => value !== null && typeof value === "object" ? value : {};
var text = (value) => typeof value === "string" ? value : "";

// src/cli/label.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const { said } = await label({ settings, face: await faceOf(settings), signal });
  process.stdout.write(`${said}
`);
  return 0;
}
async function step({ settings, face, signal, tell, summarize }) {
  const { workflowRun, said } = await label({ settings, face, signal });
  tell({ started: workflowRun === void 0 ? "" : String(workflowRun) });
  face.line(said);
  await summarize(`${markdownText(said)}
`);
  return 0;
}
async function label({ settings, face, signal }) {
  const { env, clock } = settings;
  const wanted = settings.value("label")?.trim() ?? "";
  const github = openGitHub(env, clock, signal);
  if (wanted === "" || !github) throw unusable(wanted);
  const read = readLabelled(startingEvent(env), wanted);
  if ("ignored" in read) return { workflowRun: void 0, said: read.ignored };
  const { labelled } = read;
  const { pullRequest, headSha, by } = labelled;
  const [now, person] = [
    await github.pullRequest(pullRequest),
    by === "" ? void 0 : await github.permissionOf(by)
  ];
  const refusal = labelRefusal(labelled, now, person);
  const wasOn = await github.takeLabelOff(pullRequest, labelled.label);
  if (refusal) throw new Problem({ ...refusal, kind: "refused" });
  if (!wasOn)
    throw new Problem({
      code: "label-gone",
      kind: "refused",
      what: `The label was taken off pull request ${pullRequest} at this very moment; nothing was started.`,
      next: "If nobody else has started it, put the label on once more."
    });
  const { workflowRun } = await startTraining(github, labelled, settings.value("standing")?.trim() || "L2");
  const page = workflowRun === void 0 ? void 0 : pageOf(env, workflowRun);
  const told = {
    state: "pending",
    description: UNTIL_IT_RUNS,
    url: page
  };
  await tellCommit(github, headSha, told, face);
  return {
    workflowRun,
    said: `Commit ${headSha.slice(0, 12)} of pull request ${pullRequest} is smoked and waits for a reviewer in ${page ?? "a workflow run of its own"}; the label is off again.`
  };
}
async function startTraining(github, { pullRequest, headSha }, standing) {
  const { file, ref, isOne } = await workflowFor("train", void 0, github);
  const inputs = readCaller(file, await github.file(workflowPath(file), ref) ?? "").dispatchInputs;
  if (!inputs.includes("commit") || !inputs.includes("pull"))
    throw new Problem({
      code: "train-file-old",
      kind: "refused",
      what: `${workflowPath(file)} on ${ref} has no inputs "commit" and "pull", so it cannot run a commit of a pull request. Nothing was started.`,
      next: 'Write it anew with "gpu-lease init --github --force", and put the label on once more.'
    });
  const stage = isOne ? { stage: "train" } : {};
  return github.dispatch(file, ref, { ...stage, standing, commit: headSha, pull: String(pullRequest) });
}
var pageOf = ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }, run) => `${server ?? "https://github.com"}/${repository}/actions/runs/${run}`;
var unusable = (wanted) => new Problem({
  code: "no-label",
  kind: "usage",
  what: wanted === "" ? "No label is named that starts a run." : "There is no repository at GitHub and no token for it here.",
  next: 'Give the action its input "label", in a workflow with "permissions: { pull-requests: write, actions: write }".'
});
export {
  command,
  step
};
