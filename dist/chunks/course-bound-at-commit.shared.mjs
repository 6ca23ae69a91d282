import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  bundleCode
} from "./launch-code-bundle.shared.mjs";
import {
  readGitArchive
} from "./launch-conda-by-pip.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  checkoutOf
} from "./github-checkout.shared.mjs";
import {
  isUnapproved
} from "./lease-endings.shared.mjs";
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
async function boundAtCommit(world, codeDir, run) {
  const { commit = "", configHash = "" } = run.opened ?? {};
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
async function isAtOtherCommit(here, codeDir, run) {
  if (!run.opened || run.opened.dirty || !inWorkflow(here)) return false;
  return (await checkoutOf(codeDir, run.opened.commit)).head !== run.opened.commit;
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
  if (isUnapproved(run))
    return { state: "pending", description: `waits for a reviewer; ${formatUsd(planned)} at most` };
  return {
    state: "pending",
    description: run.leases.length === 0 ? "approved; a box is looked for" : `training (${state}); ${cost}`
  };
}

// src/course/tell-commit.ts
async function tellCommitOf(world, run) {
  const { github, face, clock, page } = world;
  if (!run.opened?.change || !github || page === void 0 || world.signal.aborted) return;
  const { tellCommit } = await import("./github-commit-status.mjs");
  await tellCommit(github, run.opened.commit, { ...statusOfRun(run, clock.now()), url: page }, face);
}

export {
  boundAtCommit,
  isAtOtherCommit,
  tellCommitOf
};
