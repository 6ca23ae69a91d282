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
} from "./chunk-4AKWPS5B.mjs";
import "./chunk-2TZQNXSP.mjs";
import {
  runStage
} from "./chunk-TI3IJ6O4.mjs";
import "./chunk-ONDLIIZ5.mjs";
import "./chunk-4CJOVOGV.mjs";
import "./chunk-2Y64FHZN.mjs";
import "./chunk-3FR7OTFP.mjs";
import "./chunk-LIN5IIIY.mjs";
import "./chunk-UOFQPG4R.mjs";
import {
  failureMarkdown
} from "./chunk-FLD42B5O.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-FI4FQA7I.mjs";
import "./chunk-SLUZHCBV.mjs";
import "./chunk-6DKNEM2G.mjs";
import "./chunk-37HEM33Q.mjs";
import "./chunk-33Y2TOCM.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-XHYPYQ6F.mjs";
import {
  startingEvent
} from "./chunk-Q33EIRYY.mjs";
import {
  refuseUntrusted
} from "./chunk-TXSWFCJX.mjs";
import "./chunk-YJPY6B6T.mjs";
import "./chunk-OJBNM73Z.mjs";
import "./chunk-RX7H7OCR.mjs";
import {
  uploadOutcome
} from "./chunk-5QN2WQFF.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-CI5K72OZ.mjs";
import "./chunk-FHNV3QS7.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-OZ3FN5CT.mjs";
import "./chunk-RSTNO2XH.mjs";
import "./chunk-CHNY77EN.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-BDUVHFDQ.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-YFOISCAY.mjs";
import "./chunk-XIK5UCS4.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-SY44W2HF.mjs";
import "./chunk-N22UR42C.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-66DKXI3W.mjs";
import "./chunk-UUGDLZZV.mjs";
import {
  faceOf,
  redactorOf,
  settingsOf
} from "./chunk-DNBGET3G.mjs";
import {
  maskSecret
} from "./chunk-R6P7AWQL.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-K7WALTTO.mjs";
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
import "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-BUXBQPPS.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-GVZD235W.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-MVU5EQED.mjs";
import "./chunk-T7FHESWG.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-KIJOQLWN.mjs";
import {
  COMMANDS
} from "./chunk-6YUTHLFY.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-XWCB2UBN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/outputs.ts
var ALONE_OUTPUTS = {
  verify: {
    verdict: "pass, pass-degraded, inconclusive or fail: the worst of all files and sets.",
    failed: "How many files and sets failed.",
    json: "Path of the whole result as JSON.",
    report: "Path of the page for people; empty when none was asked for."
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

// src/cli/action.ts
async function runAction(stage, signal) {
  const isStage = COMMANDS.some((each) => each.name === stage && each.action === "stage");
  if (!isStage) refuseUntrusted(stage, startingEvent(process.env));
  if (stage === "verify") return (await import("./verify-action-J734E6O7.mjs")).verifyAction(signal);
  if (stage === "doctor") return (await import("./doctor-action-BP5GFL3I.mjs")).doctorAction(signal);
  if (stage === "staleness") return (await import("./staleness-action-ZSK5HNKK.mjs")).stalenessAction(signal);
  if (stage === "tick")
    return ofAllRuns("tick", async (settings, face, onRun) => {
      const { tick } = await import("./tick-QL2VZXXX.mjs");
      return (await tick(settings, face, signal, { onRun })).exitCode;
    });
  if (stage === "sweep")
    return ofAllRuns("sweep", async (settings, face, onRun) => {
      const { sweepStep } = await import("./sweep-7QIMYWYC.mjs");
      return sweepStep(settings, face, signal, onRun);
    });
  if (stage === "ask")
    return ofAllRuns("ask", async (settings, face) => {
      const { askForReleases } = await import("./ask-2WZTPVZR.mjs");
      const asked = await askForReleases(settings, face, signal);
      setOutputs({ asked: String(asked.length) });
      return 0;
    });
  if (stage === "continue")
    return ofAllRuns("continue", async (settings, face) => {
      const { continueRun } = await import("./continue-GCPJVJEN.mjs");
      setOutputs({ next: await continueRun(settings, face, signal) });
      return 0;
    });
  if (stage === "plan" || stage === "status") {
    const { planStep, statusStep } = await import("./looking-actions-O5LZLA4U.mjs");
    const step = stage === "plan" ? planStep : statusStep;
    return ofAllRuns(stage, (settings, face) => step(settings, face, signal));
  }
  if (stage === "comment") return (await import("./pull-request-action-CNTYO5OF.mjs")).pullRequestAction(signal);
  const { env } = process;
  if (stage === "stored") {
    const ofKept = env["GPU_LEASE_UPLOAD_OF"] === "kept";
    return runStageStep(ofKept ? "kept" : "collect", env, signal, uploadOutcome(env));
  }
  return runStageStep(stage, env, signal, void 0);
}
async function runStageStep(stage, env, signal, uploaded) {
  let settings;
  let runId = env["INPUT_RUN"] ?? "";
  try {
    refuseUntrusted(stage, startingEvent(env));
    const { options } = stageNamed(stage === "kept" ? "watch" : stage);
    settings = settingsOf({ given: readInputs(options, env) });
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    for (const name of ["GPU_LEASE_SECRET", "GH_TOKEN", "GITHUB_TOKEN"]) mask(name);
    refuseWithoutSecret(stage, settings);
    const step = await stepOf(stage);
    return await step(settings, face, signal, {
      uploaded,
      async onRun(run) {
        runId = run.id;
        for (const name of run.opened?.document.secrets ?? []) mask(name);
        await warnOfCheckout(stage, run, face);
      }
    });
  } catch (thrown) {
    const error = (settings?.redactor ?? redactorOf(env)).error(thrown);
    await publishFailure({ stage, error, runId, settings });
    throw error;
  }
}
async function stepOf(stage) {
  if (stage === "gate") return (await import("./gate-MWKJFC6N.mjs")).runGate;
  if (stage === "kept") return (await import("./kept-step-TFROQZFO.mjs")).runKeptStep;
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
    for (const each of ["GPU_LEASE_SECRET", "GH_TOKEN", "GITHUB_TOKEN"]) mask(each);
    refuseWithoutSecret(name, settings);
    return await act(settings, face, (run) => {
      for (const each of run.opened?.document.secrets ?? []) {
        mask(each);
        settings.redactor.learn(process.env[each] ?? "");
      }
    });
  } catch (thrown) {
    const error = redactor.error(thrown);
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
var WITHOUT_SECRET = ["smoke", "plan", "status"];
function refuseWithoutSecret(stage, { secret }) {
  if (secret !== void 0 || WITHOUT_SECRET.includes(stage)) return;
  throw new Problem({
    code: "no-secret",
    kind: "usage",
    what: `GPU_LEASE_SECRET is not set, so no later job could reach the box of a ${stage}.`,
    next: 'Make one ("gpu-lease init" says how), store it as a repository secret, and pass it as the input "secret". Workflows of forks receive no secrets.'
  });
}
async function warnOfCheckout(stage, run, face) {
  const commit = run.opened?.commit;
  if (commit === void 0 || run.seal || run.closed || !["launch", "watch"].includes(stage)) return;
  const { checkoutOf, checkoutWarning } = await import("./checkout-X57ZVXQ4.mjs");
  const warning = checkoutWarning(run.id, commit, await checkoutOf(process.cwd(), commit));
  if (warning) face.warn(warning);
}
export {
  runAction
};
