import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  TOKEN_VARIABLE,
  looksLikeUrl,
  tokenProblem,
  urlTarget
} from "./cli-verify-url.shared.mjs";
import {
  spelling
} from "./cli-spelling.shared.mjs";
import {
  roleByName,
  rolesApart,
  strangeness,
  verdictWithoutReading,
  verifyManyApart,
  withNote
} from "./verify-apart-apart.shared.mjs";
import {
  openFileNow
} from "./verify-read-file-source.shared.mjs";
import {
  joined,
  mergedByLabel
} from "./verify-contract-verdicts.shared.mjs";
import {
  SET_NOT_WHOLE,
  holdsTensors,
  isWholeAsTold,
  ofItself
} from "./verify-contract-verdict.shared.mjs";
import {
  throwAll
} from "./cli-given-options.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/engine/table.ts
var HEADINGS = ["file", "format", "role", "level", "verdict", "tensors", "bytes", "why"];
var LONGEST_WHY = 160;
function* tableLines(verdicts) {
  const widths = HEADINGS.map(({ length }) => length);
  for (const verdict of verdicts)
    for (const [column, { length }] of cellsOf(verdict).entries())
      widths[column] = Math.max(widths[column] ?? 0, length);
  const line = (row) => {
    const cells = row.map((cell, column) => align(cell, widths[column] ?? 0, column));
    return `${cells.join("  ").trimEnd()}
`;
  };
  yield line(HEADINGS);
  for (const verdict of verdicts) yield line(cellsOf(verdict));
}
var renderTable = (verdicts) => [...tableLines(verdicts)].join("");
function cellsOf(verdict) {
  return [
    plainText(verdict.label),
    verdict.format,
    verdict.role,
    verdict.level,
    verdict.verdict,
    verdict.tensors === void 0 ? "" : String(verdict.tensors.count),
    String(verdict.bytes),
    whyOf(verdict)
  ];
}
function whyOf(verdict) {
  const { reasons, reasonsLeftOut } = verdict;
  const telling = reasons.filter(({ severity, code }) => severity !== "note" || code === SET_NOT_WHOLE);
  const [first] = telling;
  if (first === void 0) return "";
  const place = first.offset === void 0 ? "" : ` at byte ${first.offset}`;
  const expected = first.expected === void 0 ? "" : `, expected ${first.expected}`;
  const found = first.found === void 0 ? "" : `, found ${first.found}`;
  const more = telling.length - 1 + reasonsLeftOut;
  const whole = isWholeAsTold(verdict) ? "whole as far as the format can tell: " : "";
  const why = plainText(`${whole}${first.what}${place}${expected}${found}`);
  const short = why.length > LONGEST_WHY ? `${why.slice(0, LONGEST_WHY - 3)}...` : why;
  return more > 0 ? `${short} (and ${more} more)` : short;
}
var align = (cell, width, column) => column === 5 || column === 6 ? cell.padStart(width) : cell.padEnd(width);
var plainText = (text) => text.replace(
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
  (char) => {
    const code = char.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  }
);

// src/cli/verify-plan.ts
import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

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

