import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  countRunner,
  givenEvidence,
  noteLedger,
  recordEvidence
} from "./cli-given-evidence.shared.mjs";
import {
  arrive,
  chainLinkOf,
  chainOfRun,
  goOn
} from "./cli-chain-link.shared.mjs";
import {
  metHere,
  refuseTakenBack
} from "./cli-taken-back.shared.mjs";
import {
  bindSmoke
} from "./cli-smoke.shared.mjs";
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import {
  openRun,
  runIdOf
} from "./course-open-run.shared.mjs";
import {
  bindJob,
  openingOf
} from "./cli-bind-job.shared.mjs";
import {
  endStage,
  givenWord
} from "./cli-end-stage.shared.mjs";
import {
  advance,
  driveOf,
  refuseStrangers
} from "./cli-strangers.shared.mjs";
import {
  appendDecision
} from "./course-append-decision.shared.mjs";
import {
  approveRelease,
  askMeant,
  unusableApprovals
} from "./cli-approval.shared.mjs";
import {
  inWorkflow
} from "./cli-gates.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./cli-copies-in-artifacts.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  breakIfChanged,
  evidenceOf,
  evidenceRefusals,
  isSealedElsewhere,
  newStage,
  notSealed,
  perform,
  storeRefusals
} from "./approval-request.shared.mjs";
import {
  storeKept
} from "./collect-kept-copies.shared.mjs";
import {
  storesOf,
  uploadStepOf
} from "./collect-afar.shared.mjs";
import {
  secretsOf
} from "./launch-keeper-launcher.shared.mjs";
import {
  mayGiveBack,
  takes
} from "./lease-capacity.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  fold
} from "./lease-fold.shared.mjs";
import {
  costing
} from "./lease-comes-back.shared.mjs";

