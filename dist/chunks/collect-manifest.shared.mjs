import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  canonicalJson,
  digestOf
} from "./canonical.shared.mjs";

// src/collect/manifest.ts
var MAX_PATH_BYTES = 1024;
var MAX_NAME_BYTES = 255;
var MAX_ENTRIES = 1e6;
var UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
var PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
function pathFault(path) {
  if (typeof path !== "string") return "is not text";
  if (PLAIN.test(path) && path.length < MAX_NAME_BYTES) return void 0;
  if (path === "") return "is empty";
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`;
  if (path.startsWith("/")) return "is absolute";
  if (path.includes("\\")) return "contains a backslash";
  if (UNPRINTABLE.test(path)) return "contains control or invisible characters";
  if (/[\p{Cs}\ufffd]/u.test(path)) return "is not valid UTF-8";
  for (const name of path.split("/")) {
    if (name === "" || name === "." || name === "..") return `has the part ${JSON.stringify(name)}`;
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `has a part longer than ${MAX_NAME_BYTES} bytes`;
  }
  return void 0;
}
function printable(text) {
  const plain = String(text).replace(new RegExp(UNPRINTABLE, "gu"), "\uFFFD");
  return plain.length > 200 ? `${plain.slice(0, 200)}\u2026` : plain;
}
function readManifest(value) {
  if (!Array.isArray(value))
    return { entries: [], refused: [{ path: "", why: "the manifest is not a list" }] };
  if (value.length > MAX_ENTRIES) {
    return { entries: [], refused: [{ path: "", why: `the manifest has more than ${MAX_ENTRIES} entries` }] };
  }
  const refused = [];
  const sound = [];
  for (const candidate of value) {
    const why = entryFault(candidate);
    if (why === void 0) {
      const { path, bytes, sha256 } = candidate;
      sound.push({ path, bytes, sha256 });
    } else {
      refused.push({ path: printable(candidate?.path ?? ""), why });
    }
  }
  const meeting = collisions(sound.map((entry) => entry.path));
  const entries = [];
  for (const entry of sound) {
    const why = meeting.get(entry.path);
    if (why === void 0) entries.push(entry);
    else refused.push({ path: entry.path, why });
  }
  return { entries: entries.sort((a, b) => byText(a.path, b.path)), refused };
}
function entryFault(candidate) {
  if (typeof candidate !== "object" || candidate === null) return "the entry is not an object";
  const { path, bytes, sha256 } = candidate;
  const fault = pathFault(path);
  if (fault !== void 0) return `its path ${fault}`;
  if (typeof bytes !== "number" || !Number.isSafeInteger(bytes) || bytes < 0)
    return "its size is not a whole number >= 0";
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256))
    return "its hash is not 64 lower-case hex digits";
  return void 0;
}
function collisions(paths) {
  const meeting = /* @__PURE__ */ new Map();
  const firstByKey = /* @__PURE__ */ new Map();
  for (const path of paths) {
    const key = folded(path);
    const first = firstByKey.get(key);
    if (first === void 0) {
      firstByKey.set(key, path);
      continue;
    }
    meeting.set(
      path,
      path === first ? "is listed twice" : `differs from ${first} only by case or normal form`
    );
    meeting.set(
      first,
      path === first ? "is listed twice" : `differs from ${path} only by case or normal form`
    );
  }
  const directories = /* @__PURE__ */ new Set();
  for (const path of paths) {
    const directory = path.slice(0, path.lastIndexOf("/") + 1);
    if (directories.has(directory)) continue;
    let clear = true;
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const above = firstByKey.get(folded(path.slice(0, slash)));
      if (above === void 0) continue;
      clear = false;
      meeting.set(path, `lies below ${above}, which is a file`);
      meeting.set(above, `is a file and ${path} lies below it`);
    }
    if (clear) directories.add(directory);
  }
  return meeting;
}
var folded = (path) => (PLAIN.test(path) ? path : path.normalize("NFC")).toLowerCase();
var byText = (a, b) => a < b ? -1 : a > b ? 1 : 0;
var inOrder = (rows) => [...rows].sort((a, b) => byText(a.cell, b.cell) || byText(a.path, b.path));
function manifestDocument(run, rows) {
  return {
    format: "gpu-lease-manifest/1",
    run,
    files: inOrder(rows).map(({ cell, path, bytes, sha256 }) => ({ cell, path, bytes, sha256 }))
  };
}
var manifestText = (run, rows) => `${canonicalJson(manifestDocument(run, rows))}
`;
var manifestSha256 = (run, rows) => digestOf(manifestDocument(run, rows));

export {
  pathFault,
  printable,
  readManifest,
  entryFault,
  inOrder,
  manifestText,
  manifestSha256
};
