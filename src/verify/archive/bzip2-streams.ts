import { BitReader, bzip2Block, MoreBits } from '../codec/bzip2-block.ts';
import { sumDiffers } from '../codec/checksum.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import { BZIP2_MAGIC } from './packed-magic.ts';
import type { Unpacking, UnpackLimits } from './unpacking.ts';

const [BLOCK_HIGH, BLOCK_LOW] = [0x314159, 0x265359];
const [END_HIGH, END_LOW] = [0x177245, 0x385090];
/** Marks, checksums, a code: no block is shorter. */
const LEAST_BLOCK_BYTES = 16;
const UNIT_BYTES = 100_000;
/** A block that is not there as a whole is tried again when so much more has come. */
const AGAIN_BYTES = 262_144;

/** What fits into memory, unpacked. @param offset of it in the file, for messages */
export function bzip2Decompress(packed: Uint8Array, mostBytes: number, offset: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const limits = {
    expandedBytes: mostBytes,
    windowBytes: 0,
    objects: 1 + Math.ceil(packed.length / LEAST_BLOCK_BYTES),
  };
  const streams = new Bzip2Streams(
    limits,
    (piece) => {
      bytes += piece.length;
      if (bytes > mostBytes)
        throw new Broken('L1', 'bzip2-broken', 'unpacks to more than it may', { offset });
      pieces.push(piece.slice());
    },
    offset,
  );
  streams.feed(packed);
  streams.end(offset + packed.length);
  return Buffer.concat(pieces);
}

/** One bzip2 stream after another: blocks, each with a checksum of its content, and one of all of them at the end. */
export class Bzip2Streams implements Unpacking {
  readonly isChecksummed = true;
  #streams = 0;
  readonly #limits: UnpackLimits;
  readonly #sink: (piece: Uint8Array) => void;
  #kept: Uint8Array = new Uint8Array(0);
  /** Of `#kept`: where it lies in the file, and the first bit that was not used. */
  #from = 0;
  #bit = 0;
  #tryAt = 0;
  /** Of a block, in hundred thousands; 0 between streams. */
  #level = 0;
  #crc = 0;
  #blocks = 0;

  /** @param from where in the file they begin */
  constructor(limits: UnpackLimits, sink: (piece: Uint8Array) => void, from = 0) {
    this.#from = from;
    this.#limits = limits;
    this.#sink = sink;
  }

  /** Streams that came to their end. */
  get count(): number {
    return this.#streams;
  }

  feed(piece: Uint8Array): void {
    this.#kept = Buffer.concat([this.#kept, piece]);
    if (this.#kept.length >= this.#tryAt) this.#run();
  }

  end(sizeBytes: number): void {
    this.#run();
    if (this.#level === 0 && this.#kept.length * 8 === this.#bit && this.#streams > 0) return;
    throw new Broken('L1', 'cut-short', 'the file ends inside a bzip2 stream', { offset: sizeBytes });
  }

  #run(): void {
    try {
      for (;;) this.#step();
    } catch (error) {
      if (!(error instanceof MoreBits)) throw error;
    }
    const used = this.#bit >>> 3;
    this.#kept = this.#kept.subarray(used);
    this.#from += used;
    this.#bit &= 7;
    this.#tryAt = this.#kept.length + AGAIN_BYTES;
  }

  /** A header, a block or an end, if all of it is there. */
  #step(): void {
    const bits = new BitReader(this.#kept, this.#bit);
    if (this.#level === 0) this.#begin(bits);
    else this.#blockOrEnd(bits);
    this.#bit = bits.at;
  }

  #begin(bits: BitReader): void {
    const offset = this.#from + (this.#bit >>> 3);
    const begin = [bits.take(8), bits.take(8), bits.take(8), bits.take(8)];
    const level = (begin[3] as number) - 0x30;
    if (BZIP2_MAGIC.some((byte, i) => begin[i] !== byte) || level < 1 || level > 9)
      throw new Broken('L1', 'trailing-bytes', 'what follows is no bzip2 stream', { offset });
    this.#level = level;
    this.#crc = 0;
  }

  #blockOrEnd(bits: BitReader): void {
    const offset = this.#from + (bits.at >>> 3);
    const [high, low, stored] = [bits.take(24), bits.take(24), bits.u32()];
    if (high === END_HIGH && low === END_LOW) {
      this.#end(bits, offset, stored);
      return;
    }
    if (high !== BLOCK_HIGH || low !== BLOCK_LOW)
      throw new Broken('L1', 'bzip2-broken', 'what should be a block begins as none', { offset });
    this.#blocks += 1;
    if (this.#blocks > this.#limits.objects)
      throw overBudget('objects', this.#limits.objects, this.#blocks, offset);
    const found = bzip2Block(bits, this.#level * UNIT_BYTES, offset, this.#sink);
    if (found !== stored)
      throw sumDiffers('the content is not what was packed: its CRC differs', offset, { stored, found });
    this.#crc = (((this.#crc << 1) | (this.#crc >>> 31)) ^ stored) >>> 0;
  }

  #end(bits: BitReader, offset: number, stored: number): void {
    if (stored !== this.#crc)
      throw sumDiffers('a stream is not of its blocks: its CRC differs', offset, {
        stored,
        found: this.#crc,
      });
    const padding = (8 - (bits.at & 7)) & 7;
    if (bits.take(padding) !== 0)
      throw new Broken('L1', 'bzip2-broken', 'the bits behind its end are not zero', { offset });
    this.#level = 0;
    this.#streams += 1;
  }
}