// src/cli/stages.ts
var UPLOADING = ["watch", "collect"];
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  if (request.command.name === "smoke" && inWorkflow(settings))
    return (await import("./cli-smoke-step.mjs")).smokeStep(settings, face, signal);
  return runStage(request.command.name, settings, face, signal, {});
}
async function runStage(name, settings, face, signal, hooks) {
  try {
    return await stageToEnd(name, settings, face, signal, hooks);
  } catch (error) {
    const { withKnownCosts } = await import("./cli-known-costs.mjs");
    throw withKnownCosts(settings, error);
  }
}
async function stageToEnd(name, settings, face, signal, hooks) {
  const link = name === "watch" ? chainLinkOf(settings) : void 0;
  const met = metHere(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    if (settings.flag("dry-run")) return await showDryRun(name, settings, world);
    const { run, bound } = await runOf(name, settings, world, met);
    for (const name2 of run.opened?.document.secrets ?? []) settings.redactor.learn(settings.env[name2] ?? "");
    await hooks.onRun?.(run);
    refuseWithoutSmoke(name, settings, run);
    refuseWithoutSecrets(name, world, run);
    await approveAhead(world, settings, run);
    const stage = newStage(world, {
      bound,
      smoke: (of) => bindSmoke(world, settings, of, bound),
      word: givenWord(settings, world, run),
      uploading: {
        step: UPLOADING.includes(name) ? uploadStepOf(settings.env, hooks.uploaded) : void 0,
        wish: void 0
      },
      boundSeconds: (name === "run" || name === "resume") && !settings.hasBound ? Number.POSITIVE_INFINITY : settings.boundSeconds
    });
    if (name === "resume") await resolveHalt(world, settings, run);
    if (name === "collect" && !hooks.uploaded) await unsealIfChanged(world, settings, run);
    if (link) await arrive(link, world, chainOfRun(run.id));
    const still = await toStandstill(name, stage, run.id, settings, hooks);
    if (name === "release") await refuseIdleRelease(world, still);
    const stand = await countRunner(settings, stage, name, await keepInStore(stage, still));
    const code = await endStage({ name, settings, world, stage, stand });
    if (link && link.chaining !== "never" && !signal.aborted) await goOn(link, world, chainOfRun(run.id));
    return code;
  } finally {
    await world.close();
  }
}
async function toStandstill(name, stage, runId, settings, hooks) {
  const { world } = stage;
  for (let approvals = 0; ; approvals += 1) {
    const stand = await advance(
      driveOf(stage, (step) => takes(name, step), {
        endsAt: settings.endsAt,
        async performing(of, run, step) {
          const events = await perform(of, run, step);
          await hooks.onEvents?.(run, step, events);
          return events;
        }
      }),
      runId
    );
    if (stand.waitingFor?.do !== "ask" || !mayGiveBack(name)) return stand;
    if (approvals > 0 && (inWorkflow(settings) || settings.value("approve"))) return stand;
    const asked = await askMeant(world, settings, stand.run) ?? stand.waitingFor;
    await refuseWithoutEvidence(name, world, settings, stand.run);
    const approved = await approveRelease({ world, settings, run: stand.run, asked, source: hooks.approval });
    if (!approved) return stand;
    await appendDecision(world, runId, [approved]);
  }
}
async function refuseWithoutEvidence(name, world, settings, run) {
  const isGiven = name === "release" || inWorkflow(settings) || (settings.value("approve") ?? "").trim() !== "";
  const refusals = evidenceRefusals(run, await evidenceOf(world, run, storesOf(world, run)));
  for (const { code, what, next } of refusals) {
    if (isGiven) throw new Problem({ code, kind: "refused", what, next, costing: costing(run) });
    world.face.warn(`${what} Next: ${next}`);
  }
}
async function keepInStore(stage, stand) {
  const { world } = stage;
  const { run } = stand;
  if (world.signal.aborted || !run.opened) return stand;
  const events = await storeKept(world, run, run.opened.document, stage.uploading).catch((error) => {
    if (!world.signal.aborted) throw error;
    return [];
  });
  if (events.length === 0) return stand;
  await appendDecision(world, run.id, events);
  const record = await world.ledger.read(run.id);
  return { ...stand, run: fold(run.id, record.events), events: record.events };
}
async function refuseIdleRelease(world, { run, waitingFor }) {
  const given = run.leases.some((lease) => lease.state === "abandoned");
  const refusals = waitingFor?.do === "ask" ? await unusableApprovals(world, run, waitingFor) : waitingFor?.do === "store" ? storeRefusals(run, world.clock.now()) : run.seal || run.closed || given ? [] : [notSealed(run)];
  for (const { code, what, next } of refusals)
    throw new Problem({ code, kind: "refused", what, next, costing: costing(run) });
}
async function runOf(name, settings, world, met) {
  const { ledger, face } = world;
  let bound;
  const bind = () => {
    bound ??= bindJob(settings, face);
    return bound;
  };
  const evidence = await givenEvidence(settings, bind);
  const isNew = opensRuns(name) && !await isKnown(settings, ledger);
  const id = isNew ? await runIdOf(openingOf(settings), ledger, await bind()) : await meantRun(settings, ledger);
  await refuseTakenBack(settings, world, id, met);
  const run = isNew ? await openRun(openingOf(settings), ledger, await bind()) : await readRun(ledger, id);
  if (isNew && run.leases.length === 0) noteLedger(settings, face);
  return { run: evidence ? await recordEvidence(ledger, settings, run.id, evidence) : run, bound: bind };
}
async function isKnown(settings, ledger) {
  const id = settings.value("run");
  return id !== void 0 && (await ledger.read(id)).events.length > 0;
}
function refuseWithoutSmoke(name, settings, run) {
  if (run.smoke !== "missing" || name === "smoke" || name === "run" || name === "resume") return;
  throw new Problem({
    code: "no-smoke",
    kind: "refused",
    what: `Run ${run.id} has no smoke evidence for commit ${run.opened?.commit.slice(0, 8)}; nothing was rented.`,
    next: `${inWorkflow(settings) ? 'Hand the output "evidence" of a job with the action "smoke" to this step' : 'Run "gpu-lease smoke" first'}, or write "smoke: none" into the job file, which is shown as a warning for ever.`
  });
}
async function approveAhead(world, settings, run) {
  if ((settings.value("standing") ?? "").trim() === "" || run.closed) return;
  const { approveInAdvance } = await import("./cli-standing.mjs");
  const given = await approveInAdvance(world, settings, run);
  if (given) await appendDecision(world, run.id, [given]);
}
function refuseWithoutSecrets(name, world, run) {
  const rents = name === "run" || name === "launch" || name === "resume";
  if (rents && run.opened && !run.closed && !run.seal) secretsOf(world, run.opened.document);
}
var opensRuns = (stage) => ["run", "smoke", "open", "launch"].includes(stage);
async function showDryRun(stage, settings, world) {
  const { dryRun } = await import("./cli-dry-run.mjs");
  return dryRun({
    stage,
    settings,
    world,
    may: (step) => takes(stage, step),
    opens: opensRuns(stage)
  });
}
async function unsealIfChanged(world, settings, run) {
  if (!run.seal || run.closed) return;
  if (!settings.flag("anew")) await refuseSealedElsewhere(world, run);
  const why = await changeOf(world, run);
  if (why === void 0) return;
  world.face.warn(`the seal ${run.seal.seal.slice(0, 8)} is void: ${why}`);
  await appendDecision(world, run.id, [{ type: "unsealed", seal: run.seal.seal, why }]);
}
async function refuseSealedElsewhere(world, run) {
  if (run.stored.length > 0 || run.opened?.needsStore || !isSealedElsewhere(run, world)) return;
  const [refusal] = evidenceRefusals(run, await evidenceOf(world, run, storesOf(world, run)));
  if (refusal?.code !== "sealed-elsewhere") return;
  throw new Problem({ ...refusal, kind: "refused", costing: costing(run) });
}
async function changeOf(world, run) {
  if (run.stored.length === 0) return breakIfChanged(world.storeDir, run);
  const { seal, problems } = await evidenceOf(world, run, storesOf(world, run));
  if (problems.length === 0 && seal === run.seal?.seal) return;
  return problems.map(({ path, problem }) => `${path} is ${problem}`).join("; ") || `it comes to seal ${seal.slice(0, 8)}`;
}
async function resolveHalt(world, settings, run) {
  const { person } = settings;
  const cells = settings.flag("without-copies") ? [...run.cells.values()] : [];
  const lost = cells.flatMap(
    ({ name, kept, ended }) => kept.size > 0 && !ended ? [{ type: "kept-lost", cell: name, person }] : []
  );
  const resolved = run.halted ? [{ type: "resolved", how: `gpu-lease resume by ${world.who}` }] : [];
  if (lost.length + resolved.length > 0) await appendDecision(world, run.id, [...resolved, ...lost]);
}

export {
  command,
  runStage
};
