import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/github/untrusted-event.ts
var WITHOUT_SECRETS = ["pull_request", "pull_request_review", "pull_request_review_comment"];
var BY_ANYBODY = {
  issues: "issue",
  issue_comment: "comment",
  discussion: "discussion",
  discussion_comment: "comment",
  pull_request_review_comment: "comment"
};
var MEMBERS = ["OWNER", "MEMBER", "COLLABORATOR"];
function refuseUntrusted(command, event) {
  if (command.trust === "anybody") return;
  const untrusted = untrustedOf(event);
  if (!untrusted || command.trust === "forks-without-secrets" && !untrusted.privileged) return;
  const secrets = untrusted.privileged ? " with the secrets of this repository" : "";
  throw new Problem({
    code: "untrusted-event",
    kind: "refused",
    what: `This workflow run was started by "${event.name}"${secrets}, and ${untrusted.because}; ${command.name || "a stage"} would do what a stranger wrote. Nothing was done.`,
    next: untrusted.privileged ? 'Run the smoke of such a change on "pull_request", which has no secrets, and start everything else by hand (workflow_dispatch) once it is merged or reviewed.' : "Only the smoke runs for forks. Start everything else by hand (workflow_dispatch) on a branch of this repository."
  });
}
var isTrusted = (event) => untrustedOf(event) === void 0;
var isForkPullRequest = (event) => event.name.startsWith("pull_request") && untrustedOf(event)?.privileged === false;
function untrustedOf({ name, payload, repository }) {
  const privileged = !WITHOUT_SECRETS.includes(name);
  if (name === "workflow_run")
    return foreign(repositoryOf(record(payload["workflow_run"])["head_repository"]), repository, true);
  const said = BY_ANYBODY[name];
  if (said !== void 0 && !MEMBERS.includes(String(record(payload[said])["author_association"])))
    return { because: "whoever wrote it is no member of this repository", privileged };
  if (name === "fork" || name === "watch") return { because: "everybody can cause one", privileged };
  if (!name.startsWith("pull_request")) return;
  const head = record(record(payload["pull_request"])["head"]);
  return foreign(repositoryOf(head["repo"]), repository, privileged);
}
function foreign(head, repository, privileged) {
  if (head !== "" && repository !== "" && head.toLowerCase() === repository.toLowerCase()) return;
  const from = head === "" ? "from a repository that is gone or unknown" : `from ${head.slice(0, 140)}`;
  return { because: `its code comes ${from}`, privileged };
}
var record = (value) => value !== null && typeof value === "object" ? value : {};
function repositoryOf(value) {
  const name = record(value)["full_name"];
  return typeof name === "string" ? name : "";
}

export {
  refuseUntrusted,
  isTrusted,
  isForkPullRequest
};
