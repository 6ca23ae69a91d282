import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/warranted.ts
function refuseWithout(warrant, boxId, verb) {
  if (warrant.permits(boxId, verb)) return;
  throw new Problem({
    code: "not-warranted",
    kind: "refused",
    what: `The warrant of ${warrant.lease} is not for "${verb}" of ${boxId}; it allows ${warrant.verbs.join(", ") || "nothing"}.`,
    next: "Approve exactly this release; a warrant cannot be used for another box or verb."
  });
}

export {
  refuseWithout
};
