import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Broken
} from "./verify-contract-findings.shared.mjs";

// src/verify/contract/untrusted.ts
var quoted = (name, mostCharacters = 200) => JSON.stringify(name.slice(0, mostCharacters));

// src/verify/codec/checksum.ts
var hex8 = (word) => (word >>> 0).toString(16).padStart(8, "0");
var DIGITS = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
var sumDiffers = (what, offset, { stored, found }) => new Broken("L1", "crc-mismatch", what, { offset, expected: hex8(stored), found: hex8(found) });

export {
  quoted,
  sumDiffers
};
