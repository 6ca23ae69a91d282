import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  approveInAdvance,
  standingTerms
} from "./chunk-LZVP3KSW.mjs";
import {
  appendDecision
} from "./chunk-SSEOGEDV.mjs";
import {
  readRun
} from "./chunk-J3BYHMBT.mjs";
import "./chunk-33Y2TOCM.mjs";
import "./chunk-5X7FVOBD.mjs";
import "./chunk-OJBNM73Z.mjs";
import "./chunk-S27IXIET.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-UKAY5LWA.mjs";
import "./chunk-NIC7WFI5.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-LXIYQF3T.mjs";
import "./chunk-4WRHQMHG.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-YFOISCAY.mjs";
import {
  openWorld
} from "./chunk-WZLO3IWE.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-CBYREK54.mjs";
import "./chunk-B6ANYIMO.mjs";
import "./chunk-HKS6RM65.mjs";
import "./chunk-JREHCXT7.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-LIO6FHRK.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-TRZAK437.mjs";
import {
  onlyOpenRun
} from "./chunk-OYVSYPD4.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-4EJK2PBR.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-MVU5EQED.mjs";
import "./chunk-T7FHESWG.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-5G4ANQTJ.mjs";
import {
  jsonLine
} from "./chunk-7UKGSB5M.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-IZJK27HG.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-SKRRPNKQ.mjs";
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
