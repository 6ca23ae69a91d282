import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  FOOTER,
  MESSAGE,
  PageTally,
  checkFlat,
  judgeExtensions,
  judgeRowCount,
  leastBytes,
  readSchema,
  valuesNotRead
} from "./verifier.verify-codec-flat-check.shared.mjs";
import "./verifier.verify-pickle-carried-pickle.shared.mjs";
import {
  Lz4Frames
} from "./verifier.verify-archive-lz4-frames.shared.mjs";
import "./verifier.verify-codec-lz4-block.shared.mjs";
import {
  readyZstd,
  zstdDecompress,
  zstdFrames
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  FlatTable,
  PushParser,
  Unsettled,
  overBudget,
  quoted,
  startsWith
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/columnar/arrow-values.ts
import { isUtf8 as isUtf82 } from "node:buffer";

// src/verify/columnar/arrow-nested.ts
import { isUtf8 } from "node:buffer";
function judgeBelow({ kind, each }, { elements }, below, fault) {
  const mustHave = (least) => {
    const short = below.find((child) => !(child.elements >= least));
    if (short !== void 0)
      throw fault("has less below it than its elements need", {
        expected: `at least ${least} elements`,
        found: `${short.elements}`
      });
  };
  if (kind === "struct" || kind === "sparse-union") mustHave(elements);
  else if (kind === "fixed-list") mustHave(each * elements);
  else if (kind === "map" && below.some(({ nulls }) => nulls > 0))
    throw fault("is a map with a key that is left out");
  else if (kind === "runs") {
    const [ends, values] = below;
    if (ends === void 0 || values === void 0) return;
    if (ends.nulls > 0) throw fault("has runs without an end");
    if (ends.elements > values.elements || elements > 0 && ends.elements === 0)
      throw fault("has runs without a value", {
        expected: `${ends.elements} values`,
        found: `${values.elements}`
      });
  }
}
var INLINE_BYTES = 12;
function judgeViews(views, contents, isText, { elements, isValid, fault }) {
  for (let i = 0; i < elements; i += 1) {
    if (!isValid(i)) continue;
    const at = 16 * i;
    const found = `element ${i}`;
    const length = views.getInt32(at, true);
    if (length < 0) throw fault("has a view of a negative length", { found });
    let own = bytesIn(views, at + 4, Math.min(length, INLINE_BYTES));
    if (length > INLINE_BYTES) {
      const content = contents[views.getInt32(at + 8, true)];
      const from = views.getInt32(at + 12, true);
      if (content === void 0 || from < 0 || from + length > content.length)
        throw fault("has a view of what lies outside its content", { found });
      own = content.subarray(from, from + length);
      for (let byte = 0; byte < 4; byte += 1)
        if (own[byte] !== views.getUint8(at + 4 + byte))
          throw fault("has a view that begins otherwise than its content", { found });
    } else if (bytesIn(views, at + 4 + length, INLINE_BYTES - length).some((byte) => byte !== 0))
      throw fault("has a view that is not filled up with zeros", { found });
    if (isText && !isUtf8(own)) throw fault("holds a text that is not UTF-8", { found });
  }
}
var bytesIn = (view, at, bytes) => new Uint8Array(view.buffer, view.byteOffset + at, bytes);
function judgeListViews([places, lengths], wide, items, { elements, fault }) {
  const read = (view, i) => wide ? Number(view.getBigInt64(8 * i, true)) : view.getInt32(4 * i, true);
  for (let i = 0; i < elements; i += 1) {
    const [from, length] = [read(places, i), read(lengths, i)];
    if (from >= 0 && length >= 0 && from + length <= items) continue;
    throw fault("has a list outside its items", {
      expected: `inside 0 to ${items}`,
      found: `${length} from ${from}`
    });
  }
}
function judgeUnion(types, places, { codes, children }, below, { elements, fault }) {
  const childOf = new Map(children.map((_, i) => [codes[i] ?? i, i]));
  const last = below.map(() => 0);
  for (let i = 0; i < elements; i += 1) {
    const type = types[i] << 24 >> 24;
    const child = childOf.get(type);
    if (child === void 0) throw fault("has an element of a type that it has not", { found: `${type}` });
    if (places === void 0) continue;
    const place = places.getInt32(4 * i, true);
    if (place < last[child] || place >= below[child])
      throw fault("has places that do not ascend inside its content", {
        expected: `${last[child]} to ${below[child] - 1}`,
        found: `${place}`
      });
    last[child] = place;
  }
}
function judgeRunEnds(ends, bits, count, { elements, fault }) {
  let before = 0;
  for (let i = 0; i < count; i += 1) {
    const end = bits === 16 ? ends.getInt16(2 * i, true) : bits === 32 ? ends.getInt32(4 * i, true) : Number(ends.getBigInt64(8 * i, true));
    if (end <= before) throw fault("has runs that do not ascend", { found: `${end} behind ${before}` });
    before = end;
  }
  if (before < elements)
    throw fault("has runs that end before its last element", {
      expected: `at least ${elements}`,
      found: `${before}`
    });
}

// src/verify/columnar/arrow-values.ts
function judgeArray(array) {
  const { layout, elements, nulls, buffers, offset } = array;
  const fault = (what, extra = {}) => new Broken("L2", "arrow-values", `column ${quoted(layout.name)} ${what}`, { offset, ...extra });
  if (elements === 0) return;
  const of = (...kinds) => layout.buffers.findIndex((kind) => kinds.includes(kind));
  const bitmap = buffers[of("validity")];
  const validity = bitmap !== void 0 && bitmap.length > 0 ? bitmap : void 0;
  if (validity !== void 0) {
    const found = elements - bitsSet(validity, elements);
    if (found !== nulls)
      throw fault("has another number of nulls than it says", { expected: `${nulls}`, found: `${found}` });
  }
  const isValid = (i) => validity === void 0 || (validity[i >> 3] & 1 << (i & 7)) !== 0;
  if (layout.indices !== void 0) {
    const numbers = buffers[layout.buffers.findIndex((kind) => typeof kind === "object")];
    if (numbers !== void 0 && array.values !== void 0)
      judgeIndices(numbers, layout.indices, { elements, values: array.values, isValid, fault });
    return;
  }
  judgeNumbered(array, isValid, fault);
  const at = of("offsets32", "offsets64");
  const places = buffers[at];
  if (at < 0 || places === void 0) return;
  const text = buffers[of("bytes")];
  const wide = layout.buffers[at] === "offsets64";
  const most = layout.buffers.includes("bytes") ? text?.length : array.below[0];
  judgePlaces(places, wide, elements, most, fault);
  if (layout.isText && text !== void 0) judgeText(text, places, wide, { elements, isValid, fault });
}
function judgeNumbered(array, isValid, fault) {
  const { layout, elements, buffers, below, runsTo } = array;
  const { nesting } = layout;
  const first = layout.buffers.findIndex((kind2) => typeof kind2 === "object");
  const [one, two] = [buffers[first], buffers[first + 1]];
  if (one === void 0) return;
  const kind = layout.buffers[first];
  const bits = typeof kind === "object" ? kind.bits : 0;
  const slots = { elements, isValid, fault };
  if (runsTo !== void 0) judgeRunEnds(viewOf(one), bits, elements, { elements: runsTo, fault });
  else if (layout.variadic) {
    const contents = buffers.slice(first + 1);
    if (contents.every((content) => content !== void 0))
      judgeViews(viewOf(one), contents, layout.isText, slots);
  } else if (nesting?.kind === "list-view") {
    const [items = 0] = below;
    if (two !== void 0) judgeListViews([viewOf(one), viewOf(two)], bits === 64, items, slots);
  } else if (nesting?.kind === "sparse-union") judgeUnion(one, void 0, nesting, below, slots);
  else if (nesting?.kind === "dense-union" && two !== void 0)
    judgeUnion(one, viewOf(two), nesting, below, slots);
}
function bitsSet(bytes, count) {
  let set = 0;
  const whole2 = count >> 3;
  for (let i = 0; i < whole2; i += 1) set += ONES[bytes[i]];
  const rest = count & 7;
  return rest === 0 ? set : set + ONES[bytes[whole2] & (1 << rest) - 1];
}
var ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);
var viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
function placeAt(view, wide, i) {
  return wide ? Number(view.getBigInt64(8 * i, true)) : view.getInt32(4 * i, true);
}
function judgePlaces(places, wide, elements, most, fault) {
  const view = viewOf(places);
  let before = 0;
  for (let i = 0; i <= elements; i += 1) {
    const place = placeAt(view, wide, i);
    if (place < before) throw fault("has places that do not ascend", { found: `${place} behind ${before}` });
    before = place;
  }
  if (most !== void 0 && before > most)
    throw fault("points behind the end of its content", { expected: `at most ${most}`, found: `${before}` });
}
function judgeText(text, places, wide, slots) {
  const view = viewOf(places);
  const [from, to] = [placeAt(view, wide, 0), placeAt(view, wide, slots.elements)];
  const isContinued = (at) => at < to && (text[at] & 192) === 128;
  let isWhole = isUtf82(text.subarray(from, to));
  for (let i = 0; isWhole && i <= slots.elements; i += 1) isWhole = !isContinued(placeAt(view, wide, i));
  if (isWhole) return;
  for (let i = 0; i < slots.elements; i += 1) {
    if (!slots.isValid(i) || isUtf82(text.subarray(placeAt(view, wide, i), placeAt(view, wide, i + 1))))
      continue;
    throw slots.fault("holds a text that is not UTF-8", { found: `element ${i}` });
  }
}
function judgeIndices(numbers, { bits, isSigned }, { elements, values, isValid, fault }) {
  const view = viewOf(numbers);
  const read = READ[bits];
  if (read === void 0) return;
  for (let i = 0; i < elements; i += 1) {
    const index = read(view, i, isSigned);
    if (index >= 0 && index < values) continue;
    if (!isValid(i)) continue;
    throw fault("has an index that nothing stands behind", {
      expected: values === 0 ? "a dictionary with values before it" : `0 to ${values - 1}`,
      found: `${index}`
    });
  }
}
var READ = {
  8: (view, i, isSigned) => isSigned ? view.getInt8(i) : view.getUint8(i),
  16: (view, i, isSigned) => isSigned ? view.getInt16(2 * i, true) : view.getUint16(2 * i, true),
  32: (view, i, isSigned) => isSigned ? view.getInt32(4 * i, true) : view.getUint32(4 * i, true),
  64: (view, i, isSigned) => Number(isSigned ? view.getBigInt64(8 * i, true) : view.getBigUint64(8 * i, true))
};

