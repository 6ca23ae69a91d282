import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  problemsIn,
  publishFailure,
  readInputs
} from "./chunk-FR3QUGI3.mjs";
import {
  runStage
} from "./chunk-ZSBUPBJL.mjs";
import "./chunk-L24FNVLZ.mjs";
import "./chunk-Q4ULZGQW.mjs";
import "./chunk-Q3QIQYIG.mjs";
import "./chunk-2TZQNXSP.mjs";
import "./chunk-QQ4GTOLU.mjs";
import "./chunk-LN5Y5DJI.mjs";
import "./chunk-FL7HGOEM.mjs";
import {
  failureMarkdown
} from "./chunk-427GWUDT.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-U2TYYWXK.mjs";
import "./chunk-PH3R4AHW.mjs";
import "./chunk-EX6OS3IS.mjs";
import "./chunk-RN5AFV3T.mjs";
import {
  startingEvent
} from "./chunk-Q33EIRYY.mjs";
import {
  refuseUntrusted
} from "./chunk-TXSWFCJX.mjs";
import "./chunk-SIID6F5O.mjs";
import "./chunk-6DKNEM2G.mjs";
import {
  publishRecord,
  publishSummary,
  setOutputs
} from "./chunk-VX6CYW2W.mjs";
import "./chunk-OEJJ5YYM.mjs";
import "./chunk-OX62WF6U.mjs";
import "./chunk-LTO73DWZ.mjs";
import "./chunk-2QKC3FL2.mjs";
import "./chunk-OLE3AQ2S.mjs";
import {
  uploadOutcome
} from "./chunk-V52FZBFB.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-IOFQC7PA.mjs";
import "./chunk-B6VXC6PH.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-ZO4L5MQX.mjs";
import "./chunk-VATWTG4W.mjs";
import "./chunk-K6NYEXC5.mjs";
import "./chunk-OJDETOP2.mjs";
import "./chunk-JK5RV7T3.mjs";
import "./chunk-PWIFMBAF.mjs";
import "./chunk-YFOISCAY.mjs";
import "./chunk-G3XVKQXU.mjs";
import "./chunk-RTGJTRYZ.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import "./chunk-QPLZD3UH.mjs";
import {
  RECORDS_OF_A_LOOK,
  RecordArtifacts,
  recordArtifactOf
} from "./chunk-JBMMCHOQ.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-TOK2E7I4.mjs";
import {
  openGitHub
} from "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-NQQWXG3U.mjs";
import "./chunk-BB3BUOLY.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-MGQEN37V.mjs";
import {
  maskSecret
} from "./chunk-XEIF22MT.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-5RBJ52HK.mjs";
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
import "./chunk-X3DG36XT.mjs";
import "./chunk-RDIPGXVD.mjs";
import {
  partOfId
} from "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-JHI344SI.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-Q4WEXG3D.mjs";
import {
  faceOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import {
  machineCopiesOf
} from "./chunk-PZ6A7EAM.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-PBQQT3UF.mjs";
import "./chunk-JMRYVQAB.mjs";
import "./chunk-KXPYA6BT.mjs";
import "./chunk-VVNF326W.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import {
  redactorOf
} from "./chunk-P7NYXNX3.mjs";
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
import {
  COMMANDS
} from "./chunk-3LSJFEIC.mjs";
import "./chunk-3KCBATJD.mjs";
import "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import {
  refusedHere
} from "./chunk-IBFS6QVH.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/outputs.ts
var ALONE_OUTPUTS = {
  verify: {
    verdict: "pass, pass-degraded, inconclusive or fail: the worst of all files and sets.",
    failed: "How many files and sets failed.",
    json: "Path of the whole result as JSON.",
    report: "Path of the page for people; empty when none was asked for."
  },
  smoke: {
    evidence: "What it showed, as JSON for the input of that name of open, launch or sweep; empty where the job has no smoke."
  },
  tick: {
    runs: "How many runs are open.",
    advanced: "How many of them went on.",
    problems: "How many things a person must look at.",
    debts: "How many meters should have stopped and are not proven to have.",
    strays: "How many boxes and volumes of ours no lease holds, seen in two looks.",
    state: "well, problems or billing: the worst of it in one word.",
    collect: "Runs that have ended and wait for a job that collects and stores them, as a JSON list for a matrix."
  },
  sweep: {
    sweep: "Id of the sweep.",
    runs: "Run ids of the parts that a job can go on with, as a JSON list for a matrix; at most 256.",
    cells: "How many cells its roster has.",
    failed: "How many of them are missing, dead or lost.",
    state: "opened, running, failed, halted, debt, sealed or released: the worst of it in one word.",
    "cost-usd": "Accrued cost in USD, of all parts."
  },
  plan: {
    platform: "Platform of the best offer; empty when no candidate has one.",
    offer: "Its name there.",
    "usd-per-hour": "Its price.",
    "expected-usd": "What the whole job is expected to cost; empty where the job does not say how long it takes.",
    "at-most-usd": "What the budget lets it cost."
  },
  status: {
    runs: "How many runs are open; 1 when one was named.",
    state: "Of the run that was named, or of the only open one; empty for several.",
    "cost-usd": "Accrued cost in USD, of all of them.",
    json: 'What "gpu-lease status --json" prints.'
  },
  continue: {
    next: "Who goes on with the run: tick, chain, person, or nobody where nothing is left to look at."
  },
  ask: { asked: "For how many releases a workflow run asks now." },
  doctor: {
    faults: "How many things will fail, be lost or go unasked.",
    unknown: "How many could not be looked at with this token."
  },
  comment: {
    comment: "created, updated, unchanged, or not-allowed where the token only reads, as on a fork.",
    smoke: "passed, failed, waived or unknown."
  },
  staleness: {
    stale: "How many facts are older than the limit.",
    never: "How many facts nobody ever verified.",
    errors: "How many stamps or profiles cannot be read, or are of a month to come.",
    sarif: "Path of the findings for code scanning; empty when none were asked for."
  }
};

