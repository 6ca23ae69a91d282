import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/host/process-identity.ts
import { readFileSync } from "node:fs";
var START_FIELD = 19;
function processIdentity(pid) {
  return `${pid}-${startOf(pid) ?? "unknown"}`;
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
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? void 0 : fields[START_FIELD];
  } catch {
    return;
  }
}

export {
  processIdentity,
  isRunning
};
