import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  runStage
} from "./chunk-IZF3XBFO.mjs";
import "./chunk-YPW746ET.mjs";
import "./chunk-MVG6IQCK.mjs";
import "./chunk-L3KC5LYS.mjs";
import "./chunk-GJM6L4XV.mjs";
import "./chunk-BZJBZ3QT.mjs";
import "./chunk-LMYRSYBM.mjs";
import "./chunk-VA4BDB7K.mjs";
import "./chunk-NMDM6OWA.mjs";
import "./chunk-DW26UHXL.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-VWEREJIX.mjs";
import "./chunk-TT5QWOK2.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-GE72E23M.mjs";
import "./chunk-SVOXQEKJ.mjs";
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
