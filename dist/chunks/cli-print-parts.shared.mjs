import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  spelling
} from "./cli-spelling.shared.mjs";
import {
  sarifText
} from "./report-sarif.shared.mjs";
import {
  VERDICT_TONE,
  htmlPage,
  htmlText,
  section,
  tileList
} from "./report-html-page.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  inert,
  inertParts
} from "./github-inert.shared.mjs";
import {
  ownVersion
} from "./host-installed.shared.mjs";
import {
  roleOfSourceApart,
  rolesApart,
  verifyFileApart,
  verifyTreeApart
} from "./verify-apart-apart.shared.mjs";
import {
  terminalFace
} from "./report-ink.shared.mjs";
import {
  formatBytes
} from "./report-progress-bar.shared.mjs";
import {
  columnsOf,
  fit,
  pad
} from "./report-columns.shared.mjs";
import {
  jsonLine,
  jsonLineParts,
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  throwAll
} from "./cli-given-options.shared.mjs";
import {
  openDirectory,
  parseChecksumList
} from "./verify-read-checksum-list.shared.mjs";
import {
  diffTensors,
  isSame,
  shapeWord
} from "./verify-tensor-diff.shared.mjs";
import {
  roleByName
} from "./verify-engine-role-guess.shared.mjs";
import {
  openHttpSource
} from "./verify-read-http-source.shared.mjs";
import {
  DTYPES,
  dtypeNamed
} from "./verify-read-local-file.shared.mjs";
import {
  partOf
} from "./verify-contract-key-book.shared.mjs";
import {
  strangeness,
  verdictWithoutReading,
  withNote
} from "./verify-contract-oddity.shared.mjs";
import {
  openFileSource
} from "./verify-read-file-source.shared.mjs";
import {
  deviationOf
} from "./verify-contract-moments.shared.mjs";
import {
  decodeElements
} from "./verify-tensor-element-block.shared.mjs";
import {
  SET_NOT_WHOLE,
  VERIFIER_VERSION,
  holdsTensors,
  isWholeAsTold,
  ofItself
} from "./verify-contract-verdict.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/cli/verify.ts
import { lstatSync as lstatSync2 } from "node:fs";
import { resolve as resolve3 } from "node:path";

// src/report/verify-document.ts
var WORST_FIRST = ["fail", "inconclusive", "pass-degraded", "pass"];
var worstOf = ({ files, sets }) => WORST_FIRST.find(
  (verdict) => [files, sets].some((list) => list.some((each) => each.verdict === verdict))
) ?? "inconclusive";
var countsOf = (files) => {
  const count = (verdict) => files.filter((each) => each.verdict === verdict).length;
  return {
    pass: count("pass"),
    "pass-degraded": count("pass-degraded"),
    inconclusive: count("inconclusive"),
    fail: count("fail")
  };
};
function* verifyDocument(verdicts) {
  const { files, sets } = verdicts;
  const head = {
    verifierVersion: VERIFIER_VERSION,
    verdict: worstOf(verdicts),
    counts: countsOf(files)
  };
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  yield* listed(files);
  yield '],"sets":[';
  yield* listed(sets);
  yield "]}";
}
function* listed(verdicts) {
  for (const [index, verdict] of verdicts.entries())
    yield `${index === 0 ? "" : ","}${JSON.stringify(documented(verdict))}`;
}
function documented({ table: _table, requests: _requests, ...verdict }) {
  return verdict;
}
var worstFirst = ({ files, sets }) => WORST_FIRST.flatMap((verdict) => [...files, ...sets].filter((each) => each.verdict === verdict));

