import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";

// src/strict-yaml/mapping.ts
var mapping = (shape) => external_exports.strictObject(shape, {
  error: (issue) => issue.code === "unrecognized_keys" ? Object.keys(shape).join(" ") : void 0
});

export {
  mapping
};
