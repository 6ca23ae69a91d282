import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  appendDecision
} from "./chunk-FI4FQA7I.mjs";
import {
  meantRun,
  readRun
} from "./chunk-SLUZHCBV.mjs";
import "./chunk-37HEM33Q.mjs";
import "./chunk-33Y2TOCM.mjs";
import {
  storeKept,
  uploadStepOf
} from "./chunk-5QN2WQFF.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-CHNY77EN.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-QPLZD3UH.mjs";
import {
  openWorld
} from "./chunk-XIK5UCS4.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-SY44W2HF.mjs";
import "./chunk-N22UR42C.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-UUGDLZZV.mjs";
import {
  ledgerOf
} from "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-GVZD235W.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-XWCB2UBN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import {
  EXIT
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/kept-step.ts
async function runKeptStep(settings, face, signal, { uploaded, onRun }) {
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    const run = await readRun(ledger, await meantRun(settings, ledger));
    await onRun?.(run);
    if (!run.opened) return EXIT.ok;
    const uploading = { step: uploadStepOf(settings.env, uploaded), wish: void 0 };
    const events = await storeKept(world, run, run.opened.document, uploading);
    if (events.length > 0) await appendDecision(world, run.id, events);
    else if (uploading.wish !== void 0)
      face.warn(
        "what was uploaded is not what is kept now: another machine has pulled newer copies meanwhile"
      );
    return EXIT.ok;
  } finally {
    await world.close();
  }
}
export {
  runKeptStep
};
