import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  publishFailure,
  readInputs
} from "./chunk-TP7SYFYS.mjs";
import {
  setSecret
} from "./chunk-2QURZX3G.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-5RBJ52HK.mjs";
import {
  runStage
} from "./chunk-MR2AO2JP.mjs";
import "./chunk-UBX4MBVL.mjs";
import "./chunk-XO27JKLR.mjs";
import "./chunk-R5Y2PSBQ.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-2DRWZOGF.mjs";
import "./chunk-QVTADVCB.mjs";
import "./chunk-227H7TB3.mjs";
import "./chunk-UBX354AZ.mjs";
import "./chunk-TGEKKJ2Q.mjs";
import "./chunk-76AKUZNX.mjs";
import "./chunk-BDUVHFDQ.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-HOMZ2AX5.mjs";
import "./chunk-LXIYQF3T.mjs";
import "./chunk-M4PY5SWU.mjs";
import "./chunk-5GUXRIQW.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-6ZYEVVUB.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-ZKOHOWMQ.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-CUPETV27.mjs";
import "./chunk-5XCSAZLO.mjs";
import {
  faceOf,
  settingsOf
} from "./chunk-Z46FQTTS.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-YV2XGK6Y.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-H5FEDLG3.mjs";
import {
  COMMANDS
} from "./chunk-BZBG7OUD.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-57K3KYNQ.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-6AOF5D34.mjs";
import "./chunk-SYBH34PZ.mjs";
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
  if (stage === "verify") return (await import("./verify-action-LVUQAICO.mjs")).verifyAction(signal);
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
