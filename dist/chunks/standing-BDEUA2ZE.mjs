import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  approveInAdvance
} from "./chunk-LZVP3KSW.mjs";
import "./chunk-5X7FVOBD.mjs";
import "./chunk-OJBNM73Z.mjs";
import "./chunk-S27IXIET.mjs";
import "./chunk-ZK4JLOL7.mjs";
import "./chunk-UKAY5LWA.mjs";
import "./chunk-NIC7WFI5.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-4WRHQMHG.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-YFOISCAY.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B6ANYIMO.mjs";
import "./chunk-HKS6RM65.mjs";
import "./chunk-JREHCXT7.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-EVI6MI62.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-LIO6FHRK.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-MVU5EQED.mjs";
import "./chunk-T7FHESWG.mjs";
import "./chunk-YY27HDWP.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-LB4W2LKP.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  approveInAdvance
};
