import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import {
  startingEvent
} from "./github-starting-event.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/github/dispatcher.ts
var MAY_WRITE = ["admin", "maintain", "write"];
async function dispatchingPerson(asking) {
  requireTyped(asking, asking.event ?? startingEvent(asking.env));
  const person = asking.env["GITHUB_TRIGGERING_ACTOR"] || asking.env["GITHUB_ACTOR"] || "";
  if (person === "") {
    throw refused(asking, "approver-unnamed", "The runner does not say who started this attempt.", {
      next: "Run the stage in GitHub Actions, or approve from a terminal."
    });
  }
  if (person.endsWith("[bot]")) throw noPerson(asking, person);
  const { permission, isPerson } = await permissionOf(asking, person);
  if (!isPerson) throw noPerson(asking, person);
  if (MAY_WRITE.includes(permission)) return person;
  throw refused(
    asking,
    "approver-may-not-write",
    `${person} has "${permission}" permission on ${repository(asking)}; a release needs write.`,
    { next: "Let a person with write access start the workflow with the phrase." }
  );
}
function requireTyped(asking, { name, payload }) {
  if (name !== "workflow_dispatch") {
    throw refused(
      asking,
      "approval-not-dispatched",
      `A phrase was given in a run started by "${name}"; only a workflow_dispatch has a person who types.`,
      { next: 'Start the workflow by hand ("Run workflow") and give the phrase as its input.' }
    );
  }
  const inputs = payload["inputs"];
  const typed = inputs !== null && typeof inputs === "object" ? Object.values(inputs) : [];
  if (typed.some((each) => typeof each === "string" && each.trim() === asking.phrase.trim())) return;
  throw refused(
    asking,
    "approval-not-typed",
    "The phrase is none of the inputs with which this workflow was started.",
    {
      next: `Pass the input on unchanged ("approve: \${{ inputs.approve }}") and type the phrase when starting the workflow.`
    }
  );
}
async function permissionOf(asking, username) {
  const github = openGitHub(asking.env, asking.clock, asking.signal);
  if (github === void 0) throw unreadable(asking, username, "there is no token here");
  try {
    const found = await github.permissionOf(username);
    if (found) return found;
  } catch (error) {
    if (error instanceof Problem && error.kind === "refused") throw unreadable(asking, username, error.what);
    throw unreachable(asking, username, error);
  }
  throw unknown(asking, username);
}
var repository = ({ env }) => env["GITHUB_REPOSITORY"] ?? "";
var refused = ({ costing }, code, what, { next }) => new Problem({ code, kind: "refused", what, next, costing });
var noPerson = (asking, login) => refused(asking, "approver-no-person", `${login} started this run and is not a person.`, {
  next: "A release is approved by a person: start the workflow by hand with the phrase."
});
var unknown = (asking, login) => refused(asking, "approver-unknown", `${login} is no collaborator of ${repository(asking)} (404).`, {
  next: "Let a person with write access start the workflow. A token of another repository gets the same answer."
});
var unreadable = (asking, login, why) => refused(
  asking,
  "permission-unreadable",
  `The permission of ${login} on ${repository(asking) || "the repository"} cannot be read: ${why}.`,
  {
    next: "Give the action this repository's own token (its default), with the job's permissions unchanged."
  }
);
var unreachable = ({ costing }, login, cause) => new Problem(
  {
    code: "github-unreachable",
    kind: "unreachable",
    what: `GitHub did not say what ${login} may do: ${whatOf(cause)} Nothing was released.`,
    next: "Re-run the job; the phrase stays valid as long as the seal does.",
    costing
  },
  { cause }
);
var whatOf = (cause) => cause instanceof Problem ? cause.what : `${cause instanceof Error ? cause.message : String(cause)}.`;
export {
  dispatchingPerson
};
