import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  maskSecret
} from "./chunk-XEIF22MT.mjs";
import "./chunk-FGN5FYCQ.mjs";
import "./chunk-NFEGOBTS.mjs";
import "./chunk-5RBJ52HK.mjs";
import "./chunk-K7WALTTO.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  maskSecret
};
