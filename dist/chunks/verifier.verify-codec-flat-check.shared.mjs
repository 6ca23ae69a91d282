import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lookForPickle
} from "./verifier.verify-pickle-carried-pickle.shared.mjs";
import {
  unpackedInMemory
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  Broken,
  Unsettled,
  overBudget,
  quoted,
  utf8
} from "./verifier.clock.shared.mjs";

// src/verify/codec/flat-check.ts
var MOST_DEPTH = 128;
var MOST_TABLES = 1e6;
function checkFlat(bytes, root, offset) {
  new FlatCheck(bytes, offset).root(root);
}
var FlatCheck = class {
  #view;
  #offset;
  #tables = 0;
  constructor(bytes, offset) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#offset = offset;
  }
  root(shape) {
    this.#table(this.#target(0), shape, 0);
  }
  #table(at, shape, depth) {
    this.#tables += 1;
    if (this.#tables > MOST_TABLES)
      throw overBudget("flatbufferTables", MOST_TABLES, this.#tables, this.#offset);
    if (depth > MOST_DEPTH) throw this.#broken(`is nested more than ${MOST_DEPTH} deep`);
    const places = at - this.#view.getInt32(this.#number(at, 4), true);
    const size = this.#view.getUint16(this.#number(places, 2), true);
    if (size % 2 !== 0) throw this.#broken("has a table of half a field");
    if (size < 4 || places < at + 4 && at < places + size)
      throw this.#broken("has a table whose fields have no places of their own");
    this.#inside(places, size);
    shape.forEach((kind, field) => {
      const slot = 4 + 2 * field;
      const relative = slot + 2 > size ? 0 : this.#view.getUint16(places + slot, true);
      if (relative === 0) return;
      const before = slot > size - 2 ? 0 : this.#view.getUint16(places + slot - 2, true);
      this.#field(at + relative, kind, depth, before === 0 ? void 0 : at + before);
    });
  }
  #field(at, kind, depth, before) {
    if (typeof kind === "number") {
      this.#number(at, kind);
      return;
    }
    const target = this.#target(at);
    if (kind === "text" || kind === "name") {
      const end = this.#list(target, 1);
      if (end >= this.#view.byteLength || this.#view.getUint8(end) !== 0)
        throw this.#broken("has a text without its end mark");
      const text2 = new Uint8Array(this.#view.buffer, this.#view.byteOffset + target + 4, end - target - 4);
      if (kind === "name" && utf8(text2) === void 0) throw this.#broken("has a name that is no UTF-8");
    } else if ("rows" in kind) this.#list(target, kind.rows);
    else if ("table" in kind) this.#table(target, kind.table(), depth + 1);
    else if ("oneOf" in kind) {
      const which = before === void 0 ? void 0 : kind.oneOf[this.#view.getUint8(this.#inside(before, 1))];
      if (which !== void 0) this.#table(target, which(), depth + 1);
    } else {
      const end = this.#list(target, 4);
      const shape = kind.tables();
      for (let each = target + 4; each < end; each += 4) this.#table(this.#target(each), shape, depth + 1);
    }
  }
  /** @returns where the list ends */
  #list(at, itemBytes) {
    const count = this.#view.getUint32(this.#number(at, 4), true);
    this.#inside(at + 4, count * itemBytes);
    return at + 4 + count * itemBytes;
  }
  #target(at) {
    const relative = this.#view.getUint32(this.#number(at, 4), true);
    if (relative === 0) throw this.#broken("has an offset that leads nowhere");
    return this.#inside(at + relative, 1);
  }
  #number(at, bytes) {
    if (at % bytes !== 0) throw this.#broken("has a number that is not aligned");
    return this.#inside(at, bytes);
  }
  #inside(at, bytes) {
    if (at >= 0 && at + bytes <= this.#view.byteLength) return at;
    throw this.#broken("points outside itself");
  }
  #broken(what) {
    return new Broken("L2", "flatbuffer-malformed", `a FlatBuffer ${what}`, { offset: this.#offset });
  }
};

// src/verify/columnar/arrow-extensions.ts
var UNPICKLED = "ray.data.arrow_pickled_object";
function judgeExtensions(subject, extensions, offset) {
  const { findings, allowDegraded } = subject;
  for (const { column, type, description } of extensions)
    lookForPickle(subject, type === void 0 ? column : `the type of ${column}`, description, offset);
  const unpickled = extensions.find(({ type }) => type === UNPICKLED);
  if (unpickled === void 0) return;
  const what = `${quoted(unpickled.column)} holds Python objects, which Ray unpickles`;
  if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, { found: UNPICKLED });
  else
    findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, { found: UNPICKLED });
}

