import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/off-first.ts
var OFF_WITHIN_SECONDS = 600;
var LOOK_AGAIN_SECONDS = 6;
async function removeOnceOff({ clock, signal }, box) {
  let asked = false;
  for (let waited = 0; ; waited += LOOK_AGAIN_SECONDS) {
    const { state, native } = await box.look();
    if (state === "gone") return;
    if (state === "ready") break;
    if (waited >= OFF_WITHIN_SECONDS || signal?.aborted) throw notOffYet(box, native, waited);
    if (!asked && state === "on") await box.turnOff();
    asked = true;
    await clock.sleep(LOOK_AGAIN_SECONDS, signal);
  }
  await box.remove();
}
var notOffYet = ({ platform, boxId }, native, waited) => new Problem({
  code: "not-off-yet",
  kind: "billing",
  what: `${boxId} is ${native || `in a state that ${platform} does not tell`} after ${waited} s, and ${platform} deletes only what is off.`,
  next: "Run the same command again; it goes on where this one stopped.",
  costing: [boxId]
});

// src/platforms/yuan.ts
var USD_PER_YUAN = 0.15;
var usdFromYuan = (yuan) => Math.round(yuan * USD_PER_YUAN * 1e6) / 1e6;

export {
  removeOnceOff,
  usdFromYuan
};
