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
  OPERATOR_SET,
  PAIR,
  SPARSE_TENSOR,
  SchemaWatch,
  TENSOR,
  TRAINING,
  TYPE,
  VALUE_INFO
} from "./verifier.verify-codec-protobuf-schema.shared.mjs";
import {
  ProtobufWalk,
  collectedText,
  startOfText
} from "./verifier.verify-codec-protobuf.shared.mjs";
import {
  DTYPES,
  TensorBook,
  mayNotBeNegative
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  Broken,
  ElementScan,
  Unsettled,
  quoted,
  wholeFile
} from "./verifier.clock.shared.mjs";

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
    const isSixBits = dtype.bits === 6;
    if (size < 8 && !fitsInto(value, size, mayBeSigned) || isSixBits && value.low32 > 63) {
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
    this.#place.whenFed?.(bytes);
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

// src/verify/onnx/sparse.ts
var INDEX_BYTES = 8;
var MOST_INDEX_BYTES = 1024 ** 2;
var SparseReader = class extends KnownMessage {
  #all;
  #place;
  #dims = [];
  #held = [];
  #heldBytes = 0;
  #values;
  #indices;
  constructor(all, place) {
    super(SPARSE_TENSOR, all.watch);
    this.#all = all;
    this.#place = place;
  }
  onVarint(_field, value) {
    this.#dims.push(Number(value.toSigned()));
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
      whenFed: (bytes) => {
        this.#heldBytes += bytes.length;
        if (this.#heldBytes <= MOST_INDEX_BYTES) this.#held.push(bytes.slice());
      },
      whenRead: (tensor) => {
        this.#indices = tensor;
      }
    };
    return field === 2 ? new TensorReader(this.#all, place, at) : void 0;
  }
  end(at) {
    const { findings } = this.#all.subject;
    const fault = this.#countFault() ?? this.#placeFault();
    if (fault !== void 0) {
      const { what, ...extra } = fault;
      findings.fail("L2", "sparse-indices", what, { offset: at, ...extra });
    }
  }
  #countFault() {
    const shape = this.#values?.shape ?? [];
    const [count] = shape;
    const has = this.#indices?.shape ?? [];
    if (count !== void 0 && shape.length === 1 && this.#indices?.dtype === "i64" && has[0] === count) {
      if (has.length === 1 || has.length === 2 && has[1] === this.#dims.length) return void 0;
    }
    return {
      what: "a sparse tensor does not have one index for each value",
      expected: `${count ?? "some"} indices of i64`,
      found: this.#indices === void 0 ? "none" : `${has.join(" x ")} of ${this.#indices.dtype}`
    };
  }
  /** Each index is inside the tensor, and they ascend. */
  #placeFault() {
    const dims = this.#dims;
    const shape = dims.join(" x ").slice(0, 100);
    if (dims.length === 0 || dims.some((size) => size <= 0))
      return { what: "a sparse tensor has no size", found: shape || "no dimensions" };
    if (this.#heldBytes > MOST_INDEX_BYTES || this.#heldBytes % INDEX_BYTES > 0) return void 0;
    const numbers2 = new BigInt64Array(Uint8Array.from(Buffer.concat(this.#held)).buffer);
    const sizes = this.#indices?.shape.length === 2 ? dims.map(BigInt) : [dims.map(BigInt).reduce((a, b) => a * b)];
    let last = -1n;
    for (let at = 0; at < numbers2.length; at += sizes.length) {
      const indices = numbers2.subarray(at, at + sizes.length);
      const isInside = indices.every((index, n) => index >= 0n && index < (sizes[n] ?? 0n));
      const place = indices.reduce((sum, index, n) => sum * (sizes[n] ?? 1n) + index, 0n);
      if (!isInside || place <= last)
        return {
          what: isInside ? "the indices of a sparse tensor do not ascend" : "a sparse tensor has an index outside of it",
          expected: `within ${shape}`,
          found: indices.join(", ").slice(0, 100)
        };
      last = place;
    }
    return void 0;
  }
};

// src/verify/onnx/value-info.ts
var ValueReader = class extends KnownMessage {
  #take;
  #name = "";
  #hasType = false;
  /** @param take whether it has a type that says of what it is */
  constructor(watch, take) {
    super(VALUE_INFO, watch);
    this.#take = take;
  }
  onDelimited(field, length, at) {
    if (field === 1)
      return collectedText(MOST_NAME_BYTES, length, at, (text) => {
        this.#name = text;
      });
    if (field !== 2) return void 0;
    return new TypeReader(this.watch, (hasType) => {
      this.#hasType = hasType;
    });
  }
  end() {
    this.#take(this.#name, this.#hasType);
  }
};
var NEEDED = {
  1: [1],
  4: [1],
  5: [1, 2],
  7: [2],
  8: [1],
  9: [1]
};
var TypeReader = class extends KnownMessage {
  #take;
  #hasType = false;
  constructor(watch, take) {
    super(TYPE, watch);
    this.#take = take;
  }
  onDelimited(field) {
    const kind = TYPE.fields[field]?.message;
    if (kind === void 0) return void 0;
    return new Fields(kind(), this.watch, (fields) => {
      this.#hasType = (NEEDED[field] ?? []).every((needed) => fields.has(needed));
    });
  }
  end() {
    this.#take(this.#hasType);
  }
};
var Fields = class extends KnownMessage {
  #fields = /* @__PURE__ */ new Set();
  #take;
  constructor(shape, watch, take) {
    super(shape, watch);
    this.#take = take;
  }
  onVarint(field) {
    this.#fields.add(field);
  }
  onDelimited(field) {
    this.#fields.add(field);
  }
  end() {
    this.#take(this.#fields);
  }
};

// src/verify/onnx/value-names.ts
var MOST_LETTERS = 128 * 1024 ** 2;
var NAME_LETTERS = 64;
var ORDER = "onnx-order";
var ValueNames = class {
  /** Inputs and initializers, which may have the same names. */
  #given = /* @__PURE__ */ new Set();
  #made = /* @__PURE__ */ new Map();
  #used = /* @__PURE__ */ new Map();
  /** Used by a node before any made it: at the end, what is given falls away. */
  #early = /* @__PURE__ */ new Map();
  #delivered = /* @__PURE__ */ new Map();
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
    return isTwice ? madeTwice(name, at) : void 0;
  }
  /** What a node takes. A name of no letters is an input that is left out. */
  feed(name, at) {
    if (name === "") return;
    if (!this.#made.has(name) && !this.#early.has(name)) this.#early.set(name, at);
    this.#use(name, at);
  }
  /** What a graph within takes from around it. @param makes what the node that holds it makes of that */
  feedFree(inner, makes) {
    for (const [name, at] of inner.#free()) {
      this.feed(name, at);
      if (makes.has(name)) this.#early.set(name, at);
    }
  }
  /** What the graph or function gives back. */
  deliver(name, at) {
    if (name === "") return;
    this.#use(name, at);
    this.#delivered.set(name, at);
  }
  /** Of a model's graph or a function, which sees nothing else. @returns the first of each kind */
  faults() {
    const [dangling] = this.#free();
    return [
      ...this.#ownFaults(),
      ...dangling === void 0 ? [] : [told("onnx-dangling", dangling, "is used, and nothing in the graph makes it")]
    ];
  }
  /** Of a graph within a node: what it gives back it must make itself. */
  faultsWithin() {
    const free = new Set([...this.#free()].map(([name]) => name));
    const foreign = [...this.#delivered].find(([name]) => free.has(name));
    return [
      ...this.#ownFaults(),
      ...foreign === void 0 ? [] : [told("onnx-dangling", foreign, "is given back by a graph that does not make it")]
    ];
  }
  /** Of a graph for training, which goes on from the model's. */
  faultsBeside() {
    return this.#ownFaults();
  }
  #ownFaults() {
    const twice = [...this.#made].find(([name]) => this.#given.has(name));
    const early = [...this.#early].find(([name]) => this.#made.has(name) && !this.#given.has(name));
    return [
      ...twice === void 0 ? [] : [madeTwice(...twice)],
      ...early === void 0 ? [] : [told(ORDER, early, "is used before the node that makes it")]
    ];
  }
  #use(name, at) {
    if (this.#used.has(name)) return;
    this.#hold(name);
    this.#used.set(name, at);
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
var told = (code, [name, offset], what) => ({
  code,
  what: `${quoted(name)} ${what}`,
  extra: { offset }
});
var madeTwice = (name, at) => told("onnx-made-twice", [name, at], "is made by two nodes, or is given and made");

// src/verify/onnx/graph.ts
function tellFaults({ subject }, faults) {
  for (const { code, what, extra } of faults)
    if (code === ORDER) subject.findings.degraded("L2", code, what, extra);
    else subject.findings.fail("L2", code, what, extra);
}
function tellDoubt({ subject }, what, offset) {
  subject.findings.degraded("L2", "onnx-checker", `${what}: ONNX's own checker refuses it`, { offset });
}
var GraphReader = class extends KnownMessage {
  #all;
  #prefix;
  #names = new ValueNames();
  #uses;
  #whenRead;
  #at;
  #isNamed = false;
  /** @param whenRead is told what the graph's nodes hand to each other */
  constructor(all, { prefix, uses, at }, whenRead) {
    if (prefix.length > MOST_NAME_BYTES) {
      const what = "graphs within graphs have longer names together than we hold";
      throw new Unsettled("L2", "over-budget", what);
    }
    super(GRAPH, all.watch);
    this.#all = all;
    this.#prefix = prefix;
    this.#uses = uses;
    this.#at = at;
    this.#whenRead = whenRead;
  }
  onDelimited(field, length, at) {
    const names = this.#names;
    const give = (name) => names.give(name.slice(this.#prefix.length));
    switch (field) {
      case 1:
        return new NodeReader(this.#all, { prefix: this.#prefix, names, uses: this.#uses, at });
      case 2:
        this.#isNamed = length > 0;
        return void 0;
      case 5:
        return new InitializerReader(this.#all, this.#prefix, at, give);
      case 11:
        return this.#value("input", at, (name) => names.give(name));
      case 12:
        return this.#value("output", at, (name) => names.deliver(name, at));
      case 15:
        return this.#sparse(at, give);
      default:
        return void 0;
    }
  }
  end() {
    if (!this.#isNamed) tellDoubt(this.#all, "a graph has no name", this.#at);
    this.#whenRead(this.#names);
  }
  #sparse(at, give) {
    const whenNamed = (name) => {
      if (name === this.#prefix) tellDoubt(this.#all, "a sparse initializer has no name", at);
      give(name);
    };
    return new SparseReader(this.#all, { prefix: this.#prefix, literal: false, whenNamed });
  }
  /** What goes into the model and comes out of it says of which type it is; graphs within may leave it to those around them. */
  #value(which, at, take) {
    return new ValueReader(this.watch, (name, hasType) => {
      if (name === "") tellDoubt(this.#all, `an ${which} of a graph has no name`, at);
      if (!hasType && this.#prefix === "")
        tellDoubt(this.#all, `the ${which} ${quoted(name)} does not say of which type it is`, at);
      take(name);
    });
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
  #place;
  #inputs = [];
  #outputs = [];
  #makes = /* @__PURE__ */ new Set();
  #attributes = [];
  #name = "";
  #output = "";
  #operator = "";
  #domain = "";
  #readAttributes = 0;
  constructor(all, place) {
    super(NODE, all.watch);
    this.#all = all;
    this.#place = place;
  }
  onDelimited(field, length, at) {
    const { names } = this.#place;
    switch (field) {
      case 1:
        return this.#text(length, at, (text) => {
          this.#inputs.push(text !== "");
          names.feed(text, at);
        });
      case 2:
        return this.#text(length, at, (text) => {
          this.#output ||= text;
          this.#outputs.push(text !== "");
          this.#makes.add(text);
          const fault = names.make(text, at);
          if (fault) tellFaults(this.#all, [fault]);
        });
      case 3:
        return this.#text(length, at, (text) => {
          this.#name = text;
        });
      case 4:
        return this.#text(length, at, (text) => {
          this.#operator = text;
        });
      case 5:
        return this.#attribute();
      case 7:
        return this.#text(length, at, (text) => {
          this.#domain = text;
        });
      default:
        return void 0;
    }
  }
  end() {
    const { uses, at } = this.#place;
    const what = { inputs: this.#inputs, outputs: this.#outputs, attributes: this.#attributes };
    uses.add({ domain: this.#domain, name: this.#operator, ...what }, at);
  }
  #attribute() {
    this.#readAttributes += 1;
    const { prefix } = this.#place;
    const node = this.#name || this.#output || "?";
    const place = {
      ...this.#place,
      prefix: `${prefix}${node}.`,
      number: this.#readAttributes,
      makes: this.#makes
    };
    return new AttributeReader(this.#all, place, (use) => this.#attributes.push(use));
  }
  #text(length, at, take) {
    return collectedText(MOST_NAME_BYTES, length, at, (text) => {
      if (text.includes("\uFFFD")) tellDoubt(this.#all, `${quoted(text)} of a node is no UTF-8`, at);
      take(text);
    });
  }
};
var TYPE_OF = {
  2: 1,
  3: 2,
  4: 3,
  5: 4,
  6: 5,
  7: 6,
  8: 7,
  9: 8,
  10: 9,
  11: 10,
  22: 11,
  23: 12,
  14: 13,
  15: 14
};
var MOST_ATTRIBUTE_TYPE = 14;
var AttributeReader = class extends KnownMessage {
  #all;
  #place;
  #whenRead;
  #carries = /* @__PURE__ */ new Set();
  #name = "";
  #type = 0;
  #refers = false;
  #items = 0;
  constructor(all, place, whenRead) {
    super(ATTRIBUTE, all.watch);
    this.#all = all;
    this.#place = place;
    this.#whenRead = whenRead;
  }
  onVarint(field, value) {
    if (field === 20) this.#type = value.toNumber() <= MOST_ATTRIBUTE_TYPE ? value.toNumber() : 0;
    else this.#carry(field);
  }
  onFixed(field) {
    this.#carry(field);
  }
  onPacked(field, length) {
    if (length > 0) this.#carry(field);
  }
  onDelimited(field, length, at) {
    this.#carry(field);
    if (field === 1)
      return collectedText(MOST_NAME_BYTES, length, at, (text) => {
        this.#name = text;
      });
    if (field === 21) this.#refers = length > 0;
    const own = this.#place.prefix + (this.#name || String(this.#place.number));
    if (field === 5) return new TensorReader(this.#all, { prefix: "", name: own, literal: true }, at);
    if (field === 6) return this.#graph(`${own}/`, at);
    if (field === 22) return new SparseReader(this.#all, { prefix: "", name: own, literal: true });
    this.#items += 1;
    const item = `${own}.${this.#items - 1}`;
    if (field === 10) return new TensorReader(this.#all, { prefix: "", name: item, literal: true }, at);
    if (field === 11) return this.#graph(`${item}/`, at);
    if (field === 23) return new SparseReader(this.#all, { prefix: "", name: item, literal: true });
    this.#items -= 1;
    return void 0;
  }
  end() {
    const carries = [...this.#carries];
    this.#whenRead({ name: this.#name, type: this.#type, carries, refers: this.#refers });
  }
  #carry(field) {
    const type = TYPE_OF[field];
    if (type !== void 0) this.#carries.add(type);
  }
  #graph(prefix, at) {
    const { names, uses } = this.#place;
    return new GraphReader(this.#all, { prefix, uses, at }, (inner) => {
      tellFaults(this.#all, inner.faultsWithin());
      names.feedFree(inner, this.#place.makes);
    });
  }
};

// src/verify/onnx/operators-table.ts
var OPERATORS_TABLE = `
@ai.onnx 28
Abs|1 s s consumed_inputs:I|6 s s|13 =
Acos|7 s s|22 =
Acosh|9 s s|22 =
Add|1 ss s axis:i broadcast:i consumed_inputs:I|6 ss s axis:i broadcast:i|7 ss s|13 =|14 =
AffineGrid|20 ss s align_corners:i
And|1 ss s axis:i broadcast:i|7 ss s
ArgMax|1 s s axis:i keepdims:i|11 =|12 s s axis:i keepdims:i select_last_index:i|13 =
ArgMin|1 s s axis:i keepdims:i|11 =|12 s s axis:i keepdims:i select_last_index:i|13 =
Asin|7 s s|22 =
Asinh|9 s s|22 =
Atan|7 s s|22 =
Atanh|9 s s|22 =
Attention|23 sssooo sooo is_causal:i kv_num_heads:i q_num_heads:i qk_matmul_output_mode:i scale:f softcap:f softmax_precision:i|24 sssoooo sooo is_causal:i kv_num_heads:i q_num_heads:i qk_matmul_output_mode:i scale:f softcap:f softmax_precision:i|25 sssoooo sooo is_causal:i kv_num_heads:i left_window_size:i q_num_heads:i qk_matmul_output_mode:i right_window_size:i scale:f softcap:f softmax_precision:i
AveragePool|1 s s auto_pad:s kernel_shape:I! pads:I strides:I|7 s s auto_pad:s count_include_pad:i kernel_shape:I! pads:I strides:I|10 s s auto_pad:s ceil_mode:i count_include_pad:i kernel_shape:I! pads:I strides:I|11 =|19 s s auto_pad:s ceil_mode:i count_include_pad:i dilations:I kernel_shape:I! pads:I strides:I|22 =
BatchNormalization|1 sssss soooo consumed_inputs:I! epsilon:f is_test:i momentum:f spatial:i|6 sssss soooo epsilon:f is_test:i momentum:f spatial:i|7 sssss soooo epsilon:f momentum:f spatial:i|9 sssss soooo epsilon:f momentum:f|14 sssss soo epsilon:f momentum:f training_mode:i|15 =
Bernoulli|15 s s dtype:i seed:f|22 =
BitCast|26 s s to:i!
BitShift|11 ss s direction:s!|28 =
BitwiseAnd|18 ss s
BitwiseNot|18 s s
BitwiseOr|18 ss s
BitwiseXor|18 ss s
BlackmanWindow|17 s s output_datatype:i periodic:i
Cast|1 s s to:s!|6 s s to:i!|9 =|13 =|19 s s saturate:i to:i!|21 =|23 =|24 s s round_mode:s saturate:i to:i!|25 =|28 =
CastLike|15 ss s|19 ss s saturate:i|21 =|23 =|24 ss s round_mode:s saturate:i|25 =
CausalConvWithState|27 ssoo ss activation:s
Ceil|1 s s consumed_inputs:I|6 s s|13 =
Celu|12 s s alpha:f|28 =
CenterCropPad|18 ss s axes:I
Clip|1 s s consumed_inputs:I max:f min:f|6 s s max:f min:f|11 soo s|12 =|13 =
Col2Im|18 sss s dilations:I pads:I strides:I
Compress|9 ss s axis:i|11 =|28 =
Concat|1 v1 s axis:i|4 v1 s axis:i!|11 =|13 =
ConcatFromSequence|11 s s axis:i! new_axis:i
Constant|1 - s value:t!|9 =|11 - s sparse_value:p value:t|12 - s sparse_value:p value:t value_float:f value_floats:F value_int:i value_ints:I value_string:s value_strings:S|13 =|19 =|21 =|23 =|24 =|25 =
ConstantOfShape|9 s s value:t|20 =|21 =|23 =|24 =|25 =
Conv|1 sso s auto_pad:s dilations:I group:i kernel_shape:I pads:I strides:I|11 =|22 =
ConvInteger|10 ssoo s auto_pad:s dilations:I group:i kernel_shape:I pads:I strides:I
ConvTranspose|1 sso s auto_pad:s dilations:I group:i kernel_shape:I output_padding:I output_shape:I pads:I strides:I|11 =|22 =
Cos|7 s s|22 =
Cosh|9 s s|22 =
CumProd|26 ss s exclusive:i reverse:i
CumSum|11 ss s exclusive:i reverse:i|14 =
DFT|17 so s axis:i inverse:i onesided:i|20 soo s inverse:i onesided:i
DeformConv|19 sssoo s dilations:I group:i kernel_shape:I offset_group:i pads:I strides:I|22 =
DepthToSpace|1 s s blocksize:i!|11 s s blocksize:i! mode:s|13 =|28 =
DequantizeLinear|10 sso s|13 sso s axis:i|19 =|21 sso s axis:i block_size:i|23 sso s axis:i block_size:i output_dtype:i|24 =|25 =|28 =
Det|11 s s|22 =
Div|1 ss s axis:i broadcast:i consumed_inputs:I|6 ss s axis:i broadcast:i|7 ss s|13 =|14 =
Dropout|1 s so consumed_inputs:I is_test:i ratio:f|6 s so is_test:i ratio:f|7 s so ratio:f|10 =|12 soo so seed:i|13 =|22 =
DynamicQuantizeLinear|11 s sss
Einsum|12 v1 s equation:s!|28 =
Elu|1 s s alpha:f consumed_inputs:I|6 s s alpha:f|22 =
Equal|1 ss s axis:i broadcast:i|7 ss s|11 =|13 =|19 =
Erf|9 s s|13 =
Exp|1 s s consumed_inputs:I|6 s s|13 =
Expand|8 ss s|13 =
EyeLike|9 s s dtype:i k:i|22 =
Flatten|1 s s axis:i|9 =|11 =|13 =|21 =|23 =|24 =|25 =
Floor|1 s s consumed_inputs:I|6 s s|13 =
GRU|1 sssooo os activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i output_sequence:i|3 sssooo oo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i linear_before_reset:i output_sequence:i|7 sssooo oo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i linear_before_reset:i|14 sssooo oo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i layout:i linear_before_reset:i|22 =
Gather|1 ss s axis:i|11 =|13 =
GatherElements|11 ss s axis:i|13 =
GatherND|11 ss s|12 ss s batch_dims:i|13 =
Gelu|20 s s approximate:s
Gemm|1 sss s alpha:f beta:f broadcast:i transA:i transB:i|6 =|7 sss s alpha:f beta:f transA:i transB:i|9 =|11 sso s alpha:f beta:f transA:i transB:i|13 =
GlobalAveragePool|1 s s|22 =
GlobalLpPool|1 s s p:f|2 s s p:i|22 =
GlobalMaxPool|1 s s|22 =
Greater|1 ss s axis:i broadcast:i|7 ss s|9 =|13 =
GreaterOrEqual|12 ss s|16 =
GridSample|16 ss s align_corners:i mode:s padding_mode:s|20 =|22 =
GroupNormalization|18 gone|21 sss s epsilon:f num_groups:i! stash_type:i
HammingWindow|17 s s output_datatype:i periodic:i
HannWindow|17 s s output_datatype:i periodic:i
HardSigmoid|1 s s alpha:f beta:f consumed_inputs:I|6 s s alpha:f beta:f|22 =
HardSwish|14 s s|22 =
Hardmax|1 s s axis:i|11 =|13 =
Identity|1 s s|13 =|14 =|16 =|19 =|21 =|23 =|24 =|25 =
If|1 s v1 else_branch:g! then_branch:g!|11 =|13 =|16 =|19 =|21 =|23 =|24 =|25 =
ImageDecoder|20 s s pixel_format:s
InstanceNormalization|1 sss s consumed_inputs:I epsilon:f|6 sss s epsilon:f|22 =
IsInf|10 s s detect_negative:i detect_positive:i|20 =
IsNaN|9 s s|13 =|20 =
LRN|1 s s alpha:f beta:f bias:f size:i!|13 =
LSTM|1 sssooooo ooo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i input_forget:i output_sequence:i|7 sssooooo ooo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i input_forget:i|14 sssooooo ooo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i input_forget:i layout:i|22 =
LayerNormalization|17 sso soo axis:i epsilon:f stash_type:i *
LeakyRelu|1 s s alpha:f consumed_inputs:I|6 s s alpha:f|16 =
Less|1 ss s axis:i broadcast:i|7 ss s|9 =|13 =
LessOrEqual|12 ss s|16 =
LinearAttention|27 sssooo ss chunk_size:i kv_num_heads:i! q_num_heads:i! scale:f update_rule:s
Log|1 s s consumed_inputs:I|6 s s|13 =
LogSoftmax|1 s s axis:i|11 =|13 =
Loop|1 oov1 v1 body:g!|11 oov0 v1 body:g!|13 =|16 =|19 =|21 =|23 =|24 =|25 =
LpNormalization|1 s s axis:i p:i|22 =
LpPool|1 s s auto_pad:s kernel_shape:I p:f pads:I strides:I|2 s s auto_pad:s kernel_shape:I! p:i pads:I strides:I|11 =|18 s s auto_pad:s ceil_mode:i dilations:I kernel_shape:I! p:i pads:I strides:I|22 =
MatMul|1 ss s|9 =|13 =
MatMulInteger|10 ssoo s
Max|1 v1 s consumed_inputs:I|6 v1 s|8 =|12 =|13 =
MaxPool|1 s s auto_pad:s kernel_shape:I! pads:I strides:I|8 s so auto_pad:s kernel_shape:I! pads:I storage_order:i strides:I|10 s so auto_pad:s ceil_mode:i dilations:I kernel_shape:I! pads:I storage_order:i strides:I|11 =|12 =|22 =
MaxRoiPool|1 ss s pooled_shape:I! spatial_scale:f|22 =
MaxUnpool|9 sso s kernel_shape:I! pads:I strides:I|11 =|22 =
Mean|1 v1 s consumed_inputs:I|6 v1 s|8 =|13 =
MeanVarianceNormalization|9 s s axes:I|13 =
MelWeightMatrix|17 sssss s output_datatype:i
Min|1 v1 s consumed_inputs:I|6 v1 s|8 =|12 =|13 =
Mish|18 s s|22 =
Mod|10 ss s fmod:i|13 =|28 =
Mul|1 ss s axis:i broadcast:i consumed_inputs:I|6 ss s axis:i broadcast:i|7 ss s|13 =|14 =
Multinomial|7 s s dtype:i sample_size:i seed:f|22 =
Neg|1 s s consumed_inputs:I|6 s s|13 =
NegativeLogLikelihoodLoss|12 sso s ignore_index:i reduction:s|13 =|22 =
NonMaxSuppression|10 ssooo s center_point_box:i|11 =
NonZero|9 s s|13 =
Not|1 s s
OneHot|9 sss s axis:i|11 =|28 =
Optional|15 o s type:y|28 =
OptionalGetElement|15 s s|18 =|28 =
OptionalHasElement|15 s s|18 o s|28 =
Or|1 ss s axis:i broadcast:i|7 ss s
PRelu|1 ss s consumed_inputs:I|6 ss s|7 =|9 =|16 =
Pad|1 s s mode:s paddings:I! value:f|2 s s mode:s pads:I! value:f|11 sso s mode:s|13 =|18 ssoo s mode:s|19 =|21 =|23 =|24 =|25 =
Pow|1 ss s axis:i broadcast:i|7 ss s|12 =|13 =|15 =
QLinearConv|10 sssssssso s auto_pad:s dilations:I group:i kernel_shape:I pads:I strides:I
QLinearMatMul|10 ssssssss s|21 =
QuantizeLinear|10 sso s|13 sso s axis:i|19 sso s axis:i saturate:i|21 sso s axis:i block_size:i output_dtype:i saturate:i|23 sso s axis:i block_size:i output_dtype:i precision:i saturate:i|24 =|25 =|28 =
RMSNormalization|23 ss s axis:i epsilon:f stash_type:i
RNN|1 sssooo oo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i output_sequence:i|7 sssooo oo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i|14 sssooo oo activation_alpha:F activation_beta:F activations:S clip:f direction:s hidden_size:i layout:i|22 =
RandomNormal|1 - s dtype:i mean:f scale:f seed:f shape:I!|22 =
RandomNormalLike|1 s s dtype:i mean:f scale:f seed:f|22 =
RandomUniform|1 - s dtype:i high:f low:f seed:f shape:I!|22 =
RandomUniformLike|1 s s dtype:i high:f low:f seed:f|22 =
Range|11 sss s|27 sss s stash_type:i
Reciprocal|1 s s consumed_inputs:I|6 s s|13 =
ReduceL1|1 s s axes:I keepdims:i|11 =|13 =|18 so s keepdims:i noop_with_empty_axes:i
ReduceL2|1 s s axes:I keepdims:i|11 =|13 =|18 so s keepdims:i noop_with_empty_axes:i
ReduceLogSum|1 s s axes:I keepdims:i|11 =|13 =|18 so s keepdims:i noop_with_empty_axes:i|28 =
ReduceLogSumExp|1 s s axes:I keepdims:i|11 =|13 =|18 so s keepdims:i noop_with_empty_axes:i|28 =
ReduceMax|1 s s axes:I keepdims:i|11 =|12 =|13 =|18 so s keepdims:i noop_with_empty_axes:i|20 =
ReduceMean|1 s s axes:I keepdims:i|11 =|13 =|18 so s keepdims:i noop_with_empty_axes:i
ReduceMin|1 s s axes:I keepdims:i|11 =|12 =|13 =|18 so s keepdims:i noop_with_empty_axes:i|20 =
ReduceProd|1 s s axes:I keepdims:i|11 =|13 =|18 so s keepdims:i noop_with_empty_axes:i
ReduceSum|1 s s axes:I keepdims:i|11 =|13 so s keepdims:i noop_with_empty_axes:i
ReduceSumSquare|1 s s axes:I keepdims:i|11 =|13 =|18 so s keepdims:i noop_with_empty_axes:i
RegexFullMatch|20 s s pattern:s
Relu|1 s s consumed_inputs:I|6 s s|13 =|14 =
Reshape|1 s s consumed_inputs:I shape:I|5 ss s|13 =|14 ss s allowzero:i|19 =|21 =|23 =|24 =|25 =
Resize|10 ss s mode:s|11 ssso s coordinate_transformation_mode:s cubic_coeff_a:f exclude_outside:i extrapolation_value:f mode:s nearest_mode:s|13 sooo s coordinate_transformation_mode:s cubic_coeff_a:f exclude_outside:i extrapolation_value:f mode:s nearest_mode:s|18 sooo s antialias:i axes:I coordinate_transformation_mode:s cubic_coeff_a:f exclude_outside:i extrapolation_value:f keep_aspect_ratio_policy:s mode:s nearest_mode:s|19 =
ReverseSequence|10 ss s batch_axis:i time_axis:i|28 =
RoiAlign|10 sss s mode:s output_height:i output_width:i sampling_ratio:i spatial_scale:f|16 sss s coordinate_transformation_mode:s mode:s output_height:i output_width:i sampling_ratio:i spatial_scale:f|22 =
RotaryEmbedding|23 ssso s interleaved:i num_heads:i rotary_embedding_dim:i
Round|11 s s|22 =
STFT|17 ssoo s onesided:i
Scan|8 ov1 v1 body:g! directions:I num_scan_inputs:i!|9 v1 v1 body:g! num_scan_inputs:i! scan_input_axes:I scan_input_directions:I scan_output_axes:I scan_output_directions:I|11 =|16 =|19 =|21 =|23 =|24 =|25 =
Scatter|9 sss s axis:i|11 gone
ScatterElements|11 sss s axis:i|13 =|16 sss s axis:i reduction:s|18 =
ScatterND|11 sss s|13 =|16 sss s reduction:s|18 =
Selu|1 s s alpha:f consumed_inputs:I gamma:f|6 s s alpha:f gamma:f|22 =
SequenceAt|11 ss s
SequenceConstruct|11 v1 s
SequenceEmpty|11 - s dtype:i
SequenceErase|11 so s
SequenceInsert|11 sso s
SequenceLength|11 s s
SequenceMap|17 sv0 v1 body:g!
Shape|1 s s|13 =|15 s s end:i start:i|19 =|21 =|23 =|24 =|25 =
Shrink|9 s s bias:f lambd:f
Sigmoid|1 s s consumed_inputs:I|6 s s|13 =
Sign|9 s s|13 =
Sin|7 s s|22 =
Sinh|9 s s|22 =
Size|1 s s|13 =|19 =|21 =|23 =|24 =|25 =
Slice|1 s s axes:I ends:I! starts:I!|10 sssoo s|11 =|13 =
Softmax|1 s s axis:i|11 =|13 =
SoftmaxCrossEntropyLoss|12 sso so ignore_index:i reduction:s|13 =
Softplus|1 s s|22 =
Softsign|1 s s|22 =
SpaceToDepth|1 s s blocksize:i!|13 =|28 s s blocksize:i! mode:s
Split|1 so v1 axis:i split:I|2 s v1 axis:i split:I|11 =|13 so v1 axis:i|18 so v1 axis:i num_outputs:i
SplitToSequence|11 so s axis:i keepdims:i|24 =
Sqrt|1 s s consumed_inputs:I|6 s s|13 =
Squeeze|1 s s axes:I|11 =|13 so s|21 =|23 =|24 =|25 =
StringConcat|20 ss s
StringNormalizer|10 s s case_change_action:s is_case_sensitive:i locale:s stopwords:S
StringSplit|20 s ss delimiter:s maxsplit:i
Sub|1 ss s axis:i broadcast:i consumed_inputs:I|6 ss s axis:i broadcast:i|7 ss s|13 =|14 =
Sum|1 v1 s consumed_inputs:I|6 v1 s|8 =|13 =
SwiGLU|28 ss s alpha:f
Swish|24 s s alpha:f
Tan|7 s s|22 =
Tanh|1 s s consumed_inputs:I|6 s s|13 =
TensorScatter|24 sso s axis:i mode:s
TfIdfVectorizer|9 s s max_gram_length:i! max_skip_count:i! min_gram_length:i! mode:s! ngram_counts:I! ngram_indexes:I! pool_int64s:I pool_strings:S weights:F
ThresholdedRelu|10 s s alpha:f|22 =
Tile|1 sss s|6 ss s|13 =
TopK|1 s ss axis:i k:i!|10 ss ss axis:i|11 ss ss axis:i largest:i sorted:i|24 =
Transpose|1 s s perm:I|13 =|21 =|23 =|24 =|25 =
Trilu|14 so s upper:i
Unique|11 s sooo axis:i sorted:i|28 =
Unsqueeze|1 s s axes:I!|11 =|13 ss s|21 =|23 =|24 =|25 =
Upsample|1 s s height_scale:f! mode:s width_scale:f!|7 s s mode:s scales:F!|9 ss s mode:s|10 gone
Where|9 sss s|16 =
Xor|1 ss s axis:i broadcast:i|7 ss s
@ai.onnx.ml 5
ArrayFeatureExtractor|1 ss s
Binarizer|1 s s threshold:f
CastMap|1 s s cast_to:s map_form:s max_map:i
CategoryMapper|1 s s cats_int64s:I cats_strings:S default_int64:i default_string:s
DictVectorizer|1 s s int64_vocabulary:I string_vocabulary:S
FeatureVectorizer|1 v1 s inputdimensions:I
Imputer|1 s s imputed_value_floats:F imputed_value_int64s:I replaced_value_float:f replaced_value_int64:i
LabelEncoder|1 s s classes_strings:S default_int64:i default_string:s|2 s s default_float:f default_int64:i default_string:s keys_floats:F keys_int64s:I keys_strings:S values_floats:F values_int64s:I values_strings:S|4 s s default_float:f default_int64:i default_string:s default_tensor:t keys_floats:F keys_int64s:I keys_strings:S keys_tensor:t values_floats:F values_int64s:I values_strings:S values_tensor:t
LinearClassifier|1 s ss classlabels_ints:I classlabels_strings:S coefficients:F! intercepts:F multi_class:i post_transform:s
LinearRegressor|1 s s coefficients:F intercepts:F post_transform:s targets:i
Normalizer|1 s s norm:s
OneHotEncoder|1 s s cats_int64s:I cats_strings:S zeros:i
SVMClassifier|1 s ss classlabels_ints:I classlabels_strings:S coefficients:F kernel_params:F kernel_type:s post_transform:s prob_a:F prob_b:F rho:F support_vectors:F vectors_per_class:I
SVMRegressor|1 s s coefficients:F kernel_params:F kernel_type:s n_supports:i one_class:i post_transform:s rho:F support_vectors:F
Scaler|1 s s offset:F scale:F
TreeEnsemble|5 s s aggregate_function:i leaf_targetids:I! leaf_weights:t! membership_values:t n_targets:i nodes_falseleafs:I! nodes_falsenodeids:I! nodes_featureids:I! nodes_hitrates:t nodes_missing_value_tracks_true:I nodes_modes:t! nodes_splits:t! nodes_trueleafs:I! nodes_truenodeids:I! post_transform:i tree_roots:I!
TreeEnsembleClassifier|1 s ss base_values:F class_ids:I class_nodeids:I class_treeids:I class_weights:F classlabels_int64s:I classlabels_strings:S nodes_falsenodeids:I nodes_featureids:I nodes_hitrates:F nodes_missing_value_tracks_true:I nodes_modes:S nodes_nodeids:I nodes_treeids:I nodes_truenodeids:I nodes_values:F post_transform:s|3 s ss base_values:F base_values_as_tensor:t class_ids:I class_nodeids:I class_treeids:I class_weights:F class_weights_as_tensor:t classlabels_int64s:I classlabels_strings:S nodes_falsenodeids:I nodes_featureids:I nodes_hitrates:F nodes_hitrates_as_tensor:t nodes_missing_value_tracks_true:I nodes_modes:S nodes_nodeids:I nodes_treeids:I nodes_truenodeids:I nodes_values:F nodes_values_as_tensor:t post_transform:s|5 gone
TreeEnsembleRegressor|1 s s aggregate_function:s base_values:F n_targets:i nodes_falsenodeids:I nodes_featureids:I nodes_hitrates:F nodes_missing_value_tracks_true:I nodes_modes:S nodes_nodeids:I nodes_treeids:I nodes_truenodeids:I nodes_values:F post_transform:s target_ids:I target_nodeids:I target_treeids:I target_weights:F|3 s s aggregate_function:s base_values:F base_values_as_tensor:t n_targets:i nodes_falsenodeids:I nodes_featureids:I nodes_hitrates:F nodes_hitrates_as_tensor:t nodes_missing_value_tracks_true:I nodes_modes:S nodes_nodeids:I nodes_treeids:I nodes_truenodeids:I nodes_values:F nodes_values_as_tensor:t post_transform:s target_ids:I target_nodeids:I target_treeids:I target_weights:F target_weights_as_tensor:t|5 gone
ZipMap|1 s s classlabels_int64s:I classlabels_strings:S
@ai.onnx.preview.training 1
Adagrad|1 ssv1 v1 decay_factor:f epsilon:f norm_coefficient:f
Adam|1 ssv1 v1 alpha:f beta:f epsilon:f norm_coefficient:f norm_coefficient_post:f
Gradient|1 v1 v1 xs:S! y:s! zs:S
Momentum|1 ssv1 v1 alpha:f! beta:f! mode:s! norm_coefficient:f!
`;

// src/verify/onnx/operators.ts
var TYPES2 = "fistgFISTGpPyY";
var plainDomain = (domain) => domain === "" ? "ai.onnx" : domain;
var domains;
function domainOf(name) {
  domains ??= parsed(OPERATORS_TABLE);
  return domains.get(plainDomain(name));
}
var operatorAt = (domain, name, version) => domain.operators.get(name)?.findLast(({ since }) => since <= version);
function parsed(table) {
  const found = /* @__PURE__ */ new Map();
  let operators = /* @__PURE__ */ new Map();
  for (const line of table.split("\n")) {
    if (line.startsWith("@")) {
      const [name = "", newest] = line.slice(1).split(" ");
      operators = /* @__PURE__ */ new Map();
      found.set(name, { newest: Number(newest), operators });
    } else if (line !== "") {
      const [name = "", ...forms] = line.split("|");
      operators.set(name, formsOf(forms));
    }
  }
  return found;
}
function formsOf(texts) {
  const forms = [];
  for (const text of texts) {
    const [since, first = "", outputs = "", ...attributes] = text.split(" ");
    const before = forms.at(-1);
    if (first === "=" && before !== void 0) {
      forms.push({ ...before, since: Number(since) });
      continue;
    }
    forms.push({
      since: Number(since),
      isGone: first === "gone",
      inputs: placesOf(first),
      outputs: placesOf(outputs),
      attributes: new Map(attributes.filter((each) => each !== "*").map(attributeOf)),
      takesAny: attributes.includes("*")
    });
  }
  return forms;
}
function placesOf(text) {
  const [, letters = "", least] = /^([so]*)(?:v([0-9]+))?/.exec(text) ?? [];
  return {
    least: least === void 0 ? letters.lastIndexOf("s") + 1 : letters.length + Number(least),
    most: least === void 0 ? letters.length : Number.POSITIVE_INFINITY,
    named: [...letters].map((letter) => letter === "s")
  };
}
function attributeOf(text) {
  const [name = "", type = ""] = text.split(":");
  return [name, { type: TYPES2.indexOf(type.charAt(0)) + 1, required: type.endsWith("!") }];
}

// src/verify/onnx/import.ts
var ImportReader = class extends KnownMessage {
  #into;
  #domain = "";
  #version = 0;
  constructor(watch, into) {
    super(OPERATOR_SET, watch);
    this.#into = into;
  }
  onVarint(_field, value) {
    this.#version = value.toNumber();
  }
  onDelimited(_field, length, at) {
    return collectedText(MOST_NAME_BYTES, length, at, (text) => {
      this.#domain = text;
    });
  }
  end() {
    this.#into.set(plainDomain(this.#domain), this.#version);
  }
};

// src/verify/onnx/operator-uses.ts
var MOST_LETTERS2 = 16 * 1024 ** 2;
var functionKey = (domain, name) => `${plainDomain(domain)} ${name}`;
var KNOWN_UNASKED = /^(ai\.onnx|com\.microsoft|com\.ms)(\.|$)/;
var ADDED = new Set(
  [
    "ATen Affine ConstantFill Crop DynamicSlice GRUUnit GivenTensorFill ImageScaler ParametricSoftplus Scale ScaledTanh",
    "LayerNormalization SimplifiedLayerNormalization MemcpyFromHost MemcpyToHost"
  ].flatMap((names) => names.split(" "))
);
var OperatorUses = class {
  #uses = /* @__PURE__ */ new Map();
  #letters = 0;
  add(use, at) {
    const key = JSON.stringify(use);
    if (this.#uses.has(key)) return;
    this.#letters += key.length;
    if (this.#letters > MOST_LETTERS2)
      throw new Unsettled("L2", "over-budget", "nodes say more of their operators than we hold");
    this.#uses.set(key, { use, at });
  }
  /** Call once, when the operator sets are known: most writers put them behind the graph. */
  judge(findings, surroundings) {
    const newer = /* @__PURE__ */ new Set();
    for (const { use, at } of this.#uses.values()) {
      const judge = new UseJudge(findings, use, at, surroundings);
      judge.attributesAlone();
      const domain = judge.schema();
      if (domain !== void 0) newer.add(domain);
    }
    for (const name of newer)
      findings.note("L2", "onnx-newer-operators", "the operators are of a newer set than we know", {
        found: `${name} ${surroundings.imports.get(name)}`
      });
  }
};
var UseJudge = class {
  #findings;
  #use;
  #at;
  #around;
  constructor(findings, use, at, around) {
    this.#findings = findings;
    this.#use = use;
    this.#at = at;
    this.#around = around;
  }
  /** What holds of any node, whatever its operator. */
  attributesAlone() {
    const { name, inputs, outputs, attributes } = this.#use;
    if (name === "") this.#fail("onnx-operator", "a node has no operator");
    if (inputs.length + outputs.length === 0)
      this.#fail("onnx-operands", `a node of ${quoted(name)} has neither inputs nor outputs`);
    const seen = /* @__PURE__ */ new Set();
    for (const each of attributes) {
      const shown = `the attribute ${quoted(each.name)} of ${quoted(name)}`;
      const wrong = this.#wrongAlone(each) ?? (seen.has(each.name) ? "stands there twice" : void 0);
      if (wrong !== void 0) this.#fail("onnx-attribute", `${shown} ${wrong}`);
      seen.add(each.name);
    }
  }
  #wrongAlone({ name, type, carries, refers }) {
    if (name === "") return "has no name";
    if (type === 0 && this.#around.irVersion >= 2) return "does not say of which type it is";
    if (carries.length > 1) return "has values of several types";
    if (type !== 0 && carries.some((each) => each !== type)) return "has values of another type than it says";
    if (refers && carries.length > 0 && this.#around.around !== void 0)
      return "is the function's, and has a value of its own";
    return void 0;
  }
  /** @returns the domain, where its set is newer than the table */
  schema() {
    const { domain, name } = this.#use;
    const { imports, functions } = this.#around;
    const plain = plainDomain(domain);
    const version = imports.get(plain);
    if (version === void 0) {
      this.#unimported(plain);
      return void 0;
    }
    const known = domainOf(domain);
    if (known === void 0 || functions.has(functionKey(domain, name))) return void 0;
    this.#sameAsOutside(known, plain, version);
    if (version > known.newest) return plain;
    const operator = operatorAt(known, name, version);
    if (operator === void 0 && plain === "ai.onnx" && ADDED.has(name)) return void 0;
    if (operator === void 0 || operator.isGone) this.#unknown(known.operators, plain, version);
    else {
      this.#operands("input", this.#use.inputs, operator.inputs);
      this.#operands("output", this.#use.outputs, operator.outputs);
      this.#attributes(operator);
    }
    return void 0;
  }
  /** A function may import other sets than the model, where its operators are the same in both. */
  #sameAsOutside(known, domain, version) {
    const { name } = this.#use;
    const outside = this.#around.around?.get(domain);
    if (outside === void 0 || outside === version) return;
    if (operatorAt(known, name, outside)?.since === operatorAt(known, name, version)?.since) return;
    this.#doubt(`${quoted(name)} of a function is of another operator set than the model's`, {
      expected: `${domain} ${outside}`,
      found: `${domain} ${version}`
    });
  }
  #unimported(domain) {
    const what = `the model does not import the operator set that ${quoted(this.#use.name)} is of`;
    const extra = { found: quoted(domain) };
    if (KNOWN_UNASKED.test(domain)) this.#doubt(what, extra);
    else this.#fail("onnx-no-operator-set", what, extra);
  }
  #unknown(known, domain, version) {
    const { name } = this.#use;
    const what = `${quoted(name)} is no operator of ${domain} ${version}`;
    const like = known.has(name) ? void 0 : [...known.keys()].find((each) => isOneBitFrom(name, each));
    if (like !== void 0)
      this.#fail("onnx-operator", what, { expected: quoted(like), found: quoted(name) });
    else this.#doubt(what);
  }
  #operands(which, has, { least, most, named }) {
    const name = quoted(this.#use.name);
    if (has.length < least || has.length > most)
      this.#fail("onnx-operands", `${name} does not have as many ${which}s as it takes`, {
        expected: most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`,
        found: String(has.length)
      });
    const unnamed = has.findIndex((isNamed, n) => !isNamed && named[n] === true);
    if (unnamed !== -1)
      this.#fail("onnx-operands", `${name} needs its ${which} ${unnamed}, which is left out`);
  }
  #attributes({ attributes: known, takesAny }) {
    const { name: operator, attributes } = this.#use;
    for (const { name, type, carries, refers } of attributes) {
      const shape = known.get(name);
      const shown = `the attribute ${quoted(name)} of ${quoted(operator)}`;
      if (shape === void 0) {
        if (takesAny || name.startsWith("__") || name === "") continue;
        const like = [...known.keys()].find((each) => isOneBitFrom(name, each));
        const what = `${quoted(operator)} has no attribute ${quoted(name)}`;
        if (like === void 0) this.#doubt(what);
        else this.#fail("onnx-attribute", what, { expected: quoted(like), found: quoted(name) });
      } else if (type !== shape.type && type !== 0)
        this.#fail("onnx-attribute", `${shown} is of another type than it takes`, {
          expected: String(shape.type),
          found: String(type)
        });
      else if (carries.length === 0 && !refers && NEEDS_VALUE.has(type))
        this.#fail("onnx-attribute", `${shown} has no value`);
    }
    for (const [name, { required }] of known)
      if (required && !attributes.some((each) => each.name === name))
        this.#fail("onnx-attribute", `${quoted(operator)} lacks its attribute ${quoted(name)}`);
  }
  #fail(code, what, extra = {}) {
    this.#findings.fail("L2", code, what, { offset: this.#at, ...extra });
  }
  /** ONNX's own checker refuses it, and a runtime with operators of its own may take it. */
  #doubt(what, extra = {}) {
    this.#findings.degraded("L2", "onnx-checker", `${what}: ONNX's own checker refuses it`, {
      offset: this.#at,
      ...extra
    });
  }
};
var NEEDS_VALUE = /* @__PURE__ */ new Set([4, 5, 11, 13]);
function isOneBitFrom(name, known) {
  if (name.length !== known.length) return false;
  const at = [...known].findIndex((letter, n) => letter !== name[n]);
  if (at === -1 || name.slice(at + 1) !== known.slice(at + 1)) return false;
  if (name[at] === "\uFFFD") return true;
  const bits = name.charCodeAt(at) ^ known.charCodeAt(at);
  return (bits & bits - 1) === 0;
}

// src/verify/onnx/function.ts
var FunctionReader = class extends KnownMessage {
  #all;
  #names = new ValueNames();
  #uses = new OperatorUses();
  #imports = /* @__PURE__ */ new Map();
  #whenRead;
  #name = "";
  #domain;
  constructor(all, whenRead) {
    super(FUNCTION, all.watch);
    this.#all = all;
    this.#whenRead = whenRead;
  }
  onDelimited(field, length, at) {
    const names = this.#names;
    const place = { prefix: `${this.#name}/`, names, uses: this.#uses, at };
    switch (field) {
      case 1:
        return collectedText(MOST_NAME_BYTES, length, at, (text) => {
          this.#name = text;
        });
      case 4:
        return collectedText(MOST_NAME_BYTES, length, at, (text) => names.give(text));
      case 5:
        return collectedText(MOST_NAME_BYTES, length, at, (text) => names.deliver(text, at));
      case 7:
        return new NodeReader(this.#all, place);
      case 9:
        return new ImportReader(this.watch, this.#imports);
      case 10:
        return collectedText(MOST_NAME_BYTES, length, at, (text) => {
          this.#domain = text;
        });
      case 11:
        return new AttributeReader(this.#all, { ...place, number: 0, makes: /* @__PURE__ */ new Set() }, () => {
        });
      default:
        return void 0;
    }
  }
  end(at) {
    if (this.#name === "")
      this.#all.subject.findings.fail("L2", "onnx-operator", "a function has no name", { offset: at });
    tellFaults(this.#all, this.#names.faults());
    this.#whenRead({
      key: functionKey(this.#domain ?? "", this.#name),
      uses: this.#uses,
      imports: this.#imports,
      hasDomain: this.#domain !== void 0,
      at
    });
  }
};

// src/verify/onnx/model.ts
var NEWEST_IR = 14;
var DOMAINS_SINCE_IR = 8;
var MOST_SCALARS = 64;
var ModelReader = class extends KnownMessage {
  #all;
  #uses = new OperatorUses();
  #imports = /* @__PURE__ */ new Map();
  #functions = [];
  #irVersion = 0;
  #graphs = 0;
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
        return new GraphReader(
          this.#all,
          { prefix: "", uses: this.#uses, at },
          (names) => tellFaults(this.#all, names.faults())
        );
      case 8:
        return new ImportReader(this.watch, this.#imports);
      case 14:
        return new PairReader(this.watch, (key, value) => enterMetadata(subject, this.#all, key, value));
      case 20:
        return new TrainingReader(this.#all);
      case 25:
        return new FunctionReader(this.#all, (found) => this.#functions.push(found));
      default:
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
      ...this.#imports.size === 0 ? ["opset_import"] : []
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
    } else if (absent.length === 0) this.#judgeOperators();
  }
  #judgeOperators() {
    const { findings } = this.#all.subject;
    const shared = { irVersion: this.#irVersion, functions: new Set(this.#functions.map(({ key }) => key)) };
    this.#uses.judge(findings, { ...shared, imports: this.#imports });
    for (const { uses, imports, hasDomain, at } of this.#functions) {
      if (!hasDomain && this.#irVersion >= DOMAINS_SINCE_IR)
        tellDoubt(this.#all, "a function has no domain", at);
      uses.judge(findings, { ...shared, imports, around: this.#imports });
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
  onDelimited(field, _length, at) {
    const whenRead = (names) => tellFaults(this.#all, names.faultsBeside());
    const place = { uses: new OperatorUses(), at };
    if (field === 1) return new GraphReader(this.#all, { prefix: "initialization/", ...place }, whenRead);
    return field === 2 ? new GraphReader(this.#all, { prefix: "algorithm/", ...place }, whenRead) : void 0;
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
