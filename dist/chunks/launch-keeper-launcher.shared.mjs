import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  answersOf,
  callKeeper,
  unusableAnswer
} from "./box-keeper-call.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/launch/keeper-launcher.ts
function keeperLauncher(id) {
  return {
    id,
    async start(channel, dir, attempt, submission) {
      const result = await callKeeper(channel, dir, wordsOf(id, dir, attempt, submission));
      const answer = answersOf(result).at(-1)?.split(" ") ?? [];
      const [outcome, detail] = answer;
      if (result.exitCode === 0 && (outcome === "started" || outcome === "already")) {
        await submission?.begin();
        return { outcome, heartbeat: detail === "true" };
      }
      if (outcome === "busy") throw stillRunning(attempt, detail ?? "?");
      if (outcome === "no-plan") throw notInstalled(attempt, dir);
      throw unusableAnswer(`Starting attempt ${attempt} with ${id}`, result, dir);
    },
    async signal(channel, dir, graceSeconds) {
      const grace = String(Math.max(0, Math.ceil(graceSeconds)));
      const result = await callKeeper(channel, dir, ["signal", dir.base, grace], {
        timeoutSeconds: Number(grace) + 30
      });
      if (result.exitCode !== 0 || !answersOf(result).includes("signalled")) {
        throw unusableAnswer("Ending the run on the box", result, dir);
      }
    }
  };
}
function wordsOf(id, { base }, attempt, submission) {
  if (!submission) return ["start", base, String(attempt), id];
  return ["hand", base, String(attempt), submission.name, submission.earlier];
}
var stillRunning = (attempt, other) => new Problem({
  code: "still-running",
  kind: "refused",
  what: `Attempt ${other} of this run is still alive on the box; attempt ${attempt} would write the same files.`,
  next: "Wait for it (`gpu-lease watch`), or end it first."
});
var notInstalled = (attempt, dir) => new Problem({
  code: "not-installed",
  kind: "unfit",
  what: `Attempt ${attempt} was never laid down in ${dir.base}.`,
  next: "Run the same command again; it lays down what is missing."
});

// src/launch/kube-job.ts
var kubeJob = keeperLauncher("kube-job");

// src/launch/sbatch.ts
var sbatch = keeperLauncher("sbatch");

// src/launch/setsid.ts
var setsid = keeperLauncher("setsid");

// src/launch/tmux.ts
var tmux = keeperLauncher("tmux");

// src/launch/registry.ts
var launchers = Object.assign(/* @__PURE__ */ Object.create(null), {
  tmux,
  setsid,
  sbatch,
  "kube-job": kubeJob
});
function launcherFor(id) {
  const launcher = launchers[id];
  if (launcher) return launcher;
  throw new Problem({
    code: "no-launcher",
    kind: "usage",
    what: `There is no launcher ${JSON.stringify(id)} in this version.`,
    next: `Use one of: ${Object.keys(launchers).join(", ")}.`
  });
}

export {
  launcherFor
};
