import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  endStage,
  givenWord,
  putAway
} from "./approval-ended-by-hand.shared.mjs";
import {
  advance,
  driveOf,
  giveUpIntent,
  lookForLate,
  newStage
} from "./box-dead-man.shared.mjs";
import {
  Keeping,
  LogKeeping,
  endWork,
  salvage
} from "./cli-refuse-strangers.shared.mjs";
import {
  givingUp
} from "./lease-giving-up.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  appendDecision
} from "./ledger-append.shared.mjs";
import {
  askAtTerminal,
  environmentIsGate,
  gateOf,
  givenPhrase,
  personOfEnvironment
} from "./approval-approve-release.shared.mjs";
import {
  approvalRequest,
  approveByPhrase,
  verbLine
} from "./approval-lines-for-approver.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  abandonMeaning
} from "./approval-meaning.shared.mjs";
import {
  lossesDigest
} from "./lease-warrant.shared.mjs";
import {
  fullPlan,
  plansOf
} from "./profile-deadlines.shared.mjs";
import {
  takes
} from "./lease-next.shared.mjs";
import {
  stepsToClose
} from "./lease-endings.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  costing,
  jobOf,
  openMeters
} from "./lease-run.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/approval/approve-loss.ts
async function approveLoss(asking, lease, losses) {
  const { world, run } = asking;
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, "abandon", lossesDigest(run.id, losses), zero);
  world.face.settle();
  world.face.heading(`abandon ${lease.name}: ${request.verbs.join(", ")}`);
  const { steps, warnings } = await fullPlan(world, lease, "zero");
  for (const step of steps) world.face.line(verbLine(step, world.clock.now()));
  for (const warning of warnings) world.face.line(`warning: ${warning}`);
  for (const line of losses) world.face.line(line);
  const answer = await wordFor(asking, lease, request);
  return answer && approveByPhrase(run, request, answer, world.clock.now());
}
async function wordFor(asking, lease, request) {
  const { world, given } = asking;
  if (given.phrase === void 0 && !inWorkflow(given) && losesNothing(lease)) {
    world.face.line("it costs nothing, so no phrase is asked for");
    return { typed: request.phrase, person: given.person, via: "phrase" };
  }
  world.face.line(`to give this up, type: ${request.phrase}`);
  return answerTo(asking, request);
}
var losesNothing = (lease) => lease.intent.attach !== void 0 && lease.started === void 0 && openMeters(lease).every(({ usdPerHour }) => usdPerHour === 0);
async function answerTo({ world, given, run }, request) {
  if (inWorkflow(given)) {
    const gate = await gateOf(given, world, run);
    if (gate.kind === "environment") {
      if (given.environment === void 0) throw environmentIsGate(run, gate.name, "abandon");
      const meaning = abandonMeaning({ lease: request.lease, losses: request.binds });
      const person = await personOfEnvironment({ given, world, run }, gate, meaning);
      return { typed: request.phrase, person, via: "environment" };
    }
  }
  return await givenPhrase(given, world, run) ?? await askAtTerminal(given, world, request.phrase);
}

// src/release/losses.ts
function lossesOf(run, job) {
  const onBox = run.leases.some((lease) => lease.started && !lease.boxGone);
  if (!onBox) return ["nothing: no work was started on the box", ...[...run.cells.values()].flatMap(safe)];
  return [...run.cells.values()].flatMap((cell) => {
    const lost = job.artifacts.filter((rule) => !isWholeHere(cell, rule));
    return [
      `${cell.name}: ${inAWord(cell, lost)}`,
      ...lost.map((rule) => `${cell.name}: lost on the box: newest ${rule.path} (${rule.role})`),
      ...safe(cell)
    ];
  });
}
function inAWord({ verifiedStep }, lost) {
  if (lost.length === 0) return "nothing that the job names as an artifact";
  if (lost.every(({ role }) => BESIDE_THE_WORK.includes(role))) return "none of its work, only what follows";
  return verifiedStep === void 0 ? "all of its work" : `all work after step ${verifiedStep}`;
}
var BESIDE_THE_WORK = ["metrics", "config", "log"];
function isWholeHere(cell, { path, min }) {
  if (!cell.ended) return false;
  const matches = compileGlob(path);
  const here = [...cell.kept.keys()].filter(matches);
  return here.length >= Math.max(1, min) && here.every((file) => cell.keptAtEnd.has(file));
}
var safe = (cell) => [...cell.kept.values()].map(
  (file) => `${cell.name}: safe: ${file.path} (${file.bytes} bytes, ${file.sha256.slice(0, 12)})`
);

