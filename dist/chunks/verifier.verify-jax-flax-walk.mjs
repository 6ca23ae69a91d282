import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  strayPickle
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  dtypeNamed
} from "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  DTYPES,
  TensorBook,
  mayNotBeNegative
} from "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  ElementScan,
  MOST_DEPTH,
  MsgpackStream,
  PushParser,
  Unsettled,
  crc32,
  quoted,
  trailing,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/jax/burn-tensors.ts
var KEPT_BYTES = 4 * 1024 ** 2;
var BurnTensors = class {
  declared = 0;
  #subject;
  #book;
  #float = DTYPES.f32;
  #pending;
  constructor(subject, book) {
    this.#subject = subject;
    this.#book = book;
  }
  /** What takes these bytes as they go by, where they may be a tensor's. */
  binary(bytes, path, offset) {
    if (!path.endsWith("/bytes")) return void 0;
    const parent = path.slice(0, -"/bytes".length);
    const guessed = this.#float;
    const scan = this.#scanOf(guessed, parent, bytes);
    const kept = bytes <= KEPT_BYTES ? new Uint8Array(bytes) : void 0;
    this.#pending = { path: parent, bytes, offset, scan, guessed, kept, shape: [], typeName: void 0 };
    let taken = 0;
    return {
      feed(piece) {
        scan.feed(piece);
        kept?.set(piece, taken);
        taken += piece.length;
      }
    };
  }
  scalar(value, path) {
    if (path === "metadata/float" && typeof value === "string") this.#float = floatNamed(value);
    const pending = this.#pending;
    if (pending === void 0) return;
    if (path === `${pending.path}/dtype` && typeof value === "string") pending.typeName = value;
    if (path === `${pending.path}/shape/${pending.shape.length}`) pending.shape.push(Number(value));
  }
  closed(path) {
    const pending = this.#pending;
    if (pending?.path !== path) return;
    this.#pending = void 0;
    if (pending.typeName !== void 0) this.#take(pending, pending.typeName);
  }
  #take({ path, bytes, offset, scan, guessed, kept, shape }, typeName) {
    const dtype = TYPES.get(typeName.toLowerCase());
    if (dtype === void 0 || dtype !== guessed && kept === void 0)
      throw new Unsettled("L2", "unknown-dtype", `${quoted(path)} has an element type that we cannot read`, {
        offset,
        found: typeName.slice(0, 40)
      });
    const elements = shape.reduce((product, size) => product * size, 1);
    const wanted = elements * (dtype.bits / 8);
    if (wanted !== bytes)
      throw new Broken("L2", "size-lies", `${quoted(path)} is not as long as its type and shape say`, {
        offset,
        expected: `${wanted} bytes (${dtype.name}[${shape.slice(0, 8).join(", ")}])`,
        found: `${bytes} bytes`
      });
    const name = path.replace(/^item\//, "").replace(/\/param$/, "");
    this.declared += 1;
    this.#subject.keys.addTensor(name, name.split("/", 1)[0] ?? name);
    const other = dtype === guessed || kept === void 0 ? scan : this.#scanOf(dtype, path, bytes);
    if (other !== scan && kept !== void 0) other.feed(kept);
    this.#book.take({
      ...{ names: [name], dtype, shape, elements, fileOffset: offset },
      ...{ scan: other.finish(), proven: this.#subject.digestGiven }
    });
  }
  #scanOf(dtype, path, mostBytes) {
    return new ElementScan(dtype, {
      ...{ ...this.#subject.scanning, littleEndian: true, mostBytes },
      countNegative: mayNotBeNegative([path.replace(/\/param$/, "").replaceAll("/", ".")])
    });
  }
};
var floatNamed = (name) => name.endsWith("bf16") ? DTYPES.bf16 : name.endsWith("f16") ? DTYPES.f16 : name === "f64" ? DTYPES.f64 : DTYPES.f32;
var TYPES = new Map(
  [
    ...[DTYPES.f64, DTYPES.f32, DTYPES.f16, DTYPES.bf16, DTYPES.bool],
    ...[DTYPES.i8, DTYPES.i16, DTYPES.i32, DTYPES.i64, DTYPES.u8, DTYPES.u16, DTYPES.u32, DTYPES.u64]
  ].map((dtype) => [dtype.name, dtype])
);

