import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  LEVEL_NEEDED
} from "./evidence-level.shared.mjs";

// src/verify/contract/verdict.ts
var VERIFIER_VERSION = 10;
var SET_NOT_WHOLE = "set-not-whole";
function ofItself({ byItself, ...seen }) {
  if (byItself === void 0) return seen;
  const told = ({ code, ...reason }) => code === SET_NOT_WHOLE ? { ...reason, code, severity: "note" } : { ...reason, code };
  return { ...seen, verdict: byItself, reasons: seen.reasons.map(told) };
}
var KEPT_PER_SEVERITY = 100;
var NOT_TOLD = /* @__PURE__ */ new Set(["no-checksum", "text-only", SET_NOT_WHOLE]);
function isWholeAsTold({ verdict, reasons }) {
  if (verdict !== "pass-degraded") return false;
  const degraded = reasons.filter(({ severity }) => severity === "degraded");
  return degraded.length < KEPT_PER_SEVERITY && degraded.every(({ code }) => NOT_TOLD.has(code));
}
var isWrittenOut = ({ verdict, reasons }) => verdict === "inconclusive" || reasons.every(({ severity, level }) => severity !== "fail" || level === "L3");
var holdsTensors = (role) => LEVEL_NEEDED[role] === "L3";

export {
  VERIFIER_VERSION,
  SET_NOT_WHOLE,
  ofItself,
  KEPT_PER_SEVERITY,
  isWholeAsTold,
  isWrittenOut,
  holdsTensors
};
