import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  NO_TENSORS
} from "./verifier.clock.shared.mjs";

// src/verify/torch/walk.ts
function walkOf(reader, checksummed) {
  let summary = NO_TENSORS;
  return {
    checksummed,
    reaches: "L3",
    regions: () => reader.regions(),
    finish() {
      summary = reader.settle();
    },
    tensors: () => summary
  };
}

export {
  walkOf
};
