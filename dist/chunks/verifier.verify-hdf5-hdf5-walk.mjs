import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KerasConfig
} from "./verifier.verify-hdf5-keras-arguments.shared.mjs";
import {
  lookForPickle
} from "./verifier.verify-pickle-carried-pickle.shared.mjs";
import {
  bitUnshuffled,
  bloscDecompress,
  unshuffled
} from "./verifier.verify-codec-blosc.shared.mjs";
import {
  lz4Block
} from "./verifier.verify-codec-lz4-block.shared.mjs";
import "./verifier.verify-codec-snappy.shared.mjs";
import {
  bzip2Decompress,
  readyZstd,
  zstdDecompress
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  DTYPES,
  TensorBook,
  mayNotBeNegative
} from "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  ElementScan,
  HDF5_SIGNATURE,
  Unsettled,
  findHdf5Signature,
  hex8,
  holdsTensors,
  overBudget,
  quoted,
  readScalar,
  utf8
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/hdf5/cursor.ts
var hdf5Broken = (what, offset, extra = {}) => new Broken("L2", "hdf5-structure", what, { offset, ...extra });
var Cursor = class _Cursor {
  at = 0;
  bytes;
  /** Of the first byte, in the file; for messages. */
  fileOffset;
  #view;
  #widths;
  constructor(bytes, fileOffset, widths) {
    this.bytes = bytes;
    this.fileOffset = fileOffset;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#widths = widths;
  }
  get left() {
    return this.bytes.length - this.at;
  }
  get place() {
    return this.fileOffset + this.at;
  }
  get widths() {
    return this.#widths;
  }
  u8() {
    return this.#view.getUint8(this.#step(1));
  }
  u16() {
    return this.#view.getUint16(this.#step(2), true);
  }
  u32() {
    return this.#view.getUint32(this.#step(4), true);
  }
  /** An unsigned number of 1 to 8 bytes; one that a double cannot hold exactly is refused. */
  uint(width) {
    const from = this.#step(width);
    let value = 0n;
    for (let i = width - 1; i >= 0; i -= 1) value = value << 8n | BigInt(this.#view.getUint8(from + i));
    if (value > BigInt(Number.MAX_SAFE_INTEGER))
      throw hdf5Broken("a number is beyond reason", this.fileOffset + from, { found: String(value) });
    return Number(value);
  }
  /** An address relative to the file's base; `undefined` where the file says that there is none. */
  address() {
    const { offsets } = this.#widths;
    const field = this.bytes.subarray(this.at, this.at + offsets);
    if (field.length === offsets && field.every((byte) => byte === 255)) {
      this.at += offsets;
      return void 0;
    }
    return this.uint(offsets);
  }
  /** An address that must be there. */
  mustAddress(what) {
    const from = this.place;
    const address = this.address();
    if (address === void 0) throw hdf5Broken(`${what} has no address`, from);
    return address;
  }
  length() {
    return this.uint(this.#widths.lengths);
  }
  /** A length that may be undefined (all ones). */
  maybeLength() {
    const field = this.bytes.subarray(this.at, this.at + this.#widths.lengths);
    if (field.length === this.#widths.lengths && field.every((byte) => byte === 255)) {
      this.at += field.length;
      return void 0;
    }
    return this.length();
  }
  take(length) {
    const from = this.#step(length);
    return this.bytes.subarray(from, from + length);
  }
  skip(length) {
    this.#step(length);
  }
  /** The same place as a structure of its own. */
  part(length) {
    const place = this.place;
    return new _Cursor(this.take(length), place, this.#widths);
  }
  signature(expected) {
    const from = this.place;
    const found = Buffer.from(this.take(4)).toString("latin1");
    if (found === expected) return;
    throw hdf5Broken(`no ${expected} where the file points to one`, from, {
      expected,
      found: JSON.stringify(found)
    });
  }
  version(structure, ...known) {
    const from = this.place;
    const version = this.u8();
    if (!known.includes(version))
      throw hdf5Broken(`${structure} has a version that does not exist`, from, {
        expected: known.join(" or "),
        found: String(version)
      });
    return version;
  }
  /** Text up to a NUL, which is taken too. */
  text() {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) throw hdf5Broken("a name does not end", this.place);
    const text = this.take(end - this.at);
    this.at += 1;
    return text;
  }
  #step(length) {
    if (length < 0 || length > this.left)
      throw hdf5Broken("a structure is longer than its place", this.place, {
        expected: `at most ${this.left} bytes`,
        found: `${length} bytes`
      });
    const from = this.at;
    this.at += length;
    return from;
  }
};
var textOf = (bytes) => new TextDecoder("utf-8").decode(bytes);
function bytesFor(most) {
  let bits = 0;
  for (let rest = most; rest > 1; rest = Math.floor(rest / 2)) bits += 1;
  return Math.floor(bits / 8) + 1;
}

// src/verify/hdf5/dataspace.ts
var MOST_RANK = 32;
var HAS_MAXIMA = 1;
var NULL_SPACE = 2;
function readDataspace(cursor) {
  const from = cursor.place;
  const version = cursor.version("a dataspace", 1, 2);
  const rank2 = cursor.u8();
  const flags = cursor.u8();
  const kind = cursor.u8();
  if (version === 1) cursor.skip(4);
  if (rank2 > MOST_RANK)
    throw hdf5Broken("a dataspace has more dimensions than any", from, { found: String(rank2) });
  if (version === 2 && kind === NULL_SPACE) return { shape: void 0, mostShape: [], elements: 0 };
  const shape2 = Array.from({ length: rank2 }, () => cursor.length());
  const mostShape = (flags & HAS_MAXIMA) !== 0 ? shape2.map(() => cursor.maybeLength()) : shape2;
  shape2.forEach((size, i) => {
    const most = mostShape[i];
    if (most !== void 0 && most < size) throw hdf5Broken("a dimension is larger than its maximum", from);
  });
  const elements = shape2.reduce((product, size) => product * BigInt(size), 1n);
  if (elements > BigInt(Number.MAX_SAFE_INTEGER))
    throw hdf5Broken("a dataspace is beyond reason", from, { found: String(elements) });
  return { shape: shape2, mostShape, elements: Number(elements) };
}

// src/verify/hdf5/datatype.ts
var DEEPEST = 16;
var MOST_VARIABLE = 4096;
var CLASS = {
  integer: 0,
  float: 1,
  time: 2,
  text: 3,
  bits: 4,
  opaque: 5,
  compound: 6,
  reference: 7,
  enum: 8,
  variable: 9,
  array: 10,
  complex: 11
};
function readDatatype(cursor, depth = 0) {
  const from = cursor.place;
  if (depth > DEEPEST)
    throw new Unsettled("L2", "over-budget", "a type is nested more deeply than we follow", { offset: from });
  const first = cursor.u8();
  const [kind, version] = [first & 15, first >> 4];
  const bits = cursor.uint(3);
  const bytes = cursor.u32();
  if (version < 1 || version > 5)
    throw hdf5Broken("a type has a version that does not exist", from, { found: String(version) });
  if (bytes === 0) throw hdf5Broken("a type without size", from);
  switch (kind) {
    case CLASS.integer:
    case CLASS.bits:
      return integer(cursor, bytes, bits);
    case CLASS.float:
      return float(cursor, bytes, bits);
    case CLASS.time:
      cursor.skip(2);
      return { bytes };
    case CLASS.text:
      mustBeEncoding(bits >> 4 & 15, from);
      return { bytes, text: "fixed" };
    case CLASS.opaque:
      cursor.skip(Math.ceil((bits & 255) / 8) * 8);
      return { bytes, isOpaque: true };
    case CLASS.compound:
      return compound(cursor, { bytes, version, members: bits & 65535, depth });
    case CLASS.reference:
      return reference(bytes, bits, from);
    case CLASS.enum:
      return enumeration(cursor, { bytes, version, members: bits & 65535, depth });
    case CLASS.variable: {
      const isText = (bits & 15) === 1;
      if (isText) mustBeEncoding(bits >> 8 & 15, from);
      const item = readDatatype(cursor, depth + 1);
      return {
        bytes,
        ...isText ? { text: "variable" } : {},
        variable: [{ at: 0, itemBytes: item.bytes }]
      };
    }
    case CLASS.array:
      return array(cursor, { bytes, version, depth });
    case CLASS.complex: {
      const half = readDatatype(cursor, depth + 1);
      return complex(bytes, half);
    }
    default:
      throw hdf5Broken("a type of a class that does not exist", from, { found: String(kind) });
  }
}
function mustBeEncoding(encoding, from) {
  if (encoding > 1)
    throw hdf5Broken("a type of texts has an encoding that does not exist", from, {
      expected: "0 or 1",
      found: String(encoding)
    });
}
function bitsWithin(cursor, bytes) {
  const from = cursor.place;
  const bitOffset = cursor.u16();
  const precision = cursor.u16();
  if (precision === 0 || bitOffset + precision > bytes * 8)
    throw hdf5Broken("the bits of a type do not fit into its size", from, {
      expected: `1 to ${bytes * 8} bits`,
      found: `${precision} from ${bitOffset} on`
    });
  return { isWhole: bitOffset === 0 && precision === bytes * 8, precision };
}
function integer(cursor, bytes, bits) {
  const { isWhole } = bitsWithin(cursor, bytes);
  const dtype = DTYPES[`${(bits & 8) !== 0 ? "i" : "u"}${bytes * 8}`];
  if (dtype === void 0 || bytes > 8 || !isWhole) return { bytes };
  return { bytes, number: { dtype, littleEndian: (bits & 1) === 0 } };
}
var FLOATS = {
  "8 11 52 1023": DTYPES.f64,
  "4 8 23 127": DTYPES.f32,
  "2 5 10 15": DTYPES.f16,
  "2 8 7 127": DTYPES.bf16,
  "1 4 3 7": DTYPES.f8_e4m3,
  "1 5 2 15": DTYPES.f8_e5m2
};
var LARGEST_FLOAT = 16;
function float(cursor, bytes, bits) {
  const from = cursor.place;
  const { isWhole, precision } = bitsWithin(cursor, bytes);
  const [exponentAt, exponent, mantissaAt, mantissa] = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8()];
  const bias = cursor.u32();
  const signAt = bits >> 8 & 255;
  if ((bits >> 4 & 3) === 3)
    throw hdf5Broken("a floating-point type is normalised in a way that does not exist", from);
  if (exponent === 0 || mantissa === 0 || Math.max(exponentAt + exponent, mantissaAt + mantissa, signAt + 1) > precision)
    throw hdf5Broken("the parts of a floating-point type do not fit into it", from, {
      expected: `at most ${precision} bits`,
      found: `exponent ${exponent} from ${exponentAt}, mantissa ${mantissa} from ${mantissaAt}, sign ${signAt}`
    });
  const parts = [
    { name: "exponent", from: exponentAt, to: exponentAt + exponent },
    { name: "mantissa", from: mantissaAt, to: mantissaAt + mantissa },
    { name: "sign", from: signAt, to: signAt + 1 }
  ].sort((one, other) => one.from - other.from);
  const over = parts.find(({ from: start }, i) => start < (parts[i - 1]?.to ?? 0));
  if (over !== void 0)
    throw hdf5Broken("the parts of a floating-point type overlap", from, { found: over.name });
  const half = 2 ** (exponent - 1);
  if (Math.abs(bias - half) > 1)
    throw new Unsettled("L2", "hdf5-float", "a floating-point type is of no kind that we know", {
      offset: from,
      expected: `a bias of ${half - 1}`,
      found: String(bias)
    });
  if (bytes > LARGEST_FLOAT)
    throw new Unsettled("L2", "hdf5-float", "a floating-point type is larger than any that h5py finds", {
      offset: from,
      expected: `at most ${LARGEST_FLOAT} bytes`,
      found: String(bytes)
    });
  const isPlain = isWhole && mantissaAt === 0 && exponentAt === mantissa && signAt === bytes * 8 - 1 && (bits & 64) === 0;
  const dtype = FLOATS[`${bytes} ${exponent} ${mantissa} ${bias}`];
  if (dtype === void 0 || !isPlain) return { bytes };
  return { bytes, number: { dtype, littleEndian: (bits & 1) === 0 } };
}
function compound(cursor, { bytes, version, members, depth }) {
  const from = cursor.place;
  const found = [];
  const ends = [];
  for (let i2 = 0; i2 < members; i2 += 1) {
    const name = memberName(cursor, version);
    const at = version >= 3 ? cursor.uint(widthOf(bytes)) : cursor.u32();
    let elements = 1;
    if (version === 1) {
      const rank2 = cursor.u8();
      cursor.skip(11);
      const sizes = [cursor.u32(), cursor.u32(), cursor.u32(), cursor.u32()];
      for (const size of sizes.slice(0, Math.min(rank2, 4))) elements *= size;
      if (rank2 > 4 || elements === 0)
        throw hdf5Broken("a member is an array that cannot be", from, {
          found: JSON.stringify(name.slice(0, 80))
        });
    }
    const type = readDatatype(cursor, depth + 1);
    if (at + type.bytes * elements > bytes)
      throw hdf5Broken("a member lies outside its type", from, { found: JSON.stringify(name.slice(0, 80)) });
    found.push({ name, at, type });
    ends.push({ at, to: at + type.bytes * elements });
  }
  ends.sort((one, other) => one.at - other.at);
  if (ends.some(({ at }, i2) => at < (ends[i2 - 1]?.to ?? 0)))
    throw hdf5Broken("the members of a type overlap", from);
  const [r, i] = found;
  if (found.length === 2 && r?.name === "r" && i?.name === "i" && r.at === 0 && i.at === r.type.bytes) {
    const halves = complex(bytes, r.type);
    if (halves.number !== void 0 && r.type.number?.dtype === i.type.number?.dtype) return halves;
  }
  const variable = found.flatMap(
    ({ at, type }) => (type.variable ?? []).map((each) => ({ ...each, at: each.at + at }))
  );
  return { bytes, ...limited(variable, from) };
}
function complex(bytes, half) {
  const dtype = half.number?.dtype === DTYPES.f32 ? DTYPES.c64 : half.number?.dtype === DTYPES.f64 ? DTYPES.c128 : void 0;
  if (dtype === void 0 || half.number === void 0 || bytes !== 2 * half.bytes) return { bytes };
  return { bytes, number: { dtype, littleEndian: half.number.littleEndian } };
}
function enumeration(cursor, { bytes, version, members, depth }) {
  const base = readDatatype(cursor, depth + 1);
  const names = Array.from({ length: members }, () => memberName(cursor, version));
  const values = cursor.take(members * base.bytes);
  const isBool = bytes === 1 && names.join() === "FALSE,TRUE" && values[0] === 0 && values[1] === 1;
  if (base.bytes !== bytes || base.number === void 0) return { bytes };
  return { bytes, number: isBool ? { dtype: DTYPES.bool, littleEndian: true } : base.number };
}
function array(cursor, { bytes, version, depth }) {
  const from = cursor.place;
  const rank2 = cursor.u8();
  if (version < 3) cursor.skip(3);
  let elements = 1;
  for (let i = 0; i < rank2; i += 1) elements *= cursor.u32();
  if (version < 3) cursor.skip(4 * rank2);
  const item = readDatatype(cursor, depth + 1);
  if (elements * item.bytes !== bytes)
    throw hdf5Broken("an array type has another size than its items", from);
  if (item.variable === void 0) return { bytes };
  const variable = [];
  for (let i = 0; i < elements && variable.length <= MOST_VARIABLE; i += 1)
    variable.push(...item.variable.map((each) => ({ ...each, at: each.at + i * item.bytes })));
  return { bytes, ...limited(variable, from) };
}
function reference(bytes, bits, place) {
  if ((bits & 15) > 4) throw hdf5Broken("a reference of a kind that does not exist", place);
  return { bytes };
}
function limited(variable, offset) {
  if (variable.length > MOST_VARIABLE)
    throw new Unsettled("L2", "over-budget", "a type has more parts of variable length than we follow", {
      offset
    });
  return variable.length === 0 ? {} : { variable };
}
function memberName(cursor, version) {
  const offset = cursor.place;
  const bytes = cursor.text();
  if (version < 3) cursor.skip((8 - (bytes.length + 1) % 8) % 8);
  const name = utf8(bytes);
  if (name === void 0)
    throw new Unsettled("L2", "hdf5-name", "a member of a type has a name that is not UTF-8", {
      offset,
      found: Buffer.from(bytes.subarray(0, 40)).toString("hex")
    });
  return name;
}
var widthOf = (bytes) => bytes < 256 ? 1 : bytes < 65536 ? 2 : bytes < 16777216 ? 3 : 4;

// src/verify/hdf5/btree2.ts
var NODE_BYTES = 10;
var DEEPEST2 = 32;
async function* walkTree2(file, address, types) {
  const header = await readHeader(file, address);
  if (!types.includes(header.type))
    throw hdf5Broken("a B-tree holds records of another kind", file.base + address, {
      expected: types.join(" or "),
      found: String(header.type)
    });
  if (header.root === void 0) {
    if (header.total !== 0) throw hdf5Broken("a B-tree of records has no root", file.base + address);
    return;
  }
  let seen = 0;
  for await (const record of walkNode(file, header, {
    address: header.root,
    records: header.rootRecords,
    height: header.depth
  })) {
    seen += 1;
    yield record;
  }
  if (seen !== header.total)
    throw hdf5Broken("a B-tree holds another number of records than it declares", file.base + address, {
      expected: String(header.total),
      found: String(seen)
    });
}
async function readHeader(file, address) {
  const { offsets, lengths } = file.widths;
  const whole = 16 + offsets + 2 + lengths + 4;
  const cursor = await file.structure(address, whole, "a B-tree");
  cursor.signature("BTHD");
  cursor.version("a B-tree", 0);
  const type = cursor.u8();
  const nodeBytes = cursor.u32();
  const recordBytes = cursor.u16();
  const depth = cursor.u16();
  cursor.skip(2);
  const root = cursor.address();
  const rootRecords = cursor.u16();
  const total = cursor.length();
  if (depth > DEEPEST2 || recordBytes === 0 || nodeBytes < NODE_BYTES + recordBytes)
    throw hdf5Broken("a B-tree has a shape that cannot be", file.base + address);
  const tree = { type, recordBytes, total, address, nodeBytes, depth, root, rootRecords };
  return { ...tree, ...shape(tree, offsets) };
}
function shape({ nodeBytes, recordBytes, depth }, offsets) {
  const leaf = Math.floor((nodeBytes - NODE_BYTES) / recordBytes);
  const countBytes = bytesFor(leaf);
  const heights = [{ most: leaf, totalBytes: 0 }];
  let under = leaf;
  for (let height = 1; height <= depth; height += 1) {
    const pointer = offsets + countBytes + (heights[height - 1]?.totalBytes ?? 0);
    const most = Math.floor((nodeBytes - NODE_BYTES - pointer) / (recordBytes + pointer));
    under = Math.min((most + 1) * under + most, Number.MAX_SAFE_INTEGER);
    heights.push({ most, totalBytes: bytesFor(under) });
  }
  return { heights, countBytes };
}
async function* walkNode(file, header, place) {
  const { height, records } = place;
  const { most } = header.heights[height];
  if (records > most)
    throw hdf5Broken("a B-tree node has more records than room", file.base + place.address, {
      found: String(records)
    });
  file.count(1, file.base + place.address);
  file.claim(place.address, header.nodeBytes, "a B-tree node");
  const pointerBytes = height === 0 ? 0 : file.widths.offsets + header.countBytes + (header.heights[height - 1]?.totalBytes ?? 0);
  const used = NODE_BYTES + records * header.recordBytes + (height === 0 ? 0 : (records + 1) * pointerBytes);
  const cursor = await file.checked(place.address, used, "a B-tree node");
  cursor.signature(height === 0 ? "BTLF" : "BTIN");
  cursor.version("a B-tree node", 0);
  if (cursor.u8() !== header.type) throw hdf5Broken("a B-tree node is of another kind", cursor.fileOffset);
  const list = Array.from({ length: records }, () => cursor.part(header.recordBytes));
  if (height === 0) {
    yield* list;
    return;
  }
  for (let i = 0; i <= records; i += 1) {
    const pointer = cursor.part(pointerBytes);
    const address = pointer.mustAddress("a B-tree node");
    yield* walkNode(file, header, { address, records: pointer.uint(header.countBytes), height: height - 1 });
    const own = list[i];
    if (own !== void 0) yield own;
  }
}

// src/verify/hdf5/lookup3.ts
function lookup3(bytes, initial = 0) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let left = bytes.length;
  const start = 3735928559 + left + initial | 0;
  const state = [start, start, start];
  let at = 0;
  for (; left > 12; left -= 12, at += 12) {
    state[0] = state[0] + view.getInt32(at, true) | 0;
    state[1] = state[1] + view.getInt32(at + 4, true) | 0;
    state[2] = state[2] + view.getInt32(at + 8, true) | 0;
    mix(state);
  }
  if (left === 0) return state[2] >>> 0;
  for (let i = 0; i < left; i += 1) {
    const word = i >> 2;
    state[word] = state[word] + (bytes[at + i] << 8 * (i % 4)) | 0;
  }
  finalMix(state);
  return state[2] >>> 0;
}
var turn = (word, by) => word << by | word >>> 32 - by;
function mix(state) {
  let [a, b, c] = state;
  a = a - c ^ turn(c, 4) | 0;
  c = c + b | 0;
  b = b - a ^ turn(a, 6) | 0;
  a = a + c | 0;
  c = c - b ^ turn(b, 8) | 0;
  b = b + a | 0;
  a = a - c ^ turn(c, 16) | 0;
  c = c + b | 0;
  b = b - a ^ turn(a, 19) | 0;
  a = a + c | 0;
  c = c - b ^ turn(b, 4) | 0;
  b = b + a | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}
