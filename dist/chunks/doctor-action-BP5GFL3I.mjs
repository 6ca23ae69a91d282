import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  problemsIn,
  readInputs
} from "./chunk-4AKWPS5B.mjs";
import "./chunk-2TZQNXSP.mjs";
import {
  failureMarkdown
} from "./chunk-FLD42B5O.mjs";
import "./chunk-SXLOM4AE.mjs";
import {
  markdownText
} from "./chunk-6DKNEM2G.mjs";
import {
  diagnose,
  diagnosisText,
  exitOf
} from "./chunk-7HNCMD7D.mjs";
import "./chunk-EM32OFCV.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-XHYPYQ6F.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-66DKXI3W.mjs";
import {
  settingsOf
} from "./chunk-DNBGET3G.mjs";
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
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-GVZD235W.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-KIJOQLWN.mjs";
import {
  COMMANDS
} from "./chunk-6YUTHLFY.mjs";
import "./chunk-VPOCTM3H.mjs";
import {
  annotation,
  inert
} from "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import "./chunk-NH4MOYHC.mjs";
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
