import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ATTRIBUTE,
  FUNCTION,
  GRAPH,
  KnownMessage,
  MODEL,
  NODE,
  PAIR,
  SPARSE_TENSOR,
  SchemaWatch,
  TENSOR,
  TRAINING,
  VALUE_INFO
} from "./verifier.verify-archive-set-webdataset.shared.mjs";
import {
  DTYPES,
  ProtobufWalk,
  TensorBook,
  collectedText,
  mayNotBeNegative,
  quoted,
  startOfText,
  wholeFile
} from "./verifier.clock.shared.mjs";
import {
  Broken,
  ElementScan,
  Unsettled
} from "./verifier.evidence-level.shared.mjs";

// src/verify/onnx/pair.ts
var MOST_NAME_BYTES = 65536;
var PairReader = class extends KnownMessage {
  #take;
  #key = "";
  #value = "";
  constructor(watch, take) {
    super(PAIR, watch);
    this.#take = take;
  }
  onDelimited(field, length) {
    return startOfText(MOST_NAME_BYTES, length, (text) => {
      if (field === 1) this.#key = text;
      else this.#value = text;
    });
  }
  end() {
    this.#take(this.#key, this.#value);
  }
};

// src/verify/onnx/dtype.ts
var numbers = (dtype, typed) => ({ name: dtype.name, dtype, typed });
var packedInteger = (name, bits) => numbers({ ...DTYPES.u8, name, bits }, "int32_data");
var TYPES = {
  1: numbers(DTYPES.f32, "float_data"),
  2: numbers(DTYPES.u8, "int32_data"),
  3: numbers(DTYPES.i8, "int32_data"),
  4: numbers(DTYPES.u16, "int32_data"),
  5: numbers(DTYPES.i16, "int32_data"),
  6: numbers(DTYPES.i32, "int32_data"),
  7: numbers(DTYPES.i64, "int64_data"),
  8: { name: "string", typed: "string_data" },
  9: numbers(DTYPES.bool, "int32_data"),
  10: numbers(DTYPES.f16, "int32_data"),
  11: numbers(DTYPES.f64, "double_data"),
  12: numbers(DTYPES.u32, "uint64_data"),
  13: numbers(DTYPES.u64, "uint64_data"),
  14: numbers(DTYPES.c64, "float_data"),
  15: numbers(DTYPES.c128, "double_data"),
  16: numbers(DTYPES.bf16, "int32_data"),
  17: numbers(DTYPES.f8_e4m3, "int32_data"),
  18: numbers(DTYPES.f8_e4m3fnuz, "int32_data"),
  19: numbers(DTYPES.f8_e5m2, "int32_data"),
  20: numbers(DTYPES.f8_e5m2fnuz, "int32_data"),
  21: packedInteger("u4", 4),
  22: packedInteger("i4", 4),
  23: numbers(DTYPES.f4, "int32_data"),
  24: numbers(DTYPES.e8m0, "int32_data"),
  25: packedInteger("u2", 2),
  26: packedInteger("i2", 2),
  27: numbers(DTYPES.f6_e2m3, "int32_data"),
  28: numbers(DTYPES.f6_e3m2, "int32_data")
};
var onnxDtype = (id) => TYPES[id];
var storedBytes = ({ bits }, elements) => bits >= 8 ? elements * (bits / 8) : Math.ceil(elements * bits / 8);
var containerBytes = ({ bits }) => Math.max(1, bits / 8);
var unpackedBytes = (dtype, elements) => dtype.bits === 6 ? elements : storedBytes(dtype, elements);
function fitsInto(value, bytes, mayBeSigned) {
  const number = value.toSafeInteger();
  if (number === void 0) return false;
  const span = 2 ** (8 * bytes);
  return number < (mayBeSigned && bytes > 1 ? span / 2 : span) && number >= (mayBeSigned ? -span / 2 : 0);
}

