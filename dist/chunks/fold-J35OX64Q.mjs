import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  emptyRun,
  fold
} from "./chunk-GVZD235W.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  emptyRun,
  fold
};
