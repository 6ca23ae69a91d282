import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  MESSAGE,
  PageTally,
  checkFlat,
  judgeExtensions,
  judgeRowCount,
  readSchema,
  valuesNotRead
} from "./verifier.verify-codec-flat-check.shared.mjs";
import "./verifier.verify-pickle-carried-pickle.shared.mjs";
import {
  lz4Block
} from "./verifier.verify-codec-lz4-block.shared.mjs";
import {
  snappyLength,
  unsnappy
} from "./verifier.verify-codec-snappy.shared.mjs";
import {
  readyZstd,
  zstdDecompress
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  FlatTable,
  Unsettled,
  crc32,
  overBudget,
  quoted,
  readVarint,
  startsWith,
  sumDiffers,
  takeVarint
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/columnar/parquet-codec.ts
import { brotliDecompressSync, unzipSync } from "node:zlib";

// src/verify/columnar/arrow-schema-text.ts
var ARROW_SCHEMA = "ARROW:schema";
var BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
var CONTINUATION = 4294967295;
var SCHEMA = 1;
var VERSIONS = [3, 4];
function readArrowSchema(text, mostArrays, offset) {
  const broken3 = (what) => new Broken("L2", "parquet-arrow-schema", `the schema that Arrow keeps in the footer ${what}`, { offset });
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw broken3("is no base64");
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  if (bytes.length < 16) throw broken3("is too short");
  const view2 = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const from = view2.getUint32(0, true) === CONTINUATION ? 8 : 4;
  const length = view2.getUint32(from - 4, true);
  if (length > bytes.length - from) throw broken3("is not all there");
  const message = bytes.subarray(from, from + length);
  checkFlat(message, MESSAGE, offset);
  const table = FlatTable.root(message, offset);
  const header = table.table(2);
  if (!VERSIONS.includes(table.i16(0))) throw broken3("is of a version that there is not");
  if (table.u8(1) !== SCHEMA || header === void 0) throw broken3("is a message of another kind");
  return readSchema(header, table.i16(0), mostArrays, offset);
}

// src/verify/columnar/parquet-schema.ts
import { isUtf8 } from "node:buffer";

// src/verify/columnar/parquet-types.ts
var [BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED] = [
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7
];

// src/verify/columnar/parquet-annotations.ts
var GROUPS = ["map", "list", "variant"];
var ANY = [0, 1, 2, 3, 4, 5, 6, 7];
var STANDS_AT = {
  text: [BYTE_ARRAY],
  enum: [BYTE_ARRAY],
  decimal: [INT32, INT64, BYTE_ARRAY, FIXED],
  date: [INT32],
  time: [INT32, INT64],
  timestamp: [INT64],
  integer: [INT32, INT64],
  unknown: ANY,
  json: [BYTE_ARRAY],
  bson: [BYTE_ARRAY],
  uuid: [FIXED],
  float16: [FIXED],
  geometry: [BYTE_ARRAY],
  geography: [BYTE_ARRAY]
};
var OLDER = [
  [BYTE_ARRAY],
  // UTF8
  ...[[], [], []],
  // MAP, MAP_KEY_VALUE, LIST
  [BYTE_ARRAY],
  // ENUM
  [INT32, INT64, BYTE_ARRAY, FIXED],
  // DECIMAL
  ...[[INT32], [INT32], [INT64]],
  // DATE, TIME_MILLIS, TIME_MICROS
  ...[[INT64], [INT64]],
  // TIMESTAMP_MILLIS, TIMESTAMP_MICROS
  ...[[INT32], [INT32], [INT32], [INT64]],
  // UINT_8 to UINT_64
  ...[[INT32], [INT32], [INT32], [INT64]],
  // INT_8 to INT_64
  ...[[BYTE_ARRAY], [BYTE_ARRAY]],
  // JSON, BSON
  [FIXED]
  // INTERVAL
];
var [DECIMAL, INTERVAL] = [5, 21];
var INTERVAL_BYTES = 12;
var WIDTHS = { [INT32]: [8, 16, 32], [INT64]: [64] };
function mustFit(logical, type, path, refuse) {
  const names = Object.keys(logical);
  const [name = ""] = names;
  if (names.length > 1) throw refuse(`gives column ${JSON.stringify(path)} more than one logical type`);
  const fits = names.length === 0 || (type === void 0 ? GROUPS.includes(name) : STANDS_AT[name]?.includes(type) === true);
  const { bits } = logical["integer"] ?? { bits: void 0 };
  if (bits !== void 0 && WIDTHS[type === INT64 ? INT64 : INT32].includes(bits) === false)
    throw refuse(`gives column ${JSON.stringify(path)} whole numbers of ${bits} bits`);
  if (!fits) throw refuse(`gives column ${JSON.stringify(path)} a logical type that it cannot have`, name);
  for (const each of ["time", "timestamp"]) {
    const unit = logical[each]?.["unit"];
    if (unit !== void 0 && Object.keys(unit).length !== 1)
      throw refuse(`gives column ${JSON.stringify(path)} times without a unit`);
  }
  if (logical["decimal"] !== void 0) mustScale(logical["decimal"], path, refuse);
}
function mustFitOlder(element, path, refuse) {
  const { converted, type, typeBytes, precision, scale } = element;
  if (typeof converted !== "number" || typeof type !== "number") return;
  const fits = OLDER[converted]?.includes(type) === true;
  if (!fits || converted === INTERVAL && typeBytes !== INTERVAL_BYTES)
    throw refuse(`gives column ${JSON.stringify(path)} an annotation that it cannot have`, String(converted));
  if (converted === DECIMAL) mustScale({ precision, scale: scale ?? 0 }, path, refuse);
}
function mustScale({ precision, scale }, path, refuse) {
  const digits = typeof precision === "number" ? precision : 0;
  if (digits > 0 && typeof scale === "number" && scale >= 0 && scale <= digits) return;
  throw refuse(
    `gives column ${JSON.stringify(path)} decimals that cannot be`,
    `${scale} of ${precision ?? "no"} digits behind the point`
  );
}

// src/verify/columnar/thrift-compact.ts
var ThriftCut = class extends Broken {
  constructor(offset) {
    super("L1", "thrift-cut", "ends inside a Thrift structure", { offset });
  }
};
var [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE2, BINARY, LIST, SET, MAP, STRUCT] = [
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  12
];
var WHOLE = { byte: BYTE, i16: I16, i32: I32, i64: I64 };
var MOST_DEPTH = 32;
var MOST_NAME_BYTES = 1024 ** 2;
var ThriftCompact = class {
  /** Bytes consumed so far. */
  at = 0;
  #bytes;
  #offset;
  /** @param offset where `bytes` lie in the file */
  constructor(bytes, offset) {
    this.#bytes = bytes;
    this.#offset = offset;
  }
  struct(shape, depth = 0) {
    if (depth > MOST_DEPTH) throw this.#broken(`is nested more than ${MOST_DEPTH} deep`);
    const result = {};
    const seen = /* @__PURE__ */ new Set();
    let id = 0;
    for (; ; ) {
      const head = this.#byte();
      const type = head & 15;
      if (type === STOP) {
        if (head !== STOP) throw this.#broken("ends with no proper end mark");
        this.#mustHaveAll(shape, seen);
        return result;
      }
      id = head >> 4 === 0 ? this.#int() : id + (head >> 4);
      if (seen.has(id)) throw this.#broken(`has its field ${id} twice`);
      seen.add(id);
      const known = shape[id];
      if (known === void 0) this.#skip(type, depth + 1, true);
      else result[known[0]] = this.#value(known[1], type, depth + 1, true);
    }
  }
  #mustHaveAll(shape, seen) {
    for (const id in shape) {
      const [name, , isRequired] = shape[id];
      if (isRequired !== void 0 && !seen.has(Number(id))) throw this.#broken(`lacks its ${name}`);
    }
  }
  #value(kind, type, depth, isField) {
    if (kind === "bool") return this.#bool(type, isField);
    if (kind === "byte" || kind === "i16" || kind === "i32" || kind === "i64") {
      if (type !== WHOLE[kind]) throw this.#mismatch(kind, type);
      return type === BYTE ? this.#byte() << 24 >> 24 : this.#int();
    }
    if (kind === "text") {
      if (type !== BINARY) throw this.#mismatch("a text", type);
      return this.#text();
    }
    if (kind === "bytes") {
      if (type !== BINARY) throw this.#mismatch("bytes", type);
      const bytes = this.#take(this.#length());
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    }
    if ("struct" in kind) {
      if (type !== STRUCT) throw this.#mismatch("a structure", type);
      return this.struct(kind.struct, depth);
    }
    if (type !== LIST && type !== SET) throw this.#mismatch("a list", type);
    const { count, element } = this.#listHead();
    const list = [];
    for (let i = 0; i < count; i += 1) list.push(this.#value(kind.list, element, depth, false));
    return list;
  }
  #skip(type, depth, isField) {
    if (depth > MOST_DEPTH) throw this.#broken(`is nested more than ${MOST_DEPTH} deep`);
    if (type === TRUE || type === FALSE) this.#bool(type, isField);
    else if (type === BYTE) this.#byte();
    else if (type >= I16 && type <= I64) this.#varint();
    else if (type === DOUBLE2) this.#take(8);
    else if (type === BINARY) this.#take(this.#length());
    else if (type === STRUCT) this.struct({}, depth);
    else if (type === LIST || type === SET) {
      const { count, element } = this.#listHead();
      for (let i = 0; i < count; i += 1) this.#skip(element, depth + 1, false);
    } else if (type === MAP) this.#skipMap(depth);
    else throw this.#broken(`has a value of type ${type}, which does not exist`);
  }
  #skipMap(depth) {
    const count = this.#length();
    if (count === 0) return;
    const types = this.#byte();
    for (let i = 0; i < count; i += 1) {
      this.#skip(types >> 4, depth + 1, false);
      this.#skip(types & 15, depth + 1, false);
    }
  }
  /** Every element takes at least one byte, so a list cannot have more of them than bytes remain. */
  #listHead() {
    const head = this.#byte();
    const element = head & 15;
    const count = head >> 4 === 15 ? this.#length() : head >> 4;
    if (count > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    if (element > STRUCT || element === STOP && count > 0)
      throw this.#broken(`has a list of type ${element}, which does not exist`);
    return { count, element };
  }
  /** In a field the type is the value; in a list each is a byte. */
  #bool(type, isField) {
    if (type !== TRUE && type !== FALSE) throw this.#mismatch("a truth value", type);
    if (isField) return type === TRUE;
    const byte = this.#byte();
    if (byte > FALSE) throw this.#broken("has a truth value that is neither");
    return byte === TRUE;
  }
  #text() {
    const bytes = this.#take(this.#length());
    const shown = bytes.length > MOST_NAME_BYTES ? bytes.subarray(0, MOST_NAME_BYTES) : bytes;
    return Buffer.from(shown.buffer, shown.byteOffset, shown.length).toString("utf8");
  }
  #length() {
    const length = this.#varint();
    if (length > 2147483647) throw this.#broken("has a length beyond the protocol");
    if (length > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    return length;
  }
  /** Zigzag; beyond 2^53 no size, offset or count of a file can be true. */
  #int() {
    const raw = this.#varint();
    if (!Number.isSafeInteger(raw)) return Number.NaN;
    return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
  }
  #varint() {
    const value = takeVarint(() => this.#byte());
    if (value === void 0) throw this.#broken("has a number that does not end");
    return value;
  }
  #byte() {
    const byte = this.#bytes[this.at];
    if (byte === void 0) throw new ThriftCut(this.#here);
    this.at += 1;
    return byte;
  }
  #take(length) {
    if (length > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
  get #here() {
    return this.#offset + this.at;
  }
  #mismatch(wanted, type) {
    return this.#broken(`has a value of type ${type} where ${wanted} belongs`);
  }
  #broken(what) {
    return new Broken("L2", "thrift-malformed", `a Thrift structure ${what}`, { offset: this.#here });
  }
};

