import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/job/job.ts
var MOST_BOXES = 256;
var PREFLIGHT = { timeoutSeconds: 60 };

export {
  MOST_BOXES,
  PREFLIGHT
};
