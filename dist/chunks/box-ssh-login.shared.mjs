import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  hostMeant
} from "./box-ssh-config-hosts.shared.mjs";
import {
  require_lib
} from "./npm-asn1-lib-ber-errors.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/box/ssh-login.ts
var import_ssh2 = __toESM(require_lib(), 1);
var LOCKED = "it is locked by a passphrase";
function authMethods(login, user) {
  const methods = [];
  for (const { text, label } of login.keys ?? []) {
    const key = parsed(text);
    if (typeof key === "string") throw unusableKey(label, key);
    methods.push({ type: "publickey", username: user, key });
  }
  if (login.agentSocket) methods.push({ type: "agent", username: user, agent: login.agentSocket });
  if (methods.length > 0) return methods;
  throw noKey(user);
}
function refuseWithoutKey({ keys, agentSocket }, user, at) {
  if (!keys?.length && agentSocket === void 0) throw noKey(user, at);
}
function noKey(user, at) {
  const locked = at?.skippedKeys.find((each) => each.includes(LOCKED))?.replace(/ \(.*$/, "");
  const where = at === void 0 ? "" : ` at ${at.host}:${at.port}`;
  const hint = at && hostMeant(at.alias ?? at.host);
  const skipped = at?.skippedKeys.length ? `: ${at.skippedKeys.join(", ")}` : "";
  return new Problem({
    code: "no-key",
    kind: "usage",
    what: `There is no key to log in as ${user}${where} with${skipped}.`,
    next: `${hint === void 0 ? "" : `${hint} Else: `}${locked === void 0 ? freshKey(user, at) : `Unlock it into an agent: \`eval "$(ssh-agent)" && ssh-add ${locked}\`. `}${ELSE_KEY}`
  });
}
var freshKey = (user, at) => at === void 0 ? "" : `Make one (\`ssh-keygen -t ed25519\`) and put it there (\`ssh-copy-id -p ${at.port} ${user}@${at.host}\`). `;
var ELSE_KEY = "In a workflow store a private key as the secret GPU_LEASE_SSH_KEY and pass it on; elsewhere start an SSH agent with your key in it, or name an IdentityFile in ~/.ssh/config.";
function whyUnusable(text) {
  const key = parsed(text);
  return typeof key === "string" ? key : void 0;
}
function parsed(text) {
  const found = import_ssh2.default.utils.parseKey(text);
  const key = Array.isArray(found) ? found[0] : found;
  if (key instanceof Error) return /passphrase|encrypted/i.test(key.message) ? LOCKED : key.message;
  return key?.isPrivateKey() ? key : "it holds no private key";
}
function unusableKey(label, why) {
  return new Problem({
    code: "key-unusable",
    kind: "usage",
    what: `The private key ${label} cannot be used: ${why}.`,
    next: why === LOCKED ? `Unlock it into an agent ("ssh-add ${label}") and run the same command again.` : "Use an Ed25519, ECDSA or RSA key in OpenSSH or PEM form."
  });
}

export {
  authMethods,
  refuseWithoutKey,
  whyUnusable,
  unusableKey
};