// src/verify/jax/flax-arrays.ts
var NDARRAY = 1;
var COMPLEX = 2;
var SCALAR = 3;
var TIMESTAMP = -1;
var TIMESTAMP_BYTES = /* @__PURE__ */ new Set([4, 8, 12]);
var CHUNKED = "__msgpack_chunked_array__";
var SCALARS_SHOWN = 64;
var MOST_ARRAY_HEAD_BYTES = 512;
var FlaxArrays = class {
  #oddKeyAt;
  #subject;
  #book;
  #shown = [];
  #burn;
  #chunked;
  #own = 0;
  /** Steps of the only value: of several in a row each has its own. */
  #steps = [];
  /** Values that stand in a row. */
  values = 1;
  constructor(subject, book) {
    this.#subject = subject;
    this.#book = book;
    this.#burn = new BurnTensors(subject, book);
  }
  get declared() {
    return this.#own + this.#burn.declared;
  }
  opened(kind, path) {
    const chunked = this.#chunked;
    if (chunked === void 0) return;
    const known = path === `${chunked.path}/shape` || path === `${chunked.path}/chunks`;
    if (!known || kind !== "map") throw chunksLie(chunked, "holds what does not belong there");
  }
  closed(path) {
    this.#burn.closed(path);
    if (this.#chunked?.path === path) this.#finishChunked(this.#chunked);
  }
  scalar(value, path, offset) {
    const chunked = this.#chunked;
    const [parent, name] = splitLast(path);
    if (name === CHUNKED) {
      if (value !== true || chunked !== void 0)
        throw new Broken("L2", "chunks-lie", "marks a chunked array in a way that Flax does not", { offset });
      this.#chunked = { path: parent, shape: /* @__PURE__ */ new Map(), pieces: 0, elements: 0, offset };
      return;
    }
    if (chunked !== void 0) {
      const isSize = parent === `${chunked.path}/shape` && Number.isSafeInteger(value) && Number(value) >= 0;
      if (!isSize || name !== String(chunked.shape.size)) throw chunksLie(chunked, "has no proper shape");
      chunked.shape.set(name, Number(value));
      return;
    }
    this.#burn.scalar(value, path);
    this.#subject.keys.addValue(path, topOf(path), value === null);
    if (this.values > 1) return;
    if (typeof value === "number" && this.#book.steps.wants(path)) this.#steps.push([path, value]);
    this.#quoted(path, value);
  }
  /** @throws Broken behind a state with tensors, which is alone in its file */
  another(offset) {
    if (this.declared > 0) throw trailing(offset);
    this.values += 1;
  }
  /** msgpack-numpy unpickles an array of objects out of such bytes (0.4.8), whatever else the map says. */
  binary(bytes, path, offset) {
    const pickle = strayPickle(this.#subject, { name: path, offset, bytes });
    const tensor = this.#burn.binary(bytes, path, offset);
    return {
      feed(piece) {
        pickle.feed(piece);
        tensor?.feed(piece);
      },
      end: () => pickle.end()
    };
  }
  *ext(code, bytes, path, offset) {
    if (code === TIMESTAMP && TIMESTAMP_BYTES.has(bytes)) {
      yield { bytes, sink: () => {
      } };
      this.#subject.keys.addValue(path, topOf(path));
      return;
    }
    if (code === COMPLEX) return yield* this.#complex(bytes, path, offset);
    if (code !== NDARRAY && code !== SCALAR) {
      throw new Unsettled("L2", "unknown-extension", "holds a type that Flax does not write", {
        offset,
        expected: "1, 2 or 3",
        found: String(code)
      });
    }
    if (this.values > 1) throw trailing(offset);
    const head = yield* this.#arrayHead(bytes, path, offset);
    mustMeasure(head, path);
    const chunked = this.#chunked;
    if (chunked !== void 0) return yield* this.#piece(chunked, head, path);
    this.#own += 1;
    this.#subject.keys.addTensor(path, topOf(path));
    const scan = this.#scanOf(head.dtype, path, head.bytes);
    yield { bytes: head.bytes, sink: (piece) => scan.feed(piece) };
    this.#take(scan, head, path);
  }
  /** Call once. */
  settle() {
    const { facts, findings } = this.#subject;
    if (this.values === 1) for (const [name, step] of this.#steps) this.#book.steps.offer(name, step);
    else facts.rows = this.values;
    facts.scalars = Object.fromEntries(this.#shown);
    if (this.#oddKeyAt === void 0 || this.declared === 0) return;
    const what = "a map has a key that is no text";
    findings.inconclusive("L2", "key-not-text", what, { offset: this.#oddKeyAt });
  }
  oddKey(offset) {
    this.#oddKeyAt ??= offset;
  }
  /** A msgpack triple: shape, name of the type, bytes. */
  *#arrayHead(bytes, path, offset) {
    let used = 0;
    const take = function* (count2) {
      used += count2;
      if (used > Math.min(bytes, MOST_ARRAY_HEAD_BYTES)) throw notAnArray(path, offset);
      return count2 === 0 ? new Uint8Array(0) : (yield count2).slice();
    };
    const count = function* (width) {
      return (yield* take(width)).reduce((value, byte) => value * 256 + byte, 0);
    };
    const [triple] = yield* take(1);
    const [rank = 0] = yield* take(1);
    if (triple !== 147 || (rank & 240) !== 144 && rank !== 220) throw notAnArray(path, offset);
    const dimensions = rank === 220 ? yield* count(2) : rank & 15;
    const shape = [];
    for (let i = 0; i < dimensions; i += 1) {
      const [first = 0] = yield* take(1);
      if (first >= 128 && (first < 204 || first > 207)) throw notAnArray(path, offset);
      shape.push(first < 128 ? first : yield* count(1 << first - 204));
    }
    const [word = 0] = yield* take(1);
    if ((word & 224) !== 160 && word !== 217) throw notAnArray(path, offset);
    const name = Buffer.from(yield* take(word === 217 ? yield* count(1) : word & 31)).toString("latin1");
    const [binary = 0] = yield* take(1);
    if (binary < 196 || binary > 198) throw notAnArray(path, offset);
    const data = yield* count(1 << binary - 196);
    if (used + data !== bytes) throw notAnArray(path, offset);
    const dtype = dtypeNamed(name);
    if (dtype === void 0) {
      throw new Unsettled("L2", "unknown-dtype", `${quoted(path)} has an element type that we do not know`, {
        offset,
        found: name.slice(0, 40)
      });
    }
    const elements = shape.reduce((product, size) => product * BigInt(size), 1n);
    return { dtype, shape, elements: Number(elements), bytes: data, dataAt: offset + used };
  }
  *#complex(bytes, path, offset) {
    const given = bytes === 19 ? (yield bytes).slice() : void 0;
    if (given?.[0] !== 146 || given[1] !== 203 || given[10] !== 203) throw notAnArray(path, offset);
    const view = new DataView(given.buffer);
    this.scalar(`${view.getFloat64(2)}+${view.getFloat64(11)}i`, path, offset);
  }
  *#piece(chunked, head, path) {
    const [parent, name] = splitLast(path);
    const inPlace = parent === `${chunked.path}/chunks` && name === String(chunked.pieces);
    if (!inPlace || head.shape.length !== 1) throw chunksLie(chunked, "has pieces out of order");
    if (chunked.dtype !== void 0 && chunked.dtype !== head.dtype)
      throw chunksLie(chunked, "has pieces of different types");
    if (chunked.scan === void 0) {
      chunked.offset = head.dataAt;
      chunked.dtype = head.dtype;
      chunked.scan = this.#scanOf(head.dtype, chunked.path, Number.MAX_SAFE_INTEGER);
    }
    const { scan } = chunked;
    chunked.pieces += 1;
    chunked.elements += head.elements;
    yield { bytes: head.bytes, sink: (piece) => scan.feed(piece) };
  }
  #finishChunked(chunked) {
    const { path, scan, dtype, elements, offset } = chunked;
    this.#chunked = void 0;
    const shape = [...chunked.shape.values()];
    const wanted = shape.reduce((product, size) => product * BigInt(size), 1n);
    if (scan === void 0 || dtype === void 0 || wanted !== BigInt(elements)) {
      throw new Broken("L2", "chunks-lie", `the pieces of ${quoted(path)} are not its shape`, {
        offset,
        expected: `${wanted} elements`,
        found: `${elements}`
      });
    }
    this.#own += 1;
    this.#subject.keys.addTensor(path, topOf(path));
    this.#take(scan, { dtype, shape, elements, dataAt: offset }, path);
  }
  #scanOf(dtype, name, mostBytes) {
    const countNegative = mayNotBeNegative([name.replaceAll("/", ".")]);
    return new ElementScan(dtype, {
      ...this.#subject.scanning,
      littleEndian: true,
      countNegative,
      mostBytes,
      firstBytes: this.#book.steps.wants(name)
    });
  }
  #take(scan, head, name) {
    const { dtype, shape, elements, dataAt: fileOffset } = head;
    const names = [name];
    const proven = this.#subject.digestGiven;
    this.#book.take({ names, dtype, shape, elements, fileOffset, scan: scan.finish(), proven });
  }
  #quoted(path, value) {
    if (this.#shown.length >= SCALARS_SHOWN) return;
    const odd = typeof value === "number" && !Number.isFinite(value);
    this.#shown.push([path.slice(0, 200), odd ? String(value) : value]);
  }
};
function* flaxProgram(events, { budgets, sizeBytes }, depth) {
  yield* new MsgpackStream(events, { depth, keys: budgets.objects, sizeBytes }).readAll(
    (offset) => events.another(offset)
  );
}
function mustMeasure({ dtype, shape, bytes, dataAt }, path) {
  const wanted = shape.reduce((product, size) => product * BigInt(size), BigInt(dtype.bits / 8));
  if (wanted === BigInt(bytes)) return;
  throw new Broken("L2", "size-lies", `${quoted(path)} is not as long as its type and shape say`, {
    offset: dataAt,
    expected: `${wanted} bytes (${dtype.name}[${shape.slice(0, 8).join(", ")}])`,
    found: `${bytes} bytes`
  });
}
var splitLast = (path) => {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
};
var topOf = (path) => path.split("/", 1)[0] ?? path;
var notAnArray = (path, offset) => new Broken("L2", "array-malformed", `${quoted(path)} is no shape, type and bytes`, { offset });
var chunksLie = ({ path, offset }, what) => new Broken("L2", "chunks-lie", `the chunked array ${quoted(path)} ${what}`, { offset });

// src/verify/jax/flax-walk.ts
async function openFlax(subject) {
  const book = new TensorBook(subject);
  const arrays = new FlaxArrays(subject, book);
  const halves = new Halves(subject.sizeBytes);
  const parser = new PushParser(flaxProgram(arrays, subject, MOST_DEPTH));
  return {
    checksummed: false,
    reaches: "L3",
    regions: () => [
      wholeFile(subject, {
        feed(piece, offset) {
          if (arrays.declared === 0) halves.feed(piece, offset);
          parser.feed(piece, offset);
        },
        end() {
          parser.end(subject.sizeBytes);
          if (arrays.values === 2 && halves.areAlike) throw trailing(subject.sizeBytes / 2);
        }
      })
    ],
    finish(complete) {
      arrays.settle();
      if (complete) book.settle(arrays.declared);
    },
    tensors: () => book.summary
  };
}
var Halves = class {
  #middle;
  #sums = [0, 0];
  constructor(sizeBytes) {
    this.#middle = sizeBytes / 2;
  }
  feed(piece, offset) {
    const first = piece.subarray(0, Math.max(0, this.#middle - offset));
    this.#sums[0] = crc32(first, this.#sums[0]);
    this.#sums[1] = crc32(piece.subarray(first.length), this.#sums[1]);
  }
  get areAlike() {
    return Number.isInteger(this.#middle) && this.#sums[0] === this.#sums[1];
  }
};
export {
  openFlax
};