// src/verify/columnar/parquet-schema.ts
var LAST_TYPE = 7;
var [REQUIRED, REPEATED] = [0, 2];
var TEXTS = [0, 19];
var MOST_DEPTH2 = 100;
function leavesOf(schema, refuse, doubt) {
  const [root, ...elements] = schema;
  if (root === void 0) throw refuse("has no schema");
  const count = countOf(refuse);
  let groups = 0;
  const open = [
    {
      id: 0,
      path: "",
      isMap: false,
      isBegun: false,
      left: count(root, "children"),
      repeats: 0,
      defined: 0,
      entries: [],
      leaves: 0
    }
  ];
  const leaves = [];
  for (const element of elements) {
    while (open.at(-1)?.left === 0) open.pop();
    const parent = open.at(-1);
    if (parent === void 0) throw refuse("has schema elements that no group owns");
    parent.left -= 1;
    const name = nameOf(element, refuse);
    const path = parent.path === "" ? name : `${parent.path}.${name}`;
    const repetition = element["repetition"] ?? REQUIRED;
    if (typeof repetition !== "number" || !(repetition >= REQUIRED && repetition <= REPEATED))
      throw refuse("has a column that is neither required nor optional nor repeated", String(repetition));
    const repeats2 = parent.repeats + (repetition === REPEATED ? 1 : 0);
    const defined = parent.defined + (repetition === REQUIRED ? 0 : 1);
    if (element["logical"] !== void 0)
      mustFit(element["logical"], element["type"], path, refuse);
    else mustFitOlder(element, path, refuse);
    if (open.at(-2)?.isMap === true && !parent.isBegun && repetition !== REQUIRED)
      doubt(`column ${JSON.stringify(parent.path)} is a map whose keys may be left out`);
    parent.isBegun = true;
    const entries = repetition === REPEATED ? [...parent.entries, defined] : parent.entries;
    if (element["type"] === void 0) {
      if (open.length > MOST_DEPTH2) throw refuse(`has a schema nested more than ${MOST_DEPTH2} deep`);
      groups += 1;
      const isMap = element["logical"]?.["map"] !== void 0;
      open.push({
        id: groups,
        path,
        isMap,
        isBegun: false,
        left: count(element, "children"),
        repeats: repeats2,
        defined,
        entries,
        leaves: 0
      });
      continue;
    }
    const type = count(element, "type");
    if (type > LAST_TYPE) throw refuse("has a column of a type that does not exist", String(type));
    const shared = open.slice(1);
    for (const group of shared) group.leaves += 1;
    const typeBytes = type === FIXED ? count(element, "typeBytes") : 0;
    const isText = type === BYTE_ARRAY && isTextual(element);
    leaves.push({
      path,
      type,
      typeBytes,
      isText,
      mostRepeats: repeats2,
      mostDefined: defined,
      entries,
      groups: shared
    });
  }
  if (open.some(({ left }) => left > 0)) throw refuse("has a schema that ends before its groups do");
  if (new Set(leaves.map(({ path }) => path)).size < leaves.length)
    throw refuse("has two columns of one name");
  return leaves.map((leaf) => ({ ...leaf, groups: sharedBy(leaf.groups) }));
}
function nameOf({ name }, refuse) {
  const bytes = Buffer.from(typeof name === "string" ? name : "", "latin1");
  if (!isUtf8(bytes)) throw refuse("has a column whose name is no UTF-8");
  return bytes.subarray(0, MOST_NAME_BYTES).toString("utf8");
}
var sharedBy = (groups) => groups.filter(({ leaves }) => leaves > 1).map(({ id, repeats: repeats2, defined }) => ({ id, repeats: repeats2, defined }));
function isTextual({ converted, logical }) {
  const { text, json } = logical ?? {};
  return TEXTS.includes(converted) || text !== void 0 || json !== void 0;
}
var countOf = (refuse) => (from, name) => {
  const value = from[name];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw refuse(`gives no proper ${name}`, value === void 0 ? "nothing" : String(value));
};