// src/verify/onnx/tensor.ts
var MOST_DIMS = 64;
var BUFFER_BYTES = 4096;
var FIELD_OF = {
  4: "float_data",
  5: "int32_data",
  6: "string_data",
  7: "int64_data",
  9: "raw_data",
  10: "double_data",
  11: "uint64_data"
};
var TensorReader = class extends KnownMessage {
  #all;
  #place;
  #at;
  #dims = [];
  #entries = /* @__PURE__ */ new Map();
  #typeId = 0;
  #name = "";
  #external = false;
  #segmented = false;
  #carrier;
  #scan;
  #dataAt = 0;
  #fedBytes = 0;
  #mostBytes = 0;
  #strings = 0;
  #buffer = new Uint8Array(8);
  #pending;
  #pendingBytes = 0;
  constructor(all, place, at) {
    super(TENSOR, all.watch);
    this.#all = all;
    this.#place = place;
    this.#at = at;
  }
  onVarint(field, value, at) {
    if (field === 1) this.#addDim(value, at);
    else if (field === 2) this.#typeId = value.low32;
    else if (field === 14) this.#external = value.low32 === 1;
    else this.#number(field, value, at);
  }
  onFixed(field, bytes, at) {
    this.#begin(field, at);
    this.#feed(bytes);
  }
  onPacked(field, length, at) {
    if (field !== 4 && field !== 10) return void 0;
    const size = field === 4 ? 4 : 8;
    if (length % size !== 0)
      throw new Broken("L2", "protobuf-length", "a packed field ends inside a number", { offset: at });
    return this.#stretch(field, length, at);
  }
  onDelimited(field, length, at) {
    if (field === 3) this.#segmented = true;
    if (field === 6) return this.#string(length, at);
    if (field === 8) return collectedText(MOST_NAME_BYTES, length, at, (name) => this.#rename(name));
    if (field === 9) return this.#stretch(field, length, at);
    if (field === 13) return new PairReader(this.watch, (key, value) => this.#entry(key, value, at));
    return void 0;
  }
  end() {
    this.#flush();
    const { findings } = this.#all.subject;
    const type = onnxDtype(this.#typeId);
    const name = this.#fullName();
    const shown = quoted(name);
    this.#place.whenNamed?.(name);
    this.#all.count += 1;
    this.#all.subject.keys.addTensor(name, name);
    if (type === void 0) {
      const what = `${shown} is of an element type that we do not know`;
      const where = { offset: this.#at, found: String(this.#typeId) };
      if (this.#typeId === 0) findings.fail("L2", "dtype-missing", `${shown} has no element type`, where);
      else findings.inconclusive("L2", "dtype-unknown", what, where);
      return;
    }
    if (this.#segmented) {
      findings.inconclusive("L2", "tensor-segment", `${shown} is a segment of a tensor`, {
        offset: this.#at
      });
      return;
    }
    if (this.#external) this.#endExternal(name, type);
    else if (this.#holdsItsElements(shown, type)) this.#judge(name, type);
    this.#place.whenRead?.({ name, shape: this.#dims, dtype: type.name });
  }
  #addDim(value, at) {
    const size = value.toSafeInteger();
    if (size === void 0 || size < 0) {
      throw new Broken("L2", "shape-not-a-size", "a tensor has a size that cannot be", {
        offset: at,
        found: String(value.toSigned())
      });
    }
    if (this.#carrier !== void 0) throw this.#outOfOrder(at);
    if (this.#dims.length >= MOST_DIMS)
      throw new Broken("L2", "shape-rank", `a tensor has more than ${MOST_DIMS} dimensions`, { offset: at });
    this.#dims.push(size);
  }
  #rename(name) {
    this.#name = name;
  }
  #entry(key, value, at) {
    if (this.#entries.has(key) || this.#entries.size >= 64) {
      const what = `external_data has ${JSON.stringify(key.slice(0, 40))} twice`;
      throw new Broken("L2", "external-entry", what, { offset: at });
    }
    this.#entries.set(key, value);
  }
  get #elements() {
    const elements = this.#dims.reduce((product, size) => product * size, 1);
    if (Number.isSafeInteger(elements * 16)) return elements;
    throw new Broken("L2", "shape-overflow", "a tensor is larger than can be", {
      offset: this.#at,
      found: this.#dims.join(" x ").slice(0, 120)
    });
  }
  #begin(field, at) {
    const carrier = FIELD_OF[field];
    if (this.#carrier === carrier) return;
    if (this.#carrier !== void 0) {
      throw new Broken("L2", "tensor-carriers", "a tensor has its elements in two fields", {
        offset: at,
        expected: this.#carrier,
        found: `${carrier} too`
      });
    }
    const type = onnxDtype(this.#typeId);
    if (this.#typeId === 0) throw this.#outOfOrder(at);
    this.#carrier = carrier;
    this.#dataAt = at;
    const fits = type === void 0 || carrier === type.typed || carrier === "raw_data" && type.dtype !== void 0;
    if (!fits) {
      const what = `a tensor of ${type.name} has its elements in a field for other types`;
      throw new Broken("L2", "tensor-carrier", what, {
        offset: at,
        expected: type.dtype === void 0 ? type.typed : `raw_data or ${type.typed}`,
        found: String(carrier)
      });
    }
    if (type === void 0) return;
    this.#mostBytes = type.dtype === void 0 ? Number.MAX_SAFE_INTEGER : unpackedBytes(type.dtype, this.#elements);
    this.#scan = new ElementScan(type.dtype ?? BYTES, {
      ...this.#all.subject.scanning,
      littleEndian: true,
      // The name may come after the numbers; what was counted in vain is thrown away.
      countNegative: true,
      mostBytes: this.#mostBytes,
      firstBytes: this.#dims.every((size) => size === 1)
    });
  }
  #outOfOrder(at) {
    const what = "a tensor has its elements before its type or shape, which protobuf allows and no writer does";
    return new Unsettled("L2", "tensor-field-order", what, { offset: at });
  }
  #stretch(field, length, at) {
    if (length === 0) return void 0;
    if (field === 9 && this.#carrier === "raw_data") return void 0;
    this.#begin(field, at);
    return { bytes: (piece) => this.#feed(piece) };
  }
  #string(length, at) {
    this.#begin(6, at);
    this.#strings += 1;
    const prefix = [];
    for (let rest = length; ; rest >>>= 7) {
      prefix.push(rest > 127 ? rest & 127 | 128 : rest);
      if (rest <= 127) break;
    }
    this.#feed(Uint8Array.from(prefix));
    return { bytes: (piece) => this.#feed(piece) };
  }
  /** One number of `int32_data`, `int64_data` or `uint64_data`. */
  #number(field, value, at) {
    this.#begin(field, at);
    const dtype = onnxDtype(this.#typeId)?.dtype;
    if (dtype === void 0) return;
    const size = containerBytes(dtype);
    const mayBeSigned = dtype.name.startsWith("i");
    if (size < 8 && !fitsInto(value, size, mayBeSigned)) {
      throw new Broken("L2", "number-too-large", `a number does not fit into ${dtype.name}`, {
        offset: at,
        found: String(value.toSigned())
      });
    }
    const view = new DataView(this.#buffer.buffer);
    view.setUint32(0, value.low32, true);
    view.setUint32(4, value.high32, true);
    this.#collect(this.#buffer.subarray(0, size));
  }
  /** A scan wants more than a byte at a time. */
  #collect(bytes) {
    this.#pending ??= new Uint8Array(BUFFER_BYTES);
    if (this.#pendingBytes + bytes.length > BUFFER_BYTES) this.#flush();
    this.#pending.set(bytes, this.#pendingBytes);
    this.#pendingBytes += bytes.length;
  }
  #flush() {
    if (this.#pending === void 0 || this.#pendingBytes === 0) return;
    this.#feed(this.#pending.subarray(0, this.#pendingBytes));
    this.#pendingBytes = 0;
  }
  #feed(bytes) {
    this.#scan?.feed(bytes.subarray(0, Math.max(0, this.#mostBytes - this.#fedBytes)));
    this.#fedBytes += bytes.length;
  }
  #fullName() {
    return this.#place.prefix + (this.#place.name ?? this.#name);
  }
  #holdsItsElements(shown, { dtype }) {
    const { findings } = this.#all.subject;
    const elements = this.#elements;
    if (this.#carrier === void 0 && elements > 0) {
      findings.fail("L2", "tensor-without-data", `${shown} has a shape and no elements`, {
        offset: this.#at,
        expected: `${elements} elements`
      });
      return false;
    }
    const isTyped = this.#carrier !== "raw_data";
    const expected = dtype === void 0 ? elements : isTyped ? unpackedBytes(dtype, elements) : storedBytes(dtype, elements);
    const found = dtype === void 0 ? this.#strings : this.#fedBytes;
    if (expected === found) return true;
    const unit = dtype === void 0 ? "strings" : "bytes";
    findings.fail("L2", "tensor-size", `${shown} does not have the size of its shape and type`, {
      offset: this.#dataAt,
      expected: `${expected} ${unit}`,
      found: `${found} ${unit}`
    });
    return false;
  }
  #judge(name, type) {
    const { subject, book } = this.#all;
    const scan = (this.#scan ?? emptyScan(type.dtype ?? BYTES, subject)).finish();
    const shape = this.#dims;
    const { dtype } = type;
    if (dtype === void 0) {
      subject.table.add({ name, dtype: type.name, shape, fingerprint: scan.fingerprint, nonFinite: 0 });
      return;
    }
    book.take({
      names: [name],
      dtype,
      shape,
      elements: this.#elements,
      fileOffset: this.#dataAt,
      scan: mayNotBeNegative([name]) ? scan : { ...scan, negative: 0 },
      proven: subject.digestGiven,
      literal: this.#place.literal || shape.length === 0
    });
  }
  #endExternal(name, { dtype, name: word }) {
    const { findings } = this.#all.subject;
    const shown = quoted(name);
    if (this.#carrier !== void 0) {
      findings.fail("L2", "tensor-carriers", `${shown} has its elements here and in another file`, {
        offset: this.#at
      });
    } else if (dtype === void 0) {
      findings.fail("L2", "external-type", `${shown} holds ${word}s, which cannot lie in another file`, {
        offset: this.#at
      });
    } else {
      const elements = this.#elements;
      this.#all.externals.push({
        name,
        dtype,
        shape: this.#dims,
        elements,
        bytes: storedBytes(dtype, elements),
        entries: this.#entries,
        at: this.#at,
        literal: this.#place.literal || this.#dims.length === 0
      });
    }
  }
};
var BYTES = DTYPES.u8;
var emptyScan = (dtype, { scanning }) => new ElementScan(dtype, { ...scanning, littleEndian: true, countNegative: false, mostBytes: 0 });

