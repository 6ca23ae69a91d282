import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/record-mark-text.ts
var MARK = /^(\d{1,7})-[0-9a-f]{10}$/;
var readMark = (text) => text !== void 0 && MARK.test(text) ? text : void 0;

export {
  MARK,
  readMark
};
