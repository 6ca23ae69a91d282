import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Lz4Frames
} from "./verifier.verify-archive-lz4-frames.shared.mjs";
import {
  XzStreams
} from "./verifier.verify-archive-xz-streams.shared.mjs";
import "./verifier.verify-codec-lz4-block.shared.mjs";
import {
  Bzip2Streams,
  Inflater,
  PickleReading,
  Unpacked,
  asUnpacking,
  expansionLimit,
  lzmaAlone,
  unpackedInMemory
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  crc32,
  overBudget,
  sumDiffers,
  unpacksToPickle,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/archive/gzip-members.ts
var FIXED_BYTES = 10;
var TRAILER_BYTES = 8;
var MOST_HEADER_BYTES = 256 * 1024;
var [HEADER_CRC, EXTRA, NAME, COMMENT, RESERVED] = [2, 4, 8, 16, 224];
var GzipMembers = class {
  isChecksummed = true;
  members = 0;
  expandedBytes = 0;
  #limits;
  #onContent;
  #stage = "header";
  #kept = new Uint8Array(0);
  #start = 0;
  #inflater;
  #crc = 0;
  #length = 0;
  constructor(limits, onContent) {
    this.#limits = limits;
    this.#onContent = onContent;
  }
  async feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      if (this.#stage === "content") at += await this.#content(rest);
      else at += this.#collect(rest, fileOffset + at);
    }
  }
  end(offset) {
    if (this.#stage === "header" && this.#kept.length === 0 && this.members > 0) return;
    throw new Broken("L1", "cut-short", "ends in the middle of a gzip member", { offset });
  }
  /** @returns bytes taken */
  #collect(rest, offset) {
    const before = this.#kept.length;
    if (before === 0 && this.#stage === "header") this.#start = offset;
    const whole = before === 0 ? rest : Buffer.concat([this.#kept, rest]);
    const length = this.#stage === "trailer" ? TRAILER_BYTES : headerLength(whole, this.#start);
    if (length === void 0 || whole.length < length) {
      if (whole.length > MOST_HEADER_BYTES)
        throw overBudget("gzipHeaderBytes", MOST_HEADER_BYTES, whole.length, this.#start);
      this.#kept = whole.slice();
      return rest.length;
    }
    this.#kept = new Uint8Array(0);
    if (this.#stage === "trailer") this.#judge(whole.subarray(0, length), offset - before);
    else this.#begin(offset - before + length);
    return length - before;
  }
  #begin(dataOffset) {
    this.members += 1;
    if (this.members > this.#limits.objects)
      throw overBudget("objects", this.#limits.objects, this.members, this.#start);
    this.#crc = 0;
    this.#length = 0;
    this.#inflater = new Inflater(Number.MAX_SAFE_INTEGER, dataOffset, (piece) => {
      this.#crc = crc32(piece, this.#crc);
      this.#length += piece.length;
      this.expandedBytes += piece.length;
      const { expandedBytes } = this.#limits;
      if (this.expandedBytes > expandedBytes)
        throw overBudget("expandedBytes", expandedBytes, this.expandedBytes, this.#start);
      this.#onContent(piece);
    });
    this.#stage = "content";
  }
  async #content(rest) {
    const inflater = this.#inflater;
    const before = inflater.usedBytes;
    await inflater.feed(rest);
    if (!inflater.isEnded) return rest.length;
    this.#inflater = void 0;
    this.#stage = "trailer";
    return inflater.usedBytes - before;
  }
  #judge(trailer, offset) {
    const view = new DataView(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
    const [crc, length] = [view.getUint32(0, true), view.getUint32(4, true)];
    if (crc !== this.#crc)
      throw sumDiffers("the content is not what was packed: its CRC-32 differs", offset, {
        stored: crc,
        found: this.#crc
      });
    if (length !== this.#length % 2 ** 32)
      throw new Broken("L1", "member-length", "the content is not as long as its member says", {
        offset: offset + 4,
        expected: `${length} bytes`,
        found: `${this.#length % 2 ** 32} bytes`
      });
    this.#stage = "header";
  }
};
function headerLength(bytes, offset) {
  const known = bytes.subarray(0, 3);
  const isMagic = known.every((byte, i) => byte === [31, 139, 8][i]);
  if (!isMagic) throw new Broken("L1", "trailing-bytes", "what follows is no gzip member", { offset });
  if (bytes.length < FIXED_BYTES) return void 0;
  const flags = bytes[3];
  if ((flags & RESERVED) !== 0)
    throw new Broken("L1", "gzip-header", "a header has flags that mean nothing", { offset });
  let at = FIXED_BYTES;
  if ((flags & EXTRA) !== 0) {
    if (bytes.length < at + 2) return void 0;
    at += 2 + bytes[at] + 256 * bytes[at + 1];
  }
  for (const text of [NAME, COMMENT]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return void 0;
    at = end + 1;
  }
  if ((flags & HEADER_CRC) === 0) return at;
  if (bytes.length < at + 2) return void 0;
  const claimed = bytes[at] + 256 * bytes[at + 1];
  if ((crc32(bytes.subarray(0, at), 0) & 65535) !== claimed)
    throw new Broken("L1", "gzip-header", "a header is not of its checksum", { offset });
  return at + 2;
}

// src/verify/archive/packed-walk.ts
var UNPACK = {
  gzip: (_sizeBytes, limits, sink) => new GzipMembers(limits, sink),
  xz(sizeBytes, limits, sink) {
    const streams = new XzStreams(sizeBytes, limits, sink);
    return asUnpacking(streams.read(), streams);
  },
  lzma: (sizeBytes, limits, sink) => asUnpacking(lzmaAlone(sizeBytes, limits, sink), { isChecksummed: false }),
  bzip2: (_sizeBytes, limits, sink) => new Bzip2Streams(limits, sink),
  lz4(sizeBytes, limits, sink) {
    const frames = new Lz4Frames(sizeBytes, limits, sink);
    return asUnpacking(frames.read(), frames);
  },
  zlib(_sizeBytes, _limits, sink) {
    const inflater = new Inflater(Number.MAX_SAFE_INTEGER, 0, sink, "zlib");
    return {
      isChecksummed: true,
      feed: (piece) => inflater.feed(piece),
      async end(sizeBytes) {
        const used = await inflater.end();
        if (used !== sizeBytes)
          throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", { offset: used });
      }
    };
  }
};
var TASTED_BYTES = 1024;
function openPacked(subject, name) {
  const content = new PackedContent(subject, name);
  const limits = {
    expandedBytes: expansionLimit(subject),
    windowBytes: subject.budgets.structureBytes,
    objects: subject.budgets.objects
  };
  const unpacking = UNPACK[name](subject.sizeBytes, limits, (piece) => content.take(piece, limits));
  return {
    get format() {
      return content.isPickle ? "joblib" : name;
    },
    get checksummed() {
      return unpacking.isChecksummed;
    },
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => unpacking.feed(...piece),
        async end() {
          await unpacking.end(subject.sizeBytes);
          content.end(unpacking.isChecksummed);
        }
      })
    ],
    inside: () => content.examine(unpacking.isChecksummed),
    finish: (complete) => content.settle(complete),
    tensors: () => content.tensors,
    get reaches() {
      return content.reaches;
    }
  };
}
var PackedContent = class {
  #subject;
  #unpacked;
  #mostHeld;
  #bytes = 0;
  #start = new Uint8Array(0);
  #pickle;
  /** `undefined` where there are more of them than may be held. */
  #pieces = [];
  constructor(subject, wrapping) {
    this.#subject = subject;
    this.#unpacked = new Unpacked(subject, wrapping);
    this.#mostHeld = unpackedInMemory(subject);
  }
  get isPickle() {
    return this.#pickle !== void 0;
  }
  get reaches() {
    return this.isPickle ? "L3" : this.#unpacked.reaches;
  }
  get tensors() {
    return this.#pickle?.summary ?? this.#unpacked.tensors;
  }
  take(piece, { expandedBytes }) {
    this.#bytes += piece.length;
    if (this.#bytes > expandedBytes) throw overBudget("expandedBytes", expandedBytes, this.#bytes);
    this.#subject.reader.throwIfStopped();
    if (this.#start === void 0) this.#goOn(piece);
    else {
      this.#start = Buffer.concat([this.#start, piece]);
      if (this.#start.length >= TASTED_BYTES) this.#taste();
    }
  }
  end(proven) {
    this.#taste();
    this.#pickle?.end(void 0, proven);
    this.#unpacked.isRead = true;
  }
  async examine(proven) {
    const { findings, facts } = this.#subject;
    const pieces = this.#pieces;
    this.#pieces = void 0;
    if (this.isPickle || !this.#unpacked.isRead) return;
    facts.scalars["unpackedBytes"] = this.#bytes;
    if (pieces !== void 0) return await this.#unpacked.examine(Buffer.concat(pieces), proven);
    const what = `its content is ${proven ? "right by its checksum, and" : ""} too long to be looked into`;
    findings.degraded("L2", "not-examined", what, { found: `${this.#bytes} bytes` });
  }
  settle(complete) {
    this.#pickle?.settle(complete);
  }
  #taste() {
    const start = this.#start;
    if (start === void 0) return;
    this.#start = void 0;
    if (unpacksToPickle(start)) this.#pickle = new PickleReading(this.#subject, Number.POSITIVE_INFINITY);
    this.#goOn(start);
  }
  #goOn(piece) {
    if (this.#pickle !== void 0) {
      this.#pickle.feed(piece);
      return;
    }
    if (this.#bytes > this.#mostHeld) this.#pieces = void 0;
    this.#pieces?.push(piece.slice());
  }
};
export {
  openPacked
};
