import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  noSuchRun,
  onlyOpenRun
} from "./chunk-U4ZF43Q3.mjs";
import "./chunk-MQUZ3UIF.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-7F4WHCXQ.mjs";
import "./chunk-SWDJRVPN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-ND526TRW.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  noSuchRun,
  onlyOpenRun
};
