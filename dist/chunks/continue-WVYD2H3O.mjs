import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  arrive,
  chainingOf,
  goOn
} from "./chunk-4XY63SOI.mjs";
import "./chunk-3FR7OTFP.mjs";
import "./chunk-33Y2TOCM.mjs";
import {
  runOfThisWorkflow
} from "./chunk-S6CLNW6T.mjs";
import "./chunk-LXIYQF3T.mjs";
import "./chunk-BNUSCPZI.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-QPLZD3UH.mjs";
import {
  openWorld
} from "./chunk-WZLO3IWE.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-CBYREK54.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-LIO6FHRK.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-TRZAK437.mjs";
import {
  onlyOpenRun,
  recordOf
} from "./chunk-OYVSYPD4.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-4EJK2PBR.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-5G4ANQTJ.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-IZJK27HG.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-SYBH34PZ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

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
    const named = settings.value("run") ?? await runOfThisWorkflow(settings, ledger);
    const { id, events } = await recordOf(settings, named ?? await onlyOpenRun(ledger));
    const { fold } = await import("./fold-GYQKK2NE.mjs");
    await arrive(settings, world, fold(id, events));
    if (chaining === "never") return "nobody";
    const onward = await goOn(settings, world, id, chaining);
    return onward.do === "leave" ? onward.to : "chain";
  } finally {
    await world.close();
  }
}
export {
  command,
  continueRun
};
