import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  problemsIn,
  readInputs
} from "./chunk-TP7SYFYS.mjs";
import {
  countsOf,
  exitOf,
  planVerify,
  renderTable,
  unlessInterrupted,
  verified,
  verifyDocument,
  whyOf,
  worstFirst,
  worstOf,
  writeReports,
  writeWhole
} from "./chunk-42E7WDBE.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-2QURZX3G.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-5RBJ52HK.mjs";
import {
  failureMarkdown,
  markdownCode,
  markdownText
} from "./chunk-R5Y2PSBQ.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-PK7MLT6Y.mjs";
import {
  formatBytes
} from "./chunk-26T4FXPK.mjs";
import "./chunk-6ZYEVVUB.mjs";
import "./chunk-ZKOHOWMQ.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-CUPETV27.mjs";
import {
  faceOf,
  settingsOf
} from "./chunk-Z46FQTTS.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-GLL52POZ.mjs";
import "./chunk-YV2XGK6Y.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-H5FEDLG3.mjs";
import {
  COMMANDS
} from "./chunk-BZBG7OUD.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-NH4MOYHC.mjs";
import {
  annotation,
  inert
} from "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/verify-action.ts
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// src/report/verify-markdown.ts
var MAX_ROWS = 100;
function verifyMarkdown(verdicts) {
  const { files, sets } = verdicts;
  const counts = Object.entries(countsOf(files)).filter(([, count]) => count > 0);
  const line = counts.map(([verdict, count]) => `${count} ${verdict}`).join(", ");
  const rows = worstFirst(verdicts);
  const shown = rows.slice(0, MAX_ROWS).map((each) => rowOf(each, sets.includes(each)));
  const rest = rows.length > shown.length ? `

${rows.length - shown.length} more are in the report.` : "";
  return `## verify: **${worstOf(verdicts)}**

${files.length} files: ${line || "none"}

| verdict | level | file | format | role | tensors | size | why |
| --- | --- | --- | --- | --- | ---: | ---: | --- |
${shown.join("\n")}${rest}
`;
}
function rowOf(verdict, isSet) {
  const cells = [
    markdownText(verdict.verdict),
    verdict.level,
    `${isSet ? "set " : ""}${markdownCode(verdict.label)}`,
    markdownText(verdict.format),
    verdict.role,
    verdict.tensors === void 0 ? "" : String(verdict.tensors.count),
    formatBytes(verdict.bytes),
    markdownText(whyOf(verdict))
  ];
  return `| ${cells.join(" | ")} |`;
}

// src/cli/verify-action.ts
var MAX_ANNOTATIONS = 10;
async function verifyAction(signal) {
  const { env } = process;
  setOutputs({ verdict: "unknown", failed: "0", json: "", report: "" });
  try {
    const options = COMMANDS.find(({ name }) => name === "verify")?.options ?? [];
    const settings = settingsOf({ given: readInputs(options, env) });
    const plan = planVerify([], settings);
    const face = await faceOf(settings);
    const verdicts = await unlessInterrupted(signal, () => verified(plan, face, signal));
    writeReports(plan, verdicts);
    const json = join(mkdtempSync(join(env["RUNNER_TEMP"] || tmpdir(), "gpu-lease-verify-")), "verify.json");
    writeWhole(json, `${JSON.stringify(verifyDocument(verdicts))}
`);
    process.stdout.write(inert(renderTable([...verdicts.files, ...verdicts.sets])));
    annotate(verdicts);
    const worst = worstOf(verdicts);
    const failed = [...verdicts.files, ...verdicts.sets].filter(({ verdict }) => verdict === "fail").length;
    setOutputs({ verdict: worst, failed: String(failed), json, report: plan.report ?? "" });
    await publishSummary(verifyMarkdown(verdicts));
    return exitOf(worst, plan.failOn);
  } catch (error) {
    await publishSummary(failureMarkdown("verify", problemsIn(error)));
    throw error;
  }
}
function annotate(verdicts) {
  const bad = worstFirst(verdicts).filter(({ verdict }) => verdict === "fail" || verdict === "inconclusive");
  for (const each of bad.slice(0, MAX_ANNOTATIONS)) {
    const severity = each.verdict === "fail" ? "error" : "warning";
    const file = each.reasons.find((reason) => reason.file !== void 0)?.file ?? each.label;
    process.stdout.write(
      annotation(severity, `${each.label}: ${each.verdict}: ${whyOf(each)}`, { file, line: 1, column: 1 })
    );
  }
}
export {
  verifyAction
};
