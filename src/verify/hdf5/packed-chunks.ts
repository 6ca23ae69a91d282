import { bzip2Decompress } from '../archive/bzip2-streams.ts';
import { bloscDecompress } from '../codec/blosc.ts';
import { lz4Block } from '../codec/lz4-block.ts';
import { bitUnshuffled } from '../codec/shuffle.ts';
import { zstdDecompress } from '../codec/zstd.ts';
import { Broken, Unsettled } from '../contract/findings.ts';

/** Registered filters of others (numbers from the HDF Group's list of registered filters). */
export const PACKED = { BZIP2: 307, BLOSC: 32001, LZ4: 32004, BITSHUFFLE: 32008, ZSTD: 32015 } as const;

const IDS: ReadonlySet<number> = new Set(Object.values(PACKED));

export const isPacked = (id: number): boolean => IDS.has(id);

/** What wants `readyZstd` before. Blosc and bitshuffle may hold it. */
export const mayHoldZstd = (id: number): boolean =>
  id === PACKED.ZSTD || id === PACKED.BLOSC || id === PACKED.BITSHUFFLE;

export interface Room {
  /** The most that may come out. */
  most: number;
  /** Of the chunk in the file, for messages. */
  place: number;
}

/** Undoes one of these filters. @param values those that the file keeps for it */
export function unpacked(id: number, values: readonly number[], data: Uint8Array, room: Room): Uint8Array {
  const { most, place } = room;
  if (id === PACKED.BLOSC) return bloscDecompress(data, most, place);
  if (id === PACKED.ZSTD) return zstdDecompress(data, most, place);
  if (id === PACKED.BZIP2) return bzip2Decompress(data, most, place);
  if (id === PACKED.LZ4) return ofLz4(data, room);
  return ofBitshuffle(values, data, room);
}

const BLOCKS_AT = 12;

/** Both begin alike: the length of the whole and of a block, high bytes first. */
function headOf(data: Uint8Array, { most, place }: Room): { bytes: number; blockBytes: number } {
  if (data.length < BLOCKS_AT) throw broken('a chunk is shorter than its header', place);
  const view = viewOf(data);
  const bytes = view.getBigUint64(0);
  if (bytes > BigInt(most)) throw broken('a chunk unpacks to more than it may', place);
  const blockBytes = view.getUint32(8);
  if (blockBytes === 0 && bytes > 0n) throw broken('a chunk is of blocks without a length', place);
  return { bytes: Number(bytes), blockBytes };
}

/** Blocks, each behind its length; what did not get smaller lies there as it is (facts from the filter's HDF5 documentation). */
function ofLz4(data: Uint8Array, room: Room): Uint8Array {
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

const [NONE, LZ4, ZSTD] = [0, 2, 3];
/** What bitshuffle takes for a block where nobody says: about so many bytes, of at least so many elements, in eights. */
const [TARGET_BYTES, LEAST_ELEMENTS, EIGHT] = [8192, 128, 8];

/**
 * Blocks of elements whose bits were sorted by their place, packed or not; what is left of the elements beyond a multiple of eight
 * stands at the end as it is (facts from bitshuffle's description of its HDF5 filter).
 */
function ofBitshuffle(values: readonly number[], data: Uint8Array, room: Room): Uint8Array {
  const [, , elementBytes = 0, wanted = 0, packing = NONE] = values;
  const { place } = room;
  if (elementBytes === 0) throw broken('bits are shuffled of elements without a size', place);
  if (packing !== NONE && packing !== LZ4 && packing !== ZSTD)
    throw new Unsettled('L1', 'hdf5-filter', 'data are compressed in a way that we cannot read', {
      offset: place,
      found: `bitshuffle with ${packing}`,
    });
  const usual = Math.max(LEAST_ELEMENTS, Math.floor(TARGET_BYTES / elementBytes / EIGHT) * EIGHT);
  const { bytes, blockBytes } =
    packing === NONE
      ? { bytes: data.length, blockBytes: (wanted || usual) * elementBytes }
      : headOf(data, room);
  if (bytes > room.most) throw broken('a chunk unpacks to more than it may', place);
  if (blockBytes % (EIGHT * elementBytes) !== 0)
    throw broken('the blocks of a bitshuffle are no eights of elements', place);
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

function blockOf(reader: Blocks, packing: number, { most: size, place }: Room): Uint8Array {
  if (packing === NONE) return reader.take(size);
  if (packing === ZSTD) {
    const block = zstdDecompress(reader.next(), size, place);
    mustFill(block.length, size, place);
    return block;
  }
  const block = new Uint8Array(size);
  mustFill(lz4Block(reader.next(), block, 0, place), size, place);
  return block;
}

/** Stretches of a chunk, one behind the other. */
class Blocks {
  readonly #data: Uint8Array;
  readonly #place: number;
  #at: number;

  constructor(data: Uint8Array, at: number, place: number) {
    this.#data = data;
    this.#at = at;
    this.#place = place;
  }

  /** One that stands behind its length. */
  next(): Uint8Array {
    return this.take(viewOf(this.take(4)).getUint32(0));
  }

  take(bytes: number): Uint8Array {
    const from = this.#at;
    if (bytes > this.#data.length - from) throw broken('a chunk ends inside a block', this.#place);
    this.#at += bytes;
    return this.#data.subarray(from, this.#at);
  }

  mustBeThrough(): void {
    if (this.#at !== this.#data.length) throw broken('bytes follow the last block of a chunk', this.#place);
  }
}

function mustFill(found: number, size: number, place: number): void {
  if (found !== size) throw broken('a block does not unpack to its length', place);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const broken = (what: string, offset: number): Broken => new Broken('L1', 'chunk-broken', what, { offset });
