import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  planFacts
} from "./chunk-X56S5YWC.mjs";
import "./chunk-GGZYW63S.mjs";
import "./chunk-625DHIXL.mjs";
import "./chunk-GTTTFUOP.mjs";
import "./chunk-227H7TB3.mjs";
import "./chunk-UBX354AZ.mjs";
import "./chunk-TGEKKJ2Q.mjs";
import "./chunk-76AKUZNX.mjs";
import "./chunk-BDUVHFDQ.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-HOMZ2AX5.mjs";
import "./chunk-LXIYQF3T.mjs";
import "./chunk-M4PY5SWU.mjs";
import "./chunk-5GUXRIQW.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-6ZYEVVUB.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-Z46FQTTS.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-H5FEDLG3.mjs";
import "./chunk-BZBG7OUD.mjs";
import "./chunk-OUOWWCS7.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-6AOF5D34.mjs";
import "./chunk-SYBH34PZ.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  planFacts
};
