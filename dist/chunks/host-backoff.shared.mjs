import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/host/backoff.ts
var backoff = (attempt, { first, most = Number.POSITIVE_INFINITY, jitter = 0 }, random = Math.random()) => Math.min(most, first * 2 ** (attempt - 1)) * (1 - jitter + jitter * random);

export {
  backoff
};
