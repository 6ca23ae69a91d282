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
  Broken,
  Unsettled,
  overBudget
} from "./verify-contract-findings.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./evidence-level.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/verify/text/yaml-documents.ts
var import_yaml = __toESM(require_dist(), 1);
var CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;
var CORE = "tag:yaml.org,2002:";
var CORE_TYPES = ["str", "map", "seq", "int", "float", "bool", "null"];
var notYaml = (what, offset) => new Broken("L1", "yaml-syntax", `is not YAML: ${what}`, { offset });
var unread = (what) => new Unsettled("L2", "yaml-unread", `holds ${what}`);
var YamlDocuments = class {
  /** Those that are no types of YAML itself. */
  tags = /* @__PURE__ */ new Set();
  #events;
  #limits;
  #path = [];
  /** Nodes below each anchor of this document; `undefined` while it is still open. */
  #sizes = /* @__PURE__ */ new Map();
  #nodes = 0;
  #text = "";
  #place = { char: 0, byte: 0 };
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  /** @throws Broken, or Unsettled where it is too much or of a kind that nobody writes */
  read(text) {
    this.#text = text;
    const control = text.search(CONTROL);
    if (control >= 0) throw notYaml("a control character", this.#offsetOf(control));
    const options = { uniqueKeys: false, prettyErrors: false, logLevel: "silent" };
    const documents = [...(0, import_yaml.parseAllDocuments)(text, options)];
    for (const { errors } of documents) for (const error of errors) throw this.#wrong(error);
    for (const { contents } of documents) {
      this.#sizes = /* @__PURE__ */ new Map();
      this.#value(contents);
    }
  }
  #wrong({ code, message, pos }) {
    if (code === "RESOURCE_EXHAUSTION")
      return overBudget("jsonDepth", this.#limits.depth, this.#limits.depth + 1);
    return notYaml(message.slice(0, 200), this.#offsetOf(pos[0]));
  }
  #value(node) {
    if (this.#path.length > this.#limits.depth)
      throw overBudget("jsonDepth", this.#limits.depth, this.#path.length, this.#offsetAt(node));
    if ((0, import_yaml.isAlias)(node)) {
      this.#alias(node.source, this.#offsetAt(node));
      return;
    }
    const before = this.#nodes;
    const { anchor, tag } = node ?? {};
    if (anchor !== void 0) this.#sizes.set(anchor, void 0);
    if (tag !== void 0) this.#tag(tag);
    this.#count(1, this.#offsetAt(node));
    if ((0, import_yaml.isMap)(node)) this.#map(node);
    else if ((0, import_yaml.isSeq)(node))
      this.#children("array", node.items, (item, index) => this.#child(index, item));
    else this.#events.scalar(scalarOf(node), this.#path, this.#offsetAt(node));
    if (anchor !== void 0) this.#sizes.set(anchor, this.#nodes - before);
  }
  #map(map) {
    const keys = /* @__PURE__ */ new Set();
    this.#children("object", map.items, ({ key, value }) => {
      if (!(key === null || (0, import_yaml.isScalar)(key))) throw unread("a key that is no scalar");
      const scalar = scalarOf(key);
      const name = scalar.kind === "literal" ? String(scalar.value) : scalar.text;
      const identity = scalar.kind === "number" ? `v:${scalar.value}` : `${scalar.kind}:${name}`;
      if (keys.has(identity))
        throw new Broken("L2", "duplicate-key", `has the key ${JSON.stringify(name.slice(0, 80))} twice`, {
          offset: this.#offsetAt(key)
        });
      keys.add(identity);
      this.#child(name, value);
    });
  }
  #children(kind, items, tell) {
    this.#events.opened?.(kind, this.#path);
    items.forEach(tell);
    this.#events.closed?.(this.#path);
  }
  #child(place, node) {
    this.#path.push(place);
    this.#value(node);
    this.#path.pop();
  }
  #alias(name, offset) {
    if (!this.#sizes.has(name)) throw notYaml(`an alias of nothing, *${name.slice(0, 60)}`, offset);
    const size = this.#sizes.get(name);
    if (size === void 0) throw unread("a node that contains itself");
    this.#count(size, offset);
  }
  #tag(tag) {
    const type = tag.startsWith(CORE) ? tag.slice(CORE.length) : void 0;
    if (type === void 0) this.tags.add(tag);
    else if (!CORE_TYPES.includes(type)) this.tags.add(`!!${type}`);
  }
  /** A few lines of aliases of aliases stand for more than any memory holds. */
  #count(nodes, offset) {
    this.#nodes += nodes;
    if (this.#nodes > this.#limits.nodes)
      throw overBudget("objects", this.#limits.nodes, this.#nodes, offset);
  }
  #offsetAt(node) {
    return this.#offsetOf(node?.range?.[0] ?? this.#place.char);
  }
  /** In bytes. Asked in order, so that each character is measured once. */
  #offsetOf(char) {
    const from = char < this.#place.char ? { char: 0, byte: 0 } : this.#place;
    this.#place = { char, byte: from.byte + Buffer.byteLength(this.#text.slice(from.char, char)) };
    return this.#place.byte;
  }
};
function scalarOf(node) {
  const value = node?.value ?? null;
  if (value === null || typeof value === "boolean") return { kind: "literal", value };
  if (typeof value === "string") return { kind: "string", text: value };
  const text = node?.source ?? String(value);
  if (typeof value !== "number") return { kind: "string", text };
  return Number.isFinite(value) ? { kind: "number", value, text } : { kind: "nonFinite", text };
}
export {
  YamlDocuments
};
