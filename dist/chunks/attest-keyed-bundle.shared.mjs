import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  IN_TOTO,
  readStatement,
  refusal,
  statementText
} from "./attest-beside.shared.mjs";

// src/attest/keyed-bundle.ts
import { createHash, createPublicKey, sign, verify } from "node:crypto";
var BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
var HASHES = /* @__PURE__ */ new Map([
  ["prime256v1", "sha256"],
  ["secp384r1", "sha384"],
  ["secp521r1", "sha512"]
]);
var hashOfKey = (key) => HASHES.get(key.asymmetricKeyDetails?.namedCurve);
function keyedBundle(statement, key) {
  const payload = Buffer.from(statementText(statement));
  const signature = sign(hashOfKey(key), preAuthentication(payload), key);
  return {
    mediaType: BUNDLE,
    verificationMaterial: { publicKey: { hint: hintOf(createPublicKey(key)) }, tlogEntries: [] },
    dsseEnvelope: {
      payload: payload.toString("base64"),
      payloadType: IN_TOTO,
      signatures: [{ sig: signature.toString("base64"), keyid: "" }]
    }
  };
}
function keyedStatement(bundle, key) {
  const { verificationMaterial, dsseEnvelope } = bundle ?? {};
  const [signature] = dsseEnvelope?.signatures ?? [];
  if (dsseEnvelope?.payloadType !== IN_TOTO || typeof signature?.sig !== "string")
    return refusal("no-bundle", "it is no Sigstore bundle with an in-toto statement");
  const hint = verificationMaterial?.publicKey?.hint;
  if (hint !== hintOf(key)) return refusal("other-key", "another key than this one has signed it");
  const payload = Buffer.from(String(dsseEnvelope.payload), "base64");
  const isSigned = verify(
    hashOfKey(key),
    preAuthentication(payload),
    key,
    Buffer.from(signature.sig, "base64")
  );
  if (!isSigned) return refusal("signature-invalid", "the signature is not of what is signed");
  return readStatement(payload.toString("utf8")) ?? refusal("no-statement", "what is signed is no in-toto statement");
}
var hintOf = (key) => createHash("sha256").update(key.export({ type: "spki", format: "pem" })).digest("hex");
var preAuthentication = (payload) => Buffer.concat([Buffer.from(`DSSEv1 ${IN_TOTO.length} ${IN_TOTO} ${payload.length} `), payload]);

// src/cli/attested-files.ts
import { createHash as createHash2 } from "node:crypto";
import { createReadStream, lstatSync, readdirSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
function heldAt(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory())
    return { path, isFolder: false, entries: [{ at: path, path: basename(path), isPlain: stats.isFile() }] };
  const entries = below(path).map(({ at, isPlain }) => ({
    at,
    path: relative(path, at).split(sep).join("/"),
    isPlain
  }));
  return { path, isFolder: true, entries };
}
var below = (dir) => readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
  const at = join(dir, entry.name);
  return entry.isDirectory() ? below(at) : [{ at, isPlain: entry.isFile() }];
});
var strangeIn = (entries) => entries.filter(({ isPlain }) => !isPlain).map(({ path }) => refusal("not-a-file", `${path} is a link or no plain file`));
var Digests = class {
  #signal;
  #known = /* @__PURE__ */ new Map();
  constructor(signal) {
    this.#signal = signal;
  }
  /** @throws Error where a file cannot be read */
  async of(entries) {
    const files = [];
    for (const { at, path, isPlain } of entries)
      if (isPlain) files.push({ path, sha256: await this.#digest(at) });
    return files;
  }
  async #digest(at) {
    const sha256 = this.#known.get(at) ?? await digestOfFile(at, this.#signal);
    this.#known.set(at, sha256);
    return sha256;
  }
};
async function digestOfFile(path, signal) {
  const hash = createHash2("sha256");
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest("hex");
}

export {
  hashOfKey,
  keyedBundle,
  keyedStatement,
  heldAt,
  strangeIn,
  Digests
};