// src/report/verify-html.ts
var MAX_ROWS = { files: 2e3, reasons: 3e3, tensors: 5e3 };
function verifyHtml(verdicts) {
  const { files, sets } = verdicts;
  const worst = worstOf(verdicts);
  return htmlPage(
    `${worst}: ${files.length} files`,
    [
      `<header><h1>Artifacts</h1><p class="state ${toneOf(worst)}">${htmlText(worst)}</p></header>`,
      tiles(verdicts),
      table("Sets", sets),
      table("Files", worstFirst({ files, sets: [] })),
      reasons(worstFirst(verdicts)),
      tensors([
        ...sets,
        ...files.filter((file) => file.partOf === void 0 || !hasTable(sets, file.partOf))
      ])
    ].filter((part) => part !== "").join("\n")
  );
}
var toneOf = (verdict) => VERDICT_TONE[verdict] ?? "bad";
var hasTable = (sets, label) => sets.some((set) => set.label === label && (set.table?.length ?? 0) > 0);
function tiles({ files, sets }) {
  const counts = countsOf(files);
  return tileList([
    ["pass", String(counts.pass)],
    ["pass-degraded", String(counts["pass-degraded"])],
    ["inconclusive", String(counts.inconclusive)],
    ["fail", String(counts.fail)],
    ["sets", String(sets.length)],
    ["bytes", formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0))],
    ["tensors", String(files.reduce((sum, each) => sum + (each.tensors?.count ?? 0), 0))],
    ["verifier", `version ${files[0]?.verifierVersion ?? sets[0]?.verifierVersion ?? ""}`]
  ]);
}
function table(title, verdicts) {
  const shown = verdicts.slice(0, MAX_ROWS.files);
  return section({
    title,
    columns: [
      { title: "verdict", class: "short" },
      { title: "level" },
      { title: title === "Sets" ? "set" : "file", class: "mono" },
      { title: "format" },
      { title: "role", class: "short" },
      { title: "tensors", class: "number" },
      { title: "size", class: "number" },
      { title: "sha256", class: "mono" }
    ],
    rows: shown.map((each) => [
      { word: each.verdict, tone: toneOf(each.verdict) },
      each.level,
      each.label,
      each.format,
      each.role,
      each.tensors === void 0 ? "" : String(each.tensors.count),
      formatBytes(each.bytes),
      each.sha256 ?? ""
    ]),
    left: verdicts.length - shown.length,
    where: "are in the result of --json."
  });
}
var SEVERITY_TONE = { degraded: "warn", note: "good" };
function reasons(verdicts) {
  const all = verdicts.flatMap((verdict) => verdict.reasons.map((reason) => ({ verdict, reason })));
  const shown = all.slice(0, MAX_ROWS.reasons);
  const leftOut = verdicts.reduce((sum, { reasonsLeftOut }) => sum + reasonsLeftOut, 0);
  return section({
    title: "Reasons",
    columns: [
      { title: "severity", class: "short" },
      { title: "level" },
      { title: "file", class: "mono" },
      { title: "code", class: "mono" },
      { title: "what" },
      { title: "byte", class: "number" },
      { title: "expected" },
      { title: "found" }
    ],
    rows: shown.map(({ verdict, reason }) => [
      { word: reason.severity, tone: SEVERITY_TONE[reason.severity] ?? "bad" },
      reason.level,
      reason.file ?? verdict.label,
      reason.code,
      reason.what,
      reason.offset === void 0 ? "" : String(reason.offset),
      reason.expected ?? "",
      reason.found ?? ""
    ]),
    left: all.length - shown.length + leftOut,
    where: "are not shown."
  });
}
function tensors(verdicts) {
  const all = verdicts.flatMap(({ label, table: rows = [] }) => rows.map((row) => ({ label, row })));
  const shown = all.slice(0, MAX_ROWS.tensors);
  return section({
    title: "Tensors",
    columns: [
      { title: "file", class: "mono" },
      { title: "tensor", class: "mono" },
      { title: "type", class: "short" },
      { title: "shape", class: "short" },
      { title: "elements", class: "number" },
      { title: "not finite", class: "number" },
      { title: "fingerprint", class: "mono" }
    ],
    rows: shown.map(({ label, row }) => [label, ...tensorCells(row)]),
    left: all.length - shown.length,
    where: "are shown by --explain."
  });
}
var tensorCells = ({ name, dtype, shape, nonFinite, fingerprint }) => [
  name,
  dtype,
  shape.length === 0 ? "scalar" : shape.join(" x "),
  String(shape.reduce((product, size) => product * size, 1)),
  String(nonFinite),
  fingerprint ?? ""
];

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
  const { reasons: reasons2, reasonsLeftOut } = verdict;
  const telling = reasons2.filter(({ severity, code }) => severity !== "note" || code === SET_NOT_WHOLE);
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

// src/cli/print-parts.ts
async function printParts(parts, stream = process.stdout) {
  for (const part of parts) {
    if (stream.write(part)) continue;
    await new Promise((resolve4) => stream.once("drain", () => resolve4()));
  }
}

// src/cli/verify-plan.ts
import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

