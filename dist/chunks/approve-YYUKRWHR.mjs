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
  readRun
} from "./chunk-SLUZHCBV.mjs";
import "./chunk-37HEM33Q.mjs";
import "./chunk-33Y2TOCM.mjs";
import {
  approveInAdvance
} from "./chunk-6XU34AF5.mjs";
import {
  standingTerms
} from "./chunk-36MBQMHY.mjs";
import "./chunk-YJPY6B6T.mjs";
import "./chunk-OJBNM73Z.mjs";
import "./chunk-RX7H7OCR.mjs";
import "./chunk-5QN2WQFF.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-CI5K72OZ.mjs";
import "./chunk-FHNV3QS7.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-CHNY77EN.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-BDUVHFDQ.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-YFOISCAY.mjs";
import {
  openWorld
} from "./chunk-XIK5UCS4.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-SY44W2HF.mjs";
import "./chunk-N22UR42C.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-EVI6MI62.mjs";
import {
  onlyOpenRun
} from "./chunk-UUGDLZZV.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-GVZD235W.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-MVU5EQED.mjs";
import "./chunk-T7FHESWG.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import {
  jsonLine
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-XWCB2UBN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import {
  EXIT,
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/approve.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  if ((settings.value("standing") ?? "").trim() === "") {
    throw new Problem({
      code: "approve-what",
      kind: "usage",
      what: "Nothing says what is approved.",
      next: 'In advance: "gpu-lease approve RUN --standing L2". A sealed run: "gpu-lease release RUN", which shows its phrase.'
    });
  }
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, await faceOf(settings), signal);
  try {
    const id = settings.value("run") ?? await onlyOpenRun(ledger);
    const run = await readRun(ledger, id);
    const given = await approveInAdvance(world, settings, run);
    if (given) await appendDecision(world, id, [given]);
    const terms = standingTerms(run, settings.value("standing") ?? "", world.clock.now());
    const counts = given !== void 0 || run.standing.some(({ configHash }) => configHash === terms.configHash);
    if (settings.json) process.stdout.write(jsonLine({ run: id, approved: given ?? null }));
    if (!counts) world.face.line("nothing was approved; the release will ask");
    return counts ? EXIT.ok : EXIT.refused;
  } finally {
    await world.close();
  }
}
export {
  command
};
