import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lz4Block
} from "./verifier.verify-codec-lz4-block.shared.mjs";
import {
  Broken,
  Unsettled,
  overBudget,
  sumDiffers
} from "./verifier.clock.shared.mjs";

// src/verify/codec/xxh32.ts
var [P1, P2, P3, P4, P5] = [2654435761, 2246822519, 3266489917, 668265263, 374761393];
var STRIPE_BYTES = 16;
var rotated = (word, by) => word << by | word >>> 32 - by;
var Xxh32 = class {
  #lanes = [P1 + P2, P2, 0, -P1].map((lane) => lane | 0);
  #rest = Buffer.alloc(STRIPE_BYTES);
  #held = 0;
  #total = 0;
  add(bytes) {
    this.#total += bytes.length;
    let at = 0;
    if (this.#held > 0) {
      at = Math.min(STRIPE_BYTES - this.#held, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#held);
      this.#held += at;
      if (this.#held < STRIPE_BYTES) return this;
      this.#stripe(new DataView(this.#rest.buffer, this.#rest.byteOffset), 0);
      this.#held = 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; at + STRIPE_BYTES <= bytes.length; at += STRIPE_BYTES) this.#stripe(view, at);
    this.#rest.set(bytes.subarray(at));
    this.#held = bytes.length - at;
    return this;
  }
  value() {
    const [a = 0, b = 0, c = 0, d = 0] = this.#lanes;
    let hash = this.#total < STRIPE_BYTES ? P5 : rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18);
    hash = hash + this.#total | 0;
    let at = 0;
    for (; at + 4 <= this.#held; at += 4) {
      hash = hash + Math.imul(this.#rest.readInt32LE(at), P3) | 0;
      hash = Math.imul(rotated(hash, 17), P4);
    }
    for (; at < this.#held; at += 1) {
      hash = hash + Math.imul(this.#rest[at], P5) | 0;
      hash = Math.imul(rotated(hash, 11), P1);
    }
    hash = Math.imul(hash ^ hash >>> 15, P2);
    hash = Math.imul(hash ^ hash >>> 13, P3);
    return (hash ^ hash >>> 16) >>> 0;
  }
  #stripe(view, at) {
    for (let i = 0; i < 4; i += 1) {
      const lane = this.#lanes[i] + Math.imul(view.getInt32(at + 4 * i, true), P2);
      this.#lanes[i] = Math.imul(rotated(lane, 13), P1);
    }
  }
};

// src/verify/archive/lz4-frames.ts
var FRAME = 407708164;
var SKIPPABLE = 407710288;
var HISTORY_BYTES = 65536;
var UNPACKED = 2147483648;
var Lz4Frames = class {
  parts = 0;
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
      const offset = this.#at;
      if (this.#sizeBytes - offset < 4)
        throw new Broken("L1", "trailing-bytes", "what follows is no LZ4 frame", { offset });
      const magic = u32(yield* this.#take(4));
      if ((magic & 4294967280) >>> 0 === SKIPPABLE) {
        yield* this.#skip(u32(yield* this.#take(4)));
        continue;
      }
      if (magic !== FRAME)
        throw new Broken("L1", "trailing-bytes", "what follows is no LZ4 frame", { offset });
      yield* this.#blocks(yield* this.#header(offset));
      this.parts += 1;
    }
    if (this.parts === 0) throw new Broken("L1", "empty", "holds no frame with content");
  }
  *#header(offset) {
    const two = (yield* this.#take(2)).slice();
    const [flags = 0, size = 0] = two;
    const broken = (what) => new Broken("L1", "lz4-header", what, { offset });
    if (flags >> 6 !== 1 || (flags & 2) !== 0 || (size & 143) !== 0 || size >> 4 < 4)
      throw broken("a frame\u2019s header means nothing");
    const [hasSize, hasDictionary] = [(flags & 8) !== 0, (flags & 1) !== 0];
    const rest = (yield* this.#take((hasSize ? 8 : 0) + (hasDictionary ? 4 : 0))).slice();
    const found = new Xxh32().add(two).add(rest).value() >>> 8 & 255;
    const stored = (yield* this.#take(1))[0];
    if (stored !== found)
      throw sumDiffers("a frame\u2019s header is not of its checksum", offset, { stored, found });
    if (hasDictionary)
      throw new Unsettled("L1", "lz4-dictionary", "is packed with a dictionary that is elsewhere", {
        offset
      });
    return {
      offset,
      isLinked: (flags & 32) === 0,
      hasBlockSum: (flags & 16) !== 0,
      hasSum: (flags & 4) !== 0,
      blockBytes: 2 ** (8 + 2 * (size >> 4)),
      contentBytes: hasSize ? new DataView(rest.buffer).getBigUint64(0, true) : void 0
    };
  }
  *#blocks({ offset, isLinked, hasBlockSum, hasSum, blockBytes, contentBytes }) {
    const room = new Uint8Array((isLinked ? HISTORY_BYTES : 0) + blockBytes);
    let [history, total] = [0, 0n];
    const sum = new Xxh32();
    for (let count = 0; ; count += 1) {
      const at = this.#at;
      const word = u32(yield* this.#take(4));
      if (word === 0) break;
      if (count >= this.#limits.objects) throw overBudget("objects", this.#limits.objects, count + 1, at);
      const packedBytes = word % UNPACKED;
      if (packedBytes > blockBytes)
        throw new Broken("L1", "lz4-broken", "a block is larger than the frame\u2019s header says", {
          offset: at
        });
      const packed = (yield* this.#take(packedBytes)).slice();
      if (hasBlockSum) {
        const [stored, found] = [u32(yield* this.#take(4)), new Xxh32().add(packed).value()];
        if (stored !== found) throw sumDiffers("a block is not of its checksum", at, { stored, found });
      }
      const most = room.subarray(0, history + blockBytes);
      if (word >= UNPACKED) most.set(packed, history);
      const end = word >= UNPACKED ? history + packedBytes : lz4Block(packed, most, history, at);
      const content = room.subarray(history, end);
      total += BigInt(content.length);
      if (hasSum) sum.add(content);
      this.#sink(content);
      if (!isLinked) continue;
      history = Math.min(end, HISTORY_BYTES);
      room.copyWithin(0, end - history, end);
    }
    if (!hasSum && !hasBlockSum) this.isChecksummed = false;
    if (hasSum) {
      const at = this.#at;
      const [stored, found] = [u32(yield* this.#take(4)), sum.value()];
      if (stored !== found)
        throw sumDiffers("the content is not what was packed: its checksum differs", at, { stored, found });
    }
    if (contentBytes !== void 0 && contentBytes !== total)
      throw new Broken("L1", "member-length", "a frame is not as long as it says", {
        offset,
        expected: `${contentBytes} bytes`,
        found: `${total} bytes`
      });
  }
  *#skip(bytes) {
    this.#mustFit(bytes);
    this.#at += bytes;
    yield { bytes, sink: () => {
    } };
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes) {
    this.#mustFit(bytes);
    this.#at += bytes;
    return bytes === 0 ? new Uint8Array(0) : yield bytes;
  }
  #mustFit(bytes) {
    if (bytes > this.#sizeBytes - this.#at)
      throw new Broken("L1", "cut-short", "the file ends inside an LZ4 frame", { offset: this.#at });
  }
};
var u32 = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);

export {
  Lz4Frames
};