// src/verify/tensor/dtype.ts
var LARGE = 2 ** 9;
var HUGE = 2 ** 64;
var NONE = { mask: 0, addend: 0, test: 0, sign: 0 };
var zeroOrOne = { mask: -16843010, addend: 0, test: -16843010, sign: 0 };
var float64 = {
  unitBytes: 8,
  word: { mask: 2147483647, addend: 1065353216, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2146435072, infinity: 2146435072, large: 1082130432, huge: 1139802112 }
};
var float32 = {
  unitBytes: 4,
  word: { mask: 2147483647, addend: 1006632960, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2139095040, infinity: 2139095040, large: 1140850688, huge: 1602224128 }
};
var float16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 536879104, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 31744, infinity: 31744, large: 24576 }
};
var bfloat16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 1006648320, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 32640, infinity: 32640, large: 17408, huge: 24448 }
};
var e4m3 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 16843009, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 127, infinity: 0 }
};
var e5m2 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 67372036, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 124, infinity: 124 }
};
var float = (name, bits, { unitBytes, word, count }) => ({
  name,
  bits,
  kind: "float",
  unitBytes,
  word,
  count
});
var integer = (name, bits) => ({
  name,
  bits,
  kind: "integer",
  unitBytes: 1,
  word: NONE
});
var oddFloat = (name, bits, exactly) => ({
  ...integer(name, bits),
  ...exactly === void 0 ? {} : { kind: "float", exactly }
});
var DTYPES = {
  f64: float("f64", 64, float64),
  f32: float("f32", 32, float32),
  f16: float("f16", 16, float16),
  bf16: float("bf16", 16, bfloat16),
  c32: float("c32", 32, float16),
  c64: float("c64", 64, float32),
  c128: float("c128", 128, float64),
  f8_e4m3: float("f8_e4m3", 8, e4m3),
  f8_e5m2: float("f8_e5m2", 8, e5m2),
  f8_e4m3fnuz: oddFloat("f8_e4m3fnuz", 8, 128),
  f8_e5m2fnuz: oddFloat("f8_e5m2fnuz", 8, 128),
  e8m0: oddFloat("e8m0", 8, 255),
  f4: oddFloat("f4", 4),
  /** Two of them in a byte, as PyTorch counts its elements. */
  f4_x2: oddFloat("f4_x2", 8),
  f6_e2m3: oddFloat("f6_e2m3", 6),
  f6_e3m2: oddFloat("f6_e3m2", 6),
  i8: integer("i8", 8),
  u8: integer("u8", 8),
  i16: integer("i16", 16),
  u16: integer("u16", 16),
  i32: integer("i32", 32),
  u32: integer("u32", 32),
  i64: integer("i64", 64),
  u64: integer("u64", 64),
  bool: { name: "bool", bits: 8, kind: "bool", unitBytes: 1, word: zeroOrOne }
};

// src/verify/tensor/numpy-names.ts
var DTYPE_NAMES = {
  float64: DTYPES.f64,
  float32: DTYPES.f32,
  float16: DTYPES.f16,
  bfloat16: DTYPES.bf16,
  complex64: DTYPES.c64,
  complex128: DTYPES.c128,
  float8_e4m3fn: DTYPES.f8_e4m3,
  float8_e5m2: DTYPES.f8_e5m2,
  float8_e4m3fnuz: DTYPES.f8_e4m3fnuz,
  float8_e5m2fnuz: DTYPES.f8_e5m2fnuz,
  float8_e8m0fnu: DTYPES.e8m0,
  int64: DTYPES.i64,
  int32: DTYPES.i32,
  int16: DTYPES.i16,
  int8: DTYPES.i8,
  uint64: DTYPES.u64,
  uint32: DTYPES.u32,
  uint16: DTYPES.u16,
  uint8: DTYPES.u8,
  bool: DTYPES.bool
};
var dtypeNamed = (name) => Object.hasOwn(DTYPE_NAMES, name) ? DTYPE_NAMES[name] : void 0;
var DTYPE_KINDS = {
  b1: DTYPES.bool,
  i1: DTYPES.i8,
  i2: DTYPES.i16,
  i4: DTYPES.i32,
  i8: DTYPES.i64,
  u1: DTYPES.u8,
  u2: DTYPES.u16,
  u4: DTYPES.u32,
  u8: DTYPES.u64,
  f2: DTYPES.f16,
  f4: DTYPES.f32,
  f8: DTYPES.f64,
  c8: DTYPES.c64,
  c16: DTYPES.c128
};

