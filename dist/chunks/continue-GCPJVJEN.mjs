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
} from "./chunk-2Y64FHZN.mjs";
import "./chunk-3FR7OTFP.mjs";
import {
  meantRun,
  readRun
} from "./chunk-SLUZHCBV.mjs";
import "./chunk-37HEM33Q.mjs";
import "./chunk-33Y2TOCM.mjs";
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
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-UUGDLZZV.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import {
  readParts,
  readSweep
} from "./chunk-BUXBQPPS.mjs";
import "./chunk-RDIPGXVD.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-GVZD235W.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
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
  Problem
} from "./chunk-NH4MOYHC.mjs";
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
async function continueRun(settings, face, signal) {
  const chaining = chainingOf(settings);
  if (settings.env["GITHUB_ACTIONS"] !== "true") {
    throw new Problem({
      code: "no-workflow",
      kind: "usage",
      what: "Only a workflow run can go on in another one, and this is none.",
      next: 'From a terminal "gpu-lease watch" goes on by itself for as long as --bound says.'
    });
  }
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    const chained = await meant(settings, world);
    if (!chained) return "nobody";
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
