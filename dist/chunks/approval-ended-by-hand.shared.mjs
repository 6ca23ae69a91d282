import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  approvalOf,
  isByHand
} from "./box-dead-man.shared.mjs";
import {
  wasGivenUp
} from "./lease-giving-up.shared.mjs";
import {
  reportRun
} from "./lease-phases.shared.mjs";
import {
  untoldOfChange
} from "./lease-change-news.shared.mjs";
import {
  linksOf
} from "./report-links.shared.mjs";
import {
  environmentIsGate,
  gateOf,
  personOfEnvironment,
  whoTyped
} from "./approval-approve-release.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  releaseMeaning
} from "./approval-meaning.shared.mjs";
import {
  plansOf
} from "./profile-deadlines.shared.mjs";
import {
  approverOf
} from "./lease-endings.shared.mjs";
import {
  runJson
} from "./report-run-table.shared.mjs";
import {
  debtLines
} from "./report-debt-lines.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  attentionOf
} from "./lease-asking.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  costing,
  openMeters,
  runState
} from "./lease-run.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/approval/ended-by-hand.ts
function givenWord(given, world, run) {
  const { ended: typed } = given;
  if (typed === void 0) return async () => void 0;
  const waiting = run.leases.filter((lease) => isByHand(lease) && openMeters(lease).length > 0);
  if (!waiting.some((lease) => lease.name === typed)) throw notByHand(run, typed, waiting);
  let isSaid = false;
  return async (lease) => {
    if (isSaid || lease.name !== typed) return void 0;
    if (inWorkflow(given) && !await isApproved(world, run, lease))
      await requireReviewers(given, world, run, lease);
    isSaid = true;
    return whoTyped(given, world, run, typed);
  };
}
async function isApproved(world, run, lease) {
  if (wasGivenUp(lease)) return true;
  const { zero } = (await plansOf(world, run))(lease);
  return approverOf({ run, lease, plan: zero }, world.clock.now()) !== void 0;
}
async function requireReviewers(given, world, run, lease) {
  const gate = await gateOf(given, world, run);
  if (gate.kind !== "environment") return;
  const { seal } = run.seal ?? {};
  if (given.environment === void 0 || seal === void 0) throw environmentIsGate(run, gate.name);
  const { zero } = (await plansOf(world, run))(lease);
  const staleFacts = zero.some((verb) => verb.staleFacts === true);
  await personOfEnvironment(
    { given, world, run },
    gate,
    releaseMeaning({ lease: lease.name, seal, staleFacts })
  );
}
function notByHand(run, typed, waiting) {
  const names = waiting.map((lease) => `--stopped "${lease.name}"`).join(" or ");
  return new Problem({
    code: "not-by-hand",
    kind: "usage",
    what: `"${typed.slice(0, 80)}" is no lease of run ${run.id} that waits for somebody to end its box.`,
    next: names === "" ? "Leave --stopped out: nothing of this run has to be ended by hand." : `Give the lease's name: ${names}.`
  });
}

// src/course/end.ts
async function endStage(ending) {
  const { here, stage, stand, print, firstSight } = ending;
  const { world } = stage;
  const { run, events } = stand;
  const now = world.clock.now();
  world.face.settle();
  const approval = await approvalOf(world, stand);
  const { storeDir, face } = world;
  const { env, redactor } = here;
  const links = linksOf(env, run);
  const reported = reportRun({ run, events, now, storeDir, face, approval, links, redactor });
  if (inWorkflow(here)) await publish(ending, reported, now);
  print?.(jsonLine({ ...runJson(run, now), ...firstSight && { firstSight } }));
  sayStand(ending, now);
  if (!inWorkflow(here)) world.face.line(`report: ${reported.page}`);
  sayWaiting(world, stand, approval?.phrase);
  if (!world.signal.aborted) return exitOf(stand);
  const paid = costing(stand.run);
  world.face.line(
    `interrupted; nothing was torn down. The same command goes on from here with ${stand.run.id}${paid.length > 0 ? `; meanwhile it costs: ${paid.join("; ")}` : ""}.`
  );
  return EXIT.interrupted;
}
async function publish({ stage, stand: { run }, outputs, isFollowed }, { card, line }, now) {
  const { publishOutputs, publishSummary, publishUpload, setOutputs } = await import("./github-publish.mjs");
  const { seal, ...facts } = runJson(run, now);
  publishOutputs({ ...facts, seal: seal ?? "", verdict: verdictOf(stage, run) });
  if (outputs) setOutputs(outputs);
  const { wish } = stage.uploading;
  if (wish) publishUpload(wish);
  if (wish?.of === "sealed") return;
  await publishSummary(isFollowed ? line : card);
}
function sayStand({ name, stage, stand: { run } }, now) {
  const { face } = stage.world;
  face.heading(`${name}: ${run.id} is ${runState(run)}, ${formatUsd(usdSoFar(run, now))}`);
  for (const line of endLines(run, now)) face.line(line);
  for (const { what, next } of attentionOf(run, now)) face.warn(`${what}
Next: ${next}`);
  if (run.halted && !run.closed) face.warn(`halted: ${run.halted.what}
Next: ${run.halted.next}`);
  for (const line of costing(run)) face.line(`still costing: ${line}`);
  for (const line of debtLines(run)) face.warn(line);
}
function sayWaiting({ face }, { run, waitingFor }, phrase) {
  if (waitingFor?.do === "store") {
    face.line(
      `waits for a store: what is sealed as ${waitingFor.seal.slice(0, 8)} lies only on a disk that is thrown away; nothing is released before "gpu-lease collect ${run.id}" has stored it`
    );
  }
  if (phrase !== void 0)
    face.line(`waits for an approval: gpu-lease release ${run.id} --approve "${phrase}"`);
}
function endLines(run, now) {
  const { resumedAtStep, boxes, metersRunning } = runJson(run, now);
  const parts = [
    ...run.seal ? [`verified ${run.seal.verified}/${run.seal.roster}`] : [],
    ...boxes > 0 ? [`${boxes} box${boxes === 1 ? "" : "es"}`] : [],
    ...resumedAtStep !== null ? [`resumed at step ${resumedAtStep}`] : [],
    ...boxes > 0 ? [`${metersRunning} meter${metersRunning === 1 ? "" : "s"} running`] : []
  ];
  return parts.length > 0 ? [parts.join(", ")] : [];
}
function verdictOf(stage, run) {
  const { verdict } = stage.watching;
  if (verdict !== void 0) return typeof verdict === "object" ? "unknown" : verdict;
  const cells = [...run.cells.values()];
  if (cells.some((cell) => cell.ended?.verdict === "dead")) return "dead";
  if (cells.length > 0 && cells.every((cell) => cell.ended)) return "finished";
  return run.leases.some((lease) => lease.started) ? "unknown" : "";
}
function exitOf({ run }) {
  const state = runState(run);
  if (state === "debt") return EXIT.billing;
  if (run.halted && !run.closed) return run.halted.code === "box-unfit" ? EXIT.unfit : EXIT.failed;
  return EXIT.ok;
}

// src/course/put-away.ts
async function putAway({ ledger, clock }, run) {
  if (!run.closed || untoldOfChange(run, clock.now()) !== void 0) return;
  await ledger.archive(run.id, new Date(run.closed.at).getUTCFullYear());
}

export {
  givenWord,
  endStage,
  putAway
};
