import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  bloscDecompress,
  unshuffled
} from "./verifier.verify-codec-blosc.shared.mjs";
import {
  xzDecompress
} from "./verifier.verify-archive-xz-streams.shared.mjs";
import {
  lz4Block
} from "./verifier.verify-codec-lz4-block.shared.mjs";
import {
  METADATA,
  isObject,
  parsedJson
} from "./verifier.verify-jax-zarr-names.shared.mjs";
import {
  arrayOf,
  bzip2Decompress,
  plainType,
  readyZstd,
  structure,
  zstdDecompress
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  DTYPE_KINDS,
  dtypeNamed
} from "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  DTYPES,
  TensorBook,
  mayNotBeNegative
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  folderOf,
  inFolder,
  nameIn,
  prefixOf
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  ElementScan,
  Fingerprint,
  Unsettled,
  crc32,
  crc32c,
  holdsTensors,
  overBudget,
  quoted,
  sumDiffers,
  utf8
} from "./verifier.clock.shared.mjs";

// src/verify/jax/chunk-pass.ts
async function passOver(subject, paths, spans, opened = (path) => subject.part(path)) {
  const byPath = /* @__PURE__ */ new Map();
  for (const span of spans) {
    if ("inline" in span.stored) {
      const { stored, region } = span;
      await subject.findings.guard(async () => {
        await region.feed(stored.inline, 0);
        await region.end();
      });
      continue;
    }
    const list = byPath.get(span.stored.path);
    if (list === void 0) byPath.set(span.stored.path, [span]);
    else list.push(span);
  }
  for (const path of paths) {
    const part = await opened(path);
    const regions = (byPath.get(path) ?? []).map(({ region }) => region);
    regions.sort((a, b) => a.offset - b.offset || a.length - b.length);
    const overlap = regions.find(({ offset }, i) => {
      const before = regions[i - 1];
      return before !== void 0 && offset < before.offset + before.length;
    });
    if (overlap !== void 0)
      part.findings.fail("L2", "chunks-overlap", "two chunks lie on the same bytes", {
        offset: overlap.offset
      });
    await part.pass(overlap === void 0 ? regions : []);
    await part.close();
  }
}
async function textOfPart(subject, path, mostBytes) {
  const part = await subject.part(path);
  const { sizeBytes, reader } = part;
  try {
    if (sizeBytes > mostBytes)
      throw new Broken("L2", "file-too-long", "is too long for what it should be", {
        expected: `at most ${mostBytes} bytes`,
        found: `${sizeBytes} bytes`
      });
    const bytes = (await reader.read(0, sizeBytes)).slice();
    await part.pass([]);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const told = error instanceof TypeError ? new Broken("L2", "not-utf8", "is not UTF-8 text") : error;
    if (told instanceof Broken) part.findings.caught(told);
    else throw told;
    throw new Broken("L2", "metadata-missing", `${quoted(path)} cannot be read`, { file: path });
  } finally {
    await part.close();
  }
}

// src/verify/jax/zarr-chunk.ts
import { gunzipSync, inflateSync } from "node:zlib";

// src/verify/codec/adler32.ts
var BASE = 65521;
var PIECE_BYTES = 5552;
function adler32(bytes) {
  let [low, high] = [1, 0];
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    for (const byte of bytes.subarray(from, from + PIECE_BYTES)) {
      low += byte;
      high += low;
    }
    low %= BASE;
    high %= BASE;
  }
  return high * 65536 + low;
}

// src/verify/jax/zarr-variable.ts
function mustBeVariable(bytes, elements, { name, offset, variable: variable2 }) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const wrong = (what, found) => new Broken("L2", "size-lies", `${name} ${what}`, { offset, found, expected: `${elements} elements` });
  const count = bytes.length < 4 ? -1 : view.getUint32(0, true);
  if (count !== elements) throw wrong("does not hold as many elements as its shape says", String(count));
  let at = 4;
  for (let i = 0; i < elements; i += 1) {
    const length = at + 4 > bytes.length ? Number.POSITIVE_INFINITY : view.getUint32(at, true);
    if (at + 4 + length > bytes.length) throw wrong("ends inside an element", `${i} elements`);
    if (variable2 === "text" && utf8(bytes.subarray(at + 4, at + 4 + length)) === void 0)
      throw new Broken("L2", "not-utf8", `${name} has a text that is not UTF-8`, { offset });
    at += 4 + length;
  }
  if (at !== bytes.length) throw wrong("goes on behind its last element", `${bytes.length - at} bytes more`);
}
function unpackedBits(bytes, elements, { name, offset }) {
  const padding = (8 - elements % 8) % 8;
  if (bytes.length !== 1 + (elements + padding) / 8 || bytes[0] !== padding)
    throw new Broken("L2", "size-lies", `${name} does not hold as many bits as its shape says`, {
      offset,
      expected: `${elements} bits`,
      found: `${8 * (bytes.length - 1) - (bytes[0] ?? 0)} bits`
    });
  return Uint8Array.from(
    { length: elements },
    (_none, i) => bytes[1 + (i >> 3)] >> 7 - (i & 7) & 1
  );
}

