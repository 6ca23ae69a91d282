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
  quoted,
  withoutSecrets
} from "./secret-shape.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/strict-yaml/explain.ts
var pathText = (path) => path.map((part, at) => typeof part === "number" ? `[${part}]` : at === 0 ? part : `.${part}`).join("");
function wordIssue(issue) {
  switch (issue.code) {
    case "invalid_type":
      return `is not ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `is none of ${alternatives(issue.values.map(String))}`;
    case "too_small":
      return `is ${issue.origin === "number" || issue.origin === "int" ? "below" : "shorter than"} ${issue.minimum}`;
    case "too_big":
      return `is ${issue.origin === "number" || issue.origin === "int" ? "above" : "longer than"} ${issue.maximum}`;
    default:
      return void 0;
  }
}
var KINDS = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping"
};
var alternatives = (words) => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
var isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function notAMapping({ value, kind, placeOfOffset }) {
  const at = placeOfOffset(0);
  const isEmpty = value === void 0 || value === null;
  const what = `${at.file} is ${isEmpty ? "empty" : "not a mapping of keys to values"}.`;
  return problem(`not-a-${kind.name}`, what, kind.start, { ...at, line: 1, column: 1 });
}
var MOST_KEYS = 100;
function explain(issue, root, raw, source) {
  const path = [...root, ...issue.path];
  const value = valueAt(raw, path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MOST_KEYS).map((key) => unknownKey(key, path, { valid: issue.message.split(" "), raw, source }));
  }
  if (value === void 0 && issue.code !== "invalid_key") return [missingKey(path, source)];
  if (value === null) return [emptyValue(path, source)];
  if (issue.code === "invalid_union") return explainUnion(issue.errors, path, raw, source);
  if (issue.code === "invalid_key") return [invalidKey(issue, path, source)];
  const [why, next] = splitAdvice(issue.message);
  const what = `\`${pathText(path)}\`: ${shown(value, path, source)} ${why}.`;
  const isWord = issue.code === "invalid_value" && typeof value === "string";
  const near = isWord ? nearestOf(value, issue.values.map(String)) : void 0;
  const instead = source.kind.instead?.(path, value, valueAt(raw, path.slice(0, -1)));
  const advice = instead ?? (near ? `Did you mean ${JSON.stringify(near)}?` : next ?? "Correct the value here.");
  return [problem(CODES[issue.code] ?? "bad-value", what, advice, source.placeOf(path))];
}
var CODES = { invalid_type: "wrong-type", invalid_value: "wrong-value" };
function explainUnion(branches, path, raw, source) {
  const isOther = (issue) => issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value");
  const meant = branches.filter((issues) => !issues.some(isOther)).sort((a, b) => a.length - b.length).at(0);
  if (meant) return meant.flatMap((issue) => explain(issue, path, raw, source));
  const forms = alternatives(
    branches.flatMap((issues) => issues.map((issue) => issue.message.replace(/^is (not|none of) /, "")))
  );
  const value = valueAt(raw, path);
  const what = `\`${pathText(path)}\`: ${shown(value, path, source)} is not ${forms}.`;
  const next = source.kind.instead?.(path, value, valueAt(raw, path.slice(0, -1))) ?? "Write one of these.";
  return [problem("wrong-type", what, next, source.placeOf(path))];
}
function unknownKey(key, parent, { valid, raw, source }) {
  const near = nearestOf(key, valid);
  const path = [...parent, key];
  const place = source.placeOfKey(path);
  const where = parent.length > 0 ? ` in \`${pathText(parent)}\`` : "";
  const next = source.kind.instead?.(path, valueAt(raw, path), valueAt(raw, parent)) ?? (near ? `Did you mean \`${near}\`?` : `The keys here are: ${valid.join(", ")}.`);
  return problem("unknown-key", `There is no key ${quoted(key)}${where}.`, next, place);
}
function missingKey(path, source) {
  const parent = path.slice(0, -1);
  const next = source.kind.missing?.[pathText(path)] ?? `Add \`${path.at(-1)}:\`${parent.length > 0 ? ` to \`${pathText(parent)}\`` : ""}.`;
  return problem("missing-key", `\`${pathText(path)}\` is missing.`, next, source.placeOfKey(parent));
}
function emptyValue(path, source) {
  const what = `\`${pathText(path)}\` has nothing behind it.`;
  return problem(
    "empty-value",
    what,
    'Remove it to leave it unset, or write `""` for empty text.',
    source.placeOf(path)
  );
}
function invalidKey(issue, path, source) {
  const [why, next] = splitAdvice(issue.issues[0]?.message ?? "is not a valid name");
  const what = `\`${pathText(path.slice(0, -1))}\`: the name ${quoted(path.at(-1))} ${why}.`;
  return problem("bad-name", what, next ?? "Choose another name.", source.placeOfKey(path));
}
function splitAdvice(message) {
  const [, why, next] = /^(.*?)(?:; |\. )(.+?)\.?$/s.exec(message) ?? [];
  if (why === void 0 || !next) return [message, void 0];
  return [why, `${next.charAt(0).toUpperCase()}${next.slice(1)}.`];
}
function shown(value, path, { kind }) {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "string" ? quoted(kind.shown?.(value, path) ?? value) : String(value);
}
function valueAt(raw, path) {
  let value = raw;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return void 0;
    value = value[part];
  }
  return value;
}
var problem = (code, what, next, at) => new Problem({ code, kind: "usage", what, next, at });

