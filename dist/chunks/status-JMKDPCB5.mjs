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
  runsOf,
  sayNotVerified
} from "./chunk-Q4WEXG3D.mjs";
import "./chunk-BIV4ENUS.mjs";
import "./chunk-T2GTVXIG.mjs";
import "./chunk-ICBLJAGY.mjs";
import "./chunk-UURTDFIJ.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-3KCBATJD.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  listing,
  noRun,
  noSuchRun,
  onlyOpenRun,
  recordOf,
  runsOf,
  sayNotVerified
};