// src/cli/record-offer.ts
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
var RUN_DAYS = 90;
var LOOK_DAYS = 30;
async function offerRecord(order, run, thrown) {
  if (isRewritten(thrown) || run === "") return;
  await offer(order, recordArtifactOf(run), recordsHere(order.settings, [run]), RUN_DAYS);
}
async function offerParts(order, runs, thrown) {
  const part = partOfId(runs[0] ?? "");
  if (isRewritten(thrown) || !part) return;
  await offer(order, recordArtifactOf(part.sweep), recordsHere(order.settings, runs), RUN_DAYS);
}
async function offerLook(order, runs, earlier) {
  const records = recordsHere(order.settings, runs);
  for (const [run, text] of earlier?.rescued ?? []) records.set(run, text);
  if ([...records].every(([run, text]) => earlier?.has(run, text))) return;
  await offer(order, RECORDS_OF_A_LOOK, records, LOOK_DAYS);
}
var isRewritten = (thrown) => thrown instanceof Problem && thrown.code === "history-rewritten";
function recordsHere(settings, runs) {
  const copies = machineCopiesOf(settings);
  return new Map(
    runs.flatMap((run) => {
      const text = copies.read(run)?.text;
      return text ? [[run, text]] : [];
    })
  );
}
async function offer(order, name, records, days) {
  const { settings, face } = order;
  if (settings.env["GITHUB_ACTIONS"] !== "true" || records.size === 0) return;
  try {
    const before = await leftAlready(order, name);
    if (before && !keepLonger(records, before)) return;
    const dir = mkdtempSync(join(runnerTemp(settings), "gpu-lease-record-"));
    mkdirSync(dir, { recursive: true });
    for (const [run, text] of records) writeFileSync(join(dir, `${run}.jsonl`), text, { mode: 384 });
    publishRecord({ path: dir, name, days, mayReplace: before !== void 0 });
  } catch (error) {
    face.warn(`The record could not be left for the upload: ${String(error)}`);
  }
}
var runnerTemp = ({ env }) => env["RUNNER_TEMP"] || tmpdir();
async function leftAlready({ settings, face, signal }, name) {
  const { env, clock } = settings;
  const github = signal.aborted ? void 0 : openGitHub(env, clock, signal);
  const artifacts = github && new RecordArtifacts({ github, clock, warn: (text) => face.warn(text) });
  return artifacts?.replacedBy(Number(env["GITHUB_RUN_ID"]), name);
}
function keepLonger(records, before) {
  for (const [run, text] of before) {
    const ours = records.get(run);
    if (ours === void 0 || !ours.startsWith(text)) records.set(run, text);
  }
  return [...records].some(([run, text]) => before.get(run) !== text);
}