// src/verify/columnar/arrow-layout.ts
var MOST_DEPTH2 = 64;
var MOST_ARRAYS = 1e5;
var V4 = 3;
var fixed = (bits) => ["validity", { bits }];
var always = (...kinds) => () => kinds;
var numbers = (bits) => (of) => fixed(bits(of) ?? 0);
var text = always("validity", "offsets32", "bytes");
var largeText = always("validity", "offsets64", "bytes");
var list = always("validity", "offsets32");
var nested = always("validity");
var BUFFERS = {
  1: always(),
  // Null
  2: numbers((of) => of?.i32(0)),
  // Int
  3: numbers((of) => [16, 32, 64][of?.i16(0) ?? 0]),
  // FloatingPoint
  4: text,
  // Binary
  5: text,
  // Utf8
  6: always("validity", { bits: 1 }),
  // Bool
  7: numbers((of) => of?.i32(2, 128)),
  // Decimal
  8: numbers((of) => of?.i16(0, 1) === 0 ? 32 : 64),
  // Date
  9: numbers((of) => of?.i32(1, 32)),
  // Time
  10: always("validity", { bits: 64 }),
  // Timestamp
  11: numbers((of) => [32, 64, 128][of?.i16(0) ?? 0]),
  // Interval
  12: list,
  // List
  13: nested,
  // Struct
  14: (of) => of?.i16(0) === 1 ? [{ bits: 8 }, { bits: 32 }] : [{ bits: 8 }],
  // Union, dense or sparse
  15: (of) => fixed(8 * Math.max(0, of?.i32(0) ?? 0)),
  // FixedSizeBinary
  16: nested,
  // FixedSizeList
  17: list,
  // Map
  18: always("validity", { bits: 64 }),
  // Duration
  19: largeText,
  // LargeBinary
  20: largeText,
  // LargeUtf8
  21: always("validity", "offsets64"),
  // LargeList
  22: always(),
  // RunEndEncoded
  23: always("validity", { bits: 128 }),
  // BinaryView
  24: always("validity", { bits: 128 }),
  // Utf8View
  25: always("validity", { bits: 32 }, { bits: 32 }),
  // ListView
  26: always("validity", { bits: 64 }, { bits: 64 })
  // LargeListView
};
var NUMBERS = [2, 3, 7, 9, 11];
var WIDTHS = [8, 16, 32, 64, 128, 256];
var CHILDREN = { 12: 1, 16: 1, 17: 1, 21: 1, 22: 2, 25: 1, 26: 1 };
var INT = 2;
var UNION = 14;
var VIEWS = [23, 24];
var TEXTS = [5, 20, 24];
var MAP = 17;
var RUNS = 22;
var NESTING = {
  12: "list",
  13: "struct",
  14: "sparse-union",
  16: "fixed-list",
  17: "map",
  21: "list",
  22: "runs",
  25: "list-view",
  26: "list-view"
};
var RUN = ["arrow.py_extension_type"];
function readSchema(schema, version, mostArrays, offset) {
  return new SchemaReader(version, mostArrays, offset).read(schema);
}
var SchemaReader = class {
  #version;
  #mostArrays;
  #offset;
  #dictionaries = /* @__PURE__ */ new Map();
  #extensions = [];
  /** Where descriptions lie: columns may share one, and a large one is not to be walked for each. */
  #described = /* @__PURE__ */ new Set();
  #fields = 0;
  constructor(version, mostArrays, offset) {
    this.#version = version;
    this.#mostArrays = Math.min(mostArrays, MOST_ARRAYS);
    this.#offset = offset;
  }
  read(schema) {
    if (schema.i16(0) !== 0)
      throw new Unsettled("L2", "arrow-big-endian", "holds big-endian numbers", { offset: this.#offset });
    if (!schema.has(1)) throw this.#broken("has no list of columns");
    const fields = schema.tables(1);
    const arrays = [];
    for (const field of fields) arrays.push(...this.#field(field, "", 0));
    for (const pair of schema.tables(2)) this.#note(pair.text(0), void 0, pair.bytes(1));
    return {
      columns: fields.map((field) => field.text(0)),
      arrays,
      dictionaries: this.#dictionaries,
      extensions: this.#extensions
    };
  }
  #field(field, parent, depth) {
    if (depth > MOST_DEPTH2) throw this.#broken(`is nested more than ${MOST_DEPTH2} deep`);
    this.#fields += 1;
    if (this.#fields > this.#mostArrays)
      throw overBudget("objects", this.#mostArrays, this.#fields, this.#offset);
    this.#noteExtension(field);
    if (field.u8(2) === MAP) this.#mustHaveKeys(field);
    const name = (parent === "" ? field.text(0) : `${parent}.${field.text(0)}`).slice(0, 256);
    const dictionary = field.table(4);
    const own = this.#values(field, name, depth);
    if (dictionary === void 0) return own;
    this.#dictionaries.set(
      dictionary.i64(0),
      own.map((array) => ({ ...array, isColumn: false }))
    );
    const type = dictionary.table(1);
    const bits = type?.i32(0) ?? 32;
    const indices = { id: dictionary.i64(0), bits, isSigned: type === void 0 || type.u8(1) !== 0 };
    const buffers = fixed(bits);
    return [{ name, buffers, indices, variadic: false, isColumn: depth === 0, isText: false }];
  }
  /** Pairs of which neither the pair nor its key may be left out. */
  #mustHaveKeys(field) {
    const [pairs, ...others] = field.tables(5);
    const [key] = pairs?.tables(5) ?? [];
    if (others.length > 0 || [pairs, key].some((each) => each === void 0 || each.u8(1) !== 0))
      throw this.#broken("has a map whose keys may be left out");
  }
  #noteExtension(field) {
    let type;
    let description = new Uint8Array();
    for (const pair of field.tables(6)) {
      const key = pair.text(0);
      if (key === "ARROW:extension:name") type = pair.text(1);
      if (key === "ARROW:extension:metadata") description = pair.bytes(1);
    }
    if (type === void 0) return;
    const column = field.text(0);
    if (RUN.includes(type)) {
      const what = `${quoted(column)} is of a type that older pyarrow unpickles`;
      throw new Broken("L2", "hidden-pickle", what, { offset: this.#offset, found: type });
    }
    this.#note(column, type, description);
  }
  #note(column, type, description) {
    const isKnown = this.#described.has(description.byteOffset);
    this.#described.add(description.byteOffset);
    this.#extensions.push({ column, type, description: isKnown ? new Uint8Array() : description });
  }
  #values(field, name, depth) {
    const type = field.u8(2);
    const below = field.tables(5);
    if (CHILDREN[type] !== void 0 && below.length !== CHILDREN[type])
      throw this.#broken(`gives ${quoted(name)} ${below.length} columns below it`, String(CHILDREN[type]));
    const children = below.map((child) => this.#field(child, name, depth + 1));
    const details = field.table(3);
    if (type === RUNS && !isRunEnd(below[0]))
      throw this.#broken(`gives ${quoted(name)} runs without proper ends`);
    const kind = type === UNION && details?.i16(0) === 1 ? "dense-union" : NESTING[type];
    const own = {
      name,
      buffers: this.#buffers(type, details),
      variadic: VIEWS.includes(type),
      isColumn: depth === 0,
      isText: TEXTS.includes(type),
      ...kind === void 0 ? {} : { nesting: this.#nesting(kind, details, children) }
    };
    return [own, ...children.flat()];
  }
  #nesting(kind, details, below) {
    const each = kind === "fixed-list" ? details?.i32(0) ?? 0 : 0;
    if (each < 0) throw this.#broken("has lists of a negative length");
    const codes = kind.endsWith("union") ? details?.i32s(1) ?? [] : [];
    if (codes.length > 0 && (codes.length !== below.length || new Set(codes).size < codes.length))
      throw this.#broken("has a union whose types are not those of its columns");
    let at = 1;
    const children = below.map(({ length }) => {
      at += length;
      return at - length;
    });
    return { kind, each, codes, children };
  }
  #buffers(type, of) {
    const kinds = BUFFERS[type]?.(of);
    if (kinds === void 0)
      throw new Unsettled("L2", "arrow-type", "has a column of a type that we do not know", {
        offset: this.#offset,
        found: String(type)
      });
    const isNumber = NUMBERS.includes(type);
    if (isNumber && !kinds.every((kind) => typeof kind === "string" || WIDTHS.includes(kind.bits)))
      throw this.#broken("has numbers of a width that does not exist");
    return type === UNION && this.#version <= V4 ? ["validity", ...kinds] : kinds;
  }
  #broken(what, expected) {
    return new Broken("L2", "arrow-schema", `the schema ${what}`, {
      offset: this.#offset,
      ...expected === void 0 ? {} : { expected }
    });
  }
};
function isRunEnd(field) {
  const type = field?.u8(2) === INT ? field.table(3) : void 0;
  return type !== void 0 && type.u8(1) !== 0 && [16, 32, 64].includes(type.i32(0));
}
function leastBytes(kind, length, nulls) {
  if (kind === "validity") return nulls === 0 ? 0 : Math.ceil(length / 8);
  if (kind === "bytes" || length === 0) return 0;
  if (kind === "offsets32") return 4 * (length + 1);
  if (kind === "offsets64") return 8 * (length + 1);
  return Math.ceil(length * kind.bits / 8);
}

