import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/jax/zarr-names.ts
var METADATA = /* @__PURE__ */ new Set([".zarray", ".zgroup", ".zattrs", ".zmetadata", "zarr.json"]);

// src/verify/read/json-object.ts
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}

export {
  isObject,
  parsedJson,
  METADATA
};