// src/verify/columnar/parquet-thrift.ts
var EMPTY = {};
var STATISTICS = {
  1: ["oldMost", "text"],
  2: ["oldLeast", "text"],
  3: ["nulls", "i64"],
  4: ["distinct", "i64"],
  5: ["most", "text"],
  6: ["least", "text"],
  7: ["isMostExact", "bool"],
  8: ["isLeastExact", "bool"]
};
var PAGE_HEADER = {
  1: ["type", "i32", "required"],
  2: ["uncompressedBytes", "i32", "required"],
  3: ["bytes", "i32", "required"],
  4: ["crc", "i32"],
  5: [
    "data",
    {
      struct: {
        1: ["values", "i32", "required"],
        2: ["encoding", "i32", "required"],
        3: ["levels", "i32", "required"],
        4: ["repeats", "i32", "required"],
        5: ["statistics", { struct: STATISTICS }]
      }
    }
  ],
  6: ["index", { struct: EMPTY }],
  7: [
    "dictionary",
    {
      struct: {
        1: ["values", "i32", "required"],
        2: ["encoding", "i32", "required"],
        3: ["isSorted", "bool"]
      }
    }
  ],
  8: [
    "data2",
    {
      struct: {
        1: ["values", "i32", "required"],
        2: ["nulls", "i32", "required"],
        3: ["rows", "i32", "required"],
        4: ["encoding", "i32", "required"],
        5: ["levelBytes", "i32", "required"],
        6: ["repeatBytes", "i32", "required"],
        7: ["isCompressed", "bool"],
        8: ["statistics", { struct: STATISTICS }]
      }
    }
  ]
};
var TIME_UNIT = {
  1: ["milliseconds", { struct: EMPTY }],
  2: ["microseconds", { struct: EMPTY }],
  3: ["nanoseconds", { struct: EMPTY }]
};
var TIME = { 1: ["isUtc", "bool", "required"], 2: ["unit", { struct: TIME_UNIT }, "required"] };
var LOGICAL_TYPE = {
  1: ["text", { struct: EMPTY }],
  2: ["map", { struct: EMPTY }],
  3: ["list", { struct: EMPTY }],
  4: ["enum", { struct: EMPTY }],
  5: ["decimal", { struct: { 1: ["scale", "i32", "required"], 2: ["precision", "i32", "required"] } }],
  6: ["date", { struct: EMPTY }],
  7: ["time", { struct: TIME }],
  8: ["timestamp", { struct: TIME }],
  10: ["integer", { struct: { 1: ["bits", "byte", "required"], 2: ["isSigned", "bool", "required"] } }],
  11: ["unknown", { struct: EMPTY }],
  12: ["json", { struct: EMPTY }],
  13: ["bson", { struct: EMPTY }],
  14: ["uuid", { struct: EMPTY }],
  15: ["float16", { struct: EMPTY }],
  16: ["variant", { struct: EMPTY }],
  17: ["geometry", { struct: EMPTY }],
  18: ["geography", { struct: EMPTY }]
};
var SCHEMA_ELEMENT = {
  1: ["type", "i32"],
  2: ["typeBytes", "i32"],
  3: ["repetition", "i32"],
  4: ["name", "bytes", "required"],
  5: ["children", "i32"],
  6: ["converted", "i32"],
  7: ["scale", "i32"],
  8: ["precision", "i32"],
  9: ["id", "i32"],
  10: ["logical", { struct: LOGICAL_TYPE }]
};
var KEY_VALUE = { 1: ["key", "text", "required"], 2: ["value", "bytes"] };
var COLUMN_METADATA = {
  1: ["type", "i32", "required"],
  2: ["encodings", { list: "i32" }, "required"],
  3: ["path", { list: "text" }, "required"],
  4: ["codec", "i32", "required"],
  5: ["values", "i64", "required"],
  6: ["uncompressedBytes", "i64", "required"],
  7: ["bytes", "i64", "required"],
  8: ["metadata", { list: { struct: KEY_VALUE } }],
  9: ["dataPageOffset", "i64", "required"],
  10: ["indexPageOffset", "i64"],
  11: ["dictionaryOffset", "i64"],
  12: ["statistics", { struct: STATISTICS }],
  13: [
    "encodingStatistics",
    {
      list: {
        struct: {
          1: ["type", "i32", "required"],
          2: ["encoding", "i32", "required"],
          3: ["count", "i32", "required"]
        }
      }
    }
  ],
  14: ["bloomOffset", "i64"],
  15: ["bloomBytes", "i32"],
  16: [
    "sizes",
    {
      struct: {
        1: ["textBytes", "i64"],
        2: ["repeatCounts", { list: "i64" }],
        3: ["levelCounts", { list: "i64" }]
      }
    }
  ]
};
var COLUMN_CHUNK = {
  1: ["file", "text"],
  2: ["fileOffset", "i64", "required"],
  3: ["meta", { struct: COLUMN_METADATA }],
  4: ["offsetIndexOffset", "i64"],
  5: ["offsetIndexBytes", "i32"],
  6: ["columnIndexOffset", "i64"],
  7: ["columnIndexBytes", "i32"],
  8: ["crypto", { struct: EMPTY }]
};
var ROW_GROUP = {
  1: ["columns", { list: { struct: COLUMN_CHUNK } }, "required"],
  2: ["uncompressedBytes", "i64", "required"],
  3: ["rows", "i64", "required"],
  4: [
    "sorting",
    {
      list: {
        struct: {
          1: ["column", "i32", "required"],
          2: ["isFalling", "bool", "required"],
          3: ["nullsFirst", "bool", "required"]
        }
      }
    }
  ],
  5: ["fileOffset", "i64"],
  6: ["bytes", "i64"],
  7: ["ordinal", "i16"]
};
var FILE_METADATA = {
  1: ["version", "i32", "required"],
  2: ["schema", { list: { struct: SCHEMA_ELEMENT } }, "required"],
  3: ["rows", "i64", "required"],
  4: ["rowGroups", { list: { struct: ROW_GROUP } }, "required"],
  5: ["metadata", { list: { struct: KEY_VALUE } }],
  6: ["createdBy", "text"],
  7: ["orders", { list: { struct: { 1: ["byType", { struct: EMPTY }] } } }],
  8: ["encryption", { struct: EMPTY }]
};
var OFFSET_INDEX = {
  1: [
    "pages",
    {
      list: {
        struct: {
          1: ["offset", "i64", "required"],
          2: ["bytes", "i32", "required"],
          3: ["row", "i64", "required"]
        }
      }
    },
    "required"
  ]
};
var COLUMN_INDEX = {
  1: ["nullPages", { list: "bool" }, "required"],
  2: ["least", { list: "text" }, "required"],
  3: ["most", { list: "text" }, "required"],
  4: ["order", "i32", "required"],
  5: ["nulls", { list: "i64" }]
};
var BLOOM_HEADER = { 1: ["bytes", "i32", "required"] };

// src/verify/columnar/parquet-footer.ts
var CODECS = ["none", "snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4-raw"];
function parseFooter(bytes, offset, budgets) {
  const thrift = new ThriftCompact(bytes, offset);
  const footer = thrift.struct(FILE_METADATA);
  if (footer["encryption"] !== void 0) throw encrypted(footer, offset);
  if (thrift.at !== bytes.length) {
    throw new Broken("L1", "parquet-footer", "the footer is longer than its content", {
      offset: offset + thrift.at,
      expected: `${thrift.at} bytes`,
      found: `${bytes.length} bytes`
    });
  }
  const reader = new FooterReader(offset, budgets);
  const doubts = [];
  const leaves = leavesOf(
    structs(footer, "schema"),
    (what, found) => reader.broken(what, found),
    (what) => doubts.push(what)
  );
  const orders = footer["orders"];
  if (orders !== void 0 && orders.length !== leaves.length)
    throw reader.broken("gives the order of another number of columns", String(orders.length));
  const extensions = [];
  for (const { key, value } of structs(footer, "metadata")) {
    const text = String(value ?? "");
    if (key === ARROW_SCHEMA) extensions.push(...readArrowSchema(text, budgets.objects, offset).extensions);
    else extensions.push({ column: String(key), type: void 0, description: Buffer.from(text, "latin1") });
  }
  const rows = reader.count(footer, "rows");
  const groups = structs(footer, "rowGroups");
  const chunks = groups.flatMap((group, i) => reader.chunksOf(group, i, leaves));
  const sum = groups.reduce((total, group) => total + reader.count(group, "rows"), 0);
  if (sum !== rows) {
    throw new Broken("L2", "row-count", "the row groups do not have as many rows as the file", {
      offset,
      expected: String(rows),
      found: String(sum)
    });
  }
  return {
    rows,
    rowGroups: groups.length,
    leaves,
    chunks,
    elsewhere: reader.elsewhere,
    doubts,
    extensions,
    createdBy: footer["createdBy"],
    metadataKeys: structs(footer, "metadata").map(({ key }) => String(key))
  };
}
var structs = (from, name) => from[name] ?? [];
var MOST_NAMED = 3;
function encrypted(footer, offset) {
  const columns = structs(footer, "rowGroups").flatMap((group) => structs(group, "columns"));
  const names = columns.filter((column) => column["crypto"] !== void 0).map((column) => column["meta"]?.["path"]).map((path) => Array.isArray(path) ? quoted(path.join(".")) : "one without a name");
  const known = [...new Set(names)];
  const more = known.length > MOST_NAMED ? ` and ${known.length - MOST_NAMED} more` : "";
  const which = known.length === 0 ? "" : `: ${known.slice(0, MOST_NAMED).join(", ")}${more}`;
  const what = `has encrypted columns, which only their keys open${which}`;
  return new Unsettled("L1", "encrypted", what, { offset });
}
var FooterReader = class {
  #footer;
  #mostChunks;
  #chunks = 0;
  elsewhere = 0;
  constructor(footerOffset, budgets) {
    this.#footer = footerOffset;
    this.#mostChunks = budgets.objects;
  }
  count = countOf((what, found) => this.broken(what, found));
  chunksOf(group, rowGroup, leaves) {
    const columns = structs(group, "columns");
    const rows = this.count(group, "rows");
    this.#chunks += columns.length;
    if (this.#chunks > this.#mostChunks)
      throw overBudget("objects", this.#mostChunks, this.#chunks, this.#footer);
    if (columns.length !== leaves.length) {
      throw this.broken("has a row group without a chunk for each column", `${columns.length} chunks`);
    }
    return columns.flatMap((column, i) => this.#chunk(column, leaves[i], rowGroup, rows) ?? []);
  }
  #chunk(column, leaf, rowGroup, rows) {
    if (column["crypto"] !== void 0)
      throw new Unsettled("L1", "encrypted", `column ${quoted(leaf.path)} is encrypted`, {
        offset: this.#footer
      });
    if (column["file"] !== void 0 && column["file"] !== "") {
      this.elsewhere += 1;
      return void 0;
    }
    const meta = column["meta"];
    if (meta === void 0) throw this.broken(`says nothing of column ${quoted(leaf.path)}`);
    const path = (meta["path"] ?? []).join(".");
    if (path !== leaf.path || meta["type"] !== leaf.type)
      throw this.broken("has a chunk that is not of the column the schema names", JSON.stringify(path));
    this.#mustCount(meta["sizes"], leaf);
    const codec = this.count(meta, "codec");
    if (codec >= CODECS.length) throw this.broken("names a codec that does not exist", String(codec));
    const dataPage = this.count(meta, "dataPageOffset") || void 0;
    const dictionary = this.#maybe(meta, "dictionaryOffset") || void 0;
    const from = Math.min(dataPage ?? Infinity, dictionary ?? Infinity);
    const bytes = this.count(meta, "bytes");
    if (from === Infinity && bytes > 0) throw this.broken("does not say where a chunk begins");
    const copy = this.#maybe(column, "fileOffset");
    const values = this.count(meta, "values");
    if (leaf.mostRepeats === 0 && values !== rows) {
      throw this.broken(`column ${quoted(leaf.path)} has another number of values than rows`);
    }
    return {
      leaf,
      rowGroup,
      from: from === Infinity ? 0 : from,
      bytes,
      values,
      rows,
      codec,
      dataPageOffset: dataPage,
      uncompressedBytes: this.count(meta, "uncompressedBytes"),
      dictionaryOffset: dictionary,
      // Polars counts from the data page also where a dictionary comes first (2.1.0, 2026-11-26).
      copyOffset: copy === from + bytes || copy === (dataPage ?? from) + bytes ? from + bytes : void 0,
      offsetIndex: this.#extent(column, "offsetIndexOffset", "offsetIndexBytes"),
      columnIndex: this.#extent(column, "columnIndexOffset", "columnIndexBytes"),
      bloomOffset: this.#maybe(meta, "bloomOffset"),
      bloomBytes: this.#maybe(meta, "bloomBytes")
    };
  }
  /** How often each level occurs, where the writer counted. */
  #mustCount(sizes, { path, mostRepeats, mostDefined }) {
    for (const [name, most] of [
      ["repeatCounts", mostRepeats],
      ["levelCounts", mostDefined]
    ]) {
      const counts = sizes?.[name] ?? [];
      if (counts.length > 0 && counts.length !== most + 1)
        throw this.broken(`counts other levels of column ${quoted(path)} than it has`, String(counts.length));
    }
  }
  #maybe(from, name) {
    return from[name] === void 0 ? void 0 : this.count(from, name);
  }
  #extent(column, offset, bytes) {
    if (column[offset] === void 0 && column[bytes] === void 0) return void 0;
    return { from: this.count(column, offset), bytes: this.count(column, bytes) };
  }
  broken(what, found) {
    return new Broken("L2", "parquet-footer", `the footer ${what}`, {
      offset: this.#footer,
      ...found === void 0 ? {} : { found }
    });
  }
};

