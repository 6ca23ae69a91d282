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
  planVerify,
  renderTable,
  unlessInterrupted,
  verified,
  verifyDocument,
  whyOf,
  worstFirst,
  worstOf,
  writeReports
} from "./chunk-2H2BCEBH.mjs";
import {
  writeWhole
} from "./chunk-YEXS6DWJ.mjs";
import "./chunk-2TZQNXSP.mjs";
import {
  failureMarkdown
} from "./chunk-427GWUDT.mjs";
import "./chunk-SXLOM4AE.mjs";
import {
  markdownCode,
  markdownText
} from "./chunk-6DKNEM2G.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-VX6CYW2W.mjs";
import "./chunk-VATWTG4W.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-V4QIUBBS.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-JHI344SI.mjs";
import "./chunk-QEYFAV26.mjs";
import {
  faceOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-PK7MLT6Y.mjs";
import {
  formatBytes
} from "./chunk-26T4FXPK.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-CY2DFOIM.mjs";
import "./chunk-PIGHJRY3.mjs";
import "./chunk-IOI5FI5K.mjs";
import "./chunk-WZDAAEFK.mjs";
import "./chunk-GEI5JUHN.mjs";
import "./chunk-MNCYU5NY.mjs";
import "./chunk-N7EITUHM.mjs";
import "./chunk-B2XEDZXF.mjs";
import "./chunk-PMEBUZWC.mjs";
import "./chunk-J22EQXEF.mjs";
import {
  COMMANDS
} from "./chunk-3LSJFEIC.mjs";
import "./chunk-3KCBATJD.mjs";
import {
  annotation,
  inert
} from "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
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
