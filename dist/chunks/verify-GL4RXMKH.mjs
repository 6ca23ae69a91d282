import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  exitOf,
  unlessInterrupted,
  verified,
  writeReports
} from "./chunk-BSKALQ2W.mjs";
import "./chunk-YEXS6DWJ.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PK7MLT6Y.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-4SNB3FIT.mjs";
import "./chunk-MVU5EQED.mjs";
import "./chunk-T7FHESWG.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-PLJFYNW4.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  exitOf,
  unlessInterrupted,
  verified,
  writeReports
};