// src/cli/action.ts
async function runAction(stage, signal) {
  const isStage = COMMANDS.some((each) => each.name === stage && each.action === "stage");
  if (!isStage) refuseUntrusted(stage, startingEvent(process.env));
  if (stage === "verify") return (await import("./verify-action-TBXRLQU4.mjs")).verifyAction(signal);
  if (stage === "doctor") return (await import("./doctor-action-435FBW2Y.mjs")).doctorAction(signal);
  if (stage === "staleness") return (await import("./staleness-action-MQNP3LNG.mjs")).stalenessAction(signal);
  if (stage === "tick") return tickStep(signal);
  if (stage === "smoke")
    return ofAllRuns("smoke", async (settings, face) => {
      const { smokeStep } = await import("./smoke-step-5EZLWVG5.mjs");
      return smokeStep(settings, face, signal);
    });
  if (stage === "sweep") return sweepAction(signal);
  if (stage === "ask")
    return ofAllRuns("ask", async (settings, face) => {
      const { askForReleases } = await import("./ask-II3LUJNN.mjs");
      const asked = await askForReleases(settings, face, signal);
      setOutputs({ asked: String(asked.length) });
      return 0;
    });
  if (stage === "continue")
    return ofAllRuns("continue", async (settings, face) => {
      const { continueRun } = await import("./continue-OMXXUUF6.mjs");
      let carrier = "";
      const next = await continueRun(settings, face, signal, (id) => {
        carrier = id;
      });
      setOutputs({ next });
      await offerRecord({ settings, face, signal }, carrier);
      return 0;
    });
  if (stage === "plan" || stage === "status") {
    const { planStep, statusStep } = await import("./looking-actions-2ON6AADC.mjs");
    const step = stage === "plan" ? planStep : statusStep;
    return ofAllRuns(stage, (settings, face) => step(settings, face, signal));
  }
  if (stage === "comment") return (await import("./pull-request-action-TWH2SACT.mjs")).pullRequestAction(signal);
  const { env } = process;
  if (stage === "stored") {
    const ofKept = env["GPU_LEASE_UPLOAD_OF"] === "kept";
    return runStageStep(ofKept ? "kept" : "collect", env, signal, uploadOutcome(env));
  }
  return runStageStep(stage, env, signal, void 0);
}
function tickStep(signal) {
  return ofAllRuns("tick", async (settings, face, onRun) => {
    const { tick } = await import("./tick-H3XYUAZR.mjs");
    const runs = [];
    let earlier;
    const { exitCode } = await tick(settings, face, signal, {
      onRun(run) {
        runs.push(run.id);
        onRun(run);
      },
      onEarlier(found) {
        earlier = found;
      }
    });
    await offerLook({ settings, face, signal }, runs, earlier);
    return exitCode;
  });
}
function sweepAction(signal) {
  return ofAllRuns("sweep", async (settings, face, onRun) => {
    const { sweepStep } = await import("./sweep-SWW2KQTL.mjs");
    const parts = [];
    const order = { settings, face, signal };
    try {
      const exitCode = await sweepStep(settings, face, signal, (run) => {
        parts.push(run.id);
        onRun(run);
      });
      await offerParts(order, parts);
      return exitCode;
    } catch (error) {
      await offerParts(order, parts, error);
      throw error;
    }
  });
}
async function runStageStep(stage, env, signal, uploaded) {
  let settings;
  let order;
  let runId = env["INPUT_RUN"] ?? "";
  try {
    refuseUntrusted(stage, startingEvent(env));
    const { options } = stageNamed(stage === "kept" ? "watch" : stage);
    settings = settingsOf({ given: readInputs(options, env) });
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    for (const name of MASKED) mask(name);
    refuseWithoutSecret(stage, settings);
    const step = await stepOf(stage);
    order = stage === "gate" ? void 0 : { settings, face, signal };
    const exitCode = await step(settings, face, signal, {
      uploaded,
      async onRun(run) {
        runId = run.id;
        for (const name of run.opened?.document.secrets ?? []) mask(name);
        await warnOfCheckout(stage, run, face);
      }
    });
    if (order) await offerRecord(order, runId);
    return exitCode;
  } catch (thrown) {
    const error = (settings?.redactor ?? redactorOf(env)).error(refusedHere(thrown));
    await publishFailure({ stage, error, runId, settings });
    if (order) await offerRecord(order, runId, thrown);
    throw error;
  }
}
async function stepOf(stage) {
  if (stage === "gate") return (await import("./gate-AVDCJHAL.mjs")).runGate;
  if (stage === "kept") return (await import("./kept-step-BKFKS575.mjs")).runKeptStep;
  return runStage.bind(void 0, stage);
}
async function ofAllRuns(name, act) {
  const outputs = Object.keys(ALONE_OUTPUTS[name] ?? {});
  setOutputs(Object.fromEntries(outputs.map((each) => [each, each === "state" ? "unknown" : ""])));
  let redactor = redactorOf(process.env);
  try {
    const command = COMMANDS.find((each) => each.name === name);
    const settings = settingsOf({
      given: readInputs(command?.options ?? [], process.env),
      ...command && { command }
    });
    redactor = settings.redactor;
    const face = await faceOf(settings);
    const mask = maskedBy(face, process.env);
    for (const each of MASKED) mask(each);
    refuseWithoutSecret(name, settings);
    return await act(settings, face, (run) => {
      for (const each of run.opened?.document.secrets ?? []) {
        mask(each);
        settings.redactor.learn(process.env[each] ?? "");
      }
    });
  } catch (thrown) {
    const error = redactor.error(refusedHere(thrown));
    await publishSummary(failureMarkdown(name, problemsIn(error)));
    throw error;
  }
}
function stageNamed(stage) {
  const stages = COMMANDS.filter((each) => each.action === "stage");
  const command = stages.find((each) => each.name === stage);
  if (command) return command;
  throw new Problem({
    code: "unknown-stage",
    kind: "usage",
    what: `"${stage}" is no stage.`,
    next: `Use one of: ${stages.map((each) => each.name).join(", ")}.`
  });
}
function maskedBy(face, env) {
  const done = /* @__PURE__ */ new Set();
  return (name) => {
    const value = env[name];
    if (value === void 0 || done.has(name)) return;
    done.add(name);
    if (maskSecret(value)) return;
    face.warn(
      `The secret ${name} is too short to be masked in the log. Next: use one of at least 8 characters.`
    );
  };
}
var MASKED = ["GPU_LEASE_SECRET", "GPU_LEASE_LEDGER_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"];
var WITHOUT_SECRET = ["smoke", "plan", "status"];
function refuseWithoutSecret(stage, { secret }) {
  if (secret !== void 0 || WITHOUT_SECRET.includes(stage)) return;
  throw new Problem({
    code: "no-secret",
    kind: "usage",
    what: `GPU_LEASE_SECRET is not set, so no later job could reach the box of a ${stage}.`,
    next: 'Make one ("gpu-lease init --github" prints it), store it in an environment that only the default branch may use, let the job name that, and pass the secret as the input "secret". Workflows of forks receive no secrets.'
  });
}
async function warnOfCheckout(stage, run, face) {
  const commit = run.opened?.commit;
  if (commit === void 0 || run.seal || run.closed || !["launch", "watch"].includes(stage)) return;
  const { checkoutOf, checkoutWarning } = await import("./checkout-JKUOLXYT.mjs");
  const warning = checkoutWarning(run.id, commit, await checkoutOf(process.cwd(), commit));
  if (warning) face.warn(warning);
}
export {
  runAction
};
