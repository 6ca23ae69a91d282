import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  GUARDED,
  OFFLINE
} from "./host-guarded-git.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  getExecOutput
} from "./github-runner.shared.mjs";
import {
  forErrands
} from "./job-keys-of-others.shared.mjs";

// src/github/commits.ts
var MAX_COMMITS = 250;
var COMMIT = /^[0-9a-f]{40,64}$/;
async function commitsBetween(dir, base, head) {
  if (!COMMIT.test(base) || !COMMIT.test(head)) return [head];
  const listed = await git(dir, "rev-list", `--max-count=${MAX_COMMITS}`, `${base}..${head}`);
  return listed === void 0 ? [head] : [.../* @__PURE__ */ new Set([head, ...listed.split("\n").filter((each) => each !== "")])];
}
async function isIn(dir, commit, tip) {
  if (commit === tip) return true;
  if (!COMMIT.test(commit) || !COMMIT.test(tip)) return false;
  return await git(dir, "merge-base", "--is-ancestor", commit, tip) !== void 0;
}
async function git(dir, ...args) {
  try {
    const env = { ...forErrands(ownEnvironment()), ...OFFLINE };
    const options = { silent: true, ignoreReturnCode: true, env };
    const { exitCode, stdout } = await getExecOutput("git", ["-C", dir, ...GUARDED, ...args], options);
    return exitCode === 0 ? stdout.trim() : void 0;
  } catch {
    return;
  }
}

// src/github/checkout.ts
async function checkoutOf(dir, commit) {
  const head = await git(dir, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (head === void 0) return { head, hasCommit: false, isShallow: false };
  const object = /^[0-9a-f]{40,64}$/.test(commit) ? `${commit}^{commit}` : "";
  const found = object === "" ? void 0 : await git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", object);
  return {
    head,
    hasCommit: found === commit,
    isShallow: await git(dir, "rev-parse", "--is-shallow-repository") === "true"
  };
}
async function folderIn(dir) {
  const prefix = await git(dir, "rev-parse", "--show-prefix");
  return prefix === void 0 ? void 0 : prefix.replace(/\/$/, "") || ".";
}
var topOf = (dir) => git(dir, "rev-parse", "--show-toplevel");
function checkoutWarning(run, commit, checkout, mayFetch) {
  const { head, hasCommit, isShallow } = checkout;
  if (head === commit || head !== void 0 && (hasCommit || mayFetch)) return;
  const bound = `run ${run} is bound to commit ${commit.slice(0, 12)}`;
  const why = head === void 0 ? `There is no checkout here, and ${bound}.` : `The checkout is at ${head.slice(0, 12)}, and ${bound}, which this ${isShallow ? "shallow " : ""}clone does not hold.`;
  return `${why} The run goes on, but a lost box could not be replaced from this job. Next: ${head === void 0 ? "add a step with actions/checkout before this one" : "give the step GH_TOKEN, the token of its job, by which the commit is fetched when it is needed"}.`;
}

export {
  commitsBetween,
  isIn,
  git,
  checkoutOf,
  folderIn,
  topOf,
  checkoutWarning
};
