import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lookAtSlice
} from "./verify-tensor-element-scan.shared.mjs";
import "./verify-contract-moments.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/verify/tensor/scan-worker.ts
import { parentPort } from "node:worker_threads";
parentPort?.on("message", (task) => parentPort?.postMessage(lookAtSlice(task)));
