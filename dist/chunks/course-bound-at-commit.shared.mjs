import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  pullRequestComment,
  toldRun
} from "./report-compared-curves.shared.mjs";
import {
  bundleCode
} from "./launch-code-bundle.shared.mjs";
import {
  commitLink
} from "./report-links.shared.mjs";
import {
  readGitArchive
} from "./launch-conda-by-pip.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  checkoutOf,
  folderIn,
  topOf
} from "./github-checkout.shared.mjs";
import {
  isUnapproved
} from "./lease-endings.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  fold
} from "./lease-fold.shared.mjs";
import {
  endOf,
  jobOf,
  runState
} from "./lease-run.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";

// src/course/bound-at-commit.ts
import { isAbsolute, join } from "node:path";
async function folderOf(codeDir, { opened }) {
  const folder = opened?.folder;
  if (folder === void 0 || isAbsolute(folder) || folder.split(/[/\\]/).includes("..")) return codeDir;
  const top = await topOf(codeDir);
  return top === void 0 ? codeDir : join(top, folder);
}
async function boundAtCommit(world, toldDir, run) {
  const { commit = "", configHash = "" } = run.opened ?? {};
  const codeDir = await folderOf(toldDir, run);
  const job = jobOf(run);
  const code = await bundleCode(codeDir, { commit, storeDir: world.storeDir, bring: world.bringCommit });
  const file = job.requirements?.file;
  const requirements = readGitArchive(Buffer.from(code.tar)).find(({ path }) => path === file)?.content;
  return {
    job,
    code,
    requirements: requirements && Buffer.from(requirements).toString("utf8"),
    configHash,
    dir: codeDir
  };
}
async function isBoundElsewhere(here, { codeDir, jobName }, { opened }) {
  if (!opened || opened.dirty || !inWorkflow(here)) return false;
  if ((await checkoutOf(codeDir, opened.commit)).head !== opened.commit) return true;
  if (opened.folder !== void 0 && opened.folder !== await folderIn(codeDir)) return true;
  return jobName() !== opened.job;
}

// src/report/commit-status.ts
function statusOfRun(run, now) {
  const planned = run.opened?.budget.usd ?? 0;
  const cost = `${formatUsd(usdSoFar(run, now))} of at most ${formatUsd(planned)}`;
  const state = runState(run);
  if (state === "debt") return { state: "error", description: `something of it still bills; ${cost}` };
  if (run.halted)
    return { state: "error", description: `halted (${run.halted.code}), ${cost}: ${run.halted.what}` };
  if (state === "abandoned") return { state: "error", description: `given up; ${cost}` };
  if (run.seal) {
    const { verified, roster, level } = run.seal;
    const ends = [...run.cells.values()].map((cell) => endOf(run, cell));
    const isWhole = verified === roster && ends.every((end) => end === "finished");
    const verdict = ends.every((end) => end === "finished") ? "finished" : `cells: ${[...new Set(ends)].join(", ")}`;
    return {
      state: isWhole ? "success" : "failure",
      description: `${verdict}; ${verified} of ${roster} artifacts verified at ${level}; ${cost}`
    };
  }
  return {
    state: "pending",
    description: run.leases.length === 0 ? "approved; a box is looked for" : `training (${state}); ${cost}`
  };
}

// src/course/tell-change.ts
var hasEnded = (run) => run.seal !== void 0 || run.halted !== void 0 || run.closed !== void 0 || runState(run) === "debt";
async function tellChange(world, run, { env, redactor }) {
  const { opened } = run;
  const { github } = world;
  if (!opened?.change || !github || !hasEnded(run)) return;
  const { putComment } = await import("./github-pull-request-comment.mjs");
  const now = world.clock.now();
  try {
    const change = await github.pullRequest(opened.change.pullRequest);
    if (!change?.isOpen || change.headSha !== opened.commit) return;
    const other = run.seal && await newestOutside(world, opened.job);
    const commit = commitLink(env, opened.commit);
    const facts = {
      job: opened.job,
      commit: opened.commit,
      smoke: run.smoke === "missing" ? "unknown" : run.smoke,
      plan: null,
      runs: [toldRun(run, now, env)],
      base: other && toldRun(other, now, env),
      baseIs: "newest outside of pull requests",
      url: world.page ?? "",
      links: { ...commit && { commit } }
    };
    const markdown = pullRequestComment(redactor.deep(facts));
    const outcome = await putComment(github, opened.change.pullRequest, opened.job, markdown);
    world.face.line(
      typeof outcome === "string" ? `comment on pull request ${opened.change.pullRequest}: ${outcome}` : `No comment was written: ${outcome.notAllowed}`
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(
      `The comment on pull request ${opened.change.pullRequest} could not be written: ${error.what} The run is none the worse for it. Next: ${error.next}`
    );
  }
}
var MOST_READ = 10;
async function newestOutside({ ledger }, job) {
  const listed = (await ledger.list({ archived: true })).filter((each) => each.job === job && ["sealed", "parked", "releasing", "released"].includes(each.state)).sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, MOST_READ);
  for (const { run: id } of listed) {
    const run = fold(id, (await ledger.read(id)).events);
    if (run.seal && !run.opened?.change) return run;
  }
  return;
}

// src/course/workflow-run-of.ts
function workflowRunOf({ id, opened }) {
  const digits = opened && id.startsWith(`${opened.job}-`) ? id.slice(opened.job.length + 1) : "";
  return /^[1-9]\d{5,15}$/.test(digits) ? Number(digits) : void 0;
}

// src/course/tell-commit.ts
async function tellCommitOf(world, run, teller) {
  const { github, face, clock, page } = world;
  if (!run.opened?.change || !github || page === void 0 || world.signal.aborted) return;
  if (isUnapproved(run)) return tellNeverApproved(world, run);
  const { tellCommit } = await import("./github-commit-status.mjs");
  await tellCommit(github, run.opened.commit, { ...statusOfRun(run, clock.now()), url: page }, face);
  await tellChange(world, run, teller);
}
async function tellNeverApproved({ github, face }, run) {
  const asking = workflowRunOf(run);
  if (!run.opened || !github || asking === void 0 || runState(run) !== "abandoned") return;
  const { statusOfCommit, tellCommit } = await import("./github-commit-status.mjs");
  const had = await statusOfCommit(github, run.opened.commit, face);
  if (had?.state !== "pending" || !had.url?.endsWith(`/actions/runs/${asking}`)) return;
  const description = "nobody approved it, and nobody is asked any more; nothing was rented";
  await tellCommit(github, run.opened.commit, { state: "failure", description, url: had.url }, face);
}

export {
  boundAtCommit,
  isBoundElsewhere,
  workflowRunOf,
  tellCommitOf
};
