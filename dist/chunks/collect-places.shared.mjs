import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/collect/places.ts
import { join } from "node:path";
var storeOf = (storeDir, run, cell) => join(storeDir, run, cell);
var cellOutDir = (base, cell) => `${base}/cells/${cell}/out`;

export {
  storeOf,
  cellOutDir
};
