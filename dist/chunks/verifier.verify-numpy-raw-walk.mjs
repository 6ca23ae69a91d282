import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  dtypeNamed
} from "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  TensorBook,
  tensorRegion
} from "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  Unsettled
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/numpy/raw-walk.ts
function openRaw(subject) {
  const { sizeBytes, expectation } = subject;
  const { dtype: name = "" } = expectation;
  const dtype = dtypeNamed(name);
  if (dtype === void 0) throw new Unsettled("L1", "dtype-unknown", `"${name}" is no type that we know`);
  const elementBytes = dtype.bits / 8;
  if (sizeBytes % elementBytes !== 0)
    throw new Broken("L1", "raw-length", `is not made of whole elements of ${name}`, {
      expected: `a multiple of ${elementBytes} bytes`,
      found: `${sizeBytes} bytes`
    });
  const book = new TensorBook(subject);
  const elements = sizeBytes / elementBytes;
  const place = { name: "(root)", dtype, shape: [elements], elements, fileOffset: 0, bytes: sizeBytes };
  return {
    checksummed: false,
    reaches: "L3",
    regions: () => [tensorRegion(subject, { ...place, littleEndian: true, proven: false }, book)],
    finish: () => book.settle(1),
    tensors: () => book.summary
  };
}
export {
  openRaw
};
