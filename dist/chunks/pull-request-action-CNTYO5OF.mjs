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
import {
  tellPullRequest
} from "./chunk-UVV7SLF3.mjs";
import "./chunk-2TZQNXSP.mjs";
import "./chunk-7ASZNKIS.mjs";
import "./chunk-YSOHBG4V.mjs";
import {
  failureMarkdown
} from "./chunk-FLD42B5O.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-6DKNEM2G.mjs";
import "./chunk-33Y2TOCM.mjs";
import "./chunk-ZOZO3HVO.mjs";
import {
  publishSummary,
  setOutputs
} from "./chunk-XHYPYQ6F.mjs";
import "./chunk-Q33EIRYY.mjs";
import "./chunk-TXSWFCJX.mjs";
import "./chunk-FHNV3QS7.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-26CIAAZH.mjs";
import "./chunk-OZ3FN5CT.mjs";
import "./chunk-RSTNO2XH.mjs";
import "./chunk-CHNY77EN.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-BDUVHFDQ.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-OVGNU7BZ.mjs";
import "./chunk-XIK5UCS4.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-PRBAHTSJ.mjs";
import "./chunk-66DKXI3W.mjs";
import {
  faceOf,
  redactorOf,
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
import "./chunk-BUXBQPPS.mjs";
import "./chunk-RDIPGXVD.mjs";
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
import "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-NAVTETUI.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import "./chunk-NH4MOYHC.mjs";
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
