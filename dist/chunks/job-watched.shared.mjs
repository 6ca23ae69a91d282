import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  setGlobs
} from "./box-keeper-text.shared.mjs";

// src/job/watched.ts
var watchedGlobs = (job) => [
  .../* @__PURE__ */ new Set([
    ...job.checkpoint ? setGlobs(job.checkpoint) : [],
    ...job.artifacts.filter((rule) => rule.keep !== "evidence").map((rule) => rule.path)
  ])
];

export {
  watchedGlobs
};
