import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  GIVE_UP_SECONDS,
  PROBE,
  connectSsh
} from "./box-ssh-channel.shared.mjs";
import "./box-signal-number.shared.mjs";
import "./box-armoured-range.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-ssh-login.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./npm-asn1-lib-ber-errors.shared.mjs";
import "./box-channel.shared.mjs";
import "./nearest.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  GIVE_UP_SECONDS,
  PROBE,
  connectSsh
};
