import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openWorld
} from "./chunk-XIK5UCS4.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import {
  command,
  recordOf
} from "./chunk-UUGDLZZV.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import {
  printCost
} from "./chunk-7PLT7US4.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import {
  fold
} from "./chunk-GVZD235W.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-XWCB2UBN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SYBH34PZ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/cost.ts
async function command2(request, signal) {
  if (request.given.billed !== true) return command(request);
  const settings = settingsOf(request);
  const { id, events } = await recordOf(settings, settings.value("run"));
  const run = fold(id, events);
  const world = openWorld(settings, await ledgerOf(settings), await faceOf(settings), signal);
  try {
    const billed = [];
    for (const lease of run.leases) if (lease.boxId !== void 0) billed.push(await billedFor(world, lease));
    return printCost(run, settings.clock.now(), settings.json, billed);
  } finally {
    await world.close();
  }
}
async function billedFor(world, lease) {
  const { name, platform, boxId = "", meters, intent } = lease;
  const nothing = (source) => ({ lease: name, platform, usd: null, source });
  try {
    const driver = await world.driver({ platform, attach: intent.attach });
    if (!driver.billed) return nothing("its API has no bill of a box");
    const told = await driver.billed({
      boxId,
      name,
      meters: meters.map(({ id, kind, usdPerHour, source }) => ({
        id,
        kind,
        usdPerHour,
        source
      })),
      ...lease.rentedAt === void 0 ? {} : { since: lease.rentedAt }
    });
    return told ? { lease: name, platform, ...told } : nothing("nothing yet");
  } catch (error) {
    if (error instanceof Problem) return nothing(`could not be asked: ${error.what}`);
    throw error;
  }
}
export {
  command2 as command
};
