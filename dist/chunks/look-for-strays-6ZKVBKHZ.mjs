import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  APART_SECONDS,
  lookForStrays,
  ownMark
} from "./chunk-4HMOEXOA.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-OCC5USEL.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-YDCQX53T.mjs";
import "./chunk-I7XAU63S.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  APART_SECONDS,
  lookForStrays,
  ownMark
};
