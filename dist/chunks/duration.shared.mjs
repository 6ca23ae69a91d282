import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/duration.ts
var SECONDS = /* @__PURE__ */ new Map([
  ["s", 1],
  ["min", 60],
  ["h", 3600],
  ["d", 86400],
  ["w", 604800]
]);
function secondsOf(text) {
  const [, amount, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?(s|min|h|d|w)$/.exec(text) ?? [];
  const factor = SECONDS.get(unit);
  return amount === void 0 || factor === void 0 ? void 0 : Number(amount) * factor;
}

export {
  secondsOf
};
