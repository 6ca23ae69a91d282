import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/canonical.ts
import { createHash } from "node:crypto";
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const members = Object.keys(value).sort().flatMap((key) => {
      const member = value[key];
      return member === void 0 ? [] : [`${JSON.stringify(key)}:${canonicalJson(member)}`];
    });
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value);
}
var digestOf = (value) => createHash("sha256").update(canonicalJson(value)).digest("hex");

export {
  canonicalJson,
  digestOf
};
