import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lookAtSlice
} from "./verifier.evidence-level.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/tensor/scan-worker.ts
import { parentPort } from "node:worker_threads";
parentPort?.on("message", (task) => parentPort?.postMessage(lookAtSlice(task)));
