import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  VERIFIER_VERSION
} from "./verify-contract-verdict.shared.mjs";
import {
  LEVEL_NEEDED
} from "./evidence-level.shared.mjs";

// src/verify/contract/oddity.ts
function strangeness(entry) {
  if (entry.isFile()) return void 0;
  if (entry.isSymbolicLink()) {
    const what = "is a symbolic link; links are never followed, so name what it points to";
    return { code: "symbolic-link", severity: "inconclusive", what };
  }
  return { code: "not-a-file", severity: "fail", what: "is a device, pipe or socket, not a file" };
}
function verdictWithoutReading({ path, code, severity, what }, role) {
  return {
    label: path,
    verdict: severity === "fail" ? "fail" : "inconclusive",
    counts: false,
    level: "L0",
    requiredLevel: LEVEL_NEEDED[role],
    role,
    format: "unknown",
    bytes: 0,
    facts: { scalars: {} },
    keys: { top: [], total: 0 },
    imports: [],
    reasons: [{ code, severity, level: "L0", what }],
    reasonsLeftOut: 0,
    requests: 0,
    bytesRead: 0,
    verifierVersion: VERIFIER_VERSION
  };
}
var verdictGivenUp = ({ path, bytes }, what, role) => ({
  ...verdictWithoutReading({ path, code: "over-budget", severity: "inconclusive", what }, role),
  bytes
});
var withNote = (verdict, { code, what }) => ({
  ...verdict,
  reasons: [...verdict.reasons, { code, severity: "note", level: "L0", what }]
});

export {
  strangeness,
  verdictWithoutReading,
  verdictGivenUp,
  withNote
};
