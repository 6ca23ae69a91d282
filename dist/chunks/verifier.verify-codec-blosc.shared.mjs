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
  snappyLength,
  unsnappy
} from "./verifier.verify-codec-snappy.shared.mjs";
import {
  zstdDecompress
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  Broken,
  Unsettled
} from "./verifier.clock.shared.mjs";

// src/verify/codec/shuffle.ts
function unshuffled(block, typeBytes) {
  const count = Math.floor(block.length / Math.max(1, typeBytes));
  if (typeBytes < 2 || count < 2) return block;
  const out = new Uint8Array(block);
  for (let place = 0; place < typeBytes; place += 1)
    for (let i = 0, from = place * count, to = place; i < count; i += 1, to += typeBytes)
      out[to] = block[from + i];
  return out;
}
function bitUnshuffled(block, typeBytes) {
  const count = Math.floor(block.length / typeBytes);
  const out = new Uint8Array(block);
  out.fill(0, 0, count * typeBytes);
  const planeBytes = count / 8;
  for (let plane = 0; plane < 8 * typeBytes; plane += 1) {
    const [place, bit] = [plane >> 3, plane & 7];
    for (let i = 0; i < planeBytes; i += 1) {
      const eight = block[plane * planeBytes + i];
      for (let k = 0, to = 8 * i * typeBytes + place; k < 8; k += 1, to += typeBytes)
        out[to] = out[to] | (eight >> k & 1) << bit;
    }
  }
  return out;
}

// src/verify/codec/blosc.ts
import { inflateSync } from "node:zlib";

// src/verify/codec/blosc-lz.ts
var LEAST_MATCH = 3;
var FAR = 8191;
function bloscLz(packed, out, offset) {
  const broken2 = (what) => new Broken("L1", "blosc-broken", `a stream of BloscLZ ${what}`, { offset });
  let [at, to] = [0, 0];
  const next = () => {
    const byte = packed[at];
    if (byte === void 0) throw broken2("ends inside a copy");
    at += 1;
    return byte;
  };
  while (at < packed.length) {
    const control = at === 0 ? next() & 31 : next();
    if (control < 32) {
      const literals = control + 1;
      if (literals > packed.length - at || literals > out.length - to) throw broken2("holds more than it may");
      out.set(packed.subarray(at, at + literals), to);
      at += literals;
      to += literals;
      continue;
    }
    let length = (control >> 5) - 1 + LEAST_MATCH;
    if (control >> 5 === 7) {
      let more;
      do {
        more = next();
        length += more;
      } while (more === 255);
    }
    let back = 256 * (control & 31) + next();
    if (back === FAR) back += 256 * next() + next();
    back += 1;
    if (back > to || length > out.length - to) throw broken2("copies from outside of what was unpacked");
    for (const end = to + length; to < end; to += 1) out[to] = out[to - back];
    if (at === packed.length) throw broken2("ends with a copy");
  }
  return to;
}