// src/verify/columnar/parquet-codec.ts
var UNPACK = {
  none: (packed) => packed,
  snappy(packed, bytes, offset) {
    const { value } = snappyLength(packed, offset);
    return value === bytes ? unsnappy(packed, offset) : new Uint8Array(0);
  },
  // With gzip's header or zlib's: readers take both.
  gzip: (packed, bytes, offset) => zlibs(offset, () => unzipSync(packed, { maxOutputLength: Math.max(1, bytes) })),
  lzo: void 0,
  brotli: (packed, bytes, offset) => zlibs(offset, () => brotliDecompressSync(packed, { maxOutputLength: Math.max(1, bytes) })),
  lz4: (packed, bytes, offset) => hadoopLz4(packed, bytes) ?? rawLz4(packed, bytes, offset),
  zstd: (packed, bytes, offset) => zstdDecompress(packed, Math.max(1, bytes), offset),
  "lz4-raw": rawLz4
};
var canUnpack = (codec) => UNPACK[CODECS[codec] ?? "lzo"] !== void 0;
function unpackPage(codec, packed, bytes, offset) {
  const unpack = UNPACK[CODECS[codec] ?? "lzo"];
  if (unpack === void 0) throw new Error(`no codec ${codec}`);
  const unpacked = bytes === 0 && packed.length === 0 ? packed : unpack(packed, bytes, offset);
  if (unpacked.length === bytes) return unpacked;
  throw new Broken("L1", "parquet-values", "a page does not unpack to the size that its header says", {
    offset,
    expected: `${bytes} bytes`
  });
}
function zlibs(offset, work) {
  try {
    return work();
  } catch (error) {
    throw new Broken("L1", "parquet-values", `a page cannot be unpacked: ${error.message}`, {
      offset
    });
  }
}
function rawLz4(packed, bytes, offset) {
  const out = new Uint8Array(bytes);
  return out.subarray(0, lz4Block(packed, out, 0, offset));
}
function hadoopLz4(packed, bytes) {
  const view2 = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const out = new Uint8Array(bytes);
  let [at, to] = [0, 0];
  while (packed.length - at >= 8) {
    const end = to + view2.getUint32(at);
    at += 4;
    if (end > bytes) return void 0;
    do {
      const size = packed.length - at < 4 ? Number.NaN : view2.getUint32(at);
      at += 4;
      if (!(size <= packed.length - at)) return void 0;
      const reached = blockEnd(packed.subarray(at, at + size), out.subarray(0, end), to);
      if (reached === void 0) return void 0;
      to = reached;
      at += size;
    } while (to < end);
  }
  return at === packed.length && to === bytes ? out : void 0;
}
function blockEnd(packed, out, from) {
  try {
    return lz4Block(packed, out, from, 0);
  } catch (error) {
    if (error instanceof Broken) return void 0;
    throw error;
  }
}

// src/verify/columnar/structure-region.ts
var StructureRegion = class {
  offset;
  length;
  #judge;
  #bytes;
  constructor(offset, length, judge) {
    this.offset = offset;
    this.length = length;
    this.#judge = judge;
  }
  feed(piece, fileOffset) {
    this.#bytes ??= new Uint8Array(this.length);
    this.#bytes.set(piece, fileOffset - this.offset);
  }
  end() {
    this.#judge(this.#bytes ?? new Uint8Array(0));
    this.#bytes = void 0;
  }
};
var zeros = (offset, length, odd) => {
  let found = false;
  return {
    offset,
    length,
    feed(piece, fileOffset) {
      const at = found ? -1 : piece.findIndex((byte) => byte !== 0);
      if (at < 0) return;
      found = true;
      odd(fileOffset + at);
    },
    end: () => {
    }
  };
};

// src/verify/columnar/parquet-gaps.ts
var MOST_METADATA_BYTES = 1024 ** 2;
var MOST_HEADER_BYTES = 100;
var DICTIONARY = 2;
function gapRegion(subject, chunks, from, to) {
  const bytes = to - from;
  const padding = () => subject.findings.degraded("L1", "parquet-gap", "has bytes between its columns that nothing points at", {
    offset: from,
    found: `${bytes} bytes`
  });
  const isTold = chunks.some(({ copyOffset }) => copyOffset === from);
  const before = chunks.find((chunk) => chunk.bytes > 0 && chunk.from + chunk.bytes === from);
  if ((isTold || before !== void 0) && bytes <= MOST_METADATA_BYTES)
    return new StructureRegion(from, bytes, (content) => {
      const at = content.findIndex((byte) => byte !== 0);
      if (at < 0) padding();
      else if (isTold) wholeStructure(content, from);
      else if (before === void 0 || !repeats(content, before)) throw strayContent(from + at);
    });
  padding();
  return zeros(from, bytes, (offset) => {
    throw strayContent(offset);
  });
}
var strayContent = (offset) => new Broken("L1", "parquet-gap", "has content between its columns that nothing points at", { offset });
function wholeStructure(content, from) {
  const thrift = new ThriftCompact(content, from);
  thrift.struct({});
  if (thrift.at !== content.length)
    throw new Broken("L2", "parquet-index", "an index is longer than its content", {
      offset: from + thrift.at
    });
}
function repeats(content, chunk) {
  const thrift = new ThriftCompact(content, 0);
  let meta;
  try {
    meta = thrift.struct(COLUMN_METADATA);
  } catch (error) {
    if (error instanceof Broken) return false;
    throw error;
  }
  return thrift.at === content.length && (meta["path"] ?? []).join(".") === chunk.leaf.path && meta["type"] === chunk.leaf.type && meta["codec"] === chunk.codec && meta["values"] === chunk.values && meta["bytes"] === chunk.bytes && meta["uncompressedBytes"] === chunk.uncompressedBytes && meta["dataPageOffset"] === (chunk.dataPageOffset ?? 0);
}
async function withDictionaryHeader(subject, chunk, next) {
  const missing = next - chunk.from - chunk.bytes;
  if (missing <= 0 || missing > MOST_HEADER_BYTES || chunk.bytes < missing) return chunk;
  const thrift = new ThriftCompact(await subject.reader.read(chunk.from, missing), chunk.from);
  try {
    if (thrift.struct(PAGE_HEADER)["type"] !== DICTIONARY || thrift.at !== missing) return chunk;
  } catch (error) {
    if (error instanceof Broken) return chunk;
    throw error;
  }
  const what = `column ${quoted(chunk.leaf.path)} is said to be shorter than its pages by the header of its dictionary, as parquet-mr before 1.2.9 wrote it`;
  subject.findings.degraded("L2", "parquet-sizes", what, {
    offset: chunk.from,
    expected: `${chunk.bytes} bytes`,
    found: `${chunk.bytes + missing} bytes`
  });
  return { ...chunk, bytes: chunk.bytes + missing };
}

