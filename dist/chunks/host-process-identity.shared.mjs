import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/host/process-identity.ts
import { readFileSync } from "node:fs";
function processIdentity(pid) {
  return `${pid}-${processStat(pid)?.startTicks ?? "unknown"}`;
}
function isRunning(identity) {
  const pid = Number.parseInt(identity, 10);
  if (processIdentity(pid) !== identity) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
function processStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : { parent: Number(parent), startTicks: rest[17] ?? "" };
  } catch {
    return null;
  }
}

export {
  processIdentity,
  isRunning,
  processStat
};