// src/strict-yaml/in-order.ts
var MOST_PROBLEMS = 50;
function presentable({ code, kind, what, next, at }) {
  return new Problem({
    code,
    kind,
    what: withoutSecrets(what),
    next: withoutSecrets(next),
    ...at && { at }
  });
}
function inOrder(problems) {
  const placeOf = ({ at, code }) => at ? at.line * 1e6 + at.column + (code === "unknown-key" ? 0 : 0.5) : 0;
  const [first, ...rest] = problems.map(presentable).sort((a, b) => placeOf(a) - placeOf(b));
  if (!first) throw new RangeError("no problems to report");
  const shown2 = rest.slice(0, MOST_PROBLEMS - 1);
  const left = rest.length - shown2.length;
  if (left > 0) {
    const what = `There are at least ${left} more problems in this file.`;
    shown2.push(new Problem({ code: "more", kind: "usage", what, next: "Correct those above first." }));
  }
  return new Problems([first, ...shown2]);
}

// src/strict-yaml/read.ts
var import_yaml = __toESM(require_dist(), 1);
var MAX_BYTES = 1048576;
var MAX_NODES = 1e5;
var MAX_DEPTH = 24;
var MAX_LEVELS = 64;
function readYaml(text, file, kind) {
  const lines = new import_yaml.LineCounter();
  const reader = new Reader(file, lines, kind);
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
  kind;
  anchors = /* @__PURE__ */ new Map();
  nodes = 0;
  constructor(file, lines, kind) {
    this.file = file;
    this.lines = lines;
    this.kind = kind;
  }
  parse(text) {
    const tokens = [...new import_yaml.Parser(this.lines.addNewLine).parse(text)];
    const deep = firstTooDeep(tokens);
    if (deep !== void 0) {
      this.refuse("too-deep", `This passes ${MAX_LEVELS} levels of nesting.`, "Write it flatter.", deep);
      return void 0;
    }
    const composer = new import_yaml.Composer({ uniqueKeys: false });
    const [document, second] = [...composer.compose(tokens, true, text.length)];
    if (second)
      this.refuse(
        "yaml",
        "A second document begins here.",
        `Keep one ${this.kind.name} per file.`,
        second.range[0]
      );
    if (!document) return void 0;
    for (const fault of [...document.errors, ...document.warnings].slice(0, 20)) {
      this.refuse("yaml", `Not valid YAML: ${fault.message}.`, "Correct the syntax here.", fault.pos[0]);
    }
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
    if ((0, import_yaml.isAlias)(node)) return this.alias(node.source, path, depth, offset);
    if (((0, import_yaml.isMap)(node) || (0, import_yaml.isSeq)(node) || (0, import_yaml.isScalar)(node)) && node.anchor) this.anchors.set(node.anchor, node);
    if ((0, import_yaml.isMap)(node)) return this.mapping(node.items, path, depth);
    if ((0, import_yaml.isSeq)(node)) return this.list(node.items, path, depth);
    if ((0, import_yaml.isScalar)(node)) return this.scalar(node.value, node.source, path, offset);
    return null;
  }
  alias(name, path, depth, offset) {
    const target = this.anchors.get(name);
    if (target) return this.plain(target, path, depth + 1);
    this.refuse("yaml", `Nothing above is named &${name}.`, "Name the value that is meant.", offset ?? 0);
    return NOTHING;
  }
  bomb(offset) {
    if (!this.problems.some((problem2) => problem2.code === "too-deep")) {
      const what = `Here ${this.file} passes ${MAX_NODES} values or ${MAX_DEPTH} levels once its aliases are followed.`;
      this.refuse("too-deep", what, this.kind.manyValues, offset ?? 0);
    }
    return NOTHING;
  }
  mapping(items, path, depth) {
    const record = {};
    for (const { key: keyNode, value } of items) {
      const offset = offsetOf(keyNode) ?? offsetOf(value) ?? 0;
      const key = (0, import_yaml.isScalar)(keyNode) && typeof keyNode.value !== "symbol" ? keyOf(keyNode) : void 0;
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
  place(offset) {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(1, line), column: Math.max(1, col) };
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
  if (!range || (0, import_yaml.isScalar)(node) && node.value === null && !node.source) return void 0;
  return range[0];
}
function keyOf(node) {
  if (typeof node.value === "string") return node.value;
  return typeof node.value === "number" || typeof node.value === "boolean" ? node.source : void 0;
}

export {
  wordIssue,
  isMapping,
  notAMapping,
  explain,
  inOrder,
  readYaml
};