// src/verify/columnar/rle-hybrid.ts
var broken = (what, offset) => new Broken("L2", "parquet-values", `a run of values ${what}`, { offset });
function readHybrid(bytes, from, width, count, offset, take) {
  const valueBytes = Math.ceil(width / 8);
  let at = from;
  for (let left = count; left > 0; ) {
    const head = readVarint(bytes, at);
    if (head === void 0) throw broken("has no length", offset);
    at = head.end;
    const runs = Math.floor(head.value / 2);
    if (runs === 0) throw broken("has no values", offset);
    if (head.value % 2 === 0) {
      if (valueBytes > bytes.length - at) throw broken("ends before its value", offset);
      let value = 0;
      for (let i = 0; i < valueBytes; i += 1) value += bytes[at + i] * 2 ** (8 * i);
      at += valueBytes;
      take?.(value, Math.min(runs, left));
      left -= Math.min(runs, left);
      continue;
    }
    const values = Math.min(8 * runs, left);
    const least = Math.max((runs - 1) * width + 1, Math.ceil(values * width / 8));
    if (width > 0 && least > bytes.length - at) throw broken("ends before its last value", offset);
    if (take !== void 0) unpackBits(bytes, at, width, values, take);
    at = Math.min(at + runs * width, bytes.length);
    left -= values;
  }
  return at;
}
function unpackBits(bytes, from, width, count, take) {
  if (width === 0) {
    take(0, count);
    return;
  }
  if (width <= FAST_BITS) {
    unpackFast(bytes, from, width, count, take);
    return;
  }
  const modulus = 2 ** width;
  let held = 0;
  let bits = 0;
  let at = from;
  for (let i = 0; i < count; i += 1) {
    while (bits < width) {
      held += bytes[at] * 2 ** bits;
      at += 1;
      bits += 8;
    }
    const value = held % modulus;
    take(value, 1);
    held = (held - value) / modulus;
    bits -= width;
  }
}
var FAST_BITS = 24;
function unpackFast(bytes, from, width, count, take) {
  const mask = 2 ** width - 1;
  let held = 0;
  let bits = 0;
  let at = from;
  for (let i = 0; i < count; i += 1) {
    while (bits < width) {
      held |= bytes[at] << bits;
      at += 1;
      bits += 8;
    }
    take(held & mask, 1);
    held >>>= width;
    bits -= width;
  }
}
var bitsFor = (most) => most === 0 ? 0 : 32 - Math.clz32(most);

// src/verify/columnar/parquet-levels.ts
var LevelReader = class {
  /** By the id of a group: how its entries are laid out, the same for all columns below it. */
  layouts;
  #leaf;
  #begun = false;
  /** The level of definition of the last value. */
  #before = 0;
  constructor(leaf) {
    this.#leaf = leaf;
    this.layouts = new Map(leaf.groups.map(({ id }) => [id, new Layout()]));
  }
  read(places) {
    const { mostRepeats, mostDefined } = this.#leaf;
    const { count, offset } = places;
    if (count === 0) return { rows: 0, values: 0 };
    if (mostRepeats === 0 && this.layouts.size === 0) {
      this.#begun = true;
      let values = mostDefined === 0 ? count : 0;
      if (mostDefined > 0)
        this.#walk(places.defined, mostDefined, places, (level, times) => {
          if (level === mostDefined) values += times;
        });
      return { rows: count, values };
    }
    return this.#nested(
      this.#levels(places.repeats, mostRepeats, places),
      this.#levels(places.defined, mostDefined, places),
      offset
    );
  }
  #nested(repeats2, defined, offset) {
    const { mostDefined, entries, groups } = this.#leaf;
    if (!this.#begun && repeats2[0] !== 0) throw this.#broken("begin in the middle of a row", offset);
    this.#begun = true;
    let [rows, values] = [0, 0];
    for (let i = 0; i < repeats2.length; i += 1) {
      const [repeat, level] = [repeats2[i], defined[i]];
      if (repeat === 0) rows += 1;
      else if (Math.min(level, this.#before) < entries[repeat - 1])
        throw this.#broken("go on with a list that is left out or empty", offset);
      if (level === mostDefined) values += 1;
      this.#before = level;
    }
    for (const group of groups) {
      const layout = this.layouts.get(group.id);
      for (let i = 0; i < repeats2.length; i += 1) {
        const repeat = repeats2[i];
        if (repeat <= group.repeats) layout.add(repeat, Math.min(defined[i], group.defined));
      }
    }
    return { rows, values };
  }
  #levels(place, most, places) {
    const levels = new Uint8Array(places.count);
    let at = 0;
    if (most > 0)
      this.#walk(place, most, places, (level, times) => {
        levels.fill(level, at, at + times);
        at += times;
      });
    return levels;
  }
  #walk({ bytes, isPacked }, most, { count, offset }, take) {
    const width = bitsFor(most);
    const check = (level, times) => {
      if (level > most) throw this.#broken("are higher than its schema has them", offset);
      take(level, times);
    };
    if (!isPacked) readHybrid(bytes, 0, width, count, offset, check);
    else if (Math.ceil(count * width / 8) > bytes.length)
      throw this.#broken("end before the last value", offset);
    else unpackBits(turned(bytes), 0, width, count, (level) => check(turnedBits(level, width), 1));
  }
  #broken(what, offset) {
    return new Broken("L2", "parquet-values", `levels of column ${JSON.stringify(this.#leaf.path)} ${what}`, {
      offset
    });
  }
};
var turned = (bytes) => bytes.map((byte) => turnedBits(byte, 8));
function turnedBits(value, width) {
  let out = 0;
  for (let bit = 0; bit < width; bit += 1) out = out * 2 + (value >>> bit & 1);
  return out;
}
var Layout = class {
  #count = 0;
  #low = 0;
  #high = 0;
  add(repeat, defined) {
    this.#count += 1;
    const entry = 256 * repeat + defined + 1;
    this.#low = Math.imul(this.#low ^ entry, 16777619);
    this.#high = Math.imul(this.#high, 31) + entry | 0;
  }
  get told() {
    return `${this.#count}:${this.#low}:${this.#high}`;
  }
};

// src/verify/columnar/parquet-values.ts
import { isUtf8 as isUtf82 } from "node:buffer";

// src/verify/columnar/parquet-deltas.ts
var MOST_BITS = 64;
var MOST_WANTED_BITS = 32;
var broken2 = (what, offset) => new Broken("L2", "parquet-values", `numbers as differences ${what}`, { offset });
var unsafeDelta = (offset) => broken2("give a length below nothing", offset);
function readDeltas(bytes, from, wish) {
  const { count, offset, into } = wish;
  let at = from;
  const number = () => {
    const read = readVarint(bytes, at);
    if (read === void 0) throw broken2("end inside a number", offset);
    at = read.end;
    return read.value;
  };
  const signed = () => {
    const end = varintEnd(bytes, at);
    if (end === void 0) throw broken2("end inside a number", offset);
    const raw = readVarint(bytes, at);
    at = end;
    if (raw === void 0) return 0;
    return raw.value % 2 === 0 ? raw.value / 2 : -(raw.value + 1) / 2;
  };
  const [block, parts, total] = [number(), number(), number()];
  if (block === 0 || block % 128 !== 0 || parts === 0 || block % parts !== 0 || block / parts % 32 !== 0)
    throw broken2("come in blocks that cannot be divided", offset);
  if (total !== count) {
    const extra = { offset, expected: String(count), found: String(total) };
    throw new Broken(
      "L2",
      "parquet-values",
      "numbers as differences are not as many as their page holds",
      extra
    );
  }
  let last = signed();
  let done = 0;
  const put = (value) => {
    if (into !== void 0 && done < count) into[done] = value;
    done += 1;
  };
  put(last);
  const part = block / parts;
  for (let left = count - 1; left > 0; ) {
    const least = signed();
    const widths = at;
    if (parts > bytes.length - at) throw broken2("end inside a block", offset);
    at += parts;
    for (let i = 0; i < parts && left > 0; i += 1) {
      const width = bytes[widths + i];
      if (width > (into === void 0 ? MOST_BITS : MOST_WANTED_BITS))
        throw broken2("have a width beyond their type", offset);
      const size = part * width / 8;
      if (size > bytes.length - at) throw broken2("end inside a block", offset);
      const taken = Math.min(part, left);
      if (into !== void 0)
        unpackBits(bytes, at, width, taken, (value, times) => {
          for (let n = 0; n < times; n += 1) {
            last = last + least + value | 0;
            put(last);
          }
        });
      at += size;
      left -= taken;
    }
  }
  return { end: at };
}
var MOST_BYTES = 10;
function varintEnd(bytes, from) {
  for (let at = from; at < from + MOST_BYTES && at < bytes.length; at += 1)
    if (bytes[at] < 128) return at + 1;
  return void 0;
}

