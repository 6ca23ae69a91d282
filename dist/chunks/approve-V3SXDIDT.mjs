import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  appendDecision
} from "./chunk-U2TYYWXK.mjs";
import {
  readRun
} from "./chunk-PH3R4AHW.mjs";
import "./chunk-EX6OS3IS.mjs";
import "./chunk-RN5AFV3T.mjs";
import {
  approveInAdvance
} from "./chunk-MLPEDM2Z.mjs";
import {
  standingTerms
} from "./chunk-H2JI2O2E.mjs";
import "./chunk-OX62WF6U.mjs";
import "./chunk-LTO73DWZ.mjs";
import "./chunk-2QKC3FL2.mjs";
import "./chunk-OLE3AQ2S.mjs";
import "./chunk-V52FZBFB.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-IOFQC7PA.mjs";
import "./chunk-B6VXC6PH.mjs";
import "./chunk-23KJRGYQ.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-ZO4L5MQX.mjs";
import "./chunk-VATWTG4W.mjs";
import "./chunk-JK5RV7T3.mjs";
import "./chunk-PWIFMBAF.mjs";
import "./chunk-YFOISCAY.mjs";
import "./chunk-XP5PRQEC.mjs";
import "./chunk-MKR5JNV4.mjs";
import "./chunk-QPLZD3UH.mjs";
import {
  openWorld
} from "./chunk-JBMMCHOQ.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-NQQWXG3U.mjs";
import "./chunk-BB3BUOLY.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-MGQEN37V.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-BZOEQR7H.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-DOAI2G6O.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-QEYFAV26.mjs";
import {
  onlyOpenRun
} from "./chunk-Q4WEXG3D.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-PBQQT3UF.mjs";
import "./chunk-VVNF326W.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-QR2KMQVT.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-OCC5USEL.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-PIGHJRY3.mjs";
import "./chunk-IOI5FI5K.mjs";
import "./chunk-WZDAAEFK.mjs";
import "./chunk-BCYTXDZH.mjs";
import "./chunk-MNCYU5NY.mjs";
import "./chunk-N7EITUHM.mjs";
import "./chunk-B2XEDZXF.mjs";
import "./chunk-J22EQXEF.mjs";
import "./chunk-3KCBATJD.mjs";
import {
  jsonLine
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-IBFS6QVH.mjs";
import {
  EXIT,
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
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
