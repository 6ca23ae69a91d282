import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/github/pull-request-comment.ts
var MAX_CHARACTERS = 65e3;
var commentMarker = (job) => `<!-- gpu-lease:pull-request:${job.replace(/[^A-Za-z0-9_.-]/g, "-")} -->`;
async function writeComment(github, pullRequest, job, markdown) {
  const marker = commentMarker(job);
  const body = fitting(`${marker}
${markdown}`);
  const had = await github.commentMarked(pullRequest, marker);
  if (!had) {
    await github.createComment(pullRequest, body);
    return "created";
  }
  if (had.body.replaceAll("\r\n", "\n").trim() === body.trim()) return "unchanged";
  await github.updateComment(had.id, body);
  return "updated";
}
async function putComment(...what) {
  try {
    return await writeComment(...what);
  } catch (error) {
    if (error instanceof Problem && error.kind === "refused")
      return { notAllowed: `${error.what} ${error.next}` };
    throw error;
  }
}
function fitting(body) {
  if (body.length <= MAX_CHARACTERS) return body;
  const end = body.lastIndexOf("\n", MAX_CHARACTERS);
  return `${body.slice(0, end > 0 ? end : MAX_CHARACTERS)}

The rest did not fit; it is in the summary of the workflow run.
`;
}

export {
  commentMarker,
  writeComment,
  putComment
};
