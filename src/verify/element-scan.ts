import type { Dtype } from './dtype.ts';
import { PlainSweep, type Sweep } from './sweep.ts';

/** What one tensor's or storage's bytes say. Indexes count units of the dtype (halves of a complex number count alone). */
export interface ScanResult {
  bytes: number;
  nonFinite: number;
  nan: number;
  /** At most `INDEXES_KEPT`, ascending. */
  nonFiniteAt: number[];
  /** Bytes of a bool tensor that are neither 0 nor 1. */
  badBools: number;
  allZero: boolean;
  /** Every element has the same bits. */
  constant: boolean;
  /** Elements below zero; only counted when asked for. */
  negative: number;
  /** Longest runs of zero bytes of at least `RUN_BYTES`, as offsets from the start; none when all is zero. */
  zeroRuns: { from: number; to: number }[];
  /** The first bytes, for scalars. */
  firstBytes: Uint8Array;
}

export interface ScanOptions {
  littleEndian: boolean;
  countNegative: boolean;
  /** At most so many bytes will come; a file may have a million tensors of a few bytes each. */
  mostBytes: number;
}

export const INDEXES_KEPT = 4096;
/** Ranged downloads lose whole pages. */
export const RUN_BYTES = 4096;
const RUNS_KEPT = 16;
const BLOCK = 1024;
const FIRST_BYTES = 16;

/**
 * Looks at a stretch of elements as it comes by, in blocks of 1 KiB counted from its start, so that no element ever lies
 * across two blocks. Memory is constant. One pass; details are counted only in the blocks where something is odd.
 */
export class ElementScan {
  readonly #dtype: Dtype;
  readonly #swap: boolean;
  readonly #countNegative: boolean;
  readonly #sweep: Sweep;
  readonly #block: Uint8Array;
  readonly #words: Int32Array;
  #filled = 0;
  /** Bytes swept before the block that is being filled. */
  #swept = 0;
  #total = 0;
  #orEven = 0;
  #orOdd = 0;
  #andEven = -1;
  #andOdd = -1;
  #nonFinite = 0;
  #nan = 0;
  readonly #nonFiniteAt: number[] = [];
  #badBools = 0;
  #negative = 0;
  #firstBytes = new Uint8Array(0);
  /** Start of the zero run we are in, or -1; and how many zero bytes ended the last block that was not all zero. */
  #runFrom = -1;
  #trailingZeros = 0;
  readonly #zeroRuns: { from: number; to: number }[] = [];

  constructor(dtype: Dtype, options: ScanOptions, sweep: Sweep = new PlainSweep()) {
    this.#dtype = dtype;
    this.#block = new Uint8Array(Math.min(BLOCK, Math.ceil(options.mostBytes / 8) * 8));
    this.#words = new Int32Array(this.#block.buffer);
    this.#swap = !options.littleEndian && dtype.unitBytes > 1;
    this.#countNegative = options.countNegative && dtype.kind === 'float';
    this.#sweep = sweep;
  }

  feed(piece: Uint8Array): void {
    if (this.#firstBytes.length < FIRST_BYTES) this.#keepFirst(piece);
    this.#total += piece.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(BLOCK - this.#filled, piece.length);
      this.#block.set(piece.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < BLOCK) return;
      this.#flush(BLOCK);
    }
    at += this.#sweepInPlace(piece, at);
    for (; piece.length - at >= BLOCK; at += BLOCK) {
      this.#block.set(piece.subarray(at, at + BLOCK));
      this.#flush(BLOCK);
    }
    this.#block.set(piece.subarray(at));
    this.#filled = piece.length - at;
  }