// src/verify/columnar/parquet-values.ts
var [
  PLAIN,
  PLAIN_DICTIONARY,
  RLE,
  BIT_PACKED,
  DELTAS,
  DELTA_LENGTHS,
  DELTA_TEXTS,
  DICTIONARY2,
  SPLIT
] = [0, 2, 3, 4, 5, 6, 7, 8, 9];
var MOST_WHOLE_BYTES = 512 * 1024 ** 2;
function readValues(leaf, { bytes, encoding, count, dictionary, offset }) {
  const reader = new ValueReader(leaf, bytes, offset);
  if (count === 0) return encoding === DELTAS && bytes.length > 0 ? reader.deltas(0) : bytes.length;
  if (encoding === PLAIN) return reader.plain(count);
  if (encoding === PLAIN_DICTIONARY || encoding === DICTIONARY2) return reader.indices(count, dictionary);
  if (encoding === RLE && leaf.type === BOOLEAN) return reader.truths(count);
  if (encoding === DELTAS && (leaf.type === INT32 || leaf.type === INT64)) return reader.deltas(count);
  if (encoding === DELTA_LENGTHS && leaf.type === BYTE_ARRAY) return reader.deltaLengths(count);
  if (encoding === DELTA_TEXTS && (leaf.type === BYTE_ARRAY || leaf.type === FIXED))
    return reader.deltaTexts(count);
  if (encoding === SPLIT && leaf.type !== BOOLEAN && leaf.type !== BYTE_ARRAY) return reader.plain(count);
  throw new Unsettled("L2", "parquet-encoding", "has values in an encoding that its type does not have", {
    offset,
    found: String(encoding)
  });
}
var ValueReader = class {
  #leaf;
  #bytes;
  #offset;
  constructor(leaf, bytes, offset) {
    this.#leaf = leaf;
    this.#bytes = bytes;
    this.#offset = offset;
  }
  plain(count) {
    const { type, typeBytes } = this.#leaf;
    if (type === BYTE_ARRAY) return this.#plainTexts(count);
    const bytes = type === BOOLEAN ? Math.ceil(count / 8) : count * widthOf(type, typeBytes);
    if (bytes > this.#bytes.length) throw this.#broken("end before the last of them");
    return bytes;
  }
  indices(count, dictionary) {
    if (dictionary === void 0) throw this.#broken("point into a dictionary that is not there");
    const width = this.#bytes[0] ?? 0;
    if (width > 32) throw this.#broken("have indices of more than 32 bits");
    if (width === 0 && this.#bytes.length <= 1 && dictionary > 0) return this.#bytes.length;
    const most = dictionary - 1;
    const take = (index) => {
      if (index > most) throw this.#broken("point outside their dictionary", `${index} of ${dictionary}`);
    };
    return readHybrid(this.#bytes, 1, width, count, this.#offset, take);
  }
  truths(count) {
    const length = this.#bytes.length < 4 ? Number.NaN : view(this.#bytes).getUint32(0, true);
    if (!(length <= this.#bytes.length - 4)) throw this.#broken("end before the last of them");
    readHybrid(this.#bytes.subarray(0, 4 + length), 4, 1, count, this.#offset, (value) => {
      if (value > 1) throw this.#broken("are truth values that are neither");
    });
    return 4 + length;
  }
  deltas(count) {
    return readDeltas(this.#bytes, 0, { count, offset: this.#offset }).end;
  }
  deltaLengths(count) {
    return this.#joined(this.#lengths(0, count));
  }
  /** Each begins with so many bytes of the one before. */
  deltaTexts(count) {
    const prefixes = this.#lengths(0, count);
    const suffixes = this.#lengths(prefixes.end, count);
    const bytes = this.#bytes;
    const { typeBytes, type, isText } = this.#leaf;
    let at = suffixes.end;
    let before = new Uint8Array(0);
    let whole = 0;
    for (let i = 0; i < count; i += 1) {
      const [shared, own] = [prefixes.values[i], suffixes.values[i]];
      if (shared > before.length) throw this.#broken("repeat more than the one before has");
      if (own > bytes.length - at) throw this.#broken("end before the last of them");
      if (type === FIXED && shared + own !== typeBytes) throw this.#broken("are not as long as their type");
      whole += shared + own;
      if (whole > MOST_WHOLE_BYTES) throw overBudget("wholeTextBytes", MOST_WHOLE_BYTES, whole, this.#offset);
      const next = new Uint8Array(shared + own);
      next.set(before.subarray(0, shared));
      next.set(bytes.subarray(at, at + own), shared);
      if (isText) this.#mustBeText(next, 0, next.length);
      before = next;
      at += own;
    }
    return at;
  }
  /** Texts without anything between them, behind their lengths. */
  #joined({ values, end }) {
    let at = end;
    for (const length of values) {
      if (length > this.#bytes.length - at) throw this.#broken("end before the last of them");
      if (this.#leaf.isText) this.#mustBeText(this.#bytes, at, at + length);
      at += length;
    }
    return at;
  }
  #lengths(from, count) {
    const values = new Int32Array(count);
    const { end } = readDeltas(this.#bytes, from, { count, offset: this.#offset, into: values });
    if (values.some((length) => length < 0)) throw unsafeDelta(this.#offset);
    return { values, end };
  }
  #plainTexts(count) {
    const bytes = this.#bytes;
    const { isText } = this.#leaf;
    let at = 0;
    for (let i = 0; i < count; i += 1) {
      if (bytes.length - at < 4) throw this.#broken("end before the last of them");
      const length = bytes[at] + bytes[at + 1] * 256 + bytes[at + 2] * 65536 + bytes[at + 3] * 16777216;
      at += 4;
      if (length > bytes.length - at)
        throw this.#broken("have one that is longer than what is left of its page");
      if (isText) this.#mustBeText(bytes, at, at + length);
      at += length;
    }
    return at;
  }
  #mustBeText(bytes, from, to) {
    let at = from;
    while (at < to && bytes[at] < 128) at += 1;
    if (at === to || isUtf82(bytes.subarray(at, to))) return;
    throw this.#broken("are texts, and one of them is not UTF-8");
  }
  #broken(what, found) {
    const column = JSON.stringify(this.#leaf.path);
    return new Broken("L2", "parquet-values", `values of column ${column} ${what}`, {
      offset: this.#offset,
      ...found === void 0 ? {} : { found }
    });
  }
};
function widthOf(type, typeBytes) {
  if (type === FIXED) return typeBytes;
  if (type === INT96) return 12;
  return type === INT64 || type === DOUBLE ? 8 : type === INT32 || type === FLOAT ? 4 : 0;
}
var view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

// src/verify/columnar/parquet-chunk-values.ts
var ChunkValues = class {
  levels;
  /** Of all pages so far: bytes behind their last value that are not zeros, as fastparquet leaves some (2026.9.0). */
  surplusBytes = 0;
  /** Pages whose header takes its values for rows. */
  miscounted = 0;
  #chunk;
  #dictionary;
  constructor(chunk) {
    this.#chunk = chunk;
    this.levels = new LevelReader(chunk.leaf);
  }
  /** @returns rows that begin in it; none of a dictionary */
  read(head, body) {
    if (head.kind === "dictionary") {
      this.#readDictionary(head, this.#unpacked(body, head.uncompressedBytes, head));
      return 0;
    }
    const { rows } = head.kind === "v1" ? this.#first(head, body) : this.#second(head, body);
    if (head.kind === "v2" && rows !== head.rows && this.#chunk.leaf.mostRepeats > 0 && head.rows === head.values)
      this.miscounted += 1;
    else if (head.kind === "v2" && rows !== head.rows)
      throw this.#broken("has a page of another number of rows than its header says", head, {
        expected: String(head.rows),
        found: String(rows)
      });
    return rows;
  }
  #readDictionary(head, bytes) {
    const { encoding, values, offset } = head;
    if (encoding !== PLAIN && encoding !== PLAIN_DICTIONARY)
      throw this.#broken("has a dictionary that is not plain", head, { found: String(encoding) });
    const what = { bytes, encoding: PLAIN, count: values, dictionary: void 0, offset };
    this.#judgeRest(bytes.subarray(readValues(this.#chunk.leaf, what)));
    this.#dictionary = values;
  }
  /** Levels and values are packed together, each kind of levels behind its length. */
  #first(head, body) {
    const bytes = this.#unpacked(body, head.uncompressedBytes, head);
    const { mostRepeats, mostDefined } = this.#chunk.leaf;
    let at = 0;
    const place = (most, encoding) => {
      if (most === 0) return { bytes: bytes.subarray(0, 0), isPacked: false };
      if (encoding !== RLE && encoding !== BIT_PACKED)
        throw this.#broken("has levels in an encoding of values", head, { found: String(encoding) });
      const isPacked = encoding === BIT_PACKED;
      const begin = isPacked ? at : at + 4;
      const length = isPacked ? Math.ceil(head.values * (32 - Math.clz32(most)) / 8) : begin > bytes.length ? Number.NaN : new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
      if (!(length <= bytes.length - begin))
        throw this.#broken("has levels that are longer than their page", head);
      at = begin + length;
      return { bytes: bytes.subarray(begin, at), isPacked };
    };
    const repeats2 = place(mostRepeats, head.repeatEncoding);
    const defined = place(mostDefined, head.levelEncoding);
    const sums = this.levels.read({ repeats: repeats2, defined, count: head.values, offset: head.offset });
    this.#readValues(head, bytes.subarray(at), sums);
    return sums;
  }
  #second(head, body) {
    const { repeatBytes, levelBytes, uncompressedBytes } = head;
    const levels = repeatBytes + levelBytes;
    if (levels > uncompressedBytes) throw this.#broken("has levels that are longer than their page", head);
    const part = (from, to) => ({ bytes: body.subarray(from, to), isPacked: false });
    const places = { repeats: part(0, repeatBytes), defined: part(repeatBytes, levels) };
    const sums = this.levels.read({ ...places, count: head.values, offset: head.offset });
    const packed = body.subarray(levels);
    const bytes = head.isCompressed ? this.#unpacked(packed, uncompressedBytes - levels, head) : packed;
    if (bytes.length !== uncompressedBytes - levels)
      throw this.#broken("has an uncompressed page of two sizes", head);
    this.#readValues(head, bytes, sums);
    return sums;
  }
  #readValues(head, bytes, { values }) {
    const { encoding, offset } = head;
    const what = { bytes, encoding, count: values, dictionary: this.#dictionary, offset };
    this.#judgeRest(bytes.subarray(readValues(this.#chunk.leaf, what)));
  }
  #unpacked(packed, bytes, { offset }) {
    const { codec } = this.#chunk;
    if (bytes === 0) return packed.subarray(0, 0);
    return unpackPage(codec, packed, bytes, offset);
  }
  #judgeRest(rest) {
    if (rest.some((byte) => byte !== 0)) this.surplusBytes += rest.length;
  }
  #broken(what, { offset }, extra = {}) {
    const column = JSON.stringify(this.#chunk.leaf.path);
    return new Broken("L2", "parquet-values", `column ${column} ${what}`, { offset, ...extra });
  }
};

