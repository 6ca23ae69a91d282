import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  fileOfLog,
  logOfFile
} from "./box-log-name.shared.mjs";

// src/collect/printed.ts
import { createHash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
async function keptLogs(dir) {
  const found = [];
  for (const file of (await readdir(dir).catch(() => [])).sort()) {
    const log = logOfFile(file);
    if (!log) continue;
    const stats = await lstat(join(dir, file));
    if (stats.isFile()) found.push({ ...log, bytes: stats.size });
  }
  return found;
}
async function sealedLogs({ evidenceDir }) {
  const logs = [];
  for (const log of await keptLogs(evidenceDir)) {
    const bytes = await readKeptLog(evidenceDir, log);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    logs.push({ file: fileOfLog(log), bytes: bytes.length, sha256 });
  }
  return logs;
}
var readKeptLog = (dir, log) => readFile(join(dir, fileOfLog(log)));

export {
  keptLogs,
  sealedLogs,
  readKeptLog
};
