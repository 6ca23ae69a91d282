import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  PROBE,
  algorithmsFor,
  dial,
  forward,
  keyTypeOf
} from "./box-ssh-channel.shared.mjs";
import {
  require_lib
} from "./npm-asn1-lib-ber-errors.shared.mjs";
import {
  LoginRefused,
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/box/ssh-shown-key.ts
var import_ssh2 = __toESM(require_lib(), 1);
import { createHash } from "node:crypto";
import net from "node:net";
async function shownHostKey(asked) {
  const jump = asked.jump && await reached(asked.jump);
  if (asked.jump && !jump) return;
  try {
    const shown = await askOnce(asked, jump, asked.keyTypes);
    return shown === "none-of-these" ? keyOf(await askOnce(asked, jump)) : keyOf(shown);
  } finally {
    await jump?.end();
  }
}
var keyOf = (answer) => answer === "none-of-these" ? void 0 : answer;
async function askOnce({ host, port }, jump, keyTypes) {
  if (!jump) return keyOver(net.connect({ host, port, noDelay: true }), keyTypes);
  const line = await forward(jump, { host, port }).catch(() => void 0);
  return line && keyOver(line, keyTypes);
}
async function reached(jump) {
  try {
    return await dial(jump, PROBE);
  } catch (error) {
    if (error instanceof TransportFailed || error instanceof LoginRefused) return;
    throw error;
  }
}
function keyOver(line, keyTypes) {
  const client = new import_ssh2.default.Client();
  let shown;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      client.end();
      line.destroy();
      resolve(shown);
    };
    const timer = setTimeout(end, PROBE.connectSeconds * 1e3);
    client.on("error", (error) => {
      if (/no matching host key/.test(error.message)) shown ??= "none-of-these";
      end();
    });
    client.on("close", end);
    client.connect({
      sock: line,
      // Never sent: the exchange of keys ends before a login begins.
      username: "nobody",
      hostVerifier: (key) => {
        shown = { type: keyTypeOf(key), sha256: fingerprint(key) };
        return false;
      },
      ...keyTypes ? { algorithms: { serverHostKey: algorithmsFor(keyTypes) } } : {},
      readyTimeout: 0
    });
  });
}
var fingerprint = (key) => createHash("sha256").update(key).digest("base64").replace(/=+$/, "");

export {
  shownHostKey
};
