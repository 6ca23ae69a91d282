import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  require_lib
} from "./npm-asn1-lib-ber-errors.shared.mjs";
import {
  hostKey,
  newSecret
} from "./secret-keys.shared.mjs";
import "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/platforms/local/host-key.ts
var import_ssh2 = __toESM(require_lib(), 1);
import { createHash } from "node:crypto";
function hostKeyFrom(given) {
  const privateKey = given ?? hostKey(newSecret(), "loopback").privateOpenSsh;
  const parsed = import_ssh2.default.utils.parseKey(privateKey);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === void 0 || key instanceof Error)
    throw new TypeError("the host key to install cannot be read");
  return {
    privateKey,
    sha256: createHash("sha256").update(key.getPublicSSH()).digest("base64").replace(/=+$/, "")
  };
}
export {
  hostKeyFrom
};