  finish(): ScanResult {
    if (this.#filled > 0) {
      const padded = Math.ceil(this.#filled / 8) * 8;
      // Padding repeats what is there, so that it changes neither OR nor AND nor any test.
      this.#pad(this.#filled, padded);
      this.#flush(padded, this.#filled);
    }
    if (this.#runFrom >= 0) this.#endRun(this.#total);
    const allZero = this.#total > 0 && this.#isZero();
    return {
      bytes: this.#total,
      nonFinite: this.#nonFinite,
      nan: this.#nan,
      nonFiniteAt: this.#nonFiniteAt,
      badBools: this.#badBools,
      allZero,
      constant: this.#isConstant(),
      negative: this.#negative,
      zeroRuns: allZero ? [] : this.#zeroRuns,
      firstBytes: this.#firstBytes,
    };
  }

  /** Blocks that lie on a word boundary in the piece are swept where they are. Returns the bytes done. */
  #sweepInPlace(piece: Uint8Array, at: number): number {
    const blocks = Math.floor((piece.length - at) / BLOCK);
    if (this.#swap || blocks === 0 || (piece.byteOffset + at) % 4 !== 0) return 0;
    const words = new Int32Array(piece.buffer, piece.byteOffset + at, blocks * (BLOCK / 4));
    const bytes = piece.subarray(at, at + blocks * BLOCK);
    for (let block = 0; block < blocks; block += 1) {
      this.#sweepBlock(words, block * (BLOCK / 4), (block + 1) * (BLOCK / 4), bytes, block * BLOCK, BLOCK);
    }
    return blocks * BLOCK;
  }

  #flush(length: number, real = length): void {
    if (this.#swap) swapUnits(this.#block, length, this.#dtype.unitBytes);
    this.#sweepBlock(this.#words, 0, length / 4, this.#block, 0, real);
    this.#filled = 0;
  }

  #sweepBlock(
    words: Int32Array,
    from: number,
    to: number,
    bytes: Uint8Array,
    byteFrom: number,
    real: number,
  ): void {
    const sweep = this.#sweep;
    const { word, unitBytes, exactly } = this.#dtype;
    sweep.reset();
    sweep.run(words, from, to, word, unitBytes === 8);
    const zero = (sweep.orEven | sweep.orOdd) === 0;
    this.#orEven |= sweep.orEven;
    this.#orOdd |= sweep.orOdd;
    this.#andEven &= sweep.andEven;
    this.#andOdd &= sweep.andOdd;
    const block = { bytes, from: byteFrom, to: byteFrom + real };
    if (sweep.suspect !== 0 || exactly !== undefined) this.#countOdd(block);
    if (this.#countNegative && ((sweep.orEven | sweep.orOdd) & word.sign) !== 0) this.#countBelowZero(block);
    this.#followRun(zero, block);
    this.#swept += real;
  }

  #followRun(zero: boolean, { bytes, from, to }: Block): void {
    if (zero) {
      if (this.#runFrom < 0) this.#runFrom = this.#swept - this.#trailingZeros;
      return;
    }
    if (this.#runFrom >= 0) {
      let leading = from;
      while (bytes[leading] === 0) leading += 1;
      this.#endRun(this.#swept + leading - from);
    }
    let trailing = to;
    while (bytes[trailing - 1] === 0) trailing -= 1;
    this.#trailingZeros = to - trailing;
  }

  #endRun(to: number): void {
    const run = { from: this.#runFrom, to };
    this.#runFrom = -1;
    if (run.to - run.from >= RUN_BYTES && this.#zeroRuns.length < RUNS_KEPT) this.#zeroRuns.push(run);
  }

  #countOdd(block: Block): void {
    const { kind, exactly } = this.#dtype;
    if (kind === 'bool') {
      for (let i = block.from; i < block.to; i += 1) if ((block.bytes[i] as number) > 1) this.#badBools += 1;
      return;
    }
    const { unitBytes, count } = this.#dtype;
    const firstUnit = this.#swept / unitBytes;
    const tops = topsOf(block, unitBytes);
    for (let i = 0; i < tops.length; i += 1) {
      const bits = tops[i] as number;
      if (exactly !== undefined ? bits !== exactly : (bits & (count?.absMask ?? 0)) < (count?.from ?? 0))
        continue;
      this.#nonFinite += 1;
      const infinite =
        count !== undefined && (bits & count.absMask) === count.infinity && restIsZero(block, i, unitBytes);
      if (!infinite) this.#nan += 1;
      if (this.#nonFiniteAt.length < INDEXES_KEPT) this.#nonFiniteAt.push(firstUnit + i);
    }
  }

  #countBelowZero(block: Block): void {
    const { unitBytes, count } = this.#dtype;
    if (count === undefined) return;
    const tops = topsOf(block, unitBytes);
    for (let i = 0; i < tops.length; i += 1) {
      const bits = tops[i] as number;
      const size = bits & count.absMask;
      const restZero = restIsZero(block, i, unitBytes);
      const isNan =
        count.infinity === 0
          ? size >= count.from
          : size > count.infinity || (size === count.infinity && !restZero);
      const isSigned = size !== bits;
      // Minus zero is not below zero, and a NaN is nowhere, whatever its sign.
      if (isSigned && !isNan && (size !== 0 || !restZero)) this.#negative += 1;
    }
  }

  /** Minus zero is zero; the lower word of a 64-bit float has no sign. */
  #isZero(): boolean {
    const { word, unitBytes } = this.#dtype;
    const even = unitBytes === 8 ? this.#orEven : this.#orEven & ~word.sign;
    return (even | (this.#orOdd & ~word.sign)) === 0;
  }

  #isConstant(): boolean {
    const bytes = this.#dtype.bits / 8;
    if (this.#total <= bytes || !Number.isInteger(bytes)) return false;
    if (this.#orEven !== this.#andEven || this.#orOdd !== this.#andOdd || bytes >= 16) return false;
    if (bytes === 8) return true;
    if (this.#orEven !== this.#orOdd) return false;
    const word = this.#orEven;
    if (bytes === 2) return word >>> 16 === (word & 0xffff);
    if (bytes === 1) return word >>> 16 === (word & 0xffff) && ((word >>> 8) & 0xff) === (word & 0xff);
    return true;
  }

  /** Fills a last block up to whole words with units that were already there. */
  #pad(from: number, to: number): void {
    const step = Math.max(1, Math.min(this.#dtype.bits / 8, 8));
    for (let i = from; i < to; i += 1) this.#block[i] = this.#block[i - step] ?? this.#block[i % from] ?? 0;
  }

  #keepFirst(piece: Uint8Array): void {
    const more = piece.subarray(0, FIRST_BYTES - this.#firstBytes.length);
    const joined = new Uint8Array(this.#firstBytes.length + more.length);
    joined.set(this.#firstBytes);
    joined.set(more, this.#firstBytes.length);
    this.#firstBytes = joined;
  }
}

interface Block {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/** The part of each unit that holds its sign and exponent, as an unsigned number. */
function topsOf({ bytes, from, to }: Block, unitBytes: number): Uint8Array | Uint16Array | Uint32Array {
  const count = Math.floor((to - from) / unitBytes);
  const part = bytes.subarray(from, from + count * unitBytes);
  if (unitBytes === 1) return part;
  const own = part.slice();
  if (unitBytes === 2) return new Uint16Array(own.buffer);
  const words = new Uint32Array(own.buffer);
  return unitBytes === 4 ? words : words.filter((_word, i) => i % 2 === 1);
}

/** The lower word of a 64-bit float; shorter units have no rest. */
function restIsZero({ bytes, from }: Block, unit: number, unitBytes: number): boolean {
  if (unitBytes !== 8) return true;
  const at = from + unit * 8;
  return bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 0 && bytes[at + 3] === 0;
}

function swapUnits(block: Uint8Array, length: number, unitBytes: number): void {
  for (let at = 0; at + unitBytes <= length; at += unitBytes) block.subarray(at, at + unitBytes).reverse();
}
