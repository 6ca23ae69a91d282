import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DTYPE_KINDS,
  DTYPE_NAMES
} from "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  DTYPES,
  TensorBook,
  TensorJudge,
  mayNotBeNegative
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  BZIP2_MAGIC,
  Broken,
  ElementScan,
  NESTED_PAYLOAD,
  NO_TENSORS,
  NPY_MAGIC,
  PYTHON_ROOTS,
  PickleMachine,
  PickleSkim,
  PushParser,
  PyBytes,
  PyDict,
  PyFloat,
  PyGlobal,
  PyList,
  PyObject,
  PySet,
  PyStorage,
  PyTensor,
  PyTuple,
  StepRecord,
  Unsettled,
  badArguments,
  badCall,
  combineCrc32,
  crc32,
  decodeElements,
  holdsTensors,
  isInt,
  judgeCopies,
  kindOfName,
  overBudget,
  partOf,
  quoted,
  readScalar,
  sumDiffers,
  together,
  utf8,
  vouchesFor
} from "./verifier.clock.shared.mjs";

// src/verify/tensor/python-literal.ts
var LiteralTuple = class {
  constructor(items) {
    this.items = items;
  }
  items;
};
var DEEPEST = 20;
var ESCAPES = { "\\": "\\", "'": "'", '"': '"', n: "\n", r: "\r", t: "	" };
function parseLiteral(text) {
  const parser = new LiteralParser(text);
  const value = parser.value(0);
  parser.mustEnd();
  return value;
}
var LiteralParser = class {
  #text;
  #at = 0;
  constructor(text) {
    this.#text = text;
  }
  mustEnd() {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#odd();
  }
  value(depth) {
    if (depth > DEEPEST) throw new Error(`nested deeper than ${DEEPEST}`);
    this.#skip();
    const char = this.#text[this.#at];
    if (char === "'" || char === '"') return this.#string();
    if (char === "(") return this.#tuple(depth);
    if (char === "[") return this.#list("]", depth).items;
    if (char === "{") return this.#dict(depth);
    return this.#word();
  }
  #word() {
    const [word = ""] = /^(True|False|None|-?(?:0+|[1-9][0-9]{0,19})L?)(?![\w.])/.exec(
      this.#text.slice(this.#at, this.#at + 32)
    ) ?? [];
    if (word === "") throw this.#odd();
    this.#at += word.length;
    if (word === "None") return null;
    if (word === "True" || word === "False") return word === "True";
    return BigInt(word.replace("L", ""));
  }
  #string() {
    const quote = this.#text[this.#at];
    let content = "";
    for (this.#at += 1; this.#text[this.#at] !== quote; this.#at += 1) {
      let char = this.#text[this.#at];
      if (char === void 0 || char === "\n") throw new Error("a string does not end");
      if (char === "\\") {
        this.#at += 1;
        char = ESCAPES[this.#text[this.#at] ?? ""];
        if (char === void 0) throw this.#odd();
      }
      content += char;
    }
    this.#at += 1;
    return content;
  }
  /** `(1)` is a number in brackets, `(1,)` a tuple. */
  #tuple(depth) {
    const { items, comma } = this.#list(")", depth);
    const [only] = items;
    return items.length === 1 && !comma && only !== void 0 ? only : new LiteralTuple(items);
  }
  #list(close, depth) {
    const items = [];
    let comma = true;
    this.#at += 1;
    while (!this.#takes(close)) {
      if (!comma) throw this.#odd();
      items.push(this.value(depth + 1));
      comma = this.#takes(",");
    }
    return { items, comma };
  }
  #dict(depth) {
    const dict = /* @__PURE__ */ new Map();
    let comma = true;
    this.#at += 1;
    while (!this.#takes("}")) {
      if (!comma) throw this.#odd();
      const key = this.value(depth + 1);
      if (typeof key !== "string" || !this.#takes(":")) throw this.#odd();
      if (dict.has(key)) throw new Error(`the key ${JSON.stringify(key.slice(0, 40))} is there twice`);
      dict.set(key, this.value(depth + 1));
      comma = this.#takes(",");
    }
    return dict;
  }
  #takes(char) {
    this.#skip();
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
  #skip() {
    while (this.#text[this.#at] === " ") this.#at += 1;
  }
  #odd() {
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + 20));
    return new Error(`no literal at character ${this.#at}: ${found}`);
  }
};

// src/verify/tensor/numpy-type.ts
var MOST_FIELDS = 1e4;
var PLAIN = { ...DTYPE_KINDS, V2: DTYPES.bf16 };
var OPAQUE = /^(f(?:12|16)|c(?:24|32)|S\d+|U\d+|V\d+|[Mm]8(?:\[\d*(?:Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)\])?)$/;
function typeOfDescr(descr) {
  if (typeof descr === "string") return plainType(descr);
  if (Array.isArray(descr)) return structure(descr.map(fieldOfDescr));
  if (!(descr instanceof LiteralTuple) || descr.items.length !== 2) return void 0;
  const [inner, shape] = [typeOfDescr(descr.items[0] ?? null), shapeOf(descr.items[1] ?? null)];
  return inner === void 0 || shape === void 0 ? void 0 : arrayOf(inner, shape);
}
function plainType(word) {
  const [, order, kind = ""] = /^([<>=|]?)(.+)$/.exec(word) ?? [];
  if (/^O[48]?$/.test(kind)) return { bytes: 8, object: true, parts: [] };
  const dtype2 = PLAIN[kind];
  if (dtype2 === void 0 && !OPAQUE.test(kind)) return void 0;
  const bytes = dtype2 === void 0 ? opaqueBytes(kind) : dtype2.bits / 8;
  if (!Number.isSafeInteger(bytes)) return void 0;
  const part = {
    field: "",
    offset: 0,
    shape: [],
    bytes,
    dtype: dtype2 ?? DTYPES.u8,
    typeName: dtype2?.name ?? kind,
    littleEndian: order !== ">"
  };
  return { bytes, object: false, parts: [part] };
}
function opaqueBytes(kind) {
  if (kind[0] === "M" || kind[0] === "m") return 8;
  const size = Number(kind.slice(1));
  return kind[0] === "U" ? size * 4 : size;
}
function fieldOfDescr(field) {
  const items = field instanceof LiteralTuple ? field.items : [];
  if (items.length < 2 || items.length > 3) return void 0;
  const [title, descr = null, dimensions] = items;
  const name = title instanceof LiteralTuple ? title.items[1] : title;
  const inner = typeOfDescr(descr);
  const shape = dimensions === void 0 ? [] : shapeOf(dimensions);
  const type = inner === void 0 || shape === void 0 ? void 0 : arrayOf(inner, shape);
  return typeof name !== "string" || type === void 0 ? void 0 : { name, type };
}
function structure(fields, bytes) {
  const parts = [];
  const names = /* @__PURE__ */ new Set();
  let end = 0;
  let object = false;
  for (const field of fields) {
    if (field === void 0 || field.name !== "" && names.has(field.name)) return void 0;
    names.add(field.name);
    const { name, type, offset = end } = field;
    if (offset < end) return void 0;
    end = offset + type.bytes;
    object ||= type.object;
    if (parts.length + type.parts.length > MOST_FIELDS)
      throw overBudget("fields of a type", MOST_FIELDS, parts.length + type.parts.length);
    if (name === "") continue;
    for (const part of type.parts) {
      const inner = part.field === "" ? name : `${name}.${part.field}`;
      parts.push({ ...part, field: inner, offset: offset + part.offset });
    }
  }
  if (!Number.isSafeInteger(end) || bytes !== void 0 && bytes < end) return void 0;
  return { bytes: bytes ?? end, object, parts };
}
function arrayOf(type, shape) {
  if (shape.length === 0) return type;
  const bytes = shape.reduce((product, size) => product * size, type.bytes);
  if (!Number.isSafeInteger(bytes)) return void 0;
  const [only] = type.parts;
  if (type.parts.length === 1 && only !== void 0 && only.field === "")
    return { ...type, bytes, parts: [{ ...only, bytes, shape: [...shape, ...only.shape] }] };
  const whole = {
    field: "",
    offset: 0,
    shape,
    bytes,
    dtype: DTYPES.u8,
    typeName: `V${type.bytes}`,
    littleEndian: true
  };
  return { ...type, bytes, parts: [whole] };
}
function shapeOf(literal) {
  const items = literal instanceof LiteralTuple ? literal.items : [literal];
  const isCount = (item) => typeof item === "bigint" && item >= 0n && item <= BigInt(Number.MAX_SAFE_INTEGER);
  return items.length <= 64 && items.every(isCount) ? items.map(Number) : void 0;
}

// src/verify/tensor/npy-header.ts
var [LINE_FEED, BLANK, BRACE] = [10, 32, 125];
var LEAST_HEADER_BYTES = 16;
var MOST_HEADER_BYTES = 65536;
var NUMPY_TAKES = 1e4;
var broken = (what, found) => new Broken("L2", "npy-header", `the header of the array ${what}`, {
  offset: 0,
  found: found.slice(0, 120)
});
function npyHeaderBytes(start) {
  if (start.length < 10 || !NPY_MAGIC.every((byte, i) => start[i] === byte))
    throw broken("has no magic", Buffer.from(start.subarray(0, 8)).toString("hex"));
  const [major, minor] = [start[6], start[7]];
  if (major < 1 || major > 3 || minor !== 0)
    throw new Unsettled("L2", "npy-version", "is of a version of the format that we do not know", {
      offset: 6,
      expected: "1.0, 2.0 or 3.0",
      found: `${major}.${minor}`
    });
  const view = new DataView(start.buffer, start.byteOffset, start.length);
  if (major > 1 && start.length < 12) throw broken("is cut", `${start.length} bytes`);
  const length = major === 1 ? 10 + view.getUint16(8, true) : 12 + view.getUint32(8, true);
  if (length < LEAST_HEADER_BYTES) throw broken("is too short", `${length} bytes`);
  if (length > MOST_HEADER_BYTES) throw overBudget("bytes of an npy header", MOST_HEADER_BYTES, length, 0);
  return length;
}
function parseNpyHeader(header) {
  const major = header[6];
  const body = Buffer.from(header.subarray(major === 1 ? 10 : 12));
  const last = body.at(-1);
  if (last !== LINE_FEED && last !== BLANK && last !== BRACE)
    throw broken("ends in neither a line feed nor a blank", body.subarray(-8).toString("hex"));
  const fields = fieldsOf(last === LINE_FEED ? body.subarray(0, -1) : body, major);
  const descr = fields.get("descr") ?? null;
  const type = descr instanceof LiteralTuple ? void 0 : typeOfDescr(descr);
  const shape = shapeOf(fields.get("shape") ?? null);
  const fortranOrder = fields.get("fortran_order");
  if (fields.size !== 3 || !["descr", "shape", "fortran_order"].every((key) => fields.has(key)))
    throw broken("has other keys than descr, fortran_order and shape", [...fields.keys()].join(", "));
  if (type === void 0) throw broken("names a type that NumPy does not have", shown(descr));
  if (shape === void 0) throw broken("has a shape that is none", shown(fields.get("shape") ?? null));
  if (typeof fortranOrder !== "boolean")
    throw broken("has an order that is none", shown(fortranOrder ?? null));
  return { type, shape, fortranOrder, bytes: header.length, isLong: body.length > NUMPY_TAKES };
}
function fieldsOf(body, major) {
  let value;
  try {
    const text = major === 3 ? new TextDecoder("utf-8", { fatal: true }).decode(body) : body.toString("latin1");
    value = parseLiteral(text);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Unsettled) throw error;
    throw broken("is no literal", error.message);
  }
  if (value instanceof Map) return value;
  throw broken("is no dict", shown(value));
}
var shown = (value) => JSON.stringify(value, (_key, each) => typeof each === "bigint" ? String(each) : each) ?? "none";
var countOf = (shape) => shape.reduce((product, size) => product * BigInt(size), 1n);

// src/verify/pickle/numpy-dtype.ts
var LAST_VERSION = 4;
var [OBJECT_FLAGS, ONLY_OF_OBJECTS] = [63, 7];
var [LEAST_FLAGS, MOST_FLAGS] = [-128, 255];
var IS_SIZED = /^[SUV]\d/;
var IS_DATE = /^[Mm]8$/;
function mustBeTypeState({ args: [word] }, state, typeOf2) {
  const items = state instanceof PyTuple ? state.items : [];
  const [version, order, base, names, fields, size, alignment, flags, metadata] = items;
  const demand3 = (is, what) => {
    if (!is)
      throw new Broken(
        "L2",
        "pickle-bad-call",
        `the pickle program makes a NumPy type that is none: ${what}`
      );
  };
  demand3(items.length === 8 || items.length === 9, `its state has ${items.length} items`);
  demand3(isInt(version) && version >= 0 && version <= LAST_VERSION, "its state is of no known version");
  demand3(typeof order === "string" && /^[<>=|]$/.test(order), "it has no byte order");
  demand3(isInt(size) && isInt(alignment), "its size or alignment is no number");
  demand3(isInt(flags) && flags >= LEAST_FLAGS && flags <= MOST_FLAGS, "its flags are none");
  demand3(names === null === (fields === null), "it has fields without names, or names without fields");
  if (typeof word !== "string") return;
  if (IS_DATE.test(word)) demand3(metadata instanceof PyTuple, "it is a date without a unit");
  const known = typeOf2();
  if (known === void 0) return;
  demand3(size === (IS_SIZED.test(word) ? known.bytes : -1), "its size is not that of its word");
  if (base !== null || names !== null) return;
  const areItsOwn = known.object ? flags === OBJECT_FLAGS : (Number(flags) & ONLY_OF_OBJECTS) === 0;
  demand3(areItsOwn, "its flags are those of another type");
}

// src/verify/pickle/numpy.ts
var badState = (what, found) => new Broken("L2", "pickle-bad-call", `the pickle program makes a NumPy array that is none: ${what}`, {
  found
});
var ARRAY_CLASSES = [
  "numpy.ndarray",
  "numpy.matrix",
  "numpy.matrixlib.defmatrix.matrix",
  "numpy.memmap",
  "numpy.core.memmap.memmap",
  "numpy._core.memmap.memmap",
  "numpy.recarray",
  "numpy.rec.recarray"
];
var MODULES = ["numpy.core.multiarray", "numpy._core.multiarray"];
var NUMERIC = ["numpy.core.numeric", "numpy._core.numeric", ...MODULES];
var LENT = {
  "ml_dtypes.bfloat16": "V2",
  "ml_dtypes.float8_e4m3fn": "V1",
  "ml_dtypes.float8_e5m2": "V1"
};
var RECORDS = ["numpy.record", "numpy.rec.record"];
var isRefused = (value) => value instanceof PyGlobal && value.model.tier === "D" || value instanceof PyObject && value.cls.model.tier === "D";
var isArrayClass = (value) => value instanceof PyGlobal && (value.model.tier === "D" || ARRAY_CLASSES.includes(value.name));
var countsOf = (value) => value instanceof PyTuple && value.items.every((item) => isInt(item) && item >= 0) ? value.items : void 0;
var bytesOf = (value) => (
  // Python 2 wrote bytes as its str, which stands here as Latin-1.
  typeof value === "string" ? Buffer.from(value, "latin1") : value instanceof PyBytes ? value.bytes : void 0
);
function dtype(args) {
  const [word, align = false, copy = true] = args;
  const isFlag = (value) => typeof value === "boolean" || value === 0 || value === 1;
  const isNamed = word instanceof PyGlobal && (word.model.tier === "D" || LENT[word.name] !== void 0 || RECORDS.includes(word.name));
  if (args.length > 3 || !(typeof word === "string" || isNamed) || !isFlag(align) || !isFlag(copy))
    throw badArguments("numpy.dtype");
  return new PyObject(DTYPE, args);
}
var DTYPE = new PyGlobal("numpy.dtype", {
  tier: "B",
  call: dtype,
  state: "tuple",
  check: (type, state) => mustBeTypeState(type, state, () => typeWith(type, state))
});
function typeOf(value, depth = 0) {
  if (!(value instanceof PyObject) || value.cls.name !== "numpy.dtype" || depth > 20) return void 0;
  return typeWith(value, value.state, depth);
}
function typeWith({ args }, given, depth = 0) {
  const [word] = args;
  if (word instanceof PyGlobal && !RECORDS.includes(word.name)) return plainType(LENT[word.name] ?? "");
  const state = given instanceof PyTuple ? given.items : [];
  const [, order, base, names, fields, size] = state;
  if (base instanceof PyTuple) {
    const inner = typeOf(base.items[0], depth + 1);
    const shape = countsOf(base.items[1]);
    return inner === void 0 || shape === void 0 ? void 0 : arrayOf(inner, shape);
  }
  if (names instanceof PyTuple && fields instanceof PyDict && isInt(size)) {
    return structureOf(fields, size, depth) ?? plainType(`V${size}`);
  }
  if (typeof word !== "string") return void 0;
  return plainType(`${order === ">" ? ">" : "<"}${word}`);
}
function structureOf(fields, size, depth) {
  const known = [];
  for (const [name, field] of fields.entries.values()) {
    const [inner, offset] = field instanceof PyTuple ? field.items : [];
    const type = typeOf(inner, depth + 1);
    if (typeof name !== "string" || type === void 0 || !isInt(offset)) return void 0;
    known.push({ name, type, offset });
  }
  return structure(
    known.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0)),
    size
  );
}
var isByteType = (value) => {
  const bytes = bytesOf(value);
  return bytes?.length === 1 && bytes[0] === 98;
};
function reconstruct(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const shape = countsOf(args[1]);
    const sound = args.length === 3 && isArrayClass(args[0]) && shape?.length === 1 && shape[0] === 0 && isByteType(args[2]);
    if (!sound) throw badArguments(name);
    return new PyObject(cls, args);
  };
}
function mustBeArrayState(_array, state) {
  const items = state instanceof PyTuple ? state.items : [];
  const [version, shape, type, fortran, data] = items.length === 4 ? [1, ...items] : items;
  if (items.some(isRefused)) return;
  if (version !== 0 && version !== 1) throw badState("its state is of no known version", String(version));
  const isFlag = typeof fortran === "boolean" || fortran === 0 || fortran === 1;
  if (items.length < 4 || items.length > 5 || countsOf(shape) === void 0 || !isFlag)
    throw badState("its state has another form", `${items.length} items`);
  mustFit(type, countsOf(shape) ?? [], data);
}
function mustFit(dtypeValue, shape, data) {
  const type = typeOf(dtypeValue);
  if (type === void 0) throw badState("its type is none", "no numpy.dtype that we know");
  const count = countOf(shape);
  if (data instanceof PyList) {
    if (type.object && BigInt(data.items.length) === count) return;
    throw badState("its objects are not as many as its shape says", `${data.items.length} objects`);
  }
  const bytes = bytesOf(data);
  if (bytes === void 0 || type.object) throw badState("it has no elements", "neither bytes nor objects");
  if (BigInt(bytes.length) === BigInt(type.bytes) * count) return;
  throw badState("its elements do not fill its shape", `${bytes.length} bytes for ${count} elements`);
}
function fromBuffer(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const [data, type, shape, order] = args;
    const isOrder = order === "C" || order === "F";
    if (args.some(isRefused)) return new PyObject(cls, args);
    if (args.length !== 4 || countsOf(shape) === void 0 || !isOrder) throw badArguments(name);
    mustFit(type, countsOf(shape) ?? [], data);
    return new PyObject(cls, args);
  };
}
function scalar(name, model) {
  const cls = new PyGlobal(name, model);
  return (args) => {
    const [type, data] = args;
    const isType = type instanceof PyObject && (type.cls.name === "numpy.dtype" || isRefused(type));
    if (args.length < 1 || args.length > 2 || !(isType || isRefused(type))) throw badArguments(name);
    const known = typeOf(type);
    if (known?.object && known.parts.length === 0) throw badArguments(name);
    const bytes = bytesOf(data);
    const [part] = known?.parts ?? [];
    if (known === void 0 || known.object || bytes === void 0 || part === void 0)
      return new PyObject(cls, args);
    if (bytes.length !== known.bytes) throw badArguments(name);
    return numberIn(bytes, part.dtype.name === part.typeName ? part : void 0) ?? new PyObject(cls, args);
  };
}
function numberIn(bytes, part) {
  if (part === void 0 || part.field !== "" || part.shape.length > 0) return void 0;
  const values = decodeElements(part.dtype, part.littleEndian ? bytes : Uint8Array.from(bytes).reverse());
  const [value] = values?.length === 1 ? values : [];
  if (value === void 0) return void 0;
  if (part.dtype.kind === "float") return new PyFloat(value);
  return part.dtype.kind === "bool" ? value !== 0 : value;
}
var RECONSTRUCT = new Set(MODULES.map((module) => `${module}._reconstruct`));
var FROM_BUFFER = new Set(NUMERIC.map((module) => `${module}._frombuffer`));
function reduced(call, args, state) {
  const isCall = call instanceof PyGlobal && RECONSTRUCT.has(call.name);
  if (!isCall || !(args instanceof PyTuple) || !(state instanceof PyTuple)) return void 0;
  const array2 = call.model.call?.(args.items);
  if (!(array2 instanceof PyObject)) return void 0;
  mustBeArrayState(array2, state);
  array2.state = state;
  return array2;
}
function arrayIn(value) {
  if (!(value instanceof PyObject)) return void 0;
  const { name } = value.cls;
  if (FROM_BUFFER.has(name))
    return pickledArray(value.args[1], value.args[2], value.args[3] === "F", value.args[0]);
  if (!RECONSTRUCT.has(name) || !(value.state instanceof PyTuple)) return void 0;
  const items = value.state.items;
  const [shape, type, fortran, data] = items.length === 4 ? items : items.slice(1);
  return pickledArray(type, shape, fortran === true || fortran === 1, data);
}
function pickledArray(dtypeValue, dimensions, fortranOrder, data) {
  const type = typeOf(dtypeValue);
  const shape = countsOf(dimensions);
  const bytes = bytesOf(data);
  if (type === void 0 || shape === void 0) return void 0;
  return {
    type,
    shape,
    fortranOrder,
    ...bytes === void 0 ? {} : { bytes },
    ...data instanceof PyBytes && data.at !== void 0 ? { at: data.at } : {},
    ...data instanceof PyList ? { objects: data } : {}
  };
}
function symbol(name, make, rest = {}) {
  const model = { tier: "B", ...rest };
  model.call = make(name, model);
  return [name, model];
}
var numpySymbols = () => [
  ["numpy.dtype", DTYPE.model],
  ...ARRAY_CLASSES.map((name) => [name, { tier: "B" }]),
  ...[...Object.keys(LENT), ...RECORDS].map((name) => [name, { tier: "B" }]),
  ...MODULES.flatMap((module) => [
    symbol(`${module}._reconstruct`, reconstruct, { state: "tuple", check: mustBeArrayState }),
    symbol(`${module}.scalar`, scalar)
  ]),
  ...NUMERIC.map((module) => symbol(`${module}._frombuffer`, fromBuffer))
];

// src/verify/pickle/symbols-framework.ts
var MODULES2 = {
  activation: "CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish MultiheadAttention PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmax2d Softmin Softplus Softshrink Softsign Tanh Tanhshrink Threshold",
  adaptive: "AdaptiveLogSoftmaxWithLoss",
  batchnorm: "BatchNorm1d BatchNorm2d BatchNorm3d LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d SyncBatchNorm",
  channelshuffle: "ChannelShuffle",
  container: "Container ModuleDict ModuleList ParameterDict ParameterList Sequential",
  conv: "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d",
  distance: "CosineSimilarity PairwiseDistance",
  dropout: "AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout",
  flatten: "Flatten Unflatten",
  fold: "Fold Unfold",
  instancenorm: "InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d",
  linear: "Bilinear Identity LazyLinear Linear NonDynamicallyQuantizableLinear",
  loss: "BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MSELoss MarginRankingLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss NLLLoss NLLLoss2d PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss TripletMarginWithDistanceLoss",
  module: "Module",
  normalization: "CrossMapLRN2d GroupNorm LayerNorm LocalResponseNorm RMSNorm",
  padding: "CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad1d ZeroPad2d ZeroPad3d",
  pixelshuffle: "PixelShuffle PixelUnshuffle",
  pooling: "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AvgPool1d AvgPool2d AvgPool3d FractionalMaxPool2d FractionalMaxPool3d LPPool1d LPPool2d LPPool3d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d",
  rnn: "GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell RNNCellBase",
  sparse: "Embedding EmbeddingBag",
  transformer: "Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer",
  upsampling: "Upsample UpsamplingBilinear2d UpsamplingNearest2d"
};
var OPTIMIZERS = [
  ...["_adafactor.Adafactor", "_muon.Muon", "Adafactor", "Muon", "adadelta.Adadelta", "adagrad.Adagrad"],
  ...["adam.Adam", "adamax.Adamax", "adamw.AdamW", "asgd.ASGD", "lbfgs.LBFGS", "nadam.NAdam", "radam.RAdam"],
  ...["rmsprop.RMSprop", "rprop.Rprop", "sgd.SGD", "sparse_adam.SparseAdam"]
].map((name) => `torch.optim.${name}`);
var WEIGHT_HOOKS = [
  "weight_norm.WeightNorm",
  ...["SpectralNorm", "SpectralNormLoadStateDictPreHook", "SpectralNormStateDictHook"].map(
    (name) => `spectral_norm.${name}`
  ),
  ...["CustomFromMask", "Identity", "L1Unstructured", "LnStructured", "PruningContainer"].map(
    (name) => `prune.${name}`
  ),
  ...["RandomStructured", "RandomUnstructured"].map((name) => `prune.${name}`)
].map((name) => `torch.nn.utils.${name}`);
var SETTINGS = [
  "torch.nn.parallel.data_parallel.DataParallel",
  "torch.nn.parallel.distributed.DistributedDataParallel",
  "transformers.training_args.TrainingArguments",
  "transformers.training_args_seq2seq.Seq2SeqTrainingArguments",
  "transformers.trainer_pt_utils.AcceleratorConfig",
  "transformers.training_args.OptimizerNames",
  "transformers.trainer_utils.IntervalStrategy",
  "transformers.trainer_utils.SaveStrategy",
  "transformers.trainer_utils.SchedulerType",
  "transformers.trainer_utils.HubStrategy",
  "transformers.trainer_utils.FSDPOption",
  "accelerate.state.PartialState",
  "accelerate.utils.dataclasses.DistributedType",
  "accelerate.utils.dataclasses.DeepSpeedPlugin",
  "deepspeed.runtime.fp16.loss_scaler.LossScaler",
  "deepspeed.runtime.fp16.loss_scaler.DynamicLossScaler",
  "deepspeed.runtime.zero.config.ZeroStageEnum",
  "deepspeed.utils.tensor_fragment.fragment_address",
  "trl.trainer.dpo_config.DPOConfig",
  "trl.trainer.grpo_config.GRPOConfig",
  "trl.trainer.kto_config.KTOConfig",
  "trl.trainer.reward_config.RewardConfig",
  "trl.trainer.rloo_config.RLOOConfig",
  "trl.trainer.sft_config.SFTConfig",
  "pytorch_lightning.utilities.parsing.AttributeDict",
  "lightning_fabric.utilities.data.AttributeDict",
  "lightning.fabric.utilities.data.AttributeDict",
  "omegaconf.dictconfig.DictConfig",
  "omegaconf.listconfig.ListConfig",
  "omegaconf.nodes.AnyNode",
  "omegaconf.base.ContainerMetadata",
  "omegaconf.base.Metadata",
  // A list, as which fastai keeps the settings of its optimizers.
  "fastcore.foundation.L"
];
var SHARDING = [
  "torch.distributed.tensor.DTensor",
  "torch.distributed._tensor.api.DTensor",
  "torch.distributed._tensor.DTensor",
  "torch.distributed.tensor._dtensor_spec.DTensorSpec",
  "torch.distributed.tensor._dtensor_spec.TensorMeta",
  "torch.distributed.tensor._dtensor_spec.ShardOrderEntry",
  "torch.distributed.tensor.placement_types.Shard",
  "torch.distributed.tensor.placement_types._StridedShard",
  "torch.distributed.tensor.placement_types.Replicate",
  "torch.distributed.tensor.placement_types.Partial",
  "torch.distributed._tensor.placement_types.DTensorSpec",
  "torch.distributed._tensor.placement_types.TensorMeta",
  "torch.distributed._tensor.placement_types.Shard",
  "torch.distributed._tensor.placement_types.Replicate",
  "torch.distributed.device_mesh.DeviceMesh",
  "torch.distributed._mesh_layout._MeshLayout",
  "torch.distributed._mesh_layout._FlatLayout",
  "torch.nested._internal.nested_tensor.NestedTensor",
  "torch.nested._internal.nested_tensor._rebuild_njt",
  // Of the older layout, which PyTorch's own loader does not take.
  "torch._utils._rebuild_nested_tensor",
  "torch._dynamo.decorators._DimRange"
];
var CONSTRAINTS = {
  "torch.distributions.constraints": "Constraint MixtureSameFamilyConstraint _Boolean _Cat _CorrCholesky _Dependent _DependentProperty _GreaterThan _GreaterThanEq _HalfOpenInterval _IndependentConstraint _IntegerGreaterThan _IntegerInterval _IntegerLessThan _Interval _LessThan _LowerCholesky _LowerTriangular _Multinomial _OneHot _PositiveDefinite _PositiveSemidefinite _Real _Simplex _Square _Stack _Symmetric",
  "pyro.distributions.constraints": "_CorrMatrix _Integer _OrderedVector _PositiveOrderedVector _SoftplusLowerCholesky _SoftplusPositive _Sphere _UnitLowerCholesky"
};
var TORCHAO = {
  "torchao.float8.inference": "Float8MMConfig",
  "torchao.optim.subclass_4bit": "OptimState4bit",
  "torchao.optim.subclass_8bit": "OptimState8bit",
  "torchao.optim.subclass_fp8": "OptimStateFp8",
  "torchao.quantization": "Float8Tensor Int4PlainInt32Tensor Int4PreshuffledTensor Int4Tensor Int4TilePackedTo4dTensor Int8Tensor IntxOpaqueTensor IntxUnpackedToInt8Tensor",
  "torchao.quantization.granularity": "PerBlock PerRow PerTensor",
  "torchao.quantization.quant_primitives": "MappingType ZeroPointDomain",
  "torchao.quantization.quantize_.common.kernel_preference": "KernelPreference",
  "torchao.quantization.quantize_.workflows.float8.float8_packing_format": "Float8PackingFormat",
  "torchao.quantization.quantize_.workflows.float8.float8_tensor": "QuantizeTensorToFloat8Kwargs",
  "torchao.quantization.quantize_.workflows.int8.int8_tensor": "QuantizeTensorToInt8Kwargs",
  "torchao.quantization.quantize_.workflows.intx.intx_packing_format": "IntxPackingFormat",
  "torchao.quantization.quantize_.workflows.intx.intx_unpacked_to_int8_tensor": "IntxUnpackedToInt8TensorActivationQuantization",
  "torchao.quantization.quantize_.workflows.nf4.nf4_tensor": "NF4Tensor"
};
var GRAPHS = [
  "torch_geometric.data.data.Data",
  "torch_geometric.data.data.DataEdgeAttr",
  "torch_geometric.data.data.DataTensorAttr",
  "torch_geometric.data.hetero_data.HeteroData",
  "torch_geometric.data.storage.BaseStorage",
  "torch_geometric.data.storage.NodeStorage",
  "torch_geometric.data.storage.EdgeStorage",
  "torch_geometric.data.storage.GlobalStorage",
  "torch_geometric.data.feature_store.TensorAttr",
  "torch_geometric.data.graph_store.EdgeAttr"
];
var AGENTS = {
  "stable_baselines3.common.buffers": "DictReplayBuffer DictRolloutBuffer ReplayBuffer RolloutBuffer",
  "stable_baselines3.common.running_mean_std": "RunningMeanStd",
  "stable_baselines3.common.utils": "ConstantSchedule FloatSchedule LinearSchedule",
  "stable_baselines3.common.type_aliases": "TrainFreq TrainFrequencyUnit",
  "stable_baselines3.common.vec_env.vec_normalize": "VecNormalize",
  "stable_baselines3.common.noise": "NormalActionNoise OrnsteinUhlenbeckActionNoise VectorizedActionNoise",
  "stable_baselines3.common.policies": "ActorCriticCnnPolicy ActorCriticPolicy MultiInputActorCriticPolicy",
  "stable_baselines3.dqn.policies": "CnnPolicy DQNPolicy MultiInputPolicy QNetwork",
  "stable_baselines3.her.her_replay_buffer": "HerReplayBuffer",
  "stable_baselines3.sac.policies": "CnnPolicy MultiInputPolicy SACPolicy",
  "stable_baselines3.td3.policies": "CnnPolicy MultiInputPolicy TD3Policy",
  "ray.air._internal.usage": "AirEntrypoint",
  "ray.train": "SyncConfig",
  "ray.tune": "CheckpointConfig FailureConfig RunConfig",
  "ray.tune.stopper.noop": "NoopStopper",
  "ray.tune.tune_config": "TuneConfig",
  "gymnasium.spaces.box": "Box",
  "gymnasium.spaces.dict": "Dict",
  "gymnasium.spaces.discrete": "Discrete",
  "gymnasium.spaces.multi_binary": "MultiBinary",
  "gymnasium.spaces.multi_discrete": "MultiDiscrete",
  "gymnasium.spaces.tuple": "Tuple"
};
var ULTRALYTICS = {
  "modules.block": "A2C2f AAttn ABlock ADown AConv Attention Bottleneck BottleneckCSP C1 C2 C2f C2fAttn C2fCIB C2fPSA C2PSA C3 C3Ghost C3k C3k2 C3TR C3x CBFuse CBLinear CIB DFL ELAN1 GhostBottleneck HGBlock HGStem Index MaxSigmoidAttnBlock Proto PSA PSABlock RepBottleneck RepC3 RepCSP RepNCSPELAN4 RepVGGDW Residual ResNetBlock ResNetLayer SCDown SPP SPPELAN SPPF SwiGLUFFN TorchVision",
  "modules.conv": "CBAM ChannelAttention Concat Conv Conv2 ConvTranspose DWConv DWConvTranspose2d Focus GhostConv Index LightConv RepConv SpatialAttention",
  "modules.head": "Classify Detect OBB Pose RTDETRDecoder Segment WorldDetect YOLOEDetect YOLOESegment v10Detect OBB26 Pose26 Segment26",
  "modules.transformer": "AIFI DeformableTransformerDecoder DeformableTransformerDecoderLayer LayerNorm2d MLP MLPBlock MSDeformAttn TransformerBlock TransformerEncoderLayer TransformerLayer",
  tasks: "ClassificationModel DetectionModel Ensemble OBBModel PoseModel RTDETRDetectionModel SegmentationModel WorldModel YOLOEModel YOLOESegModel"
};
var ULTRALYTICS_SETTINGS = [
  "ultralytics.utils.IterableSimpleNamespace",
  "ultralytics.utils.loss.BboxLoss",
  "ultralytics.utils.loss.v8DetectionLoss",
  "ultralytics.utils.tal.TaskAlignedAssigner"
];
var FUNCTIONS = [
  ...["torch.nn.functional.relu", "torch.nn.functional.gelu", "torch._C._nn.gelu", "typing.Any"],
  "stable_baselines3.common.sb2_compat.rmsprop_tf_like.RMSpropTFLike"
];
function arrayOfCard([array2, ...more]) {
  if (array2 === void 0 || more.length > 0) throw badArguments("cupy._core.core.array");
  return array2;
}
function asData(name) {
  const model = {
    tier: "C",
    call: (args) => new PyObject(cls, args),
    make: (args) => new PyObject(cls, args),
    state: "any",
    holds: "members"
  };
  const cls = new PyGlobal(name, model);
  return model;
}
var listed = (name) => [name, asData(name)];
function moduleClass(name) {
  const { call, ...model } = asData(name);
  return [name, model];
}
var frameworkSymbols = () => [
  ...Object.entries(MODULES2).flatMap(
    ([file, names]) => names.split(" ").map((name) => moduleClass(`torch.nn.modules.${file}.${name}`))
  ),
  ...[...OPTIMIZERS, ...WEIGHT_HOOKS].map(moduleClass),
  ...Object.entries(ULTRALYTICS).flatMap(
    ([file, names]) => names.split(" ").map((name) => moduleClass(`ultralytics.nn.${file}.${name}`))
  ),
  ...[CONSTRAINTS, TORCHAO, AGENTS].flatMap(
    (files) => Object.entries(files).flatMap(
      ([file, names]) => names.split(" ").map((name) => listed(`${file}.${name}`))
    )
  ),
  ...[...SETTINGS, ...SHARDING, ...GRAPHS, ...ULTRALYTICS_SETTINGS].map(listed),
  // An array on a card is kept as the one of NumPy that it is copied from.
  ["cupy._core.core.array", { tier: "C", call: arrayOfCard }],
  ...FUNCTIONS.map((name) => [name, { tier: "C" }])
];

