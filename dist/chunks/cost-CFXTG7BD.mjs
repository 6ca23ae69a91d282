import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openWorld
} from "./chunk-JBMMCHOQ.mjs";
import "./chunk-HJ42LIAM.mjs";
import "./chunk-TOK2E7I4.mjs";
import "./chunk-GY53W33T.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-MGQEN37V.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-EVI6MI62.mjs";
import {
  printCost
} from "./chunk-CSFF3Q5X.mjs";
import "./chunk-FABKYZIR.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-ITP4G2FL.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import {
  command,
  recordOf
} from "./chunk-Q4WEXG3D.mjs";
import {
  faceOf,
  lookingLedgerOf,
  settingsOf
} from "./chunk-BIV4ENUS.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-IWNWYGXK.mjs";
import {
  secretNeeded
} from "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-OCC5USEL.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-J22EQXEF.mjs";
import "./chunk-3KCBATJD.mjs";
import "./chunk-7UKGSB5M.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import {
  fold
} from "./chunk-YOYFPQO2.mjs";
import "./chunk-EL4YS6VI.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/cost.ts
async function command2(request, signal) {
  if (request.given.billed !== true) return command(request);
  const settings = settingsOf(request);
  const { id, events, trust } = await recordOf(settings, settings.value("run"));
  if (trust === "not-verified") throw secretNeeded(id);
  const run = fold(id, events);
  const world = openWorld(settings, await lookingLedgerOf(settings), await faceOf(settings), signal);
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
