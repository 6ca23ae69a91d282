import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lackOn,
  refusedHere
} from "./chunk-IBFS6QVH.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  lackOn,
  refusedHere
};
