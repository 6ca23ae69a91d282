import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  noSuchRun,
  onlyOpenRun,
  recordOf
} from "./chunk-IZ5FXL3V.mjs";
import "./chunk-OXMBJXVU.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-I5RLY5T6.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-IZJK27HG.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  noSuchRun,
  onlyOpenRun,
  recordOf
};
