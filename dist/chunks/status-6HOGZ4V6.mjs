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
} from "./chunk-5XCSAZLO.mjs";
import "./chunk-Z46FQTTS.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-BZBG7OUD.mjs";
import "./chunk-57K3KYNQ.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-6AOF5D34.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  noSuchRun,
  onlyOpenRun,
  recordOf
};