// src/verify/pickle/symbols-dcp.ts
var CHECKPOINT = "torch.distributed.checkpoint.metadata";
var SHARDED = "torch.distributed._shard.sharded_tensor.metadata";
var NAMES = [
  ...[
    "Metadata",
    "MetadataIndex",
    "TensorStorageMetadata",
    "BytesStorageMetadata",
    "ChunkStorageMetadata",
    "TensorProperties",
    "StorageMeta",
    "_MEM_FORMAT_ENCODING"
  ].map((name) => `${CHECKPOINT}.${name}`),
  ...["TensorProperties", "MEM_FORMAT_ENCODING", "ShardedTensorMetadata"].map((name) => `${SHARDED}.${name}`),
  "torch.distributed._shard.metadata.ShardMetadata",
  "torch.distributed.checkpoint.filesystem._StorageInfo"
];
var dcpSymbols = () => NAMES.map((name) => [name, asData(name)]);

// src/verify/pickle/symbols-jax.ts
var OPTAX = {
  "_src.base": "EmptyState",
  "_src.factorized": "FactoredState",
  "_src.linesearch": "BacktrackingLinesearchState ScaleByBacktrackingLinesearchState ScaleByZoomLinesearchState ZoomLinesearchState",
  "_src.lookahead": "LookaheadState",
  "_src.transform": "ScaleByAdaDeltaState ScaleByAdamState ScaleByAdanState ScaleByAmsgradState ScaleByBeliefState ScaleByDistanceOverGradientsState ScaleByLBFGSState ScaleByLionState ScaleByNovogradState ScaleByOptimisticGradientState ScaleByRStdDevState ScaleByRStdDevWithCountState ScaleByRmsState ScaleByRmsWithCountState ScaleByRpropState ScaleByRssState ScaleBySM3State ScaleByScheduleState",
  "contrib._ademamix": "ScaleByAdemamixState ScaleBySimplifiedAdEMAMixState",
  "contrib._muon": "MuonState",
  "contrib._prodigy": "ProdigyState",
  "contrib._reduce_on_plateau": "ReduceLROnPlateauState",
  "contrib._schedule_free": "ScheduleFreeState",
  "contrib._sophia": "HutchinsonState SophiaState",
  "schedules._inject": "InjectHyperparamsState InjectStatefulHyperparamsState WrappedScheduleState",
  "transforms._accumulation": "EmaState MultiStepsState TraceState",
  "transforms._adding": "AddNoiseState",
  "transforms._combining": "PartitionState",
  "transforms._conditionality": "ApplyIfFiniteState ConditionallyMaskState ConditionallyTransformState",
  "transforms._constraining": "ZeroNansState",
  "transforms._masking": "MaskedState"
};
var ARRAY = "jax._src.array._reconstruct_array";
function array(args) {
  const [call, inner, state, kind] = args;
  if (call instanceof PyGlobal && call.model.tier === "D") {
    call.onCall();
    return new PyObject(ARRAY_CLASS, args);
  }
  const made = args.length === 4 && kind instanceof PyDict ? reduced(call, inner, state) : void 0;
  if (made === void 0) throw badArguments(ARRAY);
  return made;
}
var ARRAY_CLASS = new PyGlobal(ARRAY, { tier: "C", call: array });
var jaxSymbols = () => [
  [ARRAY, ARRAY_CLASS.model],
  ...Object.entries(OPTAX).flatMap(
    ([file, names]) => names.split(" ").map((name) => {
      const full = `optax.${file}.${name}`;
      return [full, asData(full)];
    })
  )
];

// src/verify/pickle/symbols-mmengine.ts
var NAME = "mmengine.logging.history_buffer.HistoryBuffer";
var METHODS = new Map(
  ["min", "max", "mean", "current"].map((name) => [name, new PyGlobal(`${NAME}.${name}`, { tier: "B" })])
);
var HISTORY = [NAME, asData(NAME)];
function historyMethod(args) {
  const [of, name] = args;
  const isHistory = of instanceof PyGlobal && of.name === NAME && of.model.tier === "C";
  return args.length === 2 && isHistory ? METHODS.get(name) : void 0;
}

// src/verify/pickle/symbols-pandas.ts
var MODULES3 = {
  pandas: "ArrowDtype BooleanDtype Categorical CategoricalDtype CategoricalIndex DataFrame DateOffset DatetimeIndex DatetimeTZDtype Float32Dtype Float64Dtype Index Int16Dtype Int32Dtype Int64Dtype Int8Dtype Interval IntervalDtype IntervalIndex MultiIndex NA Period PeriodDtype PeriodIndex RangeIndex Series SparseDtype StringDtype Timedelta TimedeltaIndex Timestamp UInt16Dtype UInt32Dtype UInt64Dtype UInt8Dtype",
  "pandas.arrays": "ArrowExtensionArray ArrowStringArray BooleanArray DatetimeArray FloatingArray IntegerArray IntervalArray NumpyExtensionArray PeriodArray SparseArray StringArray TimedeltaArray",
  "pandas.core.frame": "DataFrame",
  "pandas.core.series": "Series",
  "pandas.core.flags": "Flags",
  "pandas.core.internals": "BlockManager SingleBlockManager",
  "pandas.core.internals.managers": "BlockManager SingleBlockManager",
  "pandas.core.internals.blocks": "new_block",
  "pandas.core.indexes.base": "Index _new_Index",
  "pandas.core.indexes.category": "CategoricalIndex",
  "pandas.core.indexes.datetimes": "DatetimeIndex _new_DatetimeIndex",
  "pandas.core.indexes.frozen": "FrozenList",
  "pandas.core.indexes.interval": "IntervalIndex _new_IntervalIndex",
  "pandas.core.indexes.multi": "MultiIndex",
  "pandas.core.indexes.numeric": "Float64Index Int64Index UInt64Index",
  "pandas.core.indexes.period": "PeriodIndex _new_PeriodIndex",
  "pandas.core.indexes.range": "RangeIndex",
  "pandas.core.indexes.timedeltas": "TimedeltaIndex _new_TimedeltaIndex",
  "pandas.core.arrays.boolean": "BooleanArray BooleanDtype",
  "pandas.core.arrays.categorical": "Categorical",
  "pandas.core.arrays.datetimes": "DatetimeArray",
  "pandas.core.arrays.floating": "Float32Dtype Float64Dtype FloatingArray",
  "pandas.core.arrays.integer": "Int16Dtype Int32Dtype Int64Dtype Int8Dtype IntegerArray UInt8Dtype",
  "pandas.core.arrays.interval": "IntervalArray",
  "pandas.core.arrays.numpy_": "NumpyExtensionArray PandasArray",
  "pandas.core.arrays.period": "PeriodArray",
  "pandas.core.arrays.sparse.array": "SparseArray",
  "pandas.core.arrays.sparse.dtype": "SparseDtype",
  "pandas.core.arrays.string_": "StringArray StringDtype",
  "pandas.core.arrays.string_arrow": "ArrowStringArray",
  "pandas.core.arrays.timedeltas": "TimedeltaArray",
  "pandas.core.dtypes.dtypes": "CategoricalDtype DatetimeTZDtype IntervalDtype NumpyEADtype PeriodDtype SparseDtype",
  "pandas._libs.arrays": "__pyx_unpickle_NDArrayBacked",
  "pandas._libs.internals": "_unpickle_block",
  "pandas._libs.interval": "Interval __pyx_unpickle_IntervalMixin",
  "pandas._libs.lib": "_NoDefault",
  "pandas._libs.missing": "NA",
  "pandas._libs.sparse": "BlockIndex IntIndex",
  "pandas._libs.tslibs.nattype": "__nat_unpickle _nat_unpickle",
  "pandas._libs.tslibs.offsets": "BQuarterBegin BQuarterEnd BYearBegin BYearEnd BusinessDay BusinessHour BusinessMonthBegin BusinessMonthEnd DateOffset Day Easter Hour LastWeekOfMonth Micro Milli Minute MonthBegin MonthEnd Nano QuarterBegin QuarterEnd Second SemiMonthBegin SemiMonthEnd Week WeekOfMonth YearBegin YearEnd",
  "pandas._libs.tslibs.period": "Period",
  "pandas._libs.tslibs.timedeltas": "Timedelta _timedelta_unpickle",
  "pandas._libs.tslibs.timestamps": "Timestamp _unpickle_timestamp",
  "dateutil.tz.tz": "tzlocal tzoffset tzutc",
  pytz: "_FixedOffset _UTC _p",
  "pyarrow.lib": "_restore_array py_buffer type_for_alias ListType"
};
var pandasSymbols = () => Object.entries(MODULES3).flatMap(
  ([module, names]) => names.split(" ").map((name) => {
    const full = `${module}.${name}`;
    return [full, asData(full)];
  })
);

// src/verify/pickle/symbols-python.ts
function dictOf(args, name) {
  const [from] = args;
  if (args.length > 1 || name === "Counter" && from !== void 0 && !(from instanceof PyDict))
    throw badArguments(name);
  const dict = new PyDict(name);
  if (from instanceof PyDict) for (const [key, value] of from.entries.values()) dict.set(key, value);
  else for (const pair of itemsOf(from, name)) setPair(dict, pair, name);
  return dict;
}
function setPair(dict, pair, name) {
  const [key, value, more] = itemsOf(pair, name);
  if (key === void 0 || value === void 0 || more !== void 0) throw badArguments(name);
  dict.set(key, value);
}
function itemsOf(value, name) {
  if (value === void 0) return [];
  if (value instanceof PyList || value instanceof PyTuple) return value.items;
  throw badArguments(name);
}
function setOf(args, name) {
  const set = new PySet(name === "frozenset");
  if (args.length > 1) throw badArguments(name);
  for (const item of itemsOf(args[0], name)) set.add(item);
  return set;
}
var isLatin1 = (text) => typeof text === "string" && !/[^\x00-\xff]/.test(text);
function encode(args) {
  const [text, codec] = args;
  if (args.length !== 2 || !isLatin1(text) || codec !== "latin1" && codec !== "latin-1") {
    throw badArguments("_codecs.encode");
  }
  return new PyBytes(Buffer.from(text, "latin1"));
}
function bytearray(args) {
  const [from, codec] = args;
  if (args.length === 0) return new PyBytes(new Uint8Array(0), void 0, true);
  if (from instanceof PyBytes && args.length === 1) return new PyBytes(from.bytes, from.at, true);
  if (isLatin1(from) && codec === "latin-1") return new PyBytes(Buffer.from(from, "latin1"), void 0, true);
  throw badArguments("bytearray");
}
function noBytes(args) {
  if (args.length > 0) throw badArguments("bytes");
  return new PyBytes(new Uint8Array(0));
}
var isPlain = (value) => value === null || typeof value !== "object" || value instanceof PyFloat || value instanceof PyBytes || (value instanceof PyTuple || value instanceof PyList) && value.items.every((item) => item === null || typeof item !== "object");
var isNumber = (value) => ["number", "bigint", "boolean"].includes(typeof value) || value instanceof PyFloat;
function inert(name, tier, { least = 0, most = 8, plain: plain2 = true, numbers = false, ...rest } = {}) {
  const build = (args) => {
    const odd = plain2 && !args.every(isPlain) || numbers && !args.every(isNumber);
    if (args.length < least || args.length > most || odd) throw badArguments(name);
    return new PyObject(cls, args);
  };
  const model = { tier, call: build, make: build, ...rest };
  const cls = new PyGlobal(name, model);
  return [name, model];
}
var mentioned = (name) => [name, { tier: "B" }];
var FACTORIES = /* @__PURE__ */ new Set([
  ...["int", "float", "str", "list", "dict", "set", "tuple", "bool", "bytes"].map(
    (name) => `builtins.${name}`
  ),
  "collections.OrderedDict",
  "collections.Counter",
  "collections.deque"
]);
function defaultDict(args) {
  const [factory = null] = args;
  const isHarmless = factory === null || factory instanceof PyGlobal && (factory.model.tier === "D" || FACTORIES.has(factory.name));
  if (args.length > 1 || !isHarmless) throw badArguments("collections.defaultdict");
  if (factory instanceof PyGlobal) factory.onCall();
  return new PyDict("defaultdict");
}
function reconstruct2(args) {
  const [cls, base, state] = args;
  if (args.length !== 3 || !(cls instanceof PyGlobal)) throw badArguments("copyreg._reconstructor");
  cls.onCall();
  if (cls.model.tier === "D") return new PyObject(cls, []);
  const isObject = base instanceof PyGlobal && base.name === "builtins.object" && state === null;
  if (!isObject || cls.model.make === void 0) throw badArguments("copyreg._reconstructor");
  return cls.model.make([], cls);
}
var NUMPY_RANDOM_STATES = [
  // Before NumPy 1.17.
  "numpy.random.__RandomState_ctor",
  "numpy.random._pickle.__randomstate_ctor",
  "numpy.random._pickle.__generator_ctor",
  "numpy.random._pickle.__bit_generator_ctor"
];
var BIT_GENERATORS = [
  "numpy.random._mt19937.MT19937",
  "numpy.random._pcg64.PCG64",
  "numpy.random._pcg64.PCG64DXSM",
  "numpy.random._philox.Philox",
  "numpy.random._sfc64.SFC64"
];
var PATHS = ["PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"];
var DATETIMES = ["datetime", "date", "time", "timedelta", "timezone"];
var BUILTINS = ["slice", "range", "frozenset", "int", "float", "str", "list", "dict", "tuple", "bool"];
var pythonSymbols = () => [
  [
    "collections.OrderedDict",
    { tier: "A", call: (args) => dictOf(args, "OrderedDict"), make: () => new PyDict("OrderedDict") }
  ],
  [
    "collections.Counter",
    { tier: "A", call: (args) => dictOf(args, "Counter"), make: () => new PyDict("Counter") }
  ],
  ["_codecs.encode", { tier: "A", call: encode }],
  ["builtins.set", { tier: "A", call: (args) => setOf(args, "set") }],
  ["builtins.bytearray", { tier: "A", call: bytearray }],
  inert("builtins.complex", "A", { least: 2, most: 2, numbers: true }),
  ["collections.defaultdict", { tier: "B", call: defaultDict, make: () => new PyDict("defaultdict") }],
  inert("collections.deque", "B", { most: 2, holds: "items" }),
  ["copyreg._reconstructor", { tier: "B", call: reconstruct2 }],
  mentioned("builtins.object"),
  // What gensim's word vectors would hash their words with.
  mentioned("builtins.hash"),
  ...BUILTINS.map((name) => inert(`builtins.${name}`, "B", { most: 3 })),
  // `bytes(10**12)` would be a terabyte of zeros.
  ["builtins.bytes", { tier: "B", call: noBytes }],
  ["builtins.frozenset", { tier: "B", call: (args) => setOf(args, "frozenset") }],
  ...DATETIMES.map((name) => inert(`datetime.${name}`, "B", { plain: false })),
  ...PATHS.map((name) => inert(`pathlib.${name}`, "B", { most: 256 })),
  // Since Python 3.13 the classes live in a module of their own.
  ...PATHS.map((name) => inert(`pathlib._local.${name}`, "B", { most: 256 })),
  inert("decimal.Decimal", "B", { most: 1 }),
  inert("fractions.Fraction", "B", { most: 2 }),
  inert("uuid.UUID", "B", { most: 0, state: "dict" }),
  // As samplers keep it: a seed, and the state of its generator.
  inert("random.Random", "B", { most: 1, state: "any" }),
  inert("types.SimpleNamespace", "B", { most: 0, state: "dict" }),
  inert("argparse.Namespace", "B", { most: 0, state: "dict" }),
  ...NUMPY_RANDOM_STATES.map((name) => inert(name, "B", { most: 2, plain: false, state: "any" })),
  inert("numpy.random.bit_generator.SeedSequence", "B", { most: 0, state: "any" }),
  inert("numpy.random.bit_generator.__pyx_unpickle_SeedSequence", "B", {
    least: 3,
    most: 3,
    plain: false,
    state: "any"
  }),
  ...BIT_GENERATORS.map((name) => inert(name, "B", { most: 0, state: "any" }))
];