// src/verify/columnar/parquet-pages.ts
var PARTS = ["data", "index", "dictionary", "data2"];
var [INDEX, DICTIONARY3, DATA2] = [1, 2, 3];
var LAST_ENCODING = 9;
var MOST_HEADER_BYTES2 = 16 * 1024 ** 2;
var PageWalk = class {
  offset;
  length;
  /** Of each data page, for the chunk's offset index. */
  dataPages = [];
  dataPageCount = 0;
  hasDictionary = false;
  /** Every page was walked; only then can an index be held against them. */
  isWhole = false;
  #chunk;
  #findings;
  #tally;
  #pending = new Uint8Array(0);
  #page;
  #crc = 0;
  #pages = 0;
  #values = 0;
  #rows = 0;
  #isRead;
  #uncompressed = 0;
  #content;
  constructor(chunk, findings, tally) {
    this.offset = chunk.from;
    this.length = chunk.bytes;
    this.#chunk = chunk;
    this.#findings = findings;
    this.#tally = tally;
    this.#content = new ChunkValues(chunk);
    this.#isRead = canUnpack(chunk.codec);
  }
  feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      at += this.#page === void 0 ? this.#header(rest, fileOffset + at) : this.#body(this.#page, rest);
    }
  }
  end() {
    this.#judgeSums();
    this.isWhole = true;
  }
  #judgeSums() {
    const { values, rows, leaf, uncompressedBytes, bytes, from } = this.#chunk;
    const end = from + bytes;
    if (this.#page !== void 0 || this.#pending.length > 0)
      throw this.#broken("L1", "ends in the middle of a page", end);
    if (this.#values !== values)
      throw this.#broken("L2", "has another number of values than its metadata says", from, {
        expected: String(values),
        found: String(this.#values)
      });
    if (this.#isRead && this.#pages > 0 && this.#rows !== rows && values > 0)
      throw this.#broken("L2", "has another number of rows than its row group", from, {
        expected: String(rows),
        found: String(this.#rows)
      });
    if (this.#isRead)
      for (const [id, { told }] of this.#content.levels.layouts)
        this.#tally.mustLayOutAlike(this.#chunk.rowGroup, id, told, leaf.path, from);
    const { surplusBytes, miscounted } = this.#content;
    if (miscounted > 0) {
      const what = `pages of column ${quoted(leaf.path)} say as many rows as they have values`;
      this.#findings.degraded("L2", "parquet-rows", what, { offset: from, found: `${miscounted} pages` });
    }
    if (surplusBytes > 0) {
      const what = `pages of column ${quoted(leaf.path)} go on behind their last value`;
      this.#findings.degraded("L2", "parquet-surplus", what, {
        offset: from,
        found: `${surplusBytes} bytes`
      });
    }
    if (this.#uncompressed !== uncompressedBytes) {
      const what = `column ${quoted(leaf.path)} does not expand to what its metadata says`;
      this.#findings.degraded("L2", "parquet-sizes", what, {
        offset: from,
        expected: `${uncompressedBytes} bytes`,
        found: `${this.#uncompressed} bytes`
      });
    }
  }
  /** @returns bytes taken */
  #header(piece, fileOffset) {
    const before = this.#pending.length;
    const from = fileOffset - before;
    const bytes = before === 0 ? piece : Buffer.concat([this.#pending, piece]);
    const thrift = new ThriftCompact(bytes, from);
    let header;
    try {
      header = thrift.struct(PAGE_HEADER);
    } catch (error) {
      if (!(error instanceof ThriftCut)) throw error;
      if (bytes.length > MOST_HEADER_BYTES2)
        throw overBudget("pageHeaderBytes", MOST_HEADER_BYTES2, bytes.length, from);
      this.#pending = bytes.slice();
      return piece.length;
    }
    this.#pending = new Uint8Array(0);
    this.#start(header, from, thrift.at);
    return thrift.at - before;
  }
  #start(header, from, headerBytes) {
    const count = (of, name) => {
      const value = of[name];
      if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
      throw this.#broken("L2", `has a page header without a proper ${name}`, from);
    };
    const type = count(header, "type");
    const bytes = count(header, "bytes");
    const uncompressed = count(header, "uncompressedBytes");
    const part = header[PARTS[type] ?? ""];
    if (part === void 0) throw this.#broken("L2", `has a page of type ${type} without its header`, from);
    const { from: begin, bytes: length, codec, dictionaryOffset, dataPageOffset } = this.#chunk;
    if (from + headerBytes + bytes > begin + length)
      throw this.#broken("L1", "has a page that is longer than the chunk", from, {
        found: `${bytes} bytes`
      });
    if (codec === 0 && bytes !== uncompressed)
      throw this.#broken("L2", "has an uncompressed page of two sizes", from);
    const isDictionary = type === DICTIONARY3;
    if (isDictionary && (this.#pages > 0 || (dictionaryOffset ?? from) !== from))
      throw this.#broken("L2", "has a dictionary where none belongs", from);
    this.hasDictionary ||= isDictionary;
    const isFirst = !isDictionary && this.#pages === (dictionaryOffset === void 0 ? 0 : 1);
    if (isFirst && from !== dataPageOffset)
      throw this.#broken("L2", "does not begin its data where its metadata says", from, {
        expected: String(dataPageOffset),
        found: String(from)
      });
    if (type !== INDEX) {
      this.#judgeEncoding(count(part, "encoding"), from);
      count(part, "values");
    }
    if (type === DATA2) {
      if (count(part, "levelBytes") + count(part, "repeatBytes") > bytes)
        throw this.#broken("L2", "has levels that are longer than their page", from);
      count(part, "rows");
    }
    const isData = type === 0 || type === DATA2;
    if (isData) {
      this.dataPageCount += 1;
      this.#values += count(part, "values");
      if (this.#chunk.offsetIndex !== void 0) this.dataPages.push({ from, headerBytes, bytes });
    }
    const crc = header["crc"];
    if (crc !== void 0 && !Number.isSafeInteger(crc))
      throw this.#broken("L2", "has a checksum that is none", from);
    this.#uncompressed += headerBytes + uncompressed;
    this.#pages += 1;
    this.#tally.pages += 1;
    if (crc === void 0) this.#tally.unguarded += 1;
    this.#crc = 0;
    const page = {
      from,
      bytes,
      left: bytes,
      crc,
      head: void 0,
      body: NOTHING
    };
    this.#page = page;
    if (type !== INDEX) {
      const head = headOf(type, part, { offset: from, uncompressedBytes: uncompressed });
      this.#isRead &&= this.#tally.allows(bytes, uncompressed, head.values);
      if (this.#isRead) page.head = head;
      else this.#tally.unread += 1;
    }
    if (bytes === 0) this.#endPage(page);
  }
  #judgeEncoding(encoding, offset) {
    if (encoding <= LAST_ENCODING && encoding !== 1) return;
    throw new Unsettled("L2", "parquet-encoding", "has values in an encoding that we do not know", {
      offset,
      found: String(encoding)
    });
  }
  #body(page, rest) {
    const taken = rest.subarray(0, page.left);
    if (page.head !== void 0) {
      if (taken.length === page.bytes) page.body = taken;
      else {
        if (page.body.length === 0) page.body = new Uint8Array(page.bytes);
        page.body.set(taken, page.bytes - page.left);
      }
    }
    if (page.crc !== void 0) this.#crc = crc32(taken, this.#crc);
    page.left -= taken.length;
    if (page.left === 0) this.#endPage(page);
    return taken.length;
  }
  #endPage({ from, crc, head, body }) {
    this.#page = void 0;
    if (crc !== void 0 && crc >>> 0 !== this.#crc) {
      const what = `a page of column ${quoted(this.#chunk.leaf.path)} is not what was written: its CRC-32 differs`;
      this.#findings.caught(sumDiffers(what, from, { stored: crc, found: this.#crc }));
      this.#isRead = false;
      return;
    }
    if (head !== void 0 && this.#isRead) this.#rows += this.#content.read(head, body);
  }
  #broken(level, what, offset, extra = {}) {
    const column = JSON.stringify(this.#chunk.leaf.path);
    return new Broken(level, "parquet-pages", `column ${column} ${what}`, { offset, ...extra });
  }
};
var NOTHING = new Uint8Array(0);
function headOf(type, part, known) {
  const number = (name) => part[name] ?? 0;
  return {
    ...known,
    kind: type === DICTIONARY3 ? "dictionary" : type === DATA2 ? "v2" : "v1",
    values: number("values"),
    encoding: number("encoding"),
    repeatEncoding: number("repeats"),
    levelEncoding: number("levels"),
    repeatBytes: number("repeatBytes"),
    levelBytes: number("levelBytes"),
    rows: number("rows"),
    isCompressed: part["isCompressed"] !== false
  };
}

