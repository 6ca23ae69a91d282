import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  withoutSecrets
} from "./secret-shape.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/strict-yaml/in-order.ts
var MOST_PROBLEMS = 50;
function presentable({ code, kind, what, next, at, meant }) {
  return new Problem({
    code,
    kind,
    what: withoutSecrets(what),
    next: withoutSecrets(next),
    ...at && { at },
    ...meant && { meant }
  });
}
function inOrder(problems) {
  const placeOf = ({ at, code }) => at ? at.line * 1e6 + at.column + (code === "unknown-key" ? 0 : 0.5) : 0;
  const [first, ...rest] = problems.map(presentable).sort((a, b) => placeOf(a) - placeOf(b));
  if (!first) throw new RangeError("no problems to report");
  const shown = rest.slice(0, MOST_PROBLEMS - 1);
  const left = rest.length - shown.length;
  if (left > 0) {
    const what = `There are at least ${left} more problems in this file.`;
    shown.push(new Problem({ code: "more", kind: "usage", what, next: "Correct those above first." }));
  }
  return new Problems([first, ...shown]);
}

// src/strict-yaml/read.ts
var import_yaml2 = __toESM(require_dist(), 1);

// src/strict-yaml/repair.ts
var import_yaml = __toESM(require_dist(), 1);
var MOST_CHARACTERS = 65536;
var BESIDE = [0, 1, -1, -2];
function repairOf(text, failedAt) {
  if (text.length > MOST_CHARACTERS) return;
  const lines = text.split("\n");
  let best;
  let furthest = firstFault(text);
  for (const line of [...openQuotes(lines), ...BESIDE.map((by) => failedAt + by)]) {
    const now = (lines[line - 1] ?? "").replace(/\r$/, "");
    if (now.trim() === "" || now.trimStart().startsWith("#")) continue;
    for (const [why, other] of triesOf(lines, line - 1, now)) {
      const mended = [...lines.slice(0, line - 1), other, ...lines.slice(line)].join("\n");
      const after = firstFault(mended);
      if (after <= furthest || after <= endOf(lines, line - 1)) continue;
      [best, furthest] = [{ line, why, text: other }, after];
      if (furthest === Number.POSITIVE_INFINITY) return best;
    }
  }
  return best;
}
function openQuotes(lines) {
  const at = lines.findIndex((line) => /^[^#"']*: *(?:"(?:[^"\\]|\\.)*|'[^']*)$/.test(line));
  return at < 0 ? [] : [at + 1];
}
function firstFault(text) {
  const composer = new import_yaml.Composer({ uniqueKeys: false });
  const [document] = [...composer.compose(new import_yaml.Parser().parse(text), true, text.length)];
  return document?.errors[0]?.pos[0] ?? Number.POSITIVE_INFINITY;
}
var endOf = (lines, at) => lines.slice(0, at + 1).join("\n").length;
function* triesOf(lines, at, line) {
  const words = line.trimStart();
  const blanks = line.slice(0, line.length - words.length);
  if (blanks.includes("	")) {
    for (const indent of indentsAbove(lines, at))
      yield [
        `Line ${at + 1} is indented by a tab, which YAML does not allow.`,
        `${" ".repeat(indent)}${words}`
      ];
    return;
  }
  for (const indent of indentsAbove(lines, at)) {
    if (indent === blanks.length) continue;
    const by = `${blanks.length} space${blanks.length === 1 ? "" : "s"}`;
    yield [
      `Line ${at + 1} is indented by ${by}, which fits no line above it.`,
      `${" ".repeat(indent)}${words}`
    ];
  }
  yield* quotes(line);
  yield* closed(line);
}
function indentsAbove(lines, at) {
  const above = lines.slice(0, at).filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const nearest = above.at(-1) ?? "";
  const opened = /:\s*(?:#.*)?$/.test(nearest) ? [indentOf(nearest) + 2] : [];
  const item = /^( *)- +\S/.exec(nearest);
  const inItem = item ? [nearest.search(/[^ -]/)] : [];
  return [.../* @__PURE__ */ new Set([...opened, ...inItem, ...above.reverse().map(indentOf)])].slice(0, 6);
}
var indentOf = (line) => line.length - line.trimStart().length;
var VALUE = /^(\s*(?:- +)?(?:[\w.-]+: +)?)(\S.*?)\s*$/;
function* quotes(line) {
  const [, before = "", value = ""] = VALUE.exec(line) ?? [];
  const isSign = /^[*&!%@`]/.test(value);
  if (/^["'[{|>]/.test(value) || !(isSign || /: |:$/.test(value))) return;
  const what = isSign ? `A text that begins with \`${value.charAt(0)}\` has to stand in quotes.` : 'A text with ": " in it has to stand in quotes.';
  yield [what, `${before}'${value.replaceAll("'", "''")}'`];
}
var CLOSES = { "{": "}", "[": "]" };
function* closed(line) {
  const [, , value = ""] = VALUE.exec(line) ?? [];
  for (const quote of ['"', "'"])
    if (value.startsWith(quote)) yield [`The quote ${quote} is not closed.`, `${line.trimEnd()}${quote}`];
  const open = [];
  for (const sign of value)
    if (sign in CLOSES) open.push(sign);
    else if (sign === CLOSES[open.at(-1) ?? ""]) open.pop();
  const last = open.at(-1);
  if (last === void 0) return;
  const end = open.reverse().map((sign) => CLOSES[sign]).join("");
  yield [`The bracket ${last} is not closed.`, `${line.trimEnd()}${end.startsWith("}") ? " " : ""}${end}`];
}

// src/strict-yaml/read.ts
var MAX_BYTES = 1048576;
var MAX_NODES = 1e5;
var MAX_DEPTH = 24;
var MAX_LEVELS = 64;
function readYaml(text, file, kind) {
  const lines = new import_yaml2.LineCounter();
  const reader = new Reader(file, lines, kind, text.startsWith("\uFEFF") ? 1 : 0);
  const source = {
    value: void 0,
    kind,
    placeOf: (path) => reader.placeOf(path),
    placeOfKey: (path) => reader.placeOfKey(path),
    placeOfOffset: (offset) => reader.place(offset),
    problems: reader.problems
  };
  if (Buffer.byteLength(text) > MAX_BYTES) {
    reader.refuse(
      "too-large",
      `${file} has ${Buffer.byteLength(text)} bytes.`,
      `Keep it under ${MAX_BYTES}.`,
      0
    );
    return source;
  }
  const document = reader.parse(text);
  if (document) source.value = reader.read(document);
  return source;
}
var NOTHING = /* @__PURE__ */ Symbol("nothing");
var Reader = class {
  problems = [];
  valueOffsets = /* @__PURE__ */ new Map();
  keyOffsets = /* @__PURE__ */ new Map();
  file;
  lines;
  markColumns;
  kind;
  anchors = /* @__PURE__ */ new Map();
  nodes = 0;
  /** @param markColumns of the mark that an editor of Windows puts first, which no editor counts */
  constructor(file, lines, kind, markColumns) {
    this.file = file;
    this.lines = lines;
    this.markColumns = markColumns;
    this.kind = kind;
  }
  parse(text) {
    const tokens = [...new import_yaml2.Parser(this.lines.addNewLine).parse(text)];
    const deep = firstTooDeep(tokens);
    if (deep !== void 0) {
      this.refuse("too-deep", `This passes ${MAX_LEVELS} levels of nesting.`, "Write it flatter.", deep);
      return void 0;
    }
    const composer = new import_yaml2.Composer({ uniqueKeys: false });
    const [document, second] = [...composer.compose(tokens, true, text.length)];
    if (second)
      this.refuse(
        "yaml",
        "A second document begins here.",
        `Keep one ${this.kind.name} per file.`,
        second.range[0]
      );
    if (!document) return void 0;
    const [first] = document.errors;
    const repair = first && repairOf(text, this.place(first.pos[0]).line);
    if (repair) this.refuseLine(text, repair);
    else
      for (const fault of [...document.errors, ...document.warnings].slice(0, 20))
        this.refuse("yaml", `Not valid YAML: ${fault.message}.`, "Correct the syntax here.", fault.pos[0]);
    return document.errors.length > 0 ? void 0 : document;
  }
  read(document) {
    const value = this.plain(document.contents, [], 0);
    return value === NOTHING ? void 0 : value;
  }
  plain(node, path, depth) {
    this.nodes += 1;
    const offset = offsetOf(node);
    if (offset !== void 0 && !this.valueOffsets.has(slot(path))) this.valueOffsets.set(slot(path), offset);
    if (this.nodes > MAX_NODES || depth > MAX_DEPTH) return this.bomb(offset);
    if ((0, import_yaml2.isAlias)(node)) return this.alias(node.source, path, depth, offset);
    if (((0, import_yaml2.isMap)(node) || (0, import_yaml2.isSeq)(node) || (0, import_yaml2.isScalar)(node)) && node.anchor) this.anchors.set(node.anchor, node);
    if ((0, import_yaml2.isMap)(node)) return this.mapping(node.items, path, depth);
    if ((0, import_yaml2.isSeq)(node)) return this.list(node.items, path, depth);
    if ((0, import_yaml2.isScalar)(node)) return this.scalar(node.value, node.source, path, offset);
    return null;
  }
  alias(name, path, depth, offset) {
    const target = this.anchors.get(name);
    if (target) return this.plain(target, path, depth + 1);
    const written = `*${name}`;
    const key = path.at(-1);
    const line = typeof key === "string" ? `${key}: '${written}'` : `'${written}'`;
    this.problems.push(
      new Problem({
        code: "yaml",
        kind: "usage",
        what: `Nothing above is named &${name}, and ${written} without quotes stands for what is.`,
        next: `Write \`${line}\` where that text is meant, or name the value.`,
        at: this.place(offset ?? 0),
        meant: { path, as: { text: line } }
      })
    );
    return written;
  }
  bomb(offset) {
    if (!this.problems.some((problem) => problem.code === "too-deep")) {
      const what = `Here ${this.file} passes ${MAX_NODES} values or ${MAX_DEPTH} levels once its aliases are followed.`;
      this.refuse("too-deep", what, this.kind.manyValues, offset ?? 0);
    }
    return NOTHING;
  }
  mapping(items, path, depth) {
    const record = {};
    for (const { key: keyNode, value } of items) {
      const offset = offsetOf(keyNode) ?? offsetOf(value) ?? 0;
      const key = (0, import_yaml2.isScalar)(keyNode) && typeof keyNode.value !== "symbol" ? keyOf(keyNode) : void 0;
      if (key === void 0 || key === "__proto__") {
        this.refuse("bad-key", "A key here is not plain text.", "Use a word as the key.", offset);
        continue;
      }
      const at = [...path, key];
      if (Object.hasOwn(record, key)) {
        const first = this.placeOfKey(at);
        const what = `The key ${JSON.stringify(key)} stands twice in one mapping, first in line ${first.line}.`;
        this.refuse("duplicate-key", what, "Keep one of them.", offset);
        continue;
      }
      this.keyOffsets.set(slot(at), offset);
      const plain = this.plain(value, at, depth + 1);
      if (plain !== NOTHING) record[key] = plain;
      if (this.nodes > MAX_NODES) break;
    }
    return record;
  }
  list(items, path, depth) {
    const list = [];
    for (const item of items) {
      const plain = this.plain(item, [...path, list.length], depth + 1);
      if (plain === NOTHING) break;
      list.push(plain);
    }
    return list;
  }
  scalar(value, source, path, offset) {
    if (value === null || typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") {
      return this.kind.textAt?.(path) && source !== void 0 ? source : value;
    }
    const what = `This value has a YAML type that a ${this.kind.name} file does not use.`;
    this.refuse("yaml", what, "Quote it.", offset ?? 0);
    return NOTHING;
  }
  refuse(code, what, next, offset) {
    this.problems.push(new Problem({ code, kind: "usage", what, next, at: this.place(offset) }));
  }
  refuseLine(text, { line, why, text: mended }) {
    const lines = text.split("\n");
    const at = { file: this.file, line, column: 1 };
    lines[line - 1] = mended;
    const next = `Write \`${mended}\`.`;
    const meant = { path: [], as: { text: lines.join("\n") } };
    this.problems.push(new Problem({ code: "yaml", kind: "usage", what: why, next, at, meant }));
  }
  place(offset) {
    const { line, col } = this.lines.linePos(offset);
    return {
      file: this.file,
      line: Math.max(1, line),
      column: Math.max(1, line > 1 ? col : col - this.markColumns)
    };
  }
  placeOf(path) {
    const offset = this.valueOffsets.get(slot(path));
    return offset === void 0 ? this.placeOfKey(path) : this.place(offset);
  }
  placeOfKey(path) {
    for (let length = path.length; length > 0; length -= 1) {
      const at = slot(path.slice(0, length));
      const offset = this.keyOffsets.get(at) ?? this.valueOffsets.get(at);
      if (offset !== void 0) return this.place(offset);
    }
    return this.place(0);
  }
};
function firstTooDeep(tokens) {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_LEVELS) return "offset" in token ? token.offset : 0;
    if (token.type === "document" && token.value) open.push({ token: token.value, depth });
    if (!("items" in token)) continue;
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, depth: depth + 1 });
      if (value) open.push({ token: value, depth: depth + 1 });
    }
  }
  return void 0;
}
var slot = (path) => JSON.stringify(path);
function offsetOf(node) {
  const range = node?.range;
  if (!range || (0, import_yaml2.isScalar)(node) && node.value === null && !node.source) return void 0;
  return range[0];
}
function keyOf(node) {
  if (typeof node.value === "string") return node.value;
  return typeof node.value === "number" || typeof node.value === "boolean" ? node.source : void 0;
}

export {
  inOrder,
  readYaml
};