// src/verify/columnar/arrow-body.ts
var LENGTH_BYTES = 8;
var MOST_LZ4_RATIO = 255;
var LIMITS = { objects: 1e6, windowBytes: 65536 };
var ArrowBody = class {
  #batch;
  #tally;
  #at = 0;
  #array = 0;
  #kept;
  constructor(batch, tally) {
    this.#batch = batch;
    this.#tally = tally;
    this.#settleArrays();
  }
  get codec() {
    return this.#batch.codec;
  }
  feed(piece) {
    const [from, to] = [this.#at, this.#at + piece.length];
    this.#at = to;
    for (; ; ) {
      const array = this.#batch.arrays[this.#array];
      if (array === void 0) return;
      this.#kept ??= this.#begun(array);
      const kept = this.#kept;
      array.buffers.forEach(([start, bytes], i) => {
        const [first, last] = [Math.max(start, from), Math.min(start + bytes, to)];
        if (last > first) kept[i]?.set(piece.subarray(first - from, last - from), first - start);
      });
      if (endOf(array) > to) return;
      this.#settle(array);
    }
  }
  /** What takes no bytes at all is there at once. */
  #settleArrays() {
    for (let array = this.#batch.arrays[this.#array]; array !== void 0; array = this.#batch.arrays[this.#array]) {
      if (endOf(array) > this.#at) return;
      this.#settle(array);
    }
  }
  /** Room for what will be looked at. */
  #begun({ layout, buffers, elements, runsTo }) {
    const { codec } = this.#batch;
    const isAllNeeded = codec !== void 0 || layout.indices !== void 0 || layout.variadic || runsTo !== void 0 || /view|union/.test(layout.nesting?.kind ?? "");
    const isNeeded = (i) => {
      const kind = layout.buffers[i];
      return isAllNeeded || kind !== void 0 && typeof kind !== "object";
    };
    return buffers.map(([, bytes], i) => {
      if (!isNeeded(i)) return void 0;
      if (this.#tally.allows(bytes, codec === void 0 ? bytes : 0, elements)) return new Uint8Array(bytes);
      this.#tally.unread += 1;
      return void 0;
    });
  }
  #settle(array) {
    const kept = this.#kept ?? this.#begun(array);
    this.#kept = void 0;
    this.#array += 1;
    const { layout, elements, nulls, below, values, runsTo } = array;
    const { offset } = this.#batch;
    const buffers = kept.map((bytes, i) => {
      if (bytes === void 0 || bytes.length === 0 || this.#batch.codec === void 0) return bytes;
      const unpacked = this.#unpacked(bytes, layout);
      const kind = layout.buffers[i];
      const least = kind === void 0 ? 0 : leastBytes(kind, elements, nulls);
      if (unpacked !== void 0 && unpacked.length < least)
        throw new Broken(
          "L2",
          "arrow-values",
          `column ${quoted(layout.name)} has a buffer that is too short`,
          {
            offset,
            expected: `at least ${least} bytes`,
            found: `${unpacked.length} bytes`
          }
        );
      return unpacked;
    });
    judgeArray({ layout, elements, nulls, buffers, below, values, runsTo, offset });
  }
  /** @returns `undefined` when that would take more than may be spent */
  #unpacked(packed, { name }) {
    const { offset, codec } = this.#batch;
    const broken = (what, extra = {}) => new Broken("L2", "arrow-values", `column ${quoted(name)} has a buffer that ${what}`, {
      offset,
      ...extra
    });
    if (packed.length < LENGTH_BYTES) throw broken("is too short for its length");
    const length = Number(new DataView(packed.buffer, packed.byteOffset).getBigInt64(0, true));
    const content = packed.subarray(LENGTH_BYTES);
    if (length === -1) return content;
    if (!(length >= 0)) throw broken("says that it has a negative length", { found: `${length}` });
    const told = codec === "zstd" ? zstdLength(content, offset) : void 0;
    if (told !== void 0 && told !== length || codec === "lz4" && length > MOST_LZ4_RATIO * content.length)
      throw broken("does not unpack to the length that it gives", { expected: `${length} bytes` });
    if (length === 0) return content.subarray(0, 0);
    if (!this.#tally.allows(packed.length, length, 0)) {
      this.#tally.unread += 1;
      return void 0;
    }
    const unpacked = codec === "zstd" ? zstdDecompress(content, Math.max(1, length), offset) : unframed(content, length, offset);
    if (unpacked.length === length) return unpacked;
    throw broken("does not unpack to the length that it gives", {
      expected: `${length} bytes`,
      found: `${unpacked.length} bytes`
    });
  }
};
var endOf = ({ buffers }) => buffers.reduce((end, [from, bytes]) => bytes === 0 ? end : Math.max(end, from + bytes), 0);
function zstdLength(packed, offset) {
  let length = 0n;
  whole(
    zstdFrames(packed.length, ({ contentBytes }) => {
      length = length === void 0 || contentBytes === void 0 ? void 0 : length + contentBytes;
    }),
    packed,
    offset
  );
  return length === void 0 ? void 0 : Number(length);
}
function unframed(packed, most, offset) {
  const out = new Uint8Array(most + 1);
  let length = 0;
  const frames = new Lz4Frames(packed.length, { ...LIMITS, expandedBytes: most + 1 }, (piece) => {
    const part = piece.subarray(0, out.length - length);
    out.set(part, length);
    length += part.length;
  });
  whole(frames.read(), packed, offset);
  return out.subarray(0, length);
}
function whole(program, packed, offset) {
  const parser = new PushParser(program);
  try {
    parser.feed(packed, offset);
    parser.end(offset + packed.length);
  } catch (error) {
    if (error instanceof Broken) throw new Broken(error.level, error.code, error.message, { offset });
    throw error;
  }
}

