import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nearestFile
} from "./host-nearest-file.shared.mjs";

// src/cli/spelling.ts
function spelling(word, absolute) {
  const near = nearestFile(word, absolute);
  return near === void 0 ? "Check the spelling." : `Did you mean "${near}"?`;
}

export {
  spelling
};
