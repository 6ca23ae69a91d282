import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  GitRemote,
  RemotePatience,
  Repository,
  systemGit
} from "./ledger-git-objects.shared.mjs";
import {
  firstLines
} from "./ledger-git-problems.shared.mjs";
import {
  workflowsRepository
} from "./cli-ledger-place.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/bringing.ts
import { join as join2 } from "node:path";

// src/launch/bring-commit.ts
import { join } from "node:path";
var COMMIT = /^[0-9a-f]{40,64}$/;
function commitBringer({ url, token, scratchDir }, { clock, random, endsAt }) {
  const objects = new Repository(systemGit(ownEnvironment()), join(scratchDir, "code.git"));
  let turn = Promise.resolve();
  async function bring(commit) {
    const patience = new RemotePatience(endsAt, clock);
    const remote = new GitRemote(objects, { url, token, holds: "the code" }, { clock, random }, patience);
    await remote.prepare();
    const here = await objects.run(["cat-file", "-e", `${commit}^{tree}`]);
    if (here.exitCode !== 0)
      await remote.read(fetchOf(remote.url, commit), (failed) => notFetched(remote.url, commit, failed));
    return join(objects.gitDir, "objects");
  }
  return (commit) => {
    if (!COMMIT.test(commit)) throw new RangeError(`${JSON.stringify(commit)} is no commit`);
    const done = turn.then(() => bring(commit));
    turn = done.catch(() => {
    });
    return done;
  };
}
var fetchOf = (url, commit) => [
  "fetch",
  "--depth=1",
  "--no-tags",
  "--no-progress",
  "--no-recurse-submodules",
  "--",
  url,
  commit
];
var NOT_THERE = /not our ref|unadvertised object|couldn't find remote ref/i;
var LEAVE = 'Give the job "permissions: { contents: read }" and its token to the step (GH_TOKEN), then run the same command again.';
var ANSWERS = {
  transport: {
    kind: "unreachable",
    next: "Run the same command again, or wait for the next look: it goes on from the ledger. This says nothing about the run itself."
  },
  login: { kind: "refused", next: LEAVE },
  permission: { kind: "refused", next: LEAVE },
  "no-repository": { kind: "refused", next: LEAVE },
  moved: {
    kind: "refused",
    next: "The token is sent to no other server than the one that gave it. Run the workflow where the repository is now."
  },
  "disk-full": { kind: "failed", next: "Free some space on this machine and run the same command again." }
};
function notFetched(url, commit, { fault, stderr }) {
  const { kind, next } = NOT_THERE.test(stderr) ? {
    kind: "failed",
    next: `Push a branch or a tag that holds ${commit.slice(0, 12)} again (it was deleted or rewritten), then run the same command; where nobody has the commit any more, end the run with "gpu-lease abandon".`
  } : ANSWERS[fault] ?? { kind: "failed", next: `Try "git fetch --depth 1 ${url} ${commit}" by hand.` };
  return new Problem({
    code: "commit-not-fetched",
    kind,
    what: `The run is bound to commit ${commit}, which this clone does not hold, and it could not be fetched from ${url}. Git says: ${firstLines(stderr)}`,
    next
  });
}

// src/cli/bringing.ts
function bringing({ env, stateDir, clock, endsAt }) {
  const own = workflowsRepository(env);
  if (!own) return {};
  const source = { ...own, scratchDir: join2(stateDir, "scratch", "code") };
  let bring;
  return {
    bringCommit: (commit) => {
      bring ??= commitBringer(source, { clock, random: Math.random, endsAt });
      return bring(commit);
    }
  };
}

export {
  bringing
};
