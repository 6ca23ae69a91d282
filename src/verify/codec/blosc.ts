import { inflateSync } from 'node:zlib';
import { Broken, Unsettled } from '../contract/findings.ts';
import { bloscLz } from './blosc-lz.ts';
import { lz4Block } from './lz4-block.ts';
import { bitUnshuffled, unshuffled } from './shuffle.ts';
import { snappyLength, unsnappy } from './snappy.ts';
import { zstdDecompress } from './zstd.ts';

const HEADER_BYTES = 16;
/** A block is parted into one stream for each byte of an element only where each stream is at least so long. */
const LEAST_STREAM_BYTES = 128;
const MOST_STREAMS = 16;
/** Of the flags. */
const [SHUFFLED, COPIED, BIT_SHUFFLED, RESERVED, WHOLE] = [1, 2, 4, 8, 16];

interface Header {
  flags: number;
  typeBytes: number;
  bytes: number;
  blockBytes: number;
}

/**
 * Unpacks what Blosc 1 wrote, the default of Zarr 2 (facts from `README_CHUNK_FORMAT.rst` of c-blosc 1.21: a header, where each block
 * begins, blocks of one or several streams). Every byte of it must belong to something; Blosc itself has no checksum. Call
 * `readyZstd` before.
 *
 * @param offset of it in the file, for messages
 * @throws Broken where it is not what it says; `Unsettled` for a compressor or a version that is not read
 */
export function bloscDecompress(packed: Uint8Array, mostBytes: number, offset: number): Uint8Array {
  const { flags, typeBytes, bytes, blockBytes } = headerOf(packed, mostBytes, offset);
  const out = new Uint8Array(bytes);
  if ((flags & COPIED) !== 0) {
    if (packed.length !== HEADER_BYTES + bytes)
      throw broken('its copied bytes are not as many as it says', offset);
    out.set(packed.subarray(HEADER_BYTES));
    return out;
  }
  const view = viewOf(packed);
  const blocks = Math.ceil(bytes / blockBytes);
  const firstAt = HEADER_BYTES + 4 * blocks;
  if (firstAt > packed.length) throw broken('ends inside the list of its blocks', offset);
  const stretches: [from: number, to: number][] = [];
  for (let i = 0; i < blocks; i += 1) {
    const size = Math.min(blockBytes, bytes - i * blockBytes);
    // Blocks were written by several threads, so in any order.
    const from = view.getUint32(HEADER_BYTES + 4 * i, true);
    const isParted =
      (flags & WHOLE) === 0 &&
      typeBytes <= MOST_STREAMS &&
      size === blockBytes &&
      size / typeBytes >= LEAST_STREAM_BYTES;
    const block = new Uint8Array(size);
    const streams = isParted ? typeBytes : 1;
    const to = streamsInto(block, packed, { from, streams, compressor: flags >> 5, offset });
    stretches.push([from, to]);
    out.set(inOrder(block, flags, typeBytes), i * blockBytes);
  }
  stretches.sort(([a], [b]) => a - b);
  const end = stretches.reduce((at, [from, to]) => (from === at ? to : -1), firstAt);
  if (end !== packed.length) throw broken('its blocks do not cover it exactly', offset);
  return out;
}

function headerOf(packed: Uint8Array, mostBytes: number, offset: number): Header {
  if (packed.length < HEADER_BYTES) throw broken('is shorter than its header', offset);
  const view = viewOf(packed);
  const [version = 0, , flags = 0, typeBytes = 0] = packed;
  const [bytes, blockBytes] = [view.getUint32(4, true), view.getUint32(8, true)];
  const isLater = version > 2 || ((flags & SHUFFLED) !== 0 && (flags & BIT_SHUFFLED) !== 0);
  if (isLater)
    throw new Unsettled('L1', 'blosc-version', 'is of a version of Blosc that is not read', {
      offset,
      found: String(version),
    });
  if (version !== 2 || (flags & RESERVED) !== 0 || typeBytes === 0)
    throw broken('its header is none', offset);
  if (view.getUint32(12, true) !== packed.length)
    throw new Broken('L1', 'blosc-broken', 'cannot be unpacked by Blosc: is not as long as its header says', {
      offset,
      expected: `${view.getUint32(12, true)} bytes`,
      found: `${packed.length} bytes`,
    });
  if (bytes > mostBytes || (bytes > 0 && (blockBytes === 0 || blockBytes > bytes)))
    throw broken('unpacks to more than it may', offset);
  return { flags, typeBytes, bytes, blockBytes };
}

interface Streams {
  from: number;
  /** Each gives the same part of the block. */
  streams: number;
  compressor: number;
  offset: number;
}

/** @returns where in `packed` they end */
function streamsInto(
  block: Uint8Array,
  packed: Uint8Array,
  { from, streams, compressor, offset }: Streams,
): number {
  const view = viewOf(packed);
  const each = block.length / streams;
  let at = from;
  for (let i = 0; i < streams; i += 1) {
    if (at + 4 > packed.length) throw broken('a block lies outside of it', offset);
    const size = view.getUint32(at, true);
    at += 4;
    if (size > packed.length - at) throw broken('a block is longer than what is left', offset);
    const stream = packed.subarray(at, at + size);
    const into = block.subarray(i * each, (i + 1) * each);
    // What did not get smaller lies there as it is.
    const found = size === each ? copied(stream, into) : unpackedInto(into, stream, compressor, offset);
    if (found !== each) throw broken('a block does not unpack to its length', offset);
    at += size;
  }
  return at;
}

function unpackedInto(out: Uint8Array, stream: Uint8Array, compressor: number, offset: number): number {
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
      throw new Unsettled('L1', 'blosc-compressor', 'is packed by a compressor of Blosc that is not read', {
        offset,
        found: String(compressor),
      });
  }
}

function snappy(stream: Uint8Array, mostBytes: number, offset: number): Uint8Array {
  if (snappyLength(stream, offset).value > mostBytes)
    throw broken('a block unpacks to more than it may', offset);
  return unsnappy(stream, offset);
}

function inflated(stream: Uint8Array, mostBytes: number, offset: number): Uint8Array {
  try {
    return inflateSync(stream, { maxOutputLength: mostBytes });
  } catch (error) {
    throw broken(String(error).slice(0, 120), offset);
  }
}

function copied(bytes: Uint8Array, out: Uint8Array): number {
  if (bytes.length === out.length) out.set(bytes);
  return bytes.length;
}

function inOrder(block: Uint8Array, flags: number, typeBytes: number): Uint8Array {
  if ((flags & SHUFFLED) !== 0) return unshuffled(block, typeBytes);
  // A number of elements that is no multiple of eight was left as it was.
  const isShuffled = (flags & BIT_SHUFFLED) !== 0 && Math.floor(block.length / typeBytes) % 8 === 0;
  return isShuffled ? bitUnshuffled(block, typeBytes) : block;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const broken = (what: string, offset: number): Broken =>
  new Broken('L1', 'blosc-broken', `cannot be unpacked by Blosc: ${what}`, { offset });