// src/verify/columnar/arrow-messages.ts
var CONTINUATION = 4294967295;
var [SCHEMA, DICTIONARY, BATCH] = [1, 2, 3];
var CODECS = ["lz4", "zstd"];
var V4 = 3;
var V5 = 4;
var MAP_KEYS = 2;
var MOST_PADDING = 64;
var ArrowMessages = class {
  schema;
  dictionaries = [];
  batches = [];
  dictionariesSeen = /* @__PURE__ */ new Set();
  rows = 0;
  /** The mark that no more messages follow was met. */
  hasEnded = false;
  #findings;
  #budgets;
  #end;
  #second;
  #listed;
  #stage = "prefix";
  #kept = new Uint8Array(4);
  #keptBytes = 0;
  #start;
  #bodyLeft = 0;
  #tally;
  /** Of the message whose body goes by, if it is a batch. */
  #body;
  /** How many values there are to point at, by the dictionary's id. */
  #valuesOf = /* @__PURE__ */ new Map();
  /** Messages lie between two offsets of the file. */
  constructor(subject, tally, { from, to, second, dictionaries }) {
    this.#findings = subject.findings;
    this.#budgets = subject.budgets;
    this.#tally = tally;
    this.#start = from;
    this.#end = to;
    this.#second = second;
    this.#listed = dictionaries;
  }
  async feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const offset = fileOffset + at;
      if (this.hasEnded) throw new Broken("L1", "trailing-bytes", "bytes follow the end mark", { offset });
      if (this.#stage === "body") {
        const taken2 = Math.min(this.#bodyLeft, piece.length - at);
        if (this.#body?.codec === "zstd") await readyZstd();
        this.#body?.feed(piece.subarray(at, at + taken2));
        this.#bodyLeft -= taken2;
        at += taken2;
        if (this.#bodyLeft === 0) this.#next(offset + taken2);
        continue;
      }
      const wanted = this.#kept.length - this.#keptBytes;
      const taken = piece.subarray(at, at + wanted);
      this.#kept.set(taken, this.#keptBytes);
      this.#keptBytes += taken.length;
      at += taken.length;
      if (taken.length === wanted) this.#whole(fileOffset + at);
    }
  }
  /** @returns whether the end lies between two messages */
  get isBetween() {
    return this.#stage === "prefix" && this.#keptBytes === 0;
  }
  /** @param offset behind what was gathered */
  #whole(offset) {
    if (this.#stage === "metadata") {
      this.#message(this.#kept, offset);
      return;
    }
    const word = new DataView(this.#kept.buffer).getUint32(0, true);
    if (this.#stage === "prefix" && word === CONTINUATION) {
      this.#gather("length", 4);
      return;
    }
    const second = this.schema === void 0 ? this.#second : void 0;
    if (this.#stage === "prefix" && second !== void 0 && this.#start + 4 + word !== second) {
      const begun = this.#kept;
      this.#gather("metadata", second - this.#start);
      this.#kept.set(begun);
      this.#keptBytes = begun.length;
      return;
    }
    if (word === 0) this.hasEnded = true;
    else this.#beginMetadata(word, offset);
    if (this.hasEnded) this.#gather("prefix", 4);
  }
  #beginMetadata(length, offset) {
    if (offset + length > this.#end)
      throw new Broken("L1", "arrow-cut", "a message is longer than what is left of the file", {
        offset: this.#start,
        expected: `at most ${this.#end - offset} bytes`,
        found: `${length} bytes`
      });
    if (length > this.#budgets.structureBytes)
      throw overBudget("structureBytes", this.#budgets.structureBytes, length, this.#start);
    this.#mustAlign(offset + length - this.#start, "metadata");
    this.#gather("metadata", length);
  }
  #gather(stage, bytes) {
    this.#stage = stage;
    this.#kept = new Uint8Array(bytes);
    this.#keptBytes = 0;
  }
  #next(offset) {
    this.#start = offset;
    this.#gather("prefix", 4);
  }
  #message(bytes, bodyOffset) {
    checkFlat(bytes, MESSAGE, this.#start);
    const message = FlatTable.root(bytes, this.#start);
    const version = message.i16(0);
    if (version !== V4 && version !== V5)
      throw new Unsettled("L2", "arrow-version", "is of a version of Arrow that we do not know", {
        offset: this.#start,
        found: `V${version + 1}`
      });
    const bodyBytes = message.i64(3);
    if (!(bodyBytes >= 0) || bodyOffset + bodyBytes > this.#end)
      throw new Broken("L1", "arrow-cut", "a body is longer than what is left of the file", {
        offset: this.#start,
        expected: `at most ${this.#end - bodyOffset} bytes`,
        found: `${bodyBytes} bytes`
      });
    this.#mustAlign(bodyBytes, "body");
    const header = message.table(2);
    if (header === void 0) throw this.#broken("has no content");
    this.#take(message.u8(1), header, version, [this.#start, bodyOffset - this.#start, bodyBytes]);
    this.#stage = "body";
    this.#bodyLeft = bodyBytes;
    if (bodyBytes === 0) this.#next(bodyOffset);
  }
  #take(kind, header, version, block) {
    const { schema } = this;
    if (this.batches.length + this.dictionaries.length >= this.#budgets.objects)
      throw overBudget("objects", this.#budgets.objects, this.#budgets.objects + 1, block[0]);
    if (kind === SCHEMA) {
      if (schema !== void 0) throw this.#broken("is a second schema");
      this.schema = readSchema(header, version, this.#budgets.objects, this.#start);
    } else if (schema === void 0) throw this.#broken("comes before the schema");
    else if (kind === DICTIONARY) this.#dictionary(schema, header, block);
    else if (kind === BATCH) {
      this.batches.push(block);
      this.rows += this.#batch(header, schema.arrays, block[2]);
    } else {
      throw new Unsettled("L2", "arrow-message", "holds a tensor, which this version cannot prove", {
        offset: this.#start
      });
    }
  }
  #dictionary({ dictionaries }, header, block) {
    const id = header.i64(0);
    const layout = dictionaries.get(id);
    const data = header.table(1);
    if (layout === void 0 || data === void 0) throw this.#broken("is a dictionary that no column uses");
    const isDelta = header.u8(2) !== 0;
    if (this.#listed !== void 0 && !isDelta && this.dictionariesSeen.has(id))
      throw this.#broken("is a second dictionary of one number, which a file cannot have", {
        found: `${id}`
      });
    this.dictionaries.push(block);
    this.dictionariesSeen.add(id);
    const more = this.#batch(data, layout, block[2]);
    this.#valuesOf.set(id, (isDelta ? this.#valuesOf.get(id) ?? 0 : 0) + more);
  }
  /** Every array has its node and its buffers, each as long as its elements need, inside the body and apart. */
  #batch(batch, arrays, bodyBytes) {
    const length = batch.i64(0);
    const nodes = batch.rows(1, 2);
    const buffers = batch.rows(2, 2);
    const variadic = batch.rows(4, 1).map(([count = 0]) => count);
    const compression = batch.table(3);
    const isCompressed = compression !== void 0;
    const codec = compression === void 0 ? void 0 : this.#codec(compression);
    const placed = [];
    if (!(length >= 0)) throw this.#broken("has no proper number of rows");
    if (nodes.length !== arrays.length)
      throw this.#broken(`describes ${nodes.length} arrays where the schema has ${arrays.length}`);
    this.#mustTile(buffers, bodyBytes);
    const runs = /* @__PURE__ */ new Map();
    let at = 0;
    arrays.forEach((array, i) => {
      const [elements = Number.NaN, nulls = Number.NaN] = nodes[i] ?? [];
      const fits = elements >= 0 && nulls >= 0 && nulls <= elements;
      if (!fits || array.isColumn && elements !== length)
        throw this.#broken(`has ${elements} elements in ${quoted(array.name)} for ${length} rows`);
      const { nesting } = array;
      if (nesting !== void 0) this.#judgeBelow(array, nodes.slice(i), { elements, nulls });
      if (nesting?.kind === "runs") runs.set(i + 1, elements);
      const own = at;
      for (const kind of array.buffers) {
        const bytes = buffers[at]?.[1] ?? -1;
        const least = isCompressed ? 0 : leastBytes(kind, elements, nulls);
        at += 1;
        if (bytes >= least) continue;
        throw this.#broken(`has a buffer of ${quoted(array.name)} that is too short`, {
          expected: `at least ${least} bytes`,
          found: `${bytes} bytes`
        });
      }
      if (array.variadic) at += variadic.shift() ?? Number.NaN;
      placed.push({
        layout: array,
        elements,
        nulls,
        buffers: buffers.slice(own, at).map(([from = 0, bytes = 0]) => [from, bytes]),
        below: nesting?.children.map((child) => nodes[i + child]?.[0] ?? Number.NaN) ?? [],
        runsTo: runs.get(i),
        values: array.indices === void 0 ? void 0 : this.#valuesAt(array.indices.id)
      });
    });
    if (at !== buffers.length) throw this.#broken("has another number of buffers than its schema needs");
    this.#body = new ArrowBody({ arrays: placed, codec, offset: this.#start }, this.#tally);
    return length;
  }
  /** @returns `undefined` where the dictionary may lie further back */
  #valuesAt(id) {
    const mayFollow = (this.#listed ?? 0) >= (this.schema?.dictionaries.size ?? 0);
    return this.#valuesOf.get(id) ?? (mayFollow ? void 0 : 0);
  }
  #judgeBelow({ name, nesting }, nodes, own) {
    if (nesting === void 0) return;
    const places = nesting.kind === "map" ? [...nesting.children, MAP_KEYS] : nesting.children;
    const below = places.map((child) => {
      const [elements = Number.NaN, nulls = Number.NaN] = nodes[child] ?? [];
      return { elements, nulls };
    });
    judgeBelow(
      nesting,
      own,
      below,
      (what, extra) => this.#broken(`has ${quoted(name)}, which ${what}`, extra)
    );
  }
  /** The codec, and that each buffer is packed by itself, which is the only way there is. */
  #codec(compression) {
    const codec = CODECS[compression.u8(0)];
    if (codec === void 0 || compression.u8(1) !== 0)
      throw this.#broken("is compressed in a way that does not exist");
    return codec;
  }
  #mustTile(buffers, bodyBytes) {
    let end = 0;
    for (const [offset = Number.NaN, bytes = Number.NaN] of buffers) {
      if (bytes === 0) continue;
      const fits = offset >= end && bytes > 0 && offset + bytes <= bodyBytes && offset % 8 === 0;
      if (!fits)
        throw this.#broken("has a buffer outside its body, unaligned, or over another", {
          found: `${bytes} bytes from ${offset}`,
          expected: `between ${end} and ${bodyBytes}`
        });
      this.#judgePadding(offset - end);
      end = offset + bytes;
    }
    this.#judgePadding(bodyBytes - end);
  }
  #judgePadding(bytes) {
    if (bytes < MOST_PADDING) return;
    const what = "a message has bytes in its body that belong to no buffer";
    this.#findings.degraded("L1", "arrow-gap", what, { offset: this.#start, found: `${bytes} bytes` });
  }
  #mustAlign(bytes, what) {
    if (bytes % 8 === 0) return;
    throw this.#broken(`has a ${what} that is not a multiple of 8 bytes`, { found: `${bytes} bytes` });
  }
  #broken(what, extra = {}) {
    return new Broken("L2", "arrow-message", `a message ${what}`, { offset: this.#start, ...extra });
  }
};

