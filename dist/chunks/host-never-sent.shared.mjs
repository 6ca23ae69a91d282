import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/host/never-sent.ts
var NEVER_SENT = /* @__PURE__ */ new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT"
]);
var neverSent = (error) => NEVER_SENT.has(codeIn(error) ?? "");
function codeIn(error) {
  for (let each = error, depth = 0; each !== null && typeof each === "object" && depth < 4; depth += 1) {
    const { code, cause } = each;
    if (typeof code === "string") return code;
    each = cause;
  }
  return;
}

export {
  neverSent,
  codeIn
};