// src/verify/pickle/symbols-sklearn.ts
var MODULES4 = {
  "_loss._loss": "CyAbsoluteError CyExponentialLoss CyHalfBinomialLoss CyHalfGammaLoss CyHalfMultinomialLoss CyHalfPoissonLoss CyHalfSquaredError CyHalfTweedieLoss CyHuberLoss CyPinballLoss",
  "_loss.link": "HalfLogitLink IdentityLink Interval LogLink LogitLink MultinomialLogit",
  "_loss.loss": "AbsoluteError ExponentialLoss HalfBinomialLoss HalfGammaLoss HalfMultinomialLoss HalfPoissonLoss HalfSquaredError HalfTweedieLoss HuberLoss PinballLoss",
  calibration: "CalibratedClassifierCV _CalibratedClassifier _SigmoidCalibration",
  "cluster._affinity_propagation": "AffinityPropagation",
  "cluster._agglomerative": "AgglomerativeClustering FeatureAgglomeration",
  "cluster._bicluster": "SpectralBiclustering SpectralCoclustering",
  "cluster._birch": "Birch _CFNode _CFSubcluster",
  "cluster._bisect_k_means": "BisectingKMeans",
  "cluster._dbscan": "DBSCAN",
  "cluster._hdbscan.hdbscan": "HDBSCAN",
  "cluster._kmeans": "KMeans MiniBatchKMeans",
  "cluster._mean_shift": "MeanShift",
  "cluster._optics": "OPTICS",
  "cluster._spectral": "SpectralClustering",
  "compose._column_transformer": "ColumnTransformer make_column_selector",
  "compose._target": "TransformedTargetRegressor",
  "covariance._elliptic_envelope": "EllipticEnvelope",
  "covariance._empirical_covariance": "EmpiricalCovariance",
  "covariance._graph_lasso": "GraphicalLasso GraphicalLassoCV",
  "covariance._robust_covariance": "MinCovDet",
  "covariance._shrunk_covariance": "LedoitWolf OAS ShrunkCovariance",
  "cross_decomposition._pls": "CCA PLSCanonical PLSRegression PLSSVD",
  "decomposition._dict_learning": "DictionaryLearning MiniBatchDictionaryLearning SparseCoder",
  "decomposition._factor_analysis": "FactorAnalysis",
  "decomposition._fastica": "FastICA",
  "decomposition._incremental_pca": "IncrementalPCA",
  "decomposition._kernel_pca": "KernelPCA",
  "decomposition._lda": "LatentDirichletAllocation",
  "decomposition._nmf": "MiniBatchNMF NMF",
  "decomposition._pca": "PCA",
  "decomposition._sparse_pca": "MiniBatchSparsePCA SparsePCA",
  "decomposition._truncated_svd": "TruncatedSVD",
  discriminant_analysis: "LinearDiscriminantAnalysis QuadraticDiscriminantAnalysis",
  dummy: "DummyClassifier DummyRegressor",
  "ensemble._bagging": "BaggingClassifier BaggingRegressor",
  "ensemble._forest": "ExtraTreesClassifier ExtraTreesRegressor RandomForestClassifier RandomForestRegressor RandomTreesEmbedding",
  "ensemble._gb": "GradientBoostingClassifier GradientBoostingRegressor",
  "ensemble._gb_losses": "BinomialDeviance ExponentialLoss HuberLossFunction LeastAbsoluteError LeastSquaresError MultinomialDeviance QuantileLossFunction LogOddsEstimator MeanEstimator PriorProbabilityEstimator QuantileEstimator ScaledLogOddsEstimator ZeroEstimator",
  "ensemble._hist_gradient_boosting.binning": "_BinMapper",
  "ensemble._hist_gradient_boosting.gradient_boosting": "HistGradientBoostingClassifier HistGradientBoostingRegressor",
  "ensemble._hist_gradient_boosting.predictor": "TreePredictor",
  "ensemble._iforest": "IsolationForest",
  "ensemble._stacking": "StackingClassifier StackingRegressor",
  "ensemble._voting": "VotingClassifier VotingRegressor",
  "ensemble._weight_boosting": "AdaBoostClassifier AdaBoostRegressor",
  "feature_extraction._dict_vectorizer": "DictVectorizer",
  "feature_extraction._hash": "FeatureHasher",
  "feature_extraction.image": "PatchExtractor",
  "feature_extraction.text": "CountVectorizer HashingVectorizer TfidfTransformer TfidfVectorizer",
  "feature_selection._from_model": "SelectFromModel",
  "feature_selection._rfe": "RFE RFECV",
  "feature_selection._sequential": "SequentialFeatureSelector",
  "feature_selection._univariate_selection": "GenericUnivariateSelect SelectFdr SelectFpr SelectFwe SelectKBest SelectPercentile chi2 f_classif f_regression",
  "feature_selection._variance_threshold": "VarianceThreshold",
  "frozen._frozen": "FrozenEstimator",
  "gaussian_process._gpc": "GaussianProcessClassifier",
  "gaussian_process._gpr": "GaussianProcessRegressor",
  "gaussian_process.kernels": "CompoundKernel ConstantKernel DotProduct ExpSineSquared Exponentiation Hyperparameter Matern PairwiseKernel Product RBF RationalQuadratic Sum WhiteKernel",
  "impute._base": "MissingIndicator SimpleImputer",
  "impute._knn": "KNNImputer",
  isotonic: "IsotonicRegression",
  kernel_approximation: "AdditiveChi2Sampler Nystroem PolynomialCountSketch RBFSampler SkewedChi2Sampler",
  kernel_ridge: "KernelRidge",
  "linear_model._base": "LinearRegression",
  "linear_model._bayes": "ARDRegression BayesianRidge",
  "linear_model._coordinate_descent": "ElasticNet ElasticNetCV Lasso LassoCV MultiTaskElasticNet MultiTaskElasticNetCV MultiTaskLasso MultiTaskLassoCV",
  "linear_model._glm.glm": "GammaRegressor PoissonRegressor TweedieRegressor",
  "linear_model._huber": "HuberRegressor",
  "linear_model._least_angle": "Lars LarsCV LassoLars LassoLarsCV LassoLarsIC",
  "linear_model._logistic": "LogisticRegression LogisticRegressionCV",
  "linear_model._omp": "OrthogonalMatchingPursuit OrthogonalMatchingPursuitCV",
  "linear_model._passive_aggressive": "PassiveAggressiveClassifier PassiveAggressiveRegressor",
  "linear_model._perceptron": "Perceptron",
  "linear_model._quantile": "QuantileRegressor",
  "linear_model._ransac": "RANSACRegressor",
  "linear_model._ridge": "Ridge RidgeCV RidgeClassifier RidgeClassifierCV",
  "linear_model._sgd_fast": "EpsilonInsensitive Hinge Huber Log ModifiedHuber SquaredEpsilonInsensitive SquaredHinge SquaredLoss",
  "linear_model._stochastic_gradient": "SGDClassifier SGDOneClassSVM SGDRegressor",
  "linear_model._theil_sen": "TheilSenRegressor",
  "manifold._classical_mds": "ClassicalMDS",
  "manifold._isomap": "Isomap",
  "manifold._locally_linear": "LocallyLinearEmbedding",
  "manifold._mds": "MDS",
  "manifold._spectral_embedding": "SpectralEmbedding",
  "manifold._t_sne": "TSNE",
  "metrics._dist_metrics": "DistanceMetric DistanceMetric64 EuclideanDistance EuclideanDistance64 ManhattanDistance ManhattanDistance64 MinkowskiDistance MinkowskiDistance64 newObj",
  "metrics._scorer": "_MultimetricScorer _PassthroughScorer _PredictScorer _ProbaScorer _Scorer _ThresholdScorer",
  "mixture._bayesian_mixture": "BayesianGaussianMixture",
  "mixture._gaussian_mixture": "GaussianMixture",
  "model_selection._classification_threshold": "FixedThresholdClassifier TunedThresholdClassifierCV",
  "model_selection._search": "GridSearchCV RandomizedSearchCV",
  "model_selection._split": "GroupKFold KFold LeaveOneOut RepeatedKFold RepeatedStratifiedKFold ShuffleSplit StratifiedKFold StratifiedShuffleSplit TimeSeriesSplit",
  multiclass: "OneVsOneClassifier OneVsRestClassifier OutputCodeClassifier _ConstantPredictor",
  multioutput: "ClassifierChain MultiOutputClassifier MultiOutputRegressor RegressorChain",
  naive_bayes: "BernoulliNB CategoricalNB ComplementNB GaussianNB MultinomialNB",
  "neighbors._ball_tree": "BallTree BallTree64 newObj",
  "neighbors._classification": "KNeighborsClassifier RadiusNeighborsClassifier",
  "neighbors._graph": "KNeighborsTransformer RadiusNeighborsTransformer",
  "neighbors._kd_tree": "KDTree KDTree64 newObj",
  "neighbors._kde": "KernelDensity",
  "neighbors._lof": "LocalOutlierFactor",
  "neighbors._nca": "NeighborhoodComponentsAnalysis",
  "neighbors._nearest_centroid": "NearestCentroid",
  "neighbors._regression": "KNeighborsRegressor RadiusNeighborsRegressor",
  "neighbors._unsupervised": "NearestNeighbors",
  "neural_network._multilayer_perceptron": "MLPClassifier MLPRegressor",
  "neural_network._rbm": "BernoulliRBM",
  "neural_network._stochastic_optimizers": "AdamOptimizer SGDOptimizer",
  pipeline: "FeatureUnion Pipeline",
  "preprocessing._data": "Binarizer KernelCenterer MaxAbsScaler MinMaxScaler Normalizer PowerTransformer QuantileTransformer RobustScaler StandardScaler",
  "preprocessing._discretization": "KBinsDiscretizer",
  "preprocessing._encoders": "OneHotEncoder OrdinalEncoder",
  "preprocessing._function_transformer": "FunctionTransformer",
  "preprocessing._label": "LabelBinarizer LabelEncoder MultiLabelBinarizer",
  "preprocessing._polynomial": "PolynomialFeatures SplineTransformer",
  "preprocessing._target_encoder": "TargetEncoder",
  random_projection: "GaussianRandomProjection SparseRandomProjection",
  "semi_supervised._label_propagation": "LabelPropagation LabelSpreading",
  "semi_supervised._self_training": "SelfTrainingClassifier",
  "svm._classes": "LinearSVC LinearSVR NuSVC NuSVR OneClassSVM SVC SVR",
  "tree._classes": "DecisionTreeClassifier DecisionTreeRegressor ExtraTreeClassifier ExtraTreeRegressor",
  "tree._tree": "Tree",
  utils: "Bunch",
  "utils._bunch": "Bunch"
};
var OTHERS = [
  "joblib.numpy_pickle.NumpyArrayWrapper",
  "joblib.numpy_pickle.NDArrayWrapper",
  "joblib.numpy_pickle.ZNDArrayWrapper",
  "joblib.numpy_pickle_compat.NDArrayWrapper",
  "joblib.numpy_pickle_compat.ZNDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NDArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.ZNDArrayWrapper",
  "numpy.ma.core._mareconstruct",
  "numpy.ma.core.MaskedArray",
  "numpy.ma.MaskedArray",
  "scipy.sparse._csr.csr_matrix",
  "scipy.sparse._csc.csc_matrix",
  "scipy.sparse._coo.coo_matrix",
  "scipy.sparse._csr.csr_array",
  "scipy.sparse._csc.csc_array",
  "scipy.sparse.csr.csr_matrix",
  "scipy.sparse.csc.csc_matrix",
  "xgboost.sklearn.XGBClassifier",
  "xgboost.sklearn.XGBRegressor",
  "xgboost.sklearn.XGBRanker",
  "xgboost.core.Booster",
  "lightgbm.sklearn.LGBMClassifier",
  "lightgbm.sklearn.LGBMRegressor",
  "lightgbm.sklearn.LGBMRanker",
  "lightgbm.basic.Booster"
];
var listed2 = (name) => [name, asData(name)];
var TYPES = "bool_ bool float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 object_ str_".split(" ").map((name) => [`numpy.${name}`, { tier: "C" }]);
var BEFORE = {
  "cluster._affinity_propagation": "cluster.affinity_propagation_",
  "cluster._agglomerative": "cluster.hierarchical",
  "cluster._bicluster": "cluster.bicluster",
  "cluster._birch": "cluster.birch",
  "cluster._dbscan": "cluster.dbscan_",
  "cluster._kmeans": "cluster.k_means_",
  "cluster._mean_shift": "cluster.mean_shift_",
  "cluster._spectral": "cluster.spectral",
  "covariance._elliptic_envelope": "covariance.elliptic_envelope",
  "covariance._empirical_covariance": "covariance.empirical_covariance_",
  "covariance._graph_lasso": "covariance.graph_lasso_",
  "covariance._robust_covariance": "covariance.robust_covariance",
  "covariance._shrunk_covariance": "covariance.shrunk_covariance_",
  "cross_decomposition._pls": "cross_decomposition.pls_",
  "decomposition._dict_learning": "decomposition.dict_learning",
  "decomposition._factor_analysis": "decomposition.factor_analysis",
  "decomposition._fastica": "decomposition.fastica_",
  "decomposition._incremental_pca": "decomposition.incremental_pca",
  "decomposition._kernel_pca": "decomposition.kernel_pca",
  "decomposition._lda": "decomposition.online_lda",
  "decomposition._nmf": "decomposition.nmf",
  "decomposition._pca": "decomposition.pca",
  "decomposition._sparse_pca": "decomposition.sparse_pca",
  "decomposition._truncated_svd": "decomposition.truncated_svd",
  "ensemble._bagging": "ensemble.bagging",
  "ensemble._forest": "ensemble.forest",
  "ensemble._gb": "ensemble.gradient_boosting",
  "ensemble._gb_losses": "ensemble.gradient_boosting",
  "ensemble._iforest": "ensemble.iforest",
  "ensemble._voting": "ensemble.voting_classifier",
  "ensemble._weight_boosting": "ensemble.weight_boosting",
  "feature_extraction._dict_vectorizer": "feature_extraction.dict_vectorizer",
  "feature_extraction._hash": "feature_extraction.hashing",
  "feature_selection._from_model": "feature_selection.from_model",
  "feature_selection._rfe": "feature_selection.rfe",
  "feature_selection._univariate_selection": "feature_selection.univariate_selection",
  "feature_selection._variance_threshold": "feature_selection.variance_threshold",
  "gaussian_process._gpc": "gaussian_process.gpc",
  "gaussian_process._gpr": "gaussian_process.gpr",
  "linear_model._base": "linear_model.base",
  "linear_model._bayes": "linear_model.bayes",
  "linear_model._coordinate_descent": "linear_model.coordinate_descent",
  "linear_model._huber": "linear_model.huber",
  "linear_model._least_angle": "linear_model.least_angle",
  "linear_model._logistic": "linear_model.logistic",
  "linear_model._omp": "linear_model.omp",
  "linear_model._passive_aggressive": "linear_model.passive_aggressive",
  "linear_model._perceptron": "linear_model.perceptron",
  "linear_model._ransac": "linear_model.ransac",
  "linear_model._ridge": "linear_model.ridge",
  "linear_model._stochastic_gradient": "linear_model.stochastic_gradient",
  "linear_model._theil_sen": "linear_model.theil_sen",
  "manifold._isomap": "manifold.isomap",
  "manifold._locally_linear": "manifold.locally_linear",
  "manifold._mds": "manifold.mds",
  "manifold._spectral_embedding": "manifold.spectral_embedding_",
  "manifold._t_sne": "manifold.t_sne",
  "mixture._bayesian_mixture": "mixture.bayesian_mixture",
  "mixture._gaussian_mixture": "mixture.gaussian_mixture",
  "neighbors._ball_tree": "neighbors.ball_tree",
  "neighbors._classification": "neighbors.classification",
  "neighbors._kd_tree": "neighbors.kd_tree",
  "neighbors._kde": "neighbors.kde",
  "neighbors._lof": "neighbors.lof",
  "neighbors._nearest_centroid": "neighbors.nearest_centroid",
  "neighbors._regression": "neighbors.regression",
  "neighbors._unsupervised": "neighbors.unsupervised",
  "neural_network._multilayer_perceptron": "neural_network.multilayer_perceptron",
  "neural_network._rbm": "neural_network.rbm",
  "preprocessing._data": "preprocessing.data",
  "preprocessing._label": "preprocessing.label",
  "semi_supervised._label_propagation": "semi_supervised.label_propagation",
  "svm._classes": "svm.classes",
  "tree._classes": "tree.tree",
  utils: "datasets.base"
};
var sklearnSymbols = () => [
  ...Object.entries(MODULES4).flatMap(
    ([module, names]) => [module, BEFORE[module]].flatMap(
      (each) => each === void 0 ? [] : names.split(" ").map((name) => listed2(`sklearn.${each}.${name}`))
    )
  ),
  ...TYPES,
  ...OTHERS.map(listed2)
];

