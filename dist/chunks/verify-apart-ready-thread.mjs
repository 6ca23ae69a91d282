import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  keepThread,
  startAhead,
  takeThread
} from "./verify-apart-limits.shared.mjs";
import "./nothing.shared.mjs";
export {
  keepThread,
  startAhead,
  takeThread
};
