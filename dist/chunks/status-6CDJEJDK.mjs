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
} from "./chunk-TBI6LTSP.mjs";
import "./chunk-S5L6SRNA.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-POJQPJX6.mjs";
import "./chunk-D567DFHP.mjs";
import "./chunk-ND526TRW.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  noSuchRun,
  onlyOpenRun
};
