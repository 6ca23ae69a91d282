import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  GIVEN,
  ownSshWorld,
  parseSettings,
  resolveSshTarget
} from "./box-known-hosts.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-ssh-login.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./npm-asn1-lib-ber-errors.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./nearest.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  GIVEN,
  ownSshWorld,
  parseSettings,
  resolveSshTarget
};
