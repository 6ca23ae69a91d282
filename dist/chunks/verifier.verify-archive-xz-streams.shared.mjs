import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Lzma,
  lzmaProperties
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  Broken,
  PushParser,
  Unsettled,
  XZ_MAGIC,
  crc32,
  hex8,
  overBudget,
  sumDiffers
} from "./verifier.clock.shared.mjs";

// src/verify/archive/xz-streams.ts
import { createHash } from "node:crypto";

// src/verify/codec/crc64.ts
var [HIGH, LOW] = [3379320725, 3615952706];
var [tableHigh, tableLow] = makeTables();
var Crc64 = class {
  #high = -1;
  #low = -1;
  add(bytes) {
    let [high, low] = [this.#high, this.#low];
    for (let i = 0; i < bytes.length; i += 1) {
      const index = (low ^ bytes[i]) & 255;
      low = (low >>> 8 | high << 24) ^ tableLow[index];
      high = high >>> 8 ^ tableHigh[index];
    }
    this.#high = high;
    this.#low = low;
  }
  /** Sixteen hexadecimal digits. */
  hex() {
    return [~this.#high, ~this.#low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }
};
function makeTables() {
  const highs = new Int32Array(256);
  const lows = new Int32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = (low & 1) === 1;
      low = low >>> 1 | high << 31;
      high >>>= 1;
      if (isOdd) [high, low] = [high ^ HIGH, low ^ LOW];
    }
    highs[byte] = high;
    lows[byte] = low;
  }
  return [highs, lows];
}

// src/verify/archive/xz-streams.ts
var FOOTER_MAGIC = Uint8Array.of(89, 90);
var LZMA2 = 33;
var CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
var [NONE, CRC32, CRC64, SHA256] = [0, 1, 4, 10];
var XzStreams = class {
  parts = 0;
  /** Every stream has a check of its content that we know. */
  isChecksummed = true;
  #sizeBytes;
  #limits;
  #sink;
  #at = 0;
  constructor(sizeBytes, limits, sink) {
    this.#sizeBytes = sizeBytes;
    this.#limits = limits;
    this.#sink = sink;
  }
  *read() {
    while (this.#at < this.#sizeBytes) {
      const from = this.#at;
      const four = (yield* this.#take(Math.min(4, this.#sizeBytes - from))).slice();
      if (this.parts > 0 && four.length === 4 && four.every((byte) => byte === 0)) continue;
      if (four.length < 4 || four.some((byte, i) => byte !== XZ_MAGIC[i]))
        throw new Broken("L1", "trailing-bytes", "what follows is no xz stream", { offset: from });
      yield* this.#stream(four, from);
      this.parts += 1;
    }
  }
  *#stream(four, from) {
    const header = Buffer.concat([four, yield* this.#take(8)]);
    if (XZ_MAGIC.some((byte, i) => header[i] !== byte))
      throw new Broken("L1", "trailing-bytes", "what follows is no xz stream", { offset: from });
    const check = header[7];
    if (header[6] !== 0 || check > 15) throw broken("a header has flags that mean nothing", from);
    mustBe(crc32(header.subarray(6, 8), 0), u32(header, 8), "a stream\u2019s header", from);
    if (check !== CRC32 && check !== CRC64 && check !== SHA256) {
      this.isChecksummed = false;
      if (check !== NONE)
        throw new Unsettled("L1", "xz-check", "has a check that we do not know", { found: String(check) });
    }
    const blocks = [];
    for (; ; ) {
      const at = this.#at;
      const size = (yield* this.#take(1))[0];
      if (size === 0) {
        yield* this.#index(blocks, at);
        yield* this.#footer(this.#at - at, header.subarray(6, 8));
        return;
      }
      blocks.push(yield* this.#block(size, check, at));
      const { objects } = this.#limits;
      if (blocks.length > objects) throw overBudget("objects", objects, blocks.length, at);
    }
  }
  *#block(size, check, from) {
    const header = Buffer.concat([Uint8Array.of(size), yield* this.#take(size * 4 + 3)]);
    mustBe(crc32(header.subarray(0, -4), 0), u32(header, header.length - 4), "a block\u2019s header", from);
    const { windowBytes, packed: saysPacked, unpacked: saysUnpacked } = blockHeader(header, from);
    const dataAt = this.#at;
    const sum = checkOf(check);
    let unpacked = 0;
    const lzma = new Lzma(windowBytes, this.#limits.windowBytes, (piece) => {
      unpacked += piece.length;
      sum.add(piece);
      this.#sink(piece);
    });
    yield* this.#chunks(lzma);
    const packed = this.#at - dataAt;
    const isAsSaid = (said, found2) => said === void 0 || said === found2;
    if (!isAsSaid(saysPacked, packed) || !isAsSaid(saysUnpacked, unpacked))
      throw new Broken("L1", "member-length", "a block is not as long as it says", { offset: from });
    yield* this.#zeros((4 - packed % 4) % 4);
    const checkAt = this.#at;
    const bytes = CHECK_BYTES[check];
    const stored = Buffer.from(yield* this.#take(bytes));
    const expected = (check === SHA256 ? stored : stored.reverse()).toString("hex");
    const found = check === NONE ? expected : sum.hex();
    if (expected !== found) {
      const what = "the content is not what was packed: its check differs";
      throw new Broken("L1", "crc-mismatch", what, { offset: checkAt, expected, found });
    }
    return { packed: header.length + packed + bytes, unpacked };
  }
  /** LZMA2: pieces of LZMA and of bytes as they are, and a zero at the end. */
  *#chunks(lzma) {
    let isFirst = true;
    for (; ; ) {
      const at = this.#at;
      const control = (yield* this.#take(1))[0];
      if (control === 0) return;
      const empties = control === 1 || control >= 224;
      if (control > 2 && control < 128 || isFirst && !empties)
        throw broken("a piece of a block means nothing where it stands", at);
      isFirst = false;
      if (empties) lzma.emptyWindow();
      const low = u16be(yield* this.#take(2));
      if (control < 128) {
        lzma.put(yield* this.#take(low + 1));
        continue;
      }
      const unpacked = (control & 31) * 65536 + low + 1;
      const packed = u16be(yield* this.#take(2)) + 1;
      if (control >= 192) {
        const properties = lzmaProperties((yield* this.#take(1))[0], this.#at);
        if (properties.lc + properties.lp > 4) throw broken("its properties mean nothing", at);
        lzma.begin(properties);
      } else if (control >= 160) lzma.again(at);
      if (packed < 5) throw broken("a piece of a block is too short", at);
      const input = yield* this.#take(packed);
      lzma.start(input.subarray(0, 5), at);
      const isEnd = lzma.decode(input.subarray(5), unpacked, true, at);
      lzma.rest();
      if (isEnd || lzma.at !== packed - 5 || !lzma.isAtRest)
        throw broken("a piece of a block does not end where it says", at);
    }
  }
  *#index(blocks, from) {
    let crc = crc32(Uint8Array.of(0), 0);
    const take = function* (bytes) {
      const taken = yield* this.#take(bytes);
      crc = crc32(taken, crc);
      return taken;
    }.bind(this);
    const wrong = () => broken("the index does not list the blocks that are there", from);
    if ((yield* number(take, from)) !== blocks.length) throw wrong();
    for (const { packed, unpacked } of blocks)
      for (const size of [packed, unpacked]) if ((yield* number(take, from)) !== size) throw wrong();
    while ((this.#at - from) % 4 !== 0) if ((yield* take(1))[0] !== 0) throw wrong();
    mustBe(crc, u32(yield* this.#take(4), 0), "the index", from);
  }
  *#footer(indexBytes, flags) {
    const at = this.#at;
    const footer = (yield* this.#take(12)).slice();
    mustBe(crc32(footer.subarray(4, 10), 0), u32(footer, 0), "a stream\u2019s end", at);
    const isRight = (u32(footer, 4) + 1) * 4 === indexBytes && flags.every((byte, i) => footer[8 + i] === byte) && FOOTER_MAGIC.every((byte, i) => footer[10 + i] === byte);
    if (!isRight) throw broken("a stream\u2019s end does not belong to its start", at);
  }
  *#zeros(bytes) {
    const at = this.#at;
    if ((yield* this.#take(bytes)).some((byte) => byte !== 0)) throw broken("zeros that align are none", at);
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes) {
    if (bytes > this.#sizeBytes - this.#at)
      throw new Broken("L1", "cut-short", "the file ends inside an xz stream", { offset: this.#at });
    this.#at += bytes;
    return bytes === 0 ? new Uint8Array(0) : yield bytes;
  }
};
function xzDecompress(packed, mostBytes, offset) {
  const pieces = [];
  let bytes = 0;
  const limits = { expandedBytes: mostBytes, windowBytes: mostBytes, objects: packed.length };
  const streams = new XzStreams(packed.length, limits, (piece) => {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Broken("L1", "xz-broken", "unpacks to more than it may", { offset });
    pieces.push(piece.slice());
  });
  const parser = new PushParser(streams.read());
  parser.feed(packed, offset);
  parser.end(offset + packed.length);
  return Buffer.concat(pieces);
}
function blockHeader(header, from) {
  const flags = header[1];
  if ((flags & 60) !== 0) throw broken("a block\u2019s header has flags that mean nothing", from);
  let at = 2;
  const next = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = header[at] ?? 128;
      at += 1;
      if (at > header.length - 4 || scale > 2 ** 56) throw broken("a block\u2019s header is too short", from);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const packed = (flags & 64) === 0 ? void 0 : next();
  const unpacked = (flags & 128) === 0 ? void 0 : next();
  const filter = next();
  if ((flags & 3) !== 0 || filter !== LZMA2)
    throw new Unsettled("L1", "xz-filter", "is packed by another filter than LZMA2", {
      offset: from,
      found: `0x${filter.toString(16)}`
    });
  if (next() !== 1) throw broken("the properties of LZMA2 are not one byte", from);
  const bits = header[at];
  at += 1;
  if (bits > 40 || header.subarray(at, -4).some((byte) => byte !== 0))
    throw broken("a block\u2019s header means nothing", from);
  return {
    windowBytes: bits === 40 ? 2 ** 32 - 1 : (2 | bits & 1) * 2 ** ((bits >> 1) + 11),
    packed,
    unpacked
  };
}
function* number(take, offset) {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    if (scale > 2 ** 56) throw broken("a number is too long", offset);
    const byte = (yield* take(1))[0];
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}
function checkOf(check) {
  if (check === CRC64) return new Crc64();
  if (check === SHA256) {
    const hash = createHash("sha256");
    return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest("hex") };
  }
  let crc = 0;
  const add = (bytes) => {
    crc = crc32(bytes, crc);
  };
  return { add: check === NONE ? () => {
  } : add, hex: () => hex8(crc) };
}
var u16be = (bytes) => bytes[0] * 256 + bytes[1];
var u32 = (bytes, at) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at, true);
function mustBe(found, stored, what, offset) {
  if (found !== stored) throw sumDiffers(`${what} is not of its CRC-32`, offset, { stored, found });
}
var broken = (what, offset) => new Broken("L1", "xz-broken", what, { offset });

export {
  XzStreams,
  xzDecompress
};
