import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  strangeness
} from "./verify-contract-oddity.shared.mjs";
import {
  openLocal
} from "./verify-read-local-file.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/read/checksum-list.ts
var LINE = /^(\\?)([0-9a-fA-F]{64}) [ *](.+)$/;
function parseChecksumList(text) {
  const list = { digests: /* @__PURE__ */ new Map(), faults: [] };
  for (const [index, raw] of text.split("\n").entries()) {
    const row = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (row === "") continue;
    const [, escaped, digest = "", name = ""] = LINE.exec(row) ?? [];
    const fault = (why) => list.faults.push({ line: index + 1, why });
    if (name === "") {
      fault("is no line of sha256sum: 64 hex digits, two blanks, a path");
      continue;
    }
    const path = (escaped === "\\" ? unescaped(name) : name).replace(/^(\.\/+)+/, "");
    const sha256 = digest.toLowerCase();
    const before = list.digests.get(path);
    if (before !== void 0 && before !== sha256) fault("gives a second digest for the same path");
    list.digests.set(path, sha256);
  }
  if (list.digests.size === 0 && list.faults.length === 0)
    list.faults.push({ line: 1, why: "lists nothing" });
  return list;
}
var unescaped = (name) => name.replace(
  /\\([\\nr])/g,
  (_all, letter) => letter === "n" ? "\n" : letter === "r" ? "\r" : "\\"
);

// src/verify/read/directory-tree.ts
import { accessSync, constants, lstatSync } from "node:fs";
import { access, lstat, readdir, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
var BREATH_FILES = 256;
async function openDirectory(path, options = {}) {
  const found = { files: [], refused: [], noted: [], places: /* @__PURE__ */ new Map() };
  const waiting = [""];
  let looked = 0;
  for (let below = waiting.pop(); below !== void 0; below = waiting.pop()) {
    options.signal?.throwIfAborted();
    const entries = await listed(path, below, found);
    for (const entry of entries) {
      const at = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (options.recursive !== false) waiting.push(at);
      } else if (!entry.isSymbolicLink() || !await takeLinked(path, at, found)) {
        look(path, at, entry, found);
      }
      looked += 1;
      if (looked % BREATH_FILES !== 0) continue;
      await new Promise((resolve2) => setImmediate(resolve2));
      options.signal?.throwIfAborted();
    }
  }
  const local = { root: path, linked: found.places };
  const sizes = /* @__PURE__ */ new Map();
  const sizeOf = (file) => {
    if (sizes.size === 0) for (const each of found.files) sizes.set(each.path, each.sizeBytes);
    return sizes.get(file) ?? 0;
  };
  return {
    label: path,
    files: found.files.sort(byPath),
    refused: found.refused.sort(byPath),
    noted: found.noted.sort(byPath),
    local,
    open: async (file) => openLocal(local, { path: file, sizeBytes: sizeOf(file) })
  };
}
var byPath = (a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
async function listed(root, below, { refused }) {
  try {
    return await readdir(join(root, below), { withFileTypes: true });
  } catch (cause) {
    if (below !== "") {
      refused.push({ path: below, ...unreadable("a folder that cannot be listed", cause) });
      return [];
    }
    throw new Problem(
      {
        code: "not-readable",
        kind: "failed",
        what: `${root} cannot be listed: ${cause.message}.`,
        next: "Check that the folder may be read."
      },
      { cause }
    );
  }
}
function look(root, path, entry, found) {
  const strange = strangeness(entry);
  if (strange !== void 0) {
    found.refused.push({ path, ...strange });
    return;
  }
  let stat;
  try {
    const place = join(root, path);
    stat = lstatSync(place);
    accessSync(place, constants.R_OK);
  } catch (cause) {
    found.refused.push({ path, ...unreadable("a file that cannot be opened", cause) });
    return;
  }
  found.files.push({ path, sizeBytes: stat.size });
  if (stat.nlink > 1) {
    const what = `has ${stat.nlink} names on this disk, so something else may change it`;
    found.noted.push({ path, code: "hard-linked", severity: "note", what });
  }
}
var SNAPSHOT = /^(.*\/(?:models|datasets|spaces)--[^/]+)\/snapshots(?:\/|$)/;
var BLOB = /^blobs\/[0-9a-f]{40,64}$/;
async function takeLinked(root, path, { files, noted, places }) {
  try {
    const target = await readlink(join(root, path));
    if (isAbsolute(target)) return false;
    const place = resolve(root, dirname(path), target);
    const base = await realpath(root);
    if (await realpath(join(root, path)) !== resolve(base, relative(root, place))) return false;
    const [, repository] = SNAPSHOT.exec(`${base.split(sep).join("/")}/`) ?? [];
    const isBlob = repository !== void 0 && BLOB.test(relative(repository, place).split(sep).join("/"));
    if (!isBlob && !place.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return false;
    const stat = await lstat(place);
    if (!stat.isFile()) return false;
    await access(place, constants.R_OK);
    files.push({ path, sizeBytes: stat.size });
    places.set(path, place);
    const what = `is a link to ${JSON.stringify(target.slice(0, 120))}, which was read in its place`;
    noted.push({ path, code: "linked", severity: "note", what });
    return true;
  } catch {
    return false;
  }
}
var unreadable = (what, cause) => ({
  code: "not-readable",
  severity: "inconclusive",
  what: `is ${what} (${cause.code ?? String(cause)})`
});

export {
  parseChecksumList,
  openDirectory
};
