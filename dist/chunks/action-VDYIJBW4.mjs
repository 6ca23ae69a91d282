import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  publishFailure,
  readInputs
} from "./chunk-YUOZEWHY.mjs";
import {
  runStage
} from "./chunk-M5SRNWCE.mjs";
import "./chunk-Q3L7VFZZ.mjs";
import "./chunk-NWRN4FRI.mjs";
import "./chunk-KFAZAMEC.mjs";
import "./chunk-NB6TTWWE.mjs";
import "./chunk-SXLOM4AE.mjs";
import {
  setSecret
} from "./chunk-Q3ZTLVJN.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-H3BN6KXL.mjs";
import "./chunk-L3KC5LYS.mjs";
import "./chunk-MCGBOQG4.mjs";
import "./chunk-K5CWTCDM.mjs";
import "./chunk-C3U32BMU.mjs";
import "./chunk-66KBGZBA.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-FMO45VXI.mjs";
import "./chunk-LYYJZHZC.mjs";
import "./chunk-LC3LL5FN.mjs";
import "./chunk-QEXAT76E.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-GE72E23M.mjs";
import "./chunk-TBI6LTSP.mjs";
import {
  faceOf,
  settingsOf
} from "./chunk-S5L6SRNA.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-7ZWJBBVJ.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-H5FEDLG3.mjs";
import {
  COMMANDS
} from "./chunk-POJQPJX6.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-D567DFHP.mjs";
import "./chunk-ND526TRW.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-5FQNGORP.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/github/mask.ts
var MIN_LENGTH = 8;
function maskSecret(value, mask = setSecret) {
  const lines = value.split(/\r?\n/).filter((line) => line.trim().length >= MIN_LENGTH);
  const forms = lines.flatMap((line) => [line, encodeURIComponent(line), base64(line)]);
  if (lines.length > 0) forms.push(base64(value));
  for (const form of new Set(forms)) mask(form);
  return lines.length > 0 || value === "";
}
var base64 = (text) => Buffer.from(text, "utf8").toString("base64");

// src/cli/action.ts
async function runAction(stage, signal) {
  if (stage === "verify") return (await import("./verify-action-PJOP5PTC.mjs")).verifyAction(signal);
  const { env } = process;
  let settings;
  let runId = env["INPUT_RUN"] ?? "";
  try {
    const { options } = stageNamed(stage);
    settings = settingsOf({ given: readInputs(options, env) });
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    for (const name of ["GPU_LEASE_SECRET", "GH_TOKEN", "GITHUB_TOKEN"]) mask(name);
    refuseWithoutSecret(stage, settings);
    return await runStage(stage, settings, face, signal, {
      async onRun(run) {
        runId = run.id;
        for (const name of run.opened?.document.secrets ?? []) mask(name);
        await warnOfCheckout(stage, run, face);
      }
    });
  } catch (error) {
    await publishFailure({ stage, error, runId, settings });
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
function refuseWithoutSecret(stage, { secret }) {
  if (secret !== void 0 || stage === "smoke") return;
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
