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
  roleByName
} from "./chunks/chunk-CY2DFOIM.mjs";
import {
  openFileSource
} from "./chunks/chunk-PIGHJRY3.mjs";
import {
  openHttpSource
} from "./chunks/chunk-IOI5FI5K.mjs";
import {
  roleByContent,
  verifyFile,
  verifyTree
} from "./chunks/chunk-MAPBPPTC.mjs";
import "./chunks/chunk-GEI5JUHN.mjs";
import "./chunks/chunk-BCYTXDZH.mjs";
import "./chunks/chunk-MNCYU5NY.mjs";
import "./chunks/chunk-MQMWIMNA.mjs";
import "./chunks/chunk-N7EITUHM.mjs";
import "./chunks/chunk-B2XEDZXF.mjs";
import "./chunks/chunk-A4QRRMVA.mjs";
import "./chunks/chunk-DJGRWJGN.mjs";
import "./chunks/chunk-PMEBUZWC.mjs";
import "./chunks/chunk-NH4MOYHC.mjs";
import "./chunks/chunk-ZJZVJPPJ.mjs";
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