// src/verify/onnx/value-names.ts
var MOST_LETTERS = 128 * 1024 ** 2;
var NAME_LETTERS = 64;
var ValueNames = class {
  /** Inputs and initializers, which may have the same names. */
  #given = /* @__PURE__ */ new Set();
  #made = /* @__PURE__ */ new Map();
  #used = /* @__PURE__ */ new Map();
  #letters = 0;
  give(name) {
    this.#hold(name);
    this.#given.add(name);
  }
  /** @param at where the name stands in the file; a name of no letters is an output that nobody wants */
  make(name, at) {
    if (name === "") return void 0;
    this.#hold(name);
    const isTwice = this.#made.has(name);
    this.#made.set(name, at);
    return isTwice ? twice(name, at) : void 0;
  }
  /** A name of no letters is an input that is left out. */
  use(name, at) {
    if (name === "" || this.#used.has(name)) return;
    this.#hold(name);
    this.#used.set(name, at);
  }
  /** The names of a graph within, which sees these. */
  useFree(inner) {
    for (const [name, at] of inner.#free()) this.use(name, at);
  }
  /** Call once, when all are told. @returns the first of each kind */
  faults({ isOutermost }) {
    const faults = [];
    for (const [name, at] of this.#made)
      if (this.#given.has(name)) {
        faults.push(twice(name, at));
        break;
      }
    if (!isOutermost) return faults;
    for (const [name, at] of this.#free()) {
      const what = `${quoted(name)} is used, and nothing in the graph makes it`;
      faults.push({ code: "onnx-dangling", what, extra: { offset: at } });
      break;
    }
    return faults;
  }
  *#free() {
    for (const [name, at] of this.#used)
      if (!this.#made.has(name) && !this.#given.has(name)) yield [name, at];
  }
  #hold({ length }) {
    this.#letters += length + NAME_LETTERS;
    if (this.#letters > MOST_LETTERS)
      throw new Unsettled("L2", "over-budget", "a graph has longer names together than we hold");
  }
};
var twice = (name, at) => ({
  code: "onnx-made-twice",
  what: `${quoted(name)} is made by two nodes, or is given and made`,
  extra: { offset: at }
});

// src/verify/onnx/graph.ts
function tellFaults(all, names, where) {
  for (const { code, what, extra } of names.faults(where)) all.subject.findings.fail("L2", code, what, extra);
}
var GraphReader = class extends KnownMessage {
  #all;
  #prefix;
  #names = new ValueNames();
  #whenRead;
  /** @param whenRead is told what the graph's nodes hand to each other */
  constructor(all, prefix, whenRead) {
    if (prefix.length > MOST_NAME_BYTES) {
      const what = "graphs within graphs have longer names together than we hold";
      throw new Unsettled("L2", "over-budget", what);
    }
    super(GRAPH, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#whenRead = whenRead;
  }
  onDelimited(field, _length, at) {
    const names = this.#names;
    const give = (name) => names.give(name.slice(this.#prefix.length));
    switch (field) {
      case 1:
        return new NodeReader(this.#all, this.#prefix, names);
      case 5:
        return new InitializerReader(this.#all, this.#prefix, at, give);
      case 11:
        return new ValueReader(this.watch, (name) => names.give(name));
      case 12:
        return new ValueReader(this.watch, (name) => names.use(name, at));
      case 15:
        return new SparseReader(this.#all, { prefix: this.#prefix, literal: false, whenNamed: give });
      default:
        return void 0;
    }
  }
  end() {
    this.#whenRead(this.#names);
  }
};
var ValueReader = class extends KnownMessage {
  #take;
  constructor(watch, take) {
    super(VALUE_INFO, watch);
    this.#take = take;
  }
  onDelimited(field, length, at) {
    return field === 1 ? collectedText(MOST_NAME_BYTES, length, at, this.#take) : void 0;
  }
};
var InitializerReader = class extends TensorReader {
  constructor(all, prefix, at, give) {
    const before = all.subject.keys.tensorCount;
    super(
      all,
      {
        prefix,
        literal: false,
        whenNamed: give,
        whenRead: ({ name }) => {
          const { findings, keys } = all.subject;
          const shown = quoted(name);
          if (name === prefix)
            findings.fail("L2", "tensor-unnamed", "an initializer has no name", { offset: at });
          else if (keys.tensorCount === before)
            findings.fail("L2", "tensor-twice", `${shown} stands in the model twice`, { offset: at });
        }
      },
      at
    );
  }
};
var NodeReader = class extends KnownMessage {
  #all;
  #prefix;
  #names;
  #name = "";
  #output = "";
  #attributes = 0;
  constructor(all, prefix, names) {
    super(NODE, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#names = names;
  }
  onDelimited(field, length, at) {
    if (field === 1) return this.#text(length, at, (text) => this.#names.use(text, at));
    if (field === 2)
      return this.#text(length, at, (text) => {
        this.#output ||= text;
        const fault = this.#names.make(text, at);
        if (fault) this.#all.subject.findings.fail("L2", fault.code, fault.what, fault.extra);
      });
    if (field === 3)
      return this.#text(length, at, (text) => {
        this.#name = text;
      });
    if (field !== 5) return void 0;
    this.#attributes += 1;
    const node = this.#name || this.#output || "?";
    return new AttributeReader(this.#all, `${this.#prefix}${node}.`, this.#attributes, this.#names);
  }
  #text(length, at, take) {
    return collectedText(MOST_NAME_BYTES, length, at, take);
  }
};
var AttributeReader = class extends KnownMessage {
  #all;
  #prefix;
  #number;
  #names;
  #name = "";
  #items = 0;
  constructor(all, prefix, number, names) {
    super(ATTRIBUTE, all.watch);
    this.#names = names;
    this.#all = all;
    this.#prefix = prefix;
    this.#number = number;
  }
  onDelimited(field, length, at) {
    if (field === 1)
      return collectedText(MOST_NAME_BYTES, length, at, (text) => {
        this.#name = text;
      });
    const own = this.#prefix + (this.#name || String(this.#number));
    if (field === 5) return new TensorReader(this.#all, { prefix: "", name: own, literal: true }, at);
    if (field === 6) return this.#graph(`${own}/`);
    if (field === 22) return new SparseReader(this.#all, { prefix: "", name: own, literal: true });
    this.#items += 1;
    const item = `${own}.${this.#items - 1}`;
    if (field === 10) return new TensorReader(this.#all, { prefix: "", name: item, literal: true }, at);
    if (field === 11) return this.#graph(`${item}/`);
    if (field === 23) return new SparseReader(this.#all, { prefix: "", name: item, literal: true });
    this.#items -= 1;
    return void 0;
  }
  #graph(prefix) {
    return new GraphReader(this.#all, prefix, (inner) => {
      tellFaults(this.#all, inner, { isOutermost: false });
      this.#names.useFree(inner);
    });
  }
};
var SparseReader = class extends KnownMessage {
  #all;
  #place;
  #values;
  #indices;
  constructor(all, place) {
    super(SPARSE_TENSOR, all.watch);
    this.#all = all;
    this.#place = place;
  }
  onDelimited(field, _length, at) {
    if (field === 1)
      return new TensorReader(
        this.#all,
        {
          ...this.#place,
          whenRead: (tensor) => {
            this.#values = tensor;
          }
        },
        at
      );
    const name = `${this.#values?.name ?? this.#place.prefix}.indices`;
    const place = {
      prefix: "",
      name,
      literal: true,
      whenRead: (tensor) => {
        this.#indices = tensor;
      }
    };
    return field === 2 ? new TensorReader(this.#all, place, at) : void 0;
  }
  end(at) {
    const { findings } = this.#all.subject;
    const count = this.#values?.shape[0];
    const fits = this.#indices?.dtype === "i64" && this.#indices.shape[0] === count;
    if (count === void 0 || !fits) {
      findings.fail("L2", "sparse-indices", "a sparse tensor does not have one index for each value", {
        offset: at,
        expected: `${count ?? "some"} indices of i64`,
        found: this.#indices === void 0 ? "none" : `${this.#indices.shape.join(" x ")} of ${this.#indices.dtype}`
      });
    }
  }
};
var FunctionReader = class extends KnownMessage {
  #all;
  #names = new ValueNames();
  #name = "";
  constructor(all) {
    super(FUNCTION, all.watch);
    this.#all = all;
  }
  onDelimited(field, length, at) {
    if (field === 1)
      return collectedText(MOST_NAME_BYTES, length, at, (text) => {
        this.#name = text;
      });
    if (field === 4) return collectedText(MOST_NAME_BYTES, length, at, (text) => this.#names.give(text));
    if (field === 5) return collectedText(MOST_NAME_BYTES, length, at, (text) => this.#names.use(text, at));
    if (field === 7) return new NodeReader(this.#all, `${this.#name}/`, this.#names);
    if (field === 11) return new AttributeReader(this.#all, `${this.#name}/`, 0, this.#names);
    return void 0;
  }
  end() {
    tellFaults(this.#all, this.#names, { isOutermost: true });
  }
};

// src/verify/onnx/model.ts
var NEWEST_IR = 14;
var MOST_SCALARS = 64;
var ModelReader = class extends KnownMessage {
  #all;
  #irVersion = 0;
  #graphs = 0;
  #opsets = 0;
  constructor(all) {
    super(MODEL, all.watch);
    this.#all = all;
  }
  onVarint(field, value) {
    if (field === 1) this.#irVersion = value.toNumber();
  }
  onDelimited(field, length, at) {
    const { facts, subject } = { facts: this.#all.subject.facts, subject: this.#all.subject };
    switch (field) {
      case 2:
      case 3:
        return startOfText(200, length, (text) => {
          facts.scalars[field === 2 ? "producer" : "producer_version"] = text;
        });
      case 7:
        this.#graphs += 1;
        return new GraphReader(this.#all, "", (names) => tellFaults(this.#all, names, { isOutermost: true }));
      case 8:
        this.#opsets += 1;
        return void 0;
      case 14:
        return new PairReader(this.watch, (key, value) => enterMetadata(subject, this.#all, key, value));
      case 20:
        return new TrainingReader(this.#all);
      case 25:
        return new FunctionReader(this.#all);
      default:
        void at;
        return void 0;
    }
  }
  /** A file that was cut exactly after a field still parses; writers put the operator sets after the graph. */
  end(at) {
    const { findings, facts } = this.#all.subject;
    facts.scalars["ir_version"] = this.#irVersion;
    const absent = [
      ...this.#irVersion === 0 ? ["ir_version"] : [],
      ...this.#graphs === 0 ? ["graph"] : [],
      ...this.#opsets === 0 ? ["opset_import"] : []
    ];
    if (absent.length > 0) {
      findings.fail("L1", "onnx-incomplete", `ends before its ${absent.join(" and ")}`, {
        offset: at,
        expected: "ir_version, graph and opset_import"
      });
    }
    if (this.#irVersion > NEWEST_IR) {
      findings.inconclusive("L2", "onnx-newer", "is of a newer version than we know", {
        expected: `<= ${NEWEST_IR}`,
        found: String(this.#irVersion)
      });
    }
  }
};
function enterMetadata({ keys, facts }, { book }, key, value) {
  keys.addValue(key, key);
  const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(value);
  if (isNumber) book.steps.offer(key, Number(value));
  if (Object.keys(facts.scalars).length < MOST_SCALARS)
    facts.scalars[key.slice(0, 200)] = isNumber ? Number(value) : value.slice(0, 200);
}
var TrainingReader = class extends KnownMessage {
  #all;
  constructor(all) {
    super(TRAINING, all.watch);
    this.#all = all;
  }
  onDelimited(field) {
    const whenRead = (names) => tellFaults(this.#all, names, { isOutermost: false });
    if (field === 1) return new GraphReader(this.#all, "initialization/", whenRead);
    return field === 2 ? new GraphReader(this.#all, "algorithm/", whenRead) : void 0;
  }
};

// src/verify/onnx/open-model.ts
var MOST_BYTES = 2 ** 31;
async function openOnnx(subject) {
  const { walk, externals } = openModel(subject);
  return {
    ...walk,
    finish(complete) {
      walk.finish(complete);
      const [first] = externals;
      if (first === void 0) return;
      const what = "keeps tensors in other files, which only their folder can prove: verify the directory, not this file";
      subject.findings.inconclusive("L2", "external-data", what, {
        found: `${externals.length} of them, the first in ${JSON.stringify((first.entries.get("location") ?? "").slice(0, 80))}`
      });
    }
  };
}
function openModel(subject) {
  const { sizeBytes, budgets, findings } = subject;
  if (sizeBytes >= MOST_BYTES) {
    const what = "is larger than a protobuf message can be: no reader takes it";
    throw new Broken("L1", "protobuf-too-large", what, {
      expected: `< ${MOST_BYTES} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
  const tensors = {
    subject,
    watch: new SchemaWatch(findings),
    book: new TensorBook(subject),
    externals: [],
    count: 0
  };
  const walk = new ProtobufWalk(new ModelReader(tensors), 0, sizeBytes, budgets);
  return {
    externals: tensors.externals,
    tensors,
    walk: {
      checksummed: false,
      reaches: "L3",
      regions: () => [wholeFile(subject, { feed: (piece) => walk.feed(piece), end: () => walk.end() })],
      finish(complete) {
        if (complete) tensors.book.settle(tensors.count);
      },
      tensors: () => tensors.book.summary
    }
  };
}

export {
  openOnnx,
  openModel
};
