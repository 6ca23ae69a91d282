import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  machineCopiesOf,
  openLedgerOf
} from "./chunk-376DZ6NB.mjs";
import "./chunk-B4R2ULHI.mjs";
import "./chunk-YYD4KEP6.mjs";
import "./chunk-5MDA7KFN.mjs";
import "./chunk-KXPYA6BT.mjs";
import "./chunk-672C6XED.mjs";
import "./chunk-IWNWYGXK.mjs";
import "./chunk-65T2EKOH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-3B7TUDH6.mjs";
import "./chunk-6EQRBGI4.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-OCC5USEL.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-YDCQX53T.mjs";
import "./chunk-I7XAU63S.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  machineCopiesOf,
  openLedgerOf
};
