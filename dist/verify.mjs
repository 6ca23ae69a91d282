import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  diffTensors,
  isSame,
  openDirectory,
  parseChecksumList,
  roleByName
} from "./chunks/verify-checksum-list.shared.mjs";
import {
  openFileSource
} from "./chunks/verify-file-source.shared.mjs";
import {
  openHttpSource
} from "./chunks/verify-http-source.shared.mjs";
import {
  roleByContent,
  verifyFile,
  verifyTree
} from "./chunks/verify-archive-members.shared.mjs";
import "./chunks/verify-dtype.shared.mjs";
import "./chunks/verify-change.shared.mjs";
import "./chunks/verify-oddity.shared.mjs";
import "./chunks/verify-bounded-reader.shared.mjs";
import "./chunks/verify-findings.shared.mjs";
import "./chunks/verify-budgets.shared.mjs";
import "./chunks/verify-window-source.shared.mjs";
import "./chunks/verify-crc32.shared.mjs";
import "./chunks/verify-moments.shared.mjs";
import "./chunks/problem.shared.mjs";
import "./chunks/clock.shared.mjs";
import "./chunks/nothing.shared.mjs";
export {
  diffTensors,
  isSame,
  openDirectory,
  openFileSource,
  openHttpSource,
  parseChecksumList,
  roleByContent,
  roleByName,
  verifyFile,
  verifyTree
};