// src/course/give-up.ts
var STOP_GRACE_SECONDS = 10;
async function giveUp(order, id) {
  const { here, world, given } = order;
  const run = await readRun(world.ledger, id);
  refuseWhenNeedless(run);
  const found = givingUp(run, here.clock.now());
  for (const lease of found.unrented) await appendDecision(world, id, await giveUpIntent(world, lease));
  if (given.phrase === void 0) for (const lease of found.held) await save(world, run, lease);
  const now = await readRun(world.ledger, id);
  const { held, lapsed } = givingUp(now, here.clock.now());
  const losses = held.length > 0 ? lossesOf(now, jobOf(now)) : [];
  for (const lease of held) {
    const approved = await approveLoss({ world, given, run: now }, lease, losses);
    if (!approved) return waiting(world, now, lease);
    await save(world, now, lease);
    await endAttached(world, lease);
    await appendDecision(world, id, [approved, { type: "abandoned", lease: lease.name, lost: losses }]);
  }
  for (const lease of lapsed) {
    const approved = await approveLoss({ world, given, run: now }, lease, lease.lost);
    if (!approved) return waiting(world, now, lease);
    await endAttached(world, lease);
    await appendDecision(world, id, [approved]);
  }
  return giveBack(order, now);
}
async function save(world, run, lease) {
  const kept = await salvage(
    { keeping: new Keeping(), logs: new LogKeeping() },
    { world, run, lease, job: jobOf(run) }
  );
  if (kept.length > 0) await appendDecision(world, run.id, kept);
}
async function endAttached(world, lease) {
  if (lease.intent.attach !== void 0) await endWork(world, lease, STOP_GRACE_SECONDS);
}
function refuseWhenNeedless(run) {
  if (!run.closed && !run.seal) return;
  throw new Problem({
    code: run.closed ? "closed" : "sealed",
    kind: "usage",
    what: run.closed ? `Run ${run.id} is closed; there is nothing to give up.` : `Run ${run.id} is sealed: nothing need be lost.`,
    next: run.closed ? 'See "gpu-lease status --archived".' : `Release it with its approval: "gpu-lease release ${run.id}".`
  });
}
function waiting(world, run, lease) {
  const costs = costing(run);
  const meanwhile = costs.length > 0 ? `what goes on costing: ${costs.join("; ")}` : "it costs nothing";
  world.face.line(`nothing was given up; ${lease.name} of run ${run.id} is held, and ${meanwhile}`);
  return EXIT.refused;
}
async function giveBack({ here, world, given, print }, run) {
  const never = () => Promise.reject(new Error("an abandoned run starts nothing"));
  const word = givenWord(given, world, run);
  const stage = newStage(world, { bound: never, smoke: never, word, boundSeconds: here.boundSeconds });
  const drive = driveOf(stage, (step) => takes("abandon", step), { endsAt: here.endsAt });
  for (; ; ) {
    const stand = await advance(drive, run.id);
    const ending = await endingOf(world, stand.run);
    if (ending.length === 0) {
      const code = await endStage({ name: "abandon", here, stage, stand, print });
      await putAway(world, stand.run);
      return code;
    }
    await appendDecision(world, run.id, ending);
  }
}
async function endingOf(world, run) {
  if (world.signal.aborted) return [];
  for (const step of stepsToClose(run, world.clock.now())) {
    if (step.do === "drop-kept") continue;
    if (step.do === "close") return [{ type: "closed", usd: usdSoFar(run, world.clock.now()) }];
    const late = await lookForLate(world, run, new Date(step.until)).catch((error) => {
      if (world.signal.aborted) return void 0;
      throw error;
    });
    if (!late || late.length > 0) return late ?? [];
  }
  return [];
}

export {
  giveUp,
  endingOf
};
