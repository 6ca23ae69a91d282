import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  UNTIL_IT_RUNS,
  statusOfCommit,
  tellCommit
} from "./github-commit-status.shared.mjs";
import {
  workflowRunLink
} from "./report-links.shared.mjs";
import {
  faceOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
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
import "./host-proxied-fetch.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/told.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  await tellEnd({ settings, face: await faceOf(settings), signal });
  return 0;
}
async function step({ settings, face, signal, tell }) {
  tell({ told: await tellEnd({ settings, face, signal }) });
  return 0;
}
var WHY = {
  smoke: "its smoke did not pass",
  open: "its run could not be opened",
  gate: "nobody could be asked for an approval",
  standing: "no reviewer approved it",
  train: "its launch or its look failed"
};
var SAYS_MORE = "; the workflow run says more";
function endedAt(results) {
  const words = results.trim().split(/\s+/);
  for (const [job, why] of Object.entries(WHY)) {
    const at = words.indexOf(job);
    const result = at < 0 ? void 0 : words[at + 1];
    if (result === "failure" || result === "cancelled")
      return {
        state: job === "smoke" || job === "standing" ? "failure" : "error",
        description: `${why}${result === "cancelled" ? " (cancelled)" : ""}${SAYS_MORE}`
      };
  }
  const train = words[words.indexOf("train") + 1];
  return words.includes("train") && train === "skipped" ? { state: "error", description: `it was cancelled before it began${SAYS_MORE}` } : void 0;
}
async function tellEnd({ settings, face, signal }) {
  const commit = settings.value("head-commit")?.trim() ?? "";
  const github = openGitHub(settings.env, settings.clock, signal);
  const ended = endedAt(settings.value("results") ?? "");
  if (!/^[0-9a-f]{40}$/.test(commit) || !github)
    throw new Problem({
      code: "no-commit",
      kind: "usage",
      what: `${JSON.stringify(commit.slice(0, 60))} is no commit at GitHub that a status could be posted on.`,
      next: 'Give "commit" its whole id, and GH_TOKEN the token of the job.'
    });
  if (!ended) return "";
  const url = workflowRunLink(settings.env);
  const had = await statusOfCommit(github, commit, face);
  if (had && had.url === url && !isOursOrFirst(had.description)) return "";
  await tellCommit(github, commit, { ...ended, url }, face);
  return ended.state;
}
var isOursOrFirst = (description) => description === UNTIL_IT_RUNS || description.endsWith(SAYS_MORE);
export {
  command,
  endedAt,
  step
};
