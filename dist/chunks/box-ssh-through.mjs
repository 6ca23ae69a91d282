import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  PROBE,
  dial
} from "./box-ssh-channel.shared.mjs";
import "./box-signal-number.shared.mjs";
import "./box-armoured-range.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-ssh-login.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./npm-asn1-lib-ber-errors.shared.mjs";
import {
  isOfTheLine
} from "./box-channel.shared.mjs";
import "./nearest.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/box/ssh-through.ts
var CONNECT_FAILED = 2;
async function reachableThrough(jump, to) {
  let patience;
  try {
    const connection = await dial(jump, PROBE);
    try {
      return await new Promise((resolve) => {
        connection.client.forwardOut("127.0.0.1", 0, to.host, to.port, (error, stream) => {
          stream?.destroy();
          const failed = error;
          resolve(!failed ? "yes" : failed.reason === CONNECT_FAILED ? "no" : "unclear");
        });
        void connection.ended.then(() => resolve("unclear"));
        patience = setTimeout(() => resolve("no"), PROBE.connectSeconds * 1e3);
      });
    } finally {
      clearTimeout(patience);
      await connection.end();
    }
  } catch (error) {
    if (isOfTheLine(error)) return "unclear";
    throw error;
  }
}
export {
  reachableThrough
};
