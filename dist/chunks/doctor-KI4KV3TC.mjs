import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  diagnose,
  diagnosisText,
  exitOf,
  keysOf,
  originOf
} from "./chunk-7HNCMD7D.mjs";
import "./chunk-EM32OFCV.mjs";
import "./chunk-DLCKG3TQ.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-SYBH34PZ.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  diagnose,
  diagnosisText,
  exitOf,
  keysOf,
  originOf
};