function finalMix(state) {
  let [a, b, c] = state;
  c = (c ^ b) - turn(b, 14) | 0;
  a = (a ^ c) - turn(c, 11) | 0;
  b = (b ^ a) - turn(a, 25) | 0;
  c = (c ^ b) - turn(b, 16) | 0;
  a = (a ^ c) - turn(c, 4) | 0;
  b = (b ^ a) - turn(a, 14) | 0;
  c = (c ^ b) - turn(b, 24) | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

// src/verify/hdf5/file.ts
var PAGE_BYTES = 16384;
var PAGES_KEPT = 256;
var Hdf5File = class {
  reader;
  budgets;
  /** Where address 0 lies: behind the user block. */
  base;
  widths = { offsets: 8, lengths: 8 };
  /** Of the superblock or its extension: how many entries the nodes of the classic B-trees have room for. */
  ranks = { groupLeaf: 4, groupInternal: 16, chunkInternal: 32 };
  /** Some structure that was read has no checksum. */
  hasUnguarded = false;
  #pages = /* @__PURE__ */ new Map();
  #owned = /* @__PURE__ */ new Set();
  #starts = [];
  #lengths = [];
  #end;
  #objects = 0;
  #muted = 0;
  #expanded = 0;
  constructor(reader, budgets, base) {
    this.reader = reader;
    this.budgets = budgets;
    this.base = base;
    this.#end = reader.sizeBytes;
  }
  /** Bytes after the base, up to the end that the file gives itself once that is known. */
  get size() {
    return this.#end - this.base;
  }
  /** Nothing of the file may lie behind this byte. */
  endAt(offset) {
    this.#end = offset;
  }
  /** Counts what a file may make us look at. */
  count(objects = 1, offset) {
    this.#objects += objects;
    if (this.#objects % 1024 === 0) this.reader.throwIfStopped();
    if (this.#objects > this.budgets.objects)
      throw overBudget("objects", this.budgets.objects, this.#objects, offset);
  }
  /** Counts what filters unpack to. */
  expand(bytes, offset) {
    this.#expanded += bytes;
    if (this.#expanded > this.budgets.expandedBytes)
      throw overBudget("expandedBytes", this.budgets.expandedBytes, this.#expanded, offset);
    this.reader.throwIfStopped();
  }
  async read(address, length) {
    const from = this.base + address;
    if (length > this.budgets.structureBytes)
      throw overBudget("structureBytes", this.budgets.structureBytes, length, from);
    const page = Math.floor(from / PAGE_BYTES);
    if (from + length > (page + 1) * PAGE_BYTES || !Number.isSafeInteger(from + length))
      return await this.reader.read(from, length);
    const bytes = await this.#page(page);
    const at = from - page * PAGE_BYTES;
    return at + length > bytes.length ? await this.reader.read(from, length) : bytes.subarray(at, at + length);
  }
  async cursor(address, length) {
    return new Cursor(await this.read(address, length), this.base + address, this.widths);
  }
  /** A structure that ends in a lookup3 checksum of all before it. */
  async checked(address, length, what) {
    const bytes = await this.read(address, length);
    this.mustSum(bytes, this.base + address, what);
    return new Cursor(bytes.subarray(0, length - 4), this.base + address, this.widths);
  }
  /** A structure of its own: counted, claimed, and with its checksum compared. */
  async structure(address, length, what) {
    this.count(1, this.base + address);
    this.claim(address, length, what);
    return await this.checked(address, length, what);
  }
  /** The same of one that has no checksum. */
  async unguarded(address, length, what) {
    this.hasUnguarded = true;
    this.count(1, this.base + address);
    this.claim(address, length, what);
    return await this.cursor(address, length);
  }
  mustSum(bytes, fileOffset, what) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const stored = view.getUint32(bytes.length - 4, true);
    const found = lookup3(bytes.subarray(0, bytes.length - 4));
    if (stored !== found) throw checksumBroken(what, fileOffset, stored, found);
  }
  /** These bytes belong to a structure. Nothing may own them twice (`settle`). */
  claim(address, length, what) {
    if (this.#muted > 0) return;
    if (!Number.isSafeInteger(address + length) || address < 0 || length < 0 || address + length > this.size)
      throw new Broken("L1", "outside-file", `${what} lies outside the file`, {
        offset: this.base + address,
        expected: `at most ${this.size} bytes`,
        found: `${length} bytes from ${address}`
      });
    if (length === 0) return;
    if (this.#owned.has(address)) throw overlap(this.base + address);
    this.#owned.add(address);
    this.#starts.push(address);
    this.#lengths.push(length);
  }
  /** For a look at a structure that is walked elsewhere, and owned there. */
  async withoutClaims(look) {
    this.#muted += 1;
    try {
      return await look();
    } finally {
      this.#muted -= 1;
    }
  }
  /**
   * Holds all claims against each other.
   * @returns how many bytes nothing owns
   */
  settle() {
    const starts = Float64Array.from(this.#starts);
    const lengths = this.#lengths;
    const order = new Uint32Array(starts.length).map((_none, i) => i).sort(
      (a, b) => starts[a] - starts[b] || lengths[a] - lengths[b]
    );
    let end = 0;
    let owned = 0;
    for (const i of order) {
      const [start, length] = [starts[i], lengths[i]];
      if (start < end) throw overlap(this.base + start, { expected: `nothing before ${this.base + end}` });
      end = start + length;
      owned += length;
    }
    return this.size - owned;
  }
  #page(page) {
    const known = this.#pages.get(page);
    if (known !== void 0) return known;
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= PAGES_KEPT && oldest !== void 0) this.#pages.delete(oldest);
    const from = page * PAGE_BYTES;
    const bytes = this.reader.read(from, Math.max(0, Math.min(PAGE_BYTES, this.reader.sizeBytes - from)));
    this.#pages.set(page, bytes);
    bytes.catch(() => {
    });
    return bytes;
  }
};
var checksumBroken = (what, offset, stored, found) => new Broken("L1", "checksum-mismatch", `${what} is not what was written: its checksum differs`, {
  offset,
  expected: hex8(stored),
  found: hex8(found)
});
var overlap = (place, extra = {}) => new Broken("L2", "hdf5-overlap", "two structures lie on the same bytes", { offset: place, ...extra });

// src/verify/hdf5/free-space.ts
async function mustHoldFreeSpace(file, address) {
  const { offsets, lengths } = file.widths;
  const header = await file.structure(
    address,
    6 + 4 * lengths + 8 + lengths + offsets + 2 * lengths + 4,
    SPACE
  );
  header.signature("FSHD");
  header.version(SPACE, 0);
  header.skip(1 + 4 * lengths + 8 + lengths);
  const listAt = header.address();
  const usedBytes = header.length();
  const allocatedBytes = header.length();
  if (listAt === void 0) return;
  const least = 5 + offsets + 4;
  if (usedBytes < least || allocatedBytes < usedBytes)
    throw hdf5Broken("a list of free space is longer than its place", file.base + address, {
      expected: `${least} to ${allocatedBytes} bytes`,
      found: `${usedBytes} bytes`
    });
  file.count(1, file.base + listAt);
  file.claim(listAt, allocatedBytes, LIST);
  const list = await file.checked(listAt, usedBytes, LIST);
  list.signature("FSSE");
  list.version(LIST, 0);
  if (list.mustAddress(LIST) !== address)
    throw hdf5Broken("a list of free space belongs to another", file.base + listAt);
}
var [SPACE, LIST] = ["a record of free space", "a list of free space"];

// src/verify/hdf5/fractal-heap.ts
var HUGE_INDIRECT = 1;
var FractalHeap = class _FractalHeap {
  #file;
  #address;
  #shape;
  /** Direct blocks in the order of their offsets. */
  #blocks = [];
  #huge = /* @__PURE__ */ new Map();
  /** How many objects the heap says it holds. */
  declared = 0;
  constructor(file, address, shape2) {
    this.#file = file;
    this.#address = address;
    this.#shape = shape2;
  }
  static async open(file, address) {
    const { offsets, lengths } = file.widths;
    const whole = 22 + 12 * lengths + 3 * offsets + 4;
    file.count(1, file.base + address);
    file.claim(address, whole, "a heap");
    const fixed = await file.cursor(address, 9);
    fixed.signature("FRHP");
    fixed.version("a heap", 0);
    const idBytes = fixed.u16();
    const filterBytes = fixed.u16();
    if (filterBytes !== 0)
      throw new Unsettled("L2", "hdf5-heap-filter", "compresses its heaps, which we cannot read", {
        offset: fixed.fileOffset
      });
    const cursor = await file.checked(address, whole, "a heap");
    cursor.skip(9);
    const flags = cursor.u8();
    const mostManaged = cursor.u32();
    cursor.skip(lengths);
    const hugeTree = cursor.address();
    cursor.skip(lengths);
    const freeSpace = cursor.address();
    cursor.skip(3 * lengths);
    const managed = cursor.length();
    cursor.skip(lengths);
    const huge = cursor.length();
    cursor.skip(lengths);
    const tiny = cursor.length();
    const width = cursor.u16();
    const startBytes = cursor.length();
    const mostDirect = cursor.length();
    const heapBits = cursor.u16();
    cursor.skip(2);
    const root = cursor.address();
    const rows = cursor.u16();
    const isPower = (value) => value > 0 && Math.log2(value) % 1 === 0;
    if (!isPower(width) || !isPower(startBytes) || !isPower(mostDirect) || heapBits > 64 || heapBits === 0 || mostDirect < startBytes)
      throw hdf5Broken("a heap has a shape that cannot be", file.base + address);
    const heap = new _FractalHeap(file, address, {
      idBytes,
      hasBlockSums: (flags & 2) !== 0,
      mostManaged,
      width,
      startBytes,
      mostDirect,
      offsetBytes: Math.ceil(heapBits / 8),
      lengthBytes: Math.min(Math.ceil(Math.log2(mostDirect) / 8), bytesFor(mostManaged))
    });
    heap.declared = managed + huge + tiny;
    if (root !== void 0) {
      if (rows === 0) await heap.#direct({ address: root, bytes: startBytes, heapOffset: 0 });
      else await heap.#indirect(root, rows, 0);
    }
    if (hugeTree !== void 0) await heap.#listHuge(hugeTree);
    if (freeSpace !== void 0) await mustHoldFreeSpace(file, freeSpace);
    return heap;
  }
  /** The object that an ID stands for. */
  async object(id) {
    const place = id.place;
    const first = id.u8();
    const kind = first >> 4 & 3;
    if (first >> 6 !== 0 || kind === 3) throw hdf5Broken("an object of a heap has an unknown kind", place);
    if (kind === 0) {
      const offset = id.uint(this.#shape.offsetBytes);
      return await this.#managed(offset, id.uint(this.#shape.lengthBytes), place);
    }
    if (kind === 2) return this.#tiny(id, first);
    const huge = this.#huge.get(id.uint(Math.min(this.#shape.idBytes - 1, this.#file.widths.lengths)));
    if (huge === void 0) throw hdf5Broken("an object of a heap is not there", place);
    return await this.#file.cursor(huge.address, huge.length);
  }
  async #managed(offset, length, place) {
    const block = this.#blockAt(offset);
    const within = offset - (block?.heapOffset ?? 0);
    if (block === void 0 || within < this.#overhead || within + length > block.bytes)
      throw hdf5Broken("an object of a heap lies outside it", place, {
        found: `${length} bytes from ${offset}`
      });
    return await this.#file.cursor(block.address + within, length);
  }
  /** The last block that begins at or before the offset. */
  #blockAt(offset) {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = low + high >> 1;
      if (this.#blocks[middle].heapOffset <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#blocks[low - 1];
  }
  #tiny(id, first) {
    const isLong = this.#shape.idBytes - 1 > 16;
    const length = (isLong ? (first & 15) * 256 + id.u8() : first & 15) + 1;
    return id.part(length);
  }
  get #overhead() {
    const { hasBlockSums, offsetBytes } = this.#shape;
    return 5 + this.#file.widths.offsets + offsetBytes + (hasBlockSums ? 4 : 0);
  }
  async #direct(block) {
    const file = this.#file;
    file.count(1, file.base + block.address);
    file.claim(block.address, block.bytes, "a block of a heap");
    const bytes = await file.read(block.address, block.bytes);
    this.#mustBelong(new Cursor(bytes, file.base + block.address, file.widths), "FHDB", block.heapOffset);
    if (this.#shape.hasBlockSums) this.#mustSum(bytes, block.address);
    else file.hasUnguarded = true;
    this.#blocks.push(block);
  }
  /** The checksum lies within the block and counts as zero. */
  #mustSum(bytes, address) {
    const at = this.#overhead - 4;
    const copy = bytes.slice();
    const stored = new DataView(copy.buffer).getUint32(at, true);
    copy.fill(0, at, at + 4);
    const found = lookup3(copy);
    if (found !== stored) throw checksumBroken("a block of a heap", this.#file.base + address, stored, found);
  }
  #mustBelong(cursor, signature, heapOffset) {
    cursor.signature(signature);
    cursor.version("a block of a heap", 0);
    const owner = cursor.address();
    const offset = cursor.uint(this.#shape.offsetBytes);
    if (owner !== this.#address || offset !== heapOffset)
      throw hdf5Broken("a block belongs to another heap or place", cursor.fileOffset);
  }
  /** Rows of blocks, each twice as large as those of the row before; first direct ones, then blocks of blocks. */
  async #indirect(address, rows, heapOffset) {
    const file = this.#file;
    const { width, startBytes, mostDirect, offsetBytes } = this.#shape;
    if (rows > 64)
      throw hdf5Broken("a heap has more rows than any", file.base + address, { found: String(rows) });
    const whole = 5 + file.widths.offsets + offsetBytes + rows * width * file.widths.offsets + 4;
    const cursor = await file.structure(address, whole, "a block of a heap");
    this.#mustBelong(cursor, "FHIB", heapOffset);
    let offset = heapOffset;
    for (let row = 0; row < rows; row += 1) {
      const bytes = startBytes * 2 ** Math.max(0, row - 1);
      for (let column = 0; column < width; column += 1) {
        const child = cursor.address();
        if (child !== void 0) {
          if (bytes <= mostDirect) await this.#direct({ address: child, bytes, heapOffset: offset });
          else await this.#indirect(child, Math.log2(bytes / (startBytes * width)) + 1, offset);
        }
        offset += bytes;
      }
    }
  }
  async #listHuge(tree) {
    const file = this.#file;
    for await (const record of walkTree2(file, tree, [HUGE_INDIRECT])) {
      const address = record.mustAddress("a large object of a heap");
      const length = record.length();
      file.claim(address, length, "a large object of a heap");
      file.hasUnguarded = true;
      this.#huge.set(record.length(), { address, length });
    }
  }
};

// src/verify/hdf5/dense-index.ts
async function* denseObjects(file, info, kind) {
  const flags = info.u8();
  if ((flags & 1) !== 0) info.skip(kind.orderBytes);
  const heapAddress = info.address();
  const index = info.address();
  const order = (flags & 2) !== 0 ? info.address() : void 0;
  if (heapAddress === void 0) return;
  if (index === void 0)
    throw hdf5Broken(`${kind.owner} has ${kind.things} and no index of them`, info.fileOffset);
  const heap = await FractalHeap.open(file, heapAddress);
  let seen = 0;
  for await (const record of walkTree2(file, index, [kind.byName])) {
    const { hash, id } = kind.read(record);
    yield { object: await heap.object(id), hash };
    seen += 1;
  }
  if (order !== void 0) for await (const _record of walkTree2(file, order, [kind.byOrder])) seen -= 1;
  if (seen === (order === void 0 ? heap.declared : 0)) return;
  throw hdf5Broken(`${kind.owner} has another number of ${kind.things} than its indexes`, info.fileOffset);
}

// src/verify/hdf5/object.ts
var MESSAGE = {
  nil: 0,
  dataspace: 1,
  linkInfo: 2,
  datatype: 3,
  oldFillValue: 4,
  fillValue: 5,
  link: 6,
  externalFiles: 7,
  layout: 8,
  filters: 11,
  attribute: 12,
  sharedTable: 15,
  continuation: 16,
  symbolTable: 17,
  treeRanks: 19,
  driver: 20,
  attributeInfo: 21,
  references: 22
};
var FLAG = {
  shared: 2,
  neverShared: 4,
  markIfUnknown: 16,
  wasUnknown: 32,
  mayBeShared: 64,
  refuseToWrite: 8
};
var SHAREABLE = /* @__PURE__ */ new Set([
  MESSAGE.dataspace,
  MESSAGE.datatype,
  MESSAGE.oldFillValue,
  MESSAGE.fillValue,
  MESSAGE.filters,
  MESSAGE.attribute
]);
var MODIFIED = 18;
var SKIPPED = /* @__PURE__ */ new Set([10, 13, 14, 18, 23, 24]);
var KNOWN = new Set(Object.values(MESSAGE));
var CHUNKS = 1e4;
async function readObject(file, address) {
  file.count(1, file.base + address);
  const start = await file.read(address, 4);
  const newer = Buffer.from(start).toString("latin1") === "OHDR";
  const header = {
    address,
    fileOffset: file.base + address,
    version: newer ? 2 : 1,
    references: 1,
    messages: []
  };
  const first = newer ? await firstOfNewer(file, address) : await firstOfClassic(file, header);
  const known = await readChunks(file, header, first);
  if (!newer && known.messages !== first.declared)
    throw hdf5Broken("an object has another number of messages than it declares", header.fileOffset, {
      expected: String(first.declared),
      found: String(known.messages)
    });
  return header;
}
async function firstOfClassic(file, header) {
  const cursor = await file.cursor(header.address, 16);
  cursor.version("an object header", 1);
  cursor.skip(1);
  const declared = cursor.u16();
  header.references = cursor.u32();
  const length = cursor.u32();
  file.hasUnguarded = true;
  file.claim(header.address, 16 + length, "an object header");
  return { cursor: await file.cursor(header.address + 16, length), prefix: 8, declared };
}
async function firstOfNewer(file, address) {
  const fixed = await file.cursor(address, 6);
  fixed.skip(4);
  fixed.version("an object header", 2);
  const flags = fixed.u8();
  if ((flags & 192) !== 0)
    throw hdf5Broken("an object header has flags that do not exist", fixed.fileOffset);
  const width = 1 << (flags & 3);
  const before = 6 + (flags & 32 ? 16 : 0) + (flags & 16 ? 4 : 0);
  const size = await file.cursor(address + before, width);
  const length = size.uint(width);
  const whole = before + width + length + 4;
  file.claim(address, whole, "an object header");
  const cursor = await file.checked(address, whole, "an object header");
  cursor.skip(before + width);
  return { cursor, prefix: flags & 4 ? 6 : 4, declared: 0 };
}
async function readChunks(file, header, first) {
  const chunks = [first];
  let messages = 0;
  for (let i = 0; i < chunks.length; i += 1) {
    const { cursor, prefix } = chunks[i];
    while (cursor.left >= prefix) {
      const message = readMessage(cursor, prefix, header.version);
      messages += 1;
      if (message.type === MESSAGE.continuation) chunks.push(await continued(file, message, header, prefix));
      else if (message.type !== MESSAGE.nil) header.messages.push(message);
    }
    if (chunks.length > CHUNKS) throw hdf5Broken("an object header never ends", header.fileOffset);
  }
  return { messages };
}
function readMessage(cursor, prefix, version) {
  const from = cursor.place;
  const type = version === 1 ? cursor.u16() : cursor.u8();
  const length = cursor.u16();
  const flags = cursor.u8();
  cursor.skip(prefix - (version === 1 ? 5 : 4));
  const fileOffset = cursor.place;
  const bytes = cursor.take(length);
  if (!KNOWN.has(type) && !SKIPPED.has(type))
    throw new Unsettled("L2", "hdf5-message", "an object says something that we cannot read", {
      offset: from,
      found: `message type ${type}`
    });
  judgeFlags(type, flags, from);
  if (type === MODIFIED && bytes[0] !== 1)
    throw hdf5Broken("a time has a version that does not exist", fileOffset, { found: String(bytes[0]) });
  return { type, flags, bytes, fileOffset };
}
function judgeFlags(type, flags, from) {
  const has = (...bits) => bits.every((bit) => (flags & bit) !== 0);
  const contradicts = has(FLAG.shared, FLAG.neverShared) || has(FLAG.wasUnknown, FLAG.refuseToWrite) || has(FLAG.wasUnknown) && !has(FLAG.markIfUnknown) || (has(FLAG.shared) || has(FLAG.mayBeShared)) && !SHAREABLE.has(type);
  if (contradicts)
    throw hdf5Broken("what an object says has flags that cannot be", from, {
      found: `flags ${flags} of message type ${type}`
    });
}
async function continued(file, message, header, prefix) {
  const where = new Cursor(message.bytes, message.fileOffset, file.widths);
  const address = where.mustAddress("the rest of an object header");
  const length = where.length();
  if (length === 0) throw hdf5Broken("the rest of an object header has no size", message.fileOffset);
  file.count(1, message.fileOffset);
  file.claim(address, length, "an object header");
  if (header.version === 1) return { cursor: await file.cursor(address, length), prefix };
  if (length < 8) throw hdf5Broken("the rest of an object header is too short", message.fileOffset);
  const cursor = await file.checked(address, length, "an object header");
  cursor.signature("OCHK");
  return { cursor, prefix };
}
function only(header, type) {
  const found = header.messages.filter((message) => message.type === type);
  if (found.length > 1)
    throw hdf5Broken("an object says one thing twice", found[1].fileOffset, {
      found: `message type ${type}`
    });
  return found[0];
}
async function resolved(file, message) {
  if ((message.flags & FLAG.shared) === 0) return message;
  const cursor = new Cursor(message.bytes, message.fileOffset, file.widths);
  const version = cursor.version("a shared message", 1, 2, 3);
  const kind = cursor.u8();
  if (version === 3 && kind === 1)
    throw new Unsettled("L2", "hdf5-shared", "keeps messages in a table of the file, which we cannot read", {
      offset: message.fileOffset
    });
  if (version === 1) cursor.skip(6);
  const address = cursor.mustAddress("a shared message");
  const owner = await file.withoutClaims(() => readObject(file, address));
  const found = owner.messages.find(
    ({ type, flags }) => type === message.type && (flags & FLAG.shared) === 0
  );
  if (found === void 0) throw hdf5Broken("a shared message is not where it should be", message.fileOffset);
  return found;
}

// src/verify/hdf5/attribute.ts
var DENSE = {
  owner: "an object",
  things: "attributes",
  orderBytes: 2,
  byName: 8,
  byOrder: 9,
  read(record) {
    const id = record.part(8);
    record.skip(5);
    return { id, hash: record.u32() };
  }
};
var SHARED_TYPE = 1;
var SHARED_SPACE = 2;
async function* attributesOf(file, header) {
  for (const message of header.messages) {
    if (message.type !== MESSAGE.attribute) continue;
    const { bytes, fileOffset } = await resolved(file, message);
    yield await parseAttribute(file, new Cursor(bytes, fileOffset, file.widths));
  }
  const info = only(header, MESSAGE.attributeInfo);
  if (info === void 0) return;
  const cursor = new Cursor(info.bytes, info.fileOffset, file.widths);
  cursor.version("attribute info", 0);
  for await (const { object, hash } of denseObjects(file, cursor, DENSE))
    yield await parseAttribute(file, object, hash);
}
async function parseAttribute(file, cursor, hash) {
  const place = cursor.place;
  const version = cursor.version("an attribute", 1, 2, 3);
  const flags = cursor.u8();
  const [nameBytes, typeBytes, spaceBytes] = [cursor.u16(), cursor.u16(), cursor.u16()];
  if (version === 3) cursor.skip(1);
  const part = (length) => {
    const own = cursor.part(length);
    if (version === 1) cursor.skip((8 - length % 8) % 8);
    return own;
  };
  const name = part(nameBytes).text();
  if (hash !== void 0 && lookup3(name) !== hash)
    throw hdf5Broken("the index of attributes has another name for one", place);
  const shared = async (own, flag, message) => version > 1 && (flags & flag) !== 0 ? await sharedPart(file, own, message) : own;
  const type = readDatatype(await shared(part(typeBytes), SHARED_TYPE, MESSAGE.datatype));
  const space = readDataspace(await shared(part(spaceBytes), SHARED_SPACE, MESSAGE.dataspace));
  const needed = type.bytes * space.elements;
  if (needed > cursor.left)
    throw hdf5Broken("an attribute is shorter than its type and shape say", place, {
      expected: `${needed} bytes`,
      found: `${cursor.left} bytes`
    });
  return { name: textOf(name), type, space, data: cursor.take(needed), place };
}
async function sharedPart(file, part, type) {
  const { bytes, fileOffset } = await resolved(file, {
    type,
    flags: 2,
    bytes: part.bytes,
    fileOffset: part.fileOffset
  });
  return new Cursor(bytes, fileOffset, file.widths);
}
async function textsOf(attribute, heap, file) {
  const { type, data, place } = attribute;
  if (type.text === void 0) return void 0;
  const texts = [];
  for (let at = 0; at < data.length; at += type.bytes) {
    const element = data.subarray(at, at + type.bytes);
    const bytes = type.text === "fixed" ? element : await variableBytes(file, heap, { element, itemBytes: 1, place });
    const end = bytes.indexOf(0);
    texts.push(textOf(end < 0 ? bytes : bytes.subarray(0, end)));
  }
  return texts;
}
async function variableBytes(file, heap, { element, itemBytes, place }) {
  const cursor = new Cursor(element, place, file.widths);
  const items = cursor.u32();
  const address = cursor.address();
  const index = cursor.u32();
  if (address === void 0 || address === 0) {
    if (items === 0) return new Uint8Array(0);
    throw hdf5Broken("a value of variable length leads nowhere", place);
  }
  return await heap.object(address, index, items * itemBytes, place);
}
async function followVariable(file, heap, { type, data, place }, tell) {
  const size = 8 + file.widths.offsets;
  for (let from = 0; from + type.bytes <= data.length; from += type.bytes) {
    for (const { at, itemBytes } of type.variable ?? []) {
      const element = data.subarray(from + at, from + at + size);
      const value = await variableBytes(file, heap, { element, itemBytes, place: place + from + at });
      tell?.(value, place + from + at);
    }
  }
}

// src/verify/hdf5/keras-tree.ts
var WEIGHTS = "model_weights";
var OPTIMIZER = "optimizer_weights";
async function judgeKerasTree(subject, tree) {
  const root = tree.texts.get("");
  const configs = ["model_config", "training_config"].flatMap((name) => root?.get(name)?.slice(0, 1) ?? []);
  await judgeConfigs(subject, configs, root?.get("keras_version")?.[0]);
  const base = tree.groups.has(WEIGHTS) ? WEIGHTS : "";
  const layers = listOf(tree, base, "layer_names");
  if (tree.complete) {
    if (root?.has("model_config") === true && layers === void 0 && holdsTensors(subject.role))
      subject.findings.fail("L3", "keras-no-weights", "has a model and no list of its layers", {
        expected: `"${WEIGHTS}" with layer_names`
      });
    if (base === WEIGHTS && root?.has("keras_version") === true && !root.has("model_config"))
      subject.findings.fail(
        "L3",
        "keras-no-config",
        "has weights as a whole model keeps them, and no model",
        {
          expected: "the attribute model_config"
        }
      );
    new Names(subject, tree).judge(base, layers ?? []);
  }
  return layers !== void 0 || root?.has("model_config") === true;
}
async function judgeConfigs(subject, texts, version) {
  for (const text of texts) {
    const config = new KerasConfig(subject);
    const bytes = new TextEncoder().encode(text);
    await subject.findings.guard(() => {
      config.feed(bytes, 0);
      config.end(bytes.length);
    });
    config.settle(version);
  }
}
var Names = class {
  #subject;
  #tree;
  #datasets;
  constructor(subject, tree) {
    this.#subject = subject;
    this.#tree = tree;
    this.#datasets = new Set(tree.datasets.flatMap(({ names }) => names));
  }
  judge(base, layers) {
    for (const layer of layers) {
      const path = base === "" ? layer : `${base}/${layer}`;
      const weights = this.#tree.groups.has(path) ? listOf(this.#tree, path, "weight_names") : void 0;
      if (weights === void 0) this.#missing(`the layer ${quoted(layer)}`, path);
      else this.#weights(path, weights);
    }
    const more = base === "" ? [] : [`${base}/top_level_model_weights`, OPTIMIZER];
    for (const path of more) this.#weights(path, listOf(this.#tree, path, "weight_names") ?? []);
  }
  #weights(path, names) {
    for (const name of names)
      if (!this.#datasets.has(`${path}/${name}`))
        this.#missing(`the weight ${quoted(name)}`, `${path}/${name}`);
  }
  #missing(what, path) {
    this.#subject.findings.fail("L3", "keras-name-missing", `${what} is listed and not there`, {
      expected: path.slice(0, 300)
    });
  }
};
function listOf(tree, path, name) {
  const own = tree.texts.get(path);
  const whole = own?.get(name);
  if (whole !== void 0) return whole;
  const parts = [];
  for (let i = 0; own?.has(`${name}${i}`) === true; i += 1) parts.push(...own.get(`${name}${i}`) ?? []);
  return own?.has(`${name}0`) === true ? parts : void 0;
}

// src/verify/hdf5/filters.ts
import { constants, inflateSync } from "node:zlib";

// src/verify/codec/lzf.ts
function lzfDecompress(data, bytes) {
  const out = new Uint8Array(bytes);
  let at = 0;
  let to = 0;
  while (at < data.length) {
    const control = data[at];
    at += 1;
    if (control < 32) {
      const length2 = control + 1;
      if (at + length2 > data.length || to + length2 > bytes) return void 0;
      out.set(data.subarray(at, at + length2), to);
      at += length2;
      to += length2;
      continue;
    }
    let length = control >> 5;
    if (length === 7) length += data[at++] ?? Number.NaN;
    const from = to - ((control & 31) << 8) - (data[at++] ?? Number.NaN) - 1;
    length += 2;
    if (!(from >= 0 && to + length <= bytes)) return void 0;
    for (let i = 0; i < length; i += 1) out[to + i] = out[from + i];
    to += length;
  }
  return to === bytes ? out : void 0;
}

// src/verify/codec/bit-reader.ts
var BitReader = class {
  #bytes;
  #at = 0;
  #held = 0;
  #bits = 0;
  constructor(bytes) {
    this.#bytes = bytes;
  }
  /** Bytes that were begun. */
  get used() {
    return this.#at;
  }
  /** @param count 0 to 32 @returns an unsigned number; behind the end there are zeros */
  take(count) {
    let value = 0;
    let left = count;
    while (left > 0) {
      if (this.#bits === 0) {
        this.#held = this.#bytes[this.#at] ?? 0;
        this.#at += 1;
        this.#bits = 8;
      }
      const now = Math.min(left, this.#bits);
      this.#bits -= now;
      value = value * 2 ** now + (this.#held >> this.#bits & 2 ** now - 1);
      left -= now;
    }
    return value;
  }
};

// src/verify/hdf5/n-bit.ts
var [ATOM, ARRAY, COMPOUND, PLAIN] = [1, 2, 3, 4];
var DEEPEST3 = 16;
function withoutNBit(values, data, { most, place }) {
  const [count = 0, isUntouched = 0, elements = 0] = values;
  if (count !== values.length) throw broken("nbit has settings that cannot be", place);
  if (isUntouched !== 0) return data;
  const settings = values.slice(3);
  const part = readPart(settings, place, 0);
  if (settings.length > 0) throw broken("nbit has settings that cannot be", place);
  if (elements * part.bytes > most) throw broken("a chunk unpacks to more than it may", place);
  const out = new Uint8Array(elements * part.bytes);
  if (data.length !== Math.floor(elements * bitsOf(part) / 8) + 1)
    throw broken("a chunk has another length than its numbers need", place);
  const reader = new BitReader(data);
  for (let i = 0; i < elements; i += 1) put(out, i * part.bytes, part, reader);
  return out;
}
function readPart(settings, place, depth) {
  const wrong = () => broken("nbit has settings that cannot be", place);
  const next = () => {
    const value = settings.shift();
    if (value === void 0) throw wrong();
    return value;
  };
  if (depth > DEEPEST3) throw wrong();
  const [kind, bytes] = [next(), next()];
  const part = { kind, bytes, isBigEndian: false, precision: bytes * 8, lowest: 0, parts: [] };
  if (bytes === 0) throw wrong();
  if (kind === ATOM) {
    part.isBigEndian = next() === 1;
    [part.precision, part.lowest] = [next(), next()];
    if (part.precision === 0 || part.lowest + part.precision > bytes * 8) throw wrong();
  } else if (kind === ARRAY) {
    const item = readPart(settings, place, depth + 1);
    if (bytes % item.bytes !== 0) throw wrong();
    part.parts.push({ at: 0, part: item });
  } else if (kind === COMPOUND) {
    for (let left = next(); left > 0; left -= 1) {
      const at = next();
      const member = readPart(settings, place, depth + 1);
      if (at + member.bytes > bytes) throw wrong();
      part.parts.push({ at, part: member });
    }
  } else if (kind !== PLAIN) throw wrong();
  return part;
}
function bitsOf({ kind, bytes, precision, parts }) {
  if (kind === ATOM || kind === PLAIN) return precision;
  const bits = parts.reduce((sum, { part }) => sum + bitsOf(part), 0);
  return kind === ARRAY ? bits * (bytes / itemOf(parts).bytes) : bits;
}
var itemOf = (parts) => parts[0].part;
function put(out, from, whole, reader) {
  const { kind, bytes, parts } = whole;
  if (kind === PLAIN) for (let i = 0; i < bytes; i += 1) out[from + i] = reader.take(8);
  else if (kind === ATOM) putNumber(out.subarray(from, from + bytes), whole, reader);
  else if (kind === ARRAY)
    for (let at = 0; at < bytes; at += itemOf(parts).bytes) put(out, from + at, itemOf(parts), reader);
  else for (const { at, part } of parts) put(out, from + at, part, reader);
}
function putNumber(out, { bytes, isBigEndian, precision, lowest }, reader) {
  for (let top = lowest + precision; top > lowest; ) {
    const byte = Math.ceil(top / 8) - 1;
    const bottom = Math.max(lowest, byte * 8);
    const value = reader.take(top - bottom) << bottom - byte * 8;
    out[isBigEndian ? bytes - 1 - byte : byte] = value;
    top = bottom;
  }
}
var broken = (what, offset) => new Broken("L1", "chunk-broken", what, { offset });

// src/verify/hdf5/packed-chunks.ts
var PACKED = { BZIP2: 307, BLOSC: 32001, LZ4: 32004, BITSHUFFLE: 32008, ZSTD: 32015 };
var IDS = new Set(Object.values(PACKED));
var isPacked = (id) => IDS.has(id);
var mayHoldZstd = (id) => id === PACKED.ZSTD || id === PACKED.BLOSC || id === PACKED.BITSHUFFLE;
function unpacked(id, values, data, room) {
  const { most, place } = room;
  if (id === PACKED.BLOSC) return bloscDecompress(data, most, place);
  if (id === PACKED.ZSTD) return zstdDecompress(data, most, place);
  if (id === PACKED.BZIP2) return bzip2Decompress(data, most, place);
  if (id === PACKED.LZ4) return ofLz4(data, room);
  return ofBitshuffle(values, data, room);
}
var BLOCKS_AT = 12;
function headOf(data, { most, place }) {
  if (data.length < BLOCKS_AT) throw broken2("a chunk is shorter than its header", place);
  const view = viewOf(data);
  const bytes = view.getBigUint64(0);
  if (bytes > BigInt(most)) throw broken2("a chunk unpacks to more than it may", place);
  const blockBytes = view.getUint32(8);
  if (blockBytes === 0 && bytes > 0n) throw broken2("a chunk is of blocks without a length", place);
  return { bytes: Number(bytes), blockBytes };
}
function ofLz4(data, room) {
  const { bytes, blockBytes } = headOf(data, room);
  const out = new Uint8Array(bytes);
  const reader = new Blocks(data, BLOCKS_AT, room.place);
  for (let at = 0; at < bytes; at += blockBytes) {
    const size = Math.min(blockBytes, bytes - at);
    const block = reader.next();
    if (block.length === size) out.set(block, at);
    else mustFill(lz4Block(block, out.subarray(at, at + size), 0, room.place), size, room.place);
  }
  reader.mustBeThrough();
  return out;
}
var [NONE, LZ4, ZSTD] = [0, 2, 3];
var [TARGET_BYTES, LEAST_ELEMENTS, EIGHT] = [8192, 128, 8];
function ofBitshuffle(values, data, room) {
  const [, , elementBytes = 0, wanted = 0, packing = NONE] = values;
  const { place } = room;
  if (elementBytes === 0) throw broken2("bits are shuffled of elements without a size", place);
  if (packing !== NONE && packing !== LZ4 && packing !== ZSTD)
    throw new Unsettled("L1", "hdf5-filter", "data are compressed in a way that we cannot read", {
      offset: place,
      found: `bitshuffle with ${packing}`
    });
  const usual = Math.max(LEAST_ELEMENTS, Math.floor(TARGET_BYTES / elementBytes / EIGHT) * EIGHT);
  const { bytes, blockBytes } = packing === NONE ? { bytes: data.length, blockBytes: (wanted || usual) * elementBytes } : headOf(data, room);
  if (bytes > room.most) throw broken2("a chunk unpacks to more than it may", place);
  if (blockBytes % (EIGHT * elementBytes) !== 0)
    throw broken2("the blocks of a bitshuffle are no eights of elements", place);
  const out = new Uint8Array(bytes);
  const eights = EIGHT * elementBytes;
  const shuffledBytes = Math.floor(bytes / eights) * eights;
  const reader = new Blocks(data, packing === NONE ? 0 : BLOCKS_AT, place);
  for (let at = 0; at < shuffledBytes; at += blockBytes) {
    const size = Math.min(blockBytes, shuffledBytes - at);
    out.set(bitUnshuffled(blockOf(reader, packing, { most: size, place }), elementBytes), at);
  }
  out.set(reader.take(bytes - shuffledBytes), shuffledBytes);
  reader.mustBeThrough();
  return out;
}
function blockOf(reader, packing, { most: size, place }) {
  if (packing === NONE) return reader.take(size);
  if (packing === ZSTD) {
    const block2 = zstdDecompress(reader.next(), size, place);
    mustFill(block2.length, size, place);
    return block2;
  }
  const block = new Uint8Array(size);
  mustFill(lz4Block(reader.next(), block, 0, place), size, place);
  return block;
}
var Blocks = class {
  #data;
  #place;
  #at;
  constructor(data, at, place) {
    this.#data = data;
    this.#at = at;
    this.#place = place;
  }
  /** One that stands behind its length. */
  next() {
    return this.take(viewOf(this.take(4)).getUint32(0));
  }
  take(bytes) {
    const from = this.#at;
    if (bytes > this.#data.length - from) throw broken2("a chunk ends inside a block", this.#place);
    this.#at += bytes;
    return this.#data.subarray(from, this.#at);
  }
  mustBeThrough() {
    if (this.#at !== this.#data.length) throw broken2("bytes follow the last block of a chunk", this.#place);
  }
};
function mustFill(found, size, place) {
  if (found !== size) throw broken2("a block does not unpack to its length", place);
}
var viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
var broken2 = (what, offset) => new Broken("L1", "chunk-broken", what, { offset });

// src/verify/hdf5/scale-offset.ts
var VALUES = 20;
var DATA_AT = 21;
var FILL_AT = 8;
var DECIMAL = 0;
var [INTEGER, FLOAT] = [0, 1];
function withoutScaleOffset(values, data, { most, place }) {
  const [scaling = 0, factor = 0, elements = 0, kind = 0, size = 0, , order = 0, hasFill = 0] = values;
  const isFloat = kind === FLOAT;
  const sizes = isFloat ? [4, 8] : [1, 2, 4, 8];
  if (values.length !== VALUES || !isFloat && kind !== INTEGER || !sizes.includes(size))
    throw broken3("scaleoffset has settings that cannot be", place);
  if (isFloat && scaling !== DECIMAL)
    throw new Unsettled("L1", "hdf5-filter", "data are compressed in a way that no library can read", {
      offset: place,
      found: `scaleoffset by ${scaling}`
    });
  if (!isFloat && factor === size * 8) return data;
  const bytes = elements * size;
  if (bytes > most) throw broken3("a chunk unpacks to more than it may", place);
  if (data.length < DATA_AT) throw broken3("a chunk is shorter than its header", place);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const bits = view.getUint32(0, true);
  if (bits > size * 8) throw broken3("a chunk has numbers of more bits than their type", place);
  const packedBytes = bits === size * 8 ? bytes : Math.floor(elements * bits / 8) + 1;
  if (data.length !== DATA_AT + packedBytes)
    throw broken3("a chunk has another length than its numbers need", place);
  const out = new Uint8Array(bytes);
  const to = new DataView(out.buffer);
  if (bits === size * 8) out.set(data.subarray(DATA_AT, DATA_AT + bytes));
  else {
    const fill = hasFill === 0 ? void 0 : fillOf(values);
    const least = leastOf(view);
    const packed = { reader: new BitReader(data.subarray(DATA_AT)), bits, fill, least };
    if (isFloat) putFloats(to, size, packed, factor | 0);
    else putIntegers(to, size, packed);
  }
  if (order === 1) reverseEach(out, size);
  return out;
}
var fillOf = (values) => ({
  low: values[FILL_AT],
  high: values[FILL_AT + 1]
});
function leastOf(view) {
  const known = Math.min(8, view.getUint8(4));
  const bytes = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < known; i += 1) bytes.setUint8(i, view.getUint8(5 + i));
  return { low: bytes.getUint32(0, true), high: bytes.getUint32(4, true) };
}
function nextOf({ reader, bits, fill }) {
  const highBits = Math.max(0, bits - 32);
  const lowBits = bits - highBits;
  const high = reader.take(highBits);
  const low = reader.take(lowBits);
  const isAllOnes = high === 2 ** highBits - 1 && low === 2 ** lowBits - 1;
  return fill !== void 0 && isAllOnes ? void 0 : { low, high };
}
function putIntegers(to, size, packed) {
  const { least, fill } = packed;
  for (let at = 0; at < to.byteLength; at += size) {
    const next = nextOf(packed);
    const sum = next === void 0 ? fill : plus(next, least);
    if (size === 1) to.setUint8(at, sum.low);
    else if (size === 2) to.setUint16(at, sum.low, true);
    else {
      to.setUint32(at, sum.low, true);
      if (size === 8) to.setUint32(at + 4, sum.high, true);
    }
  }
}
function plus(one, other) {
  const low = one.low + other.low;
  return { low: low >>> 0, high: one.high + other.high + (low > 4294967295 ? 1 : 0) >>> 0 };
}
function putFloats(to, size, packed, exponent) {
  const raw = new DataView(new ArrayBuffer(8));
  const numberOf = ({ low, high }) => {
    raw.setUint32(0, low, true);
    raw.setUint32(4, high, true);
    return size === 4 ? raw.getFloat32(0, true) : raw.getFloat64(0, true);
  };
  const round = size === 4 ? Math.fround : (value) => value;
  const scale = round(Number(`1e${exponent}`));
  const least = numberOf(packed.least);
  const { fill } = packed;
  for (let at = 0; at < to.byteLength; at += size) {
    const next = nextOf(packed);
    if (next === void 0) {
      to.setUint32(at, fill.low, true);
      if (size === 8) to.setUint32(at + 4, fill.high, true);
      continue;
    }
    const value = round(round(round(next.high * 2 ** 32 + next.low) / scale) + least);
    if (size === 4) to.setFloat32(at, value, true);
    else to.setFloat64(at, value, true);
  }
}
function reverseEach(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}
var broken3 = (what, offset) => new Broken("L1", "chunk-broken", what, { offset });

// src/verify/hdf5/filters.ts
var DEFLATE = 1;
var SHUFFLE = 2;
var FLETCHER32 = 3;
var NBIT = 5;
var SCALEOFFSET = 6;
var LZF = 32e3;
var OWN = /* @__PURE__ */ new Set([DEFLATE, SHUFFLE, FLETCHER32, NBIT, SCALEOFFSET, LZF]);
var NAMES = {
  4: "szip",
  32013: "zfp",
  32017: "sz",
  32026: "blosc2"
};
var MOST_FILTERS = 32;
function readFilters(cursor) {
  const place = cursor.place;
  const version = cursor.version("filters", 1, 2);
  const count = cursor.u8();
  if (version === 1) cursor.skip(6);
  if (count === 0 || count > MOST_FILTERS)
    throw hdf5Broken("a number of filters that cannot be", place, { found: String(count) });
  return Array.from({ length: count }, () => {
    const id = cursor.u16();
    const nameBytes = version === 1 || id >= 256 ? cursor.u16() : 0;
    cursor.skip(2);
    const values = cursor.u16();
    cursor.skip(version === 1 ? Math.ceil(nameBytes / 8) * 8 : nameBytes);
    const filter = { id, values: Array.from({ length: values }, () => cursor.u32()) };
    if (version === 1 && values % 2 === 1) cursor.skip(4);
    const level = filter.values[0];
    if (id === DEFLATE && (values !== 1 || level === void 0 || level > 9))
      throw hdf5Broken("deflate has a level that zlib has not", place, {
        found: filter.values.slice(0, 8).join(", ")
      });
    return filter;
  });
}
var unreadable = (filters) => filters.filter(({ id }) => !OWN.has(id) && !isPacked(id)).map(({ id }) => NAMES[id] ?? `filter ${id}`);
var GUARDING = /* @__PURE__ */ new Set([DEFLATE, FLETCHER32, PACKED.BZIP2]);
var guards = (filters, mask) => filters.some(({ id }, i) => GUARDING.has(id) && (mask & 1 << i) === 0);
var isHollow = (stored, filters, mask) => !filters.some(({ id }, i) => id === DEFLATE && (mask & 1 << i) === 0) && stored.every((byte) => byte === 0);
function undoFilters(stored, filters, { mask, bytes, place }) {
  let data = stored;
  for (let i = filters.length - 1; i >= 0; i -= 1) {
    if ((mask & 1 << i) !== 0) continue;
    const { id, values } = filters[i];
    if (id === DEFLATE) data = inflate(data, bytes + 4 * filters.length, place);
    else if (id === SHUFFLE) data = unshuffled(data, values[0] ?? 1);
    else if (id === FLETCHER32) data = withoutFletcher(data, place);
    else if (id === LZF) data = unLzf(data, bytes, place);
    else if (id === NBIT) data = withoutNBit(values, data, { most: bytes, place });
    else if (id === SCALEOFFSET) data = withoutScaleOffset(values, data, { most: bytes, place });
    else if (isPacked(id)) data = unpacked(id, values, data, { most: bytes + 4 * filters.length, place });
    else
      throw new Unsettled("L1", "hdf5-filter", "data are compressed in a way that we cannot read", {
        offset: place,
        found: NAMES[id] ?? `filter ${id}`
      });
  }
  if (data.length !== bytes)
    throw new Broken("L1", "chunk-length", "a chunk does not hold as many bytes as its shape says", {
      offset: place,
      expected: `${bytes} bytes`,
      found: `${data.length} bytes`
    });
  return data;
}
function unLzf(data, bytes, place) {
  const out = lzfDecompress(data, bytes);
  if (out !== void 0) return out;
  throw new Broken("L1", "lzf-broken", "a chunk cannot be decompressed (lzf)", { offset: place });
}
function inflate(data, most, place) {
  try {
    const { buffer, engine } = inflateSync(data, {
      maxOutputLength: most,
      finishFlush: constants.Z_FINISH,
      info: true
    });
    if (engine.bytesWritten !== data.length)
      throw new Error(`${data.length - engine.bytesWritten} bytes follow its end`);
    return buffer;
  } catch (error) {
    const what = `a chunk cannot be inflated: ${error instanceof Error ? error.message : ""}`;
    throw new Broken("L1", "deflate-broken", what, { offset: place });
  }
}
function withoutFletcher(data, place) {
  if (data.length < 4)
    throw new Broken("L1", "chunk-length", "a chunk is shorter than its checksum", { offset: place });
  const body = data.subarray(0, data.length - 4);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const stored = view.getUint32(data.length - 4, true);
  const found = fletcher32(body);
  if (stored === found) return body;
  throw checksumBroken("a chunk", place, stored, found);
}
function fletcher32(data) {
  let sum = 0;
  let sumOfSums = 0;
  const words = data.length >> 1;
  for (let i = 0; i < words; ) {
    const end = Math.min(words, i + 360);
    for (; i < end; i += 1) {
      sum += data[2 * i] << 8 | data[2 * i + 1];
      sumOfSums += sum;
    }
    sum = (sum & 65535) + (sum >>> 16);
    sumOfSums = (sumOfSums & 65535) + (sumOfSums >>> 16);
  }
  if (data.length % 2 === 1) {
    sum += data[data.length - 1] << 8;
    sumOfSums += sum;
    sum = (sum & 65535) + (sum >>> 16);
    sumOfSums = (sumOfSums & 65535) + (sumOfSums >>> 16);
  }
  sum = (sum & 65535) + (sum >>> 16);
  sumOfSums = (sumOfSums & 65535) + (sumOfSums >>> 16);
  return (sumOfSums << 16 | sum) >>> 0;
}

// src/verify/hdf5/rows.ts
var MOST_READS = 16;
async function readChunk(file, dataset, index) {
  const { layout, chunks, filters, shape: shape2 } = dataset;
  const address = chunks.addresses[index];
  const mask = chunks.masks[index];
  const place = file.base + address;
  if (chunks.chunkBytes > file.budgets.structureBytes)
    throw overBudget("structureBytes", file.budgets.structureBytes, chunks.chunkBytes, place);
  const isEdge = originOf(chunks, layout.chunk, index).some(
    (at, i) => at + layout.chunk[i] > shape2[i]
  );
  const used = layout.edgesUnfiltered && isEdge ? [] : filters;
  file.expand(chunks.chunkBytes, place);
  const stored = await file.read(address, chunks.sizes[index]);
  if (dataset.guarded && isHollow(stored, used, mask)) dataset.guarded = false;
  return undoFilters(stored, used, { mask, bytes: chunks.chunkBytes, place });
}
async function checkChunks(file, dataset) {
  for (let i = 0; i < dataset.chunks.addresses.length; i += 1)
    if (dataset.chunks.addresses[i] >= 0) await readChunk(file, dataset, i);
}
async function readRows(file, dataset, take) {
  const { shape: shape2, layout, chunks } = dataset;
  const [rows = 0, ...inner] = shape2;
  const [chunkRows = 1] = layout.chunk;
  const rowBytes = inner.reduce((product, size) => product * size, layout.elementBytes);
  const most = Math.min(chunkRows, Math.floor(file.budgets.structureBytes / Math.max(1, rowBytes)), rows);
  if (rows > 0 && (most === 0 || Math.min(chunkRows, rows) / most > MOST_READS))
    throw overBudget(
      "structureBytes",
      file.budgets.structureBytes,
      rowBytes * Math.min(chunkRows, rows),
      dataset.fileOffset
    );
  const buffer = new Uint8Array(most * rowBytes);
  const perBand = chunks.grid.slice(1).reduce((product, size) => product * size, 1);
  for (let band = 0; band * chunkRows < rows; band += 1) {
    const bandEnd = Math.min(rows, (band + 1) * chunkRows);
    for (let from = band * chunkRows; from < bandEnd; from += most) {
      const to = Math.min(bandEnd, from + most);
      for (let i = 0; i < perBand; i += 1) {
        const index = band * perBand + i;
        const chunk = await readChunk(file, dataset, index);
        copyRows({ chunk, origin: originOf(chunks, layout.chunk, index), from, to }, dataset, buffer);
      }
      await take(buffer.subarray(0, (to - from) * rowBytes));
    }
  }
}
function originOf({ grid }, chunk, index) {
  const origin = Array(grid.length).fill(0);
  let rest = index;
  for (let i = grid.length - 1; i >= 0; i -= 1) {
    origin[i] = rest % grid[i] * chunk[i];
    rest = Math.floor(rest / grid[i]);
  }
  return origin;
}
function copyRows({ chunk, origin, from, to }, { shape: shape2, layout }, buffer) {
  const rank2 = shape2.length;
  const extents = shape2.map((size, i) => Math.min(layout.chunk[i], size - origin[i]));
  const first = Math.max(from, origin[0]);
  const last = Math.min(to, origin[0] + extents[0]);
  const at = Array(rank2).fill(0);
  at[0] = first - origin[0];
  const ends = extents.map((extent, i) => i === 0 ? last - origin[0] : extent);
  if (rank2 === 1) {
    const { elementBytes } = layout;
    const begin = at[0] * elementBytes;
    buffer.set(chunk.subarray(begin, ends[0] * elementBytes), (first - from) * elementBytes);
    return;
  }
  const runBytes = extents[rank2 - 1] * layout.elementBytes;
  while (at[0] < ends[0]) {
    let source = 0;
    let target = 0;
    for (let i = 0; i < rank2; i += 1) {
      source = source * layout.chunk[i] + at[i];
      const row = origin[i] + at[i] - (i === 0 ? from : 0);
      target = i === 0 ? row : target * shape2[i] + row;
    }
    source *= layout.elementBytes;
    buffer.set(chunk.subarray(source, source + runBytes), target * layout.elementBytes);
    advance(at, ends, rank2);
  }
}
function advance(at, ends, rank2) {
  for (let i = rank2 - 2; i >= 0; i -= 1) {
    at[i] = at[i] + 1;
    if (i === 0 || at[i] < ends[i]) return;
    at[i] = 0;
  }
}

// src/verify/hdf5/superblock.ts
var LONGEST = 112;
var MOST_LINE_ENDS = 16;
async function openHdf5(subject) {
  const { head, reader, budgets } = subject;
  const at = findHdf5Signature(head);
  if (at === void 0)
    throw new Broken("L1", "signature-changed", "begins like HDF5, but its signature was changed as text", {
      offset: 0,
      expected: Buffer.from(HDF5_SIGNATURE).toString("hex"),
      found: Buffer.from(head.subarray(0, 8)).toString("hex")
    });
  const file = new Hdf5File(reader, budgets, at);
  const version = head[at + 8] ?? 0;
  if (version > 3)
    throw new Unsettled("L1", "hdf5-version", "has a superblock that we cannot read", {
      offset: at + 8,
      expected: "0 to 3",
      found: String(version)
    });
  if (file.size < (version < 2 ? 96 : 48)) throw cut(file.size, at);
  const newer = version >= 2;
  const [offsets, lengths] = newer ? [head[at + 9], head[at + 10]] : [head[at + 13], head[at + 14]];
  if (!isWidth(offsets) || !isWidth(lengths))
    throw hdf5Broken("addresses have a width that does not exist", at, {
      found: `${offsets} and ${lengths}`
    });
  file.widths = { offsets, lengths };
  const superblock = newer ? await readNewer(file, version) : await readClassic(file, version);
  noteLineEnds(subject, file);
  return { file, superblock };
}
var isWidth = (width) => width === 2 || width === 4 || width === 8;
async function readClassic(file, version) {
  const { offsets } = file.widths;
  const length = 24 + (version === 1 ? 4 : 0) + 4 * offsets + 2 * offsets + 24;
  const cursor = await file.cursor(0, Math.min(length, LONGEST));
  file.hasUnguarded = true;
  cursor.skip(9);
  const versions = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8()];
  if (versions.some((part) => part !== 0))
    throw hdf5Broken("the superblock has a part of an unknown version", cursor.fileOffset);
  cursor.skip(2);
  if (cursor.u8() !== 0) throw hdf5Broken("a reserved byte of the superblock is not zero", cursor.fileOffset);
  file.ranks.groupLeaf = rank(cursor);
  file.ranks.groupInternal = rank(cursor);
  const flags = cursor.u32();
  if (flags > 7)
    throw hdf5Broken("the superblock has flags that do not exist", cursor.fileOffset, {
      found: String(flags)
    });
  if (version === 1) {
    file.ranks.chunkInternal = rank(cursor);
    cursor.skip(2);
  }
  mustBeBase(file, cursor);
  cursor.address();
  await mustEnd(file, cursor);
  const driver = cursor.address();
  if (driver !== void 0) throw otherDriver(cursor);
  const nameOffset = cursor.length();
  const root = cursor.mustAddress("the root group");
  if (nameOffset !== 0) throw hdf5Broken("the root group has a name", cursor.fileOffset);
  const cached = cursor.u32();
  if (cached > 2)
    throw hdf5Broken("the root group is of an unknown kind", cursor.fileOffset, { found: String(cached) });
  file.claim(0, length, "the superblock");
  return { version, root, extension: void 0 };
}
async function readNewer(file, version) {
  const length = 12 + 4 * file.widths.offsets + 4;
  const cursor = await file.checked(0, length, "the superblock");
  cursor.skip(11);
  judgeFlags2(cursor.u8(), cursor);
  mustBeBase(file, cursor);
  const extension = cursor.address();
  await mustEnd(file, cursor);
  const root = cursor.mustAddress("the root group");
  file.claim(0, length, "the superblock");
  return { version, root, extension };
}
function rank(cursor) {
  const from = cursor.place;
  const value = cursor.u16();
  if (value === 0) throw hdf5Broken("B-tree nodes have room for nothing", from);
  return value;
}
function judgeFlags2(flags, cursor) {
  if ((flags & 5) !== 0)
    throw new Broken("L1", "not-closed", "was never closed by the program that wrote it", {
      offset: cursor.place,
      expected: "no flags",
      found: String(flags)
    });
}
function mustBeBase(file, cursor) {
  const from = cursor.place;
  const base = cursor.address();
  if (base !== file.base)
    throw hdf5Broken("the base address is not where the file begins", from, {
      expected: String(file.base),
      found: String(base)
    });
}
async function mustEnd(file, cursor) {
  const from = cursor.place;
  const end = cursor.address();
  const size = file.reader.sizeBytes;
  if (end === size) return;
  if (end !== void 0 && end < size) {
    if (size - end <= MOST_LINE_ENDS && (await file.reader.read(end, size - end)).every(isLineEnd))
      return file.endAt(end);
    throw new Broken("L1", "trailing-bytes", "bytes follow the end that the file gives itself", {
      offset: end,
      expected: `${end} bytes`,
      found: `${size} bytes`
    });
  }
  throw new Broken("L1", "cut-short", "the file ends before the end that it gives itself", {
    offset: from,
    expected: `${end} bytes`,
    found: `${size} bytes`
  });
}
var isLineEnd = (byte) => byte === 10 || byte === 13;
function noteLineEnds({ findings, reader }, { base, size }) {
  const end = base + size;
  if (end === reader.sizeBytes) return;
  findings.note("L1", "line-ends-behind", "line ends follow the end that the file gives itself", {
    offset: end,
    found: `${reader.sizeBytes - end} bytes`
  });
}
var cut = (found, offset) => new Broken("L1", "cut-short", "ends within its superblock", { offset, found: `${found} bytes` });
var otherDriver = (cursor) => new Unsettled("L1", "hdf5-driver", "is one of several files that only together are one", {
  offset: cursor.place
});

// src/verify/hdf5/btree1.ts
var KIND = { group: 0, chunk: 1 };
var DEEPEST4 = 32;
async function* walkTree1(file, root, tree) {
  let level = -1;
  let places = [{ child: root }];
  while (places.length > 0) {
    const below = [];
    let left;
    let expected;
    for (let i = 0; i < places.length; i += 1) {
      const { child: address, within } = places[i];
      const node = await readNode(file, address, tree);
      if (level < 0) level = node.level;
      mustAgree(node, { level, left, right: places[i + 1]?.child, place: file.base + address });
      if (expected !== void 0 && expected !== address) throw outOfLine(file.base + address);
      mustAscend(node.entries, within, tree);
      left = address;
      expected = node.right;
      for (const entry of node.entries) {
        if (level === 0) yield entry;
        else below.push({ child: entry.child, within: entry });
      }
    }
    places = below;
    level -= 1;
  }
}
function mustAscend(entries, within, { order }) {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === void 0 || last === void 0) return;
  const wrong = entries.find(({ key, next }) => order(again(key), again(next)) >= 0);
  if (wrong !== void 0) throw hdf5Broken("the keys of a B-tree are out of order", wrong.next.fileOffset);
  if (within === void 0) return;
  const isWithin = order(again(within.key), again(first.key)) <= 0 && order(again(last.next), again(within.next)) <= 0;
  if (!isWithin) throw hdf5Broken("the keys of a B-tree do not fit those above them", first.key.fileOffset);
}
var again = ({ bytes, fileOffset, widths }) => new Cursor(bytes, fileOffset, widths);
async function readNode(file, address, tree) {
  const { kind, keyBytes, rank: rank2 } = tree;
  const { offsets } = file.widths;
  const whole = 8 + 2 * offsets + 2 * rank2 * offsets + (2 * rank2 + 1) * keyBytes;
  const cursor = await file.unguarded(address, whole, "a B-tree node");
  cursor.signature("TREE");
  const found = cursor.u8();
  if (found !== KIND[kind])
    throw hdf5Broken("a B-tree node is of another kind", cursor.fileOffset, { found: String(found) });
  const level = cursor.u8();
  if (level > DEEPEST4)
    throw hdf5Broken("a B-tree is deeper than any", cursor.fileOffset, { found: String(level) });
  const used = cursor.u16();
  if (used > 2 * rank2)
    throw hdf5Broken("a B-tree node has more entries than room", cursor.fileOffset, { found: String(used) });
  const [left, right] = [cursor.address(), cursor.address()];
  const entries = [];
  let key = cursor.part(keyBytes);
  if (used > 0) tree.check?.(again(key));
  for (let i = 0; i < used; i += 1) {
    const child = cursor.mustAddress("a B-tree entry");
    const next = cursor.part(keyBytes);
    tree.check?.(again(next));
    entries.push({ key, next: again(next), child });
    key = next;
  }
  return { level, left, right, entries };
}
function mustAgree(node, expected) {
  const sound = node.level === expected.level && node.left === expected.left && node.right === expected.right;
  if (!sound) throw outOfLine(expected.place);
}
var outOfLine = (place) => hdf5Broken("a B-tree node does not fit those beside and above it", place);

// src/verify/hdf5/chunk-arrays.ts
var WHAT = "an array of chunks";
function enterElement(element, position, { chunkBytes, isFiltered, enter }) {
  const address = element.address();
  if (address === void 0) return;
  const bytes = isFiltered ? element.uint(element.left - 4) : chunkBytes;
  enter(position, { address, bytes, mask: isFiltered ? element.u32() : 0 });
}
function enterElements(cursor, { elementBytes, first, count }, walk) {
  for (let i = 0; i < count; i += 1) enterElement(cursor.part(elementBytes), first + i, walk);
}
function mustBeWhole(elementBytes, file, { isFiltered }, place) {
  const least = file.widths.offsets + (isFiltered ? 5 : 0);
  const most = file.widths.offsets + (isFiltered ? 12 : 0);
  if (elementBytes < least || elementBytes > most)
    throw hdf5Broken("the elements of an array of chunks have a size that cannot be", place, {
      found: String(elementBytes)
    });
}
var isSet = (bits, i) => ((bits[i >> 3] ?? 0) >> 7 - i % 8 & 1) === 1;
async function walkPages(file, { address, pages, pageElements, elements }, walk) {
  const { elementBytes, first, count } = elements;
  let at = address;
  for (let page = 0; page * pageElements < count; page += 1) {
    const inPage = Math.min(pageElements, count - page * pageElements);
    const bytes = inPage * elementBytes + 4;
    if (isSet(pages.bits, pages.first + page)) {
      const cursor = await file.checked(at, bytes, "a page of an array of chunks");
      enterElements(cursor, { elementBytes, first: first + page * pageElements, count: inPage }, walk);
    }
    at += bytes;
  }
}
async function fixedArray(file, address, walk) {
  const { offsets, lengths } = file.widths;
  const whole = 8 + lengths + offsets + 4;
  const header = await file.structure(address, whole, WHAT);
  header.signature("FAHD");
  header.version(WHAT, 0);
  const kind = header.u8();
  const elementBytes = header.u8();
  const pageElements = 2 ** header.u8();
  const count = header.length();
  const block = header.address();
  mustBeOfKind(kind, walk, header.fileOffset);
  mustBeWhole(elementBytes, file, walk, header.fileOffset);
  if (count !== walk.most)
    throw hdf5Broken("an array of chunks has another length than the data need", header.fileOffset);
  if (block === void 0) return;
  const prefix = 6 + offsets;
  const pages = count > pageElements ? Math.ceil(count / pageElements) : 0;
  const bitBytes = Math.ceil(pages / 8);
  const own = prefix + bitBytes + (pages === 0 ? count * elementBytes : 0) + 4;
  file.claim(block, own + (pages === 0 ? 0 : count * elementBytes + 4 * pages), WHAT);
  const cursor = await file.checked(block, own, WHAT);
  mustBelong(cursor, "FADB", address, kind);
  const elements = { elementBytes, first: 0, count };
  if (pages === 0) enterElements(cursor, elements, walk);
  else
    await walkPages(
      file,
      { address: block + own, pages: { bits: cursor.take(bitBytes), first: 0 }, pageElements, elements },
      walk
    );
}
function mustBeOfKind(kind, { isFiltered }, place) {
  if (kind !== (isFiltered ? 1 : 0))
    throw hdf5Broken("an array of chunks is of another kind than the data", place);
}
function mustBelong(cursor, signature, owner, kind) {
  cursor.signature(signature);
  cursor.version(WHAT, 0);
  if (cursor.u8() !== kind || cursor.address() !== owner)
    throw hdf5Broken("a block belongs to another array of chunks", cursor.fileOffset);
}
async function extensibleArray(file, address, walk) {
  const { offsets, lengths } = file.widths;
  const whole = 12 + 6 * lengths + offsets + 4;
  const header = await file.structure(address, whole, WHAT);
  header.signature("EAHD");
  header.version(WHAT, 0);
  const [kind, elementBytes, bits, inIndex, least, leastPointers, pageBits] = Array.from(
    { length: 7 },
    () => header.u8()
  );
  header.skip(6 * lengths);
  const index = header.address();
  mustBeOfKind(kind, walk, header.fileOffset);
  mustBeWhole(elementBytes, file, walk, header.fileOffset);
  const isPower = (value) => value > 0 && (value & value - 1) === 0;
  const secondaries = 1 + bits - Math.log2(least);
  const firstSecondary = 2 * Math.log2(leastPointers);
  if (!isPower(least) || !isPower(leastPointers) || bits > 64 || secondaries < firstSecondary)
    throw hdf5Broken("an array of chunks has a shape that cannot be", header.fileOffset);
  const numberBytes = Math.ceil(bits / 8);
  const array2 = {
    address,
    kind,
    elementBytes,
    inIndex,
    least,
    leastPointers,
    pageElements: 2 ** pageBits,
    numberBytes,
    secondaries
  };
  if (index !== void 0) await walkIndexBlock(file, { array: array2, index, firstSecondary }, walk);
}
async function walkIndexBlock(file, { array: array2, index, firstSecondary }, walk) {
  const { offsets } = file.widths;
  const { inIndex, elementBytes, leastPointers, secondaries } = array2;
  const blocks = 2 * (leastPointers - 1);
  const whole = 6 + offsets + inIndex * elementBytes + (blocks + secondaries - firstSecondary) * offsets + 4;
  const cursor = await file.structure(index, whole, WHAT);
  mustBelong(cursor, "EAIB", array2.address, array2.kind);
  enterElements(cursor, { elementBytes, first: 0, count: inIndex }, walk);
  let first = inIndex;
  let before = 0;
  for (let level = 0; level < secondaries; level += 1) {
    const pointers = 2 ** Math.floor(level / 2);
    const perBlock = 2 ** Math.floor((level + 1) / 2) * array2.least;
    if (level < firstSecondary) {
      for (let i = 0; i < pointers; i += 1) {
        const place = { first: first + i * perBlock, count: perBlock };
        const stored = first - inIndex + (before + i) * perBlock;
        await walkDataBlock(file, array2, { ...place, address: cursor.address(), stored }, walk);
      }
    } else {
      const secondary = cursor.address();
      if (secondary !== void 0)
        await walkSecondary(file, array2, { address: secondary, first, pointers, perBlock }, walk);
    }
    first += pointers * perBlock;
    before += pointers;
  }
}
async function walkSecondary(file, array2, { address, first, pointers, perBlock }, walk) {
  const { offsets } = file.widths;
  const bitBytes = perBlock > array2.pageElements ? Math.ceil(perBlock / array2.pageElements / 8) : 0;
  const whole = 6 + offsets + array2.numberBytes + pointers * (bitBytes + offsets) + 4;
  const cursor = await file.structure(address, whole, WHAT);
  mustBelong(cursor, "EASB", array2.address, array2.kind);
  mustBeAt(cursor, array2, first - array2.inIndex);
  const bits = cursor.take(pointers * bitBytes);
  const pagesEach = perBlock / array2.pageElements;
  for (let i = 0; i < pointers; i += 1) {
    const start = first + i * perBlock;
    const place = { first: start, count: perBlock, stored: start - array2.inIndex };
    const pages = { bits, first: i * pagesEach };
    await walkDataBlock(file, array2, { ...place, address: cursor.address(), pages }, walk);
  }
}
function mustBeAt(cursor, array2, stored) {
  if (cursor.uint(array2.numberBytes) !== stored)
    throw hdf5Broken("a block of an array of chunks is of another place", cursor.fileOffset);
}
async function walkDataBlock(file, array2, { address, first, count, stored, pages }, walk) {
  if (address === void 0) return;
  const { elementBytes, pageElements, numberBytes } = array2;
  const isPaged = count > pageElements;
  const prefix = 6 + file.widths.offsets + numberBytes;
  const own = prefix + (isPaged ? 0 : count * elementBytes) + 4;
  file.count(1, file.base + address);
  file.claim(address, own + (isPaged ? count * elementBytes + 4 * count / pageElements : 0), WHAT);
  const cursor = await file.checked(address, own, WHAT);
  mustBelong(cursor, "EADB", array2.address, array2.kind);
  mustBeAt(cursor, array2, stored);
  const elements = { elementBytes, first, count };
  if (!isPaged) enterElements(cursor, elements, walk);
  else if (pages !== void 0)
    await walkPages(file, { address: address + own, pages, pageElements, elements }, walk);
}

// src/verify/hdf5/chunks.ts
async function readChunkTable(file, dataset, place) {
  const { layout, shape: shape2 } = dataset;
  if (layout.chunk.length !== shape2.length)
    throw hdf5Broken("chunks have another number of dimensions than the data", place);
  const chunkBytes = layout.chunk.reduce((product, size) => product * size, layout.elementBytes);
  const grid = shape2.map((size, i) => Math.ceil(size / layout.chunk[i]));
  const count = grid.reduce((product, size) => product * size, 1);
  file.count(count, place);
  const table = {
    grid,
    chunkBytes,
    addresses: new Float64Array(count).fill(-1),
    sizes: new Float64Array(count),
    masks: new Uint32Array(count),
    written: 0
  };
  const enter = (scaled, chunk) => {
    const at = indexIn(grid, scaled);
    if (at === void 0 || table.addresses[at] !== -1)
      throw hdf5Broken(at === void 0 ? "a chunk lies outside the data" : "a chunk is there twice", place, {
        found: `chunk ${scaled.join(", ")}`
      });
    if (dataset.filters.length === 0 && chunk.bytes !== chunkBytes)
      throw hdf5Broken("a chunk has another size than its shape", place, {
        expected: `${chunkBytes} bytes`,
        found: `${chunk.bytes} bytes`
      });
    file.claim(chunk.address, chunk.bytes, "a chunk");
    table.addresses[at] = chunk.address;
    table.sizes[at] = chunk.bytes;
    table.masks[at] = chunk.mask;
    table.written += 1;
  };
  if (count > 0 || layout.index.kind === "tree1") await walkIndex(file, dataset, chunkBytes, enter);
  return table;
}
async function walkIndex(file, dataset, chunkBytes, enter) {
  const { layout, shape: shape2, space, filters } = dataset;
  const { index } = layout;
  const { address } = index;
  if (address === void 0) return;
  const rank2 = shape2.length;
  if (index.kind === "single") {
    enter(
      shape2.map(() => 0),
      { address, bytes: index.bytes ?? chunkBytes, mask: index.mask }
    );
  } else if (index.kind === "tree1") {
    const keyBytes = 8 + 8 * (rank2 + 1);
    for await (const { key, child } of walkTree1(file, address, {
      kind: "chunk",
      keyBytes,
      rank: file.ranks.chunkInternal,
      order: (one, other) => orderOfChunks(one, other, rank2),
      check: (key2) => mustBeMultiple(key2, [...layout.chunk, layout.elementBytes])
    })) {
      const [bytes, mask] = [key.u32(), key.u32()];
      enter(scaledBy(key, layout.chunk), { address: child, bytes, mask });
    }
  } else if (index.kind === "tree2") {
    await walkChunkTree2(file, address, { rank: rank2, chunkBytes, isFiltered: filters.length > 0 }, enter);
  } else {
    const order = new ChunkOrder(layout.chunk, space, index.kind === "extensible-array");
    const enterAt = (position, chunk) => enter(order.scaled(position), chunk);
    if (index.kind === "implicit") {
      for (let i = 0; i < order.count; i += 1)
        enterAt(i, { address: address + i * chunkBytes, bytes: chunkBytes, mask: 0 });
    } else {
      const walk = index.kind === "fixed-array" ? fixedArray : extensibleArray;
      await walk(file, address, {
        chunkBytes,
        isFiltered: filters.length > 0,
        most: order.count,
        enter: enterAt
      });
    }
  }
}
var CHUNKS2 = 10;
var FILTERED_CHUNKS = 11;
async function walkChunkTree2(file, root, { rank: rank2, chunkBytes, isFiltered }, enter) {
  for await (const record of walkTree2(file, root, [isFiltered ? FILTERED_CHUNKS : CHUNKS2])) {
    const address = record.mustAddress("a chunk");
    const bytes = isFiltered ? record.uint(record.left - 4 - 8 * rank2) : chunkBytes;
    const mask = isFiltered ? record.u32() : 0;
    enter(
      Array.from({ length: rank2 }, () => record.uint(8)),
      { address, bytes, mask }
    );
  }
}
function orderOfChunks(one, other, rank2) {
  for (const key of [one, other]) key.skip(8);
  for (let i = 0; i <= rank2; i += 1) {
    const difference = one.uint(8) - other.uint(8);
    if (difference !== 0) return difference;
  }
  return 0;
}
function mustBeMultiple(key, chunk) {
  key.skip(8);
  const place = key.place;
  if (chunk.some((size) => key.uint(8) % size !== 0))
    throw hdf5Broken("a chunk does not begin at a multiple of its shape", place);
}
function scaledBy(key, chunk) {
  const place = key.place;
  const scaled = chunk.map((size) => key.uint(8) / size);
  if (key.uint(8) !== 0) throw hdf5Broken("a chunk begins within an element", place);
  return scaled;
}
function indexIn(grid, scaled) {
  let index = 0;
  for (let i = 0; i < grid.length; i += 1) {
    const [size, at] = [grid[i], scaled[i]];
    if (at >= size) return void 0;
    index = index * size + at;
  }
  return index;
}
var ChunkOrder = class {
  /** How many chunks there can be; infinite where a dimension has no end. */
  count;
  #sizes;
  /** Which dimension each position of the numbering is. */
  #dimensions;
  constructor(chunk, { mostShape }, endlessFirst) {
    const sizes = mostShape.map(
      (most, i) => most === void 0 ? Number.POSITIVE_INFINITY : Math.ceil(most / chunk[i])
    );
    const endless = endlessFirst ? sizes.indexOf(Number.POSITIVE_INFINITY) : -1;
    const rest = sizes.map((_size, i) => i).filter((i) => i !== endless);
    this.#dimensions = endless < 0 ? rest : [endless, ...rest];
    this.#sizes = this.#dimensions.map((i) => sizes[i]);
    this.count = sizes.reduce((product, size) => product * size, 1);
  }
  scaled(position) {
    const scaled = Array(this.#sizes.length).fill(0);
    let rest = position;
    for (let i = this.#sizes.length - 1; i >= 0; i -= 1) {
      const size = this.#sizes[i];
      const at = Number.isFinite(size) ? rest % size : rest;
      scaled[this.#dimensions[i]] = at;
      rest = Number.isFinite(size) ? Math.floor(rest / size) : 0;
    }
    return scaled;
  }
};

// src/verify/hdf5/fill-value.ts
var HAS_NONE = 16;
var HAS_ONE = 32;
async function checkFillValues(file, header) {
  for (const type of [MESSAGE.oldFillValue, MESSAGE.fillValue]) {
    const found = only(header, type);
    if (found === void 0) continue;
    const { bytes, fileOffset } = await resolved(file, found);
    const cursor = new Cursor(bytes, fileOffset, file.widths);
    if (type === MESSAGE.oldFillValue) cursor.skip(cursor.u32());
    else checkNewer(cursor);
  }
}
function checkNewer(cursor) {
  const from = cursor.place;
  if (cursor.version("a fill value", 1, 2, 3) < 3) {
    cursor.skip(2);
    const version = cursor.bytes[0];
    const isDefined = cursor.u8() !== 0;
    const size = version === 1 || isDefined ? cursor.u32() | 0 : 0;
    if (size < -1) throw hdf5Broken("a fill value has a size that cannot be", from, { found: String(size) });
    cursor.skip(Math.max(0, size));
    return;
  }
  const flags = cursor.u8();
  if ((flags & 192) !== 0 || (flags & (HAS_NONE | HAS_ONE)) === (HAS_NONE | HAS_ONE))
    throw hdf5Broken("a fill value has flags that cannot be", from, { found: String(flags) });
  if ((flags & HAS_ONE) !== 0) cursor.skip(cursor.u32());
}

// src/verify/hdf5/layout.ts
var COMPACT = 0;
var CONTIGUOUS = 1;
var CHUNKED = 2;
var INDEXES = ["", "single", "implicit", "fixed-array", "extensible-array", "tree2"];
var SINGLE_FILTERED = 2;
function readLayout(cursor) {
  const place = cursor.place;
  const version = cursor.u8();
  if (version < 3 || version > 5)
    throw new Unsettled("L2", "hdf5-layout", "lays out data in a way that we cannot read", {
      offset: place,
      found: `layout version ${version}`
    });
  const kind = cursor.u8();
  if (kind === COMPACT) {
    const bytes = cursor.u16();
    const fileOffset = cursor.place;
    cursor.skip(bytes);
    return { kind: "compact", fileOffset, bytes };
  }
  if (kind === CONTIGUOUS) return { kind: "contiguous", address: cursor.address(), bytes: cursor.length() };
  if (kind !== CHUNKED)
    throw new Unsettled("L2", "hdf5-layout", "lays out data in a way that we cannot read", {
      offset: place,
      found: `layout class ${kind}`
    });
  return version === 3 ? chunkedClassic(cursor) : chunkedNewer(cursor);
}
function chunkedClassic(cursor) {
  const place = cursor.place;
  const rank2 = cursor.u8() - 1;
  const address = cursor.address();
  const chunk = Array.from({ length: Math.max(0, rank2) }, () => cursor.u32());
  const elementBytes = cursor.u32();
  mustBeChunk(chunk, elementBytes, place);
  return { kind: "chunked", chunk, elementBytes, index: { kind: "tree1", address }, edgesUnfiltered: false };
}
function chunkedNewer(cursor) {
  const place = cursor.place;
  const flags = cursor.u8();
  const rank2 = cursor.u8() - 1;
  const width = cursor.u8();
  const chunk = Array.from({ length: Math.max(0, rank2) }, () => cursor.uint(width));
  const elementBytes = cursor.uint(width);
  mustBeChunk(chunk, elementBytes, place);
  return {
    kind: "chunked",
    chunk,
    elementBytes,
    index: readIndex(cursor, flags),
    edgesUnfiltered: (flags & 1) !== 0
  };
}
function readIndex(cursor, flags) {
  const place = cursor.place;
  const kind = INDEXES[cursor.u8()];
  if (kind === void 0 || kind === "") throw hdf5Broken("chunks have an index of an unknown kind", place);
  if (kind === "single") {
    const isFiltered = (flags & SINGLE_FILTERED) !== 0;
    const bytes = isFiltered ? cursor.length() : void 0;
    const mask = isFiltered ? cursor.u32() : 0;
    return { kind, ...bytes === void 0 ? {} : { bytes }, mask, address: cursor.address() };
  }
  cursor.skip({ implicit: 0, "fixed-array": 1, "extensible-array": 5, tree2: 6 }[kind]);
  return { kind, address: cursor.address() };
}
function mustBeChunk(chunk, elementBytes, place) {
  if (chunk.length === 0 || elementBytes === 0 || chunk.includes(0))
    throw hdf5Broken("chunks without size", place, {
      found: `${chunk.join(" x ")} of ${elementBytes} bytes`
    });
}

// src/verify/hdf5/dataset.ts
var isDataset = ({ messages }) => messages.some(({ type }) => type === MESSAGE.layout);
async function readDataset(file, header) {
  const message = async (type2) => {
    const found = only(header, type2);
    if (found === void 0) return void 0;
    const { bytes, fileOffset } = await resolved(file, found);
    return new Cursor(bytes, fileOffset, file.widths);
  };
  const [typePart, spacePart, layoutPart] = [
    await message(MESSAGE.datatype),
    await message(MESSAGE.dataspace),
    await message(MESSAGE.layout)
  ];
  if (typePart === void 0 || spacePart === void 0 || layoutPart === void 0)
    throw hdf5Broken("a dataset without type, shape or layout", header.fileOffset);
  if (only(header, MESSAGE.externalFiles) !== void 0)
    throw new Unsettled("L2", "hdf5-external", "keeps data in another file", { offset: header.fileOffset });
  await checkFillValues(file, header);
  const type = readDatatype(typePart);
  const space = readDataspace(spacePart);
  const filterPart = await message(MESSAGE.filters);
  const dataset = {
    names: [],
    fileOffset: header.fileOffset,
    type,
    shape: space.shape ?? [],
    elements: space.elements,
    layout: readLayout(layoutPart),
    filters: filterPart === void 0 ? [] : readFilters(filterPart),
    guarded: false,
    isUnwritten: false
  };
  if (space.shape === void 0) delete dataset.type.number;
  await claimData(file, dataset, space);
  return dataset;
}
async function claimData(file, dataset, space) {
  const { layout, type, elements, filters, fileOffset } = dataset;
  const needed = type.bytes * elements;
  if (layout.kind === "chunked") {
    if (layout.elementBytes !== type.bytes) throw sizeLies(fileOffset, type.bytes, layout.elementBytes);
    const other = unreadable(filters);
    const chunks = await readChunkTable(file, { layout, shape: dataset.shape, space, filters }, fileOffset);
    if (other.length > 0)
      throw new Unsettled("L1", "hdf5-filter", "data are compressed in a way that we cannot read", {
        offset: fileOffset,
        found: other.join(", ")
      });
    if (filters.some(({ id }) => mayHoldZstd(id))) await readyZstd();
    dataset.chunks = chunks;
    dataset.isUnwritten = chunks.written < chunks.addresses.length;
    dataset.guarded = !layout.edgesUnfiltered && chunks.masks.every((mask) => guards(filters, mask));
    return;
  }
  if (filters.length > 0) throw hdf5Broken("data without chunks have filters", fileOffset);
  if (layout.kind === "contiguous" && layout.address === void 0) {
    dataset.isUnwritten = elements > 0;
    return;
  }
  if (layout.bytes !== needed && !(elements === 0 && layout.kind === "compact"))
    throw sizeLies(fileOffset, needed, layout.bytes);
  if (layout.kind === "contiguous") file.claim(layout.address, layout.bytes, "data");
  else dataset.guarded = true;
}
var sizeLies = (offset, expected, found) => new Broken("L2", "size-lies", "data have another size than their type and shape say", {
  offset,
  expected: `${expected} bytes`,
  found: `${found} bytes`
});

// src/verify/hdf5/heap.ts
var LocalHeap = class _LocalHeap {
  #segment;
  #fileOffset;
  constructor(segment, fileOffset) {
    this.#segment = segment;
    this.#fileOffset = fileOffset;
  }
  static async read(file, address) {
    const whole = 8 + 2 * file.widths.lengths + file.widths.offsets;
    file.count(1, file.base + address);
    file.claim(address, whole, "a heap of names");
    const cursor = await file.cursor(address, whole);
    cursor.signature("HEAP");
    cursor.version("a heap of names", 0);
    cursor.skip(3);
    const length = cursor.length();
    const firstFree = cursor.length();
    const segment = cursor.mustAddress("a heap of names");
    file.claim(segment, length, "names");
    const names = await file.cursor(segment, length);
    mustHoldFree(names, firstFree);
    return new _LocalHeap(names.bytes, file.base + segment);
  }
  name(offset) {
    const end = offset < this.#segment.length ? this.#segment.indexOf(0, offset) : -1;
    if (end < 0)
      throw hdf5Broken("a name lies outside the heap of names", this.#fileOffset, { found: String(offset) });
    return this.#segment.subarray(offset, end);
  }
  text(offset) {
    return textOf(this.name(offset));
  }
};
var NO_MORE = 1;
function mustHoldFree(names, first) {
  const whole = names.bytes.length;
  let freeBytes = 0;
  for (let at = first; at !== NO_MORE; ) {
    if (at % 8 !== 0 || at + 2 * names.widths.lengths > whole)
      throw hdf5Broken("the free places of a heap of names lead out of it", names.fileOffset, {
        found: String(at)
      });
    names.at = at;
    const next = names.length();
    const bytes = names.length();
    freeBytes += bytes;
    if (bytes < 2 * names.widths.lengths || at + bytes > whole || freeBytes > whole)
      throw hdf5Broken("a free place of a heap of names is larger than it", names.fileOffset + at, {
        found: `${bytes} bytes`
      });
    at = next;
  }
}
var COLLECTIONS_KEPT = 64;
var GlobalHeap = class {
  #file;
  #claimed = /* @__PURE__ */ new Set();
  #kept = /* @__PURE__ */ new Map();
  constructor(file) {
    this.#file = file;
  }
  /** @returns the bytes of one object, which must be exactly as many as the reference to it says */
  async object(address, index, bytes, place) {
    const collection = this.#kept.get(address) ?? await this.#load(address);
    const object = collection.get(index);
    if (object?.length !== bytes)
      throw hdf5Broken("a value of variable length is not where the file points", place, {
        expected: `${bytes} bytes`,
        found: object === void 0 ? `no object ${index}` : `${object.length} bytes`
      });
    return object.subarray(0, bytes);
  }
  async #load(address) {
    const file = this.#file;
    file.hasUnguarded = true;
    const fixed = await file.cursor(address, 8 + file.widths.lengths);
    fixed.signature("GCOL");
    fixed.version("a collection of values", 1);
    fixed.skip(3);
    const whole = fixed.length();
    if (!this.#claimed.has(address)) {
      file.count(1, file.base + address);
      file.claim(address, whole, "a collection of values");
      this.#claimed.add(address);
    }
    const objects = await readObjects(file, address, whole);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= COLLECTIONS_KEPT && oldest !== void 0) this.#kept.delete(oldest);
    this.#kept.set(address, objects);
    return objects;
  }
};
async function readObjects(file, address, whole) {
  const cursor = await file.cursor(address, whole);
  cursor.skip(8 + file.widths.lengths);
  const objects = /* @__PURE__ */ new Map();
  while (cursor.left >= 8 + file.widths.lengths) {
    const from = cursor.place;
    const index = cursor.u16();
    cursor.skip(6);
    const length = cursor.length();
    if (index === 0) {
      const rest = file.base + address + whole - from;
      if (length === rest) break;
      throw hdf5Broken("the free rest of a collection of values does not end with it", from, {
        expected: `${rest} bytes`,
        found: `${length} bytes`
      });
    }
    if (objects.has(index)) throw hdf5Broken("a collection has two values of one number", from);
    objects.set(index, cursor.take(length));
    cursor.skip(Math.min(cursor.left, (8 - length % 8) % 8));
  }
  return objects;
}

// src/verify/hdf5/group.ts
var isGroup = ({ messages }) => messages.some(
  ({ type }) => type === MESSAGE.symbolTable || type === MESSAGE.linkInfo || type === MESSAGE.link
);
async function* linksOf(file, header) {
  const table = only(header, MESSAGE.symbolTable);
  if (table !== void 0) yield* classicLinks(file, new Cursor(table.bytes, table.fileOffset, file.widths));
  for (const { type, bytes, fileOffset } of header.messages)
    if (type === MESSAGE.link) yield parseLink(new Cursor(bytes, fileOffset, file.widths));
  const info = only(header, MESSAGE.linkInfo);
  if (info === void 0) return;
  const cursor = new Cursor(info.bytes, info.fileOffset, file.widths);
  cursor.version("link info", 0);
  for await (const { object, hash } of denseObjects(file, cursor, DENSE2)) yield parseLink(object, hash);
}
async function* classicLinks(file, cursor) {
  const tree = cursor.mustAddress("a group");
  const names = await LocalHeap.read(file, cursor.mustAddress("a group"));
  let before;
  const nameAt = (key) => names.name(key.length());
  const shape2 = {
    kind: "group",
    keyBytes: file.widths.lengths,
    rank: file.ranks.groupInternal,
    order: (one, other) => Buffer.compare(nameAt(one), nameAt(other))
  };
  for await (const { key, next, child } of walkTree1(file, tree, shape2)) {
    const [after, upTo] = [nameAt(key), nameAt(next)];
    for (const { name, link } of await readLeaf(file, child, names)) {
      if (Buffer.compare(name, after) <= 0 || Buffer.compare(name, upTo) > 0)
        throw hdf5Broken(
          "a name is not between the keys of its B-tree, by which it is looked up",
          link.place,
          {
            found: JSON.stringify(link.name.slice(0, 80))
          }
        );
      if (before !== void 0 && Buffer.compare(before, name) >= 0)
        throw hdf5Broken("the names of a group are out of order", link.place, {
          found: JSON.stringify(link.name.slice(0, 80))
        });
      before = name;
      yield link;
    }
  }
}
async function readLeaf(file, address, names) {
  const { offsets } = file.widths;
  const entryBytes = 2 * offsets + 24;
  const whole = 8 + 2 * file.ranks.groupLeaf * entryBytes;
  file.count(1, file.base + address);
  file.claim(address, whole, "names of a group");
  const cursor = await file.cursor(address, whole);
  cursor.signature("SNOD");
  cursor.version("names of a group", 1);
  cursor.skip(1);
  const used = cursor.u16();
  if (used > 2 * file.ranks.groupLeaf)
    throw hdf5Broken("a group has more names than room", cursor.fileOffset, { found: String(used) });
  return Array.from({ length: used }, () => readEntry(cursor, names, offsets));
}
var SOFT = 2;
function readEntry(cursor, names, offsets) {
  const place = cursor.place;
  const name = names.name(cursor.uint(offsets));
  const address = cursor.address();
  const cached = cursor.u32();
  cursor.skip(4);
  const scratch = cursor.part(16);
  const link = { name: textOf(name), place };
  if (cached === SOFT)
    return { name, link: { ...link, kind: "soft", address: 0, target: names.text(scratch.u32()) } };
  if (cached > SOFT)
    throw hdf5Broken("a name leads to something of an unknown kind", place, { found: String(cached) });
  if (address === void 0) throw hdf5Broken("a name leads nowhere", place);
  return { name, link: { ...link, kind: "hard", address, target: "" } };
}
var EXTERNAL = 64;
var DENSE2 = {
  owner: "a group",
  things: "links",
  orderBytes: 8,
  byName: 5,
  byOrder: 6,
  read: (record) => ({ hash: record.u32(), id: record.part(record.left) })
};
function parseLink(cursor, hash) {
  const place = cursor.place;
  cursor.version("a link", 1);
  const flags = cursor.u8();
  const kind = (flags & 8) !== 0 ? cursor.u8() : 0;
  if ((flags & 4) !== 0) cursor.skip(8);
  if ((flags & 16) !== 0) cursor.skip(1);
  const name = cursor.take(cursor.uint(1 << (flags & 3)));
  if (name.length === 0) throw hdf5Broken("a link without a name", place);
  if (hash !== void 0 && lookup3(name) !== hash)
    throw hdf5Broken("the index of links has another name for a link", place);
  const link = { name: textOf(name), address: 0, target: "", place };
  if (kind === 0) return { ...link, kind: "hard", address: cursor.mustAddress("a link") };
  const target = textOf(cursor.take(cursor.u16()));
  if (kind === 1) return { ...link, kind: "soft", target };
  if (kind === EXTERNAL) return { ...link, kind: "external", target: target.replaceAll("\0", " ") };
  throw hdf5Broken("a link of an unknown kind", place, { found: String(kind) });
}

// src/verify/hdf5/walk.ts
var DEEPEST5 = 1e3;
var KEPT = /^(model_config|training_config|keras_version|backend|(layer|weight)_names\d*)$/;
var Hdf5Tree = class {
  datasets = [];
  /** Paths of all groups; the root is ''. */
  groups = /* @__PURE__ */ new Set();
  texts = /* @__PURE__ */ new Map();
  rootAttributes = [];
  /** Paths of groups that Octave's `save -hdf5` keeps a variable of its workspace in: `type` and `value`. */
  octaveVariables = /* @__PURE__ */ new Set();
  heap;
  /** Nothing had to be left out. */
  complete = true;
  #file;
  #subject;
  #seen = /* @__PURE__ */ new Map();
  #queue = [];
  #pathChars = 0;
  constructor(file, subject) {
    this.#file = file;
    this.#subject = subject;
    this.heap = new GlobalHeap(file);
  }
  async walk({ root, extension }) {
    if (extension !== void 0) await this.#readExtension(extension);
    this.#queue.push({ path: "", address: root, depth: 0 });
    for (let i = 0; i < this.#queue.length; i += 1) {
      const { path, address, depth } = this.#queue[i];
      if (this.#meetAgain(path, address)) continue;
      const isRead = await this.#subject.findings.guard(() => this.#visit(path, address, depth));
      this.complete &&= isRead;
    }
    this.#queue.length = 0;
    if (this.complete) this.#judgeLinks();
  }
  async #readExtension(address) {
    const header = await readObject(this.#file, address);
    for (const { type, bytes, fileOffset } of header.messages) {
      if (type === MESSAGE.driver)
        throw new Unsettled("L1", "hdf5-driver", "is one of several files that only together are one", {
          offset: fileOffset
        });
      if (type !== MESSAGE.treeRanks) continue;
      const cursor = new Cursor(bytes, fileOffset, this.#file.widths);
      cursor.version("sizes of B-trees", 0);
      const [chunkInternal, groupInternal, groupLeaf] = [cursor.u16(), cursor.u16(), cursor.u16()];
      this.#file.ranks = { chunkInternal, groupInternal, groupLeaf };
    }
  }
  /** Hard links may meet at one object, and may even lead back to a group that they came through. */
  #meetAgain(path, address) {
    const seen = this.#seen.get(address);
    if (seen === void 0) return false;
    seen.links += 1;
    if (seen.kind === "dataset") seen.dataset?.names.push(path);
    else if (seen.kind === "group") {
      const what = `${quoted(path)} is the group ${quoted(seen.path)} under another name`;
      this.#subject.findings.note("L2", "group-again", what);
    }
    return true;
  }
  async #visit(path, address, depth) {
    const file = this.#file;
    const seen = { path, links: 1, declared: 0, fileOffset: file.base + address, kind: "unread" };
    this.#seen.set(address, seen);
    const header = await readObject(file, address);
    seen.declared = referencesOf(file, header);
    if (isDataset(header)) {
      if (isGroup(header)) throw hdf5Broken("an object is data and a group", header.fileOffset);
      seen.kind = "dataset";
      await this.#visitDataset(header, seen);
    } else if (isGroup(header)) {
      seen.kind = "group";
      this.groups.add(path);
      await this.#readAttributes(header, path);
      for await (const link of linksOf(file, header)) this.#follow(link, path, depth);
    } else if (isCommittedType(header)) {
      seen.kind = "type";
      await this.#readAttributes(header, path);
    } else {
      throw hdf5Broken("an object is neither group, dataset nor type", header.fileOffset, {
        found: quoted(path)
      });
    }
  }
  async #visitDataset(header, seen) {
    const attributes = [];
    await this.#readAttributes(header, seen.path, attributes);
    const dataset = await readDataset(this.#file, header);
    dataset.names.push(seen.path);
    const dtype = attributes.find(({ name }) => name === "dtype");
    if (dtype !== void 0 && dataset.type.isOpaque === true && dataset.type.bytes === 2) {
      const [text] = await textsOf(dtype, this.heap, this.#file) ?? [];
      if (text === "bfloat16") dataset.type.number = { dtype: DTYPES.bf16, littleEndian: true };
    }
    seen.dataset = dataset;
    this.datasets.push(dataset);
  }
  #follow(link, parent, depth) {
    const { findings, budgets } = this.#subject;
    const path = parent === "" ? link.name : `${parent}/${link.name}`;
    if (link.kind === "external")
      findings.inconclusive("L2", "hdf5-external", `${quoted(path)} lies in another file`, {
        offset: link.place,
        found: quoted(link.target)
      });
    else if (link.kind === "soft")
      findings.note("L2", "soft-link", `${quoted(path)} stands for ${quoted(link.target)}`, {
        offset: link.place
      });
    else {
      this.#pathChars += path.length;
      if (depth >= DEEPEST5) throw overBudget("depth", DEEPEST5, depth + 1, link.place);
      if (this.#pathChars > budgets.structureBytes)
        throw overBudget("structureBytes", budgets.structureBytes, this.#pathChars, link.place);
      this.#file.count(1, link.place);
      this.#queue.push({ path, address: link.address, depth: depth + 1 });
    }
  }
  async #readAttributes(header, path, kept) {
    const names = /* @__PURE__ */ new Set();
    for await (const attribute of attributesOf(this.#file, header)) {
      const { name, type, data, place } = attribute;
      if (names.has(name))
        throw hdf5Broken("an object has one attribute twice", place, { found: quoted(name) });
      names.add(name);
      const look = (value) => lookForPickle(this.#subject, `${path}.${name}`, value, place);
      await followVariable(this.#file, this.heap, { type, data, place }, look);
      if (type.variable === void 0) look(data);
      if (path === "") this.rootAttributes.push(attribute);
      if (name === "OCTAVE_NEW_FORMAT") this.octaveVariables.add(path);
      if (name === "dtype") kept?.push(attribute);
      if (!KEPT.test(name)) continue;
      const texts = attribute.space.elements === 0 ? [] : await textsOf(attribute, this.heap, this.#file);
      if (texts === void 0) continue;
      const own = this.texts.get(path) ?? /* @__PURE__ */ new Map();
      this.texts.set(path, own.set(name, texts));
    }
  }
  /** Every object counts the links that lead to it: a name that was lost leaves one too many. */
  #judgeLinks() {
    for (const { kind, links, declared, path, fileOffset } of this.#seen.values()) {
      if (links === declared || kind === "type") continue;
      const what = `${quoted(path)} counts other links to itself than there are`;
      const counts = { expected: String(declared), found: String(links) };
      this.#subject.findings.fail("L2", "link-count", what, { offset: fileOffset, ...counts });
    }
  }
};
var isCommittedType = ({ messages }) => messages.some(({ type }) => type === MESSAGE.datatype) && !messages.some(({ type }) => type === MESSAGE.dataspace);
function referencesOf(file, { references, version, messages }) {
  const message = messages.find(({ type }) => type === MESSAGE.references);
  if (version === 1 || message === void 0) return references;
  const cursor = new Cursor(message.bytes, message.fileOffset, file.widths);
  cursor.version("a count of links", 0);
  return cursor.u32();
}

// src/verify/hdf5/hdf5-walk.ts
var WINDOW_BYTES = 1024 ** 2;
var PYTABLES_INDEX = /(^|\/)_i_[^/]+\/([^/]+\/)+(indicesLR|sortedLR)$/;
async function openTree(subject) {
  const { file, superblock } = await openHdf5(subject);
  const tree = new Hdf5Tree(file, subject);
  await tree.walk(superblock);
  file.settle();
  const values = new Values(subject, file, tree);
  await enterNames(subject, file, tree, values.book.steps);
  const isKeras = await judgeKerasTree(subject, tree);
  const { datasets } = tree;
  return {
    format: isKeras ? "keras-h5" : "hdf5",
    // Asked when all has been read: a chunk may turn out to be guarded by nothing.
    get checksummed() {
      const guarded = datasets.every((each) => each.guarded || each.elements === 0);
      return !file.hasUnguarded && tree.complete && guarded;
    },
    reaches: "L3",
    regions: () => values.regions(),
    inside: () => values.inside(),
    finish(complete) {
      const declared = datasets.filter(({ type }) => type.number !== void 0).length;
      values.book.settle(tree.complete ? declared : Math.max(1, declared));
      if (complete && tree.complete) noteUnowned(subject, file);
    },
    tensors: () => values.book.summary
  };
}
async function enterNames(subject, file, tree, steps) {
  const { keys, facts } = subject;
  for (const { names, type } of tree.datasets) {
    for (const name of names) {
      const [top = name] = name.split("/", 1);
      if (type.number === void 0) keys.addValue(name, top);
      else keys.addTensor(name, top);
    }
  }
  const shown = [];
  for (const attribute of tree.rootAttributes) {
    const { name, type, space, data } = attribute;
    keys.addValue(name, name);
    if (space.elements !== 1 || shown.length >= 64) continue;
    const value = type.number === void 0 ? (await textsOf(attribute, tree.heap, file))?.[0]?.slice(0, 200) : readScalar(type.number.dtype, data, type.number.littleEndian);
    if (typeof value === "number") steps.offer(name, value);
    if (value !== void 0) shown.push([name.slice(0, 120), value]);
  }
  facts.scalars = Object.fromEntries(shown);
}
function noteUnowned(subject, file) {
  const unowned = file.settle();
  if (unowned > 0)
    subject.findings.note("L1", "unowned-bytes", "some bytes belong to no object", {
      found: `${unowned} bytes`
    });
  if (file.base > 0)
    subject.findings.note("L1", "user-block", "a block that is not HDF5 lies before the file", {
      offset: 0,
      found: `${file.base} bytes`
    });
}
var Values = class {
  book;
  #subject;
  #file;
  #tree;
  constructor(subject, file, tree) {
    this.book = new TensorBook(subject);
    this.#subject = subject;
    this.#file = file;
    this.#tree = tree;
  }
  *regions() {
    const placed = this.#tree.datasets.filter(
      (dataset) => dataset.type.number !== void 0 && dataset.layout.kind !== "chunked" && !dataset.isUnwritten
    ).map((dataset) => ({ dataset, offset: this.#offsetOf(dataset) })).sort((a, b) => a.offset - b.offset);
    for (const { dataset, offset } of placed) {
      const scan = this.#scan(dataset, offset);
      yield { offset, length: dataset.elements * dataset.type.bytes, ...scan };
    }
  }
  async inside() {
    for (const dataset of this.#tree.datasets) {
      if (dataset.isUnwritten) this.#judgeUnwritten(dataset);
      await this.#subject.findings.guard(() => this.#look(dataset));
    }
  }
  async #look(dataset) {
    const { layout, chunks, type, isUnwritten, fileOffset } = dataset;
    if (layout.kind === "chunked" && chunks !== void 0) {
      const chunked = dataset;
      if (isUnwritten) return await checkChunks(this.#file, chunked);
      if (type.number === void 0) {
        await readRows(this.#file, chunked, (data) => this.#follow(dataset, data, fileOffset));
        return;
      }
      const scan = this.#scan(dataset, fileOffset);
      await readRows(this.#file, chunked, async (piece) => scan.feed(piece));
      await scan.end();
    } else if (type.variable !== void 0 && !isUnwritten) await this.#followFlat(dataset);
  }
  async #followFlat(dataset) {
    const { type, elements } = dataset;
    const from = this.#offsetOf(dataset);
    const step = Math.max(1, Math.floor(WINDOW_BYTES / type.bytes));
    for (let i = 0; i < elements; i += step) {
      const at = from + i * type.bytes;
      const data = await this.#file.read(at - this.#file.base, Math.min(step, elements - i) * type.bytes);
      await this.#follow(dataset, data, at);
    }
  }
  async #follow({ type, names }, data, place) {
    const look = (value, at) => lookForPickle(this.#subject, names[0] ?? "", value, at);
    const tell = type.text === void 0 ? look : void 0;
    await followVariable(this.#file, this.#tree.heap, { type, data, place }, tell);
  }
  #offsetOf({ layout, elements }) {
    if (elements === 0) return 0;
    if (layout.kind === "compact") return layout.fileOffset;
    return layout.kind === "contiguous" ? this.#file.base + (layout.address ?? 0) : 0;
  }
  /** What was never written reads as a fill value, and no program trains weights of that. */
  #judgeUnwritten({ names, type, shape: shape2, fileOffset, chunks }) {
    const { findings, role, table } = this.#subject;
    const what = `${quoted(names[0] ?? "")} was never written, or not as a whole`;
    const found = chunks === void 0 ? "no data" : `${chunks.written} of ${chunks.addresses.length} chunks`;
    if (holdsTensors(role) && !names.some((name) => PYTABLES_INDEX.test(name)))
      findings.fail("L3", "unwritten", what, { offset: fileOffset, found });
    else findings.note("L3", "unwritten", what, { offset: fileOffset, found });
    if (type.number === void 0) return;
    for (const name of names) table.add({ name, dtype: type.number.dtype.name, shape: shape2, nonFinite: 0 });
  }
  /** Where nobody said that these are weights: an interpreter's workspace, whose matrices often begin as `zeros(...)`. */
  #isCollected(names) {
    const { octaveVariables } = this.#tree;
    return this.#subject.roleFrom === "guessed" && names.some((name) => octaveVariables.has(name.split("/", 1)[0]));
  }
  #scan(dataset, fileOffset) {
    const { names, shape: shape2, elements, type } = dataset;
    const { dtype, littleEndian } = type.number;
    const step = elements === 1 ? stepNameOf(names, this.book.steps) : void 0;
    const scan = new ElementScan(dtype, {
      ...this.#subject.scanning,
      littleEndian,
      countNegative: mayNotBeNegative(names),
      mostBytes: elements * type.bytes,
      firstBytes: step !== void 0
    });
    return {
      bulk: { crc: false, scan: scan.spec, took: (slice) => slice.scan && scan.join(slice.scan) },
      feed: (piece) => scan.feed(piece),
      end: () => {
        const result = scan.finish();
        const value = step === void 0 ? void 0 : readScalar(dtype, result.firstBytes, littleEndian);
        if (step !== void 0 && value !== void 0) this.book.steps.offer(step, value);
        const proven = dataset.guarded || this.#subject.digestGiven;
        const isTable = this.#isCollected(names);
        this.book.judge.take({ names, dtype, shape: shape2, elements, fileOffset, scan: result, proven, isTable });
      }
    };
  }
};
var ITERATIONS = /^optimizer\/vars\/0$|^optimizer_weights\/.*(^|\/)iterations?(:0)?$/;
function stepNameOf(names, steps) {
  return names.find((name) => steps.wants(name)) ?? (names.some((name) => ITERATIONS.test(name)) ? "iteration" : void 0);
}
export {
  openTree
};
