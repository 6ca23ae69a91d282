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
  appendDecided
} from "./ledger-append.shared.mjs";
import {
  releaseMeaning
} from "./approval-meaning.shared.mjs";
import {
  plansOf
} from "./profile-deadlines.shared.mjs";
import {
  next
} from "./lease-next.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  askTurn,
  unaskedNext
} from "./lease-asking.shared.mjs";
import {
  leaseOf
} from "./lease-run.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/approval/ask.ts
var MOST_RUNS = 100;
var SKEW_SECONDS = 60;
async function askForApprovals(env, world, runs) {
  const waiting = await allWaiting(world, runs);
  if (waiting.length === 0) world.face.line("no release waits for an approval");
  const { github } = world;
  if (waiting.length > 0 && !github) throw unknownRepository(waiting);
  const asked = [];
  if (!github) return asked;
  const place = await placeOf(env, github);
  for (const each of waiting) asked.push(...await askOne(world, place, each));
  return asked;
}
async function hasUnasked(env, world, runs) {
  const waiting = await allWaiting(world, runs);
  const { github } = world;
  if (waiting.length === 0 || !github) return false;
  const place = await placeOf(env, github);
  for (const each of waiting) {
    const turn = askTurn(askingOf(each.run, each), await seenOf(place, each), world.clock.now());
    if (turn.do === "start" || turn.do === "note" && turn.asked.ended !== void 0) return true;
  }
  return false;
}
async function allWaiting(world, runs) {
  const waiting = [];
  for (const run of runs) waiting.push(...await waitingOf(world, run));
  return waiting;
}
var meaningOf = ({ step: { lease, seal }, staleFacts }) => releaseMeaning({ lease, seal, staleFacts });
async function placeOf(env, github) {
  const { file, ref, isOne } = await workflowFor("release", ownWorkflow(env), github);
  let listed;
  const newest = () => {
    listed ??= github.runsOf(file, MOST_RUNS);
    return listed;
  };
  return { github, file, ref, stage: isOne ? { stage: "release" } : {}, newest };
}
function askingOf(run, { step: { lease, seal } }) {
  const { asking } = leaseOf(run, lease);
  return asking?.seal === seal ? asking : void 0;
}
async function seenOf(place, waiting) {
  const { github } = place;
  const had = askingOf(waiting.run, waiting);
  if (had?.workflowRun !== void 0 && had.ended === void 0) {
    const known = await github.workflowRun(had.workflowRun);
    if (known) return seenAs(github, known);
    return { workflowRun: had.workflowRun, is: { endedBecause: "GitHub does not know it any more" } };
  }
  const since = had ? Date.parse(had.at) - SKEW_SECONDS * 1e3 : Number.NEGATIVE_INFINITY;
  const found = (await place.newest()).find(
    ({ id, title, createdAt }) => id !== had?.workflowRun && Date.parse(createdAt) >= since && meaningOf(waiting).title.every(({ holds }) => words(title).some(holds))
  );
  return found && seenAs(github, found);
}
async function seenAs(github, { id, status, conclusion }) {
  if (status !== "completed") return { workflowRun: id, is: "under-way" };
  if (conclusion === "success") return { workflowRun: id, is: "answered" };
  const reviews = await github.approvals(id);
  if (reviews.some(({ state }) => state === "rejected")) return { workflowRun: id, is: "answered" };
  const isApproved = reviews.some(({ state }) => state === "approved");
  const end = `it ended (${conclusion ?? "GitHub does not say how"})`;
  return {
    workflowRun: id,
    is: { endedBecause: isApproved ? `approved, ${end}` : `nobody answered, ${end}` }
  };
}
var MOST_TURNS = 4;
async function askOne(world, place, waiting) {
  const { step } = waiting;
  const { lease, seal } = step;
  let now = waiting;
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const seen = await seenOf(place, now);
    const turn = askTurn(askingOf(now.run, now), seen, world.clock.now());
    if (turn.do === "leave") return left(world, now, turn);
    if (turn.do === "start") {
      const started = await startOne(world, place, now, seen);
      if (started) return [started];
    } else await note(world, now, turn.asked);
    now = { ...now, run: fold(now.run.id, (await world.ledger.read(now.run.id)).events) };
    if (now.run.seal?.seal !== seal || now.run.closed) return [];
  }
  world.face.line(`others ask for the release of ${lease}, or look whether it was asked for`);
  return [];
}
async function startOne(world, { github, file, ref, stage }, waiting, seen) {
  const { run, step } = waiting;
  const { lease, seal } = step;
  const outcome = await appendDecided(world, run.id, (now) => {
    const turn = now.closed ? void 0 : askTurn(askingOf(now, waiting), seen, world.clock.now());
    return turn?.do === "start" ? [{ type: "asked", lease, seal, nth: turn.nth }] : [];
  });
  const [claimed] = outcome.outcome === "appended" ? outcome.events : [];
  if (claimed?.type !== "asked") return;
  const { nth } = claimed;
  const inputs = Object.fromEntries(meaningOf(waiting).inputs.map(({ name, says }) => [name, says]));
  const { workflowRun } = await github.dispatch(file, ref, { ...stage, run: run.id, ...inputs }).catch(async (error) => {
    if (error instanceof Problem && error.kind === "refused")
      await note(world, waiting, { nth, ended: `it could not be started: ${error.what}` });
    throw error;
  });
  if (workflowRun !== void 0) await note(world, waiting, { nth, workflowRun });
  world.face.line(`asked for the release of ${lease}, seal ${seal.slice(0, 8)}${inRun(workflowRun)}`);
  return { run: run.id, lease, seal, workflowRun, started: true };
}
async function note(world, { run, step: { lease, seal } }, asked) {
  await appendDecided(
    world,
    run.id,
    ({ closed, seal: now }) => closed || now?.seal !== seal ? [] : [{ type: "asked", lease, seal, ...asked }]
  );
  if (asked.ended !== void 0)
    world.face.warn(
      `The workflow run${inRun(asked.workflowRun).replace(":", ",")} in which the release of ${lease} was to be asked for is over: ${asked.ended}.`
    );
}
function left({ face }, waiting, turn) {
  const { run, step } = waiting;
  const { lease, seal } = step;
  const of = `the release of ${lease}, seal ${seal.slice(0, 8)}`;
  if (turn.to === "person") face.warn(`Nobody is asked any more for ${of}. Next: ${unaskedNext(run.id)}`);
  else if (turn.to === "later")
    face.line(`${of} is asked for once more a little later: ${askingOf(run, waiting)?.ended}`);
  else
    face.line(
      `was asked already for ${of}${inRun(turn.to === "workflow-run" ? turn.workflowRun : void 0)}`
    );
  return turn.to === "workflow-run" ? [{ run: run.id, lease, seal, workflowRun: turn.workflowRun, started: false }] : [];
}
var inRun = (workflowRun) => workflowRun === void 0 ? "" : `: workflow run ${workflowRun}`;
async function waitingOf(world, run) {
  const plans = await plansOf(world, run);
  return next(run, plans, world.clock.now()).flatMap((step) => {
    if (step.do !== "ask") return [];
    const staleFacts = plans(leaseOf(run, step.lease)).zero.some((verb) => verb.staleFacts === true);
    return [{ run, step, staleFacts }];
  });
}
var words = (title) => title.split(/\s+/);
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