// src/verify/codec/blosc.ts
var HEADER_BYTES = 16;
var LEAST_STREAM_BYTES = 128;
var MOST_STREAMS = 16;
var [SHUFFLED, COPIED, BIT_SHUFFLED, RESERVED, WHOLE] = [1, 2, 4, 8, 16];
function bloscDecompress(packed, mostBytes, offset) {
  const { flags, typeBytes, bytes, blockBytes } = headerOf(packed, mostBytes, offset);
  const out = new Uint8Array(bytes);
  if ((flags & COPIED) !== 0) {
    if (packed.length !== HEADER_BYTES + bytes)
      throw broken("its copied bytes are not as many as it says", offset);
    out.set(packed.subarray(HEADER_BYTES));
    return out;
  }
  const view = viewOf(packed);
  const blocks = Math.ceil(bytes / blockBytes);
  const firstAt = HEADER_BYTES + 4 * blocks;
  if (firstAt > packed.length) throw broken("ends inside the list of its blocks", offset);
  const stretches = [];
  for (let i = 0; i < blocks; i += 1) {
    const size = Math.min(blockBytes, bytes - i * blockBytes);
    const from = view.getUint32(HEADER_BYTES + 4 * i, true);
    const isParted = (flags & WHOLE) === 0 && typeBytes <= MOST_STREAMS && size === blockBytes && size / typeBytes >= LEAST_STREAM_BYTES;
    const block = new Uint8Array(size);
    const streams = isParted ? typeBytes : 1;
    const to = streamsInto(block, packed, { from, streams, compressor: flags >> 5, offset });
    stretches.push([from, to]);
    out.set(inOrder(block, flags, typeBytes), i * blockBytes);
  }
  stretches.sort(([a], [b]) => a - b);
  const end = stretches.reduce((at, [from, to]) => from === at ? to : -1, firstAt);
  if (end !== packed.length) throw broken("its blocks do not cover it exactly", offset);
  return out;
}
function headerOf(packed, mostBytes, offset) {
  if (packed.length < HEADER_BYTES) throw broken("is shorter than its header", offset);
  const view = viewOf(packed);
  const [version = 0, , flags = 0, typeBytes = 0] = packed;
  const [bytes, blockBytes] = [view.getUint32(4, true), view.getUint32(8, true)];
  const isLater = version > 2 || (flags & SHUFFLED) !== 0 && (flags & BIT_SHUFFLED) !== 0;
  if (isLater)
    throw new Unsettled("L1", "blosc-version", "is of a version of Blosc that is not read", {
      offset,
      found: String(version)
    });
  if (version !== 2 || (flags & RESERVED) !== 0 || typeBytes === 0)
    throw broken("its header is none", offset);
  if (view.getUint32(12, true) !== packed.length)
    throw new Broken("L1", "blosc-broken", "cannot be unpacked by Blosc: is not as long as its header says", {
      offset,
      expected: `${view.getUint32(12, true)} bytes`,
      found: `${packed.length} bytes`
    });
  if (bytes > mostBytes || bytes > 0 && (blockBytes === 0 || blockBytes > bytes))
    throw broken("unpacks to more than it may", offset);
  return { flags, typeBytes, bytes, blockBytes };
}
function streamsInto(block, packed, { from, streams, compressor, offset }) {
  const view = viewOf(packed);
  const each = block.length / streams;
  let at = from;
  for (let i = 0; i < streams; i += 1) {
    if (at + 4 > packed.length) throw broken("a block lies outside of it", offset);
    const size = view.getUint32(at, true);
    at += 4;
    if (size > packed.length - at) throw broken("a block is longer than what is left", offset);
    const stream = packed.subarray(at, at + size);
    const into = block.subarray(i * each, (i + 1) * each);
    const found = size === each ? copied(stream, into) : unpackedInto(into, stream, compressor, offset);
    if (found !== each) throw broken("a block does not unpack to its length", offset);
    at += size;
  }
  return at;
}
function unpackedInto(out, stream, compressor, offset) {
  switch (compressor) {
    case 0:
      return bloscLz(stream, out, offset);
    case 1:
      return lz4Block(stream, out, 0, offset);
    case 2:
      return copied(snappy(stream, out.length, offset), out);
    case 3:
      return copied(inflated(stream, out.length, offset), out);
    case 4:
      return copied(zstdDecompress(stream, out.length, offset), out);
    default:
      throw new Unsettled("L1", "blosc-compressor", "is packed by a compressor of Blosc that is not read", {
        offset,
        found: String(compressor)
      });
  }
}
function snappy(stream, mostBytes, offset) {
  if (snappyLength(stream, offset).value > mostBytes)
    throw broken("a block unpacks to more than it may", offset);
  return unsnappy(stream, offset);
}
function inflated(stream, mostBytes, offset) {
  try {
    return inflateSync(stream, { maxOutputLength: mostBytes });
  } catch (error) {
    throw broken(String(error).slice(0, 120), offset);
  }
}
function copied(bytes, out) {
  if (bytes.length === out.length) out.set(bytes);
  return bytes.length;
}
function inOrder(block, flags, typeBytes) {
  if ((flags & SHUFFLED) !== 0) return unshuffled(block, typeBytes);
  const isShuffled = (flags & BIT_SHUFFLED) !== 0 && Math.floor(block.length / typeBytes) % 8 === 0;
  return isShuffled ? bitUnshuffled(block, typeBytes) : block;
}
var viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
var broken = (what, offset) => new Broken("L1", "blosc-broken", `cannot be unpacked by Blosc: ${what}`, { offset });

export {
  unshuffled,
  bitUnshuffled,
  bloscDecompress
};
