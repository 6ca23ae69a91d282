import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  strayPickle
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  beginsAsPickle
} from "./verifier.clock.shared.mjs";

// src/verify/pickle/carried-pickle.ts
function lookForPickle(subject, name, bytes, offset) {
  if (bytes.length < 2 || !beginsAsPickle(bytes, bytes.length)) return;
  const walk = strayPickle(subject, { name, offset, bytes: bytes.length });
  walk.feed(bytes);
  walk.end();
}

export {
  lookForPickle
};
