import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openModel,
  openOnnx
} from "./verifier.verify-onnx-dtype.shared.mjs";
import "./verifier.verify-codec-protobuf-schema.shared.mjs";
import "./verifier.verify-codec-protobuf.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";
export {
  openModel,
  openOnnx
};
