import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  authMethods,
  refuseWithoutKey,
  unusableKey,
  whyUnusable
} from "./box-ssh-login.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./npm-asn1-lib-ber-errors.shared.mjs";
import "./nearest.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  authMethods,
  refuseWithoutKey,
  unusableKey,
  whyUnusable
};
