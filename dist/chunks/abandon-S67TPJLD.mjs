import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  endStage,
  givenWord
} from "./chunk-Q3QIQYIG.mjs";
import {
  advance,
  refuseStrangers
} from "./chunk-FL7HGOEM.mjs";
import "./chunk-427GWUDT.mjs";
import "./chunk-SXLOM4AE.mjs";
import {
  appendDecision
} from "./chunk-U2TYYWXK.mjs";
import {
  readRun
} from "./chunk-PH3R4AHW.mjs";
import "./chunk-EX6OS3IS.mjs";
import "./chunk-RN5AFV3T.mjs";
import "./chunk-6DKNEM2G.mjs";
import {
  askAtTerminal,
  environmentIsGate,
  givenPhrase,
  verbLine
} from "./chunk-OX62WF6U.mjs";
import {
  abandonMeaning
} from "./chunk-LTO73DWZ.mjs";
import {
  gateOf,
  inWorkflow,
  ownEnvironment,
  personOfEnvironment
} from "./chunk-2QKC3FL2.mjs";
import {
  Keeping,
  approvalRequest,
  approveByPhrase,
  closeRun,
  endWork,
  giveUpIntent,
  jobOf,
  lossesDigest,
  newStage,
  perform,
  salvage
} from "./chunk-OLE3AQ2S.mjs";
import "./chunk-V52FZBFB.mjs";
import "./chunk-ZK4JLOL7.mjs";
import {
  fullPlan,
  plansOf
} from "./chunk-IOFQC7PA.mjs";
import {
  listenForTime
} from "./chunk-B6VXC6PH.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-ZO4L5MQX.mjs";
import "./chunk-VATWTG4W.mjs";
import "./chunk-JK5RV7T3.mjs";
import "./chunk-PWIFMBAF.mjs";
import "./chunk-YFOISCAY.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import {
  compileGlob
} from "./chunk-QPLZD3UH.mjs";
import {
  openWorld
} from "./chunk-JBMMCHOQ.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-NQQWXG3U.mjs";
import "./chunk-BB3BUOLY.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-MGQEN37V.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-BZOEQR7H.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-DOAI2G6O.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-V4QIUBBS.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-JHI344SI.mjs";
import "./chunk-QEYFAV26.mjs";
import {
  onlyOpenRun
} from "./chunk-Q4WEXG3D.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-PBQQT3UF.mjs";
import "./chunk-VVNF326W.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-QR2KMQVT.mjs";
import {
  usdSoFar
} from "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-OCC5USEL.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-PIGHJRY3.mjs";
import "./chunk-IOI5FI5K.mjs";
import "./chunk-WZDAAEFK.mjs";
import "./chunk-BCYTXDZH.mjs";
import "./chunk-MNCYU5NY.mjs";
import "./chunk-N7EITUHM.mjs";
import "./chunk-B2XEDZXF.mjs";
import "./chunk-J22EQXEF.mjs";
import "./chunk-3KCBATJD.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-IBFS6QVH.mjs";
import {
  EXIT,
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import {
  costing,
  isUnused,
  openMeters
} from "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

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
    if (!hasPhrase) for (const lease of held(run)) await save(world, run, lease);
    const now = await readRun(ledger, id);
    for (const lease of [...held(now), ...lapsed(now, settings.clock.now())]) {
      const agreed = await agree(world, settings, now, lease);
      if (!agreed) return waiting(world, now, lease);
      if (lease.state !== "abandoned") await save(world, now, lease);
      if (lease.intent.attach !== void 0) await endWork(world, lease, STOP_GRACE_SECONDS);
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
var lapsed = (run, now) => run.leases.filter((lease) => {
  if (lease.state !== "abandoned" || openMeters(lease).length === 0 || lease.verbsDone.length > 0)
    return false;
  const words = run.approvals.filter(({ lease: name, goal }) => name === lease.name && goal === "abandon");
  return words.every(({ expiresAt }) => Date.parse(expiresAt) <= now.getTime());
});
async function save(world, run, lease) {
  const kept = await salvage(world, new Keeping(), run, lease, jobOf(run));
  if (kept.length > 0) await appendDecision(world, run.id, kept);
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
  const isAgain = lease.state === "abandoned";
  const losses = isAgain ? lease.lost : lossesOf(run, jobOf(run));
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, "abandon", lossesDigest(run.id, losses), zero);
  world.face.heading(`abandon ${lease.name}: ${request.verbs.join(", ")}`);
  const { steps, warnings } = await fullPlan(world, lease, "zero");
  for (const step of steps) world.face.line(verbLine(step, world.clock.now()));
  for (const warning of warnings) world.face.line(`warning: ${warning}`);
  for (const line of losses) world.face.line(line);
  world.face.line(`to give this up, type: ${request.phrase}`);
  const answer = await answerTo(world, settings, run, request);
  if (!answer) return;
  const { typed, person, via } = answer;
  const approved = approveByPhrase(run, request, typed, person, via, world.clock.now());
  return isAgain ? [approved] : [approved, { type: "abandoned", lease: lease.name, lost: losses }];
}
async function answerTo(world, settings, run, request) {
  if (inWorkflow(settings)) {
    const gate = await gateOf(settings, world, run);
    if (gate.kind === "environment") {
      if (ownEnvironment(settings) === void 0) throw environmentIsGate(run, gate.name, "abandon");
      const meaning = abandonMeaning({ lease: request.lease, losses: request.binds });
      const person = await personOfEnvironment(settings, world, run, gate, meaning);
      return { typed: request.phrase, person, via: "environment" };
    }
  }
  return await givenPhrase(settings, world, run) ?? await askAtTerminal(settings, world);
}
function waiting(world, run, lease) {
  const costs = costing(run);
  const meanwhile = costs.length > 0 ? `what goes on costing: ${costs.join("; ")}` : "it costs nothing";
  world.face.line(`nothing was given up; ${lease.name} of run ${run.id} is held, and ${meanwhile}`);
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
    hear: async (of) => void await listenForTime(world, of),
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
