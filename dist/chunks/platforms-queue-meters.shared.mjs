import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/platforms/queue-meters.ts
function metersOfQueue(held, word) {
  const state = (id) => {
    if (word === void 0) return "unknown";
    if (id === "submission") return word.phase === "over" ? "gone" : "running";
    if (id === "walltime") return word.phase === "running" ? "running" : "gone";
    return "unknown";
  };
  return held.meters.map(({ id }) => ({ id, state: state(id) }));
}

export {
  metersOfQueue
};
