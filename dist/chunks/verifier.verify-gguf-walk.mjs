import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DTYPES,
  TensorBook,
  tensorRegion
} from "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  ElementScan,
  HEAD_BYTES,
  INDEXES_KEPT,
  Unsettled,
  decodeElements,
  judgeTemplate,
  overBudget,
  quoted,
  utf8
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/gguf/block-scan.ts
var BlockScan = class {
  #type;
  #bytes;
  #tests;
  #magnitudes;
  /** The block that lies across two pieces. */
  #carry;
  #carried = 0;
  #blocks = 0;
  #bad = 0;
  #badAt = [];
  #anyMagnitude = false;
  constructor(type, mostBytes) {
    this.#type = type;
    this.#bytes = new ElementScan(DTYPES.u8, { littleEndian: true, countNegative: false, mostBytes });
    this.#carry = new Uint8Array(type.blockBytes);
    this.#tests = Int32Array.from(type.scales.flatMap(({ exponent }) => twoTests(exponent)));
    this.#magnitudes = Int32Array.from(type.scales.flatMap(({ magnitude }) => magnitude.flat()));
  }
  feed(piece) {
    this.#bytes.feed(piece);
    if (this.#tests.length === 0) return;
    const { blockBytes } = this.#type;
    let at = 0;
    if (this.#carried > 0) {
      at = Math.min(blockBytes - this.#carried, piece.length);
      this.#carry.set(piece.subarray(0, at), this.#carried);
      this.#carried += at;
      if (this.#carried < blockBytes) return;
      this.#carried = 0;
      this.#look(this.#carry, 0, blockBytes);
    }
    const whole = piece.length - at - (piece.length - at) % blockBytes;
    this.#look(piece, at, at + whole);
    this.#carry.set(piece.subarray(at + whole));
    this.#carried = piece.length - at - whole;
  }
  finish() {
    const result = this.#bytes.finish();
    const scaledToZero = this.#magnitudes.length > 0 && !this.#anyMagnitude && this.#bad === 0;
    const allZero = result.allZero || result.bytes > 0 && scaledToZero;
    return {
      ...result,
      allZero,
      constant: false,
      zeroRuns: allZero ? [] : result.zeroRuns,
      nonFinite: this.#bad,
      nan: this.#bad,
      nonFiniteAt: this.#badAt
    };
  }
  #look(bytes, from, to) {
    const { blockBytes } = this.#type;
    const tests = this.#tests;
    for (let at = from; at < to; at += blockBytes) {
      for (let i = 0; i < tests.length; i += 4) {
        const mask = tests[i + 1];
        if ((bytes[at + tests[i]] & mask) !== mask) continue;
        const second = tests[i + 3];
        if ((bytes[at + tests[i + 2]] & second) !== second) continue;
        this.#note(this.#blocks + (at - from) / blockBytes);
        break;
      }
      if (!this.#anyMagnitude) this.#anyMagnitude = this.#hasMagnitude(bytes, at);
    }
    this.#blocks += (to - from) / blockBytes;
  }
  #note(block2) {
    this.#bad += 1;
    if (this.#badAt.length < INDEXES_KEPT) this.#badAt.push(block2);
  }
  #hasMagnitude(bytes, at) {
    const bits = this.#magnitudes;
    for (let i = 0; i < bits.length; i += 2)
      if ((bytes[at + bits[i]] & bits[i + 1]) !== 0) return true;
    return false;
  }
};
function twoTests(exponent) {
  const [first = [0, 0], second = [0, 0]] = exponent;
  return [...first, ...second];
}
var blockDtype = ({ name, blockElements, blockBytes }) => ({
  ...DTYPES.u8,
  name,
  kind: "float",
  bits: 8 * blockBytes / blockElements,
  unitBytes: blockBytes
});

// src/verify/gguf/ggml-types.ts
var plain = (dtype) => ({
  name: dtype.name,
  blockElements: 1,
  blockBytes: dtype.bits / 8,
  dtype,
  scales: []
});
var block = (name, blockElements, blockBytes, ...scales) => ({
  name,
  blockElements,
  blockBytes,
  scales
});
var f16 = (at) => ({
  exponent: [[at + 1, 124]],
  magnitude: [
    [at, 255],
    [at + 1, 127]
  ]
});
var f32 = (at) => ({
  exponent: [
    [at + 3, 127],
    [at + 2, 128]
  ],
  magnitude: [
    [at, 255],
    [at + 1, 255],
    [at + 2, 255],
    [at + 3, 127]
  ]
});
var e8m0 = (at) => ({ exponent: [[at, 255]], magnitude: [] });
var scatteredF16 = (at) => ({
  exponent: [
    [at + 7, 112],
    [at + 5, 192]
  ],
  magnitude: [
    [at + 1, 240],
    [at + 3, 240],
    [at + 5, 240],
    [at + 7, 112]
  ]
});
var GGML_TYPES = /* @__PURE__ */ new Map([
  [0, plain(DTYPES.f32)],
  [1, plain(DTYPES.f16)],
  [2, block("q4_0", 32, 18, f16(0))],
  [3, block("q4_1", 32, 20, f16(0), f16(2))],
  [6, block("q5_0", 32, 22, f16(0))],
  [7, block("q5_1", 32, 24, f16(0), f16(2))],
  [8, block("q8_0", 32, 34, f16(0))],
  [9, block("q8_1", 32, 36, f16(0), f16(2))],
  [10, block("q2_k", 256, 84, f16(80), f16(82))],
  [11, block("q3_k", 256, 110, f16(108))],
  [12, block("q4_k", 256, 144, f16(0), f16(2))],
  [13, block("q5_k", 256, 176, f16(0), f16(2))],
  [14, block("q6_k", 256, 210, f16(208))],
  [15, block("q8_k", 256, 292, f32(0))],
  [16, block("iq2_xxs", 256, 66, f16(0))],
  [17, block("iq2_xs", 256, 74, f16(0))],
  [18, block("iq3_xxs", 256, 98, f16(0))],
  [19, block("iq1_s", 256, 50, f16(0))],
  [20, block("iq4_nl", 32, 18, f16(0))],
  [21, block("iq3_s", 256, 110, f16(0))],
  [22, block("iq2_s", 256, 82, f16(0))],
  [23, block("iq4_xs", 256, 136, f16(0))],
  [24, plain(DTYPES.i8)],
  [25, plain(DTYPES.i16)],
  [26, plain(DTYPES.i32)],
  [27, plain(DTYPES.i64)],
  [28, plain(DTYPES.f64)],
  [29, block("iq1_m", 256, 56, scatteredF16(48))],
  [30, plain(DTYPES.bf16)],
  [34, block("tq1_0", 256, 54, f16(52))],
  [35, block("tq2_0", 256, 66, f16(64))],
  [39, block("mxfp4", 32, 17, e8m0(0))],
  // Four unsigned 8-bit scales that have a NaN pattern, which the reference reads as zero: nothing to test.
  [40, block("nvfp4", 64, 36)],
  [41, block("q1_0", 128, 18, f16(0))],
  [42, block("q2_0", 64, 18, f16(0))]
]);

// src/verify/gguf/header.ts
import { createHash } from "node:crypto";

// src/verify/gguf/forward-reader.ts
var FIRST_WINDOW_BYTES = HEAD_BYTES;
var MOST_WINDOW_BYTES = 1024 ** 2;
var ForwardReader = class {
  #reader;
  #littleEndian;
  #window = new DataView(new ArrayBuffer(0));
  #windowAt;
  #nextBytes = FIRST_WINDOW_BYTES;
  /** Next byte, as an offset in the file. */
  offset;
  constructor(reader, offset, littleEndian = true) {
    this.#reader = reader;
    this.#littleEndian = littleEndian;
    this.#windowAt = offset;
    this.offset = offset;
  }
  get remaining() {
    return this.#reader.sizeBytes - this.offset;
  }
  /** Whether the next bytes can be taken without `need`. */
  holds(bytes) {
    return this.offset + bytes <= this.#windowAt + this.#window.byteLength;
  }
  /** Makes the next bytes available; not more than a window's worth. */
  async need(bytes) {
    if (this.holds(bytes)) return;
    if (bytes > this.remaining) throw endsEarly(this.offset, bytes, this.remaining);
    const inHead = this.offset + bytes <= HEAD_BYTES;
    const wanted = inHead ? HEAD_BYTES - this.offset : Math.max(bytes, this.#nextBytes);
    if (!inHead) this.#nextBytes = Math.min(2 * this.#nextBytes, MOST_WINDOW_BYTES);
    const length = Math.min(wanted, this.remaining);
    const window = await this.#reader.read(this.offset, length);
    this.#window = new DataView(window.buffer, window.byteOffset, window.length);
    this.#windowAt = this.offset;
  }
  u8() {
    return this.#window.getUint8(this.#step(1));
  }
  u32() {
    return this.#window.getUint32(this.#step(4), this.#littleEndian);
  }
  u64() {
    return this.#window.getBigUint64(this.#step(8), this.#littleEndian);
  }
  /** A copy, so that the window may be let go. */
  bytes(count) {
    const at = this.#step(count);
    return new Uint8Array(this.#window.buffer, this.#window.byteOffset + at, count).slice();
  }
  skip(bytes) {
    if (bytes > this.remaining) throw endsEarly(this.offset, bytes, this.remaining);
    this.offset += bytes;
    if (this.offset > this.#windowAt + this.#window.byteLength) {
      this.#window = new DataView(new ArrayBuffer(0));
      this.#windowAt = this.offset;
    }
  }
  #step(bytes) {
    const at = this.offset - this.#windowAt;
    this.offset += bytes;
    return at;
  }
};
var endsEarly = (offset, bytes, remaining) => new Broken("L1", "cut-short", "the file ends inside its header", {
  offset,
  expected: `${bytes} bytes more`,
  found: `${remaining} bytes`
});

// src/verify/gguf/header.ts
var { u8, i8, u16, i16, u32, i32, f32: f322, bool, u64, i64, f64 } = DTYPES;
var VALUE_TYPES = [u8, i8, u16, i16, u32, i32, f322, bool, void 0, void 0, u64, i64, f64];
var VALUE_BYTES = VALUE_TYPES.map((type) => (type?.bits ?? 0) / 8);
var BOOL = 7;
var STRING = 8;
var ARRAY = 9;
var MOST_KEY_BYTES = 65535;
var MOST_NAME_BYTES = 64;
var MOST_DIMENSIONS = 4;
var MOST_TEMPLATE_LETTERS = 2 ** 20;
var MOST_ARRAY_DEPTH = 8;
var SCALARS_KEPT = 64;
var TEXT_KEPT = 200;
var LEAST_KEY_BYTES = 8 + 1 + 4 + 1;
var LEAST_TENSOR_BYTES = 8 + 4 + 4 + 8;
var DEFAULT_ALIGNMENT = 32;
var NEEDED = /^(general\.(architecture|alignment)|split\.(no|count|tensors\.count))$/;
async function readGgufHeader(subject) {
  const littleEndian = orderOf(subject);
  const parser = new HeaderParser(subject, littleEndian);
  return await parser.read();
}
function orderOf({ head, sizeBytes }) {
  if (head.length < 24) {
    throw new Broken("L1", "cut-short", "the file ends inside its header", {
      expected: "at least 24 bytes",
      found: `${sizeBytes} bytes`
    });
  }
  const version = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
  const littleEndian = (version & 65535) !== 0;
  const own = littleEndian ? version : new DataView(head.buffer, head.byteOffset).getUint32(4, false);
  if (own === 1) {
    const what = "is of version 1, which was replaced within weeks and which no reader of today takes";
    throw new Unsettled("L2", "gguf-version", what, { offset: 4, found: "1" });
  }
  if (own === 3 || own === 2 && littleEndian) return littleEndian;
  throw new Unsettled("L2", "gguf-version", "is of a version that we do not know", {
    offset: 4,
    expected: "2 or 3",
    found: String(own)
  });
}
var HeaderParser = class {
  #subject;
  #findings;
  #in;
  #littleEndian;
  #scalars = /* @__PURE__ */ new Map();
  #alignment = DEFAULT_ALIGNMENT;
  constructor(subject, littleEndian) {
    this.#subject = subject;
    this.#findings = subject.findings;
    this.#littleEndian = littleEndian;
    this.#in = new ForwardReader(subject.reader, 8, littleEndian);
  }
  async read() {
    await this.#in.need(16);
    const tensorCount = this.#count("tensors", LEAST_TENSOR_BYTES);
    const keyCount = this.#count("keys", LEAST_KEY_BYTES);
    await this.#readKeys(keyCount);
    const tensors = await this.#readTensors(tensorCount);
    return {
      littleEndian: this.#littleEndian,
      alignment: this.#alignment,
      scalars: this.#scalars,
      keys: keyCount,
      tensors,
      end: this.#in.offset
    };
  }
  /** A u64 that can be no larger than what remains of the file allows. */
  #count(of, leastBytes) {
    const at = this.#in.offset;
    const found = this.#in.u64();
    const most = BigInt(Math.floor(this.#in.remaining / leastBytes));
    if (found > most)
      throw malformed("count-lies", `lists more ${of} than the file can hold`, at, {
        expected: `<= ${most}`,
        found
      });
    const { objects } = this.#subject.budgets;
    if (found > BigInt(objects)) throw overBudget("objects", objects, found, at);
    return Number(found);
  }
  async #readKeys(count) {
    const seen = /* @__PURE__ */ new Set();
    for (let i = 0; i < count; i += 1) {
      const at = this.#in.offset;
      const key = await this.#text("a key", MOST_KEY_BYTES);
      if (key === "") throw malformed("key-empty", "a key has no name", at);
      if (seen.has(key)) throw malformed("duplicate-key", `${quoted(key)} stands there twice`, at);
      seen.add(key);
      await this.#in.need(4);
      await this.#readValue(key, this.#in.u32());
    }
  }
  async #readValue(key, type) {
    const at = this.#in.offset;
    if (key === "general.alignment" && type !== 4)
      throw malformed("alignment", "the alignment is no 32-bit count", at, {
        expected: "type 4",
        found: type
      });
    if (type === STRING) return await this.#readString(key);
    if (type === ARRAY) return await this.#skipArray(key, 1);
    const bytes = await this.#valueBytes(type);
    const value = scalarOf(type, bytes, this.#littleEndian);
    if (value === void 0)
      throw malformed("not-a-bool", `${quoted(key)} is a bool that is neither 0 nor 1`, at, {
        expected: "0 or 1",
        found: bytes[0]
      });
    if (typeof value === "number" && !Number.isFinite(value) && (type === 6 || type === 12)) {
      this.#findings.fail("L3", "non-finite", `${quoted(key)} is not a finite number`, {
        offset: at,
        found: String(value)
      });
    }
    this.#keep(key, value);
    if (key === "general.alignment") this.#align(Number(value), at);
  }
  #align(value, at) {
    if (value < 1 || (value & value - 1) !== 0)
      throw malformed("alignment", "the alignment is no power of two", at, {
        expected: "a power of two",
        found: value
      });
    if (value % 8 !== 0)
      this.#findings.note("L2", "alignment", "the alignment is no multiple of 8, as the format asks", {
        offset: at,
        found: String(value)
      });
    this.#alignment = value;
  }
  async #valueBytes(type) {
    const size = VALUE_BYTES[type];
    if (size === void 0 || size === 0)
      throw malformed("value-type", "a value is of no type that the format has", this.#in.offset, {
        expected: "0..12",
        found: type
      });
    await this.#in.need(size);
    return new Uint8Array(this.#in.bytes(size));
  }
  async #readString(key) {
    const at = this.#in.offset;
    const length = await this.#length("a text");
    const isTemplate = key.startsWith("tokenizer.chat_template");
    if (!isTemplate) {
      const kept = Math.min(length, TEXT_KEPT);
      await this.#in.need(kept);
      this.#keep(key, new TextDecoder().decode(this.#in.bytes(kept)));
      this.#in.skip(length - kept);
      return;
    }
    const hash = createHash("sha256");
    const words = new TextDecoder();
    let template = "";
    for (let left = length; left > 0; ) {
      const part = Math.min(left, 65536);
      await this.#in.need(part);
      const bytes = this.#in.bytes(part);
      hash.update(bytes);
      if (template.length < MOST_TEMPLATE_LETTERS) template += words.decode(bytes, { stream: true });
      left -= part;
    }
    const digest = hash.digest("hex");
    const what = `${quoted(key)} is a template that loaders run; it was not rendered`;
    judgeTemplate(template, this.#findings, { offset: at });
    this.#findings.note("L2", "template", what, { offset: at, found: `${length} bytes, SHA-256 ${digest}` });
    this.#keep(key, `${length} bytes, SHA-256 ${digest}`);
  }
  /** Only lengths, and what a bool may be, are looked at: a vocabulary has a hundred thousand texts. */
  async #skipArray(key, depth) {
    if (depth > MOST_ARRAY_DEPTH) throw overBudget("nested arrays", MOST_ARRAY_DEPTH, depth, this.#in.offset);
    await this.#in.need(12);
    const at = this.#in.offset;
    const type = this.#in.u32();
    const size = VALUE_BYTES[type];
    if (size === void 0)
      throw malformed("value-type", `${quoted(key)} holds values of no type that the format has`, at, {
        expected: "0..12",
        found: type
      });
    const least = size > 0 ? size : type === STRING ? 8 : 12;
    const count = this.#in.u64();
    const most = BigInt(Math.floor(this.#in.remaining / least));
    if (count > most)
      throw malformed("count-lies", `${quoted(key)} is longer than the file`, at + 4, {
        expected: `<= ${most}`,
        found: count
      });
    if (type === BOOL) return await this.#readBools(key, Number(count));
    if (size > 0) return this.#in.skip(Number(count) * size);
    for (let i = 0; i < Number(count); i += 1) {
      if (type === ARRAY) await this.#skipArray(key, depth + 1);
      else {
        if (!this.#in.holds(8)) await this.#in.need(8);
        this.#skipText();
      }
    }
  }
  #skipText() {
    const at = this.#in.offset;
    const length = this.#in.u64();
    if (length > BigInt(this.#in.remaining)) throw longerThanFile("a text", at, length);
    this.#in.skip(Number(length));
  }
  async #readBools(key, count) {
    for (let left = count; left > 0; ) {
      const part = Math.min(left, 65536);
      await this.#in.need(part);
      const at = this.#in.offset;
      const bad = this.#in.bytes(part).findIndex((byte) => byte > 1);
      if (bad >= 0)
        throw malformed("not-a-bool", `${quoted(key)} holds a bool that is neither 0 nor 1`, at + bad);
      left -= part;
    }
  }
  async #readTensors(count) {
    const seen = /* @__PURE__ */ new Set();
    const tensors = [];
    for (let i = 0; i < count; i += 1) {
      const entryAt = this.#in.offset;
      const name = await this.#text("a tensor's name", MOST_NAME_BYTES);
      if (seen.has(name))
        throw malformed("duplicate-key", `tensor ${quoted(name)} stands there twice`, entryAt);
      seen.add(name);
      await this.#in.need(4);
      const dimensions = this.#in.u32();
      if (dimensions > MOST_DIMENSIONS)
        throw malformed("dimensions", `tensor ${quoted(name)} has too many dimensions`, entryAt, {
          expected: "<= 4",
          found: dimensions
        });
      await this.#in.need(8 * dimensions + 12);
      const sizes = Array.from({ length: dimensions }, () => this.#size(name));
      tensors.push({ name, sizes, typeId: this.#in.u32(), offset: this.#in.u64(), entryAt });
    }
    return tensors;
  }
  #size(name) {
    const at = this.#in.offset;
    const size = this.#in.u64();
    if (size > BigInt(this.#subject.sizeBytes) * 64n)
      throw malformed("size-lies", `tensor ${quoted(name)} is larger than the file`, at, { found: size });
    return Number(size);
  }
  async #length(what) {
    await this.#in.need(8);
    const at = this.#in.offset;
    const length = this.#in.u64();
    if (length > BigInt(this.#in.remaining)) throw longerThanFile(what, at, length);
    return Number(length);
  }
  async #text(what, mostBytes) {
    const at = this.#in.offset;
    const length = await this.#length(what);
    if (length > mostBytes)
      throw malformed("name-too-long", `${what} is longer than the format allows`, at, {
        expected: `<= ${mostBytes}`,
        found: length
      });
    await this.#in.need(length);
    const text = utf8(this.#in.bytes(length));
    if (text === void 0) throw malformed("not-utf8", `${what} is not UTF-8 text`, at);
    return text;
  }
  #keep(key, value) {
    if (NEEDED.test(key) || this.#scalars.size < SCALARS_KEPT - 5) this.#scalars.set(key, value);
  }
};
function scalarOf(type, bytes, littleEndian) {
  const dtype = VALUE_TYPES[type];
  const own = littleEndian ? bytes : Uint8Array.from(bytes).reverse();
  const value = dtype === void 0 ? void 0 : decodeElements(dtype, own)?.[0];
  if (type !== BOOL || value === void 0) return value;
  return value > 1 ? void 0 : value === 1;
}
var longerThanFile = (what, at, length) => malformed("length-lies", `${what} is longer than the file`, at, { found: length });
var malformed = (code, what, offset, { found, ...told } = {}) => new Broken("L2", code, what, { offset, ...told, ...found === void 0 ? {} : { found: String(found) } });

// src/verify/gguf/walk.ts
async function openGguf(subject) {
  const header = await readGgufHeader(subject);
  const book = new TensorBook(subject);
  enterKeys(subject, header, book.steps);
  const layout = layOut(subject, header);
  const { littleEndian, tensors } = header;
  return {
    checksummed: false,
    reaches: "L3",
    *regions() {
      let end = header.end;
      for (const placed of layout.tensors) {
        if (placed.at > end) yield zeroPadding(end, placed.at);
        yield regionOf(subject, placed, littleEndian, book);
        end = placed.at + placed.bytes;
      }
      if (end < subject.sizeBytes) yield zeroPadding(end, subject.sizeBytes);
    },
    finish() {
      const inAll = header.scalars.get("split.tensors.count");
      book.settle(typeof inAll === "number" ? Math.max(inAll, tensors.length) : tensors.length);
    },
    tensors: () => book.summary
  };
}
function enterKeys({ findings, keys, facts }, header, steps) {
  for (const [key, value] of header.scalars) {
    keys.addValue(key, key);
    if (typeof value === "number") steps.offer(key, value);
  }
  for (const { name } of header.tensors) keys.addTensor(name, name);
  facts.scalars = Object.fromEntries(header.scalars);
  const [no, count] = ["split.no", "split.count"].map((key) => header.scalars.get(key));
  const isSplit = typeof count === "number" && count > 1;
  if (isSplit) findings.note("L2", "part-of-split", `is one of ${count} files of a split model`);
  const first = !isSplit || no === 0;
  const isMatrix = header.scalars.get("general.type") === "imatrix";
  if (first && !isMatrix && typeof header.scalars.get("general.architecture") !== "string") {
    const what = "does not say of what architecture it is: no runtime for models takes it";
    findings.degraded("L2", "architecture-missing", what, { expected: "general.architecture" });
  }
}
function layOut({ sizeBytes }, header) {
  const { alignment } = header;
  const dataStart = aligned(BigInt(header.end), alignment);
  let end = BigInt(header.end);
  let sum = 0n;
  const tensors = [];
  for (const tensor of header.tensors) {
    const { bytes, type, elements } = measured(tensor, header);
    if (tensor.offset !== sum) {
      const what = `tensor ${quoted(tensor.name)} does not lie behind the one before it`;
      throw new Broken("L2", "offset-lies", what, {
        offset: tensor.entryAt,
        expected: String(sum),
        found: String(tensor.offset)
      });
    }
    end = dataStart + sum + bytes;
    sum += aligned(bytes, alignment);
    if (end > BigInt(sizeBytes)) throw cutShort(tensor.name, end, sizeBytes);
    const shape = [...tensor.sizes].reverse();
    const at = Number(dataStart + tensor.offset);
    tensors.push({ name: tensor.name, type, shape, elements, at, bytes: Number(bytes) });
  }
  mustEnd(end, dataStart + sum, sizeBytes);
  return { tensors };
}
function measured({ name, sizes, typeId, entryAt }, { littleEndian }) {
  const type = GGML_TYPES.get(typeId);
  if (type === void 0) {
    const what = `tensor ${quoted(name)} is of a type that this version does not know`;
    throw new Unsettled("L2", "unknown-dtype", what, { offset: entryAt, found: String(typeId) });
  }
  if (!littleEndian && type.dtype === void 0) {
    const what = `tensor ${quoted(name)} has packed blocks in a big-endian file`;
    throw new Unsettled("L2", "big-endian-blocks", what, { offset: entryAt, found: type.name });
  }
  const row = sizes[0] ?? 1;
  if (row % type.blockElements !== 0) {
    throw new Broken("L2", "row-not-whole", `a row of tensor ${quoted(name)} is no whole number of blocks`, {
      offset: entryAt,
      expected: `a multiple of ${type.blockElements}`,
      found: String(row)
    });
  }
  const elements = sizes.reduce((product, size) => product * BigInt(size), 1n);
  const bytes = elements / BigInt(type.blockElements) * BigInt(type.blockBytes);
  return { type, bytes, elements: Number(elements) };
}
var aligned = (bytes, alignment) => {
  const step = BigInt(alignment);
  return (bytes + step - 1n) / step * step;
};
function mustEnd(end, padded, sizeBytes) {
  const size = BigInt(sizeBytes);
  if (size === end || size === padded) return;
  const surplus = size > padded;
  throw new Broken(
    "L1",
    surplus ? "trailing-bytes" : "cut-short",
    surplus ? "bytes follow the last tensor" : "the file ends inside the padding of its last tensor",
    { offset: Number(surplus ? padded : size), expected: `${padded} bytes`, found: `${size} bytes` }
  );
}
var cutShort = (name, end, sizeBytes) => new Broken("L1", "cut-short", `the file ends before tensor ${quoted(name)} does`, {
  offset: sizeBytes,
  expected: `at least ${end} bytes`,
  found: `${sizeBytes} bytes`
});
function regionOf(subject, { name, type, shape, elements, at, bytes }, littleEndian, book) {
  const { dtype } = type;
  if (dtype !== void 0) {
    const placed = {
      ...{ name, dtype, shape, elements, fileOffset: at, bytes, littleEndian },
      proven: false
    };
    return tensorRegion(subject, placed, book);
  }
  const scan = new BlockScan(type, bytes);
  return {
    offset: at,
    length: bytes,
    feed: (piece) => scan.feed(piece),
    end: () => book.judge.take({
      ...{ names: [name], dtype: blockDtype(type), shape, elements, fileOffset: at },
      scan: scan.finish(),
      proven: subject.digestGiven
    })
  };
}
var zeroPadding = (from, to) => ({
  offset: from,
  length: to - from,
  feed(piece, fileOffset) {
    const at = piece.findIndex((byte) => byte !== 0);
    if (at < 0) return;
    throw new Broken("L1", "padding-not-zero", "the padding between tensors is not zero", {
      offset: fileOffset + at
    });
  },
  end() {
  }
});
export {
  openGguf
};
