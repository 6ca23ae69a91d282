import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openFileSource,
  openLocal
} from "./chunks/verifier.verify-read-file-source.shared.mjs";
import {
  roleByContent,
  strangeness,
  verifyTree
} from "./chunks/verifier.verify-contract-oddity.shared.mjs";
import {
  Problem,
  systemClock,
  verifyFile
} from "./chunks/verifier.clock.shared.mjs";
import "./chunks/verifier.nothing.shared.mjs";

// src/verify/engine/role-guess.ts
var BY_NAME = [
  [/^(scheduler|rng_state|random_states|training_args|scaler)[^/]*\.(pt|pth|bin|pkl)$/i, "archive"],
  // Tables of spaCy.
  [/^lookups\.bin$/i, "archive"],
  [/^optim[^/]*\.(pt|pth|bin|safetensors)$/i, "optimizer"],
  [/^adapter_model\.(safetensors|bin)$/i, "adapter"],
  [/\.(pt|pth|ckpt|safetensors|bin|distcp|msgpack|h5|hdf5)$/i, "checkpoint"],
  [/\.(gguf|onnx|keras)$/i, "model"],
  [/\.(jsonl|csv|tsv)$/i, "metrics"],
  [/^events\.out\.tfevents\./, "metrics"],
  [/\.(json|json5|jsonc|ya?ml|toml|ini|cfg)$|^MLmodel$/i, "config"],
  [/\.(log|txt|out|err|md)$/i, "log"],
  [/\.(parquet|arrow|feather|npy|npz|tfrecords?|nc|nc4|cdf|h5ad|loom|mat)$/i, "dataset"],
  [/\.(zip|tar|tgz|gz|mar|pt2)$/i, "archive"]
];
var roleByName = (path) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
};

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

// src/host/backoff.ts
var backoff = (attempt, { first, most = Number.POSITIVE_INFINITY, jitter = 0 }, random = Math.random()) => Math.min(most, first * 2 ** (attempt - 1)) * (1 - jitter + jitter * random);

// src/verify/read/redirects.ts
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
var MOST_REDIRECTS = 5;
var INSIDE = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16]
])
  INSIDE.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10]
])
  INSIDE.addSubnet(net, bits, "ipv6");
async function followed(url, following) {
  const { fetch, headers, range, signal, refused, addressesOf = resolved } = following;
  const first = new URL(url);
  let at = first;
  let isOutside;
  for (let hops = 0; ; hops += 1) {
    const response = await fetch(at.href, {
      // With a range fetch asks for no compression by itself: compressed bytes would be bytes of something else.
      headers: { ...at.origin === first.origin && headers, range },
      redirect: "manual",
      signal
    });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    if (hops >= MOST_REDIRECTS) throw refused(`sends from one address to another, more than ${hops} times`);
    const to = URL.canParse(location, at.href) ? new URL(location, at) : void 0;
    if (to?.protocol !== "https:" && to?.protocol !== "http:")
      throw refused("sends to an address that is none of HTTP");
    isOutside ??= !await isInside(first.hostname, addressesOf);
    if (isOutside && await isInside(to.hostname, addressesOf))
      throw refused(`sends to ${to.host}, which is an address of this machine or its network`);
    at = to;
  }
}
var resolved = async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);
async function isInside(hostname, addressesOf) {
  const name = hostname.replace(/^\[|\]$/g, "");
  if (isIP(name) !== 0) return isInsideAddress(name);
  if (/(?:^|\.)(?:localhost|internal|local)\.?$/i.test(name)) return true;
  return (await addressesOf(name).catch(() => [])).some(isInsideAddress);
}
var isInsideAddress = (address) => {
  const [, mapped] = /^::ffff:(?:0:)?(.+)$/i.exec(address) ?? [];
  if (mapped !== void 0) return isIP(mapped) === 4 ? INSIDE.check(mapped, "ipv4") : true;
  return INSIDE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
};