// src/cli/verify-url.ts
var TOKEN_VARIABLE = "GPU_LEASE_VERIFY_TOKEN";
var looksLikeUrl = (word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word);
function urlTarget(word, token) {
  const shown = shownOf(word);
  const wrong = (what, next) => new Problem({ code: "bad-url", kind: "usage", what: `${shown} ${what}.`, next });
  if (!/^https?:/i.test(word))
    return wrong("is neither http nor https", "Name a path, or the address at which it can be fetched.");
  if (!URL.canParse(word)) return wrong("is no address", "Check the spelling.");
  const url = new URL(word);
  if (url.username !== "" || url.password !== "")
    return wrong(
      "holds a name or password, which every process of this machine can read",
      `Leave it out; a token goes into ${TOKEN_VARIABLE}.`
    );
  if (url.pathname.endsWith("/"))
    return wrong("names no file, and a folder cannot be listed over HTTP", "Name each file.");
  if (token !== void 0 && url.protocol === "http:" && !isLoopback(url.hostname))
    return wrong(`would get ${TOKEN_VARIABLE} without encryption`, "Use https, or unset the variable.");
  return { url: url.href, label: `${url.origin}${url.pathname}` };
}
function tokenProblem(token) {
  if (token === void 0 || /^[\x21-\x7e]+$/.test(token)) return void 0;
  return new Problem({
    code: "bad-token",
    kind: "usage",
    what: `${TOKEN_VARIABLE} holds blanks or other characters that no token has.`,
    next: 'Set it to the bare token, without "Bearer".'
  });
}
var shownOf = (word) => word.replace(/[?#].*$/s, "").replace(/^([^/]*:\/\/)[^/]*@/, "$1");
var isLoopback = (host) => host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
function digestOfUrl({ url }, listed2) {
  const path = decoded(new URL(url).pathname);
  const names = [...listed2.keys()].filter((name) => path.endsWith(`/${plain(name)}`));
  const [longest] = names.sort((a, b) => plain(b).length - plain(a).length);
  return longest === void 0 ? void 0 : listed2.get(longest);
}
var plain = (name) => name.replace(/^(\.?\/)+/, "");
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

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
    const explain2 = this.#settings.flag("explain");
    const diff2 = this.#settings.flag("diff");
    if (explain2 && diff2)
      this.#wrong("two-modes", "--explain and --diff exclude each other.", "Ask for one of them.");
    const mode = diff2 ? "diff" : explain2 ? "explain" : "verify";
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
import { dirname as dirname2, join, relative, sep } from "node:path";

// src/verify/contract/alike.ts
var MOST_KINDS = 256;
var LONGEST = 1024;
var Alike = class {
  #words = /* @__PURE__ */ new Map();
  #facts = /* @__PURE__ */ new Map();
  #keys = /* @__PURE__ */ new Map();
  #imports = /* @__PURE__ */ new Map();
  #reasons = /* @__PURE__ */ new Map();
  /** The same verdict, to be read only: its parts may be those of others. */
  held(verdict) {
    return {
      ...verdict,
      verdict: this.#word(verdict.verdict),
      level: this.#word(verdict.level),
      requiredLevel: this.#word(verdict.requiredLevel),
      role: this.#word(verdict.role),
      format: this.#word(verdict.format),
      facts: heldIn(this.#facts, verdict.facts),
      keys: heldIn(this.#keys, verdict.keys),
      imports: heldIn(this.#imports, verdict.imports),
      reasons: heldIn(this.#reasons, verdict.reasons)
    };
  }
  #word(word) {
    return one(this.#words, word, word);
  }
};
function heldIn(held, part) {
  const key = JSON.stringify(part);
  return key.length > LONGEST ? part : one(held, key, part);
}
function one(held, key, value) {
  const known = held.get(key);
  if (known !== void 0) return known;
  if (held.size < MOST_KINDS) held.set(key, value);
  return value;
}

// src/cli/verify-remote.ts
var CHUNK_BYTES = 8 * 1024 ** 2;
var SHARD = /-[0-9]+-of-[0-9]+(\.|$)/;
async function openUrl(target, { token }, signal) {
  const byName = roleByName(decoded(target.label));
  const headers = token === void 0 ? {} : { authorization: `Bearer ${token}` };
  try {
    const source = await openHttpSource(target.url, { headers, signal });
    const role = byName ?? await roleOfSourceApart(source, signal);
    return { target, source, role, bytes: source.sizeBytes };
  } catch (error) {
    return { target, source: problemIn(error, signal), role: byName ?? "opaque", bytes: 0 };
  }
}
async function verifyUrl({ target, source }, plan, task, { signal, table: table2, moments, progress }) {
  if (source instanceof Problem) return unreached(target, source, task.role);
  const sha256 = digestOfUrl(target, plan.listed);
  try {
    const verdict = await verifyFileApart(source, {
      ...task,
      allowImports: plan.allowImports,
      hash: plan.hash,
      signal,
      chunkBytes: CHUNK_BYTES,
      ...sha256 === void 0 ? {} : { sha256 },
      ...table2 === void 0 ? {} : { table: table2 },
      ...moments === void 0 ? {} : { moments },
      onProgress: (done) => progress(target.url, done, target.label)
    });
    return SHARD.test(target.label) ? withNote(verdict, ALONE) : verdict;
  } catch (error) {
    return unreached(target, problemIn(error, signal), task.role);
  } finally {
    await source.close();
  }
}
var ALONE = {
  path: "",
  code: "others-not-seen",
  severity: "note",
  what: "is one of several files by its name; over HTTP each is verified alone, and the set is not"
};
function problemIn(error, signal) {
  if (!signal.aborted && error instanceof Problem) return error;
  if (!signal.aborted && error instanceof RangeError) {
    const next = "Verify it when nobody writes it.";
    return new Problem({ code: "not-readable", kind: "failed", what: error.message, next });
  }
  throw error;
}
var unreached = ({ label }, { what }, role) => verdictWithoutReading(
  { path: label, code: "not-readable", severity: "inconclusive", what: `could not be verified: ${what}` },
  role
);

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
    const task = taskFor(plan, each.role, true, options.previous);
    ofUrls.set(each.target.url, await verifyUrl(each, plan, task, { ...options, progress }));
  }
  return inOrderOf(plan, found, ofUrls);
}
async function openUrls(plan, signal) {
  const targets = new Map(plan.targets.flatMap((each) => isPath(each) ? [] : [[each.url, each]]));
  const opened = [];
  for (const target of targets.values()) opened.push(await openUrl(target, plan, signal));
  return opened;
}
function groupsOf(targets) {
  const folders = targets.filter(({ stats }) => stats.isDirectory()).map(({ path }) => path);
  const isBelow = (path) => folders.some((folder) => path !== folder && isInside(folder, path));
  const groups = /* @__PURE__ */ new Map();
  for (const { path, stats } of targets) {
    if (isBelow(path)) continue;
    if (stats.isDirectory()) groups.set(`${path}${sep}`, { root: path, only: void 0 });
    else if (stats.isFile()) {
      const root = dirname2(path);
      const group = groups.get(root) ?? { root, only: /* @__PURE__ */ new Set() };
      group.only?.add(path);
      groups.set(root, group);
    }
  }
  return [...groups.values()];
}
var isInside = (folder, path) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
async function open(group, plan, signal) {
  const directory = await openDirectory(group.root, { recursive: group.only === void 0, signal });
  const files = directory.files.filter(({ path }) => !plan.notArtifacts.has(join(group.root, path)));
  const tree = { ...directory, files };
  const wanted = files.filter(({ path }) => group.only?.has(join(group.root, path)) ?? true);
  const roles = await rolesOf(wanted, tree, signal);
  return { group, tree, roles, bytes: wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}
async function rolesOf(files, { local }, signal) {
  const roles = new Map(files.map(({ path }) => [path, roleByName(path)]));
  const unnamed = files.filter(({ path }) => roles.get(path) === void 0);
  const found = await rolesApart(unnamed, local, signal);
  for (const [n, { path }] of unnamed.entries()) roles.set(path, found[n]);
  return new Map([...roles].map(([path, role]) => [path, role ?? "opaque"]));
}
async function verifyGroup({ group, tree, roles }, plan, { signal, table: table2, moments, previous, progress }) {
  const place = (path) => labelOf(plan.cwd, join(group.root, path));
  const isNamed = group.only !== void 0;
  const tasks = /* @__PURE__ */ new Map();
  const taskOf = (path) => {
    const guess = roles.get(path);
    if (guess === void 0) return void 0;
    const task = tasks.get(guess) ?? taskFor(plan, guess, isNamed, previous);
    tasks.set(guess, task);
    const sha256 = plan.digests.get(join(group.root, path));
    return sha256 === void 0 ? task : { ...task, sha256 };
  };
  const notes = new Map(tree.noted.map((note) => [note.path, note]));
  const labelled = (verdict) => relabelled(verdict, place);
  const alike = new Alike();
  const { files, sets } = await verifyTreeApart(tree, {
    taskOf,
    allowImports: plan.allowImports,
    hash: plan.hash,
    signal,
    ...table2 === void 0 ? {} : { table: table2 },
    ...moments === void 0 ? {} : { moments },
    ...plan.jobs === void 0 ? {} : { jobs: plan.jobs },
    onProgress: (path, done) => progress(place(path), done),
    asKept: (verdict) => {
      const note = notes.get(verdict.label);
      return alike.held(ofItself(labelled(note === void 0 ? verdict : withNote(verdict, note))));
    }
  });
  const odd = oddities(tree, group, plan).map(
    (oddity) => labelled(verdictWithoutReading(oddity, plan.role ?? roleByName(oddity.path) ?? "opaque"))
  );
  return { files: [...files, ...odd].sort(byLabel), sets: sets.map(labelled) };
}
var byLabel = (a, b) => a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
function taskFor(plan, guessed, isNamed, previous) {
  const guess = guessed === "opaque" && plan.expectation.dtype !== void 0 ? "dataset" : guessed;
  const fits = isNamed || plan.role === void 0 || !holdsTensors(plan.role) || holdsTensors(guess);
  const role = fits ? plan.role ?? guess : guess;
  const isMeant = isNamed || holdsTensors(role);
  return {
    role,
    roleFrom: role === plan.role ? "declared" : "guessed",
    contains: isMeant ? plan.contains : [],
    allowDegraded: plan.allowDegraded,
    expectation: isNamed || role === "checkpoint" ? plan.expectation : ofAnyFile(plan),
    ...isMeant && previous !== void 0 ? { previous } : {}
  };
}
var ofAnyFile = ({ expectation: { step: _step, minStep: _minStep, ...rest } }) => rest;
function oddities(tree, group, plan) {
  if (group.only !== void 0) {
    return tree.refused.filter(({ path }) => group.only?.has(join(group.root, path)));
  }
  const there = new Set([...tree.files, ...tree.refused].map(({ path }) => join(group.root, path)));
  const missing = [...plan.digests.keys()].filter((path) => isInside(group.root, path) && !there.has(path) && !plan.notArtifacts.has(path)).map((path) => {
    const what = "is listed in the manifest and not there";
    return { path: relative(group.root, path), code: "missing", severity: "fail", what };
  });
  const all = [...tree.refused, ...missing];
  if (tree.files.length > 0 || all.length > 0) return all;
  return [{ path: "", code: "nothing-there", severity: "fail", what: "is a directory without any file" }];
}
function relabelled(verdict, place) {
  const { partOf: partOf2 } = verdict;
  return {
    ...verdict,
    label: place(verdict.label),
    ...partOf2 === void 0 ? {} : { partOf: place(partOf2) },
    reasons: verdict.reasons.map(
      (reason) => reason.file === void 0 ? reason : { ...reason, file: place(reason.file) }
    )
  };
}
function firstLabel({ targets: [first], cwd }) {
  if (first === void 0) return "";
  return isPath(first) ? labelOf(cwd, first.path) : first.label;
}
var labelOf = (cwd, path) => relative(cwd, path).split(sep).join("/") || ".";
function inOrderOf(plan, found, ofUrls) {
  const ofFolders = /* @__PURE__ */ new Map();
  const ofFiles = /* @__PURE__ */ new Map();
  for (const { group, files: files2 } of found) {
    if (group.only === void 0) ofFolders.set(group.root, files2);
    else for (const each of files2) ofFiles.set(each.label, [each]);
  }
  const isPartOfFolder = (path) => [...ofFolders.keys()].some((folder) => isInside(folder, path));
  const paths = plan.targets.map((target) => isPath(target) ? target.path : void 0);
  const files = plan.targets.flatMap((target, index) => {
    if (!isPath(target)) {
      const verdict = ofUrls.get(target.url);
      ofUrls.delete(target.url);
      return verdict ?? [];
    }
    const { path, stats } = target;
    const label = labelOf(plan.cwd, path);
    if (plan.notArtifacts.has(path) || paths.indexOf(path) < index) return [];
    if (stats.isDirectory()) return ofFolders.get(path) ?? [];
    if (isPartOfFolder(path)) return [];
    const odd = strangeness(stats) ?? GONE;
    return ofFiles.get(label) ?? [verdictWithoutReading({ path: label, ...odd }, plan.role ?? "opaque")];
  });
  return { files, sets: found.flatMap(({ sets }) => sets) };
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

// src/verify/tensor/outline.ts
var DEEPEST = 32;
function outlineOf(rows) {
  const root = branch();
  for (const row of rows) {
    let at = root;
    for (const name of pathOf(row.name)) {
      let next = at.below.get(name);
      if (next === void 0) {
        next = branch();
        at.below.set(name, next);
      }
      at = next;
    }
    at.rows.push(row);
  }
  return nodeOf("", root);
}
var parametersOf = (rows) => rows.filter(({ name, dtype }) => isFloat(dtype) && partOf(name) === "model").reduce((sum, row) => sum + elementsOf(row), 0);
var elementsOf = ({ shape }) => shape.reduce((product, size) => product * size, 1);
var isFloat = (word) => {
  const known = Object.values(DTYPES).find(({ name }) => name === word);
  return known === void 0 || known.kind === "float";
};
var branch = () => ({ rows: [], below: /* @__PURE__ */ new Map() });
function pathOf(name) {
  const parts = name.split(".");
  return parts.length <= DEEPEST ? parts : [...parts.slice(0, DEEPEST - 1), parts.slice(DEEPEST - 1).join(".")];
}
function nodeOf(name, { rows, below }) {
  const children = [...below].sort(([a], [b]) => inNumbers(a, b)).map(([part, inner]) => joined(nodeOf(part, inner)));
  const sum = (count) => children.reduce((all, node) => all + count(node), 0);
  return {
    name,
    rows,
    children,
    tensors: rows.length + sum((node) => node.tensors),
    elements: rows.reduce((all, row) => all + elementsOf(row), 0) + sum((node) => node.elements),
    nonFinite: rows.reduce((all, row) => all + row.nonFinite, 0) + sum((node) => node.nonFinite)
  };
}
function joined(node) {
  const [only, ...more] = node.children;
  if (only === void 0 || more.length > 0 || node.rows.length > 0) return node;
  return { ...only, name: `${node.name}.${only.name}` };
}
var inNumbers = (a, b) => {
  const isNumber = (text) => /^\d{1,15}$/.test(text);
  if (isNumber(a) && isNumber(b) && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
};

// src/report/tensor-text.ts
var LONGEST_NAME = 80;
var HEADINGS2 = [
  "tensor",
  "type",
  "shape",
  "elements",
  "min",
  "max",
  "mean",
  "std",
  "not finite",
  "fingerprint"
];
var NUMBERS = /* @__PURE__ */ new Set([3, 4, 5, 6, 7, 8]);
function explainText(rows) {
  const root = outlineOf(rows);
  const lines = [[...HEADINGS2]];
  const waiting = root.children.map((node) => ({ node, depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== void 0; next = waiting.pop()) {
    const { node, depth } = next;
    lines.push(...linesOf2(node, depth));
    waiting.push(...node.children.map((child) => ({ node: child, depth: depth + 1 })).reverse());
  }
  const total = `${root.tensors} tensors, ${root.elements} elements, ${parametersOf(rows)} parameters of the model, ${root.nonFinite} not finite`;
  return `${aligned(lines)}${total}
`;
}
function linesOf2(node, depth) {
  const name = `${"  ".repeat(depth)}${fit(visibleLine(node.name), LONGEST_NAME)}`;
  const own = node.rows.map((row) => [name, ...cellsOf2(row)]);
  if (node.children.length === 0) return own;
  const totals = [`${name}.`, `${node.tensors} tensors`, "", String(node.elements)];
  return [...own, [...totals, "", "", "", "", node.nonFinite > 0 ? String(node.nonFinite) : ""]];
}
function cellsOf2(row) {
  const { dtype, moments, nonFinite, fingerprint = "" } = row;
  const seen = moments !== void 0 && moments.count > 0 ? moments : void 0;
  const values = seen === void 0 ? ["", "", "", ""] : [seen.min, seen.max, seen.mean, deviationOf(seen)].map(
    (value) => String(Number(value.toPrecision(5)))
  );
  return [
    visibleLine(dtype),
    shapeWord(row),
    String(elementsOf(row)),
    ...values,
    nonFinite > 0 ? String(nonFinite) : "",
    fingerprint
  ];
}
function aligned(lines) {
  const widths = HEADINGS2.map(
    (_heading, column) => lines.reduce((widest, line) => Math.max(widest, columnsOf(line[column] ?? "")), 0)
  );
  return lines.map((line) => {
    const cells = HEADINGS2.map((_heading, column) => {
      const cell = line[column] ?? "";
      const width = widths[column] ?? 0;
      return NUMBERS.has(column) ? cell.padStart(width) : pad(cell, width);
    });
    return `${cells.join("  ").trimEnd()}
`;
  }).join("");
}
var SHOWN = 200;
function diffText(diff2, { first, tensors: tensors2, parts }) {
  const distances = new Map(tensors2.map((each) => [each.name, each]));
  const shape = (row) => `${visibleLine(row.dtype)} ${shapeWord(row)}`;
  const name = (text) => fit(visibleLine(text), LONGEST_NAME);
  const lines = [
    ...some(diff2.added, (row) => `added      ${name(row.name)}  ${shape(row)}`),
    ...some(diff2.removed, (row) => `removed    ${name(row.name)}  ${shape(row)}`),
    ...some(diff2.retyped, (each) => `type       ${name(each.name)}  ${each.before} -> ${each.after}`),
    ...some(diff2.reshaped, (each) => `shape      ${name(each.name)}  ${each.before} -> ${each.after}`),
    ...some(diff2.changed, (each) => `values     ${name(each)}${distanceWords(distances.get(each))}`),
    ...some(diff2.unknown, (each) => `unknown    ${name(each)}`)
  ];
  const counts = [
    `${diff2.added.length} added`,
    `${diff2.removed.length} removed`,
    `${diff2.retyped.length} of another type`,
    `${diff2.reshaped.length} of another shape`,
    `${diff2.changed.length} with other values`,
    ...diff2.unknown.length > 0 ? [`${diff2.unknown.length} that cannot be compared`] : [],
    `${diff2.unchanged} unchanged`
  ];
  const sums = parts.map(
    ({ part, tensors: count, ...distance }) => `${part}: ${count} tensors ${farWords(distance)}`
  );
  const begins = first === null || diff2.changed.length < 2 ? [] : [`first in the file: ${name(first)}`];
  return `${[...lines, ...begins, ...sums].map((line) => `${visibleLine(line)}
`).join("")}${counts.join(", ")}
`;
}
function distanceWords(distance) {
  if (distance === void 0) return "";
  const { largest, first } = distance;
  const most = largest === null ? "" : `; most at element ${largest.element}: ${brief(largest.before)} -> ${brief(largest.after)}`;
  return `  ${farWords(distance)}${first === null ? "" : `, first at element ${first}`}${most}`;
}
function farWords({
  norm,
  relative: relative2,
  cosine,
  differing,
  elements,
  notFinite
}) {
  return [
    `went ${brief(norm)}${relative2 === null ? "" : ` (${percent(relative2)} of its norm)`}`,
    ...cosine === null ? [] : [`cosine ${brief(cosine, 7)}`],
    `${differing} of ${elements} differ`,
    ...notFinite > 0 ? [`${notFinite} of them not finite`] : []
  ].join(", ");
}
var brief = (value, digits = 5) => String(Number(value.toPrecision(digits)));
var percent = (part) => `${brief(part * 100, 3)} %`;
function some(items, line) {
  const lines = items.slice(0, SHOWN).map(line);
  const more = items.length - lines.length;
  return more > 0 ? [...lines, `           ${more} more; --json lists all`] : lines;
}

// src/cli/verify-distance.ts
import { resolve as resolve2 } from "node:path";

// src/verify/tensor/distance.ts
var DistanceSum = class {
  #elements = 0;
  #differing = 0;
  #notFinite = 0;
  #squares = 0;
  #squaresBefore = 0;
  #squaresAfter = 0;
  #product = 0;
  #largest = null;
  #first = null;
  /** The next elements of both, as many of one as of the other. */
  add(before, after) {
    let [squares, squaresBefore, squaresAfter] = [this.#squares, this.#squaresBefore, this.#squaresAfter];
    let product = this.#product;
    let [differing, notFinite, largestAt] = [0, 0, -1];
    const known = this.#largest;
    let largest = known === null ? -1 : Math.abs(known.after - known.before);
    for (let i = 0; i < before.length; i += 1) {
      const a = before[i];
      const b = after[i];
      const isSame2 = a === b || Number.isNaN(a) && Number.isNaN(b);
      if (!isSame2) {
        if (differing === 0) this.#first ??= this.#elements + i;
        differing += 1;
      }
      if (a - a !== 0 || b - b !== 0) {
        if (!isSame2) notFinite += 1;
        continue;
      }
      squaresBefore += a * a;
      squaresAfter += b * b;
      product += a * b;
      if (isSame2) continue;
      const change = b - a;
      squares += change * change;
      if (Math.abs(change) <= largest) continue;
      largest = Math.abs(change);
      largestAt = i;
    }
    if (largestAt >= 0) {
      const [was, is] = [before[largestAt], after[largestAt]];
      this.#largest = { element: this.#elements + largestAt, before: was, after: is };
    }
    this.#elements += before.length;
    this.#differing += differing;
    this.#notFinite += notFinite;
    [this.#squares, this.#squaresBefore, this.#squaresAfter] = [squares, squaresBefore, squaresAfter];
    this.#product = product;
  }
  /** The sums of others on top, as of one long tensor; where its largest and first stand has no meaning then. */
  take(other) {
    this.#elements += other.#elements;
    this.#differing += other.#differing;
    this.#notFinite += other.#notFinite;
    this.#squares += other.#squares;
    this.#squaresBefore += other.#squaresBefore;
    this.#squaresAfter += other.#squaresAfter;
    this.#product += other.#product;
  }
  get distance() {
    const norm = Math.sqrt(this.#squares);
    const before = Math.sqrt(this.#squaresBefore);
    const both = before * Math.sqrt(this.#squaresAfter);
    return {
      elements: this.#elements,
      differing: this.#differing,
      notFinite: this.#notFinite,
      norm,
      relative: before === 0 ? null : norm / before,
      // Rounding may lead beyond what a cosine can be.
      cosine: both === 0 ? null : Math.max(-1, Math.min(1, this.#product / both)),
      largest: this.#largest,
      first: this.#first
    };
  }
};

// src/cli/verify-distance.ts
var PIECE_BYTES = 1024 ** 2;
async function distancesOf(names, sides, { cwd, signal, onProgress }) {
  const [before, after] = sides.map((files) => placesIn(files, cwd));
  const found = { tensors: [], parts: [], unmeasured: [] };
  const parts = /* @__PURE__ */ new Map();
  const pairs = names.map((name) => ({ name, pair: pairOf(before.get(name), after.get(name)) }));
  const bytesTotal = pairs.reduce((sum, { pair }) => sum + (pair === void 0 ? 0 : 2 * pair[0].bytes), 0);
  let bytesDone = 0;
  const opened = /* @__PURE__ */ new Map();
  const sourceOf = (path) => {
    const source = opened.get(path) ?? openFileSource(path, { allowHardLinks: true });
    opened.set(path, source);
    return source;
  };
  try {
    for (const { name, pair } of pairs) {
      const tell = (done) => onProgress(name, bytesDone + done, bytesTotal);
      const sum = pair && await compared(pair, sourceOf, { signal, tell }).catch(unlessReadable);
      if (pair !== void 0) {
        bytesDone += 2 * pair[0].bytes;
        tell(0);
      }
      if (!sum) {
        found.unmeasured.push(name);
        continue;
      }
      found.tensors.push({ name, ...sum.distance });
      const part = parts.get(partOf(name)) ?? { sum: new DistanceSum(), tensors: 0 };
      part.sum.take(sum);
      part.tensors += 1;
      parts.set(partOf(name), part);
    }
  } finally {
    for (const source of opened.values()) await source.then((each) => each.close()).catch(() => {
    });
  }
  for (const [part, { sum, tensors: tensors2 }] of parts) {
    const { largest: _largest, first: _first, ...distance } = sum.distance;
    if (tensors2 > 1) found.parts.push({ part, tensors: tensors2, ...distance });
  }
  return found;
}
function placesIn(files, cwd) {
  const rows = files.flatMap(({ label, table: table2 = [] }) => table2.map((row) => ({ label, row })));
  const times = /* @__PURE__ */ new Map();
  for (const { row } of rows) times.set(row.name, (times.get(row.name) ?? 0) + 1);
  return new Map(
    rows.flatMap(({ label, row }) => {
      const place = times.get(row.name) === 1 ? placeOf(row, resolve2(cwd, label)) : void 0;
      return place ? [[row.name, place]] : [];
    })
  );
}
var BY_NAME = new Map(Object.values(DTYPES).map((dtype) => [dtype.name, dtype]));
function placeOf({ at, dtype }, path) {
  const known = BY_NAME.get(dtype);
  return at && known ? { path, ...at, dtype: known } : void 0;
}
function pairOf(before, after) {
  if (before === void 0 || after === void 0 || before.bytes !== after.bytes) return void 0;
  return decodeElements(before.dtype, new Uint8Array(0)) && [before, after];
}
async function compared([before, after], sourceOf, { signal, tell }) {
  const sum = new DistanceSum();
  for (let at = 0; at < before.bytes; at += PIECE_BYTES) {
    signal.throwIfAborted();
    const length = Math.min(PIECE_BYTES, before.bytes - at);
    const pieces = await Promise.all(
      [before, after].map(
        async ({ path, offset, dtype }) => decodeElements(dtype, await (await sourceOf(path)).read(offset + at, length))
      )
    );
    const [a, b] = pieces;
    if (a && b) sum.add(a, b);
    tell(2 * (at + length));
  }
  return sum;
}
function unlessReadable(error) {
  if (error instanceof RangeError || error instanceof Problem) return;
  throw error;
}

// src/cli/verify-tensors.ts
async function explain(plan, watching2, json, write) {
  const verdicts = await inspect(plan, { ...watching2, table: true, moments: true });
  const rows = tensorsOf(verdicts);
  if (json) {
    const tensors2 = rows.map(tensorJson);
    const elements = rows.reduce((sum, row) => sum + elementsOf(row), 0);
    write(jsonLine({ verdict: worstOf(verdicts), parameters: parametersOf(rows), elements, tensors: tensors2 }));
  } else {
    write(inert(`${renderTable(worstFirst(verdicts))}
${explainText(rows)}`));
  }
  return verdicts;
}
async function diff(plan, watching2, json, write) {
  const [before, after] = await bothOf(plan, watching2);
  const unread = [before, after].filter(({ verdicts }) => !isRead(verdicts));
  const found = diffTensors(before.rows, after.rows);
  const side = ({ label, verdicts, rows }) => ({
    path: label,
    verdict: worstOf(verdicts),
    tensors: rows.length,
    parameters: parametersOf(rows)
  });
  const isEqual = isSame(found) && found.unknown.length === 0;
  const changed = new Set(found.changed);
  const first = before.rows.find(({ name }) => changed.has(name))?.name ?? null;
  const went = await distancesOf(found.changed, [before.verdicts.files, after.verdicts.files], {
    ...watching2,
    cwd: plan.cwd
  });
  if (json) {
    const names = (rows) => rows.map(({ name, dtype, shape }) => ({ name, dtype, shape }));
    write(
      jsonLine({
        before: side(before),
        after: side(after),
        same: unread.length === 0 && isEqual,
        ...found,
        added: names(found.added),
        removed: names(found.removed),
        first,
        distances: went.tensors,
        parts: went.parts,
        unmeasured: went.unmeasured
      })
    );
  } else {
    for (const { verdicts } of unread) write(inert(`${renderTable(worstFirst(verdicts))}
`));
    write(inert(diffText(found, { ...went, first })));
  }
  if (unread.length > 0) return EXIT.inconclusive;
  if (!isSame(found)) return EXIT.failed;
  return found.unknown.length > 0 ? EXIT.inconclusive : EXIT.ok;
}
async function bothOf(plan, watching2) {
  const sideOf = async (target) => {
    const verdicts = await inspect({ ...plan, targets: [target] }, { ...watching2, table: true });
    return { label: isPath(target) ? target.path : target.label, verdicts, rows: tensorsOf(verdicts) };
  };
  const [a, b] = plan.targets;
  if (a === void 0 || b === void 0) throw new Error("a diff has two sides");
  return [await sideOf(a), await sideOf(b)];
}
async function tensorsBefore(plan, previous, watching2) {
  const { role: _role, ...same } = plan;
  const asked = {
    ...same,
    targets: [previous],
    contains: [],
    expectation: {},
    digests: /* @__PURE__ */ new Map(),
    listed: /* @__PURE__ */ new Map()
  };
  const verdicts = await inspect(asked, { ...watching2, table: true });
  const rows = tensorsOf(verdicts);
  if (rows.length === 0) {
    throw new Problem({
      code: "no-tensors",
      kind: "failed",
      what: `--previous: no tensor can be read from ${previous.path}.`,
      next: `Look at it: gpu-lease verify ${previous.path}`
    });
  }
  const step = verdicts.files.find(({ facts }) => facts.step !== void 0)?.facts.step;
  return { rows, ...step === void 0 ? {} : { step }, verdict: worstOf(verdicts) };
}
var isRead = ({ files, sets }) => {
  const withTensors = [...files, ...sets].filter(({ table: table2 }) => (table2?.length ?? 0) > 0);
  return withTensors.length > 0 && withTensors.every(({ level }) => level >= "L2");
};
function tensorsOf({ files, sets }) {
  const complete = sets.filter(({ table: table2 }) => (table2?.length ?? 0) > 0);
  const isCovered = (file) => complete.some((set) => set.label === file.partOf);
  const holders = [...complete, ...files.filter((file) => !isCovered(file))];
  const times = /* @__PURE__ */ new Map();
  for (const { table: table2 = [] } of holders)
    for (const { name } of table2) times.set(name, (times.get(name) ?? 0) + 1);
  return holders.flatMap(
    ({ label, table: table2 = [] }) => table2.map((row) => (times.get(row.name) ?? 0) > 1 ? { ...row, name: `${label}:${row.name}` } : row)
  );
}
function tensorJson(row) {
  const { name, dtype, shape, fingerprint = null, nonFinite, moments } = row;
  const seen = moments !== void 0 && moments.count > 0 ? moments : void 0;
  return {
    name,
    dtype,
    shape,
    elements: elementsOf(row),
    nonFinite,
    min: seen?.min ?? null,
    max: seen?.max ?? null,
    mean: seen?.mean ?? null,
    std: seen === void 0 ? null : deviationOf(seen),
    fingerprint
  };
}

// src/cli/verify.ts
var print = (text) => void process.stdout.write(text);
async function command(request, signal) {
  const faults = [];
  const settings = settingsOf({ ...request, faults });
  if (settings.flag("attested")) {
    throwAll(faults);
    const { verifyAttested } = await import("./cli-attested.mjs");
    return unlessInterrupted(signal, () => verifyAttested(request.words, settings, signal));
  }
  const plan = planVerify(request.words, settings, faults);
  const face = await progressFace(settings);
  return unlessInterrupted(signal, async () => {
    if (plan.mode === "diff") return diff(plan, watching(face, signal), settings.json, print);
    if (plan.mode === "explain") {
      const verdicts2 = await explain(plan, watching(face, signal), settings.json, print);
      return exitOf(verdicts2, plan);
    }
    const verdicts = await verified(plan, face, signal);
    writeReports(plan, verdicts);
    if (settings.json) await printParts(jsonLineParts(verifyDocument(verdicts)));
    else await printTable(verdicts);
    return exitOf(verdicts, plan);
  });
}
var printTable = ({ files, sets }) => printParts(inertParts(tableLines([...files, ...sets])));
async function progressFace({ env, clock }) {
  if (env["GITHUB_ACTIONS"] !== "true") return terminalFace(process.stderr, clock, env);
  const { actionsFace } = await import("./github-actions-face.mjs");
  return actionsFace(clock, (text) => void process.stderr.write(text));
}
async function verified(plan, face, signal) {
  const before = await previousOf(plan, face, signal);
  return inspect(plan, {
    ...watching(face, signal),
    ...plan.report === void 0 ? {} : { table: true },
    ...before === void 0 ? {} : { previous: before }
  });
}
async function previousOf(plan, face, signal) {
  if (plan.previous === void 0) return void 0;
  const target = { path: plan.previous, stats: lstatSync2(plan.previous) };
  const { verdict, ...before } = await tensorsBefore(plan, target, watching(face, signal));
  if (verdict === "fail" || verdict === "inconclusive")
    face.warn(`the checkpoint before is itself "${verdict}"; it is compared all the same`);
  return before;
}
function watching(face, signal) {
  return {
    signal,
    onProgress(label, done, total) {
      face.progress("verify", { label: "verify", done, total, unit: "bytes", note: label });
      if (done === total) face.settle("verify");
    }
  };
}
function writeReports(plan, verdicts) {
  if (plan.report !== void 0) writeWhole(plan.report, verifyHtml(verdicts));
  if (plan.sarif !== void 0) writeWhole(plan.sarif, sarifText(verdicts, ownVersion()));
}
function exitOf(verdicts, plan) {
  const { failOn } = plan;
  const worst = worstOf(verdicts);
  if (worst === "fail") return EXIT.failed;
  if (worst === "inconclusive" && failOn !== "fail") return EXIT.inconclusive;
  const all = [...verdicts.files, ...verdicts.sets];
  const degraded = all.filter(({ verdict }) => verdict === "pass-degraded");
  const counts = failOn === "degraded" || failOn === "doubtful" && !degraded.every(isWholeAsTold);
  const isProven = verdicts.files.every((file) => isProvenFor(plan, file));
  return degraded.length > 0 && counts || !isProven ? EXIT.degraded : EXIT.ok;
}
function isProvenFor({ requires, cwd, digests, listed: listed2, targets }, file) {
  if (requires === "nothing" || digests.has(resolve3(cwd, file.label))) return true;
  const url = targets.find((target) => !isPath(target) && target.label === file.label);
  if (url !== void 0 && !isPath(url) && digestOfUrl(url, listed2) !== void 0) return true;
  return requires === "checksum" && !file.reasons.some(({ code }) => UNPROVEN.has(code));
}
var UNPROVEN = /* @__PURE__ */ new Set(["no-checksum", "no-digest", SET_NOT_WHOLE]);
async function unlessInterrupted(signal, work) {
  try {
    return await work();
  } catch (cause) {
    if (!signal.aborted || cause instanceof Problem) throw cause;
    throw new Problem(
      {
        code: "interrupted",
        kind: "interrupted",
        what: "Interrupted; nothing was written.",
        next: "Run the same command again."
      },
      { cause }
    );
  }
}

export {
  worstOf,
  countsOf,
  verifyDocument,
  worstFirst,
  whyOf,
  planVerify,
  command,
  printTable,
  verified,
  writeReports,
  exitOf,
  unlessInterrupted
};
