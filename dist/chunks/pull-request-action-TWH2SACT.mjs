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
  tellPullRequest
} from "./chunk-OXJJJPNX.mjs";
import "./chunk-ZVAH7K5K.mjs";
import "./chunk-ZOZO3HVO.mjs";
import "./chunk-2TZQNXSP.mjs";
import "./chunk-DELYXXVA.mjs";
import {
  failureMarkdown
} from "./chunk-427GWUDT.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-RN5AFV3T.mjs";
import "./chunk-Q33EIRYY.mjs";
import "./chunk-TXSWFCJX.mjs";
import "./chunk-6DKNEM2G.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-VX6CYW2W.mjs";
import "./chunk-B6VXC6PH.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-NHN7RZ5X.mjs";
import "./chunk-K6NYEXC5.mjs";
import "./chunk-OJDETOP2.mjs";
import "./chunk-JK5RV7T3.mjs";
import "./chunk-PWIFMBAF.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-JBMMCHOQ.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-MGQEN37V.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-BZOEQR7H.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-V4QIUBBS.mjs";
import "./chunk-4T24LV2A.mjs";
import "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-X3DG36XT.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-642HQQA2.mjs";
import "./chunk-JHI344SI.mjs";
import "./chunk-QEYFAV26.mjs";
import {
  faceOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-JMRYVQAB.mjs";
import "./chunk-KXPYA6BT.mjs";
import "./chunk-VVNF326W.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import {
  redactorOf
} from "./chunk-P7NYXNX3.mjs";
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
import "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/pull-request-action.ts
async function pullRequestAction(signal) {
  setOutputs({ comment: "", smoke: "" });
  try {
    const options = COMMANDS.find(({ name }) => name === "comment")?.options ?? [];
    const settings = settingsOf({ given: readInputs(options, process.env) });
    const { markdown, smoke, comment } = await tellPullRequest(settings, await faceOf(settings), signal);
    setOutputs({ comment, smoke });
    await publishSummary(markdown);
    return 0;
  } catch (thrown) {
    const error = redactorOf(process.env).error(thrown);
    await publishSummary(failureMarkdown("comment", problemsIn(error)));
    throw error;
  }
}
export {
  pullRequestAction
};