// src/verify/columnar/arrow-shapes.ts
var NOTHING = () => [];
var ONE_SHORT = () => [2];
var KEY_VALUE = () => ["text", "text"];
var INT2 = () => [4, 1];
var TYPES = {
  1: NOTHING,
  2: INT2,
  3: ONE_SHORT,
  4: NOTHING,
  5: NOTHING,
  6: NOTHING,
  7: () => [4, 4, 4],
  8: ONE_SHORT,
  9: () => [2, 4],
  10: () => [2, "text"],
  11: ONE_SHORT,
  12: NOTHING,
  13: NOTHING,
  14: () => [2, { rows: 4 }],
  15: () => [4],
  16: () => [4],
  17: () => [1],
  18: ONE_SHORT,
  19: NOTHING,
  20: NOTHING,
  21: NOTHING,
  22: NOTHING,
  23: NOTHING,
  24: NOTHING,
  25: NOTHING,
  26: NOTHING
};
var DICTIONARY_ENCODING = () => [8, { table: INT2 }, 1, 2];
var FIELD = () => [
  "name",
  1,
  1,
  { oneOf: TYPES },
  { table: DICTIONARY_ENCODING },
  { tables: FIELD },
  { tables: KEY_VALUE }
];
var SCHEMA = () => [2, { tables: FIELD }, { tables: KEY_VALUE }, { rows: 8 }];
var RECORD_BATCH = () => [
  8,
  { rows: 16 },
  { rows: 16 },
  { table: () => [1, 1] },
  { rows: 8 }
];
var DICTIONARY_BATCH = () => [8, { table: RECORD_BATCH }, 1];
var MESSAGE = [
  2,
  1,
  { oneOf: { 1: SCHEMA, 2: DICTIONARY_BATCH, 3: RECORD_BATCH } },
  8,
  { tables: KEY_VALUE }
];
var FOOTER = [2, { table: SCHEMA }, { rows: 24 }, { rows: 24 }, { tables: KEY_VALUE }];

