import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  problemsIn,
  readInputs
} from "./chunk-FR3QUGI3.mjs";
import {
  countsOf,
  exitOf,
  keepIssue,
  planStaleness,
  scanned,
  stalenessMarkdown,
  stalenessSarif,
  stalenessText
} from "./chunk-LRGLX62T.mjs";
import {
  writeWhole
} from "./chunk-YEXS6DWJ.mjs";
import "./chunk-II3VGDOF.mjs";
import "./chunk-2TZQNXSP.mjs";
import {
  failureMarkdown
} from "./chunk-427GWUDT.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-6DKNEM2G.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-VX6CYW2W.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import {
  maskSecret
} from "./chunk-XEIF22MT.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-V4QIUBBS.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-JHI344SI.mjs";
import "./chunk-QEYFAV26.mjs";
import {
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4X7WQNKK.mjs";
import {
  ownVersion
} from "./chunk-J22EQXEF.mjs";
import {
  COMMANDS
} from "./chunk-3LSJFEIC.mjs";
import "./chunk-3KCBATJD.mjs";
import {
  annotation,
  inert
} from "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import {
  EXIT
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/staleness-action.ts
var MAX_ANNOTATIONS = 10;
async function stalenessAction(signal) {
  setOutputs({ stale: "", never: "", errors: "", sarif: "" });
  try {
    const options = COMMANDS.find(({ name }) => name === "staleness")?.options ?? [];
    maskSecret(process.env["GH_TOKEN"] ?? "");
    const settings = settingsOf({ given: readInputs(options, process.env) });
    const plan = planStaleness(settings);
    const scan = scanned(plan, settings);
    const { stale, never, errors } = countsOf(scan);
    setOutputs({ stale: String(stale), never: String(never), errors: String(errors) });
    if (plan.sarif !== void 0) {
      writeWhole(plan.sarif, stalenessSarif(scan, ownVersion()));
      setOutputs({ sarif: plan.sarif });
    }
    process.stdout.write(inert(stalenessText(scan, plan.limits, false)));
    annotate(scan);
    await publishSummary(stalenessMarkdown(scan, plan.limits));
    const said = await keepIssue(plan, scan, settings, signal);
    if (said !== void 0) process.stdout.write(`${inert(said)}
`);
    const code = exitOf(scan);
    return code === EXIT.failed ? EXIT.ok : code;
  } catch (error) {
    await publishSummary(failureMarkdown("staleness", problemsIn(error)));
    throw error;
  }
}
function annotate({ faults, facts }) {
  const toCome = facts.filter(({ state }) => state === "future").map(({ file, line, name, stamp }) => ({
    file,
    line,
    column: 1,
    what: `${name} says verified ${stamp.verified}, which is a month to come`,
    next: "Write the month in which it was read."
  }));
  for (const { what, next, ...at } of [...faults, ...toCome].slice(0, MAX_ANNOTATIONS))
    process.stdout.write(annotation("error", `${what}. Next: ${next}`, at));
}
export {
  stalenessAction
};