// src/cli/verify-plan.ts
var isPath = (target) => "path" in target;
function planVerify(words, settings, faults = []) {
  const { cwd } = settings;
  const inputs = new Inputs(settings);
  const mode = inputs.mode();
  const token = settings.env[TOKEN_VARIABLE] || void 0;
  const targets = inputs.targets([...words, ...linesOf(settings.value("path"))], mode, token);
  const role = settings.choice("role");
  const previous = inputs.existingFile("previous");
  const report = inputs.output("report", [".html", ".htm"], targets);
  const sarif = inputs.output("sarif", [".sarif", ".json"], targets);
  const manifest = inputs.existingFile("manifest");
  const listed2 = manifest === void 0 ? /* @__PURE__ */ new Map() : inputs.digests(manifest);
  const step = settings.number("step");
  const minStep = settings.number("min-step");
  const jobs = settings.number("jobs");
  const mayBeZero = listOf(settings.value("may-be-zero"));
  const dtype = inputs.dtype();
  const plan = {
    cwd,
    mode,
    targets,
    ...role === void 0 ? {} : { role },
    contains: listOf(settings.value("contains")),
    allowDegraded: settings.choice("allow-degraded") === "true",
    digests: manifest === void 0 ? /* @__PURE__ */ new Map() : byPath(listed2, manifest, cwd),
    listed: listed2,
    ...token === void 0 ? {} : { token },
    ...previous === void 0 ? {} : { previous },
    expectation: {
      ...step === void 0 ? {} : { step },
      ...minStep === void 0 ? {} : { minStep },
      ...mayBeZero.length === 0 ? {} : { mayBeZero },
      ...dtype === void 0 ? {} : { dtype }
    },
    allowImports: inputs.imports(),
    failOn: settings.choice("fail-on"),
    requires: inputs.requires(),
    hash: settings.flag("sha256"),
    ...jobs === void 0 ? {} : { jobs },
    ...report === void 0 ? {} : { report },
    ...sarif === void 0 ? {} : { sarif },
    notArtifacts: new Set([manifest, report, sarif].filter((path) => path !== void 0))
  };
  throwAll([...inputs.problems, ...faults]);
  return plan;
}
var listOf = (text) => (text ?? "").split(",").map((each) => each.trim()).filter((each) => each !== "");
var linesOf = (text) => (text ?? "").split(/\r?\n/).map((each) => each.trim()).filter((each) => each !== "");
var ABOUT_SIGNATURES = ["bundle", "repo", "certificate-identity", "trusted-root", "commit", "key"];
var Inputs = class {
  #settings;
  problems = [];
  constructor(settings) {
    this.#settings = settings;
  }
  mode() {
    const explain = this.#settings.flag("explain");
    const diff = this.#settings.flag("diff");
    if (explain && diff)
      this.#wrong("two-modes", "--explain and --diff exclude each other.", "Ask for one of them.");
    const mode = diff ? "diff" : explain ? "explain" : "verify";
    const useless = ["report", "sarif", "previous", "manifest"].filter(
      (name) => this.#settings.value(name)
    );
    if (mode !== "verify" && useless.length > 0) {
      const what = `--${mode} looks at tensors and takes no ${useless.map((each) => `--${each}`).join(", ")}.`;
      this.#wrong("useless-option", what, `Leave it out, or verify without --${mode}.`);
    }
    this.#requireAttested();
    return mode;
  }
  /** Who asks for a signature and gets none checked would take a whole file for a signed one. */
  #requireAttested() {
    const given = ABOUT_SIGNATURES.filter((name) => this.#settings.value(name) !== void 0);
    if (given.length === 0) return;
    const names = given.map((each) => `--${each}`).join(", ");
    const what = `Without --attested no signature is looked at, and ${names} would mean nothing.`;
    this.#wrong("needs-attested", what, `Add --attested, or leave ${names} out.`);
  }
  targets(words, mode, token) {
    const expected = { verify: void 0, explain: 1, diff: 2 }[mode];
    if (words.length === 0) this.#wrong("no-path", "There is nothing to verify.", "gpu-lease verify PATH...");
    else if (expected !== void 0 && words.length !== expected) {
      const usage = mode === "diff" ? "gpu-lease verify --diff BEFORE AFTER" : "gpu-lease verify --explain FILE";
      this.#wrong("wrong-number-of-paths", `--${mode} takes ${expected}, not ${words.length} paths.`, usage);
    }
    if (words.some(looksLikeUrl)) this.#take(tokenProblem(token));
    return words.flatMap((word) => {
      if (looksLikeUrl(word)) {
        const target = urlTarget(word, token);
        if (!(target instanceof Problem)) return [target];
        this.#take(target);
        return [];
      }
      const path = resolve(this.#settings.cwd, word);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats !== void 0) return [{ path, stats }];
      this.#wrong("no-such-path", `There is nothing at ${path}.`, spelling(word, path));
      return [];
    });
  }
  imports() {
    const names = listOf(this.#settings.value("allow-import"));
    const wrong = names.filter((name) => !/^\w+(\.[\w*?]+)+$/.test(name));
    if (wrong.length > 0) {
      const what = `--allow-import: ${wrong.map((name) => JSON.stringify(name)).join(", ")} names nothing.`;
      this.#wrong(
        "bad-allow-import",
        what,
        "Write module.name, as the verdict lists it under imports, or a pattern of it: module.*"
      );
    }
    return names;
  }
  dtype() {
    const name = this.#settings.value("dtype");
    if (name === void 0 || dtypeNamed(name) !== void 0) return name;
    const next = "Name it as NumPy does: uint16, int32, float32, bfloat16 and the like.";
    this.#wrong("bad-dtype", `--dtype "${name}" is no type of numbers.`, next);
    return void 0;
  }
  requires() {
    const required = this.#settings.choice("require");
    if (required === "manifest" && this.#settings.value("manifest") === void 0) {
      const what = "--require manifest asks that a manifest lists every file, and none was given.";
      this.#wrong("no-manifest", what, 'Add --manifest SHA256SUMS, made with "sha256sum FILE...".');
    }
    return required;
  }
  existingFile(name) {
    const given = this.#settings.value(name);
    if (given === void 0) return void 0;
    const path = resolve(this.#settings.cwd, given);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
    this.#wrong(`no-such-${name}`, `--${name}: there is no file at ${path}.`, "Check the spelling.");
    return void 0;
  }
  digests(path) {
    const { digests, faults } = parseChecksumList(readFileSync(path, "utf8"));
    for (const { line, why } of faults.slice(0, 5))
      this.#wrong("bad-manifest", `${path}:${line}: ${why}.`, 'Make it with "sha256sum FILE... > MANIFEST".');
    return digests;
  }
  output(name, endings, targets) {
    const given = this.#settings.value(name);
    if (given === void 0) return void 0;
    const path = resolve(this.#settings.cwd, given);
    if (!endings.some((ending) => path.toLowerCase().endsWith(ending))) {
      const next = `Give it a name that ends with ${endings.join(" or ")}.`;
      this.#wrong(`bad-${name}`, `--${name} "${given}" has no such ending.`, next);
    } else if (targets.some((target) => isPath(target) && target.path === path)) {
      this.#wrong(
        `bad-${name}`,
        `--${name} "${given}" would replace what is verified.`,
        "Name another file."
      );
    } else if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) {
      this.#wrong(`bad-${name}`, `--${name}: there is no directory ${dirname(path)}.`, "Make it first.");
    } else if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
      this.#wrong(`bad-${name}`, `--${name}: ${path} is no file.`, "Name a file.");
    }
    return path;
  }
  #wrong(code, what, next) {
    this.#take(new Problem({ code, kind: "usage", what, next }));
  }
  #take(problem) {
    if (problem !== void 0) this.problems.push(problem);
  }
};
function byPath(listed2, manifest, cwd) {
  const isThere = (base2) => [...listed2.keys()].some((name) => lstatSync(resolve(base2, name), { throwIfNoEntry: false }));
  const own = dirname(manifest);
  const base = isThere(own) ? own : cwd;
  return new Map([...listed2].map(([name, digest]) => [resolve(base, name), digest]));
}

