import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ownSshWorld,
  parseSettings,
  resolveSshTarget
} from "./chunk-GWJUHPH4.mjs";
import "./chunk-KK2PUFIW.mjs";
import "./chunk-FZL6R5JS.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-DHQVDMPH.mjs";
import "./chunk-MSDTRTNX.mjs";
import "./chunk-P7NYXNX3.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  ownSshWorld,
  parseSettings,
  resolveSshTarget
};
