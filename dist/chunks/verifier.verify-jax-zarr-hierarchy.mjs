import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  arrayIn,
  examineHierarchy,
  scanArrays
} from "./verifier.verify-codec-adler32.shared.mjs";
import "./verifier.verify-codec-blosc.shared.mjs";
import "./verifier.verify-archive-xz-streams.shared.mjs";
import "./verifier.verify-codec-lz4-block.shared.mjs";
import "./verifier.verify-jax-zarr-names.shared.mjs";
import "./verifier.verify-codec-snappy.shared.mjs";
import "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";
export {
  arrayIn,
  examineHierarchy,
  scanArrays
};
