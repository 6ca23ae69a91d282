import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/lease/opaque-words.ts
var opaqueWords = (files) => files ? `, ${files} opaque file${files === 1 ? "" : "s"} by ${files === 1 ? "its" : "their"} bytes only` : "";

export {
  opaqueWords
};
