import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ownWorkflow,
  workflowFor
} from "./github-caller-workflow.shared.mjs";
import {
  releaseMeaning
} from "./approval-meaning.shared.mjs";
import {
  plansOf
} from "./profile-deadlines.shared.mjs";
import {
  next
} from "./lease-endings.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  leaseOf
} from "./lease-run.shared.mjs";

// src/approval/ask.ts
var MOST_RUNS = 100;
async function askForApprovals(env, world, runs) {
  const waiting = await allWaiting(world, runs);
  if (waiting.length === 0) world.face.line("no release waits for an approval");
  const asked = waiting.length > 0 ? await askAll(env, world, waiting) : [];
  for (const each of asked) world.face.line(lineOf(each));
  return asked;
}
async function hasUnasked(env, world, runs) {
  const waiting = await allWaiting(world, runs);
  const { github } = world;
  if (waiting.length === 0 || !github) return false;
  const begun = await github.runsOf((await workflowFor("release", ownWorkflow(env), github)).file, MOST_RUNS);
  return waiting.some((each) => askedIn(begun, each) === void 0);
}
async function allWaiting(world, runs) {
  const waiting = [];
  for (const run of runs) waiting.push(...await waitingOf(world, run));
  return waiting;
}
var meaningOf = ({ step: { lease, seal }, staleFacts }) => releaseMeaning({ lease, seal, staleFacts });
var askedIn = (begun, waiting) => begun.find(({ title }) => meaningOf(waiting).title.every(({ holds }) => words(title).some(holds)));
async function waitingOf(world, run) {
  const plans = await plansOf(world, run);
  return next(run, plans, world.clock.now()).flatMap((step) => {
    if (step.do !== "ask") return [];
    const staleFacts = plans(leaseOf(run, step.lease)).zero.some((verb) => verb.staleFacts === true);
    return [{ run, step, staleFacts }];
  });
}
async function askAll(env, world, waiting) {
  const { github } = world;
  if (!github) throw unknownRepository(waiting);
  const { file, ref, isOne } = await workflowFor("release", ownWorkflow(env), github);
  const stage = isOne ? { stage: "release" } : {};
  const runs = await github.runsOf(file, MOST_RUNS);
  const asked = [];
  for (const each of waiting) {
    const { run, step } = each;
    const { lease, seal } = step;
    const earlier = askedIn(runs, each);
    const inputs = Object.fromEntries(meaningOf(each).inputs.map(({ name, says }) => [name, says]));
    const begun = earlier ?? await github.dispatch(file, ref, { ...stage, run: run.id, ...inputs });
    const workflowRun = "id" in begun ? begun.id : begun.workflowRun;
    asked.push({ run: run.id, lease, seal, workflowRun, started: earlier === void 0 });
  }
  return asked;
}
var words = (title) => title.split(/\s+/);
var lineOf = ({ lease, seal, workflowRun, started }) => `${started ? "asked" : "was asked already"} for the release of ${lease}, seal ${seal.slice(0, 8)}${workflowRun === void 0 ? "" : `: workflow run ${workflowRun}`}`;
var unknownRepository = (waiting) => new Problem({
  code: "github-unknown",
  kind: "usage",
  what: `${waiting.length} release${waiting.length === 1 ? " waits" : "s wait"} for an approval, and nothing says in which repository and with which token to ask for it.`,
  next: `Set GITHUB_REPOSITORY and GH_TOKEN (actions: write), or release from here: ${waiting.map(({ run }) => `gpu-lease release ${run.id}`).join("; ")}`
});

export {
  askForApprovals,
  hasUnasked
};
