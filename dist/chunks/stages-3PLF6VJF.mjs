import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  runStage
} from "./chunk-EFV2YPAI.mjs";
import "./chunk-HIECGKUP.mjs";
import "./chunk-MVG6IQCK.mjs";
import "./chunk-L3KC5LYS.mjs";
import "./chunk-Q3L7VFZZ.mjs";
import "./chunk-UBTV544H.mjs";
import "./chunk-TALZ33RL.mjs";
import "./chunk-K5CWTCDM.mjs";
import "./chunk-2SDP2VOC.mjs";
import "./chunk-66KBGZBA.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-3O3XPWGG.mjs";
import "./chunk-ULS6UKOI.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-GE72E23M.mjs";
import "./chunk-U4ZF43Q3.mjs";
import "./chunk-MQUZ3UIF.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-H5FEDLG3.mjs";
import "./chunk-7F4WHCXQ.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-SWDJRVPN.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-ND526TRW.mjs";
import "./chunk-5FQNGORP.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-26T4FXPK.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-FMO45VXI.mjs";
import "./chunk-LC3LL5FN.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  runStage
};
