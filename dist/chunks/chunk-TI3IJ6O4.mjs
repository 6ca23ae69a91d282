import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  bindSmoke,
  countRunner
} from "./chunk-ONDLIIZ5.mjs";
import {
  stepsOf
} from "./chunk-4CJOVOGV.mjs";
import {
  arrive,
  chainOfRun,
  chainingOf,
  goOn
} from "./chunk-2Y64FHZN.mjs";
import {
  endStage,
  givenWord
} from "./chunk-LIN5IIIY.mjs";
import {
  advance,
  refuseStrangers
} from "./chunk-UOFQPG4R.mjs";
import {
  appendDecision
} from "./chunk-FI4FQA7I.mjs";
import {
  meantRun,
  readRun
} from "./chunk-SLUZHCBV.mjs";
import {
  approveRelease,
  askMeant,
  inWorkflow,
  unusableApprovals
} from "./chunk-YJPY6B6T.mjs";
import {
  breakIfChanged,
  evidenceOf,
  newStage,
  notSealed,
  perform,
  storeRefusals
} from "./chunk-RX7H7OCR.mjs";
import {
  storeKept,
  storesOf,
  uploadStepOf
} from "./chunk-5QN2WQFF.mjs";
import {
  plansOf
} from "./chunk-CI5K72OZ.mjs";
import {
  secretsOf
} from "./chunk-FHNV3QS7.mjs";
import {
  bindJob,
  openRun
} from "./chunk-OZ3FN5CT.mjs";
import {
  openWorld
} from "./chunk-XIK5UCS4.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-DNBGET3G.mjs";
import {
  fold
} from "./chunk-GVZD235W.mjs";
import {
  costing
} from "./chunk-YOQWXQOY.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/cli/stages.ts
var UPLOADING = ["watch", "collect"];
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers(request.command.name, settings.env);
  const face = await faceOf(settings);
  return runStage(request.command.name, settings, face, signal, {});
}
async function runStage(name, settings, face, signal, hooks) {
  const chaining = name === "watch" ? chainingOf(settings) : "never";
  const ledger = await stageLedger(name, settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    if (settings.flag("dry-run")) return await showDryRun(name, settings, world);
    const { run, bound } = await runOf(name, settings, ledger, face);
    for (const name2 of run.opened?.document.secrets ?? []) settings.redactor.learn(settings.env[name2] ?? "");
    await hooks.onRun?.(run);
    refuseWithoutSmoke(name, run);
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
      boundSeconds: name === "run" || name === "resume" ? Number.POSITIVE_INFINITY : settings.boundSeconds
    });
    if (name === "resume") await resolveHalt(world, run);
    if (name === "collect" && !hooks.uploaded) await unsealIfChanged(world, run);
    if (name === "watch") await arrive(settings, world, chainOfRun(run.id));
    const still = await toStandstill(name === "resume" ? "run" : name, stage, run.id, settings, hooks);
    if (name === "release") await refuseIdleRelease(world, still);
    const stand = await countRunner(settings, stage, name, await keepInStore(stage, still));
    const code = await endStage({ name, settings, world, stage, stand });
    if (name === "watch" && chaining !== "never" && !signal.aborted)
      await goOn(settings, world, chainOfRun(run.id), chaining);
    return code;
  } finally {
    await world.close();
  }
}
async function toStandstill(name, stage, runId, settings, hooks) {
  const { world } = stage;
  const allowed = stepsOf(name);
  for (let approvals = 0; ; approvals += 1) {
    const stand = await advance(
      {
        ledger: world.ledger,
        clock: world.clock,
        who: world.who,
        signal: world.signal,
        plans: (run) => plansOf(world, run),
        perform: async (run, step) => {
          const events = await perform(stage, run, step);
          await hooks.onEvents?.(run, step, events);
          return events;
        },
        may: (step) => allowed.has(step.do)
      },
      runId
    );
    if (stand.waitingFor?.do !== "ask" || !allowed.has("release")) return stand;
    if (approvals > 0 && (inWorkflow(settings) || settings.value("approve"))) return stand;
    const asked = await askMeant(world, settings, stand.run) ?? stand.waitingFor;
    const approved = await approveRelease({ world, settings, run: stand.run, asked, source: hooks.approval });
    if (!approved) return stand;
    await appendDecision(world, runId, [approved]);
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
async function runOf(name, settings, ledger, face) {
  let bound;
  const bind = () => {
    bound ??= bindJob(settings, face);
    return bound;
  };
  if (opensRuns(name) && !await isKnown(settings, ledger)) {
    const job = await bind();
    return { run: await openRun(settings, ledger, job), bound: bind };
  }
  return { run: await readRun(ledger, await meantRun(settings, ledger)), bound: bind };
}
async function isKnown(settings, ledger) {
  const id = settings.value("run");
  return id !== void 0 && (await ledger.read(id)).events.length > 0;
}
function refuseWithoutSmoke(name, run) {
  if (run.smoke !== "missing" || name === "smoke" || name === "run" || name === "resume") return;
  throw new Problem({
    code: "no-smoke",
    kind: "refused",
    what: `Run ${run.id} has no smoke evidence for commit ${run.opened?.commit.slice(0, 8)}; nothing was rented.`,
    next: 'Run "gpu-lease smoke" first, or write "smoke: none" into the job file, which is shown as a warning for ever.'
  });
}
async function approveAhead(world, settings, run) {
  if ((settings.value("standing") ?? "").trim() === "" || run.closed) return;
  const { approveInAdvance } = await import("./standing-PWU3SL7L.mjs");
  const given = await approveInAdvance(world, settings, run);
  if (given) await appendDecision(world, run.id, [given]);
}
function refuseWithoutSecrets(name, world, run) {
  const rents = name === "run" || name === "launch" || name === "resume";
  if (rents && run.opened && !run.closed && !run.seal) secretsOf(world, run.opened.document);
}
var opensRuns = (stage) => ["run", "smoke", "launch"].includes(stage);
async function showDryRun(stage, settings, world) {
  const { dryRun } = await import("./dry-run-UDIYJXQP.mjs");
  return dryRun({
    stage,
    settings,
    world,
    may: stepsOf(stage),
    opens: opensRuns(stage)
  });
}
async function stageLedger(name, settings) {
  if (name !== "smoke" || recorded(settings)) return ledgerOf(settings);
  const { MemoryLedger } = await import("./memory-ledger-ND5NLANO.mjs");
  return new MemoryLedger();
}
function recorded(settings) {
  const given = settings.value("record") ?? "true";
  if (given === "true" || given === "false") return given === "true";
  throw new Problem({
    code: "bad-record",
    kind: "usage",
    what: `record is "${given}".`,
    next: 'Use "true" or "false".'
  });
}
async function unsealIfChanged(world, run) {
  if (!run.seal || run.closed) return;
  const why = await changeOf(world, run);
  if (why === void 0) return;
  world.face.warn(`the seal ${run.seal.seal.slice(0, 8)} is void: ${why}`);
  await appendDecision(world, run.id, [{ type: "unsealed", seal: run.seal.seal, why }]);
}
async function changeOf(world, run) {
  if (run.stored.length === 0) return breakIfChanged(world.storeDir, run);
  const { seal, problems } = await evidenceOf(world, run, storesOf(world, run));
  if (problems.length === 0 && seal === run.seal?.seal) return;
  return problems.map(({ path, problem }) => `${path} is ${problem}`).join("; ") || `it comes to seal ${seal.slice(0, 8)}`;
}
async function resolveHalt(world, run) {
  if (!run.halted) return;
  await appendDecision(world, run.id, [{ type: "resolved", how: `gpu-lease resume by ${world.who}` }]);
}

export {
  command,
  runStage
};
