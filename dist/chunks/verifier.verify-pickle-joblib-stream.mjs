import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Unpacking
} from "./verifier.verify-pickle-unpacking.shared.mjs";
import {
  PickleReading
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  NO_TENSORS,
  holdsPickle,
  oldHeader,
  wholeFile,
  wrappingOf
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/pickle/joblib-stream.ts
function openJoblib(subject) {
  const old = oldHeader(subject.head);
  const wrapping = old === void 0 ? wrappingOf(subject.head) : "zlib";
  const holds = old === void 0 || holdsPickle("zlib", subject.head.subarray(old.bytes));
  const reading = holds ? new PickleReading(subject, Number.POSITIVE_INFINITY) : void 0;
  const stream = new Unpacking(subject, wrapping ?? "zlib", { reading, old });
  return {
    checksummed: true,
    reaches: reading === void 0 ? "L2" : "L3",
    regions: () => [wholeFile(subject, stream)],
    finish: (complete) => reading?.settle(complete),
    tensors: () => reading?.summary ?? NO_TENSORS
  };
}
export {
  openJoblib
};
