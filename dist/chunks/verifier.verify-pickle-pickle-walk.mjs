import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  PickleReading
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/pickle/pickle-walk.ts
var JOBLIB = Buffer.from("joblib.numpy_pickle", "latin1");
function openPickle(subject) {
  const { sizeBytes, head } = subject;
  const reading = new PickleReading(subject, sizeBytes);
  const isJoblib = Buffer.from(head.buffer, head.byteOffset, head.length).includes(JOBLIB);
  return {
    ...isJoblib ? { format: "joblib" } : {},
    checksummed: false,
    reaches: "L3",
    regions: () => [
      wholeFile(subject, { feed: (piece) => reading.feed(piece), end: () => reading.end(0, false) })
    ],
    finish: (complete) => reading.settle(complete),
    tensors: () => reading.summary
  };
}
export {
  openPickle
};
