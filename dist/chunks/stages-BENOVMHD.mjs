import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  runStage
} from "./chunk-M5SRNWCE.mjs";
import "./chunk-Q3L7VFZZ.mjs";
import "./chunk-NWRN4FRI.mjs";
import "./chunk-KFAZAMEC.mjs";
import "./chunk-NB6TTWWE.mjs";
import "./chunk-SXLOM4AE.mjs";
import "./chunk-L3KC5LYS.mjs";
import "./chunk-MCGBOQG4.mjs";
import "./chunk-K5CWTCDM.mjs";
import "./chunk-C3U32BMU.mjs";
import "./chunk-66KBGZBA.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-FMO45VXI.mjs";
import "./chunk-LYYJZHZC.mjs";
import "./chunk-LC3LL5FN.mjs";
import "./chunk-QEXAT76E.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-GE72E23M.mjs";
import "./chunk-TBI6LTSP.mjs";
import "./chunk-S5L6SRNA.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-7ZWJBBVJ.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-H5FEDLG3.mjs";
import "./chunk-POJQPJX6.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-D567DFHP.mjs";
import "./chunk-ND526TRW.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-5FQNGORP.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  runStage
};
