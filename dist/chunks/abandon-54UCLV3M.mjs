import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  endStage,
  givenWord
} from "./chunk-LIN5IIIY.mjs";
import {
  advance,
  refuseStrangers
} from "./chunk-UOFQPG4R.mjs";
import "./chunk-FLD42B5O.mjs";
import "./chunk-SXLOM4AE.mjs";
import {
  appendDecision
} from "./chunk-FI4FQA7I.mjs";
import {
  readRun
} from "./chunk-SLUZHCBV.mjs";
import "./chunk-6DKNEM2G.mjs";
import "./chunk-37HEM33Q.mjs";
import "./chunk-33Y2TOCM.mjs";
import {
  askAtTerminal,
  givenPhrase,
  verbLine
} from "./chunk-YJPY6B6T.mjs";
import "./chunk-OJBNM73Z.mjs";
import {
  Keeping,
  approvalRequest,
  approveByPhrase,
  closeRun,
  giveUpIntent,
  jobOf,
  keepNew,
  lossesDigest,
  newStage,
  perform
} from "./chunk-RX7H7OCR.mjs";
import "./chunk-5QN2WQFF.mjs";
import "./chunk-ZK4JLOL7.mjs";
import {
  fullPlan,
  plansOf
} from "./chunk-CI5K72OZ.mjs";
import {
  launcherFor
} from "./chunk-FHNV3QS7.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-CHNY77EN.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import {
  probe
} from "./chunk-BDUVHFDQ.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-YFOISCAY.mjs";
import {
  openWorld
} from "./chunk-XIK5UCS4.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-SY44W2HF.mjs";
import "./chunk-N22UR42C.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-KK2PUFIW.mjs";
import {
  TransportFailed
} from "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-66DKXI3W.mjs";
import {
  onlyOpenRun
} from "./chunk-UUGDLZZV.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-FBEWP6EE.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-7PLT7US4.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-MZCYX6YR.mjs";
import {
  usdSoFar
} from "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-GVZD235W.mjs";
import {
  isUnused,
  openMeters
} from "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-MVU5EQED.mjs";
import "./chunk-T7FHESWG.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-XWCB2UBN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import {
  EXIT,
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/release/losses.ts
function lossesOf(run, job) {
  const onBox = run.leases.some((lease) => lease.started && !lease.boxGone);
  if (!onBox) return ["nothing: no work was started on the box", ...[...run.cells.values()].flatMap(safe)];
  return [...run.cells.values()].flatMap((cell) => {
    const last = cell.verifiedStep === void 0 ? "all of its work" : `all work after step ${cell.verifiedStep}`;
    const lost = job.artifacts.map(
      (rule) => `${cell.name}: lost on the box: newest ${rule.path} (${rule.role})`
    );
    return [`${cell.name}: ${last}`, ...lost, ...safe(cell)];
  });
}
var safe = (cell) => [...cell.kept.values()].map(
  (file) => `${cell.name}: safe: ${file.path} (${file.bytes} bytes, ${file.sha256.slice(0, 12)})`
);

// src/cli/abandon.ts
var STOP_GRACE_SECONDS = 10;
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers("abandon", settings.env);
  const face = await faceOf(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    const id = settings.value("run") ?? await onlyOpenRun(ledger);
    const run = await readRun(ledger, id);
    refuseWhenNeedless(run);
    for (const lease of run.leases)
      if (lease.state === "intended") await appendDecision(world, id, await giveUpIntent(world, lease));
    const hasPhrase = (settings.value("approve") ?? "").trim() !== "";
    if (!hasPhrase) for (const lease of held(run)) await salvage(world, run, lease);
    const now = await readRun(ledger, id);
    for (const lease of held(now)) {
      const agreed = await agree(world, settings, now, lease);
      if (!agreed) return waiting(world, now, lease);
      await salvage(world, now, lease);
      await endWork(world, lease);
      await appendDecision(world, id, agreed);
    }
    return await giveBack(world, settings, now);
  } finally {
    await world.close();
  }
}
var held = (run) => run.leases.filter(
  (lease) => openMeters(lease).length > 0 && lease.state !== "abandoned" && !lease.boxGone && !isUnused(lease)
);
async function salvage(world, run, lease) {
  if (!lease.started) return;
  try {
    const job = jobOf(run);
    const seen = await probe(await world.channel(lease), lease.started.dir);
    const kept = await keepNew(world, new Keeping(), run, lease, job, seen);
    if (kept.length > 0) await appendDecision(world, run.id, kept);
  } catch (error) {
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
    world.face.warn(`nothing more could be saved from ${lease.name}: ${error.message}`);
  }
}
async function endWork(world, lease) {
  if (!lease.started || lease.intent.attach === void 0) return;
  try {
    const { launcher, dir } = lease.started;
    await launcherFor(launcher).signal(await world.channel(lease), dir, STOP_GRACE_SECONDS);
  } catch (error) {
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
    world.face.warn(`the job may still run on ${lease.boxId}: ${error.message}`);
  }
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
async function agree(world, settings, run, lease) {
  const losses = lossesOf(run, jobOf(run));
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, "abandon", lossesDigest(run.id, losses), zero);
  world.face.heading(`abandon ${lease.name}: ${request.verbs.join(", ")}`);
  const { steps, warnings } = await fullPlan(world, lease, "zero");
  for (const step of steps) world.face.line(verbLine(step, world.clock.now()));
  for (const warning of warnings) world.face.line(`warning: ${warning}`);
  for (const line of losses) world.face.line(line);
  world.face.line(`to give this up, type: ${request.phrase}`);
  const answer = await givenPhrase(settings, world, run) ?? await askAtTerminal(settings, world);
  if (!answer) return;
  const approved = approveByPhrase(run, request, answer.typed, answer.person, "phrase", world.clock.now());
  return [approved, { type: "abandoned", lease: lease.name, lost: losses }];
}
function waiting(world, run, lease) {
  world.face.line(`nothing was given up; ${lease.name} of run ${run.id} is held and goes on costing`);
  return EXIT.refused;
}
async function giveBack(world, settings, run) {
  const never = () => Promise.reject(new Error("an abandoned run starts nothing"));
  const word = givenWord(settings, world, run);
  const stage = newStage(world, { bound: never, smoke: never, word, boundSeconds: settings.boundSeconds });
  const drive = {
    ledger: world.ledger,
    clock: world.clock,
    who: world.who,
    signal: world.signal,
    plans: (run2) => plansOf(world, run2),
    perform: (run2, step) => perform(stage, run2, step),
    may: (step) => ["release", "discard", "prove", "close"].includes(step.do)
  };
  for (; ; ) {
    const stand = await advance(drive, run.id);
    const ending = await endingOf(world, stand.run);
    if (ending.length === 0) return endStage({ name: "abandon", settings, world, stage, stand });
    await appendDecision(world, run.id, ending);
  }
}
async function endingOf(world, run) {
  if (run.closed || world.signal.aborted || run.leases.some((lease) => openMeters(lease).length > 0))
    return [];
  return closeRun(world, run, (now) => usdSoFar(run, now));
}
export {
  command,
  endingOf
};