// src/verify/read/http-source.ts
var RANGE_SECONDS = 60;
async function openHttpSource(url, options = {}) {
  const { origin, pathname } = new URL(url);
  const label = `${origin}${pathname}`;
  const asker = new Asker(url, label, options);
  const { validators } = await asker.ask(0, 1);
  return {
    label,
    sizeBytes: validators.sizeBytes,
    async read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > validators.sizeBytes)
        throw new RangeError(
          `${length} bytes from ${offset} lie outside ${label} (${validators.sizeBytes} bytes)`
        );
      if (length === 0) return new Uint8Array(0);
      const answer = await asker.ask(offset, length);
      const difference = differenceOf(validators, answer.validators);
      if (difference !== void 0) throw new RangeError(difference);
      if (answer.bytes.length !== length)
        throw new RangeError(`${label} gave ${answer.bytes.length} bytes of ${length} from ${offset}`);
      return answer.bytes;
    },
    async changed() {
      return differenceOf(validators, (await asker.ask(0, 1)).validators);
    },
    close: async () => {
    }
  };
}
function differenceOf(before, now) {
  if (before.sizeBytes !== now.sizeBytes) return `its size went from ${before.sizeBytes} to ${now.sizeBytes}`;
  if (before.etag !== now.etag) return `its entity tag went from ${before.etag} to ${now.etag}`;
  return before.modified === now.modified ? void 0 : "its modification time moved";
}
var Asker = class {
  #url;
  #label;
  #options;
  constructor(url, label, options) {
    this.#url = url;
    this.#label = label;
    this.#options = options;
  }
  /** Tries again after a lost connection or a 429 or 5xx; a range can be asked for as often as one likes. */
  async ask(offset, length) {
    const { tries = 4, pauseMs = 500, clock = systemClock, signal } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(offset, length);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        if (isTimeout(error)) throw this.refused(`sent no whole answer within ${this.#rangeSeconds} s`);
        if (attempt >= tries) throw this.refused(`could not be read: ${reasonOf(error)}`);
        await clock.sleep(backoff(attempt, { first: pauseMs / 1e3 }), signal);
        signal?.throwIfAborted();
      }
    }
  }
  refused(what) {
    return new Problem({
      code: "not-readable",
      kind: "failed",
      what: `${this.#label} ${what}.`,
      next: "Check the address and its expiry; the server must answer requests for ranges."
    });
  }
  get #rangeSeconds() {
    return this.#options.rangeSeconds ?? RANGE_SECONDS;
  }
  async #once(offset, length) {
    const { headers = {}, fetch = globalThis.fetch, addressesOf } = this.#options;
    const patience = AbortSignal.timeout(this.#rangeSeconds * 1e3);
    const signal = this.#options.signal ? AbortSignal.any([this.#options.signal, patience]) : patience;
    const range = `bytes=${offset}-${offset + length - 1}`;
    const response = await followed(this.#url, {
      fetch,
      headers,
      range,
      signal,
      ...addressesOf && { addressesOf },
      refused: (what) => this.refused(what)
    });
    if (response.status === 429 || response.status >= 500) {
      await response.body?.cancel();
      throw new Error(`HTTP ${response.status}`);
    }
    if (response.status !== 206) {
      await response.body?.cancel();
      throw this.#notARange(response.status, offset);
    }
    const [, from, to, size] = /^bytes ([0-9]+)-([0-9]+)\/([0-9]+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
    const announced = Number(to) - offset + 1;
    if (Number(from) !== offset || size === void 0 || announced > length) {
      await response.body?.cancel();
      throw this.refused(`answers ${range} with "${response.headers.get("content-range")}"`);
    }
    const bytes = await this.#bytesOf(response, announced, range);
    const validators = {
      etag: response.headers.get("etag") ?? void 0,
      modified: response.headers.get("last-modified") ?? void 0,
      sizeBytes: Number(size)
    };
    return { validators, bytes };
  }
  /** What comes beyond the range is nobody's: at the first byte of it the connection is given up. */
  async #bytesOf({ body }, announced, range) {
    const bytes = new Uint8Array(Math.max(announced, 0));
    let filled = 0;
    for await (const piece of body ?? []) {
      if (filled + piece.length > announced)
        throw this.refused(`sends more than ${range}, which was asked for`);
      bytes.set(piece, filled);
      filled += piece.length;
    }
    if (filled !== announced) throw new Error(`the answer ended after ${filled} bytes`);
    return bytes;
  }
  #notARange(status, offset) {
    if (status === 416 && offset > 0) return new RangeError(`${this.#label} ended before ${offset}`);
    if (status === 416) return this.refused("is empty");
    if (status === 200) return this.refused("gives no ranges");
    return this.refused(`answers HTTP ${status}`);
  }
};
var isTimeout = (error) => error instanceof Error && error.name === "TimeoutError";
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

// src/verify/tensor/diff.ts
function diffTensors(before, after) {
  const old = new Map(before.map((row) => [row.name, row]));
  const now = new Map(after.map((row) => [row.name, row]));
  const diff = {
    added: inOrder([...now.values()].filter(({ name }) => !old.has(name))),
    removed: inOrder([...old.values()].filter(({ name }) => !now.has(name))),
    retyped: [],
    reshaped: [],
    changed: [],
    unchanged: 0,
    unknown: []
  };
  for (const a of inOrder([...old.values()])) {
    const b = now.get(a.name);
    if (b !== void 0) enter(diff, a, b);
  }
  return diff;
}
var isSame = (diff) => [diff.added, diff.removed, diff.retyped, diff.reshaped, diff.changed].every(({ length }) => length === 0);
function enter(diff, a, b) {
  const { name } = a;
  if (a.dtype !== b.dtype) diff.retyped.push({ name, before: a.dtype, after: b.dtype });
  else if (a.shape.join() !== b.shape.join())
    diff.reshaped.push({ name, before: shapeWord(a), after: shapeWord(b) });
  else if (a.fingerprint === void 0 || b.fingerprint === void 0) diff.unknown.push(name);
  else if (a.fingerprint === b.fingerprint) diff.unchanged += 1;
  else diff.changed.push(name);
}
var shapeWord = ({ shape }) => shape.length === 0 ? "scalar" : shape.join("x");
var inOrder = (rows) => rows.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
export {
  diffTensors,
  isSame,
  openDirectory,
  openFileSource,
  openHttpSource,
  parseChecksumList,
  roleByContent,
  roleByName,
  verifyFile,
  verifyTree
};
