import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/evidence-level.ts
var LEVELS = ["L0", "L1", "L2", "L3"];
var ROLES = [
  "checkpoint",
  "model",
  "optimizer",
  "adapter",
  "metrics",
  "config",
  "log",
  "dataset",
  "archive",
  "opaque"
];
var LEVEL_NEEDED = {
  checkpoint: "L3",
  model: "L3",
  optimizer: "L3",
  adapter: "L3",
  metrics: "L2",
  config: "L2",
  log: "L2",
  dataset: "L2",
  archive: "L2",
  opaque: "L1"
};

export {
  LEVELS,
  ROLES,
  LEVEL_NEEDED
};
