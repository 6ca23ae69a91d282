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
  forErrands
} from "./job-keys-of-others.shared.mjs";
import {
  getExecOutput
} from "./github-runner.shared.mjs";

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

export {
  commitsBetween,
  isIn,
  git
};