// src/verify/columnar/page-tally.ts
var FREE_BYTES = 512 * 1024 ** 2;
var PER_FILE_BYTE = 0.5;
var PageTally = class {
  pages = 0;
  /** Without a checksum. */
  unguarded = 0;
  /** Walked, but not unpacked or read. */
  unread = 0;
  /** One page takes no more than this in memory, packed or unpacked. */
  mostPageBytes;
  #layouts = /* @__PURE__ */ new Map();
  #leftBytes;
  constructor(subject) {
    this.mostPageBytes = unpackedInMemory(subject);
    this.#leftBytes = FREE_BYTES + PER_FILE_BYTE * subject.sizeBytes;
  }
  /** Whether a page of such sizes is read: neither memory nor time must run out because of what a file claims of itself. */
  allows(bytes, uncompressedBytes, values) {
    if (Math.max(bytes, uncompressedBytes, 4 * values) > this.mostPageBytes) return false;
    this.#leftBytes -= uncompressedBytes + values;
    return this.#leftBytes >= 0;
  }
  /** Columns of one list or group must lay it out in the same way, or no reader can put them together. */
  mustLayOutAlike(rowGroup, group, told, column, offset) {
    const key = `${rowGroup}:${group}`;
    const known = this.#layouts.get(key);
    if (known === void 0) this.#layouts.set(key, told);
    else if (known !== told)
      throw new Broken(
        "L2",
        "parquet-values",
        `column ${JSON.stringify(column)} is not laid out as its neighbours are`,
        {
          offset
        }
      );
  }
};

// src/verify/columnar/row-count.ts
function judgeRowCount({ findings, expectation, role }, found) {
  const { rows, minRows } = expectation;
  if (found === 0 && role === "metrics")
    findings.fail("L2", "no-rows", "holds no row of metrics", { expected: "at least 1" });
  if (rows !== void 0 && found !== rows) {
    const extra = { expected: String(rows), found: String(found) };
    findings.fail("L2", "row-count", "another number of rows than expected", extra);
  }
  if (minRows !== void 0 && found < minRows) {
    const extra = { expected: `>= ${minRows}`, found: String(found) };
    findings.fail("L2", "row-count", "fewer rows than expected", extra);
  }
}
function valuesNotRead({ findings, role }) {
  if (role !== "metrics") return;
  const what = "holds metrics in a format whose values this version does not read";
  findings.inconclusive("L2", "values-not-read", what, { expected: "metrics as JSON, JSONL or CSV" });
}

export {
  checkFlat,
  judgeExtensions,
  readSchema,
  leastBytes,
  MESSAGE,
  FOOTER,
  PageTally,
  judgeRowCount,
  valuesNotRead
};
