import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  CONDITIONS,
  s3BoxStore
} from "./chunk-SY44W2HF.mjs";
import "./chunk-N22UR42C.mjs";
import "./chunk-PJW2YFBK.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  CONDITIONS,
  s3BoxStore
};
