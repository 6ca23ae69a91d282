import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  diffTensors,
  isSame,
  openDirectory,
  parseChecksumList,
  roleByContent,
  roleByName
} from "./chunks/chunk-4SNB3FIT.mjs";
import {
  verifyFile,
  verifyTree
} from "./chunks/chunk-MVU5EQED.mjs";
import {
  openFileSource
} from "./chunks/chunk-T7FHESWG.mjs";
import {
  openHttpSource
} from "./chunks/chunk-YY27HDWP.mjs";
import "./chunks/chunk-ZJZVJPPJ.mjs";
import "./chunks/chunk-LB4W2LKP.mjs";
import "./chunks/chunk-NH4MOYHC.mjs";
import "./chunks/chunk-OPQ6Q3N2.mjs";
export {
  diffTensors,
  isSame,
  openDirectory,
  openFileSource,
  openHttpSource,
  parseChecksumList,
  roleByContent,
  roleByName,
  verifyFile,
  verifyTree
};