// src/verify/jax/zarr-chunk.ts
var ZarrChunk = class {
  #job;
  #scan;
  #expected;
  /** For what one codec gives back. */
  #room;
  #gathered;
  #run;
  #stride;
  #have = 0;
  #at = 0;
  constructor(job) {
    this.#job = job;
    const { type, chunk, extent, codec, storedBytes, mostBytes, offset } = job;
    const { dtype, bytes: elementBytes, variable: variable2 } = type;
    const bytes = chunk.reduce((product, size) => product * BigInt(size), BigInt(elementBytes));
    this.#expected = Number(bytes);
    const isAsIs = codec.undo.length === 0 && variable2 === void 0;
    if (isAsIs && bytes !== BigInt(storedBytes)) throw this.#length(storedBytes);
    this.#room = variable2 === void 0 ? this.#expected + 64 : mostBytes;
    const needed = isAsIs ? 0 : Math.max(this.#expected, storedBytes);
    if (needed > mostBytes) throw overBudget("structureBytes", mostBytes, needed, offset);
    this.#gathered = isAsIs ? void 0 : new Uint8Array(storedBytes);
    const cut = extent.findLastIndex((size, i) => size !== chunk[i]);
    const inner = chunk.slice(cut + 1).reduce((product, size) => product * size, elementBytes);
    this.#run = inner * (extent[cut] ?? 1);
    this.#stride = inner * (chunk[cut] ?? 1);
    this.#scan = new ElementScan(dtype, {
      ...job.scanning,
      littleEndian: codec.littleEndian,
      mostBytes: variable2 === void 0 ? this.#expected : mostBytes,
      firstBytes: true
    });
  }
  feed(piece) {
    if (this.#gathered === void 0) this.#take(piece);
    else this.#gathered.set(piece, this.#have);
    this.#have += piece.length;
  }
  end() {
    if (this.#gathered !== void 0) {
      let bytes = this.#gathered;
      for (const codec of this.#job.codec.undo) bytes = this.#undo(codec, bytes);
      const { type, chunk, name, offset } = this.#job;
      if (type.variable !== void 0) {
        mustBeVariable(
          bytes,
          chunk.reduce((product, size) => product * size, 1),
          { ...type, name, offset }
        );
        this.#scan.feed(bytes);
      } else {
        if (bytes.length !== this.#expected) throw this.#length(bytes.length);
        this.#take(bytes);
      }
    }
    this.#job.done(this.#scan.finish());
  }
  #undo(codec, bytes) {
    const { offset, name, chunk } = this.#job;
    if (typeof codec === "object") return unshuffled(bytes, codec.shuffledBytes);
    if (codec === "zstd") return zstdDecompress(bytes, this.#room, offset);
    if (codec === "blosc") return bloscDecompress(bytes, this.#room, offset);
    if (codec === "bz2") return bzip2Decompress(bytes, this.#room, offset);
    if (codec === "lzma") return xzDecompress(bytes, this.#room, offset);
    if (codec === "crc32" || codec === "adler32") return this.#behindSum(codec, bytes);
    if (codec === "packbits")
      return unpackedBits(
        bytes,
        chunk.reduce((product, size) => product * size, 1),
        { name, offset }
      );
    if (codec === "lz4") return this.#lz4(bytes);
    if (codec === "crc32c") {
      const at = bytes.length - 4;
      const given = at < 0 ? void 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
      if (given !== void 0 && crc32c(bytes.subarray(0, at), 0) === given) return bytes.subarray(0, at);
      const what = `${name} is not what was written: its CRC-32C differs`;
      throw new Broken("L1", "crc-mismatch", what, { offset });
    }
    try {
      const options = { maxOutputLength: this.#room, info: true };
      const inflate = codec === "gzip" ? gunzipSync : inflateSync;
      const { buffer, engine } = inflate(bytes, options);
      if (engine.bytesWritten === bytes.length) return buffer;
      throw new Error(`${bytes.length - engine.bytesWritten} bytes follow its end`);
    } catch (error) {
      const what = `${name} cannot be inflated: ${String(error).slice(0, 120)}`;
      throw new Broken("L1", "deflate-broken", what, { offset });
    }
  }
  /** As numcodecs writes it: four bytes, and what they are the sum of. */
  #behindSum(kind, bytes) {
    const { offset, name } = this.#job;
    if (bytes.length < 4) throw this.#length(bytes.length);
    const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
    const rest = bytes.subarray(4);
    const found = kind === "crc32" ? crc32(rest, 0) : adler32(rest);
    if (found === stored) return rest;
    throw sumDiffers(`${name} is not what was written: its ${kind} differs`, offset, { stored, found });
  }
  /** As numcodecs writes it: the length of what is packed, then one block. */
  #lz4(bytes) {
    const { offset, name } = this.#job;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const length = bytes.length < 4 ? -1 : view.getUint32(0, true);
    if (length < 0 || length > this.#room) throw this.#length(length);
    const out = new Uint8Array(length);
    if (lz4Block(bytes.subarray(4), out, 0, offset) === length) return out;
    throw new Broken("L1", "lz4-broken", `${name} does not unpack to the length that it says`, { offset });
  }
  /** Hands on what lies inside the array, run by run. */
  #take(piece) {
    const { chunk, extent } = this.#job;
    if (this.#run === this.#stride && chunk.every((size, i) => size === extent[i])) {
      this.#scan.feed(piece);
      return;
    }
    for (let at = 0; at < piece.length; ) {
      const within = this.#at % this.#stride;
      const inRun = within < this.#run;
      const length = Math.min((inRun ? this.#run : this.#stride) - within, piece.length - at);
      if (inRun && this.#isInside(Math.floor(this.#at / this.#stride)))
        this.#scan.feed(piece.subarray(at, at + length));
      at += length;
      this.#at += length;
    }
  }
  /** Whether the outer indexes of a run lie inside. */
  #isInside(run) {
    const { chunk, extent } = this.#job;
    const cut = extent.findLastIndex((size, i) => size !== chunk[i]);
    let rest = run;
    for (let i = cut - 1; i >= 0; i -= 1) {
      const size = chunk[i] ?? 1;
      if (rest % size >= (extent[i] ?? 0)) return false;
      rest = Math.floor(rest / size);
    }
    return true;
  }
  #length(found) {
    return new Broken("L2", "size-lies", `${this.#job.name} is not as long as its type and shape say`, {
      offset: this.#job.offset,
      expected: `${this.#expected} bytes`,
      found: `${found} bytes`
    });
  }
};

// src/verify/jax/zarr-array.ts
var NOT_THERE = 2n ** 64n - 1n;
var ZarrArray = class {
  #subject;
  #name;
  #folder;
  #info;
  #results = [];
  #offset = 0;
  #missing = 0;
  /** @param folder key of the array in the store, without a slash at its end; `''` for the root */
  constructor(subject, name, folder, info) {
    this.#subject = subject;
    this.#name = name;
    this.#folder = folder;
    this.#info = info;
  }
  /** Keys of everything that the grid needs. */
  *keys() {
    const { shape, chunk, keyOf } = this.#info;
    const grid = gridOf(shape, chunk);
    const count = grid.reduce((product, size) => product * BigInt(size), 1n);
    const { objects } = this.#subject.budgets;
    if (count > BigInt(objects)) throw overBudget("objects", objects, count);
    for (let i = 0; i < Number(count); i += 1) {
      const index = indexOf(i, grid);
      yield { key: inFolder(this.#folder, keyOf(index)), index };
    }
  }
  /** Throws `Broken` or `Unsettled` for an index of a shard that cannot be read. */
  async spans(store) {
    const { codec: whole, sharding } = this.#info;
    const mayBeZstd = ["zstd", "blosc"];
    if ([whole, sharding?.codec].some((codec) => mayBeZstd.some((each) => codec?.undo.includes(each))))
      await readyZstd();
    const spans = [];
    for (const { key, index } of this.keys()) {
      const stored = store.find(key);
      const { chunk, shape } = this.#info;
      const extent = chunk.map((size, i) => Math.min(size, (shape[i] ?? 0) - size * (index[i] ?? 0)));
      if (stored === void 0) this.#isMissing(key);
      else if (this.#info.sharding === void 0) {
        const place = { codec: this.#info.codec, chunk, extent, ordinal: this.#results.length };
        spans.push(this.#span(key, stored, place));
      } else spans.push(...await this.#shard({ key, stored, store }, extent));
    }
    return spans;
  }
  /** Judges the array when all of it was read. */
  finish(book) {
    const { type, shape, codec } = this.#info;
    const { dtype, typeName } = type;
    if (this.#missing > 0) {
      this.#reportMissing();
      return;
    }
    const results = this.#results.filter((result) => result !== void 0);
    if (results.length !== this.#results.length) return;
    const scan = together(results);
    const elements = shape.reduce((product, size) => product * size, 1);
    const name = this.#name;
    this.#subject.keys.addTensor(name, name.split(/[./]/, 1)[0] ?? name);
    const place = { fileOffset: this.#offset, proven: this.#subject.digestGiven };
    book.take(
      {
        names: [name],
        dtype,
        shape,
        elements,
        scan,
        ...place,
        ...typeName === void 0 ? {} : { typeName }
      },
      codec.littleEndian
    );
    if (type.isRecord === true) {
      const what = `${quoted(name)} holds structures, whose fields were not looked at`;
      this.#subject.findings.degraded("L3", "fields-not-read", what);
    }
  }
  #isMissing(key) {
    this.#missing += 1;
    if (this.#missing === 1) this.#firstMissing = key;
  }
  #firstMissing = "";
  /** Writers leave out chunks that hold nothing but the fill value; weights are never written so. */
  #reportMissing() {
    const { findings, role } = this.#subject;
    const what = `${quoted(this.#name)} lacks ${this.#missing} of its chunks`;
    const where = { expected: JSON.stringify(this.#firstMissing) };
    if (holdsTensors(role)) findings.fail("L2", "chunk-missing", what, where);
    else findings.degraded("L2", "chunk-missing", what, where);
  }
  async #shard({ key, stored, store }, extent) {
    const { chunk, sharding } = this.#info;
    if (sharding === void 0) return [];
    const grid = chunk.map((size, i) => size / (sharding.chunk[i] ?? 1));
    const count = grid.reduce((product, size) => product * size, 1);
    const entries = await shardIndex({ key, stored, store }, count, sharding);
    const spans = [];
    entries.forEach((entry, i) => {
      const index = indexOf(i, grid);
      const inner = sharding.chunk.map(
        (size, d) => Math.max(0, Math.min(size, (extent[d] ?? 0) - size * (index[d] ?? 0)))
      );
      const needed = inner.every((size) => size > 0);
      if (entry === void 0) {
        if (needed) this.#isMissing(`${key} chunk ${i}`);
        return;
      }
      const place = {
        codec: sharding.codec,
        chunk: sharding.chunk,
        extent: inner,
        ordinal: this.#results.length
      };
      spans.push(this.#span(`${key} chunk ${i}`, partOfStored(stored, entry), place));
    });
    return spans;
  }
  #span(key, stored, { codec, chunk, extent, ordinal }) {
    this.#results.push(void 0);
    const { budgets, scanning } = this.#subject;
    const [offset, storedBytes] = "inline" in stored ? [0, stored.inline.length] : [stored.offset, stored.bytes];
    if (ordinal === 0) this.#offset = offset;
    let taker;
    const turned = (sizes) => codec.order?.map((at) => sizes[at] ?? 1) ?? sizes;
    const open = () => new ZarrChunk({
      ...{ name: JSON.stringify(key), type: this.#info.type, codec, offset, storedBytes },
      ...{ chunk: turned(chunk), extent: turned(extent) },
      scanning: { ...scanning, countNegative: mayNotBeNegative([this.#name.replaceAll("/", ".")]) },
      mostBytes: budgets.structureBytes,
      done: (result) => {
        this.#results[ordinal] = result;
      }
    });
    const region = {
      offset,
      length: storedBytes,
      feed(piece) {
        taker ??= open();
        taker.feed(piece);
      },
      end() {
        taker ??= open();
        taker.end();
        taker = void 0;
      }
    };
    return { stored, region };
  }
};
async function shardIndex({ key, stored, store }, count, { indexAtEnd, indexHasCrc }) {
  const size = "inline" in stored ? stored.inline.length : stored.bytes;
  const at = "inline" in stored ? 0 : stored.offset;
  const broken = (code, what) => new Broken(code === "crc-mismatch" ? "L1" : "L2", code, `shard ${quoted(key)}: ${what}`, {
    offset: at
  });
  const indexBytes = 16 * count + (indexHasCrc ? 4 : 0);
  if (size < indexBytes) throw broken("cut-short", "is shorter than its index");
  const indexAt = indexAtEnd ? size - indexBytes : 0;
  const index = "inline" in stored ? stored.inline.slice(indexAt, indexAt + indexBytes) : await store.read(stored.path, stored.offset + indexAt, indexBytes);
  const view = new DataView(index.buffer, index.byteOffset, index.length);
  if (indexHasCrc && crc32c(index.subarray(0, -4), 0) !== view.getUint32(indexBytes - 4, true))
    throw broken("crc-mismatch", "its index is not what was written: its CRC-32C differs");
  const dataEnd = indexAtEnd ? indexAt : size;
  const entries = [];
  let covered = 0;
  for (let i = 0; i < count; i += 1) {
    const [offset, bytes] = [view.getBigUint64(16 * i, true), view.getBigUint64(16 * i + 8, true)];
    if (offset === NOT_THERE && bytes === NOT_THERE) {
      entries.push(void 0);
      continue;
    }
    const inside = offset + bytes <= BigInt(dataEnd) && offset >= (indexAtEnd ? 0n : BigInt(indexBytes));
    if (!inside) throw broken("outside-file", `its chunk ${i} lies outside`);
    entries.push({ offset: Number(offset), bytes: Number(bytes) });
    covered += Number(bytes);
  }
  if (covered !== size - indexBytes)
    throw broken("hole-between-chunks", "its chunks do not cover it exactly");
  return entries;
}
var partOfStored = (stored, { offset, bytes }) => "inline" in stored ? { inline: stored.inline.subarray(offset, offset + bytes) } : { path: stored.path, offset: stored.offset + offset, bytes };
var gridOf = (shape, chunk) => shape.map((size, i) => Math.ceil(size / (chunk[i] ?? 1)));
function indexOf(ordinal, grid) {
  const index = [];
  let rest = ordinal;
  for (let i = grid.length - 1; i >= 0; i -= 1) {
    const size = grid[i] ?? 1;
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}
function together(results) {
  const [only] = results;
  if (results.length === 1 && only !== void 0) return only;
  const print = new Fingerprint();
  print.add(new TextEncoder().encode(results.map(({ fingerprint }) => fingerprint).join("")));
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  return {
    bytes: sum(({ bytes }) => bytes),
    nonFinite: sum(({ nonFinite }) => nonFinite),
    nan: sum(({ nan }) => nan),
    nonFiniteAt: [],
    large: sum(({ large }) => large),
    huge: sum(({ huge }) => huge),
    hugeAt: void 0,
    badBools: sum(({ badBools }) => badBools),
    allZero: results.length > 0 && results.every(({ allZero }) => allZero),
    constant: false,
    negative: sum(({ negative }) => negative),
    zeroRuns: [],
    zerosAtEnd: 0,
    firstBytes: only?.firstBytes ?? new Uint8Array(0),
    fingerprint: print.hex()
  };
}

// src/verify/jax/zarr-types.ts
var plain = (dtype, littleEndian = true) => ({
  dtype,
  bytes: dtype.bits / 8,
  littleEndian
});
var opaque = (bytes, typeName) => ({
  dtype: DTYPES.u8,
  bytes,
  littleEndian: true,
  typeName
});
var record = (type) => type === void 0 || type.object ? void 0 : { ...opaque(type.bytes, `V${type.bytes}`), isRecord: true };
var VARIABLE = {
  text: { ...opaque(0, "text"), variable: "text" },
  bytes: { ...opaque(0, "bytes"), variable: "bytes" }
};
function elementTypeV2(word) {
  if (Array.isArray(word)) return record(recordOf(word));
  if (typeof word !== "string") return void 0;
  const [, order, kind = ""] = /^([<>|])([a-z][0-9]+)$/.exec(word) ?? [];
  const dtype = Object.hasOwn(DTYPE_KINDS, kind) ? DTYPE_KINDS[kind] : dtypeNamed(word);
  if (dtype !== void 0) return plain(dtype, order !== ">");
  const [part] = plainType(word)?.parts ?? [];
  return part === void 0 || part.bytes === 0 ? void 0 : opaque(part.bytes, part.typeName);
}
function recordOf(fields) {
  return structure(fields.map(fieldOf));
}
function fieldOf(field) {
  if (!Array.isArray(field) || typeof field[0] !== "string") return void 0;
  const [name, descr, shape = []] = field;
  const inner = Array.isArray(descr) ? recordOf(descr) : plainType(String(descr));
  const isShape = Array.isArray(shape) && shape.every((size) => Number.isSafeInteger(size) && Number(size) > 0);
  const type = inner === void 0 || !isShape ? void 0 : arrayOf(inner, shape);
  return type === void 0 ? void 0 : { name, type };
}
function elementTypeV3(value) {
  const name = isObject(value) ? value["name"] : value;
  const configuration = isObject(value) && isObject(value["configuration"]) ? value["configuration"] : {};
  const lengthBytes = Number(configuration["length_bytes"]);
  const hasLength = Number.isSafeInteger(lengthBytes) && lengthBytes > 0;
  switch (name) {
    case "string":
      return VARIABLE.text;
    case "bytes":
    case "variable_length_bytes":
      return VARIABLE.bytes;
    case "fixed_length_utf32":
      return hasLength && lengthBytes % 4 === 0 ? opaque(lengthBytes, `U${lengthBytes / 4}`) : void 0;
    case "null_terminated_bytes":
      return hasLength ? opaque(lengthBytes, `S${lengthBytes}`) : void 0;
    case "raw_bytes":
      return hasLength ? opaque(lengthBytes, `V${lengthBytes}`) : void 0;
    case "numpy.datetime64":
    case "numpy.timedelta64": {
      const { scale_factor: scale = 1, unit = "" } = configuration;
      const word = `${name === "numpy.datetime64" ? "M8" : "m8"}[${scale === 1 ? "" : scale}${unit}]`;
      return opaque(8, word);
    }
    case "structured":
    case "struct":
      return structured(configuration["fields"]);
  }
  const dtype = typeof name === "string" ? dtypeNamed(name) : void 0;
  return dtype === void 0 ? void 0 : plain(dtype);
}
function structured(fields) {
  if (!Array.isArray(fields) || fields.length === 0) return void 0;
  let bytes = 0;
  for (const field of fields) {
    const type = elementTypeV3(
      Array.isArray(field) ? field[1] : isObject(field) ? field["data_type"] : void 0
    );
    if (type === void 0 || type.variable !== void 0) return void 0;
    bytes += type.bytes;
  }
  return { ...opaque(bytes, `V${bytes}`), isRecord: true };
}

// src/verify/jax/zarr-filters.ts
var BYTE_CODECS = ["adler32", "blosc", "bz2", "crc32", "gzip", "lz4", "lzma", "zlib", "zstd"];
var [XZ, FIRST_BYTES] = [1, "start"];
function byteCodec(name, configuration) {
  if (name === "shuffle") {
    const size = configuration["elementsize"] ?? 4;
    return Number.isSafeInteger(size) && Number(size) > 0 ? { shuffledBytes: Number(size) } : void 0;
  }
  const { format = XZ, filters, location = FIRST_BYTES } = configuration;
  if (name === "lzma" && (format !== XZ || (filters ?? void 0) !== void 0)) return void 0;
  if (location !== FIRST_BYTES) return void 0;
  return BYTE_CODECS.find((each) => each === name);
}
var VALUE_FILTERS = {
  delta: "astype",
  fixedscaleoffset: "astype",
  quantize: "astype",
  bitround: "",
  astype: "encode_dtype"
};
var isScale = ({ scale, offset = 0 }) => Number.isFinite(scale) && scale !== 0 && Number.isFinite(offset);
function filteredType(name, configuration, type) {
  const key = Object.hasOwn(VALUE_FILTERS, String(name)) ? VALUE_FILTERS[String(name)] : void 0;
  if (key === void 0 || type.variable !== void 0) return void 0;
  if (key === "") return type;
  if (name === "fixedscaleoffset" && !isScale(configuration)) return void 0;
  const stored = elementTypeV2(configuration[key] ?? configuration["dtype"]);
  if (stored === void 0) return void 0;
  return { ...stored, typeName: type.typeName ?? type.dtype.name };
}
function undoV2(declared, filters, compressor) {
  const list = [...Array.isArray(filters) ? filters : [], ...isObject(compressor) ? [compressor] : []];
  let type = declared === "|O" ? void 0 : elementTypeV2(declared);
  const undo = [];
  for (const [i, filter] of list.entries()) {
    if (!isObject(filter)) return { unknown: filter };
    const { id, ...configuration } = filter;
    if (i === 0 && declared === "|O") type = variable(id);
    else if (type === void 0) break;
    else if (id === "packbits" && type.dtype.name === "bool" && undo.length === 0) undo.unshift(id);
    else {
      const codec = byteCodec(id, configuration);
      const next = codec === void 0 && undo.length === 0 ? filteredType(id, configuration, type) : void 0;
      if (codec !== void 0) undo.unshift(codec);
      else if (next !== void 0) type = next;
      else return { unknown: id };
    }
  }
  return type === void 0 ? { unknown: declared } : { type, undo };
}
var variable = (id) => id === "vlen-utf8" ? VARIABLE.text : id === "vlen-bytes" ? VARIABLE.bytes : void 0;

// src/verify/jax/zarr-metadata.ts
function parseZarrV2(text) {
  const meta = parseObject(text);
  if (meta["zarr_format"] !== 2) throw malformed("zarr_format is not 2");
  const shape = counts(meta["shape"], "shape");
  const chunk = counts(meta["chunks"], "chunks", 1);
  if (shape.length !== chunk.length) throw malformed("shape and chunks have different lengths");
  const stored = undoV2(meta["dtype"], meta["filters"], meta["compressor"]);
  if ("unknown" in stored) throw unsupported("type, filter or compressor", stored.unknown);
  const { type, undo } = stored;
  const turned = meta["order"] === "F";
  if (!turned && meta["order"] !== "C" && shape.length > 1) throw unsupported("order", meta["order"]);
  const separator = meta["dimension_separator"] ?? ".";
  if (separator !== "." && separator !== "/") throw malformed("dimension_separator is neither . nor /");
  return {
    ...{ type, shape, chunk },
    codec: {
      ...{ littleEndian: type.littleEndian, undo },
      ...turned ? { order: shape.map((_size, i) => shape.length - 1 - i) } : {}
    },
    keyOf: (index) => index.length === 0 ? "0" : index.join(separator)
  };
}
var KNOWN_V3 = new Set(
  "zarr_format node_type shape data_type chunk_grid chunk_key_encoding fill_value codecs attributes dimension_names storage_transformers".split(
    " "
  )
);
function parseZarrV3(meta) {
  for (const [key, value] of Object.entries(meta))
    if (!KNOWN_V3.has(key) && !(isObject(value) && value["must_understand"] === false))
      throw unsupported(key, value);
  const shape = counts(meta["shape"], "shape");
  const declared = elementTypeV3(meta["data_type"]);
  if (declared === void 0) throw unsupported("data_type", meta["data_type"]);
  const grid = named(meta["chunk_grid"]);
  if (grid.name !== "regular") throw unsupported("chunk_grid", grid.name);
  const chunk = counts(grid.configuration["chunk_shape"], "chunk_shape", 1);
  if (shape.length !== chunk.length) throw malformed("shape and chunk_shape have different lengths");
  const transformers = meta["storage_transformers"];
  if (Array.isArray(transformers) && transformers.length > 0)
    throw unsupported("storage_transformers", transformers);
  const given = Array.isArray(meta["codecs"]) ? meta["codecs"].map(named) : void 0;
  const implied = given === void 0 ? void 0 : withBytes(given, declared);
  const { codec, sharding, type } = v3Codecs(implied ?? given, chunk, { type: declared, mayShard: true });
  return {
    ...{ type, shape, chunk, codec },
    ...implied === void 0 ? {} : { impliesBytes: true },
    ...sharding === void 0 ? {} : { sharding },
    keyOf: v3Keys(meta["chunk_key_encoding"])
  };
}
function parseObject(text) {
  const parsed = parsedJson(text);
  if (isObject(parsed)) return parsed;
  throw malformed(parsed === void 0 ? "is no JSON" : "is no JSON object");
}
function v3Keys(encoding) {
  const { name, configuration } = named(encoding ?? { name: "default" });
  const separator = configuration["separator"] ?? (name === "v2" ? "." : "/");
  if (separator !== "." && separator !== "/") throw malformed("separator is neither . nor /");
  if (name === "default") return (index) => ["c", ...index].join(separator);
  if (name !== "v2") throw unsupported("chunk_key_encoding", name);
  return (index) => index.length === 0 ? "0" : index.join(separator);
}
function withBytes(codecs, type) {
  const makesBytes = ({ name }) => name === "sharding_indexed" || SERIALIZER.test(name);
  if (type.variable !== void 0 || codecs.some(makesBytes)) return void 0;
  const turned = codecs.filter(({ name }) => name === "transpose");
  const isOrdered = turned.every((each, i) => codecs[i] === each);
  return isOrdered ? [...turned, { name: "bytes", configuration: {} }, ...codecs.slice(turned.length)] : void 0;
}
function v3Codecs(list, outer, { type: declared, mayShard }) {
  if (!Array.isArray(list)) throw malformed("codecs is no list");
  const codec = { littleEndian: true, undo: [] };
  let sharding;
  let toBytes = false;
  let type = declared;
  const serializer = type.variable === void 0 ? "bytes" : type.variable === "text" ? "vlen-utf8" : "vlen-bytes";
  for (const { name: full, configuration } of list.map(named)) {
    const name = full.replace(/^numcodecs\./, "");
    const filtered = toBytes ? void 0 : filteredType(name, configuration, type);
    if (filtered !== void 0) type = filtered;
    else if (name === serializer && !toBytes) {
      toBytes = true;
      codec.littleEndian = configuration["endian"] !== "big";
    } else if (name === "sharding_indexed" && !toBytes && mayShard) {
      toBytes = true;
      const inner = shardingOf(configuration, outer, type);
      sharding = inner.sharding;
      type = inner.type;
    } else if (name === "transpose" && !toBytes && codec.order === void 0) {
      codec.order = orderOf(configuration["order"], outer.length);
    } else if (toBytes) {
      const compressor = name === "crc32c" ? name : byteCodec(name, configuration);
      if (compressor === void 0) throw unsupported("codec", full);
      codec.undo.unshift(compressor);
    } else {
      throw unsupported("codec", full);
    }
  }
  if (!toBytes) throw malformed("codecs make no bytes");
  if (sharding !== void 0 && (codec.undo.length > 0 || codec.order !== void 0))
    throw unsupported("codec", "a compressed or a turned shard");
  return { codec, type, ...sharding === void 0 ? {} : { sharding } };
}
function orderOf(given, dimensions) {
  const order = counts(given, "order of a transpose");
  if (order.length !== dimensions || new Set(order).size !== dimensions || order.some((at) => at >= dimensions))
    throw malformed("order of a transpose is none of its dimensions");
  return order;
}
function shardingOf(configuration, outer, declared) {
  const chunk = counts(configuration["chunk_shape"], "chunk_shape of a shard", 1);
  const fits = chunk.length === outer.length && chunk.every((size, i) => (outer[i] ?? 0) % size === 0);
  if (!fits) throw malformed("the chunks of a shard do not divide it");
  const index = v3Codecs(configuration["index_codecs"], [], { type: OFFSET, mayShard: false }).codec;
  if (!index.littleEndian || index.order !== void 0 || index.undo.some((each) => each !== "crc32c") || index.undo.length > 1)
    throw unsupported("index_codecs", index.undo.join());
  const location = configuration["index_location"] ?? "end";
  if (location !== "end" && location !== "start") throw malformed("index_location is neither start nor end");
  const { codec, type } = v3Codecs(configuration["codecs"], chunk, { type: declared, mayShard: false });
  const at = { indexAtEnd: location === "end", indexHasCrc: index.undo.length === 1 };
  return { sharding: { chunk, codec, ...at }, type };
}
var OFFSET = { dtype: DTYPES.u64, bytes: 8, littleEndian: true };
var SERIALIZER = /^(numcodecs\.)?(bytes|vlen-\w+|pcodec|packbits|zfpy)$/;
function named(value) {
  if (typeof value === "string") return { name: value, configuration: {} };
  if (!isObject(value) || typeof value["name"] !== "string") throw malformed("a named entry has no name");
  const configuration = value["configuration"];
  return { name: value["name"], configuration: isObject(configuration) ? configuration : {} };
}
function counts(value, what, least = 0) {
  const right = (each) => Number.isSafeInteger(each) && Number(each) >= least;
  if (!Array.isArray(value) || value.length > 32 || !value.every(right))
    throw malformed(`${what} is no list of counts`);
  return value;
}
var malformed = (what) => new Broken("L2", "zarr-malformed", `the array's metadata: ${what}`);
var unsupported = (what, found) => new Unsettled("L2", "zarr-unsupported", `the array's ${what} is one that we cannot read`, {
  found: JSON.stringify(found ?? null).slice(0, 80)
});

// src/verify/jax/zarr-hierarchy.ts
var MOST_METADATA_BYTES = 64 * 1024 ** 2;
async function examineHierarchy(subject, root, parts) {
  const book = new TensorBook(subject);
  const arrays = /* @__PURE__ */ new Map();
  const unread = [];
  const metadata = parts.filter((path) => METADATA.has(nameIn(path)));
  for (const path of metadata) {
    unread.push(prefixOf(folderOf(path)));
    const findings = subject.findings.in(path);
    await findings.guard(async () => {
      const info = await arrayIn(subject, path);
      unread.pop();
      if (info?.impliesBytes) {
        const what = 'names no codec that makes bytes of numbers: zarrita reads it, zarr-python does not. Name "bytes"';
        findings.degraded("L2", "zarr-codecs", what);
      }
      if (info !== void 0) arrays.set(folderOf(path), info);
    });
  }
  const read = parts.filter(
    (path) => METADATA.has(nameIn(path)) || !unread.some((folder) => path.startsWith(folder))
  );
  const found = await scanArrays(subject, arrays, read, (folder) => nameOf(root, folder));
  for (const array of found) array.finish(book);
  if (!subject.findings.has("fail") && !subject.findings.has("inconclusive")) book.settle(arrays.size);
  return { reaches: "L3", checksummed: false };
}
var nameOf = (root, folder) => folder === root ? nameIn(folder) || "array" : folder.slice(prefixOf(root).length);
async function scanArrays(subject, arrays, parts, nameOf2) {
  const sizes = new Map(subject.tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const store = {
    find(key) {
      const bytes = sizes.get(key);
      return bytes === void 0 ? void 0 : { path: key, offset: 0, bytes };
    },
    async read(path, offset, bytes) {
      const part = await subject.part(path);
      const read = (await part.reader.read(offset, bytes)).slice();
      await part.close();
      return read;
    }
  };
  const spans = [];
  const known = /* @__PURE__ */ new Set();
  const found = [];
  for (const [folder, info] of arrays) {
    const array = new ZarrArray(subject, nameOf2(folder), folder, info);
    await subject.findings.guard(async () => {
      for (const { key } of array.keys()) known.add(key);
      for (const span of await array.spans(store)) spans.push(span);
      found.push(array);
    });
  }
  const chunks = parts.filter((path) => !METADATA.has(nameIn(path)));
  for (const path of chunks) {
    if (!known.has(path) && arrays.size > 0 && found.length === arrays.size)
      subject.findings.in(path).fail("L2", "chunk-unexpected", "is no chunk of the array that it lies in");
  }
  await passOver(subject, chunks, spans);
  return found;
}
async function arrayIn(subject, path) {
  const text = await textOfPart(subject, path, MOST_METADATA_BYTES);
  if (nameIn(path) === ".zarray") return parseZarrV2(text);
  const meta = parseObject(text);
  return nameIn(path) === "zarr.json" && meta["node_type"] === "array" ? parseZarrV3(meta) : void 0;
}

export {
  passOver,
  textOfPart,
  ZarrArray,
  parseZarrV2,
  parseZarrV3,
  parseObject,
  examineHierarchy,
  scanArrays,
  arrayIn
};
