import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  listing,
  noRun,
  noSuchRun,
  onlyOpenRun,
  recordOf,
  runsOf
} from "./chunk-UUGDLZZV.mjs";
import "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-XWCB2UBN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  listing,
  noRun,
  noSuchRun,
  onlyOpenRun,
  recordOf,
  runsOf
};