// src/verify/pickle/sparse-order.ts
var MOST_HELD = 4e6;
var EntryOrder = class {
  #dimensions;
  /** Of each entry, whether a dimension before told it from the one before it. */
  #told = new Uint8Array(1024);
  /** Of each dimension, the entry that came last, and its number. */
  #last = [];
  #before = [];
  #isKnown = true;
  #fault;
  constructor(dimensions) {
    this.#dimensions = dimensions;
  }
  take([dimension = 0, entry = 0], value) {
    const isNext = entry === (this.#last[dimension] ?? -1) + 1;
    this.#isKnown &&= isNext && (dimension === 0 || (this.#last[dimension - 1] ?? -1) >= entry);
    if (!this.#isKnown) return;
    const before = this.#before[dimension];
    this.#last[dimension] = entry;
    this.#before[dimension] = value;
    const at = Math.floor(entry / 8);
    if (at >= this.#told.length) this.#grow();
    const bit = 1 << entry % 8;
    const told = this.#told[at] ?? 0;
    if (before === void 0 || (told & bit) !== 0) return;
    if (value > before) this.#told[at] = told | bit;
    else if (value < before || dimension === this.#dimensions - 1)
      this.#fault ??= `entry ${entry} does not come after entry ${entry - 1}`;
  }
  /** As entries come: how many there are said to be is not to be believed. */
  #grow() {
    const wider = new Uint8Array(this.#told.length * 2);
    wider.set(this.#told);
    this.#told = wider;
  }
  fault() {
    return this.#isKnown ? this.#fault : void 0;
  }
};
var RowOrder = class {
  #entries;
  /** Where a row begins, and where a number is no larger than the one before it: as places in all matrices one after another. */
  #starts = [];
  #drops = [];
  #before = 0n;
  #left;
  #isTold = false;
  /** @param shape of the places of rows @param entries of one matrix */
  constructor(shape, entries) {
    this.#entries = entries;
    const matrices = shape.slice(0, -1);
    const product = (sizes) => sizes.reduce((all, size) => all * size, 1);
    this.#left = product(shape) + product(matrices) * entries;
    this.places = this.#side(matrices, (first, _at, value) => {
      if (this.#starts.length <= MOST_HELD) this.#starts.push(first + Number(value));
    });
    this.indices = this.#side(matrices, (first, at, value) => {
      const isDrop = value <= this.#before;
      this.#before = value;
      if (isDrop && this.#drops.length <= MOST_HELD) this.#drops.push(first + at);
    });
  }
  places;
  indices;
  #side(matrices, enter) {
    return {
      take: (index, value) => {
        this.#left -= 1;
        let matrix = 0;
        for (const [i, size] of matrices.entries()) matrix = matrix * size + (index[i] ?? 0);
        enter(matrix * this.#entries, index[matrices.length] ?? 0, value);
      },
      fault: () => this.#fault()
    };
  }
  /** Once, when both have gone by. */
  #fault() {
    if (this.#left !== 0 || this.#isTold) return void 0;
    this.#isTold = true;
    if (Math.max(this.#starts.length, this.#drops.length) > MOST_HELD) return void 0;
    const starts = new Set(this.#starts);
    const stray = this.#drops.find((at2) => !starts.has(at2));
    if (stray === void 0) return void 0;
    const at = stray % this.#entries;
    return `index ${at} is not above index ${at - 1}, in the same row`;
  }
};

// src/verify/pickle/symbols-sparse.ts
var SPARSE = "_rebuild_sparse_tensor";
var LAYOUT_OF = "torch.serialization._get_layout";
var COMPRESSED = /* @__PURE__ */ new Map([
  ["torch.sparse_csr", { byRow: true, blocks: false }],
  ["torch.sparse_csc", { byRow: false, blocks: false }],
  ["torch.sparse_bsr", { byRow: true, blocks: true }],
  ["torch.sparse_bsc", { byRow: false, blocks: true }]
]);
var COO = "torch.sparse_coo";
var LAYOUTS = /* @__PURE__ */ new Set([
  ...[...COMPRESSED.keys(), COO],
  ...["torch.strided", "torch.jagged", "torch._mkldnn"]
]);
var demand = (ok) => {
  if (!ok) throw badArguments(SPARSE);
};
var sparse = {
  tier: "A",
  call: ([layout, parts, ...more]) => {
    demand(layout !== void 0 && parts instanceof PyTuple && more.length === 0);
    const { items } = parts;
    const name = nameOf(layout);
    const sides = COMPRESSED.get(name);
    demand(sides !== void 0 || name === COO);
    const data = new PyTuple(sides === void 0 ? coordinates(items) : compressed(items, sides));
    return new PyObject(new PyGlobal(`torch._utils.${SPARSE}`, sparse), [layout, data]);
  }
};
function nameOf(layout) {
  if (layout instanceof PyGlobal) return layout.name;
  return layout instanceof PyObject && layout.cls.name === LAYOUT_OF ? String(layout.args[0]) : "";
}
function counts(value) {
  const items = value instanceof PyTuple ? value.items : [];
  demand(value instanceof PyTuple && items.every((item) => isInt(item) && item >= 0));
  return items;
}
function coordinates(items) {
  const [indices, values, sizes, ...rest] = items;
  if (!(indices instanceof PyTensor && values instanceof PyTensor)) throw badArguments(SPARSE);
  const size = counts(sizes);
  const [dimensions = 0, count] = indices.shape;
  demand(indices.shape.length === 2 && dimensions <= size.length && values.shape[0] === count);
  const order = rest[0] === true ? { order: new EntryOrder(dimensions) } : {};
  return [
    withRule(indices, { below: size.slice(0, dimensions), ...order }),
    values,
    sizes,
    ...rest
  ];
}
function compressed(items, { byRow, blocks }) {
  const [places, indices, values, sizes, ...rest] = items;
  if (!(places instanceof PyTensor && indices instanceof PyTensor && values instanceof PyTensor))
    throw badArguments(SPARSE);
  const size = counts(sizes);
  const batch = places.shape.length - 1;
  const [blockRows = 1, blockColumns = 1] = blocks ? values.shape.slice(batch + 1) : [];
  const rows = (size[batch] ?? 0) / blockRows;
  const columns = (size[batch + 1] ?? 0) / blockColumns;
  const [along, across] = byRow ? [rows, columns] : [columns, rows];
  const count = indices.shape[batch] ?? 0;
  demand(batch >= 0 && size.length >= batch + 2 && indices.shape.length === batch + 1);
  demand(places.shape[batch] === along + 1 && values.shape[batch] === count && Number.isInteger(across));
  demand([places, indices].every(({ shape, stride }) => (shape[batch] ?? 0) < 2 || stride[batch] === 1));
  for (let i = 0; i < batch; i += 1)
    demand([places, indices, values].every(({ shape }) => shape[i] === size[i]));
  const order = new RowOrder(places.shape, count);
  const climbing = { below: [count + 1], climbs: { last: count, most: across }, order: order.places };
  const within = { below: [across], order: order.indices };
  return [withRule(places, climbing), withRule(indices, within), values, sizes, ...rest];
}
var withRule = ({ storage, dtype: dtype2, beside, ...tensor }, rule) => new PyTensor(storage, dtype2, tensor, beside, rule);

// src/verify/pickle/symbols-torch.ts
var STORAGES = {
  "torch.DoubleStorage": DTYPES.f64,
  "torch.FloatStorage": DTYPES.f32,
  "torch.HalfStorage": DTYPES.f16,
  "torch.BFloat16Storage": DTYPES.bf16,
  "torch.LongStorage": DTYPES.i64,
  "torch.IntStorage": DTYPES.i32,
  "torch.ShortStorage": DTYPES.i16,
  "torch.CharStorage": DTYPES.i8,
  "torch.ByteStorage": DTYPES.u8,
  "torch.BoolStorage": DTYPES.bool,
  "torch.ComplexFloatStorage": DTYPES.c64,
  "torch.ComplexDoubleStorage": DTYPES.c128,
  "torch.QInt8Storage": DTYPES.i8,
  "torch.QUInt8Storage": DTYPES.u8,
  "torch.QInt32Storage": DTYPES.i32,
  "torch.QUInt4x2Storage": DTYPES.u8,
  "torch.QUInt2x4Storage": DTYPES.u8,
  "torch.UntypedStorage": void 0,
  "torch.storage.UntypedStorage": void 0,
  "torch.storage._UntypedStorage": void 0,
  "torch.storage.TypedStorage": void 0
};
var ELEMENT_TYPES = {
  ...DTYPE_NAMES,
  double: DTYPES.f64,
  float: DTYPES.f32,
  half: DTYPES.f16,
  complex32: DTYPES.c32,
  chalf: DTYPES.c32,
  float4_e2m1fn_x2: DTYPES.f4_x2,
  cfloat: DTYPES.c64,
  cdouble: DTYPES.c128,
  long: DTYPES.i64,
  int: DTYPES.i32,
  short: DTYPES.i16,
  qint8: DTYPES.i8,
  quint8: DTYPES.u8,
  qint32: DTYPES.i32
};
var MENTIONED = [
  "torch.Tensor",
  "torch._tensor.Tensor",
  "torch.nn.parameter.Parameter",
  "torch.nn.parameter.Buffer",
  "torch.per_tensor_affine",
  "torch.per_tensor_symmetric",
  "torch.per_channel_affine",
  "torch.per_channel_symmetric",
  "torch.per_channel_affine_float_qparams",
  "torch.strided",
  "torch.sparse_coo",
  "torch.contiguous_format",
  "torch.preserve_format",
  "torch.channels_last"
];
var TENSORS = ["", "cuda."].flatMap(
  (place) => ["Double", "Float", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte", "Bool"].map(
    (type) => `torch.${place}${type}Tensor`
  )
);
var demand2 = (ok, name) => {
  if (!ok) throw badArguments(name);
};
function counts2(value, name) {
  const items = value instanceof PyTuple ? value.items : [];
  demand2(value instanceof PyTuple && items.every((item) => isInt(item) && item >= 0), name);
  return items;
}
function tensorOn(args, name, dtype2) {
  const [storage, offset, size, strides] = args;
  demand2(storage instanceof PyStorage && isInt(offset) && offset >= 0, name);
  const shape = counts2(size, name);
  const stride = counts2(strides, name);
  demand2(shape.length === stride.length, name);
  const on = storage;
  return new PyTensor(on, dtype2 ?? on.dtype, { offset, shape, stride });
}
var mayRequire = (flag, { dtype: dtype2 }) => flag !== true || dtype2 === void 0 || dtype2.kind === "float";
var COMPLEX = /* @__PURE__ */ new Set(["c32", "c64", "c128", void 0]);
var isMetadata = (value, { dtype: dtype2 }) => value === void 0 || value === null || value instanceof PyDict && (!value.entries.has("sconj") || COMPLEX.has(dtype2?.name));
var isFlagOrNone = (value) => value === void 0 || value === null || typeof value === "boolean";
var isHooks = (value) => value === void 0 || value === null || value instanceof PyDict && value.entries.size === 0;
function rebuildTensorV2(args) {
  const name = "_rebuild_tensor_v2";
  demand2(args.length >= 6 && args.length <= 7 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  const tensor = tensorOn(args, name);
  demand2(mayRequire(args[4], tensor) && isMetadata(args[6], tensor), name);
  return tensor;
}
function rebuildTensorV3(args) {
  const name = "_rebuild_tensor_v3";
  const type = args[6];
  demand2(args.length >= 7 && args.length <= 8 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  demand2(type instanceof PyGlobal && type.model.dtype !== void 0, name);
  const tensor = tensorOn(args, name, type.model.dtype);
  demand2(mayRequire(args[4], tensor) && isMetadata(args[7], tensor), name);
  return tensor;
}
function rebuildQuantized(args) {
  const name = "_rebuild_qtensor";
  const params = args[4];
  demand2(args.length === 7 && params instanceof PyTuple && isFlagOrNone(args[5]) && isHooks(args[6]), name);
  const tensor = tensorOn(args, name);
  demand2(tensor.dtype?.kind === "integer" && quantizes(params, tensor), name);
  return withBeside(tensor, params);
}
function quantizes({ items }, { shape, dtype: dtype2 }) {
  const [scheme, scale, zero, axis] = items;
  const name = scheme instanceof PyGlobal ? scheme.name : "";
  if (name === "torch.per_tensor_affine")
    return items.length === 3 && isScale(scale) && isInt(zero) && Math.abs(zero) < 2 ** (dtype2?.bits ?? 8);
  if (!PER_CHANNEL.includes(name) || items.length !== 4 || !isInt(axis)) return false;
  if (scale instanceof PyList && !scale.items.every(isScale)) return false;
  return lengthOf(scale) === shape[axis] && lengthOf(zero) === shape[axis];
}
var isScale = (value) => value instanceof PyFloat && Number.isFinite(value.value) && value.value > 0;
var PER_CHANNEL = ["torch.per_channel_affine", "torch.per_channel_affine_float_qparams"];
function lengthOf(value) {
  if (value instanceof PyList) return value.items.length;
  return value instanceof PyTensor ? value.shape.reduce((product, each) => product * each, 1) : void 0;
}
var withBeside = (tensor, beside) => new PyTensor(tensor.storage, tensor.dtype, tensor, beside);
var NUMBERS_OF_TENSOR = ["sdata", "sreal", "simag"];
function isState(state) {
  const parts = state instanceof PyTuple && state.items.length === 2 ? state.items : [state];
  return parts.every(
    (part) => part === null || part instanceof PyDict && !NUMBERS_OF_TENSOR.some((name) => part.entries.has(name))
  );
}
function rebuildParameterWithState(args) {
  demand2(args.length === 4 && isState(args[3]), "_rebuild_parameter_with_state");
  return withBeside(rebuildParameter(args), args[3]);
}
function rebuildParameter(args) {
  const [data, flag, hooks] = args;
  demand2(args.length >= 3 && args.length <= 4 && data instanceof PyTensor, "_rebuild_parameter");
  const fits = isFlagOrNone(flag) && isHooks(hooks) && mayRequire(flag, data);
  demand2(fits, "_rebuild_parameter");
  return data;
}
function rebuildFromType(args) {
  const name = "_rebuild_from_type_v2";
  const [inner, type, given, state] = args;
  demand2(
    args.length === 4 && inner instanceof PyGlobal && type instanceof PyGlobal && given instanceof PyTuple,
    name
  );
  demand2(isState(state) && type.model.dtype === void 0, name);
  const { call, tier } = inner.model;
  const { items } = given;
  inner.onCall();
  if (tier === "D") return new PyObject(inner, items);
  if (call === void 0) throw badArguments(name);
  const made = call(items);
  if (made instanceof PyObject && state !== null) made.state = state;
  else if (made instanceof PyTensor && state !== null) return withBeside(made, state);
  return made;
}
function rebuildMetaTensor(args) {
  const name = "_rebuild_meta_tensor_no_storage";
  const [type, size, strides] = args;
  demand2(args.length === 4 && type instanceof PyGlobal && type.model.dtype !== void 0, name);
  const view = { offset: 0, shape: counts2(size, name), stride: counts2(strides, name) };
  return new PyTensor(void 0, type.model.dtype, view);
}
var keptAsData = (name, takes) => {
  const model = {
    tier: "A",
    call: (args) => {
      demand2(takes(args), name);
      return new PyObject(new PyGlobal(name, model), args);
    }
  };
  return [name, model];
};
var isDevice = ([device, index, ...more]) => typeof device === "string" && /^[a-z_]{2,20}(:\d{1,3})?$/.test(device) && (index === void 0 || isInt(index)) && more.length === 0;
var isLayout = ([name, ...more]) => LAYOUTS.has(String(name)) && more.length === 0;
function sizeOf(args) {
  demand2(args.length === 1, "torch.Size");
  return new PyTuple(counts2(args[0], "torch.Size"));
}
var tierA = (call) => ({ tier: "A", call });
var torchSymbols = () => [
  ["torch._utils._rebuild_tensor", tierA((args) => tensorOn(args, "_rebuild_tensor"))],
  ["torch._utils._rebuild_tensor_v2", tierA(rebuildTensorV2)],
  ["torch._utils._rebuild_tensor_v3", tierA(rebuildTensorV3)],
  ["torch._utils._rebuild_parameter", tierA(rebuildParameter)],
  ["torch._utils._rebuild_parameter_with_state", tierA(rebuildParameterWithState)],
  ["torch._utils._rebuild_qtensor", tierA(rebuildQuantized)],
  ["torch._utils._rebuild_meta_tensor_no_storage", tierA(rebuildMetaTensor)],
  ["torch._tensor._rebuild_from_type_v2", tierA(rebuildFromType)],
  [`torch._utils.${SPARSE}`, sparse],
  ["torch.Size", tierA(sizeOf)],
  keptAsData("torch.device", isDevice),
  keptAsData(LAYOUT_OF, isLayout),
  ...[
    ["torch._utils._rebuild_wrapper_subclass", 8],
    ["torch._utils._rebuild_device_tensor_from_numpy", 4],
    ["torch._utils._rebuild_device_tensor_from_cpu_tensor", 4]
  ].map(([name, count]) => keptAsData(name, (args) => args.length === count)),
  ...[...MENTIONED, ...TENSORS].map((name) => [name, { tier: "A" }]),
  ...Object.entries(STORAGES).map(([name, dtype2]) => [
    name,
    { tier: "A", storage: true, ...dtype2 === void 0 ? {} : { dtype: dtype2 } }
  ]),
  ...Object.entries(ELEMENT_TYPES).map(([name, dtype2]) => [
    `torch.${name}`,
    { tier: "A", dtype: dtype2 }
  ])
];

// src/verify/pickle/symbols-zoneinfo.ts
var NAME2 = "zoneinfo.ZoneInfo";
var UNPICKLE = "_unpickle";
var KEY = /^[A-Za-z0-9_+-]{1,32}(\/[A-Za-z0-9_+-]{1,32}){0,3}$/;
var ZONE = [NAME2, { tier: "B" }];
var unpickle = new PyGlobal(`${NAME2}.${UNPICKLE}`, {
  tier: "B",
  call(args) {
    const [key, cached] = args;
    const isFlag = typeof cached === "boolean" || cached === 0 || cached === 1;
    if (args.length !== 2 || typeof key !== "string" || !KEY.test(key) || !isFlag) throw badArguments(NAME2);
    return new PyObject(unpickle, args);
  }
});
function zoneUnpickler(args) {
  const [of, name] = args;
  const isZone = of instanceof PyGlobal && of.name === NAME2 && of.model === ZONE[1];
  return args.length === 2 && isZone && name === UNPICKLE ? unpickle : void 0;
}

// src/verify/pickle/imports.ts
var listed3;
var allowList = () => listed3 ??= new Map([
  ...torchSymbols(),
  ...pythonSymbols(),
  ZONE,
  ...numpySymbols(),
  ...frameworkSymbols(),
  ...sklearnSymbols(),
  ...pandasSymbols(),
  ...dcpSymbols(),
  ...jaxSymbols(),
  HISTORY
]);
var WEIGHTS_ONLY = "does not load with weights_only=True: it needs weights_only=False or add_safe_globals";
var detached = (text) => Buffer.from(text).toString();
var UNLISTED = { tier: "D" };
var GETATTR = "builtins.getattr";
var KNOWN_ROOTS = /* @__PURE__ */ new Set([
  "torch",
  "numpy",
  "scipy",
  "sklearn",
  "pandas",
  "joblib",
  "keras",
  "tensorflow"
]);
var CLASS = /\.[A-Z]\w*$/;
function wordsFor(refused, called) {
  const roots = [...new Set(refused.map((name) => name.split(".")[0] ?? ""))];
  const isForeign = refused.some((name) => CLASS.test(name)) && refused.every((name) => CLASS.test(name) || !called.has(name)) && roots.every((root) => /^\w+$/.test(root));
  if (!isForeign || roots.some((root) => PYTHON_ROOTS.has(root) || KNOWN_ROOTS.has(root)))
    return "its pickle asks for what no checkpoint needs; never load it";
  const globs = roots.slice(0, 3).map((root) => `${root}.*`);
  return `its pickle asks for what is not on the list and runs its own code when it is loaded; who trusts their makers and this file says --allow-import '${globs.join(",")}'`;
}
var PickleImports = class {
  #subject;
  #seen = /* @__PURE__ */ new Map();
  #called = /* @__PURE__ */ new Set();
  /** Names that are refused but for what these make of their arguments. */
  #calls = /* @__PURE__ */ new Map([
    [GETATTR, (args) => zoneUnpickler(args) ?? historyMethod(args)]
  ]);
  #refusedCalls = /* @__PURE__ */ new Set();
  constructor(subject) {
    this.#subject = subject;
  }
  find(module, name) {
    const full = `${module}.${name}`;
    const attempt = this.#calls.get(full);
    if (attempt !== void 0) return this.#withCall(full, attempt);
    const model = name.includes(".") ? UNLISTED : this.#model(full);
    this.#note(full, model.tier);
    return model.tier === "D" ? new PyGlobal(full, model, () => this.#callOf(full)) : new PyGlobal(full, model);
  }
  /** A name on no list of which one way to call it is harmless. @param attempt undefined for every other way */
  allowCall(full, attempt) {
    this.#calls.set(full, attempt);
  }
  /** Refused until it is called as is harmless, and for good once it is called otherwise. */
  #withCall(full, attempt) {
    if (!this.#seen.has(full)) this.#note(full, "D");
    const call = (args) => {
      const known = this.#refusedCalls.has(full) ? void 0 : this.#attempted(full, () => attempt(args));
      if (known === void 0) this.#refusedCalls.add(full);
      this.#seen.set(full, known === void 0 ? "D" : "B");
      return known ?? new PyObject(new PyGlobal(full, UNLISTED), args);
    };
    return new PyGlobal(full, { tier: "B", call }, () => this.#callOf(full));
  }
  /** What is the harmless call, and broken, fails as that. */
  #attempted(full, attempt) {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof Broken) this.#seen.set(full, "B");
      throw error;
    }
  }
  /** Tier D seen: somebody wants something run. */
  get refused() {
    return this.#of("D");
  }
  /** @param without what cannot be done with the file because of names of tiers B and C */
  settle(without = WEIGHTS_ONLY) {
    const { findings, allowDegraded } = this.#subject;
    const refused = this.refused;
    if (refused.length > 0) {
      findings.fail("L2", "import-refused", wordsFor(refused, this.#called), {
        expected: "only names on the allow-list",
        found: refused.slice(0, 8).join(", ").slice(0, 300)
      });
    }
    const unsafe = [...this.#of("B"), ...this.#of("C")];
    if (unsafe.length === 0) return;
    const where = { found: unsafe.slice(0, 8).join(", ").slice(0, 300) };
    if (allowDegraded) findings.degraded("L2", "unsafe-loader", without, where);
    else findings.fail("L2", "unsafe-loader", `${without}, and the roster does not allow that`, where);
  }
  #of(tier) {
    return [...this.#seen].flatMap(([name, seen]) => seen === tier ? [name] : []).sort();
  }
  #model(full) {
    const listed4 = allowList().get(full);
    if (listed4 !== void 0) return listed4;
    return vouchesFor(this.#subject.allowImports, full) ? asData(full) : UNLISTED;
  }
  #callOf(full) {
    if (this.#seen.has(full)) this.#called.add(full);
  }
  #note(full, tier) {
    if (this.#seen.size >= 1e4 && !this.#seen.has(full)) return;
    this.#seen.set(full, tier);
    this.#subject.imports.add(detached(full.slice(0, 200)));
  }
};

// src/verify/pickle/storage-id.ts
var LOCATION = /^[\w:.-]{1,64}$/;
function storageOf(id) {
  const [word, type, key, location, elements] = id instanceof PyTuple ? id.items : [];
  const sound = word === "storage" && type instanceof PyGlobal && type.model.storage === true && typeof key === "string" && typeof location === "string" && LOCATION.test(location) && isInt(elements) && elements >= 0;
  if (sound && location === "meta") {
    const what = 'keeps a storage on the device "meta", where its loader leaves out all that is in it';
    throw new Broken("L2", "storage-location", what);
  }
  return sound ? new PyStorage(type.model.dtype, key, elements) : void 0;
}

// src/verify/pickle/stray-pickle.ts
function strayPickle(subject, { name, offset, bytes }) {
  const imports = new PickleImports(subject);
  const world = {
    find: (module, member) => imports.find(module, member),
    // The inputs of a traced model are tensors, on storages that are not kept.
    persistent: (id) => (id instanceof PyTuple ? storageOf(id) : void 0) ?? null,
    note: () => {
    }
  };
  const skim = new PickleSkim(bytes);
  let isWalked = true;
  let machine;
  const attempt = (work) => {
    try {
      if (isWalked) work();
    } catch {
      isWalked = false;
    }
  };
  return {
    /** Asked when all has gone by: whether it is a pickle and no other bytes. */
    get isProgram() {
      return skim.state === "program" || isWalked && machine?.stoppedAt !== void 0;
    },
    feed(piece) {
      skim.feed(piece);
      if (skim.state === "none") return;
      attempt(() => {
        machine ??= new PickleMachine(world, subject.budgets, bytes);
        machine.feed(piece);
      });
    },
    end() {
      if (skim.state !== "program") return;
      const { findings } = subject;
      const { refused } = imports;
      if (refused.length > 0) {
        const what = `${quoted(name)} is a pickle that asks for what no checkpoint needs`;
        const found = refused.slice(0, 8).join(", ").slice(0, 300);
        findings.fail("L2", "hidden-pickle", what, { offset, found });
      } else if (!isWalked) {
        const what = `${quoted(name)} is a pickle that could not be walked to its end`;
        findings.inconclusive("L2", "hidden-pickle", what, { offset });
      }
    }
  };
}

// src/verify/read/window-source.ts
function windowSource(reader, offset, sizeBytes, label) {
  return {
    label,
    sizeBytes,
    async read(from, length) {
      if (from < 0 || from + length > sizeBytes)
        throw new RangeError(`${length} bytes from ${from} lie outside ${label} (${sizeBytes} bytes)`);
      return await reader.read(offset + from, length);
    },
    close: async () => {
    }
  };
}
function bytesSource(bytes, label) {
  return {
    label,
    sizeBytes: bytes.length,
    async read(from, length) {
      if (from < 0 || from + length > bytes.length)
        throw new RangeError(`${length} bytes from ${from} lie outside ${label} (${bytes.length} bytes)`);
      return bytes.subarray(from, from + length);
    },
    close: async () => {
    }
  };
}

// src/verify/archive/archive-members.ts
var ArchiveMembers = class {
  #subject;
  #lowest = [];
  #known = 0;
  #examined = 0;
  #leftOut = 0;
  #tensors = NO_TENSORS;
  constructor(subject) {
    this.#subject = subject;
  }
  get isFull() {
    return this.#examined >= this.#subject.budgets.membersExamined;
  }
  /** @param name its path in the archive, which need not be unique to us */
  async examine(source, options) {
    const { role } = this.#subject;
    const verdict = await this.#subject.examine(source, {
      ...options,
      member: true,
      prefix: `${source.label}/`,
      // An archive around a checkpoint is asked what a checkpoint is asked.
      role: holdsTensors(role) ? role : "archive"
    });
    this.#examined += 1;
    if (verdict.format === "unknown") return verdict;
    this.#known += 1;
    const { tensors } = verdict;
    if (tensors === void 0 || tensors.count === 0) return verdict;
    this.#lowest.push(verdict.level);
    this.#tensors = together(this.#tensors, tensors);
    return verdict;
  }
  leaveOut() {
    this.#leftOut += 1;
  }
  /** @param total regular members that hold anything */
  settle(total) {
    const { facts, findings } = this.#subject;
    facts.scalars["members"] = total;
    facts.scalars["membersExamined"] = this.#known;
    if (this.#leftOut > 0) {
      const what = "not every member was examined by its own type";
      const found = `${this.#examined} of ${this.#examined + this.#leftOut}`;
      findings.note("L2", "members-left-out", what, { found });
    }
  }
  /** What the archive as a whole could prove: values only where every member that could hold some was looked at. */
  get reaches() {
    const isWhole = this.#leftOut === 0 && this.#known === this.#examined && this.#lowest.length > 0;
    return isWhole && this.#lowest.every((level) => level === "L3") ? "L3" : "L2";
  }
  get tensors() {
    return this.#tensors;
  }
};

// src/verify/pickle/pickled-parts.ts
var DEPTH = 8;
var MOST_DICTS = 1e4;
function nearDicts(root) {
  const found = [];
  const entered = /* @__PURE__ */ new Set();
  let level = [{ path: "", value: root }];
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth += 1) {
    const below2 = [];
    for (const { path, value } of level) {
      if (found.length === MOST_DICTS) return found;
      if (entered.has(value)) continue;
      entered.add(value);
      if (value instanceof PyDict) found.push({ path, dict: value });
      for (const [key, item] of branchesOf(value))
        if (below2.length < MOST_DICTS)
          below2.push({ path: path === "" ? key : `${path}.${key}`, value: item });
    }
    level = below2;
  }
  return found;
}
function* branchesOf(value) {
  if (value instanceof PyDict) {
    for (const [key, item] of value.entries.values())
      if (typeof key === "string" && isBranch(item)) yield [key, item];
  } else if ((value instanceof PyList || value instanceof PyTuple) && value.items.length <= 64) {
    for (const [i, item] of value.items.entries()) if (isBranch(item)) yield [String(i), item];
  }
}
var isBranch = (value) => value instanceof PyDict || value instanceof PyList || value instanceof PyTuple;
var entryOf = (dict, key) => dict.entries.get(`s${key}`)?.[1];
function numberOf(value) {
  if (value instanceof PyFloat) return value.value;
  return typeof value === "number" ? value : void 0;
}
var itemsOf2 = (value) => value instanceof PyList || value instanceof PyTuple ? value.items : void 0;
function tensorsOf(dict) {
  const tensors = /* @__PURE__ */ new Map();
  for (const [key, value] of dict.entries.values())
    if (typeof key === "string" && value instanceof PyTensor) tensors.set(key, value);
  return tensors.size > 0 && tensors.size * 2 >= dict.entries.size ? tensors : void 0;
}

// src/verify/read/name-step.ts
var STEP = /(?:^|[^a-z])(?:global_?|train_?)?(?:step|steps|iter|iteration)[-_=]?([0-9]{1,12})(?![0-9a-z]|\.[0-9])/i;
var EPOCH = /(?:^|[^a-z])epoch[-_=]?([0-9]{1,9})(?![0-9a-z]|\.[0-9])/i;
function namedStep(label) {
  const name = /[^/\\]*$/.exec(label.replace(/[?#].*$/, ""))?.[0] ?? "";
  const number = (pattern) => {
    const [, digits] = pattern.exec(name) ?? [];
    return digits === void 0 ? void 0 : Number(digits);
  };
  const [step, epoch] = [number(STEP), number(EPOCH)];
  return { ...step === void 0 ? {} : { step }, ...epoch === void 0 ? {} : { epoch } };
}

// src/verify/checkpoint/instantiator.ts
var OWN = /^(lightning\.pytorch|pytorch_lightning)\.cli\.instantiate_module$/;
var HYPERPARAMETERS = /^(datamodule_)?hyper_parameters$/;
function judgeInstantiator({ findings, imports, allowDegraded }, dicts) {
  for (const { path, dict } of dicts) {
    const name = HYPERPARAMETERS.test(path) ? entryOf(dict, "_instantiator") : void 0;
    if (typeof name !== "string" || OWN.test(name)) continue;
    imports.add(name.slice(0, 200));
    const what = "names a function that load_from_checkpoint of Lightning before 2.6.6 imports and calls";
    const where = { found: name.slice(0, 200) };
    if (kindOfName(name) === "refused") findings.fail("L2", "import-refused", what, where);
    else if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, where);
    else findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, where);
  }
}

// src/verify/checkpoint/numbers.ts
var OF_GROUP = /(^|\.)param_groups\.[^.]+\.([^.]+)(\.|$)/;
var RATES = ["lr", "initial_lr", "weight_decay", "momentum", "betas", "eps"];
var OF_SCHEDULER = /(^|\.)(_last_lr|base_lrs)$/;
var SHOWN = 3;
var PlainNumbers = class {
  #subject;
  #paths = [];
  #count = 0;
  #faults = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  /** @param path of the number, or of the list that it stands in */
  offer(path, value) {
    if (Number.isFinite(value)) return;
    const isRate = OF_SCHEDULER.test(path) || RATES.includes(OF_GROUP.exec(path)?.[2] ?? "");
    if (isRate || Number.isNaN(value) && OF_GROUP.test(path)) {
      if (this.#faults.size < SHOWN) this.#faults.set(path, value);
      return;
    }
    if (!Number.isNaN(value)) return;
    this.#count += 1;
    if (this.#paths.length < SHOWN) this.#paths.push(path);
  }
  /**
   * Call once, when everything has been offered.
   * @param isJudged whether another rule has its own word for the number at this path
   */
  settle(isJudged) {
    const { findings, role } = this.#subject;
    for (const [path, value] of this.#faults)
      findings.fail(
        "L3",
        "not-a-number",
        `${quoted(path)} is no finite number, and the next step is made with it`,
        {
          found: String(value)
        }
      );
    if (!holdsTensors(role)) return;
    const told = this.#paths.filter((path) => !isJudged(path));
    const [first] = told;
    if (first === void 0) return;
    const more = this.#count - this.#paths.length + told.length;
    const what = more === 1 ? `${quoted(first)} is not a number` : `${more} numbers are none, ${quoted(first)} among them`;
    findings.note("L3", "not-a-number", what, { found: "NaN" });
  }
};

// src/verify/checkpoint/exchange.ts
var FEWEST = 8;
function judgeExchange({ findings }, places, models) {
  const { path, state, shapes, groups } = places;
  const exchanged = exchangeIn(twoMoments(state)) ?? exchangeIn(byName(places, models));
  if (exchanged !== void 0) {
    const [first] = exchanged;
    const what2 = `${path} has exchanged moments of ${exchanged.length} parameters, ${quoted(first?.name ?? "")} among them`;
    const { expected = "", found = "" } = first ?? {};
    findings.fail("L3", "moments-exchanged", what2, { expected, found });
    return;
  }
  if (shapes === void 0 || groups.length !== 1 || shapes.length < FEWEST) return;
  const alike = models.filter((model) => model.shapes.length === shapes.length);
  const pairs = alike.map(
    (model) => shapes.map((found, i) => ({ name: String(i), expected: model.shapes[i] ?? "", found }))
  );
  const [two] = pairs.map((each) => exchangeIn(each));
  if (two?.length !== 2 || pairs.some((each) => each.every(({ expected, found }) => expected === found)))
    return;
  const what = `${path} has moments in the order of the model but for two, which look exchanged`;
  findings.note("L3", "moments-exchanged", what, {
    expected: two.map(({ name, expected }) => `${expected} for parameter ${name}`).join(", "),
    found: two.map(({ found }) => found).join(", ")
  });
}
function exchangeIn(pairs) {
  const apart = pairs.filter(({ expected, found }) => expected !== found);
  const isExchange = apart.length > 0 && sameBag(
    apart.map(({ expected }) => expected),
    apart.map(({ found }) => found)
  );
  return isExchange ? apart : void 0;
}
function twoMoments(state) {
  return [...state.entries.values()].flatMap(([key, value]) => {
    if (!(value instanceof PyDict)) return [];
    const [first, second] = [entryOf(value, "exp_avg"), entryOf(value, "exp_avg_sq")];
    if (!(first instanceof PyTensor && second instanceof PyTensor)) return [];
    return [{ name: nameOf2(key), expected: first.shape.join("x"), found: second.shape.join("x") }];
  });
}
function byName({ groups, state }, models) {
  const names = /* @__PURE__ */ new Map();
  for (const group of groups) {
    const params = itemsOf2(entryOf(group, "params")) ?? [];
    const given = itemsOf2(entryOf(group, "param_names")) ?? [];
    params.forEach((param, i) => {
      const name = typeof param === "string" ? param : given[i];
      if (typeof name === "string") names.set(param, plain(name));
    });
  }
  if (names.size === 0) return [];
  for (const { tensors } of models) {
    const known = new Map([...tensors].map(([name, { shape }]) => [plain(name), shape.join("x")]));
    const pairs = [...state.entries.values()].flatMap(([key, value]) => {
      const name = names.get(key);
      const moment = value instanceof PyDict ? entryOf(value, "exp_avg") ?? entryOf(value, "momentum_buffer") : void 0;
      const expected = name === void 0 ? void 0 : known.get(name);
      if (name === void 0 || expected === void 0 || !(moment instanceof PyTensor)) return [];
      return [{ name, expected, found: moment.shape.join("x") }];
    });
    if (pairs.length === state.entries.size) return pairs;
  }
  return [];
}
var plain = (name) => name.replace(/(^|\.)(module|_orig_mod|_fsdp_wrapped_module)(?=\.)/g, "").replace(/^\./, "");
var nameOf2 = (key) => typeof key === "string" || typeof key === "number" ? String(key) : "?";
var sameBag = (a, b) => [...a].sort().join() === [...b].sort().join();

// src/verify/checkpoint/optimizer.ts
var MOMENTS = ["exp_avg", "momentum_buffer", "square_avg", "sum"];
var SCALES_STEPS = ["amsgrad", "momentum_decay"];
var PROJECTED = ["rank", "update_proj_gap", "proj_type", "proj", "scale_parameter"];
var isOptimizer = ({ dict }) => entryOf(dict, "state") instanceof PyDict && itemsOf2(entryOf(dict, "param_groups")) !== void 0;
var OptimizerMeaning = class {
  #subject;
  #path;
  groups;
  /** As they stand in the groups, in their order. */
  #params;
  #state;
  constructor(subject, { path, dict }) {
    this.#subject = subject;
    this.#path = path === "" ? "the optimizer" : quoted(path);
    this.groups = (itemsOf2(entryOf(dict, "param_groups")) ?? []).filter((group) => group instanceof PyDict);
    this.#params = this.groups.flatMap((group) => [...itemsOf2(entryOf(group, "params")) ?? []]);
    this.#state = entryOf(dict, "state");
  }
  /** State for a parameter that no group has cannot be loaded; a parameter without state is frozen, or new. */
  judgeIndexes() {
    const { findings } = this.#subject;
    const listed4 = new Set(this.#params);
    const numbers = [...this.#state.entries.values()].flatMap(
      ([key]) => typeof key === "number" ? [key] : []
    );
    const surplus2 = numbers.filter((key) => !listed4.has(key));
    if (surplus2.length > 0) {
      const what = `${this.#path} holds state for parameters that are in none of its groups`;
      findings.fail("L3", "optimizer-surplus", what, {
        expected: `${this.#params.length} parameters`,
        found: `state ${surplus2.slice(0, 5).join(", ")}`
      });
    }
    const missing = this.#params.filter((key) => typeof key === "number" && !this.#state.entries.has(key));
    if (numbers.length > 0 && missing.length > 0)
      findings.note("L3", "optimizer-missing", `${this.#path} holds no state for some of its parameters`, {
        expected: `${this.#params.length} parameters`,
        found: `none for ${missing.length}`
      });
  }
  /**
   * The shapes of the moments are those of the parameters. Only compared where there are as many as the models have tensors
   * that can be trained: then nothing is frozen, sharded or flattened.
   * @param models the tensors of each model in the file; one of them is meant
   */
  judgeShapes(models) {
    const own = this.#momentShapes();
    const trained = models.map((tensors) => ({ tensors, shapes: trainableShapes(tensors) }));
    const places = { path: this.#path, groups: this.groups, state: this.#state, shapes: own };
    judgeExchange(this.#subject, places, trained);
    if (own === void 0) return;
    const sameCount = trained.map(({ shapes }) => shapes).filter((shapes) => shapes.length === own.length);
    if (sameCount.length === 0 || sameCount.some((shapes) => sameBag(shapes, own))) return;
    const [first = []] = sameCount;
    const left = new Set(first);
    const what = `${this.#path} belongs to another model: its moments have other shapes`;
    this.#subject.findings.fail("L3", "moment-shape", what, {
      expected: `${first.length} parameters`,
      found: own.find((shape) => !left.has(shape)) ?? "another mixture of shapes"
    });
  }
  judgeStepCounts() {
    const { findings } = this.#subject;
    for (const [, value] of this.#state.entries.values()) {
      const step = value instanceof PyDict ? numberOf(entryOf(value, "step")) : void 0;
      if (step !== void 0 && !(step >= 0 && Number.isFinite(step))) {
        findings.fail("L3", "step-not-a-count", `${this.#path} has made a number of steps that is none`, {
          found: String(step)
        });
        return;
      }
    }
  }
  /** The greatest step count that stands as a plain number in the state. */
  get plainStep() {
    const steps = [...this.#state.entries.values()].flatMap(([, value]) => {
      const step = value instanceof PyDict ? numberOf(entryOf(value, "step")) : void 0;
      return step === void 0 ? [] : [step];
    });
    return steps.length === 0 ? void 0 : steps.reduce((most, step) => Math.max(most, step), 0);
  }
  #momentShapes() {
    const isProjected = this.groups.some((group) => PROJECTED.some((key) => group.entries.has(`s${key}`)));
    if (isProjected) return void 0;
    const shapes = [];
    for (const [, value] of this.#state.entries.values()) {
      const moment = value instanceof PyDict ? MOMENTS.map((name) => entryOf(value, name)).find((each) => each instanceof PyTensor) : void 0;
      if (!(moment instanceof PyTensor)) return void 0;
      shapes.push(moment.shape.join("x"));
    }
    return shapes.length > 0 && shapes.length === this.#params.length ? shapes : void 0;
  }
};
function factsOf(groups, steps) {
  const rates = groups.map((group) => numberOf(entryOf(group, "lr")) ?? 0);
  const first = groups.map(
    (group, i) => Math.max(rates[i] ?? 0, numberOf(entryOf(group, "initial_lr")) ?? 0)
  );
  const of = {
    ...steps === void 0 ? {} : { steps },
    leastRate: rates.reduce((least, rate) => Math.min(least, rate), Number.POSITIVE_INFINITY),
    mostRate: rates.reduce((most, rate) => Math.max(most, rate), 0),
    leastFirstRate: first.reduce((least, rate) => Math.min(least, rate), Number.POSITIVE_INFINITY),
    scalesSteps: groups.every((group) => SCALES_STEPS.some((key) => entryOf(group, key) !== void 0))
  };
  return [of.leastRate, of.mostRate, of.leastFirstRate].every(Number.isFinite) ? of : void 0;
}
function trainableShapes(model) {
  const places = /* @__PURE__ */ new Map();
  for (const [name, { storage, dtype: dtype2, offset, shape }] of model) {
    if (dtype2?.kind !== "float" || /(^|\.)running_(mean|var)$/.test(name)) continue;
    places.set(`${storage?.key ?? name} ${offset} ${shape.join("x")}`, shape.join("x"));
  }
  return [...places.values()];
}

// src/verify/checkpoint/rng.ts
var RANDOM = /(^|[._])(rng|random|seed)s?([._]|$)|rng_?state|random_?state/i;
var DEVICE = /cuda|gpu|xpu|mps|npu|hpu|tpu|xla|generator/i;
var CPU_BYTES = [5056, 5048];
var CUDA_BYTES = [16, 816];
var PYTHON_WORDS = 625;
var FEWEST_WORDS = 32;
var NUMPY_WORDS = 624;
function judgeRandomStates(subject, dicts) {
  for (const { path, dict } of dicts) {
    for (const [key, value] of dict.entries.values()) {
      const name = path === "" ? String(key) : `${path}.${String(key)}`;
      if (typeof key === "string" && (RANDOM.test(name) || RANDOM_KEYS.has(key))) judge(subject, name, value);
    }
  }
}
var RANDOM_KEYS = /* @__PURE__ */ new Set(["torch_manual_seed"]);
function judge(subject, name, value) {
  if (value instanceof PyTensor) judgeTorch(subject, name, value);
  else if (value instanceof PyTuple) judgeTuple(subject, name, value);
}
function judgeTorch({ findings }, name, { dtype: dtype2, shape }) {
  if (dtype2?.name !== "u8" || shape.length !== 1) return;
  const [bytes = 0] = shape;
  if (DEVICE.test(name) || CPU_BYTES.includes(bytes) || CUDA_BYTES.includes(bytes)) return;
  const where = { expected: `${CPU_BYTES[0]} bytes`, found: `${bytes} bytes` };
  const what = `${quoted(name)} is no state of PyTorch's generator`;
  if (/torch|cpu/i.test(name)) findings.fail("L3", "rng-size", what, where);
  else findings.note("L3", "rng-size", what, where);
}
function judgeTuple({ findings }, name, { items }) {
  const [version, state] = items;
  const says = (expected, found) => {
    if (found !== expected && found >= FEWEST_WORDS)
      findings.fail("L3", "rng-size", `${quoted(name)} is no state of its generator`, {
        expected: `${expected} words`,
        found: `${found} words`
      });
  };
  const words = itemsOf2(state);
  if (version === 3 && items.length === 3 && words !== void 0) says(PYTHON_WORDS, words.length);
  else if (version === "MT19937" && state !== void 0) {
    const array2 = arrayIn(state);
    if (array2 !== void 0) says(NUMPY_WORDS, array2.shape[0] ?? 0);
  }
}

// src/verify/checkpoint/meaning.ts
var LOSS = /^((train|training|val|valid|eval|test)_)?loss$|^lr$|^learning_rate$/;
var OPTIMIZER_STEP = /(^|\.)state\.[^.]+\.step$/;
var CheckpointMeaning = class {
  #subject;
  #label;
  #numbers;
  #optimizerStep;
  #toldSteps = false;
  /** @param label of the file, for the step in its name */
  constructor(subject, label) {
    this.#subject = subject;
    this.#label = label;
    this.#numbers = new PlainNumbers(subject);
  }
  /** Whether a tensor of one element is an optimizer's own step count. */
  wants(name) {
    return OPTIMIZER_STEP.test(name);
  }
  offer(step) {
    if (step >= 0 && Number.isFinite(step)) {
      this.#optimizerStep = Math.max(this.#optimizerStep ?? 0, step);
      return;
    }
    if (this.#toldSteps) return;
    this.#toldSteps = true;
    const what = "an optimizer has made a number of steps that is none";
    this.#subject.findings.fail("L3", "step-not-a-count", what, { found: String(step) });
  }
  /** A plain number of the program. @param path of it, or of the list that it stands in */
  number(path, value) {
    this.#numbers.offer(path, value);
  }
  /** Call once, when the step is known. */
  settle(root) {
    const dicts = nearDicts(root);
    const optimizers = dicts.filter(isOptimizer).map((dict) => new OptimizerMeaning(this.#subject, dict));
    this.#tellOptimizer(optimizers);
    judgeInstantiator(this.#subject, dicts);
    if (!holdsTensors(this.#subject.role)) {
      this.#numbers.settle(() => false);
      return;
    }
    const models = modelsIn(dicts);
    for (const optimizer of optimizers) {
      optimizer.judgeIndexes();
      optimizer.judgeStepCounts();
      optimizer.judgeShapes(models.map(({ tensors }) => tensors));
    }
    judgeCopies(this.#subject);
    judgeEma(this.#subject, models);
    this.#numbers.settle(this.#judgeLosses(dicts));
    judgeRandomStates(this.#subject, dicts);
    for (const { path, dict } of dicts) {
      if (dict.entries.has("sgrowth_factor") && dict.entries.has("sscale")) this.#judgeScaler(path, dict);
      if (dict.entries.has("slast_epoch")) this.#judgeScheduler(path, dict);
    }
    this.#judgeOptimizerStep();
    this.#judgeName();
  }
  /** Whatever the role: what lies beside the file is held against it. */
  #tellOptimizer(optimizers) {
    const { facts, role } = this.#subject;
    if (holdsTensors(role)) {
      for (const { plainStep } of optimizers) if (plainStep !== void 0) this.offer(plainStep);
    }
    const groups = optimizers.flatMap((optimizer) => optimizer.groups);
    const told = factsOf(groups, this.#optimizerStep ?? facts.step);
    if (told !== void 0) facts.optimizer = told;
  }
  /**
   * A loss that is no number says that the weights beside it will be none: that of the file, and below it that of what holds a
   * model or an optimizer. Elsewhere it is a record of something measured. @returns whether a path was judged here
   */
  #judgeLosses(dicts) {
    const judged = /* @__PURE__ */ new Set();
    const holders = dicts.filter((each) => isOptimizer(each) || tensorsOf(each.dict) !== void 0);
    const beside = /* @__PURE__ */ new Set(["", ...holders.map(({ path }) => path.replace(/\.?[^.]*$/, ""))]);
    for (const { path, dict } of dicts.filter((each) => beside.has(each.path)))
      for (const [key, value] of dict.entries.values()) {
        if (typeof key !== "string" || !Number.isNaN(numberOf(value)) || !LOSS.test(key)) continue;
        const name = path === "" ? key : `${path}.${key}`;
        judged.add(name);
        const what = `${quoted(name)} is not a number`;
        this.#subject.findings.fail("L3", "not-a-number", what, { found: "NaN" });
      }
    return (path) => judged.has(path);
  }
  #judgeScaler(path, dict) {
    const { findings } = this.#subject;
    const scale = numberOf(entryOf(dict, "scale"));
    const tracker = numberOf(entryOf(dict, "_growth_tracker"));
    const what = `the gradient scaler ${quoted(path)}`;
    if (scale !== void 0 && !(scale > 0 && Number.isFinite(scale)))
      findings.fail("L3", "scaler-scale", `${what} has a scale that scales nothing`, {
        expected: "> 0",
        found: String(scale)
      });
    else if (scale !== void 0 && scale <= 1)
      findings.note("L3", "scaler-scale", `${what} has shrunk its scale to nothing: gradients overflow`, {
        found: String(scale)
      });
    if (tracker !== void 0 && !(tracker >= 0))
      findings.fail("L3", "scaler-tracker", `${what} counts below zero`, {
        expected: ">= 0",
        found: String(tracker)
      });
  }
  /** A scheduler counts steps or epochs, from 0 or from 1. */
  #judgeScheduler(path, dict) {
    const { findings, facts } = this.#subject;
    const last = numberOf(entryOf(dict, "last_epoch"));
    const counts3 = [facts.step, facts.epoch, this.#optimizerStep].filter((count) => count !== void 0);
    if (last === void 0 || counts3.length === 0 || counts3.some((count) => Math.abs(count - last) <= 1))
      return;
    const what = `${quoted(path)} counts neither the steps nor the epochs of the file`;
    findings.note("L3", "scheduler-step", what, { expected: counts3.join(" or "), found: String(last) });
  }
  /** Gradient accumulation, skipped steps and several optimizers make them differ; so it is told and no more. */
  #judgeOptimizerStep() {
    const { findings, facts } = this.#subject;
    if (this.#optimizerStep === void 0 || facts.step === void 0 || this.#optimizerStep === facts.step)
      return;
    const what = "the optimizer has made another number of steps than the file says";
    findings.note("L3", "optimizer-step", what, {
      expected: String(facts.step),
      found: String(this.#optimizerStep)
    });
  }
  /** Trainers count from 0 or 1, so a difference of one is told and no more. */
  #judgeName() {
    const { findings, facts } = this.#subject;
    const named = namedStep(this.#label);
    for (const word of ["step", "epoch"]) {
      const [inName, inside] = [named[word], facts[word]];
      if (inName === void 0 || inside === void 0 || inName === inside) continue;
      const what = `its name is that of another ${word} than it holds`;
      const where = { expected: String(inName), found: String(inside) };
      if (Math.abs(inName - inside) <= 1) findings.note("L3", `name-${word}`, what, where);
      else findings.fail("L3", `name-${word}`, what, where);
    }
  }
};
var modelsIn = (dicts) => dicts.flatMap(({ path, dict }) => {
  const part = partOf(path);
  const tensors = part === "model" || part === "ema" ? tensorsOf(dict) : void 0;
  return tensors === void 0 || /(^|\.)(state|param_groups)(\.|$)/.test(path) ? [] : [{ part, tensors }];
});
function judgeEma({ findings }, models) {
  const plain2 = models.filter(({ part }) => part === "model");
  for (const { tensors } of models.filter(({ part }) => part === "ema")) {
    const own = matricesOf(tensors);
    const [nearest] = plain2.map((model) => matricesOf(model.tensors)).sort((a, b) => shared(b, own) - shared(a, own));
    if (nearest === void 0 || shared(nearest, own) * 2 < Math.max(own.size, nearest.size)) continue;
    const differing = [.../* @__PURE__ */ new Set([...own.keys(), ...nearest.keys()])].filter(
      (name) => own.get(name) !== nearest.get(name)
    );
    if (differing.length === 0) continue;
    findings.fail("L3", "ema-differs", "the moving average is not of the model beside it", {
      found: `${differing.length} differ: ${differing.slice(0, 3).map((name) => JSON.stringify(name.slice(0, 80))).join(", ")}`
    });
  }
}
var matricesOf = (tensors) => new Map(
  [...tensors].flatMap(
    ([name, { shape, dtype: dtype2 }]) => shape.length >= 2 && dtype2?.kind === "float" ? [[name.replace(/^(module|ema_model|model)\./, ""), shape.join("x")]] : []
  )
);
var shared = (a, b) => [...a.keys()].filter((name) => b.has(name)).length;

// src/verify/tensor/array-scan.ts
var MOST_RECORD_BYTES = 1024 ** 2;
var ArrayScan = class {
  #subject;
  #array;
  #count;
  #columns;
  /** The beginning of an element that is not all there yet. */
  #rest = new Uint8Array(0);
  #results;
  /** @param names where they are known before: sums of squares are then looked at for negative numbers */
  constructor(subject, array2, names = []) {
    const { type, shape } = array2;
    if (type.parts[0]?.bytes !== type.bytes && type.bytes > MOST_RECORD_BYTES)
      throw overBudget("bytes of a record", MOST_RECORD_BYTES, type.bytes);
    this.#subject = subject;
    this.#array = array2;
    this.#count = shape.reduce((product, size) => product * size, 1);
    this.#columns = type.parts.map((part) => ({
      part,
      scan: new ElementScan(part.dtype, {
        ...subject.scanning,
        littleEndian: part.littleEndian,
        countNegative: mayNotBeNegative(names.map((name) => nameOf3(name, part))),
        mostBytes: part.bytes * this.#count,
        // A single number may be the step.
        firstBytes: this.#count === 1
      })
    }));
  }
  feed(piece) {
    const [only] = this.#columns;
    const { bytes } = this.#array.type;
    if (only !== void 0 && only.part.bytes === bytes) only.scan.feed(piece);
    else if (bytes > 0) this.#feedRecords(piece, bytes);
  }
  /** Call once, after the last piece. */
  judge(book, place) {
    for (const [i, { part }] of this.#columns.entries()) {
      const scan = this.#scanned()[i];
      const names = place.names.map((name) => nameOf3(name, part));
      const shape = [...this.#array.shape, ...part.shape];
      const isColumn = part.bytes !== this.#array.type.bytes;
      const tensor = {
        names,
        dtype: part.dtype,
        typeName: part.typeName,
        // In Fortran's order the first dimension is the one whose elements lie together.
        shape: this.#array.fortranOrder ? [...shape].reverse() : shape,
        shapes: names.map(() => shape),
        elements: shape.reduce((product, size) => product * size, 1),
        fileOffset: place.fileOffset,
        // A lost page is no stretch of one column.
        scan: isColumn ? { ...scan, zeroRuns: [], zerosAtEnd: 0 } : scan,
        proven: place.proven || this.#subject.digestGiven,
        ...place.isTable === true && { isTable: true }
      };
      book.take(tensor, part.littleEndian);
    }
  }
  #scanned() {
    this.#results ??= this.#columns.map(({ scan }) => scan.finish());
    return this.#results;
  }
  #feedRecords(piece, bytes) {
    let at = 0;
    if (this.#rest.length > 0) {
      at = Math.min(bytes - this.#rest.length, piece.length);
      this.#rest = joined(this.#rest, piece.subarray(0, at));
      if (this.#rest.length < bytes) return;
      this.#split(this.#rest, bytes);
      this.#rest = new Uint8Array(0);
    }
    const whole = piece.length - at - (piece.length - at) % bytes;
    if (whole > 0) this.#split(piece.subarray(at, at + whole), bytes);
    this.#rest = piece.slice(at + whole);
  }
  #split(records, bytes) {
    const count = records.length / bytes;
    for (const { part, scan } of this.#columns) {
      const column = new Uint8Array(count * part.bytes);
      for (let i = 0; i < count; i += 1) {
        const from = i * bytes + part.offset;
        column.set(records.subarray(from, from + part.bytes), i * part.bytes);
      }
      scan.feed(column);
    }
  }
};
var nameOf3 = (name, part) => part.field === "" ? name : `${name}.${part.field}`;
function joined(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

// src/verify/pickle/index-bounds.ts
var IndexBounds = class {
  #tensors;
  #width;
  #littleEndian;
  #rest = new Uint8Array(0);
  #element = 0;
  stray;
  /** @param width of an index, in bytes */
  constructor(tensors, width, littleEndian) {
    const named = new Map(tensors.map(({ name, tensor }) => [tensor, name]));
    this.#tensors = [...named].flatMap(([tensor, name]) => tensor.rule ? [indicesOf(name, tensor)] : []);
    this.#width = width;
    this.#littleEndian = littleEndian;
  }
  feed(piece) {
    if (this.stray !== void 0) return;
    const bytes = this.#rest.length === 0 ? piece : new Uint8Array(Buffer.concat([this.#rest, piece]));
    const whole = bytes.length - bytes.length % this.#width;
    const view = new DataView(bytes.buffer, bytes.byteOffset, whole);
    for (let at = 0; at < whole && this.stray === void 0; at += this.#width) {
      const value = this.#width === 8 ? view.getBigInt64(at, this.#littleEndian) : BigInt(view.getInt32(at, this.#littleEndian));
      this.#judge(value);
      this.#element += 1;
    }
    this.#rest = bytes.slice(whole);
  }
  #judge(value) {
    for (const indices of this.#tensors) {
      if (!isPlaced(indices, this.#element)) continue;
      const expected = judgeBelow(indices, value) ?? judgeClimb(indices, value);
      indices.rule.order?.take(indices.index, value);
      if (expected === void 0) continue;
      this.stray = { name: indices.name, element: this.#element, value, expected };
      return;
    }
  }
};
function judgeBelow({ rule: { below: below2 }, index }, value) {
  const limit = below2.length === 1 ? below2[0] : below2[index[0] ?? 0];
  return limit === void 0 || value >= 0n && value < BigInt(limit) ? void 0 : `0 to ${limit - 1}`;
}
function judgeClimb(indices, value) {
  const { rule, index, shape } = indices;
  const { climbs } = rule;
  if (climbs === void 0) return void 0;
  const last = index.at(-1) ?? 0;
  const before = last === 0 ? 0n : indices.before;
  indices.before = value;
  if (last === 0 && value !== 0n) return "0";
  if (last === (shape.at(-1) ?? 0) - 1 && value !== BigInt(climbs.last)) return String(climbs.last);
  const most = before + BigInt(climbs.most);
  return value < before || value > most ? `${before} to ${most}` : void 0;
}
function indicesOf(name, { shape, stride, offset, rule = { below: [] } }) {
  const steps = shape.map((size, axis) => ({ axis, size, step: stride[axis] ?? 0 })).sort((a, b) => b.step - a.step);
  return { name, rule, shape, offset, steps, index: shape.map(() => 0), before: 0n };
}
function isPlaced({ shape, offset, steps, index }, element) {
  if (shape.includes(0)) return false;
  let rest = element - offset;
  for (const { axis, size, step } of steps) {
    index[axis] = 0;
    if (step === 0 || rest < 0) continue;
    const at = Math.min(Math.floor(rest / step), size - 1);
    rest -= at * step;
    index[axis] = at;
  }
  return rest === 0;
}

// src/verify/pickle/tensor-view.ts
var elementsOf = (shape) => shape.reduce((product, size) => product * size, 1);
function reachOf({ shape, stride, offset }) {
  if (shape.includes(0)) return 0;
  return offset + 1 + shape.reduce((sum, size, i) => sum + (size - 1) * (stride[i] ?? 0), 0);
}
function reachesElement({ shape, stride, offset }, element) {
  if (shape.includes(0)) return false;
  const dimensions = shape.map((size, i) => ({ size, stride: stride[i] ?? 0 })).sort((a, b) => b.stride - a.stride);
  let rest = element - offset;
  for (const { size, stride: step } of dimensions) {
    if (step === 0 || rest < 0) continue;
    rest -= Math.min(Math.floor(rest / step), size - 1) * step;
  }
  return rest === 0;
}
function judgeReach(findings, name, tensor) {
  const { storage, dtype: dtype2 } = tensor;
  if (storage === void 0) return;
  const elements = storage.elements * (storage.dtype?.bits ?? 8) / (dtype2?.bits ?? storage.dtype?.bits ?? 8);
  if (reachOf(tensor) <= elements) return;
  findings.fail("L2", "tensor-outside", `${quoted(name)} reaches beyond its storage`, {
    expected: `at most ${elements} elements`,
    found: `reaches ${reachOf(tensor)}`
  });
}

// src/verify/pickle/storage-scan.ts
var StorageScan = class {
  #referred;
  #book;
  #come;
  #dtype;
  /** For workers, unless `bounds` are there; else `feed`. */
  scan;
  /** Of a storage with indices. */
  bounds;
  constructor(referred, book, come) {
    this.#referred = referred;
    this.#book = book;
    this.#come = come;
    this.#dtype = elementTypeOf(referred, come.bytes);
    const first = referred.tensors[0]?.name ?? "";
    const indices = referred.tensors.filter(({ tensor }) => tensor.rule !== void 0);
    const width = this.#dtype.bits / 8;
    if (indices.length > 0 && (width === 4 || width === 8))
      this.bounds = new IndexBounds(indices, width, come.littleEndian);
    this.scan = new ElementScan(this.#dtype, {
      moments: book.subject.scanning.moments === true,
      littleEndian: come.littleEndian,
      countNegative: mayNotBeNegative(referred.tensors.map(({ name }) => name)),
      mostBytes: come.bytes,
      firstBytes: book.steps.wants(first) || book.meaning.wants(first)
    });
  }
  feed(piece) {
    this.scan.feed(piece);
    this.bounds?.feed(piece);
  }
  /**
   * @param fileOffset of the first byte that was fed
   * @param isStored in the file as they were fed
   */
  end(fileOffset, isStored) {
    const { proven } = this.#come;
    const { tensors } = this.#referred;
    const dtype2 = this.#dtype;
    const scan = this.scan.finish();
    this.#judgeBounds(fileOffset);
    if (tensors.length === 0) return;
    this.#judgeTypes();
    const ofType = tensors.filter(({ tensor }) => tensor.dtype === dtype2);
    const shown2 = largest(ofType.length > 0 ? ofType : tensors);
    const ordered = [shown2, ...tensors.filter((each) => each !== shown2)];
    this.#offerStep(scan.firstBytes);
    this.#book.judge.take({
      names: ordered.map(({ name }) => name),
      dtype: dtype2,
      shape: shown2.tensor.shape,
      shapes: ordered.map(({ tensor }) => tensor.shape),
      elements: Math.floor(scan.bytes / (dtype2.bits / 8)),
      fileOffset,
      scan,
      proven,
      isPlain: isStored && this.#come.littleEndian,
      reaches: (unit) => (ofType.length > 0 ? ofType : tensors).some(
        ({ tensor }) => reachesElement(tensor, elementOfUnit(dtype2, unit))
      )
    });
  }
  /** Bytes that are read as numbers of several types are judged as one of them. */
  #judgeTypes() {
    const unseen = this.#referred.tensors.find(
      ({ tensor }) => tensor.dtype?.kind === "float" && tensor.dtype !== this.#dtype
    );
    if (unseen === void 0 || this.#referred.storage.dtype === unseen.tensor.dtype) return;
    const what = `${quoted(unseen.name)} lies on bytes that others read as another type: its numbers were not looked at`;
    this.#book.subject.findings.inconclusive("L3", "types-mixed", what);
  }
  #judgeBounds(fileOffset) {
    const stray = this.bounds?.stray;
    if (stray === void 0) {
      this.#judgeOrder();
      return;
    }
    const what = `${quoted(stray.name)} are indices of a sparse tensor, and do not fit it`;
    this.#book.subject.findings.fail("L2", "sparse-indices", what, {
      offset: fileOffset + stray.element * (this.#dtype.bits / 8),
      expected: stray.expected,
      found: String(stray.value)
    });
  }
  #judgeOrder() {
    for (const { name, tensor } of this.bounds === void 0 ? [] : this.#referred.tensors) {
      const found = tensor.rule?.order?.fault();
      if (found === void 0) continue;
      const what = `${quoted(name)} are indices of a sparse tensor that do not ascend as those do`;
      this.#book.subject.findings.fail("L2", "sparse-indices", what, { found });
    }
  }
  #offerStep(firstBytes) {
    const { steps, meaning } = this.#book;
    const [first] = this.#referred.tensors;
    if (first === void 0 || !(steps.wants(first.name) || meaning.wants(first.name))) return;
    if (elementsOf(first.tensor.shape) !== 1 || first.tensor.offset !== 0) return;
    const value = readScalar(this.#dtype, firstBytes, this.#come.littleEndian);
    if (value === void 0) return;
    steps.offer(first.name, value);
    if (meaning.wants(first.name)) meaning.offer(value);
  }
};
function elementTypeOf({ storage, tensors }, bytes) {
  const types = new Set(tensors.map(({ tensor }) => tensor.dtype));
  const [only = storage.dtype] = types;
  if (types.size < 2) return only ?? DTYPES.u8;
  const filling = tensors.find(({ tensor: { dtype: dtype2, shape, offset } }) => {
    return dtype2?.kind === "float" && offset === 0 && elementsOf(shape) * dtype2.bits === bytes * 8;
  });
  return filling?.tensor.dtype ?? storage.dtype ?? DTYPES.u8;
}
var largest = (tensors) => tensors.reduce(
  (best, each) => elementsOf(each.tensor.shape) > elementsOf(best.tensor.shape) ? each : best
);
var elementOfUnit = (dtype2, unit) => Math.floor(unit * dtype2.unitBytes * 8 / dtype2.bits);

// src/verify/pickle/carried-storage.ts
var STORAGE_LOADER = "torch.storage._load_from_bytes";
var MAGIC = 0x1950a86a20f9469cfc6cn;
var VERSION = 1001;
var COUNT_BYTES = 8;
function carriedStorage(args, world, budgets) {
  const [carried] = args;
  if (args.length !== 1 || !(carried instanceof PyBytes)) return void 0;
  const programs = new Programs(carried.bytes, world, budgets);
  if (programs.next() !== MAGIC || programs.next() !== VERSION) return void 0;
  programs.next();
  const storage = programs.next();
  const keys = programs.next();
  if (!(storage instanceof PyStorage) || !(keys instanceof PyList)) return void 0;
  if (keys.items.length !== 1 || keys.items[0] !== storage.key) return void 0;
  return holding(storage, carried, programs.at);
}
function holding({ dtype: dtype2, key, elements }, { bytes, at }, from) {
  const length = elements * ((dtype2 ?? DTYPES.u8).bits / 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const counted = from + COUNT_BYTES <= bytes.length ? view.getBigInt64(from, true) : void 0;
  if (bytes.length !== from + COUNT_BYTES + length || counted !== BigInt(elements))
    throw new Broken("L1", "storage-size", "a storage within the pickle has another length than it says", {
      expected: `${elements} elements in ${length} bytes`,
      found: `${counted ?? "no"} elements in ${Math.max(0, bytes.length - from - COUNT_BYTES)} bytes`
    });
  const begins = from + COUNT_BYTES;
  const place = at === void 0 ? void 0 : at + begins;
  return new PyStorage(dtype2, key, elements, 0, { bytes: bytes.subarray(begins), at: place });
}
var Programs = class {
  #bytes;
  #world;
  #budgets;
  at = 0;
  constructor(bytes, world, budgets) {
    this.#bytes = bytes;
    this.#world = {
      find: (module, name) => world.find(module, name),
      persistent: (id) => storageIn(id),
      note: (code, what) => world.note(code, what)
    };
    this.#budgets = budgets;
  }
  /** @throws Broken where there is none, or none that is whole */
  next() {
    const rest = this.#bytes.subarray(this.at);
    const machine = new PickleMachine(this.#world, this.#budgets, rest.length, true);
    machine.feed(rest);
    const value = machine.value();
    this.at += machine.stoppedAt ?? 0;
    return value;
  }
};
function storageIn(id) {
  const isWhole = id instanceof PyTuple && id.items.length === 6 && id.items[5] === null;
  const storage = isWhole ? storageOf(id) : void 0;
  if (storage === void 0) throw badCall("keeps something else than a storage as one");
  return storage;
}

// src/verify/pickle/joblib-beside.ts
var PLAIN2 = "NDArrayWrapper";
var PACKED = "ZNDArrayWrapper";
var MODULES5 = [
  "joblib.numpy_pickle",
  "joblib.numpy_pickle_compat",
  "sklearn.externals.joblib.numpy_pickle"
];
var WRAPPERS = new Map(
  MODULES5.flatMap((module) => [PLAIN2, PACKED].map((name) => [`${module}.${name}`, name]))
);
var isOldWrapper = ({ cls }) => WRAPPERS.has(cls.name);
function arrayBeside({ cls, state }, path) {
  const get = (name) => state instanceof PyDict ? state.entries.get(`s${name}`)?.[1] : void 0;
  const file = get("filename");
  if (typeof file !== "string") throw bad("it names no file");
  const plain2 = { file, names: [path] };
  return WRAPPERS.get(cls.name) === PACKED ? { ...plain2, array: elementsOf2(get("state")) } : plain2;
}
function elementsOf2(state) {
  const [version, shape, dtype2, fortran] = state instanceof PyTuple ? state.items : [];
  const type = typeOf(dtype2);
  const counts3 = shape instanceof PyTuple ? shape.items : void 0;
  if (version !== 1 || type === void 0 || type.object) throw bad("its type is none");
  if (counts3 === void 0 || !counts3.every((count) => isInt(count) && count >= 0))
    throw bad("its shape is none");
  return { type, shape: counts3, fortranOrder: fortran === true || fortran === 1 };
}
var bad = (what) => new Broken("L2", "pickle-bad-call", `the pickle program names an array beside it that is none: ${what}`);

// src/verify/pickle/joblib-array.ts
var WRAPPERS2 = /* @__PURE__ */ new Set([
  "joblib.numpy_pickle.NumpyArrayWrapper",
  "sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper"
]);
function joblibStretch(subject, world, object, place) {
  if (isOldWrapper(object)) {
    if (subject.arraysBeside !== void 0) return void 0;
    const what = "keeps its arrays in files beside it, as joblib did before 0.10; they count only in one folder, under the names that they were given";
    throw new Unsettled("L2", "joblib-siblings", what, { found: object.cls.name });
  }
  if (!WRAPPERS2.has(object.cls.name)) return void 0;
  const wrapper = wrapperOf(object.state);
  return wrapper.type.object ? new ObjectStretch(subject, world, place) : new ElementStretch(subject, wrapper, place);
}
var bad2 = (what) => new Broken("L2", "pickle-bad-call", `the pickle program announces an array that is none: ${what}`);
function wrapperOf(state) {
  const get = (name) => state instanceof PyDict ? state.entries.get(`s${name}`)?.[1] : void 0;
  const [shape, order, alignment = null] = [get("shape"), get("order"), get("numpy_array_alignment_bytes")];
  const type = typeOf(get("dtype"));
  if (type === void 0) throw bad2("its type is none");
  if (!isArrayClass(get("subclass"))) throw bad2("its class is none of NumPy");
  if (order !== "C" && order !== "F") throw bad2("its order is none");
  const counts3 = shape instanceof PyTuple ? shape.items : void 0;
  if (counts3 === void 0 || !counts3.every((count) => isInt(count) && count >= 0))
    throw bad2("its shape is none");
  if (alignment !== null && !(isInt(alignment) && alignment > 0 && alignment <= 255))
    throw bad2("its alignment is none");
  return {
    type,
    shape: counts3,
    fortranOrder: order === "F",
    alignment: alignment ?? void 0
  };
}
var PADDING = 255;
var ElementStretch = class {
  #scan;
  #alignment;
  /** -1 until its length has been read. */
  #paddingLeft;
  #left;
  #dataAt;
  constructor(subject, wrapper, { position, streamBytes }) {
    const bytes = BigInt(wrapper.type.bytes) * countOf(wrapper.shape);
    if (bytes > BigInt(Number.MAX_SAFE_INTEGER) || position + Number(bytes) > streamBytes) {
      throw new Broken("L1", "cut-short", "an array is longer than what is left of the file", {
        expected: `${bytes} bytes`,
        found: `at most ${streamBytes - position}`
      });
    }
    this.#scan = new ArrayScan(subject, wrapper);
    this.#alignment = wrapper.alignment;
    this.#paddingLeft = wrapper.alignment === void 0 ? 0 : -1;
    this.#left = Number(bytes);
    this.#dataAt = position;
  }
  get done() {
    return this.#paddingLeft === 0 && this.#left === 0;
  }
  take(bytes) {
    let at = 0;
    if (this.#paddingLeft < 0 && bytes.length > 0) {
      this.#paddingLeft = bytes[0];
      this.#dataAt += 1 + this.#paddingLeft;
      at = 1;
      if (this.#paddingLeft > (this.#alignment ?? 0)) throw bad2("its padding is longer than its alignment");
    }
    const padding = bytes.subarray(at, at + Math.max(0, this.#paddingLeft));
    if (padding.some((byte) => byte !== PADDING)) throw bad2("its padding is not what it should be");
    this.#paddingLeft -= padding.length;
    at += padding.length;
    const data = this.#paddingLeft === 0 ? bytes.subarray(at, at + this.#left) : bytes.subarray(0, 0);
    if (data.length > 0) this.#scan.feed(data);
    this.#left -= data.length;
    return at + data.length;
  }
  judge(names, { book, fileOffset, proven, isTable = false }) {
    const at = fileOffset === void 0 ? 0 : fileOffset + this.#dataAt;
    this.#scan.judge(book, { names, fileOffset: at, proven, isTable });
  }
};
var ObjectStretch = class {
  #machine;
  #objects;
  constructor(subject, { find, note }, { position, streamBytes }) {
    this.#machine = new PickleMachine({ find, note }, subject.budgets, streamBytes - position, true);
  }
  get done() {
    return this.#objects !== void 0;
  }
  get objects() {
    return this.#objects;
  }
  take(bytes) {
    this.#machine.feed(bytes);
    if (this.#machine.stoppedAt === void 0) return bytes.length;
    this.#objects = this.#machine.value();
    return bytes.length - this.#machine.unread;
  }
  judge() {
  }
};

// src/verify/pickle/walk.ts
var plainOf = (value) => value instanceof PyFloat ? value.value : typeof value === "bigint" ? Number(value) : value;
var LONGEST_PATH = 1024;
function walkPickled(root, depthLimit, events, name = "") {
  const entered = /* @__PURE__ */ new Set();
  const open = [
    [{ value: root, path: name, top: name.split(".", 1)[0] ?? "", depth: 0 }].values()
  ];
  for (let siblings = open.at(-1); siblings !== void 0; siblings = open.at(-1)) {
    const next = siblings.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    const step = next.value;
    const { depth } = step;
    const value = instead(step, events);
    if (value === void 0 || entered.has(value)) continue;
    entered.add(value);
    if (value instanceof PyTensor) {
      if (value.beside !== void 0) open.push([below(step, "beside", value.beside)].values());
      continue;
    }
    if (depth >= depthLimit) throw overBudget("pickleDepth", depthLimit, depth + 1);
    if (isHollow(value)) events.opaque(...namesOf(step));
    open.push(childrenOf(value, step));
  }
}
var isContainer = (value) => value instanceof PyDict || value instanceof PyList || value instanceof PyTuple || value instanceof PySet || value instanceof PyObject;
var isScalar = (value) => value === null || typeof value !== "object" || value instanceof PyFloat;
var isHollow = (value) => value instanceof PyObject && value.members.entries.size + value.items.length + value.args.length === 0 && (value.state === void 0 || value.state instanceof PyDict && value.state.entries.size === 0);
var ROOT = "(root)";
var namesOf = ({ path, top }) => [path || ROOT, top || ROOT];
function instead(step, events) {
  const { value } = step;
  if (!isContainer(value)) {
    tell(step, events);
    return value instanceof PyTensor ? value : void 0;
  }
  const other = value instanceof PyObject ? events.object?.(...namesOf(step), value) ?? false : false;
  return other === true ? void 0 : other === false ? value : other;
}
function tell(step, events) {
  const { value } = step;
  if (value instanceof PyTensor) events.tensor(...namesOf(step), value);
  else if (isScalar(value)) events.scalar(...namesOf(step), value);
  else if (!isContainer(value)) events.opaque(...namesOf(step));
}
function* childrenOf(value, step) {
  if (value instanceof PyDict) yield* membersOf(value, step);
  else if (value instanceof PySet) for (const item of value.items.values()) yield below(step, "*", item);
  else if (value instanceof PyObject) {
    yield* membersOf(value.members, step);
    yield* itemsOf3(value.items, step);
    yield* itemsOf3(value.args, step);
    if (value.state !== void 0) yield* stateOf(value.state, step);
  } else yield* itemsOf3(value.items, step);
}
function* itemsOf3(items, step) {
  for (const [i, item] of items.entries())
    yield isScalar(item) ? { ...step, value: item, depth: step.depth + 1 } : below(step, String(i), item);
}
function* membersOf(dict, step) {
  for (const [key, value] of dict.entries.values()) yield below(step, nameOfKey(key), value);
}
function* stateOf(state, step) {
  const parts = state instanceof PyTuple ? state.items : [state];
  for (const part of parts) {
    if (part instanceof PyDict) yield* membersOf(part, step);
    else yield { ...step, value: part, depth: step.depth + 1 };
  }
}
function below(step, name, value) {
  const path = step.path === "" ? name : `${step.path}.${name}`.slice(0, LONGEST_PATH);
  return { value, path, top: step.top === "" ? name : step.top, depth: step.depth + 1 };
}
function nameOfKey(key) {
  if (typeof key === "string") return key.slice(0, LONGEST_PATH);
  if (typeof key === "object" && key !== null) return key instanceof PyFloat ? String(key.value) : "(key)";
  return String(key);
}

// src/verify/pickle/pickled-object.ts
var MOST_SCALARS = 64;
var NO_MEANING = { wants: () => false, offer: () => {
} };
var NOTHING_HELD = { bytes: new Uint8Array(0), at: void 0 };
var PickledObject = class {
  #subject;
  #imports;
  #machine;
  #between = /* @__PURE__ */ new Map();
  #arrays = /* @__PURE__ */ new Map();
  #beside = /* @__PURE__ */ new Map();
  #storages = /* @__PURE__ */ new Map();
  #isInCarried = false;
  #unopened = [];
  /** What the names of all begin with that lies in the table of pandas whose turn it is. */
  #table;
  /** @param programBytes Infinity when only the end of the stream tells */
  constructor(subject, imports, programBytes, isJoblib) {
    this.#subject = subject;
    this.#imports = imports;
    imports.allowCall(STORAGE_LOADER, (args) => this.#carried(args, world));
    const world = {
      find: (module, name) => this.#imports.find(module, name),
      note: (code, what) => {
        if (code === NESTED_PAYLOAD) this.#unopened.push(what);
        else subject.findings.note("L2", code, what);
      }
    };
    if (isJoblib) {
      world.raw = (object, position) => {
        const stretch = joblibStretch(subject, world, object, { position, streamBytes: programBytes });
        if (stretch !== void 0) this.#between.set(object, stretch);
        return stretch;
      };
    }
    this.#machine = new PickleMachine(world, subject.budgets, programBytes);
  }
  feed(piece) {
    this.#machine.feed(piece);
  }
  /** The value at STOP, after which nothing may follow. */
  end() {
    for (const what of this.#unopened) this.#subject.findings.note("L2", NESTED_PAYLOAD, what);
    return this.#machine.end();
  }
  get holdsJoblibArrays() {
    return this.#between.size > 0;
  }
  /** Enters names, scalars and arrays. @returns the number of arrays, each counted as often as it has a name */
  enter(root, place) {
    const { keys, budgets } = this.#subject;
    const named = (path) => place.name === "" ? path : path === "(root)" ? place.name : `${place.name}.${path}`;
    const topOf = (top) => place.name === "" ? top : place.name;
    walkPickled(root, budgets.pickleDepth, {
      tensor: (path, top, tensor) => this.#tensor(named(path), topOf(top), tensor),
      scalar: (path, top, value) => this.#scalar(named(path), topOf(top), value, place),
      opaque: (path, top) => keys.addValue(named(path), topOf(top)),
      object: (path, top, object) => this.#object(named(path), topOf(top), object)
    });
    let count = 0;
    for (const { names, array: array2, between, isTable } of this.#arrays.values()) {
      count += names.length;
      const where = { ...place, isTable };
      if (array2 !== void 0) this.#judgePickled(names, array2, where);
      else between?.judge(names, where);
    }
    for (const referred of this.#storages.values()) {
      count += referred.tensors.length;
      this.#judgeStorage(referred, place);
    }
    return count;
  }
  /** A storage of PyTorch's, which pickle alone keeps as a file within the program; none lies in such a file. */
  #carried(args, world) {
    if (this.#isInCarried) return void 0;
    this.#isInCarried = true;
    try {
      const storage = carriedStorage(args, world, this.#subject.budgets);
      if (storage !== void 0) this.#unopened.pop();
      return storage;
    } finally {
      this.#isInCarried = false;
    }
  }
  #tensor(path, top, tensor) {
    const { keys, findings } = this.#subject;
    const { storage } = tensor;
    if (storage?.held === void 0) {
      keys.addValue(path, top);
      return;
    }
    keys.addTensor(path, top);
    judgeReach(findings, path, tensor);
    const referred = this.#storages.get(storage) ?? { storage, tensors: [] };
    referred.tensors.push({ name: path, top, tensor });
    this.#storages.set(storage, referred);
  }
  #judgeStorage(referred, { book, meaning, fileOffset, proven }) {
    const { bytes, at } = referred.storage.held ?? NOTHING_HELD;
    const entered = {
      subject: this.#subject,
      steps: book.steps,
      judge: book.judge,
      meaning: meaning ?? NO_MEANING
    };
    const come = { littleEndian: true, proven: proven || this.#subject.digestGiven, bytes: bytes.length };
    const scan = new StorageScan(referred, entered, come);
    scan.feed(bytes);
    scan.end((fileOffset ?? 0) + (at ?? 0), fileOffset !== void 0 && at !== void 0);
  }
  #scalar(path, top, value, { book, meaning }) {
    const { keys, facts } = this.#subject;
    const plain2 = plainOf(value);
    keys.addValue(path, top, plain2 === null);
    if (typeof plain2 === "number") {
      book.steps.offer(path, plain2);
      meaning?.number(path, plain2);
    }
    const isVersion = path.endsWith("_sklearn_version");
    const name = isVersion ? "_sklearn_version" : path.slice(0, 120);
    const isShown = path === top || isVersion && !Object.hasOwn(facts.scalars, name);
    if (isShown && Object.keys(facts.scalars).length < MOST_SCALARS) {
      const shown2 = typeof plain2 === "string" ? plain2.slice(0, 200) : plain2;
      facts.scalars = { ...facts.scalars, [name]: shown2 };
    }
  }
  #object(path, top, object) {
    if (this.#isBeside(path, top, object)) return true;
    const between = this.#between.get(object);
    const array2 = between === void 0 ? arrayIn(object) : void 0;
    if (between?.objects !== void 0 || array2?.objects !== void 0) {
      return this.#objectsOf(between?.objects) ?? array2?.objects ?? false;
    }
    if (between === void 0 && array2?.bytes === void 0) {
      if (object.cls.name.startsWith("pandas.") && !this.#isInTable(path))
        this.#table = path === "(root)" ? "" : `${path}.`;
      if (object.cls.name !== "numpy.dtype") return false;
      this.#subject.keys.addValue(path, top);
      return true;
    }
    const known = this.#arrays.get(object);
    this.#subject.keys.addTensor(path, top);
    if (known !== void 0) known.names.push(path);
    else {
      const found = between === void 0 ? array2 === void 0 ? {} : { array: array2 } : { between };
      this.#arrays.set(object, { names: [path], isTable: this.#isInTable(path), ...found });
    }
    return true;
  }
  #isBeside(path, top, object) {
    const { arraysBeside, keys } = this.#subject;
    if (arraysBeside === void 0 || !isOldWrapper(object)) return false;
    const known = this.#beside.get(object);
    keys.addTensor(path, top);
    known?.names.push(path);
    if (known !== void 0) return true;
    const found = arrayBeside(object, path);
    this.#beside.set(object, found);
    arraysBeside.push(found);
    return true;
  }
  #isInTable(path) {
    return this.#table !== void 0 && path.startsWith(this.#table);
  }
  #objectsOf(value) {
    return value === void 0 ? void 0 : arrayIn(value)?.objects;
  }
  #judgePickled(names, array2, place) {
    const { bytes, at = 0 } = array2;
    if (bytes === void 0) return;
    const scan = new ArrayScan(this.#subject, array2, names);
    scan.feed(bytes);
    const fileOffset = (place.fileOffset ?? 0) + at;
    const { proven, isTable = false } = place;
    scan.judge(place.book, { names, fileOffset, proven, isTable });
  }
};

// src/verify/pickle/pickle-reading.ts
var NEEDS_OBJECTS = "is more than plain data: it loads only with an unpickler that makes the objects it names";
var PickleReading = class {
  #object;
  #imports;
  #book;
  #meaning;
  #root = null;
  #arrays = 0;
  /** @param bytes Infinity when only the end of the stream tells */
  constructor(subject, bytes) {
    this.#imports = new PickleImports(subject);
    this.#book = new TensorBook(subject);
    this.#meaning = new CheckpointMeaning(subject, subject.reader.label);
    this.#object = new PickledObject(subject, this.#imports, bytes, true);
  }
  get summary() {
    return this.#book.summary;
  }
  feed(piece) {
    this.#object.feed(piece);
  }
  /** @param fileOffset of the program; absent when its bytes have no place in the file */
  end(fileOffset, proven) {
    this.#root = this.#object.end();
    const place = { name: "", proven, book: this.#book, meaning: this.#meaning };
    this.#arrays = this.#object.enter(
      this.#root,
      fileOffset === void 0 ? place : { ...place, fileOffset }
    );
  }
  settle(complete) {
    this.#imports.settle(NEEDS_OBJECTS);
    if (!complete) return;
    this.#book.settle(this.#arrays);
    this.#meaning.settle(this.#root);
  }
};

// src/verify/archive/unpacked.ts
var Unpacked = class {
  /** All of it was unpacked, whether or not it was held to be looked into. */
  isRead = false;
  #subject;
  #wrapping;
  /** An archive or a data set may be anything inside; what is claimed to be something must be that. */
  #isAnything;
  #verdict;
  constructor(subject, wrapping) {
    this.#subject = subject;
    this.#wrapping = wrapping;
    this.#isAnything = subject.role === "archive" || subject.role === "dataset";
  }
  /** @param proven a checksum of the wrapping vouches for the content */
  async examine(content, proven) {
    const { findings, role, sizeBytes, facts, expectation } = this.#subject;
    if (content.length === 0) {
      findings.fail("L1", "empty", "holds nothing", { expected: "at least 1 byte", found: "0 bytes" });
      return;
    }
    this.#verdict = await this.#subject.examine(bytesSource(content, "content"), {
      role,
      proven,
      member: this.#isAnything,
      expectation,
      expansion: Math.max(1, content.length / sizeBytes)
    });
    for (const key of ["step", "epoch", "rows", "best"]) {
      const value = this.#verdict.facts[key];
      if (value !== void 0) Object.assign(facts, { [key]: value });
    }
    const what = `is wrapped in ${this.#wrapping}, as which no framework loads it`;
    if (holdsTensors(role)) findings.degraded("L3", "wrapped", what, { offset: 0 });
  }
  get reaches() {
    if (this.#isAnything) return this.isRead ? "L2" : "L1";
    return this.#verdict === void 0 || this.#verdict.format === "unknown" ? "L1" : this.#verdict.level;
  }
  get tensors() {
    return this.#verdict?.tensors ?? NO_TENSORS;
  }
};

// src/verify/contract/expansion.ts
var expansionLimit = ({ budgets, sizeBytes, expansion }) => Math.min(budgets.expandedBytes, Math.floor(sizeBytes * budgets.nestedExpansion / expansion));
var unpackedInMemory = ({ budgets, depth }) => Math.floor(budgets.structureBytes / 2 ** (depth + 1));

// src/verify/archive/zip-entry-rules.ts
var DOS_FOLDER = 16;
var DOS_VOLUME = 8;
var FOLDER = 4;
var REGULAR = 8;
var LINK = 10;
var READABLE_BY_OWNER = 256;
var PERMISSIONS = 511;
var KNOWN_HOSTS = /* @__PURE__ */ new Set([0, 3, 10, 11, 14, 19]);
var TEXT = 1;
function mustBePlain({ name, bytes, attributes, internal, host, at }) {
  if (internal > TEXT)
    throw broken2(
      `${quoted(name)} has attributes that no writer gives`,
      at,
      `internal 0x${internal.toString(16)}`
    );
  if (!KNOWN_HOSTS.has(host))
    throw new Unsettled(
      "L1",
      "zip-attributes",
      `${quoted(name)} was made on a system that readers do not agree about`,
      {
        offset: at,
        found: `host ${host}`
      }
    );
  const hasName = name.endsWith("/");
  const mode = attributes >>> 16;
  const type = mode >>> 12;
  const isMarked = (attributes & DOS_FOLDER) !== 0 || type === FOLDER;
  const found = () => `0x${attributes.toString(16).padStart(8, "0")}`;
  if ((hasName || isMarked) && bytes !== 0)
    throw new Broken("L1", "zip-folder", `${quoted(name)} is marked as a folder and has content`, {
      offset: at,
      found: `${bytes} bytes`
    });
  if (isMarked && !hasName)
    throw broken2(`${quoted(name)} is marked as a folder and is not called like one`, at, found());
  if (type === LINK)
    throw new Unsettled("L1", "zip-attributes", `${quoted(name)} is a link, which is not followed`, {
      offset: at,
      found: found()
    });
  const isKnown = type === 0 || type === FOLDER || type === REGULAR;
  const isStrange = (attributes & DOS_VOLUME) !== 0 || !isKnown;
  if (isStrange) throw broken2(`${quoted(name)} is marked as a device, a pipe or a volume`, at, found());
  if ((mode & PERMISSIONS) !== 0 && (mode & READABLE_BY_OWNER) === 0)
    throw broken2(`${quoted(name)} could not be read once it is unpacked`, at, found());
}
var broken2 = (what, offset, found) => new Broken("L1", "zip-attributes", what, { offset, found });
var IS_UTF8 = 2048;
function nameOf4(bytes, flags, at) {
  const text = utf8(bytes);
  if (text === void 0 && (flags & IS_UTF8) !== 0)
    throw new Broken("L1", "zip-structure", "a member name is not UTF-8", { offset: at });
  const name = text ?? Buffer.from(bytes).toString("latin1");
  mustStayInside(name, at);
  return { name, nameIn: text === void 0 ? "latin1" : "utf8" };
}
function mustStayInside(name, at) {
  const parts = name.split("/");
  const bad3 = name === "" || /[\0\\]/.test(name) || /^[a-z]:/i.test(name) || parts[0] === "" || parts.includes("..") || parts.includes(".");
  if (bad3)
    throw new Broken("L1", "zip-name", "a member name could leave the archive", {
      offset: at,
      found: quoted(name)
    });
}
var PADDING_ID = 16966;
var PADDING2 = 90;
var UNICODE_NAME = 28789;
var KNOWN = /* @__PURE__ */ new Set([PADDING_ID, UNICODE_NAME, 1, 10, 21589, 22613, 30805, 30837, 51966]);
var NAME_FROM = 5;
function unknownExtra(fields, { name, nameIn }, at) {
  for (const { id, bytes } of fields) {
    if (id !== UNICODE_NAME) continue;
    const second = utf8(bytes.subarray(NAME_FROM));
    if (second === void 0 || nameIn === "utf8" && second !== name)
      throw new Broken("L1", "zip-name", `${quoted(name)} has another name beside its own`, { offset: at });
    mustStayInside(second, at);
  }
  return fields.flatMap(({ id }) => KNOWN.has(id) ? [] : [id]);
}
function isPadding(bytes) {
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i] !== PADDING2) return false;
  return true;
}

// src/verify/archive/zip-directory.ts
var ZIP_METHODS = /* @__PURE__ */ new Map([
  [0, "stored"],
  [8, "deflated"],
  [12, "bzip2"],
  [14, "lzma"],
  [93, "zstd"]
]);
var END_BYTES = 22;
var LOCATOR_BYTES = 20;
var END64_BYTES = 56;
var CENTRAL_BYTES = 46;
var LONGEST_COMMENT = 65535;
var ALL_ONES = 4294967295;
var NO_EXTRA = [];
var REFUSED_FLAGS = 8289;
async function readZipDirectory(reader, budgets, mayRepeat) {
  const { directoryOffset, directoryEnd, count } = await readEnd(reader);
  if (count > budgets.zipMembers) throw overBudget("zipMembers", budgets.zipMembers, count, directoryOffset);
  const entries = await readEntries(reader, directoryOffset, directoryEnd, count);
  const isInOrder = entries.every(({ offset }, i) => offset >= (entries[i - 1]?.offset ?? 0));
  entries.sort((a, b) => a.offset - b.offset);
  mustTile(entries, directoryOffset);
  const again = nameAgain(entries, isInOrder ? mayRepeat : void 0);
  const filled = entries.filter(({ bytes }) => bytes > 0);
  const crcOff = filled.length > 0 && filled.every(({ crc }) => crc === 0);
  return { entries, crcOff, ...again !== void 0 && { again } };
}
async function readEnd(reader) {
  const size = reader.sizeBytes;
  const tailBytes = Math.min(size, LONGEST_COMMENT + END_BYTES + LOCATOR_BYTES + END64_BYTES);
  const tailOffset = size - tailBytes;
  const tail = viewOf(await reader.read(tailOffset, tailBytes));
  const at = findEnd(tail, size);
  const end = {
    at,
    offsetInFile: tailOffset + at,
    disks: tail.getUint32(at + 4, true),
    onDisk: tail.getUint16(at + 8, true),
    count: tail.getUint16(at + 10, true),
    length: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true)
  };
  const endOffset = end.offsetInFile;
  if (at >= LOCATOR_BYTES && tail.getUint32(at - LOCATOR_BYTES, true) === 117853008) {
    return await readEnd64(reader, tail, end);
  }
  if (end.disks !== 0 || end.onDisk !== end.count) throw structure2("spans several disks", endOffset);
  if (end.offset + end.length !== endOffset) {
    throw structure2("the directory does not end where the end record begins", endOffset, {
      expected: String(endOffset),
      found: String(end.offset + end.length)
    });
  }
  return { directoryOffset: end.offset, directoryEnd: endOffset, count: end.count };
}
function findEnd(tail, size) {
  const exact = [];
  let loose = -1;
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== 101010256) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength) exact.push(at);
    else loose = Math.max(loose, at);
  }
  const [only, another] = exact;
  if (another !== void 0)
    throw structure2("has two end records that both fit", size - tail.byteLength + another);
  if (only !== void 0) return only;
  if (loose >= 0) {
    throw new Broken("L1", "trailing-bytes", "bytes follow the zip end record", {
      offset: size - tail.byteLength + loose + END_BYTES
    });
  }
  throw new Broken("L1", "cut-short", "has no zip end record: the end never arrived or was never written", {
    offset: size
  });
}
async function readEnd64(reader, tail, end) {
  const locatorAt = end.at - LOCATOR_BYTES;
  const locatorOffset = end.offsetInFile - LOCATOR_BYTES;
  const recordOffset = Number(tail.getBigUint64(locatorAt + 8, true));
  const disks = tail.getUint32(locatorAt + 4, true);
  if (disks !== 0 || tail.getUint32(locatorAt + 16, true) !== 1 || end.disks !== 0) {
    throw structure2("spans several disks", locatorOffset);
  }
  if (recordOffset + END64_BYTES !== locatorOffset) {
    throw structure2("the zip64 record does not end at its locator", locatorOffset, {
      expected: String(locatorOffset - END64_BYTES),
      found: String(recordOffset)
    });
  }
  const record = viewOf(await reader.read(recordOffset, END64_BYTES));
  const field = (offset2) => Number(record.getBigUint64(offset2, true));
  const [count, length, offset] = [field(32), field(40), field(48)];
  const sound = record.getUint32(0, true) === 101075792 && field(4) === END64_BYTES - 12 && record.getBigUint64(16, true) === 0n && field(24) === count && offset + length === recordOffset;
  if (!sound) throw structure2("the zip64 end record contradicts itself", recordOffset);
  const agrees = (short, long, ones) => short === long || short === ones;
  const agree = agrees(end.count, count, 65535) && agrees(end.onDisk, count, 65535) && agrees(end.length, length, ALL_ONES) && agrees(end.offset, offset, ALL_ONES);
  if (!agree) throw structure2("the 32-bit and 64-bit end records disagree", end.offsetInFile);
  return { directoryOffset: offset, directoryEnd: recordOffset, count };
}
async function readEntries(reader, from, to, count) {
  const window = new Window(reader, to);
  const entries = [];
  let at = from;
  for (let i = 0; i < count; i += 1) {
    const fixed = window.now(at, CENTRAL_BYTES) ?? await window.at(at, CENTRAL_BYTES);
    if (fixed.getUint32(0, true) !== 33639248) throw structure2("a directory entry has no signature", at);
    const nameLength = fixed.getUint16(28, true);
    const extraLength = fixed.getUint16(30, true);
    const length = CENTRAL_BYTES + nameLength + extraLength + fixed.getUint16(32, true);
    const entry = window.now(at, length) ?? await window.at(at, length);
    entries.push(parseEntry(entry, nameLength, extraLength, at));
    at += length;
  }
  if (at !== to) {
    throw structure2("the directory is longer than its entries", at, {
      expected: String(to),
      found: String(at)
    });
  }
  return entries;
}
function parseEntry(view, nameLength, extraLength, at) {
  const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const flags = view.getUint16(8, true);
  const { name, nameIn } = nameOf4(all.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameLength), flags, at);
  if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(name, flags, at);
  const method = ZIP_METHODS.get(view.getUint16(10, true));
  if (method === void 0) {
    throw new Unsettled("L1", "zip-method", `${quoted(name)} is compressed in a way that we cannot read`, {
      offset: at,
      expected: [...ZIP_METHODS].map(([no, called]) => `${no} (${called})`).join(", "),
      found: String(view.getUint16(10, true))
    });
  }
  const extra = all.subarray(CENTRAL_BYTES + nameLength, CENTRAL_BYTES + nameLength + extraLength);
  const numbers = [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)];
  const [bytes, compressedBytes, offset] = wide(extra, numbers, at);
  if (view.getUint16(34, true) !== 0) throw structure2("spans several disks", at);
  mustBePlain({
    name,
    bytes,
    attributes: view.getUint32(38, true),
    internal: view.getUint16(36, true),
    host: view.getUint8(5),
    at
  });
  if (method === "stored" && bytes !== compressedBytes) {
    throw structure2(`${quoted(name)} is stored and yet of two sizes`, at);
  }
  return {
    name,
    nameIn,
    flags,
    method,
    version: view.getUint16(6, true),
    isWide: numbers.includes(ALL_ONES),
    timeAndDate: view.getUint32(12, true),
    crc: view.getUint32(16, true),
    compressedBytes,
    bytes,
    offset,
    spanEnd: 0,
    unknownExtra: extra.length === 0 ? NO_EXTRA : unknownExtra(extraFields(extra, at), { name, nameIn }, at)
  };
}
function wide(extra, fields, at) {
  if (extra.length === 0 && !fields.includes(ALL_ONES)) return fields;
  const numbers = zip64Numbers(extra, at);
  const result = fields.map((field) => {
    if (field !== ALL_ONES) return field;
    const number = numbers.shift();
    if (number === void 0) throw structure2("a 64-bit size is missing", at);
    return number;
  });
  return result;
}
function zip64Numbers(extra, at) {
  const field = extraFields(extra, at).find(({ id }) => id === 1);
  if (field === void 0) return [];
  const view = viewOf(field.bytes);
  const numbers = Array.from(
    { length: Math.floor(view.byteLength / 8) },
    (_none, i) => Number(view.getBigUint64(i * 8, true))
  );
  if (numbers.some((number) => !Number.isSafeInteger(number)))
    throw structure2("a 64-bit size is beyond reason", at);
  return numbers;
}
function extraFields(extra, at) {
  const view = viewOf(extra);
  const fields = [];
  for (let i = 0; i < extra.length; ) {
    if (i + 4 > extra.length) throw structure2("an extra field is cut", at);
    const length = view.getUint16(i + 2, true);
    if (i + 4 + length > extra.length) throw structure2("an extra field is cut", at);
    fields.push({ id: view.getUint16(i, true), bytes: extra.subarray(i + 4, i + 4 + length) });
    i += 4 + length;
  }
  return fields;
}
function mustTile(entries, directoryOffset) {
  const first = entries[0]?.offset ?? 0;
  if (first !== 0) throw structure2("bytes lie before the first member", 0, { found: `${first} bytes` });
  entries.forEach((entry, i) => {
    entry.spanEnd = entries[i + 1]?.offset ?? directoryOffset;
    if (entry.offset + 30 + Buffer.byteLength(entry.name, entry.nameIn) + entry.compressedBytes <= entry.spanEnd)
      return;
    throw structure2(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  });
  if (entries.length === 0 && directoryOffset !== 0)
    throw structure2("bytes lie before an empty directory", 0);
}
function nameAgain(entries, mayRepeat) {
  const names = /* @__PURE__ */ new Map();
  let again;
  for (const entry of entries) {
    const { name, offset } = entry;
    const folded = name.toLowerCase();
    const before = names.get(folded);
    if (before !== void 0) {
      const isAllowed = before === name && (again !== void 0 || mayRepeat?.(entries.map((each) => each.name)));
      if (isAllowed !== true) throw structure2(`${quoted(name)} is there twice`, offset);
      again ??= entry;
    }
    names.set(folded, name);
  }
  return again;
}
var Window = class {
  #reader;
  #end;
  #from = 0;
  #bytes = new Uint8Array(0);
  constructor(reader, end) {
    this.#reader = reader;
    this.#end = end;
  }
  /** What is in memory already. */
  now(offset, length) {
    const at = offset - this.#from;
    if (at < 0 || at + length > this.#bytes.length || offset + length > this.#end) return void 0;
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, length);
  }
  async at(offset, length) {
    if (offset + length > this.#end) throw structure2("the directory ends in the middle of an entry", offset);
    const least = Math.max(length, 1024 ** 2);
    this.#bytes = await this.#reader.read(offset, Math.min(least, this.#end - offset));
    this.#from = offset;
    return viewOf(this.#bytes.subarray(0, length));
  }
};
var viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
var structure2 = (what, offset, extra = {}) => new Broken("L1", "zip-structure", what, { offset, ...extra });
function refusedFlags(name, flags, offset) {
  const found = `0x${flags.toString(16).padStart(4, "0")}`;
  return new Broken("L1", "zip-flags", `${quoted(name)} is encrypted, patched or masked`, {
    offset,
    found
  });
}

// src/verify/codec/inflater.ts
import {
  createGunzip,
  createInflate,
  createInflateRaw
} from "node:zlib";
var CREATE = { raw: createInflateRaw, zlib: createInflate, gzip: createGunzip };
var Inflater = class {
  #inflate;
  #failed;
  /** The end mark of the stream was met; zlib then never answers a write again. */
  #ended;
  #isEnded = false;
  #reject = () => {
  };
  #out = 0;
  /** @param wrapping with `zlib` and `gzip` the stream ends only after its checksum, which zlib compares */
  constructor(declaredBytes, offset, sink, wrapping = "raw") {
    this.#inflate = CREATE[wrapping]();
    this.#failed = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    this.#failed.catch(() => {
    });
    this.#ended = new Promise((resolve) => {
      this.#inflate.once("end", () => {
        this.#isEnded = true;
        resolve();
      });
    });
    this.#inflate.on("error", (error) => {
      this.#reject(new Broken("L1", "deflate-broken", `cannot be inflated: ${error.message}`, { offset }));
    });
    this.#inflate.on("data", (piece) => {
      this.#out += piece.length;
      const tooMuch = new Broken("L1", "deflate-surplus", "inflates to more than it declares", {
        offset,
        expected: `${declaredBytes} bytes`
      });
      if (this.#out > declaredBytes) this.#stop(tooMuch);
      else this.#try(() => sink(piece));
    });
  }
  /** The stream's own end mark was met; what was written since is not part of it. */
  get isEnded() {
    return this.#isEnded;
  }
  /** Bytes of input that the stream really used so far. */
  get usedBytes() {
    return this.#inflate.bytesWritten;
  }
  /** The piece's memory may be used again once this resolves. */
  feed(piece) {
    if (this.#isEnded) return Promise.resolve();
    const done = new Promise((resolve, reject) => {
      this.#inflate.write(piece, (error) => error ? reject(error) : resolve());
    });
    done.catch(() => {
    });
    return Promise.race([done, this.#failed, this.#ended]);
  }
  /** @returns how many bytes of input the stream really used: what follows its end mark is not part of it */
  async end() {
    if (!this.#isEnded) this.#inflate.end();
    await Promise.race([this.#ended, this.#failed]);
    return this.#inflate.bytesWritten;
  }
  #try(work) {
    try {
      work();
    } catch (error) {
      this.#stop(error);
    }
  }
  #stop(error) {
    this.#inflate.removeAllListeners("data");
    this.#reject(error);
    this.#inflate.destroy();
  }
};

// src/verify/codec/zstd.ts
import * as zlib from "node:zlib";
var decompress = zlib.zstdDecompressSync;
async function readyZstd() {
  decompress ??= await asWebAssembly();
}
function zstdDecompress(bytes, mostBytes, offset) {
  if (decompress === void 0) throw new Error("zstdDecompress before readyZstd");
  try {
    return decompress(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    throw new Broken("L1", "zstd-broken", `cannot be decompressed: ${String(error).slice(0, 120)}`, {
      offset
    });
  }
}
var FIRST_ROOM = 8;
var LEAST_ROOM_BYTES = 2 ** 16;
var MOST_ROOM_BYTES = 2 ** 30;
async function asWebAssembly() {
  const { ZSTDDecoder } = await import("./verifier.npm-zstddec-dist-zstddec.mjs");
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (bytes, { maxOutputLength }) => {
    for (let room = Math.max(LEAST_ROOM_BYTES, bytes.length * FIRST_ROOM); ; room *= 4) {
      const most = Math.min(room, maxOutputLength, MOST_ROOM_BYTES);
      const content = decoder.decode(bytes, most);
      if (content.length > 0) return content;
      if (most < room) throw new Error(`it is damaged, empty, or larger than ${most} bytes`);
    }
  };
}

// src/verify/codec/bzip2-block.ts
var GROUP_SYMBOLS = 50;
var MOST_CODE_BITS = 20;
var [RUN_A, RUN_B] = [0, 1];
var LEAST_RUN = 4;
var OUT_BYTES = 65536;
var MoreBits = class extends Error {
};
var BitReader = class {
  /** The next bit. */
  at;
  #bytes;
  constructor(bytes, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }
  /** @param count at most 24 */
  take(count) {
    if (this.at + count > this.#bytes.length * 8) throw new MoreBits();
    const first = this.at >>> 3;
    const byte = (i) => this.#bytes[first + i] ?? 0;
    const word = (byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)) >>> 0;
    const value = word << (this.at & 7) >>> 32 - count;
    this.at += count;
    return count === 0 ? 0 : value;
  }
  u32() {
    return this.take(16) * 65536 + this.take(16);
  }
  bit() {
    const byte = this.#bytes[this.at >>> 3];
    if (byte === void 0) throw new MoreBits();
    const value = byte >>> 7 - (this.at & 7) & 1;
    this.at += 1;
    return value;
  }
};
function bzip2Block(bits, mostBytes, offset, sink) {
  const broken5 = (what) => new Broken("L1", "bzip2-broken", what, { offset });
  if (bits.bit() === 1)
    throw new Unsettled("L1", "bzip2-randomised", "has a block as bzip2 wrote it before 0.9.5", { offset });
  const origin = bits.take(24);
  const used = usedBytes(bits);
  if (used.length === 0) throw broken5("a block has no bytes");
  const groups = bits.take(3);
  if (groups < 2 || groups > 6) throw broken5("a block has no groups of codes");
  const selectors = selectorsOf(bits, groups, broken5);
  const codes = Array.from({ length: groups }, () => codeOf(bits, used.length + 2, broken5));
  const sorted = new Uint32Array(mostBytes);
  const counts3 = new Uint32Array(256);
  let length = 0;
  let run = 0;
  let scale = 1;
  const front = used;
  const repeat = () => {
    const byte = front[0];
    if (run > mostBytes - length) throw broken5("a block is larger than blocks of the file may be");
    sorted.fill(byte, length, length + run);
    counts3[byte] = counts3[byte] + run;
    length += run;
    run = 0;
    scale = 1;
  };
  for (let at = 0; ; at += 1) {
    const selector = selectors[Math.floor(at / GROUP_SYMBOLS)];
    if (selector === void 0) throw broken5("a block has more symbols than groups for them");
    const symbol2 = symbolOf(bits, codes[selector], broken5);
    if (symbol2 === RUN_A || symbol2 === RUN_B) {
      run += scale << symbol2;
      scale *= 2;
      if (run > mostBytes) throw broken5("a block is larger than blocks of the file may be");
      continue;
    }
    if (run > 0) repeat();
    const index = symbol2 - 1;
    if (index === used.length) break;
    const byte = front[index];
    front.copyWithin(1, 0, index);
    front[0] = byte;
    if (length === mostBytes) throw broken5("a block is larger than blocks of the file may be");
    sorted[length] = byte;
    counts3[byte] = counts3[byte] + 1;
    length += 1;
  }
  if (origin >= length) throw broken5("a block begins outside of itself");
  return unsorted(sorted, counts3, { length, origin }, sink);
}
function usedBytes(bits) {
  const used = [];
  const ranges = bits.take(16);
  for (let i = 0; i < 16; i += 1) {
    if ((ranges & 32768 >> i) === 0) continue;
    const range = bits.take(16);
    for (let j = 0; j < 16; j += 1) if ((range & 32768 >> j) !== 0) used.push(i * 16 + j);
  }
  return Uint8Array.from(used);
}
function selectorsOf(bits, groups, broken5) {
  const count = bits.take(15);
  const selectors = new Uint8Array(count);
  const front = Uint8Array.from({ length: groups }, (_none, i) => i);
  for (let i = 0; i < count; i += 1) {
    let index = 0;
    while (bits.bit() === 1) index += 1;
    const group = front[index];
    if (group === void 0) throw broken5("a block chooses a group that is not there");
    front.copyWithin(1, 0, index);
    front[0] = group;
    selectors[i] = group;
  }
  return selectors;
}
function codeOf(bits, symbols, broken5) {
  const lengths = new Uint8Array(symbols);
  let length = bits.take(5);
  for (let i = 0; i < symbols; i += 1) {
    while (bits.bit() === 1) length += bits.bit() === 1 ? -1 : 1;
    if (length < 1 || length > MOST_CODE_BITS) throw broken5("a code is of no length that there is");
    lengths[i] = length;
  }
  const bySize = new Uint16Array(symbols);
  const limit = new Int32Array(MOST_CODE_BITS + 1);
  const base = new Int32Array(MOST_CODE_BITS + 1);
  let [code, index] = [0, 0];
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    base[size] = code - index;
    for (let i = 0; i < symbols; i += 1) {
      if (lengths[i] !== size) continue;
      bySize[index] = i;
      index += 1;
      code += 1;
    }
    if (code > 2 ** size) throw broken5("has more codes than bits can tell apart");
    limit[size] = code;
    code *= 2;
  }
  return { symbols: bySize, limit, base };
}
function symbolOf(bits, { symbols, limit, base }, broken5) {
  let code = 0;
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    code = code << 1 | bits.bit();
    if (code < limit[size]) return symbols[code - base[size]];
  }
  throw broken5("has a code that stands for nothing");
}
function unsorted(sorted, counts3, { length, origin }, sink) {
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const count = counts3[byte];
    counts3[byte] = sum;
    sum += count;
  }
  for (let i = 0; i < length; i += 1) {
    const byte = sorted[i] & 255;
    const to = counts3[byte];
    counts3[byte] = to + 1;
    sorted[to] = sorted[to] | i << 8;
  }
  const out = new Uint8Array(OUT_BYTES);
  let [filled, crc] = [0, -1];
  const put = (byte) => {
    crc = crc << 8 ^ CRC_TABLE[crc >>> 24 ^ byte];
    out[filled] = byte;
    filled += 1;
    if (filled < OUT_BYTES) return;
    sink(out);
    filled = 0;
  };
  let at = sorted[origin] >>> 8;
  let [before, same] = [-1, 0];
  for (let i = 0; i < length; i += 1) {
    const entry = sorted[at];
    at = entry >>> 8;
    const byte = entry & 255;
    if (same === LEAST_RUN) {
      for (let more = 0; more < byte; more += 1) put(before);
      same = 0;
      before = -1;
      continue;
    }
    same = byte === before ? same + 1 : 1;
    before = byte;
    put(byte);
  }
  if (filled > 0) sink(out.subarray(0, filled));
  return ~crc >>> 0;
}
var CRC_TABLE = Int32Array.from({ length: 256 }, (_none, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? crc << 1 ^ 79764919 : crc << 1;
  return crc;
});

// src/verify/archive/bzip2-streams.ts
var [BLOCK_HIGH, BLOCK_LOW] = [3227993, 2511705];
var [END_HIGH, END_LOW] = [1536581, 3690640];
var LEAST_BLOCK_BYTES = 16;
var UNIT_BYTES = 1e5;
var AGAIN_BYTES = 262144;
function bzip2Decompress(packed, mostBytes, offset) {
  const pieces = [];
  let bytes = 0;
  const limits = {
    expandedBytes: mostBytes,
    windowBytes: 0,
    objects: 1 + Math.ceil(packed.length / LEAST_BLOCK_BYTES)
  };
  const streams = new Bzip2Streams(
    limits,
    (piece) => {
      bytes += piece.length;
      if (bytes > mostBytes)
        throw new Broken("L1", "bzip2-broken", "unpacks to more than it may", { offset });
      pieces.push(piece.slice());
    },
    offset
  );
  streams.feed(packed);
  streams.end(offset + packed.length);
  return Buffer.concat(pieces);
}
var Bzip2Streams = class {
  isChecksummed = true;
  #streams = 0;
  #limits;
  #sink;
  #kept = new Uint8Array(0);
  /** Of `#kept`: where it lies in the file, and the first bit that was not used. */
  #from = 0;
  #bit = 0;
  #tryAt = 0;
  /** Of a block, in hundred thousands; 0 between streams. */
  #level = 0;
  #crc = 0;
  #blocks = 0;
  /** @param from where in the file they begin */
  constructor(limits, sink, from = 0) {
    this.#from = from;
    this.#limits = limits;
    this.#sink = sink;
  }
  /** Streams that came to their end. */
  get count() {
    return this.#streams;
  }
  feed(piece) {
    this.#kept = Buffer.concat([this.#kept, piece]);
    if (this.#kept.length >= this.#tryAt) this.#run();
  }
  end(sizeBytes) {
    this.#run();
    if (this.#level === 0 && this.#kept.length * 8 === this.#bit && this.#streams > 0) return;
    throw new Broken("L1", "cut-short", "the file ends inside a bzip2 stream", { offset: sizeBytes });
  }
  #run() {
    try {
      for (; ; ) this.#step();
    } catch (error) {
      if (!(error instanceof MoreBits)) throw error;
    }
    const used = this.#bit >>> 3;
    this.#kept = this.#kept.subarray(used);
    this.#from += used;
    this.#bit &= 7;
    this.#tryAt = this.#kept.length + AGAIN_BYTES;
  }
  /** A header, a block or an end, if all of it is there. */
  #step() {
    const bits = new BitReader(this.#kept, this.#bit);
    if (this.#level === 0) this.#begin(bits);
    else this.#blockOrEnd(bits);
    this.#bit = bits.at;
  }
  #begin(bits) {
    const offset = this.#from + (this.#bit >>> 3);
    const begin = [bits.take(8), bits.take(8), bits.take(8), bits.take(8)];
    const level = begin[3] - 48;
    if (BZIP2_MAGIC.some((byte, i) => begin[i] !== byte) || level < 1 || level > 9)
      throw new Broken("L1", "trailing-bytes", "what follows is no bzip2 stream", { offset });
    this.#level = level;
    this.#crc = 0;
  }
  #blockOrEnd(bits) {
    const offset = this.#from + (bits.at >>> 3);
    const [high, low, stored] = [bits.take(24), bits.take(24), bits.u32()];
    if (high === END_HIGH && low === END_LOW) {
      this.#end(bits, offset, stored);
      return;
    }
    if (high !== BLOCK_HIGH || low !== BLOCK_LOW)
      throw new Broken("L1", "bzip2-broken", "what should be a block begins as none", { offset });
    this.#blocks += 1;
    if (this.#blocks > this.#limits.objects)
      throw overBudget("objects", this.#limits.objects, this.#blocks, offset);
    const found = bzip2Block(bits, this.#level * UNIT_BYTES, offset, this.#sink);
    if (found !== stored)
      throw sumDiffers("the content is not what was packed: its CRC differs", offset, { stored, found });
    this.#crc = ((this.#crc << 1 | this.#crc >>> 31) ^ stored) >>> 0;
  }
  #end(bits, offset, stored) {
    if (stored !== this.#crc)
      throw sumDiffers("a stream is not of its blocks: its CRC differs", offset, {
        stored,
        found: this.#crc
      });
    const padding = 8 - (bits.at & 7) & 7;
    if (bits.take(padding) !== 0)
      throw new Broken("L1", "bzip2-broken", "the bits behind its end are not zero", { offset });
    this.#level = 0;
    this.#streams += 1;
  }
};

// src/verify/codec/lzma.ts
var [MODEL_BITS, MOVE_BITS] = [11, 5];
var HALF = 1 << MODEL_BITS - 1;
var TOP = 2 ** 24;
var [STATES, POSITIONS] = [12, 16];
var FIRST_MATCH_STATE = 7;
var LEAST_MATCH = 2;
var SYMBOL_BYTES = 20;
var FIRST_WINDOW_BYTES = 2 ** 16;
var END_MARK = 4294967295;
function lzmaProperties(byte, offset) {
  if (byte >= 9 * 5 * 5) throw broken3("its properties mean nothing", offset);
  return { lc: byte % 9, lp: Math.floor(byte / 9) % 5, pb: Math.floor(byte / 45) };
}
var Lengths = class {
  choice = fresh(2);
  low = fresh(POSITIONS << 3);
  middle = fresh(POSITIONS << 3);
  high = fresh(256);
};
var Model = class {
  isMatch = fresh(STATES * POSITIONS);
  isRep = fresh(STATES);
  isRep0 = fresh(STATES);
  isRep1 = fresh(STATES);
  isRep2 = fresh(STATES);
  isLong = fresh(STATES * POSITIONS);
  slot = fresh(4 * 64);
  special = fresh(128);
  align = fresh(16);
  match = new Lengths();
  rep = new Lengths();
  literal;
  state = 0;
  rep0 = 0;
  rep1 = 0;
  rep2 = 0;
  rep3 = 0;
  constructor({ lc, lp }) {
    this.literal = fresh(768 << lc + lp);
  }
};
var Lzma = class {
  /** Input bytes used so far of the current piece. */
  at = 0;
  /** Bytes decoded since the window was emptied. */
  total = 0;
  #windowBytes;
  #mostBytes;
  #sink;
  #window;
  #to = 0;
  #told = 0;
  #properties = { lc: 0, lp: 0, pb: 0 };
  #model;
  #input = new Uint8Array(0);
  #range = 0;
  #code = 0;
  #offset = 0;
  /**
   * @param windowBytes how far back a copy may reach, as the file declares
   * @param mostBytes of window that may be held; it grows with what is decoded
   */
  constructor(windowBytes, mostBytes, sink) {
    this.#windowBytes = Math.max(windowBytes, 4096);
    this.#mostBytes = mostBytes;
    this.#window = new Uint8Array(Math.min(this.#windowBytes, FIRST_WINDOW_BYTES));
    this.#sink = sink;
  }
  /** The range coder came to rest where a stream may end. */
  get isAtRest() {
    return this.#code === 0;
  }
  emptyWindow() {
    this.total = 0;
    this.#to = 0;
    this.#told = 0;
  }
  begin(properties) {
    this.#properties = properties;
    this.#model = new Model(properties);
  }
  /** All probabilities back to a half, with the properties as they are. */
  again(offset) {
    if (this.#model === void 0) throw broken3("begins without properties", offset);
    this.#model = new Model(this.#properties);
  }
  /** Bytes that stand as they are. */
  put(bytes) {
    for (const byte of bytes) this.#put(byte);
    this.flush();
  }
  /** @param five the first bytes of a run of the range coder, of which the first is 0 */
  start(five, offset) {
    if (five[0] !== 0) throw broken3("a run begins with another byte than 0", offset);
    this.#range = 4294967295;
    this.#code = five.subarray(1).reduce((code, byte) => code * 256 + byte, 0);
  }
  /**
   * Decodes from the start of `input` until `mostBytes` more have come out, the end mark was met, or less input is left than any
   * symbol might take (unless it is the last).
   *
   * @param offset of the input in the file, for messages
   * @returns whether the end mark was met
   */
  decode(input, mostBytes, isLast, offset) {
    const model = this.#model;
    if (model === void 0) throw broken3("begins without properties", offset);
    this.#input = input;
    this.#offset = offset;
    this.at = 0;
    const until = this.total + mostBytes;
    const safe = isLast ? Number.POSITIVE_INFINITY : input.length - SYMBOL_BYTES;
    while (this.total < until && this.at <= safe) {
      if (this.#symbol(model, until)) {
        this.#normalise();
        this.#mustHave();
        this.flush();
        return true;
      }
      this.#mustHave();
    }
    this.flush();
    return false;
  }
  /** Lets the range coder take what belongs to the symbols before. */
  rest() {
    this.#normalise();
    this.#mustHave();
  }
  flush() {
    if (this.#to > this.#told) this.#sink(this.#window.subarray(this.#told, this.#to));
    this.#told = this.#to;
  }
  /** @returns whether it was the end mark */
  #symbol(model, until) {
    const { state } = model;
    const position = this.total & (1 << this.#properties.pb) - 1;
    if (this.#bit(model.isMatch, state * POSITIONS + position) === 0) {
      this.#put(this.#literal(model));
      model.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      return false;
    }
    const afterLiteral = state < FIRST_MATCH_STATE;
    let length;
    if (this.#bit(model.isRep, state) === 0) {
      model.rep3 = model.rep2;
      model.rep2 = model.rep1;
      model.rep1 = model.rep0;
      length = this.#length(model.match, position);
      model.state = afterLiteral ? 7 : 10;
      model.rep0 = this.#distance(model, length);
      if (model.rep0 === END_MARK) return true;
    } else {
      if (this.#bit(model.isRep0, state) === 0) {
        if (this.#bit(model.isLong, state * POSITIONS + position) === 0) {
          model.state = afterLiteral ? 9 : 11;
          this.#copy(model.rep0, 1, until);
          return false;
        }
      } else this.#chooseOther(model, state);
      length = this.#length(model.rep, position);
      model.state = afterLiteral ? 8 : 11;
    }
    this.#copy(model.rep0, length + LEAST_MATCH, until);
    return false;
  }
  #chooseOther(model, state) {
    let distance = model.rep1;
    if (this.#bit(model.isRep1, state) === 1) {
      distance = model.rep2;
      if (this.#bit(model.isRep2, state) === 1) {
        distance = model.rep3;
        model.rep3 = model.rep2;
      }
      model.rep2 = model.rep1;
    }
    model.rep1 = model.rep0;
    model.rep0 = distance;
  }
  #literal({ literal, state, rep0 }) {
    const { lc, lp } = this.#properties;
    const before = this.total === 0 ? 0 : this.#behind(0);
    const base = 768 * (((this.total & (1 << lp) - 1) << lc) + (before >> 8 - lc));
    let symbol2 = 1;
    if (state >= FIRST_MATCH_STATE) {
      let other = this.#behind(rep0);
      while (symbol2 < 256) {
        const expected = other >> 7 & 1;
        other <<= 1;
        const bit = this.#bit(literal, base + (1 + expected << 8) + symbol2);
        symbol2 = symbol2 << 1 | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol2 < 256) symbol2 = symbol2 << 1 | this.#bit(literal, base + symbol2);
    return symbol2 & 255;
  }
  #length({ choice, low, middle, high }, position) {
    if (this.#bit(choice, 0) === 0) return this.#tree(low, position << 3, 3);
    if (this.#bit(choice, 1) === 0) return 8 + this.#tree(middle, position << 3, 3);
    return 16 + this.#tree(high, 0, 8);
  }
  #distance({ slot, special, align }, length) {
    const chosen = this.#tree(slot, Math.min(length, 3) << 6, 6);
    if (chosen < 4) return chosen;
    const bits = (chosen >> 1) - 1;
    const high = (2 | chosen & 1) * 2 ** bits;
    if (chosen < 14) return high + this.#backwards(special, high - chosen, bits);
    let direct = 0;
    for (let i = 4; i < bits; i += 1) direct = direct * 2 + this.#direct();
    return high + direct * 16 + this.#backwards(align, 0, 4);
  }
  #tree(probabilities, base, bits) {
    let symbol2 = 1;
    for (let i = 0; i < bits; i += 1) symbol2 = symbol2 << 1 | this.#bit(probabilities, base + symbol2);
    return symbol2 - (1 << bits);
  }
  #backwards(probabilities, base, bits) {
    let [symbol2, value] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const bit = this.#bit(probabilities, base + symbol2);
      symbol2 = symbol2 << 1 | bit;
      value |= bit << i;
    }
    return value;
  }
  #bit(probabilities, index) {
    this.#normalise();
    const probability = probabilities[index];
    const bound = (this.#range >>> MODEL_BITS) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      probabilities[index] = probability + ((1 << MODEL_BITS) - probability >> MOVE_BITS);
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    probabilities[index] = probability - (probability >> MOVE_BITS);
    return 1;
  }
  #direct() {
    this.#normalise();
    this.#range = this.#range >>> 1;
    if (this.#code < this.#range) return 0;
    this.#code -= this.#range;
    return 1;
  }
  #normalise() {
    if (this.#range >= TOP) return;
    this.#range *= 256;
    this.#code = this.#code * 256 + (this.#input[this.at] ?? 0);
    this.at += 1;
  }
  #mustHave() {
    if (this.at <= this.#input.length) return;
    throw new Broken("L1", "cut-short", "its stream ends in the middle of a symbol", {
      offset: this.#offset + this.#input.length
    });
  }
  #behind(distance) {
    if (distance >= Math.min(this.total, this.#windowBytes))
      throw broken3("a copy reaches back before the start", this.#offset + this.at);
    const from = this.#to - distance - 1;
    return this.#window[from < 0 ? from + this.#windowBytes : from];
  }
  #copy(distance, length, until) {
    if (this.total + length > until)
      throw broken3("a copy is longer than what is declared", this.#offset + this.at);
    for (let i = 0; i < length; i += 1) this.#put(this.#behind(distance));
  }
  #put(byte) {
    if (this.#to === this.#window.length) this.#makeRoom();
    this.#window[this.#to] = byte;
    this.#to += 1;
    this.total += 1;
  }
  /** Grows until it is as large as declared, and then begins anew: a small file takes little, whatever it declares. */
  #makeRoom() {
    if (this.#window.length === this.#windowBytes) {
      this.flush();
      this.#to = 0;
      this.#told = 0;
      return;
    }
    const size = Math.min(this.#windowBytes, this.#window.length * 2);
    if (size > this.#mostBytes) throw overBudget("structureBytes", this.#mostBytes, size, this.#offset);
    const larger = new Uint8Array(size);
    larger.set(this.#window);
    this.#window = larger;
  }
};
function fresh(size) {
  return new Uint16Array(size).fill(HALF);
}
var broken3 = (what, offset) => new Broken("L1", "lzma-broken", what, { offset });

// src/verify/archive/lzma-alone.ts
var HEADER_BYTES = 13;
var CODER_BYTES = 5;
var PIECE_BYTES = 65536;
var MOST_MARK_BYTES = 32;
var UNKNOWN = 2n ** 64n - 1n;
function* lzmaAlone(sizeBytes, limits, sink) {
  const header = (yield HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const size = view.getBigUint64(5, true);
  const stream = {
    properties: header[0],
    windowBytes: view.getUint32(1, true),
    declared: size === UNKNOWN ? void 0 : Number(size)
  };
  yield* lzmaStream({ ...stream, at: HEADER_BYTES, to: sizeBytes }, limits, sink);
}
function* lzmaStream({ properties, windowBytes, declared, at: from, to }, limits, sink) {
  const most = declared ?? Number.MAX_SAFE_INTEGER;
  const lzma = new Lzma(windowBytes, limits.windowBytes, sink);
  lzma.begin(lzmaProperties(properties, from));
  if (to - from < CODER_BYTES)
    throw new Broken("L1", "cut-short", "ends before its content begins", { offset: to });
  lzma.start(yield CODER_BYTES, from);
  let at = from + CODER_BYTES;
  let kept = new Uint8Array(0);
  let isEnd = false;
  while (!isEnd && at < to) {
    const size = Math.min(PIECE_BYTES, to - at);
    const input = Buffer.concat([kept, yield size]);
    const offset = at - kept.length;
    at += size;
    isEnd = lzma.decode(input, most - lzma.total, at === to, offset);
    const isFull = !isEnd && lzma.total === most;
    if (isFull) lzma.rest();
    kept = input.subarray(lzma.at);
    if (!isFull) continue;
    const left = to - at;
    if (kept.length + left === 0) break;
    if (kept.length + left <= MOST_MARK_BYTES) {
      const tail = Buffer.concat([kept, left === 0 ? new Uint8Array(0) : yield left]);
      at = to;
      isEnd = lzma.decode(tail, 1, true, at - tail.length);
      kept = tail.subarray(lzma.at);
    }
    break;
  }
  if (kept.length > 0 || at < to)
    throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", {
      offset: at - kept.length,
      found: `${kept.length + to - at} bytes`
    });
  if (declared === void 0 && !isEnd)
    throw new Broken("L1", "cut-short", "the file ends before the mark of its end", { offset: at });
  if (declared !== void 0 && lzma.total !== most)
    throw new Broken("L1", "member-length", "the content is not as long as its header says", {
      offset: from,
      expected: `${most} bytes`,
      found: `${lzma.total} bytes`
    });
  if (!lzma.isAtRest) throw new Broken("L1", "lzma-broken", "does not come to its end", { offset: at });
}

// src/verify/archive/unpacking.ts
function asUnpacking(read, of) {
  const parser = new PushParser(read);
  return {
    feed: (...piece) => parser.feed(...piece),
    end: (sizeBytes) => parser.end(sizeBytes),
    get isChecksummed() {
      return of.isChecksummed;
    }
  };
}

// src/verify/archive/zstd-frames.ts
var MAGIC2 = 4247762216;
var SKIPPABLE = 407710288;
var MOST_BLOCK_BYTES = 131072;
var SUM_OF_NOTHING = 1373170073;
function* zstdFrames(sizeBytes, onFrame) {
  let at = 0;
  while (at < sizeBytes) {
    const from = at;
    if (sizeBytes - at < 8) throw broken4("trailing-bytes", "what follows is no zstd frame", at);
    const magic = u32(yield 4);
    at += 4;
    if ((magic & 4294967280) >>> 0 === SKIPPABLE) {
      const length = u32(yield 4);
      at += 4;
      if (length > sizeBytes - at)
        throw broken4("cut-short", "a skippable frame is longer than the file", from);
      yield skip(length);
      at += length;
      continue;
    }
    if (magic !== MAGIC2) throw broken4("trailing-bytes", "what follows is no zstd frame", from);
    const descriptor = (yield 1)[0];
    at += 1;
    if ((descriptor & 8) !== 0) throw broken4("zstd-header", "a frame has a reserved flag", from);
    const { window, dictionary, sizeField } = fieldsOf2(descriptor);
    yield skip(window);
    if (dictionary > 0) mustNeedNone(yield dictionary, from);
    const contentBytes = sizeField === 0 ? void 0 : contentSize(yield sizeField);
    at += window + dictionary + sizeField;
    let isEmpty = true;
    for (let isLast = false; !isLast; ) {
      const [low = 0, middle = 0, high = 0] = yield 3;
      const header = low | middle << 8 | high << 16;
      isLast = (header & 1) === 1;
      const length = blockLength(header, at);
      if (length > 0) isEmpty = false;
      if (length + 3 > sizeBytes - at) throw broken4("cut-short", "a block is longer than what is left", at);
      yield skip(length);
      at += 3 + length;
    }
    const hasChecksum = (descriptor & 4) !== 0;
    if (hasChecksum) {
      const stored = u32(yield 4);
      if (isEmpty && stored !== SUM_OF_NOTHING)
        throw sumDiffers("a frame of nothing has the checksum of something", at, {
          stored,
          found: SUM_OF_NOTHING
        });
      at += 4;
    }
    onFrame({ from, to: at, hasChecksum, contentBytes, isEmpty });
  }
}
function blockLength(header, offset) {
  const type = header >> 1 & 3;
  const bytes = header >>> 3;
  if (type === 3) throw broken4("zstd-block", "a block is of the reserved type", offset);
  if (bytes > MOST_BLOCK_BYTES) throw broken4("zstd-block", "a block is larger than blocks may be", offset);
  return type === 1 ? 1 : bytes;
}
function fieldsOf2(descriptor) {
  const isSingle = (descriptor & 32) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeField = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return { window: isSingle ? 0 : 1, dictionary, sizeField };
}
function mustNeedNone(dictionary, offset) {
  const number = dictionary.reduceRight((sum, byte) => sum * 256 + byte, 0);
  if (number === 0) return;
  const what = "needs a dictionary that is not in it, so nobody can unpack it with the file alone";
  throw new Unsettled("L1", "zstd-dictionary", what, { offset, found: `dictionary ${number}` });
}
function contentSize(bytes) {
  const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return bytes.length === 2 ? value + 256n : value;
}
var skip = (bytes) => ({ bytes, sink: () => {
} });
var u32 = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
var broken4 = (code, what, offset) => new Broken("L1", code, what, { offset });

// src/verify/archive/zip-packing.ts
var HAS_END_MARK = 2;
var LZMA_HEADER_BYTES = 9;
var PROPERTIES_BYTES = 5;
function unpackingOf(entry, from, limits, sink) {
  const { method, compressedBytes, bytes, name } = entry;
  if (method === "stored") return void 0;
  if (method === "deflated") return inflating(entry, from, sink);
  let out = 0;
  const bounded = (piece) => {
    out += piece.length;
    if (out > bytes)
      throw new Broken("L1", "member-length", `${quoted(name)} unpacks to more than it declares`, {
        offset: entry.offset,
        expected: `${bytes} bytes`
      });
    sink(piece);
  };
  const to = from + compressedBytes;
  switch (method) {
    case "bzip2":
      return oneBzip2(entry, new Bzip2Streams(limits, bounded, from));
    case "lzma":
      return asUnpacking(lzmaMember(entry, from, limits, bounded), { isChecksummed: false });
    case "zstd":
      return new ZstdMember(entry, to, limits, bounded);
  }
}
function inflating(entry, from, sink) {
  const inflater = new Inflater(entry.bytes, from, sink);
  return {
    isChecksummed: false,
    feed: (piece) => inflater.feed(piece),
    async end() {
      if (await inflater.end() !== entry.compressedBytes) throw surplus(entry);
    }
  };
}
var surplus = ({ name, offset }) => structure2(`bytes follow the compressed data of ${quoted(name)}`, offset);
function oneBzip2(entry, streams) {
  return {
    isChecksummed: true,
    feed: (piece) => streams.feed(piece),
    end(sizeBytes) {
      streams.end(sizeBytes);
      if (streams.count !== 1) throw surplus(entry);
    }
  };
}
function* lzmaMember({ flags, bytes, compressedBytes, name }, from, limits, sink) {
  const header = (yield LZMA_HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const properties = view.getUint16(2, true);
  if (properties !== PROPERTIES_BYTES)
    throw new Broken("L1", "lzma-broken", `the properties of ${quoted(name)} are not five bytes`, {
      offset: from + 2,
      found: String(properties)
    });
  const declared = (flags & HAS_END_MARK) === 0 ? bytes : void 0;
  const stream = { properties: header[4], windowBytes: view.getUint32(5, true), declared };
  yield* lzmaStream({ ...stream, at: from + LZMA_HEADER_BYTES, to: from + compressedBytes }, limits, sink);
}
var ZstdMember = class {
  isChecksummed = false;
  #pieces = [];
  #entry;
  #to;
  #sink;
  constructor(entry, to, { windowBytes }, sink) {
    const held = Math.max(entry.compressedBytes, entry.bytes);
    if (held > windowBytes) throw overBudget("structureBytes", windowBytes, held, entry.offset);
    this.#entry = entry;
    this.#to = to;
    this.#sink = sink;
  }
  feed(piece) {
    this.#pieces.push(piece.slice());
  }
  async end() {
    const { bytes, compressedBytes } = this.#entry;
    const from = this.#to - compressedBytes;
    const packed = Buffer.concat(this.#pieces);
    const frames = [];
    const parser = new PushParser(zstdFrames(packed.length, (frame2) => frames.push(frame2)));
    parser.feed(packed, from);
    parser.end(this.#to);
    const [frame] = frames;
    if (frames.length !== 1 || frame === void 0) throw surplus(this.#entry);
    if (frame.isEmpty) return;
    await readyZstd();
    this.#sink(zstdDecompress(packed, Math.max(1, bytes), from));
  }
};

// src/verify/archive/zip-member.ts
var LOCAL_BYTES = 30;
var WINDOW_BYTES = 1024 ** 2;
async function dataOffsetOf(reader, entry) {
  const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
  const from = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  if (from + entry.compressedBytes > entry.spanEnd)
    throw structure2(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  return from;
}
var unpackLimits = ({ expandedBytes, structureBytes, objects }) => ({
  expandedBytes,
  windowBytes: structureBytes,
  objects
});
async function readMember(reader, entry, budgets, sink) {
  const from = await dataOffsetOf(reader, entry);
  const to = from + entry.compressedBytes;
  const unpacking = unpackingOf(entry, from, unpackLimits(budgets), (piece) => {
    reader.throwIfStopped();
    sink(piece);
  });
  for (let at = from; at < to; at += WINDOW_BYTES) {
    const piece = await reader.read(at, Math.min(WINDOW_BYTES, to - at));
    if (unpacking === void 0) sink(piece);
    else await unpacking.feed(piece, at);
  }
  await unpacking?.end(to);
}
var LARGE_BYTES = 1024 ** 2;
async function locateLarge(reader, entries) {
  if (!reader.isLocal) return;
  for (const entry of entries) {
    if (entry.method !== "stored" || entry.bytes < LARGE_BYTES || entry.compressedBytes !== entry.bytes)
      continue;
    const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
    const dataOffset = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
    if (dataOffset + entry.bytes <= entry.spanEnd) entry.dataOffset = dataOffset;
  }
}
async function readWhole(reader, entry, budgets) {
  if (entry.bytes > budgets.structureBytes)
    throw overBudget("structureBytes", budgets.structureBytes, entry.bytes, entry.offset);
  return await contentOf(reader, entry, budgets);
}
async function contentOf(reader, entry, budgets) {
  const pieces = [];
  await readMember(reader, entry, budgets, (piece) => pieces.push(piece.slice()));
  return Buffer.concat(pieces);
}
var LONGEST_NOTE = 4096;
async function readNote(reader, entry, budgets) {
  if (entry.bytes > LONGEST_NOTE) return void 0;
  return (await contentOf(reader, entry, budgets)).toString("latin1");
}

// src/verify/archive/zip-examine.ts
async function openMember(subject, entry, mostBytes = unpackedInMemory(subject)) {
  const { reader, budgets } = subject;
  const { name, bytes, compressedBytes, method } = entry;
  if (method === "stored") {
    const fileOffset = await dataOffsetOf(reader, entry);
    return { source: windowSource(reader, fileOffset, bytes, name), options: { fileOffset } };
  }
  if (bytes > mostBytes) return void 0;
  const content = Buffer.alloc(bytes);
  let at = 0;
  await readMember(reader, entry, budgets, (piece) => {
    content.set(piece, at);
    at += piece.length;
  });
  const expansion = Math.max(1, bytes / Math.max(1, compressedBytes));
  return { source: bytesSource(content.subarray(0, at), name), options: { expansion } };
}

// src/verify/numpy/npy-stream.ts
var SURPLUS = "bytes follow the last element of the array";
var LONGEST_START = 12;
var NpyStream = class {
  #books;
  #place;
  #header;
  #start = new Uint8Array(0);
  #headerBytes;
  #ownBytesLeft = 0;
  #scan;
  #objects;
  constructor(books, place) {
    this.#books = books;
    this.#place = place;
  }
  /** @returns what follows the array, where that may be */
  feed(piece) {
    const rest = this.#header === void 0 ? this.#collect(piece) : piece;
    const own = rest.subarray(0, this.#ownBytesLeft);
    this.#ownBytesLeft -= own.length;
    if (own.length > 0) {
      this.#scan?.feed(own);
      this.#objects?.feed(own);
    }
    return rest.subarray(own.length);
  }
  /** Its header and all of its elements have gone by. */
  get isWhole() {
    return this.#header !== void 0 && this.#ownBytesLeft === 0;
  }
  /** @param proven a checksum of the container vouches for the bytes */
  end(proven) {
    const header = this.#header;
    if (header === void 0) {
      throw new Broken("L1", "cut-short", "the file ends inside the header of its array", {
        offset: this.#place.fileOffset + this.#start.length
      });
    }
    const { book, subject } = this.#books;
    const { name } = this.#place;
    const fileOffset = this.#place.fileOffset + header.bytes;
    if (this.#objects === void 0) {
      subject.keys.addTensor(name, name);
      this.#scan?.judge(book, { names: [name], fileOffset, proven });
      return;
    }
    const root = this.#objects.end();
    if (arrayIn(root) === void 0)
      throw new Broken("L2", "npy-object", "an array of objects is followed by a pickle of something else");
    this.#objects.enter(root, { name, fileOffset, proven, book });
  }
  /** @returns what follows the header */
  #collect(piece) {
    const before = this.#start.length;
    const wanted = this.#headerBytes ?? Math.min(LONGEST_START, this.#place.bytes);
    const taken = Math.min(wanted - before, piece.length);
    const start = new Uint8Array(before + taken);
    start.set(this.#start);
    start.set(piece.subarray(0, taken), before);
    this.#start = start;
    if (start.length < wanted) return piece.subarray(taken);
    if (this.#headerBytes === void 0) {
      this.#headerBytes = npyHeaderBytes(start);
      return this.#collect(piece.subarray(taken));
    }
    this.#open(parseNpyHeader(start));
    return piece.subarray(taken);
  }
  #open(header) {
    const { subject, imports } = this.#books;
    this.#header = header;
    if (header.isLong) {
      const what = "numpy.load refuses a header of more than 10,000 characters unless it is told otherwise";
      subject.findings.degraded("L2", "unsafe-loader", what, { offset: this.#place.fileOffset });
    }
    if (header.type.object) {
      const programBytes = this.#place.bytes - header.bytes;
      this.#objects = new PickledObject(subject, imports, programBytes, false);
      this.#ownBytesLeft = programBytes;
      return;
    }
    this.#ownBytesLeft = this.#elementBytes(header);
    this.#scan = new ArrayScan(subject, header, [this.#place.name]);
  }
  /** With the header they are the whole file, or less of it where others may follow. */
  #elementBytes({ type, shape, bytes }) {
    const expected = BigInt(bytes) + BigInt(type.bytes) * countOf(shape);
    const found = BigInt(this.#place.bytes);
    const cut = expected > found;
    if (expected === found || !cut && this.#place.mayBeFollowed) return Number(expected) - bytes;
    const what = cut ? "the array ends before its elements do" : SURPLUS;
    throw new Broken("L1", cut ? "cut-short" : "trailing-bytes", what, {
      offset: this.#place.fileOffset + (cut ? this.#place.bytes : Number(expected)),
      expected: `${expected} bytes`,
      found: `${found} bytes`
    });
  }
};

// src/verify/numpy/npy-sequence.ts
var NAMED_LIKE_SEQUENCE = /\.eqx$/i;
var NpySequence = class {
  #books;
  #bytes;
  #rootName;
  #at;
  #arrays = 0;
  #current;
  /** The beginning of what follows an array, until it is long enough to tell whether that is another. */
  #start = new Uint8Array(0);
  /** @param from where the first begins; `bytes` is the whole file's */
  constructor(books, rootName, { bytes, from }) {
    this.#books = books;
    this.#rootName = rootName;
    this.#bytes = bytes;
    this.#at = from;
  }
  get arrays() {
    return this.#arrays;
  }
  feed(piece) {
    let rest = piece;
    while (rest.length > 0) {
      const all = this.#start.length === 0 ? rest : Buffer.concat([this.#start, rest]);
      this.#start = new Uint8Array(0);
      this.#current ??= this.#begun(all);
      if (this.#current === void 0) return;
      rest = this.#current.feed(all);
      this.#at += all.length - rest.length;
      if (this.#current.isWhole) this.#endArray();
    }
  }
  /** A file that ends inside an array is broken. */
  end() {
    if (this.#current !== void 0 || this.#start.length > 0 || this.#arrays === 0)
      this.#stream().end(false);
  }
  #endArray() {
    this.#current?.end(false);
    this.#current = void 0;
    this.#arrays += 1;
  }
  #begun(bytes) {
    if (this.#arrays > 0) {
      if (bytes.length < NPY_MAGIC.length && this.#at + bytes.length < this.#bytes) {
        this.#start = bytes.slice();
        return void 0;
      }
      if (!bytes.subarray(0, NPY_MAGIC.length).every((byte, i) => NPY_MAGIC[i] === byte))
        throw new Broken("L1", "trailing-bytes", SURPLUS, { offset: this.#at });
    }
    return this.#stream();
  }
  #stream() {
    const name = this.#arrays === 0 ? this.#rootName : `[${this.#arrays}]`;
    const bytes = this.#bytes - this.#at;
    return this.#current ?? new NpyStream(this.#books, { name, bytes, fileOffset: this.#at, mayBeFollowed: true });
  }
};

// src/verify/pickle/cursor.ts
var FIRST_WINDOW = 65536;
var WINDOW = 1024 ** 2;
var PickleCursor = class {
  /** Where the next thing begins. */
  at;
  #reader;
  #to;
  constructor(reader, from, to) {
    this.#reader = reader;
    this.at = from;
    this.#to = to;
  }
  get left() {
    return this.#to - this.at;
  }
  /** Feeds one program. One that does not stop before the end is fed whole and left unfinished. */
  async take(taker) {
    const from = this.at;
    let window = FIRST_WINDOW;
    for (let at = from; at < this.#to && taker.stoppedAt === void 0; window = WINDOW) {
      const length = Math.min(window, this.#to - at);
      taker.feed(await this.#reader.read(at, length));
      at += length;
    }
    this.at = from + (taker.stoppedAt ?? this.#to - from);
  }
  async bytes(length) {
    const bytes = await this.#reader.read(this.at, length);
    this.at += length;
    return bytes;
  }
  /** The value of a program without storages. */
  async plain({ findings, budgets }, imports) {
    const machine = new PickleMachine(
      {
        find: (module, name) => imports.find(module, name),
        note: (code, what) => findings.note("L2", code, what)
      },
      budgets,
      this.left,
      true
    );
    await this.take(machine);
    return machine.value();
  }
};

// src/verify/archive/zip-span.ts
var LOCAL_BYTES2 = 30;
var LONGEST_TRAILER = 24;
var NOTHING = new Uint8Array(0);
var HAS_DESCRIPTOR = 8;
var ZipSpan = class {
  offset;
  length;
  #entry;
  #rules;
  #sink;
  #unpacking;
  #stage = "header";
  /** A header or trailer that is not all here yet, or one that lies in the piece at hand. */
  #kept = NOTHING;
  #wanted = LOCAL_BYTES2;
  #keptBytes = 0;
  #dataLeft = 0;
  #headerBytes = 0;
  #out = 0;
  #crc = 0;
  constructor(entry, rules, sink) {
    this.offset = entry.offset;
    this.length = entry.spanEnd - entry.offset;
    this.#entry = entry;
    this.#rules = rules;
    this.#sink = sink;
  }
  /**
   * The span cut at its data, where the directory's reader found out where that is (`locateLarge`): header, data that workers
   * may take, and what follows.
   */
  regions() {
    const { dataOffset, bytes, spanEnd } = this.#entry;
    const scan = this.#sink?.scan;
    if (dataOffset === void 0 || this.#sink !== void 0 && scan === void 0) return [this];
    const dataEnd = dataOffset + bytes;
    const feed = (piece, offset) => this.feed(piece, offset);
    return [
      { offset: this.offset, length: dataOffset - this.offset, feed, end: () => this.#mustBeAtData() },
      {
        offset: dataOffset,
        length: bytes,
        feed,
        end: () => {
        },
        bulk: {
          crc: !this.#rules.crcOff,
          scan: scan?.spec,
          took: (slice) => this.#tookSlice(slice)
        }
      },
      { offset: dataEnd, length: spanEnd - dataEnd, feed, end: () => this.end() }
    ];
  }
  feed(piece, fileOffset) {
    let at = 0;
    while (at < piece.length) {
      if (this.#stage === "data") {
        const length = Math.min(this.#dataLeft, piece.length - at);
        const pending = this.#data(piece.subarray(at, at + length), fileOffset + at);
        at += length;
        if (pending !== void 0) return pending.then(() => this.feed(piece.subarray(at), fileOffset + at));
      } else {
        at += this.#collect(piece.subarray(at), fileOffset + at);
      }
    }
  }
  end() {
    if (this.#stage === "header" || this.#stage === "names")
      throw structure2("a local header is cut", this.offset);
    const unpacked = this.#unpacking?.end(this.offset + this.#headerBytes + this.#entry.compressedBytes);
    if (unpacked !== void 0) return unpacked.then(() => this.#judgeContent());
    this.#judgeContent();
  }
  #judgeContent() {
    const entry = this.#entry;
    const lengthRight = this.#out === entry.bytes;
    const crcRight = this.#rules.crcOff || this.#crc === entry.crc;
    if (!lengthRight) {
      const what = `${quoted(entry.name)} has another length than declared`;
      this.#rules.subject.findings.fail("L1", "member-length", what, {
        offset: this.offset,
        expected: `${entry.bytes} bytes`,
        found: `${this.#out} bytes`
      });
    } else if (!crcRight) {
      const what = `${quoted(entry.name)} is not what was written: its CRC-32 differs`;
      this.#rules.subject.findings.caught(
        sumDiffers(what, this.offset, { stored: entry.crc, found: this.#crc })
      );
    }
    this.#sink?.end(lengthRight && crcRight);
    this.#judgeTrailer(this.#kept.subarray(0, this.#keptBytes));
  }
  #mustBeAtData() {
    const right = this.#stage === "data" || this.#stage === "trailer" && this.#entry.bytes === 0;
    if (!right || this.offset + this.#headerBytes !== this.#entry.dataOffset)
      throw structure2("a local header is not as long as it was a moment ago", this.offset);
  }
  #tookSlice({ bytes, crc = 0, scan }) {
    this.#out += bytes;
    this.#dataLeft -= bytes;
    if (!this.#rules.crcOff) this.#crc = combineCrc32(this.#crc, crc, bytes);
    if (scan !== void 0) this.#sink?.scan?.join(scan);
    if (this.#dataLeft === 0) this.#startTrailer();
  }
  /** Gathers a header or trailer; where all of it lies in the piece, nothing is copied. Returns the bytes taken. */
  #collect(piece, fileOffset) {
    if (this.#stage === "trailer") return this.#collectTrailer(piece, fileOffset);
    const kept = this.#keptBytes;
    const length = Math.min(this.#wanted - kept, piece.length);
    this.#kept = kept === 0 ? piece.subarray(0, length) : Buffer.concat([this.#kept, piece.subarray(0, length)]);
    this.#keptBytes = kept + length;
    if (this.#keptBytes < this.#wanted) this.#kept = this.#kept.slice();
    else if (this.#stage === "names") this.#endNames();
    else return length + this.#endHeader(piece, length);
    return length;
  }
  /** Returns how much more of the piece was taken. */
  #endHeader(piece, taken) {
    const header = viewOf(this.#kept);
    if (header.getUint32(0, true) !== 67324752)
      throw structure2("a local header has no signature", this.offset);
    this.#wanted = LOCAL_BYTES2 + header.getUint16(26, true) + header.getUint16(28, true);
    this.#stage = "names";
    const more = this.#wanted - LOCAL_BYTES2;
    if (taken === LOCAL_BYTES2 && piece.length >= this.#wanted) {
      this.#kept = piece.subarray(0, this.#wanted);
      this.#keptBytes = this.#wanted;
      this.#endNames();
      return more;
    }
    this.#kept = this.#kept.slice();
    if (more === 0) this.#endNames();
    return 0;
  }
  #collectTrailer(piece, fileOffset) {
    if (this.#keptBytes + piece.length > LONGEST_TRAILER) {
      throw structure2(`bytes that belong to no member follow ${quoted(this.#entry.name)}`, fileOffset);
    }
    this.#kept = Buffer.concat([this.#kept, piece]);
    this.#keptBytes += piece.length;
    return piece.length;
  }
  #endNames() {
    const entry = this.#entry;
    const dataOffset = this.offset + this.#kept.length;
    this.#headerBytes = this.#kept.length;
    this.#judgeLocal(viewOf(this.#kept), dataOffset);
    if (dataOffset + entry.compressedBytes > entry.spanEnd) {
      throw structure2(`${quoted(entry.name)} overlaps what follows it`, this.offset);
    }
    this.#dataLeft = entry.compressedBytes;
    const limits = unpackLimits(this.#rules.subject.budgets);
    this.#unpacking = unpackingOf(entry, dataOffset, limits, (piece) => this.#content(piece, -1));
    this.#stage = "data";
    if (this.#dataLeft === 0) this.#startTrailer();
  }
  #judgeLocal(header, dataOffset) {
    const entry = this.#entry;
    const flags = header.getUint16(6, true);
    if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(entry.name, flags, this.offset);
    const nameLength = header.getUint16(26, true);
    const name = this.#kept.subarray(LOCAL_BYTES2, LOCAL_BYTES2 + nameLength);
    const extra = this.#kept.subarray(LOCAL_BYTES2 + nameLength);
    const sameName = Buffer.from(entry.name, entry.nameIn).equals(name);
    const sameMethod = ZIP_METHODS.get(header.getUint16(8, true)) === entry.method;
    const version = header.getUint16(4, true);
    const sameVersion = version === entry.version || entry.isWide && version < entry.version;
    const sameRest = sameVersion && header.getUint32(10, true) === entry.timeAndDate;
    const sameFlags = flags === entry.flags;
    if (!sameName || !sameMethod || !sameFlags || !sameRest || !this.#sameSizes(header, extra, flags)) {
      const what = `the header before ${quoted(entry.name)} does not repeat the directory`;
      throw new Broken("L1", "local-differs", what, { offset: this.offset });
    }
    if (entry.nameIn !== "utf8") {
      const what = `${quoted(entry.name)} has a name in letters that the archive does not tell: readers call it differently`;
      this.#rules.subject.findings.degraded("L1", "zip-name", what, { offset: this.offset });
    }
    this.#judgeExtra(extraFields(extra, this.offset));
    const { alignment } = this.#rules;
    if (alignment !== void 0 && entry.bytes > 0 && dataOffset % alignment !== 0) {
      const what = `${quoted(entry.name)} is not aligned to ${alignment} bytes`;
      this.#rules.subject.findings.note("L1", "misaligned", what, { offset: dataOffset });
    }
  }
  #judgeExtra(fields) {
    const { name, nameIn, unknownExtra: inDirectory } = this.#entry;
    if (fields.some(({ id, bytes }) => id === PADDING_ID && !isPadding(bytes)))
      throw structure2("padding is not what it should be", this.offset);
    for (const id of /* @__PURE__ */ new Set([...inDirectory, ...unknownExtra(fields, { name, nameIn }, this.offset)])) {
      const found = `0x${id.toString(16).padStart(4, "0")}`;
      const what = `${quoted(name)} has an extra field that nothing explains`;
      this.#rules.subject.findings.degraded("L1", "unknown-extra", what, { offset: this.offset, found });
    }
  }
  #sameSizes(header, extra, flags) {
    const { crc, compressedBytes, bytes } = this.#entry;
    const sizes = [header.getUint32(22, true), header.getUint32(18, true)];
    const [size = -1, compressed2 = -1] = wide(extra, sizes, this.offset);
    const mayBeOpen = (flags & HAS_DESCRIPTOR) !== 0;
    const fits = (field, value) => field === value || mayBeOpen && field === 0;
    return fits(header.getUint32(14, true), crc) && fits(size, bytes) && fits(compressed2, compressedBytes);
  }
  #data(piece, fileOffset) {
    this.#dataLeft -= piece.length;
    const unpacking = this.#unpacking;
    const done = unpacking === void 0 ? this.#content(piece, fileOffset) : unpacking.feed(piece, fileOffset);
    if (this.#dataLeft === 0) this.#startTrailer();
    return done;
  }
  #content(piece, fileOffset) {
    const { expansion, crcOff, subject } = this.#rules;
    this.#out += piece.length;
    if (fileOffset < 0) {
      expansion.bytes += piece.length;
      subject.reader.throwIfStopped();
    }
    if (expansion.bytes > expansion.limit)
      throw overBudget("expandedBytes", expansion.limit, expansion.bytes, this.offset);
    if (!crcOff) this.#crc = crc32(piece, this.#crc);
    this.#sink?.feed(piece, fileOffset);
  }
  #startTrailer() {
    this.#stage = "trailer";
    this.#kept = NOTHING;
    this.#keptBytes = 0;
  }
  /** A data descriptor, with or without its signature, of 32- or 64-bit sizes; or nothing. */
  #judgeTrailer(bytes) {
    const { name, flags, crc, compressedBytes, bytes: size } = this.#entry;
    const expected = (flags & HAS_DESCRIPTOR) !== 0;
    if (!expected && bytes.length === 0) return;
    const view = viewOf(bytes);
    const signed = bytes.length % 8 === 0 && bytes.length > 0 && view.getUint32(0, true) === 134695760;
    const at = signed ? 4 : 0;
    const isWide = bytes.length - at === 20;
    const fits = expected && (isWide || bytes.length - at === 12);
    const number = (offset) => isWide ? Number(view.getBigUint64(offset, true)) : view.getUint32(offset, true);
    const right = fits && view.getUint32(at, true) === crc && number(at + 4) === compressedBytes && number(at + (isWide ? 12 : 8)) === size;
    if (right) return;
    throw structure2(
      `what follows ${quoted(name)} is not its data descriptor`,
      this.#entry.spanEnd - bytes.length
    );
  }
};

// src/verify/torch/checkpoint-book.ts
var CheckpointBook = class {
  constructor(subject, shared2) {
    this.subject = subject;
    this.imports = shared2?.imports ?? new PickleImports(subject);
    this.steps = shared2?.steps ?? new StepRecord(subject);
    this.judge = shared2?.judge ?? new TensorJudge(subject);
    this.meaning = shared2?.meaning ?? new CheckpointMeaning(subject, subject.reader.label);
  }
  subject;
  imports;
  steps;
  judge;
  meaning;
  /**
   * Call once, when everything has gone by.
   * @param program absent when it could not be walked
   */
  settle(program, storages) {
    this.imports.settle();
    if (program === void 0) return NO_TENSORS;
    const { metaTensors, root } = program;
    if (metaTensors > 0) {
      const what = `${metaTensors} tensors have a shape and no data`;
      this.subject.findings.degraded("L3", "meta-tensor", what);
    }
    this.steps.settle();
    this.meaning.settle(root);
    return this.judge.settle([...storages].reduce((sum, { tensors }) => sum + tensors.length, 0));
  }
};

// src/verify/torch/program.ts
var TorchProgramReader = class {
  #subject;
  #steps;
  #meaning;
  #machine;
  #storages;
  constructor({ subject, imports, steps, meaning }, programBytes, { spelling = zipSpelling, openEnded = false, storages = /* @__PURE__ */ new Map() } = {}) {
    this.#subject = subject;
    this.#steps = steps;
    this.#meaning = meaning;
    this.#storages = storages;
    const world = {
      find: (module, name) => imports.find(module, name),
      persistent: (id) => this.#persistent(spelling, id),
      note: (code, what) => subject.findings.note("L2", code, what)
    };
    this.#machine = new PickleMachine(world, subject.budgets, programBytes, openEnded);
  }
  feed(piece) {
    this.#machine.feed(piece);
  }
  /** Of a program that something else follows: its length, once its STOP has come. */
  get stoppedAt() {
    return this.#machine.stoppedAt;
  }
  /** Of a program that fills what it was said to fill. */
  end(name) {
    return this.#describe(this.#machine.end(), name);
  }
  /** Of a program that something else follows. */
  stop() {
    return this.#describe(this.#machine.value(), "");
  }
  #describe(root, name) {
    const program = {
      storages: this.#storages,
      metaTensors: 0,
      root,
      opcodes: this.#machine.opcodesUsed
    };
    const { keys, facts, budgets } = this.#subject;
    const shown2 = [];
    walkPickled(
      root,
      budgets.pickleDepth,
      {
        tensor: (path, top, tensor) => {
          keys.addTensor(path, top);
          this.#place(program, path, top, tensor);
        },
        scalar: (path, top, value) => {
          const plain2 = plainOf(value);
          keys.addValue(path, top, plain2 === null);
          if (typeof plain2 === "number") {
            this.#steps.offer(path, plain2);
            this.#meaning.number(path, plain2);
          }
          if (path === top && shown2.length < 64)
            shown2.push([path.slice(0, 120), typeof plain2 === "string" ? plain2.slice(0, 200) : plain2]);
        },
        opaque: (path, top) => keys.addValue(path, top)
      },
      name
    );
    const before = Object.entries(facts.scalars);
    facts.scalars = Object.fromEntries([...before, ...shown2].slice(0, 64));
    return program;
  }
  #persistent(spelling, id) {
    const value = spelling(id, (storage) => this.#enter(storage));
    if (value === void 0)
      throw new Broken("L2", "pickle-bad-call", "the pickle program asks for something else than a storage");
    return value;
  }
  #enter(storage) {
    const { key, dtype: dtype2, elements } = storage;
    const known = this.#storages.get(key);
    if (known === void 0) {
      this.#storages.set(key, { storage, tensors: [] });
      return storage;
    }
    if (known.storage.dtype !== dtype2 || known.storage.elements !== elements) {
      throw new Broken("L2", "storage-contradicts", `storage ${quoted(key)} is described in two ways`);
    }
    return known.storage;
  }
  #place(program, name, top, tensor) {
    const { storage } = tensor;
    if (storage === void 0) {
      program.metaTensors += 1;
      return;
    }
    judgeReach(this.#subject.findings, name, tensor);
    const placed = storage.from === 0 ? tensor : shifted(tensor, storage.from);
    this.#storages.get(storage.key)?.tensors.push({ name, top, tensor: placed });
  }
};
var shifted = (tensor, from) => {
  const { storage, dtype: dtype2, offset, shape, stride, rule } = tensor;
  return new PyTensor(storage, dtype2, { offset: offset + from, shape, stride }, void 0, rule);
};
var zipSpelling = (id, add) => {
  const storage = id instanceof PyTuple && id.items.length === 5 ? storageOf(id) : void 0;
  return storage === void 0 ? void 0 : add(storage);
};

// src/verify/torch/serialization-id.ts
var WORD = (1n << 64n) - 1n;
function runningHash(before) {
  let hash = 0n;
  for (const { crc, bytes } of before) {
    if (bytes > 0) hash ^= BigInt(crc) + 0x9e3779b9n + (hash << 6n) + (hash >> 2n) & WORD;
  }
  return hash.toString().padStart(20, "0");
}

// src/verify/torch/storage.ts
function storageSink(scan, entry) {
  let fileOffset = entry.dataOffset;
  return {
    // No spread: there may be a hundred thousand of them, and an object that is made so takes 4 µs.
    scan: scan.bounds === void 0 ? scan.scan : void 0,
    feed(piece, offset) {
      if (offset >= 0) fileOffset ??= offset;
      scan.feed(piece);
    },
    end: () => scan.end(fileOffset ?? entry.offset, fileOffset !== void 0 && entry.method === "stored")
  };
}

// src/verify/torch/archive.ts
var OWN_MEMBERS = [
  "version",
  ".data/version",
  "byteorder",
  ".format_version",
  ".storage_alignment",
  ".data/serialization_id"
];
var rootOf = (name) => name.slice(0, name.indexOf("/") + 1);
var OBJECT = { member: "data.pkl", name: "", folder: "data/" };
var TorchArchive = class {
  #subject;
  #directory;
  #root;
  #byName;
  #book;
  #program;
  #littleEndian = true;
  #alignment;
  #places;
  #alsoKnown;
  #metaTensors = 0;
  /** By folder. */
  #storages = /* @__PURE__ */ new Map();
  /** By the name of the member that holds it. */
  #held = /* @__PURE__ */ new Map();
  constructor(subject, directory, layout = {}, shared2) {
    this.#places = layout.programs ?? [OBJECT];
    this.#alsoKnown = layout.alsoKnown;
    this.#subject = subject;
    this.#directory = directory;
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
    this.#root = rootOf(directory.entries[0]?.name ?? "");
    const stray = directory.entries.find(({ name }) => rootOf(name) !== this.#root);
    if (stray !== void 0) {
      const what = `${quoted(stray.name)} is outside the folder ${this.#root}`;
      throw new Broken("L2", "torch-layout", what, { offset: stray.offset });
    }
    this.#book = new CheckpointBook(subject, shared2);
  }
  /** The first one; absent when not all of them could be walked. */
  get program() {
    return this.#program;
  }
  /** Everything that must be known before the storages go by. A fault in it leaves the CRCs still to be verified. */
  async readProgram() {
    await this.#subject.findings.guard(async () => {
      await locateLarge(this.#subject.reader, this.#directory.entries);
      await this.#readNotes();
      const programs = [];
      for (const place of this.#places) programs.push(await this.#readOne(place));
      this.#metaTensors = programs.reduce((sum, { metaTensors }) => sum + metaTensors, 0);
      this.#program = programs[0];
      for (const place of this.#places) this.#matchStorages(place);
      this.#mustBeKnown();
    });
  }
  async #readOne({ member, name, folder }) {
    const entry = this.#member(member);
    if (entry === void 0)
      throw new Broken("L2", "torch-layout", `has no ${member}`, { expected: `${this.#root}${member}` });
    const storages = this.#storages.get(folder) ?? /* @__PURE__ */ new Map();
    this.#storages.set(folder, storages);
    const reader = new TorchProgramReader(this.#book, entry.bytes, { storages });
    await readMember(this.#subject.reader, entry, this.#subject.budgets, (piece) => reader.feed(piece));
    return reader.end(name);
  }
  *regions() {
    const { entries, crcOff } = this.#directory;
    const { budgets } = this.#subject;
    const rules = {
      crcOff,
      subject: this.#subject,
      expansion: { bytes: 0, limit: budgets.expandedBytes },
      ...this.#alignment === void 0 ? {} : { alignment: this.#alignment }
    };
    for (const entry of entries) yield* new ZipSpan(entry, rules, this.#sinkFor(entry)).regions();
  }
  settle() {
    const program = this.#program && { ...this.#program, metaTensors: this.#metaTensors };
    const storages = [...this.#storages.values()].flatMap((each) => [...each.values()]);
    return this.#book.settle(program, storages);
  }
  #member(name) {
    return this.#byName.get(this.#root + name);
  }
  async #readNotes() {
    const version = await this.#note("version") ?? await this.#note(".data/version");
    if (version === void 0 || !/^([1-9]|10)\n?$/.test(version)) {
      throw new Broken("L2", "torch-layout", "has no version that PyTorch could have written", {
        expected: "1 to 10",
        found: version === void 0 ? "none" : JSON.stringify(version.slice(0, 20))
      });
    }
    const order = await this.#note("byteorder");
    if (order !== void 0 && order !== "little" && order !== "big") {
      throw new Broken("L2", "torch-layout", "names a byte order that does not exist", {
        expected: "little or big",
        found: JSON.stringify(order.slice(0, 20))
      });
    }
    this.#littleEndian = order !== "big";
    const alignment = await this.#note(".storage_alignment");
    if (alignment !== void 0 && /^[1-9][0-9]{0,6}\n?$/.test(alignment))
      this.#alignment = Number(alignment);
    const id = await this.#note(".data/serialization_id");
    if (id !== void 0) this.#judgeSerializationId(id);
  }
  /** Says whether the members are those of one call of torch.save. No reader looks at it, so it is told and no more. */
  #judgeSerializationId(id) {
    const { entries, crcOff } = this.#directory;
    const at = entries.findIndex(({ name }) => name === `${this.#root}.data/serialization_id`);
    const expected = runningHash(entries.slice(0, at));
    if (crcOff || /^[0-9]{40}$/.test(id) && id.endsWith(expected)) return;
    const what = "the serialization id is not that of the members before it";
    this.#subject.findings.note("L2", "serialization-id", what, {
      expected: `...${expected}`,
      found: JSON.stringify(id.slice(0, 60))
    });
  }
  async #note(name) {
    const entry = this.#member(name);
    return entry === void 0 ? void 0 : await readNote(this.#subject.reader, entry, this.#subject.budgets);
  }
  /** Every storage has its member, of exactly its size. */
  #matchStorages({ folder }) {
    const { findings } = this.#subject;
    for (const [key, referred] of this.#storages.get(folder) ?? []) {
      const { storage } = referred;
      const member = `${folder}${key}`;
      if (this.#held.has(member)) continue;
      this.#held.set(member, referred);
      const entry = this.#member(member);
      const expected = storage.elements * ((storage.dtype ?? DTYPES.u8).bits / 8);
      if (entry === void 0) {
        findings.fail("L2", "storage-missing", `storage ${quoted(key)} is not in the file`, {
          expected: `${expected} bytes`,
          found: "no member"
        });
      } else if (entry.bytes !== expected) {
        const what = `storage ${quoted(key)} is not as long as its tensors need`;
        const sizes = { expected: `${expected} bytes`, found: `${entry.bytes} bytes` };
        findings.fail("L2", "storage-size", what, { offset: entry.offset, ...sizes });
      }
    }
  }
  /** Every member has its storage, or a meaning of its own. */
  #mustBeKnown() {
    const { findings } = this.#subject;
    for (const { name, offset } of this.#directory.entries) {
      const inner = name.slice(this.#root.length);
      const isKnown = this.#isOwn(inner) || this.#alsoKnown?.test(inner) === true || this.#held.has(inner);
      if (!isKnown)
        findings.degraded("L2", "surplus-member", `nothing refers to ${quoted(name)}`, { offset });
    }
  }
  #isOwn(inner) {
    return OWN_MEMBERS.includes(inner) || this.#places.some(({ member }) => member === inner);
  }
  #sinkFor(entry) {
    const inner = entry.name.slice(this.#root.length);
    if (this.#isOwn(inner) || this.#program === void 0) return void 0;
    const referred = this.#held.get(inner);
    if (referred === void 0) return strayPickle(this.#subject, entry);
    const come = {
      littleEndian: this.#littleEndian,
      proven: !this.#directory.crcOff || this.#subject.digestGiven,
      bytes: entry.bytes
    };
    return storageSink(new StorageScan(referred, this.#book, come), entry);
  }
};

// src/verify/torch/loader.ts
var WEIGHTS_ONLY2 = /* @__PURE__ */ new Set([
  ...Buffer.from("cRbaesu(tN)]}JKMGXUQhjqr.", "latin1"),
  ...[128, 129, 133, 134, 135, 136, 137, 138, 143]
]);
var SHOWN2 = 5;
function judgeLoader({ findings, allowDegraded }, opcodes) {
  const beyond = opcodes.filter((opcode) => !WEIGHTS_ONLY2.has(opcode));
  if (beyond.length === 0) return;
  const hex = beyond.slice(0, SHOWN2).map((opcode) => `0x${opcode.toString(16).padStart(2, "0")}`);
  const what = "is written in opcodes that torch.load refuses by default: it loads only with weights_only=False; torch.save writes protocol 2 unless told otherwise";
  const where = { found: `opcodes ${hex.join(", ")}` };
  if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, where);
  else findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, where);
}

export {
  plainType,
  structure,
  arrayOf,
  countOf,
  PickleImports,
  storageOf,
  strayPickle,
  windowSource,
  ArchiveMembers,
  CheckpointMeaning,
  ArrayScan,
  reachOf,
  StorageScan,
  plainOf,
  walkPickled,
  PickledObject,
  NEEDS_OBJECTS,
  PickleReading,
  Unpacked,
  expansionLimit,
  unpackedInMemory,
  readZipDirectory,
  structure2,
  Inflater,
  readyZstd,
  zstdDecompress,
  bzip2Decompress,
  Bzip2Streams,
  lzmaProperties,
  Lzma,
  lzmaAlone,
  asUnpacking,
  zstdFrames,
  readMember,
  locateLarge,
  readWhole,
  readNote,
  openMember,
  NpyStream,
  NAMED_LIKE_SEQUENCE,
  NpySequence,
  PickleCursor,
  ZipSpan,
  CheckpointBook,
  TorchProgramReader,
  storageSink,
  OBJECT,
  TorchArchive,
  judgeLoader
};
