import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/ledger/tries.ts
var ATTEMPTS = 4;
var PASSING = { first: 0.4, most: 4, jitter: 0.5 };
var LOST_RACE = { first: 0.02, most: 0.5, jitter: 1 };

export {
  ATTEMPTS,
  PASSING,
  LOST_RACE
};
