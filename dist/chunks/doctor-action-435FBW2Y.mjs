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
import "./chunk-2TZQNXSP.mjs";
import {
  failureMarkdown
} from "./chunk-427GWUDT.mjs";
import "./chunk-SXLOM4AE.mjs";
import {
  markdownText
} from "./chunk-6DKNEM2G.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-VX6CYW2W.mjs";
import {
  diagnose,
  diagnosisText,
  exitOf
} from "./chunk-G3XVKQXU.mjs";
import "./chunk-RTGJTRYZ.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-V4QIUBBS.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-JHI344SI.mjs";
import "./chunk-QEYFAV26.mjs";
import {
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-OCC5USEL.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4X7WQNKK.mjs";
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

// src/cli/doctor-action.ts
var MAX_ANNOTATIONS = 10;
async function doctorAction(signal) {
  setOutputs({ faults: "", unknown: "" });
  try {
    const options = COMMANDS.find(({ name }) => name === "doctor")?.options ?? [];
    const settings = settingsOf({ given: readInputs(options, process.env) });
    const diagnosis = await diagnose(settings, signal);
    setOutputs({ faults: String(diagnosis.faults), unknown: String(diagnosis.unknown) });
    process.stdout.write(inert(diagnosisText(diagnosis)));
    const faults = diagnosis.findings.filter(({ level }) => level === "fault");
    for (const { what, fix } of faults.slice(0, MAX_ANNOTATIONS))
      process.stdout.write(annotation("error", `${what} Next: ${fix}`));
    await publishSummary(diagnosisMarkdown(diagnosis));
    return exitOf(diagnosis);
  } catch (error) {
    await publishSummary(failureMarkdown("doctor", problemsIn(error)));
    throw error;
  }
}
function diagnosisMarkdown({ repository, findings }) {
  if (findings.length === 0) return `## doctor: ${markdownText(repository)} is as it should be
`;
  const rows = findings.map(({ level, what, fix }) => `| ${level} | ${markdownText(what)} | ${markdownText(fix)} |`);
  return `## doctor: ${markdownText(repository)}

${["| | what | fix |", "| --- | --- | --- |", ...rows].join("\n")}
`;
}
export {
  doctorAction
};
