import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  reportRun
} from "./report-facts.shared.mjs";
import {
  approvalLines,
  approvalWays,
  environmentIsGate,
  whoTyped
} from "./cli-approval.shared.mjs";
import {
  gateOf,
  inWorkflow,
  ownEnvironment
} from "./cli-gates.shared.mjs";
import {
  isByHand,
  leaseOf,
  releasePhrase
} from "./approval-request.shared.mjs";
import {
  plansOf
} from "./course-plans.shared.mjs";
import {
  debtLines,
  runJson
} from "./report-debt-lines.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  attentionOf
} from "./lease-concerns.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import {
  costing,
  openMeters,
  runState
} from "./lease-comes-back.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";

// src/cli/end-stage.ts
async function endStage({ name, settings, world, stage, stand }) {
  const { run, events } = stand;
  const now = world.clock.now();
  if (run.closed) await world.ledger.archive(run.id, new Date(run.closed.at).getUTCFullYear());
  const approval = await approvalOf(world, stand);
  const markdown = reportRun({
    run,
    events,
    now,
    storeDir: world.storeDir,
    face: world.face,
    approval,
    redactor: settings.redactor
  });
  if (settings.env["GITHUB_ACTIONS"] === "true") {
    const { publishOutputs, publishSummary, publishUpload, setOutputs } = await import("./github-publish.mjs");
    const { seal, ...facts } = runJson(run, now);
    publishOutputs({ ...facts, seal: seal ?? "", verdict: verdictOf(stage, run) });
    const inAdvance = stand.waitingFor?.do === "approve-standing";
    if (name === "collect") setOutputs({ approved: inAdvance ? "in-advance" : "" });
    const { wish } = stage.uploading;
    if (wish) publishUpload(wish);
    await publishSummary(markdown);
  }
  if (settings.json) process.stdout.write(jsonLine(runJson(run, now)));
  world.face.heading(`${name}: ${run.id} is ${runState(run)}, ${formatUsd(usdSoFar(run, now))}`);
  for (const line of endLines(run, now)) world.face.line(line);
  for (const { what, next } of attentionOf(run, now)) world.face.warn(`${what}
Next: ${next}`);
  if (run.halted && !run.closed) world.face.warn(`halted: ${run.halted.what}
Next: ${run.halted.next}`);
  for (const line of costing(run)) world.face.line(`still costing: ${line}`);
  for (const line of debtLines(run)) world.face.warn(line);
  if (stand.waitingFor?.do === "store") {
    world.face.line(
      `waits for a store: what is sealed as ${stand.waitingFor.seal.slice(0, 8)} lies only on a disk that is thrown away; nothing is released before "gpu-lease collect ${run.id}" has stored it`
    );
  }
  if (approval) {
    world.face.line(`waits for an approval: gpu-lease release ${run.id} --approve "${approval.phrase}"`);
  }
  if (world.signal.aborted) {
    world.face.line("interrupted; nothing was torn down. The same command goes on from here.");
    return EXIT.interrupted;
  }
  return exitOf(stand);
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
async function approvalOf(world, { run, waitingFor }) {
  if (waitingFor?.do !== "ask") return;
  const { zero } = (await plansOf(world, run))(leaseOf(run, waitingFor.lease));
  const phrase = releasePhrase(waitingFor.lease, waitingFor.seal, zero);
  return {
    phrase,
    lines: await approvalLines(world, run, waitingFor),
    ways: approvalWays(run, waitingFor, phrase)
  };
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

// src/cli/word.ts
function givenWord(settings, world, run) {
  const typed = (settings.value("stopped") ?? "").trim();
  if (typed === "") return async () => void 0;
  const waiting = run.leases.filter((lease) => isByHand(lease) && openMeters(lease).length > 0);
  if (!waiting.some((lease) => lease.name === typed)) throw notByHand(run, typed, waiting);
  let given = false;
  return async (lease) => {
    if (given || lease.name !== typed) return void 0;
    if (inWorkflow(settings) && ownEnvironment(settings) === void 0) {
      const gate = await gateOf(settings, world, run);
      if (gate.kind === "environment") throw environmentIsGate(run, gate.name);
    }
    given = true;
    return whoTyped(settings, world, run, typed);
  };
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

export {
  endStage,
  givenWord
};