// src/verify/columnar/parquet-layout.ts
var MOST_BLOOM_HEADER = 64;
async function parquetRegions(subject, footer, span, tally) {
  const regions = [];
  const chunks = await inFull(subject, footer, span);
  for (const chunk of chunks) {
    const walk = new PageWalk(chunk, subject.findings, tally);
    const { columnIndex, offsetIndex, bloomOffset } = chunk;
    regions.push(walk);
    if (columnIndex !== void 0)
      regions.push(
        structure(subject, columnIndex, COLUMN_INDEX, (index) => matchCount(index, walk, chunk, subject))
      );
    if (offsetIndex !== void 0)
      regions.push(
        structure(subject, offsetIndex, OFFSET_INDEX, (index) => matchPages(index, walk, chunk, subject))
      );
    if (bloomOffset !== void 0) regions.push(await bloomRegion(subject, chunk, bloomOffset));
  }
  const inOrder = regions.filter(({ length }) => length > 0).sort((a, b) => a.offset - b.offset);
  return [...filled(subject, inOrder, chunks, span)];
}
async function inFull(subject, footer, { to }) {
  if (footer.createdBy?.startsWith("parquet-mr") !== true) return footer.chunks;
  const starts = footer.chunks.flatMap(({ from, columnIndex, offsetIndex, bloomOffset }) => [
    from,
    columnIndex?.from ?? to,
    offsetIndex?.from ?? to,
    bloomOffset ?? to
  ]).sort((a, b) => a - b);
  const chunks = [];
  for (const chunk of footer.chunks) {
    const next = starts.find((start) => start > chunk.from) ?? to;
    chunks.push(await withDictionaryHeader(subject, chunk, next));
  }
  return chunks;
}
function* filled(subject, regions, chunks, { from, to }) {
  let at = from;
  for (const region of regions) {
    if (region.offset < at || region.offset + region.length > to) {
      throw new Broken("L2", "parquet-overlap", "what the footer points at overlaps or leaves the file", {
        offset: region.offset,
        expected: `between ${at} and ${to}`,
        found: `${region.length} bytes from ${region.offset}`
      });
    }
    if (region.offset > at) yield gapRegion(subject, chunks, at, region.offset);
    yield region;
    at = region.offset + region.length;
  }
  if (to > at) yield gapRegion(subject, chunks, at, to);
}
function structure({ budgets, sizeBytes }, { from, bytes }, shape, judge = () => {
}) {
  if (bytes > budgets.structureBytes && from + bytes <= sizeBytes)
    throw overBudget("structureBytes", budgets.structureBytes, bytes, from);
  return new StructureRegion(from, bytes, (content) => {
    const thrift = new ThriftCompact(content, from);
    const value = thrift.struct(shape);
    if (thrift.at !== bytes)
      throw new Broken("L2", "parquet-index", "an index is longer than its content", {
        offset: from + thrift.at
      });
    judge(value);
  });
}
function matchPages(index, walk, chunk, { findings }) {
  const listed = index["pages"] ?? [];
  const { dataPages } = walk;
  if (!walk.isWhole) return;
  const isListed = (bytesOf) => listed.length === dataPages.length && dataPages.every(
    (page, i) => listed[i]?.["offset"] === page.from && listed[i]?.["bytes"] === bytesOf(page)
  );
  const offset = chunk.offsetIndex?.from ?? 0;
  if (isListed(({ headerBytes, bytes }) => headerBytes + bytes)) return;
  if (isListed(({ bytes }) => bytes)) {
    const what = `the offset index of column ${quoted(chunk.leaf.path)} leaves the headers of pages out of their sizes, as early versions of parquet-go wrote it`;
    findings.degraded("L2", "parquet-index", what, { offset });
    return;
  }
  throw new Broken("L2", "parquet-index", "an offset index does not point at the pages of its column", {
    offset,
    found: `${listed.length} pages`,
    expected: `${dataPages.length} pages`
  });
}
function matchCount(index, walk, chunk, { findings }) {
  const listed = (index["nullPages"] ?? []).length;
  if (!walk.isWhole || listed === walk.dataPageCount) return;
  const offset = chunk.columnIndex?.from ?? 0;
  if (walk.hasDictionary && listed === walk.dataPageCount + 1) {
    const what = `the column index of column ${quoted(chunk.leaf.path)} counts its dictionary as a page of rows, as xitongsys/parquet-go does`;
    findings.degraded("L2", "parquet-index", what, { offset });
    return;
  }
  throw new Broken("L2", "parquet-index", "a column index is not of the pages of its column", {
    offset,
    found: `${listed} pages`,
    expected: `${walk.dataPageCount} pages`
  });
}
async function bloomRegion({ reader, sizeBytes }, chunk, from) {
  const declared = chunk.bloomBytes;
  const length = declared ?? await bloomLength(reader, from, sizeBytes);
  let head = new Uint8Array(0);
  return {
    offset: from,
    length,
    feed(piece) {
      if (head.length < MOST_BLOOM_HEADER)
        head = Buffer.concat([head, piece.subarray(0, MOST_BLOOM_HEADER - head.length)]);
    },
    end() {
      const found = lengthOf(head, from);
      if (found === length) return;
      throw new Broken("L2", "parquet-bloom", "a bloom filter is not as long as the footer says", {
        offset: from,
        expected: `${length} bytes`,
        found: `${found} bytes`
      });
    }
  };
}
var bloomLength = async (reader, from, sizeBytes) => lengthOf(await reader.read(from, Math.max(0, Math.min(MOST_BLOOM_HEADER, sizeBytes - from))), from);
function lengthOf(head, from) {
  const thrift = new ThriftCompact(head, from);
  const bytes = thrift.struct(BLOOM_HEADER)["bytes"];
  if (typeof bytes === "number" && Number.isSafeInteger(bytes) && bytes >= 0) return thrift.at + bytes;
  throw new Broken("L2", "parquet-bloom", "a bloom filter gives no length", { offset: from });
}

// src/verify/columnar/parquet-walk.ts
var PLAIN2 = new TextEncoder().encode("PAR1");
var ENCRYPTED = new TextEncoder().encode("PARE");
var MAGIC_BYTES = 4;
var TAIL_BYTES = 8;
async function openParquet(subject) {
  const { start, footer } = await readFooter(subject);
  enterFacts(subject, footer);
  judgeExtensions(subject, footer.extensions, start);
  const tally = new PageTally(subject);
  if (footer.chunks.some(({ codec }) => CODECS[codec] === "zstd")) await readyZstd();
  const regions = await parquetRegions(subject, footer, { from: MAGIC_BYTES, to: start }, tally);
  return {
    checksummed: false,
    reaches: "L2",
    regions: () => regions,
    finish(complete) {
      if (complete) settle(subject, footer, tally);
    }
  };
}
async function readFooter({
  reader,
  sizeBytes,
  head,
  budgets
}) {
  const magic = startsWith(head, ENCRYPTED) ? ENCRYPTED : PLAIN2;
  if (sizeBytes < MAGIC_BYTES + TAIL_BYTES) throw cut(sizeBytes, magic);
  const tail = await reader.read(sizeBytes - TAIL_BYTES, TAIL_BYTES);
  if (!startsWith(tail, magic, 4)) throw cut(sizeBytes, magic);
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getUint32(0, true);
  if (length > sizeBytes - MAGIC_BYTES - TAIL_BYTES) {
    throw new Broken("L1", "parquet-footer", "the footer is longer than the file", {
      offset: sizeBytes - TAIL_BYTES,
      expected: `at most ${sizeBytes - MAGIC_BYTES - TAIL_BYTES} bytes`,
      found: `${length} bytes`
    });
  }
  if (magic === ENCRYPTED) {
    const what = "has an encrypted footer, which only its key opens: neither columns nor rows can be read";
    throw new Unsettled("L1", "encrypted", what, { offset: sizeBytes - TAIL_BYTES - length });
  }
  if (length > budgets.structureBytes)
    throw overBudget("structureBytes", budgets.structureBytes, length, sizeBytes - TAIL_BYTES);
  const start = sizeBytes - TAIL_BYTES - length;
  return { start, footer: parseFooter(await reader.read(start, length), start, budgets) };
}
var cut = (sizeBytes, magic) => new Broken("L1", "cut-short", "does not end with the magic it begins with", {
  offset: Math.max(0, sizeBytes - MAGIC_BYTES),
  expected: Buffer.from(magic).toString("latin1")
});
function enterFacts({ keys, facts }, footer) {
  const { rows, rowGroups, leaves, chunks, createdBy, metadataKeys } = footer;
  facts.rows = rows;
  for (const { path } of leaves) keys.addValue(path, path.split(".", 1)[0] ?? path);
  for (const name of metadataKeys) keys.addValue(name, name);
  const codecs = [...new Set(chunks.map(({ codec }) => CODECS[codec] ?? ""))].sort().join(", ");
  facts.scalars = { rowGroups, columns: leaves.length };
  if (codecs !== "") facts.scalars["codecs"] = codecs;
  if (createdBy !== void 0) facts.scalars["createdBy"] = createdBy.slice(0, 200);
}
function settle(subject, footer, { pages, unguarded, unread }) {
  const { findings } = subject;
  for (const doubt of footer.doubts) findings.degraded("L2", "parquet-schema", doubt);
  if (footer.elsewhere > 0) {
    const what = "lists columns that lie in other files, which were not held against it";
    findings.degraded("L2", "parquet-elsewhere", what, { found: `${footer.elsewhere} column chunks` });
  }
  if (pages > 0 && unguarded < pages) {
    const what = "pages are under a CRC-32; the footer and the page headers are not";
    findings.note("L1", "page-checksums", what, { found: `${pages - unguarded} of ${pages} pages` });
  }
  if (footer.chunks.some(({ codec }) => !canUnpack(codec))) {
    const what = "has pages packed by LZO, which were walked but not read";
    findings.degraded("L2", "codec-not-read", what, { found: `${unread} of ${pages} pages` });
  } else if (unread > 0) {
    const what = "has pages that were walked but not read: they are larger, or more, than is read";
    findings.note("L2", "pages-not-read", what, { found: `${unread} of ${pages} pages` });
  }
  judgeRowCount(subject, footer.rows);
  valuesNotRead(subject);
}
export {
  openParquet
};
