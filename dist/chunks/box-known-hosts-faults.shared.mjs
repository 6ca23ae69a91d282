import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  GIVEN,
  knownKeys
} from "./box-known-hosts.shared.mjs";
import {
  HostKeyChanged
} from "./box-channel.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/box/known-hosts-faults.ts
var MARKERS = ["@revoked", "@cert-authority"];
var KEY_TYPE = /^(?:ssh-|ecdsa-sha2-|sk-)[a-z0-9@.-]+$/;
var HASH_BYTES = 20;
var ED25519_BYTES = 32;
function knownHostsFaults(text) {
  return text.split("\n").flatMap((line, at) => {
    const why = faultOf(line.trim());
    return why === void 0 ? [] : [{ line: at + 1, why }];
  });
}
function faultOf(line) {
  if (line === "" || line.startsWith("#")) return;
  if (/^-----|PRIVATE KEY/.test(line))
    return "it is of a private key or certificate, which is no line of known_hosts";
  const fields = line.split(/\s+/);
  const marker = fields[0]?.startsWith("@") ? fields.shift() : void 0;
  if (marker !== void 0 && !MARKERS.includes(marker))
    return `its marker is neither ${MARKERS.join(" nor ")}`;
  const [names = "", type, key] = fields;
  if (KEY_TYPE.test(names)) return "it begins with the type of a key: the name of the host is missing";
  if (type === void 0 || key === void 0)
    return "it has less than a name, the type of a key and the key";
  if (!KEY_TYPE.test(type)) return "its second word is no type of a key, such as ssh-ed25519";
  return nameFault(names) ?? keyFault(type, key);
}
function nameFault(names) {
  if (names.startsWith("|")) {
    const [, form, salt = "", hash = "", ...more] = names.split("|");
    const isWhole = [salt, hash].every((each2) => bytesOf(each2)?.length === HASH_BYTES);
    return form === "1" && isWhole && more.length === 0 ? void 0 : "its hashed name is not whole";
  }
  const each = names.split(",").map((name) => name.replace(/^!/, ""));
  if (each.includes("")) return "a name in it is empty";
  if (each.some((name) => name.startsWith("[") && !isBracketed(name)))
    return "a name with a port is written [host]:port";
  if (each.some((name) => /^[^:[\]]+:\d+$/.test(name))) return "a name with a port is written [host]:port";
  return;
}
function isBracketed(name) {
  const port = /^\[[^[\]]+\](?::(\d{1,5}|\*))?$/.exec(name);
  return port !== null && (port[1] === void 0 || port[1] === "*" || Number(port[1]) <= 65535);
}
function keyFault(type, key) {
  const parts = partsOf(bytesOf(key));
  if (parts === void 0 || parts.length < 2) return "its key is not whole";
  if (parts[0]?.toString("latin1") !== type) return "its key is of another type than it says";
  if (type === "ssh-ed25519" && parts[1]?.length !== ED25519_BYTES) return "its key is not whole";
  return;
}
function bytesOf(text) {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0 ? Buffer.from(text, "base64") : void 0;
}
function partsOf(blob) {
  const parts = [];
  for (let at = 0; blob && at < blob.length; ) {
    if (at + 4 > blob.length) return;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return;
    parts.push(blob.subarray(at + 4, end));
    at = end;
  }
  return blob && parts;
}

// src/box/vouched-host.ts
var MAX_FAULTS = 20;
async function refuseUnvouched(target, ask) {
  const { given, pin, host, port, jump } = target;
  if (given !== void 0) refuseMalformed(given.text);
  if (pin === void 0 && given === void 0) return;
  const shown = await shownBy(target, ask, {
    ...{ host, port },
    ...pin?.keyTypes ? { keyTypes: pin.keyTypes } : {},
    ...jump ? { jump } : {}
  });
  if (pin === void 0) {
    if (given) throw notVouched(target, given, shown);
    return;
  }
  const expected = typeof pin.sha256 === "string" ? [pin.sha256] : pin.sha256;
  if (shown && !expected.includes(shown.sha256)) throw differs(target, shown, expected);
}
function refuseMalformed(text) {
  const faults = knownHostsFaults(text);
  if (faults.length === 0) return;
  const lines = faults.slice(0, MAX_FAULTS).map(({ line, why }) => `line ${line}: ${why}`);
  const more = faults.length - lines.length;
  throw new Problem({
    code: "known-hosts-malformed",
    kind: "usage",
    what: `${GIVEN.knownHosts} has ${faults.length} line${faults.length === 1 ? "" : "s"} that no host can be known by: ${lines.join("; ")}${more > 0 ? `; and ${more} more` : ""}. Nothing was begun.`,
    next: 'Store it anew: each line as "ssh-keyscan" or ~/.ssh/known_hosts has it, names, type and key, on a line of its own.'
  });
}
async function shownBy({ jump }, ask, asked) {
  try {
    return await ask(asked);
  } catch (error) {
    if (!(error instanceof HostKeyChanged)) throw error;
    throw new Problem(
      {
        code: "host-key-differs",
        kind: "identity",
        what: `The jump host ${jump?.host} is another one: ${error.message}. Nothing was sent, and nothing was begun.`,
        next: REPLACE
      },
      { cause: error }
    );
  }
}
var REPLACE = 'Compare the key on the box ("ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub") or in the console of its provider; where it is right, put it into known_hosts in place of the old one.';
function differs({ host, port, given }, { type, sha256 }, expected) {
  const whose = given ? `${GIVEN.knownHosts} and the files of known_hosts expect` : "known_hosts expects";
  return new Problem({
    code: "host-key-differs",
    kind: "identity",
    what: `${host}:${port} shows host key SHA256:${sha256} (${type}), and ${whose} ${expected.map((each) => `SHA256:${each}`).join(" or ")}. Either the box was rebuilt or somebody is in between; nothing was sent, and nothing was begun.`,
    next: `${REPLACE}${given ? "" : ` \`ssh-keygen -R '${port === 22 ? host : `[${host}]:${port}`}'\` takes that out, and the next login asks for the new one.`}`
  });
}
function notVouched({ host, port }, { text, name, namePort }, shown) {
  const written = namePort === 22 ? name : `[${name}]:${namePort}`;
  const found = knownKeys(text, name, namePort);
  const withoutPort = namePort !== 22 && knownKeys(text, name, 22).keys.length > 0;
  const why = found.keys.length > 0 ? `names ${written} by a type of key that cannot be compared here (${found.keys.map(({ type }) => type).join(", ")})` : found.authorities > 0 ? `vouches for ${written} by a certificate authority alone, and gpu-lease compares keys and no certificates` : withoutPort ? `names ${name} without its port; with it the name is ${written}` : `does not name ${written}`;
  const seen = shown ? `${host}:${port} shows SHA256:${shown.sha256} (${shown.type})` : `${host}:${port} does not answer now`;
  return new Problem({
    code: "host-not-vouched",
    kind: "identity",
    what: `${GIVEN.knownHosts} ${why}, so nobody vouches for its key; ${seen}. Nothing was begun.`,
    next: `Compare that key on the box ("ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub"), then add its line ("ssh-keyscan${port === 22 ? "" : ` -p ${port}`} ${host}") to ${GIVEN.knownHosts}. Without that secret the key is pinned at first contact.`
  });
}

export {
  refuseUnvouched
};
