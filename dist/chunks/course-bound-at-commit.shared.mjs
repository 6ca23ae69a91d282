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
  checkoutOf,
  folderIn,
  topOf
} from "./github-checkout.shared.mjs";
import {
  untoldOfChange
} from "./lease-change-news.shared.mjs";
import {
  commitLink
} from "./report-links.shared.mjs";
import {
  appendDecided
} from "./ledger-append.shared.mjs";
import {
  readGitArchive
} from "./launch-conda-by-pip.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  isUnapproved
} from "./lease-next.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  endOf,
  jobOf,
  runState
} from "./lease-run.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

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
async function tryToTell({ face }, what, { isSchedule = false }, does) {
  try {
    await does();
    return "told";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isRefused = error.kind === "refused";
    if (isRefused && !isSchedule) face.line(`${what} is left to the schedule's next look: ${error.what}`);
    else
      face.warn(
        `${what} could not be written: ${error.what} The run is none the worse for it. Next: ${error.next}`
      );
    return isRefused ? "refused" : "not-now";
  }
}
async function tellChange(world, run, teller) {
  const { opened } = run;
  const { github } = world;
  if (!opened?.change || !github || !hasEnded(run)) return "told";
  const { pullRequest } = opened.change;
  return tryToTell(world, `The comment on pull request ${pullRequest}`, teller, async () => {
    const change = await github.pullRequest(pullRequest);
    if (!change?.isOpen || change.headSha !== opened.commit) return;
    const { writeComment } = await import("./github-pull-request-comment.mjs");
    const markdown = pullRequestComment(teller.redactor.deep(await factsOf(world, run, opened, teller.env)));
    const outcome = await writeComment(github, pullRequest, opened.job, markdown);
    world.face.line(`comment on pull request ${pullRequest}: ${outcome}`);
  });
}
async function factsOf(world, run, { job, commit }, env) {
  const now = world.clock.now();
  const other = run.seal && await newestOutside(world, job);
  const link = commitLink(env, commit);
  return {
    job,
    commit,
    smoke: run.smoke === "missing" ? "unknown" : run.smoke,
    plan: null,
    runs: [toldRun(run, now, env)],
    base: other && toldRun(other, now, env),
    baseIs: "newest outside of pull requests",
    url: world.page ?? "",
    links: { ...link && { commit: link } }
  };
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
  const { github, clock, page } = world;
  const news = untoldOfChange(run, clock.now());
  if (news === void 0 || !github || page === void 0 || world.signal.aborted) return run;
  const told = await tellAll(world, run, teller);
  if (told.includes("not-now") || told.includes("refused") && !teller.isSchedule) return run;
  return noteTold(world, run, { of: news, ...told.includes("refused") && { refused: true } });
}
async function tellAll(world, run, teller) {
  const { github, face, clock, page } = world;
  const { commit } = run.opened ?? {};
  if (!github || commit === void 0) return [];
  const { postStatus } = await import("./github-commit-status.mjs");
  const status = isUnapproved(run) ? async () => neverApproved(world, run) : async () => ({ ...statusOfRun(run, clock.now()), url: page });
  const posted = await tryToTell(world, `The status of commit ${commit.slice(0, 12)}`, teller, async () => {
    const said = await status();
    if (said) await postStatus(github, commit, said, face);
  });
  return isUnapproved(run) ? [posted] : [posted, await tellChange(world, run, teller)];
}
async function neverApproved({ github }, run) {
  const asking = workflowRunOf(run);
  if (!run.opened || !github || asking === void 0 || runState(run) !== "abandoned") return;
  const { STATUS_CONTEXT } = await import("./github-commit-status.mjs");
  const had = await github.statusOf(run.opened.commit, STATUS_CONTEXT);
  if (had?.state !== "pending" || !had.url?.endsWith(`/actions/runs/${asking}`)) return;
  const description = "nobody approved it, and nobody is asked any more; nothing was rented";
  return { state: "failure", description, url: had.url };
}
async function noteTold(world, run, told) {
  const { ledger, face } = world;
  try {
    await appendDecided(
      world,
      run.id,
      ({ changeTold }, { archived }) => archived || changeTold === told.of ? [] : [{ type: "change-told", ...told }]
    );
    return fold(run.id, (await ledger.read(run.id)).events);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`That its commit was told of run ${run.id} could not be written down: ${error.what}`);
    return run;
  }
}

export {
  boundAtCommit,
  isBoundElsewhere,
  workflowRunOf,
  tellCommitOf
};