// src/verify/columnar/arrow-walk.ts
var MAGIC = new TextEncoder().encode("ARROW1");
var START = 8;
var END_MARK_BYTES = 8;
var TAIL_BYTES = 10;
async function openArrowFile(subject) {
  const { budgets } = subject;
  const { footer, start } = await readFooter(subject);
  const blocks = [...footer.blocks(2), ...footer.blocks(3)].map(([offset = 0]) => offset);
  const second = Math.min(...blocks.slice(0, budgets.objects));
  const isInside = second > START + 8 && second <= start && second - START <= budgets.structureBytes;
  const tally = new PageTally(subject);
  const messages = new ArrowMessages(subject, tally, {
    from: START,
    to: start,
    dictionaries: footer.blocks(2).length,
    ...isInside ? { second } : {}
  });
  const repeated = footer.table(1);
  if (repeated !== void 0 && isFirst(blocks, start))
    messages.schema = readSchema(repeated, footer.i16(0), budgets.objects, start);
  return {
    checksummed: false,
    reaches: "L2",
    *regions() {
      yield { offset: START, length: start - START, feed: (...args) => messages.feed(...args), end() {
      } };
    },
    finish(complete) {
      if (!complete) return;
      if (!messages.isBetween) throw cutMessage(start);
      mustList(footer, messages, start, subject);
      settle(subject, messages, tally);
    }
  };
}
async function openArrowStream(subject) {
  const { sizeBytes, findings } = subject;
  const tally = new PageTally(subject);
  const messages = new ArrowMessages(subject, tally, { from: 0, to: sizeBytes });
  return {
    checksummed: false,
    reaches: "L2",
    *regions() {
      yield { offset: 0, length: sizeBytes, feed: (...args) => messages.feed(...args), end() {
      } };
    },
    finish(complete) {
      if (!complete) return;
      if (!messages.isBetween) throw cutMessage(sizeBytes);
      if (!messages.hasEnded) {
        const what = "has no end mark: its writer was killed, or more should have come";
        findings.degraded("L1", "no-end-mark", what, { offset: sizeBytes });
      }
      settle(subject, messages, tally);
    }
  };
}
var isFirst = (blocks, footerAt) => blocks.length === 0 ? footerAt - START <= END_MARK_BYTES : Math.min(...blocks) === START;
var cutMessage = (offset) => new Broken("L1", "cut-short", "ends in the middle of a message", { offset });
async function readFooter({
  reader,
  sizeBytes,
  budgets
}) {
  const tail = sizeBytes < START + TAIL_BYTES ? void 0 : await reader.read(sizeBytes - TAIL_BYTES, TAIL_BYTES);
  if (tail === void 0 || !startsWith(tail, MAGIC, 4))
    throw new Broken("L1", "cut-short", "does not end with the magic it begins with", {
      offset: Math.max(0, sizeBytes - MAGIC.length),
      expected: "ARROW1"
    });
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getInt32(0, true);
  const most = sizeBytes - START - TAIL_BYTES;
  if (length <= 0 || length > most)
    throw new Broken("L1", "arrow-footer", "the footer is not inside the file", {
      offset: sizeBytes - TAIL_BYTES,
      expected: `1 to ${most} bytes`,
      found: `${length} bytes`
    });
  if (length > budgets.structureBytes)
    throw overBudget("structureBytes", budgets.structureBytes, length, sizeBytes - TAIL_BYTES);
  const start = sizeBytes - TAIL_BYTES - length;
  const bytes = await reader.read(start, length);
  checkFlat(bytes, FOOTER, start);
  return { footer: FlatTable.root(bytes, start), start };
}
function mustList(footer, messages, offset, { budgets }) {
  const same = (blocks, walked) => {
    const plain = (block) => block.join();
    const expected = walked.map(plain).sort();
    const listed = blocks.map(plain).sort();
    return listed.length === expected.length && listed.every((block, i) => block === expected[i]);
  };
  const schema = footer.table(1);
  const known = messages.schema;
  const sameSchema = schema !== void 0 && known !== void 0 && JSON.stringify(readSchema(schema, footer.i16(0), budgets.objects, offset).arrays) === JSON.stringify(known.arrays);
  if (!sameSchema)
    throw new Broken("L2", "arrow-footer", "the footer repeats another schema than the first message", {
      offset
    });
  if (same(footer.blocks(2), messages.dictionaries) && same(footer.blocks(3), messages.batches)) return;
  throw new Broken("L2", "arrow-footer", "the footer does not list the messages that are there", { offset });
}
function settle(subject, messages, { unread }) {
  const { findings, facts, keys, sizeBytes } = subject;
  const { schema, rows, batches, dictionariesSeen } = messages;
  if (schema === void 0) throw new Broken("L2", "arrow-message", "has no schema", { offset: sizeBytes });
  judgeExtensions(subject, schema.extensions, 0);
  const absent = [...schema.dictionaries.keys()].filter((id) => !dictionariesSeen.has(id));
  if (absent.length > 0 && rows > 0)
    findings.degraded("L2", "dictionary-missing", "columns refer to dictionaries that are not there", {
      found: absent.slice(0, 8).join(", ")
    });
  if (unread > 0) {
    const what = "some buffers are larger than may be unpacked here: that they are there was checked, and no more";
    findings.note("L2", "buffers-not-read", what, { found: `${unread} buffers` });
  }
  facts.rows = rows;
  facts.scalars = { batches: batches.length, columns: schema.columns.length };
  for (const name of schema.columns) keys.addValue(name, name);
  judgeRowCount(subject, rows);
  valuesNotRead(subject);
}
export {
  openArrowFile,
  openArrowStream
};
