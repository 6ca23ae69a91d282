import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/secret/keys.ts
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual
} from "node:crypto";
var MIN_SECRET_CHARACTERS = 43;
var MIN_DISTINCT_CHARACTERS = 12;
var newSecret = () => randomBytes(32).toString("base64url");
var loginKey = (secret, run) => sshKey(derive(secret, "login", run));
var hostKey = (secret, lease) => sshKey(derive(secret, "host", lease));
var macKey = (secret, run, repository) => derive(secret, "ledger-mac", repository === void 0 ? run : `${run}\0${repository.toLowerCase()}`);
function nameSignature(secret, name) {
  const digest = createHmac("sha256", derive(secret, "resource-name", "")).update(name).digest();
  return Array.from(digest.subarray(0, 10), (byte) => BASE32[byte & 31]).join("");
}
function ownerMark(secret, repository, lease, by = "shared") {
  const signature = nameSignature(secret, `${repository}
${lease}`);
  const index = BASE32.indexOf(signature.charAt(0)) % SHARED_LETTERS;
  return `${BASE32[by === "shared" ? index : index + SHARED_LETTERS]}${signature.slice(1)}`;
}
var SHARED_LETTERS = 16;
var markedBy = (mark) => BASE32.indexOf(mark.charAt(0)) < SHARED_LETTERS ? "shared" : "own";
function sameSignature(expected, given) {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
var BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
function derive(secret, purpose, name) {
  const text = secret.trim();
  if (text.length < MIN_SECRET_CHARACTERS || new Set(text).size < MIN_DISTINCT_CHARACTERS) {
    const fault = text.length < MIN_SECRET_CHARACTERS ? `has ${text.length} characters` : "repeats a few characters";
    throw new Problem({
      code: "secret-too-weak",
      kind: "usage",
      what: `GPU_LEASE_SECRET ${fault}; it must carry 32 random bytes (${MIN_SECRET_CHARACTERS} characters of base64url or more).`,
      next: "Make one with `gpu-lease init --github`, or `openssl rand -base64 32`, and store it as the secret GPU_LEASE_SECRET of the environment."
    });
  }
  return Buffer.from(hkdfSync("sha256", text, "gpu-lease/1", `${purpose}\0${name}`, 32));
}
var PKCS8_ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
function sshKey(seed) {
  const pkcs8 = Buffer.concat([PKCS8_ED25519_PREFIX, seed]);
  const spki = createPublicKey(createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" })).export({
    format: "der",
    type: "spki"
  });
  const publicBytes = spki.subarray(-32);
  const publicBlob = Buffer.concat([sshString("ssh-ed25519"), sshString(publicBytes)]);
  return {
    publicOpenSsh: `ssh-ed25519 ${publicBlob.toString("base64")} gpu-lease`,
    privateOpenSsh: opensshPrivateKey(seed, publicBytes, publicBlob),
    sha256: createHash("sha256").update(publicBlob).digest("base64").replaceAll("=", "")
  };
}
function opensshPrivateKey(seed, publicBytes, publicBlob) {
  const check = createHash("sha256").update(publicBlob).digest().subarray(0, 4);
  const fields = Buffer.concat([
    check,
    check,
    sshString("ssh-ed25519"),
    sshString(publicBytes),
    sshString(Buffer.concat([seed, publicBytes])),
    sshString("gpu-lease")
  ]);
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, (8 - fields.length % 8) % 8));
  const file = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    sshString("none"),
    sshString("none"),
    sshString(""),
    Buffer.from([0, 0, 0, 1]),
    sshString(publicBlob),
    sshString(Buffer.concat([fields, padding]))
  ]);
  const lines = file.toString("base64").match(/.{1,70}/g) ?? [];
  return ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join(
    "\n"
  );
}
function sshString(value) {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

export {
  newSecret,
  loginKey,
  hostKey,
  macKey,
  nameSignature,
  ownerMark,
  markedBy,
  sameSignature
};
