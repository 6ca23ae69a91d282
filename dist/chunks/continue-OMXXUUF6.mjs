import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  arrive,
  chainOfRun,
  chainingOf,
  goOn,
  nothingToLookAt
} from "./chunk-L24FNVLZ.mjs";
import "./chunk-Q4ULZGQW.mjs";
import {
  metHere,
  refuseTakenBack
} from "./chunk-LN5Y5DJI.mjs";
import {
  meantRun,
  readRun
} from "./chunk-PH3R4AHW.mjs";
import "./chunk-EX6OS3IS.mjs";
import "./chunk-RN5AFV3T.mjs";
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
import {
  readParts,
  readSweep
} from "./chunk-X3DG36XT.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-QEYFAV26.mjs";
import "./chunk-Q4WEXG3D.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-PZ6A7EAM.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-PBQQT3UF.mjs";
import "./chunk-JMRYVQAB.mjs";
import "./chunk-KXPYA6BT.mjs";
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
import "./chunk-7UKGSB5M.mjs";
import "./chunk-IBFS6QVH.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/chain-of-sweep.ts
function chainOfSweep(id, parts, now) {
  const runs = parts.flatMap(({ run }) => run ? [run] : []);
  const carrier = runs.find(({ closed }) => closed === void 0);
  if (!carrier) return;
  return {
    carrier: carrier.id,
    inputs: { run: id, stage: "sweep" },
    whole(newest) {
      const all = runs.map((run) => run.id === newest.id ? newest : run);
      const live = all.find((run) => nothingToLookAt(run, now) === void 0) ?? newest;
      return { ...live, continued: newestHop(all) };
    }
  };
}
var newestHop = (runs) => runs.flatMap(({ continued }) => continued ? [continued] : []).sort(
  (a, b) => b.hop - a.hop || Number(b.workflowRun !== void 0) - Number(a.workflowRun !== void 0)
)[0];

// src/cli/continue.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  await continueRun(settings, await faceOf(settings), signal);
  return 0;
}
async function continueRun(settings, face, signal, onRecord = () => {
}) {
  const chaining = chainingOf(settings);
  if (settings.env["GITHUB_ACTIONS"] !== "true") {
    throw new Problem({
      code: "no-workflow",
      kind: "usage",
      what: "Only a workflow run can go on in another one, and this is none.",
      next: 'From a terminal "gpu-lease watch" goes on by itself for as long as --bound says.'
    });
  }
  const met = metHere(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    const chained = await meant(settings, world);
    if (!chained) return "nobody";
    await refuseTakenBack(settings, world, chained.carrier, met);
    onRecord(chained.carrier);
    await arrive(settings, world, chained);
    if (chaining === "never") return "nobody";
    const onward = await goOn(settings, world, chained, chaining);
    return onward.do === "leave" ? onward.to : "chain";
  } finally {
    await world.close();
  }
}
async function meant(settings, { ledger, clock }) {
  const id = await meantRun(settings, ledger);
  const sweep = await readSweep(ledger, id);
  if (sweep) return chainOfSweep(id, await readParts(ledger, sweep), clock.now());
  await readRun(ledger, id);
  return chainOfRun(id);
}
export {
  command,
  continueRun
};
