import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/github/commit-status.ts
var STATUS_CONTEXT = "gpu-lease / gpu";
var UNTIL_IT_RUNS = "its smoke runs; then it waits for a reviewer";
var MOST_CHARACTERS = 140;
async function postStatus(github, sha, told, face) {
  const description = fitting(told.description);
  const had = await github.statusOf(sha, STATUS_CONTEXT);
  if (had?.state === told.state && had.description === description) return;
  await github.postStatus(sha, { ...told, description, context: STATUS_CONTEXT });
  face.line(`status of ${sha.slice(0, 12)}: ${told.state}, ${description}`);
}
var tellCommit = (github, sha, told, face) => unlessRefused(sha, face, () => postStatus(github, sha, told, face));
var statusOfCommit = (github, sha, face) => unlessRefused(sha, face, () => github.statusOf(sha, STATUS_CONTEXT));
async function unlessRefused(sha, face, does) {
  try {
    return await does();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(
      `The status of commit ${sha.slice(0, 12)} could not be posted: ${error.what} The run is none the worse for it. Next: ${error.next}`
    );
    return;
  }
}
function fitting(text) {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS - 3)}...`;
}

export {
  STATUS_CONTEXT,
  UNTIL_IT_RUNS,
  postStatus,
  tellCommit,
  statusOfCommit
};
