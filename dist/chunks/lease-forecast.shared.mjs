import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/lease/forecast.ts
function workLeftSeconds(run) {
  const job = run.opened?.document;
  const expected = job?.watch?.expectedSeconds;
  if (expected === void 0) return;
  const total = job?.metrics?.totalSteps;
  const open = [...run.cells.values()].filter((cell) => !cell.ended);
  return open.reduce((sum, { verifiedStep }) => {
    const done = verifiedStep !== void 0 && total ? Math.min(1, verifiedStep / total) : 0;
    return sum + expected * (1 - done);
  }, 0);
}

export {
  workLeftSeconds
};
