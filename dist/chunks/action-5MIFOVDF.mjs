import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  maskSecret
} from "./chunk-ASRSLD5C.mjs";
import {
  problemsIn,
  publishFailure,
  readInputs
} from "./chunk-PHYAKGSH.mjs";
import {
  runStage
} from "./chunk-4ZBC4FKC.mjs";
import "./chunk-4XY63SOI.mjs";
import "./chunk-3FR7OTFP.mjs";
import "./chunk-T5NJFZ5B.mjs";
import "./chunk-NHBUVP7Y.mjs";
import {
  failureMarkdown
} from "./chunk-LYQE66BD.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-6DKNEM2G.mjs";
import "./chunk-SSEOGEDV.mjs";
import "./chunk-J3BYHMBT.mjs";
import "./chunk-33Y2TOCM.mjs";
import "./chunk-5X7FVOBD.mjs";
import "./chunk-OJBNM73Z.mjs";
import {
  uploadOutcome
} from "./chunk-S27IXIET.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-S6CLNW6T.mjs";
import "./chunk-UKAY5LWA.mjs";
import "./chunk-NIC7WFI5.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-OBGTLSNS.mjs";
import "./chunk-K7KCNTYR.mjs";
import "./chunk-LXIYQF3T.mjs";
import "./chunk-4WRHQMHG.mjs";
import "./chunk-BNUSCPZI.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-YFOISCAY.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-2FXGIVBC.mjs";
import "./chunk-NFEGOBTS.mjs";
import {
  startingEvent
} from "./chunk-Q33EIRYY.mjs";
import {
  refuseUntrusted
} from "./chunk-TXSWFCJX.mjs";
import "./chunk-WZLO3IWE.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-CBYREK54.mjs";
import "./chunk-B6ANYIMO.mjs";
import "./chunk-HKS6RM65.mjs";
import "./chunk-JREHCXT7.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-LIO6FHRK.mjs";
import "./chunk-JU4YPQMI.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-7ZKBDUWW.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-GHWKODYP.mjs";
import "./chunk-OYVSYPD4.mjs";
import {
  faceOf,
  redactorOf,
  settingsOf
} from "./chunk-4EJK2PBR.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-MVU5EQED.mjs";
import "./chunk-T7FHESWG.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-KIJOQLWN.mjs";
import {
  COMMANDS
} from "./chunk-P5SQCQMT.mjs";
import "./chunk-5G4ANQTJ.mjs";
import "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-IZJK27HG.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-SKRRPNKQ.mjs";
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
  if (stage === "verify") return (await import("./verify-action-VKMHRKEK.mjs")).verifyAction(signal);
  if (stage === "doctor") return (await import("./doctor-action-UCHEW4RF.mjs")).doctorAction(signal);
  if (stage === "staleness") return (await import("./staleness-action-R3TRC54N.mjs")).stalenessAction(signal);
  if (stage === "tick")
    return ofAllRuns("tick", async (settings, face, onRun) => {
      const { tick } = await import("./tick-JTMCUC5R.mjs");
      return (await tick(settings, face, signal, { onRun })).exitCode;
    });
  if (stage === "ask")
    return ofAllRuns("ask", async (settings, face) => {
      const { askForReleases } = await import("./ask-EKYAWOCK.mjs");
      const asked = await askForReleases(settings, face, signal);
      setOutputs({ asked: String(asked.length) });
      return 0;
    });
  if (stage === "continue")
    return ofAllRuns("continue", async (settings, face) => {
      const { continueRun } = await import("./continue-WVYD2H3O.mjs");
      setOutputs({ next: await continueRun(settings, face, signal) });
      return 0;
    });
  if (stage === "plan" || stage === "status") {
    const { planStep, statusStep } = await import("./looking-actions-VOHGQTNL.mjs");
    const step = stage === "plan" ? planStep : statusStep;
    return ofAllRuns(stage, (settings, face) => step(settings, face, signal));
  }
  if (stage === "comment") return (await import("./pull-request-action-4B2GS7GJ.mjs")).pullRequestAction(signal);
  const { env } = process;
  if (stage === "stored") return runStageStep("collect", env, signal, uploadOutcome(env));
  return runStageStep(stage, env, signal, void 0);
}
async function runStageStep(stage, env, signal, uploaded) {
  let settings;
  let runId = env["INPUT_RUN"] ?? "";
  try {
    refuseUntrusted(stage, startingEvent(env));
    const { options } = stageNamed(stage);
    settings = settingsOf({ given: readInputs(options, env) });
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    for (const name of ["GPU_LEASE_SECRET", "GH_TOKEN", "GITHUB_TOKEN"]) mask(name);
    refuseWithoutSecret(stage, settings);
    const stageOrGate = stage === "gate" ? (await import("./gate-NHL4KB5M.mjs")).runGate : runStage.bind(void 0, stage);
    return await stageOrGate(settings, face, signal, {
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
