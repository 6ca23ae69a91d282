import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/ledger/backoff.ts
var ATTEMPTS = 4;
var pauseSeconds = (attempt, random) => Math.min(4, 0.2 * 2 ** attempt) * (0.5 + random / 2);
var racePauseSeconds = (attempt, random) => Math.min(0.5, 0.01 * 2 ** attempt) * random;

export {
  ATTEMPTS,
  pauseSeconds,
  racePauseSeconds
};
