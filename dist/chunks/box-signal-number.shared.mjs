import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/box/signal-number.ts
import { constants } from "node:os";
function signalNumber(name) {
  const full = name.startsWith("SIG") ? name : `SIG${name}`;
  return Object.hasOwn(constants.signals, full) ? constants.signals[full] : 0;
}

export {
  signalNumber
};
