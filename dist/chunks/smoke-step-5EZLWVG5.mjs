import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  smokeLines,
  smokeOf
} from "./chunk-SIID6F5O.mjs";
import {
  markdownBlock,
  markdownText
} from "./chunk-6DKNEM2G.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-VX6CYW2W.mjs";
import {
  evidenceText,
  smokeEvidence
} from "./chunk-OEJJ5YYM.mjs";
import "./chunk-ZO4L5MQX.mjs";
import "./chunk-VATWTG4W.mjs";
import {
  bindJob,
  derivedRunId
} from "./chunk-K6NYEXC5.mjs";
import "./chunk-OJDETOP2.mjs";
import "./chunk-PWIFMBAF.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-X3DG36XT.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-KXPYA6BT.mjs";
import "./chunk-VVNF326W.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-PIGHJRY3.mjs";
import "./chunk-WZDAAEFK.mjs";
import "./chunk-MNCYU5NY.mjs";
import "./chunk-B2XEDZXF.mjs";
import "./chunk-J22EQXEF.mjs";
import "./chunk-PLJFYNW4.mjs";
import {
  jsonLine,
  visible
} from "./chunk-7UKGSB5M.mjs";
import {
  EXIT
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/smoke-step.ts
async function smokeStep(settings, face, signal) {
  const bound = await bindJob(settings, face);
  const { job, code, configHash } = bound;
  if (job.smoke === "none") {
    face.line('the job says "smoke: none": nothing is run, and whoever opens the run writes that down');
    if (settings.json) process.stdout.write(jsonLine({ smoke: "none" }));
    await publishSummary(`## No smoke for ${markdownText(job.name)}

The job file says \`smoke: none\`.
`);
    return EXIT.ok;
  }
  face.heading(`smoke of ${job.name} at commit ${code.commit.slice(0, 8)}`);
  const { clock } = settings;
  const report = await smokeOf({ clock, face, signal }, settings, bound, derivedRunId(settings, bound));
  const evidence = smokeEvidence(report, { commit: code.commit, configHash });
  setOutputs({ evidence: evidenceText(evidence) });
  if (settings.json) process.stdout.write(jsonLine({ smoke: "passed", evidence }));
  const lines = visible(settings.redactor.text(smokeLines(report).join("\n")));
  await publishSummary(`## Smoke of ${markdownText(job.name)} passed

${markdownBlock(lines)}
`);
  return EXIT.ok;
}
export {
  smokeStep
};
