import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nextLook
} from "./lease-capacity.shared.mjs";

// src/course/chain-of-sweep.ts
function chainOfSweep(id, parts, now) {
  const runs = parts.flatMap(({ run }) => run ? [run] : []);
  const carrier = runs.find(({ closed }) => closed === void 0);
  if (!carrier) return;
  return {
    carrier: carrier.id,
    inputs: { run: id, stage: "sweep" },
    whole(newest) {
      const all = runs.map((run) => run.id === newest.id ? newest : run);
      return { ...firstDue(all, now) ?? newest, continued: newestHop(all) };
    }
  };
}
var firstDue = (runs, now) => runs.flatMap((run) => {
  const look = nextLook(run, now);
  return look ? [{ run, at: look.at }] : [];
}).sort((one, other) => one.at.getTime() - other.at.getTime())[0]?.run;
var newestHop = (runs) => runs.flatMap(({ continued }) => continued ? [continued] : []).sort(
  (a, b) => b.hop - a.hop || Number(b.workflowRun !== void 0) - Number(a.workflowRun !== void 0)
)[0];

export {
  chainOfSweep,
  newestHop
};