// src/cli/verify-targets.ts
import { basename, dirname as dirname3, join as join3, relative as relative2, sep as sep2 } from "node:path";

// src/verify/engine/set-heads.ts
var HEADS = /* @__PURE__ */ new Set([
  "saved_model.pb",
  ".zarray",
  ".zgroup",
  ".zmetadata",
  "zarr.json",
  "manifest.ocdbt",
  "_METADATA",
  "_CHECKPOINT_METADATA"
]);
var hasPartsBelow = (name) => HEADS.has(name);

// src/verify/read/directory-tree.ts
import { accessSync, constants, lstatSync as lstatSync2 } from "node:fs";
import { access, lstat, readdir, readlink, realpath } from "node:fs/promises";
import { dirname as dirname2, isAbsolute, join as join2, relative, resolve as resolve2, sep } from "node:path";

// src/verify/read/local-file.ts
import { join } from "node:path";
function openLocal({ root, linked }, { path, sizeBytes }) {
  const place = linked.get(path) ?? join(root, path);
  try {
    return openFileNow(place, { allowHardLinks: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      label: place,
      sizeBytes,
      read: async () => {
        throw new RangeError(`${place} is no longer there as it was listed: ${error.what}`);
      },
      changed: async () => error.what,
      close: async () => {
      }
    };
  }
}

// src/verify/read/directory-tree.ts
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
      await new Promise((resolve3) => setImmediate(resolve3));
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
    files: found.files.sort(byPath2),
    refused: found.refused.sort(byPath2),
    noted: found.noted.sort(byPath2),
    local,
    open: async (file) => openLocal(local, { path: file, sizeBytes: sizeOf(file) })
  };
}
var byPath2 = (a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
async function listed(root, below, { refused }) {
  try {
    return await readdir(join2(root, below), { withFileTypes: true });
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
    const place = join2(root, path);
    stat = lstatSync2(place);
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
    const target = await readlink(join2(root, path));
    if (isAbsolute(target)) return false;
    const place = resolve2(root, dirname2(path), target);
    const base = await realpath(root);
    if (await realpath(join2(root, path)) !== resolve2(base, relative(root, place))) return false;
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

// src/cli/verify-targets.ts
async function inspect(plan, options) {
  const groups = groupsOf(plan.targets.filter(isPath));
  const opened = [];
  for (const group of groups) opened.push(await open(group, plan, options.signal));
  const remote = await openUrls(plan, options.signal);
  const bytesTotal = [...opened, ...remote].reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = totalProgress(bytesTotal, options);
  if (bytesTotal > 0) progress("", 0, firstLabel(plan));
  const found = [];
  for (const each of opened)
    found.push({ group: each.group, ...await verifyGroup(each, plan, { ...options, progress }) });
  const ofUrls = /* @__PURE__ */ new Map();
  for (const each of remote) {
    const task = taskFor(plan, each.role, { isNamed: true, isAlone: true }, options.previous);
    const { verifyUrl } = await import("./cli-verify-remote.mjs");
    ofUrls.set(each.target.url, await verifyUrl(each, plan, task, { ...options, progress }));
  }
  return inOrderOf(plan, found, ofUrls);
}
async function openUrls(plan, signal) {
  const targets = new Map(plan.targets.flatMap((each) => isPath(each) ? [] : [[each.url, each]]));
  const opened = [];
  if (targets.size === 0) return opened;
  const { openUrl } = await import("./cli-verify-remote.mjs");
  for (const target of targets.values()) opened.push(await openUrl(target, plan, signal));
  return opened;
}
function groupsOf(targets) {
  const folders = targets.filter(({ stats }) => stats.isDirectory()).map(({ path }) => path);
  const isBelow = (path) => folders.some((folder) => path !== folder && isInside(folder, path));
  const groups = /* @__PURE__ */ new Map();
  for (const { path, stats } of targets) {
    if (isBelow(path)) continue;
    if (stats.isDirectory()) groups.set(`${path}${sep2}`, { root: path, only: void 0 });
    else if (stats.isFile()) {
      const root = dirname3(path);
      const group = groups.get(root) ?? { root, only: /* @__PURE__ */ new Set() };
      group.only?.add(path);
      groups.set(root, group);
    }
  }
  return [...groups.values()];
}
var isInside = (folder, path) => path === folder || path.startsWith(folder.endsWith(sep2) ? folder : `${folder}${sep2}`);
async function open(group, plan, signal) {
  const isDeep = group.only === void 0 || [...group.only].some((path) => hasPartsBelow(basename(path)));
  const directory = await openDirectory(group.root, { recursive: isDeep, signal });
  const files = directory.files.filter(({ path }) => !plan.notArtifacts.has(join3(group.root, path)));
  const tree = { ...directory, files };
  const wanted = files.filter(({ path }) => group.only?.has(join3(group.root, path)) ?? true);
  const roles = await rolesOf(wanted, tree, { jobs: plan.jobs, signal });
  return { group, tree, roles, bytes: wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}
async function rolesOf(files, { local }, order) {
  const roles = new Map(files.map(({ path }) => [path, roleByName(path)]));
  const unnamed = files.filter(({ path }) => roles.get(path) === void 0);
  const found = await rolesApart(unnamed, local, order);
  for (const [n, { path }] of unnamed.entries()) roles.set(path, found[n]);
  return new Map([...roles].map(([path, role]) => [path, role ?? "opaque"]));
}
async function verifyGroup(opened, plan, { signal, table, moments, previous, progress }) {
  const { group, tree, roles } = opened;
  const place = (path) => labelOf(plan.cwd, join3(group.root, path));
  const isNamed = group.only !== void 0;
  const asked = { isNamed, isAlone: group.only?.size === 1 };
  const tasks = /* @__PURE__ */ new Map();
  const taskOf = (path) => {
    const guess = roles.get(path);
    if (guess === void 0) return void 0;
    const task = tasks.get(guess) ?? taskFor(plan, guess, asked, previous);
    tasks.set(guess, task);
    const sha256 = plan.digests.get(join3(group.root, path));
    return sha256 === void 0 ? task : { ...task, sha256 };
  };
  const notes = new Map(tree.noted.map((note) => [note.path, note]));
  const labelled = (verdict) => relabelled(verdict, place);
  const { files, sets } = await verifyManyApart(tree, {
    taskOf,
    allowImports: plan.allowImports,
    hash: plan.hash,
    signal,
    ...table === void 0 ? {} : { table },
    ...moments === void 0 ? {} : { moments },
    ...plan.jobs === void 0 ? {} : { jobs: plan.jobs },
    onProgress: (path, done) => progress(place(path), done),
    asKept: (verdict) => {
      const note = notes.get(verdict.label);
      return ofItself(labelled(note === void 0 ? verdict : withNote(verdict, note)));
    }
  });
  const odd = oddities(opened, plan).map(
    (oddity) => labelled(verdictWithoutReading(oddity, plan.role ?? roleByName(oddity.path) ?? "opaque"))
  ).sort(byLabel);
  return { files: mergedByLabel(files, odd), sets: sets.map(labelled) };
}
var byLabel = (a, b) => a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
function taskFor(plan, guessed, { isNamed, isAlone }, previous) {
  const guess = guessed === "opaque" && plan.expectation.dtype !== void 0 ? "dataset" : guessed;
  const fits = isNamed || plan.role === void 0 || !holdsTensors(plan.role) || holdsTensors(guess);
  const role = fits ? plan.role ?? guess : guess;
  const isMeant = isNamed || holdsTensors(role);
  const answeredBy = isNamed ? "other-roles" : "folder";
  return {
    role,
    roleFrom: role === plan.role ? "declared" : "guessed",
    contains: isMeant ? plan.contains : [],
    ...isMeant && !isAlone && isAskedOf(plan) && { answeredBy },
    allowDegraded: plan.allowDegraded,
    expectation: isNamed || role === "checkpoint" ? plan.expectation : ofAnyFile(plan),
    ...isMeant && previous !== void 0 ? { previous } : {}
  };
}
var IN_DIRECTORY = { isNamed: false, isAlone: false };
var isAskedOf = ({ contains, expectation: { step, minStep } }) => contains.length > 0 || step !== void 0 || minStep !== void 0;
var ofAnyFile = ({ expectation: { step: _step, minStep: _minStep, ...rest } }) => rest;
function oddities({ tree, group, roles }, plan) {
  if (group.only !== void 0) {
    return tree.refused.filter(({ path }) => group.only?.has(join3(group.root, path)));
  }
  const there = new Set([...tree.files, ...tree.refused].map(({ path }) => join3(group.root, path)));
  const missing = [...plan.digests.keys()].filter((path) => isInside(group.root, path) && !there.has(path) && !plan.notArtifacts.has(path)).map((path) => {
    const what = "is listed in the manifest and not there";
    return { path: relative2(group.root, path), code: "missing", severity: "fail", what };
  });
  const all = [...tree.refused, ...missing, ...unasked({ plan, roles })];
  if (tree.files.length > 0 || all.length > 0) return all;
  return [{ path: "", code: "nothing-there", severity: "fail", what: "is a directory without any file" }];
}
function unasked({ plan, roles }) {
  const holders = [...roles.values()].map((guess) => taskFor(plan, guess, IN_DIRECTORY, void 0).role);
  if (!isAskedOf(plan) || roles.size === 0 || holders.some(holdsTensors)) return [];
  const what = "holds no file of tensors of which to ask what --contains, --step or --min-step ask; name the files themselves";
  return [{ path: "", code: "nothing-to-ask", severity: "fail", what }];
}
function relabelled(verdict, place) {
  const { partOf } = verdict;
  return {
    ...verdict,
    label: place(verdict.label),
    ...partOf === void 0 ? {} : { partOf: place(partOf) },
    reasons: verdict.reasons.map(
      (reason) => reason.file === void 0 ? reason : { ...reason, file: place(reason.file) }
    )
  };
}
function firstLabel({ targets: [first], cwd }) {
  if (first === void 0) return "";
  return isPath(first) ? labelOf(cwd, first.path) : first.label;
}
var labelOf = (cwd, path) => relative2(cwd, path).split(sep2).join("/") || ".";
function inOrderOf(plan, found, ofUrls) {
  const ofFolders = /* @__PURE__ */ new Map();
  const ofFiles = /* @__PURE__ */ new Map();
  for (const { group, files } of found) {
    if (group.only === void 0) ofFolders.set(group.root, files);
    else for (const each of files) ofFiles.set(each.label, each);
  }
  const isPartOfFolder = (path) => [...ofFolders.keys()].some((folder) => isInside(folder, path));
  const paths = plan.targets.map((target) => isPath(target) ? target.path : void 0);
  const lists = plan.targets.map((target, index) => {
    if (!isPath(target)) {
      const verdict = ofUrls.get(target.url);
      ofUrls.delete(target.url);
      return verdict === void 0 ? [] : [verdict];
    }
    const { path, stats } = target;
    const label = labelOf(plan.cwd, path);
    if (plan.notArtifacts.has(path) || paths.indexOf(path) < index) return [];
    if (stats.isDirectory()) return ofFolders.get(path) ?? [];
    if (isPartOfFolder(path)) return [];
    const odd = strangeness(stats) ?? GONE;
    return [ofFiles.get(label) ?? verdictWithoutReading({ path: label, ...odd }, plan.role ?? "opaque")];
  });
  return { files: joined(lists), sets: found.flatMap(({ sets }) => sets) };
}
var GONE = {
  code: "changed-while-reading",
  severity: "fail",
  what: "was there and is there no longer"
};
function totalProgress(bytesTotal, { onProgress }) {
  const doneOf = /* @__PURE__ */ new Map();
  let sum = 0;
  return (key, done, label = key) => {
    sum += done - (doneOf.get(key) ?? 0);
    doneOf.set(key, done);
    onProgress(label, sum, Math.max(bytesTotal, sum));
  };
}

export {
  tableLines,
  renderTable,
  whyOf,
  DTYPES,
  isPath,
  planVerify,
  inspect
};
