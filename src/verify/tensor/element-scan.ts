import { joinMoments, type Moments, NO_MOMENTS } from '../contract/moments.ts';
import type { Dtype } from './dtype.ts';
import {
  type Block,
  countBelowZero,
  isConstant,
  isZero,
  pad,
  restIsZero,
  swapped,
  topsOf,
} from './element-block.ts';
import { Fingerprint } from './fingerprint.ts';
import { fastMomentScan } from './moment-scan-simd.ts';
import {
  BLOCK_BYTES,
  NOT_ZERO,
  SIGNED,
  SUSPECT,
  scanWords,
  type WordScan,
  type WordScanJob,
  type WordTotals,
} from './word-scan.ts';
import { fastWordScan } from './word-scan-simd.ts';

/** What one tensor's or storage's bytes say. Indexes count units of the dtype (halves of a complex number count alone). */
export interface ScanResult {
  bytes: number;
  nonFinite: number;
  nan: number;
  /** At most `INDEXES_KEPT`, ascending. */
  nonFiniteAt: number[];
  /** Elements of at least `LARGE`, whatever their sign; those that are not finite among them. */
  large: number;
  /** Finite ones of at least `HUGE`, and the index of the first. */
  huge: number;
  hugeAt: number | undefined;
  /** Bytes of a bool tensor that are neither 0 nor 1. */
  badBools: number;
  allZero: boolean;
  /** Every element has the same bits. */
  constant: boolean;
  /** Elements below zero; only counted when asked for. */
  negative: number;
  /** Longest runs of zero bytes of at least `RUN_BYTES`, as offsets from the start; none when all is zero. */
  zeroRuns: { from: number; to: number }[];
  /** Zero bytes in which it ends. */
  zerosAtEnd: number;
  /** The first bytes, for scalars; empty unless they were asked for. */
  firstBytes: Uint8Array;
  /** Of the bytes as they are stored (`Fingerprint`). */
  fingerprint: string;
  moments?: Moments | undefined;
}

export interface ScanOptions {
  littleEndian: boolean;
  countNegative: boolean;
  /** At most so many bytes will come; a file may have a million tensors of a few bytes each. */
  mostBytes: number;
  /** Keep the first 16 bytes: a step, an epoch. */
  firstBytes?: boolean;
  /** Also compute least, greatest, mean and deviation; costs a decoding of every element. */
  moments?: boolean;
}

export interface ScanSpec {
  dtype: Dtype;
  options: ScanOptions;
}

/** A scan that is not finished, as data that another thread can be sent. */
export interface ScanState {
  totals: WordTotals;
  sums: Fingerprint['sums'];
  sumsOfSums: Fingerprint['sumsOfSums'];
  total: number;
  nonFinite: number;
  nan: number;
  nonFiniteAt: number[];
  large: number;
  huge: number;
  hugeAt: number | undefined;
  badBools: number;
  negative: number;
  moments?: Moments | undefined;
  firstBytes: Uint8Array;
  firstNotZero: number;
  runFrom: number;
  trailingZeros: number;
  zeroRuns: { from: number; to: number }[];
}

export const INDEXES_KEPT = 4096;
/** Ranged downloads lose whole pages. */
export const RUN_BYTES = 4096;
const RUNS_KEPT = 16;
const FIRST_BYTES = 16;
/** A file may have a million tensors of a few bytes: what most scans never need is shared until it is. */
const NO_INDEXES: number[] = [];
const NO_RUNS: { from: number; to: number }[] = [];
const NO_BYTES = new Uint8Array(0);
/** For the end of a stretch; never in use across a call. */
const TAIL = new Int32Array(BLOCK_BYTES / 4);
const TAIL_BYTES = new Uint8Array(TAIL.buffer);

/**
 * Looks at a stretch of elements as it comes by, in blocks counted from its start. Memory is constant. One pass; details
 * are counted only in the blocks where something is odd. Two scans of stretches that follow each other can be joined.
 */
export class ElementScan {
  readonly #dtype: Dtype;
  readonly #swap: boolean;
  readonly #countNegative: boolean;
  readonly #wordScan: WordScan;
  /** With which another thread makes a scan that can be joined to this one. */
  readonly spec: ScanSpec;
  /** Made when a piece ends inside a block and more follows. */
  #block: Uint8Array | undefined;
  readonly #mostBytes: number;
  readonly #job: WordScanJob;
  #filled = 0;
  /** Bytes swept before the block that is being filled. */
  #swept = 0;
  #total = 0;
  #nonFinite = 0;
  #nan = 0;
  #nonFiniteAt: number[] = NO_INDEXES;
  #large = 0;
  #huge = 0;
  #hugeAt: number | undefined;
  #badBools = 0;
  #negative = 0;
  #moments: Moments | undefined;
  readonly #keepsFirst: boolean;
  #firstBytes = NO_BYTES;
  /** Where the first byte lies that is not zero, or -1. */
  #firstNotZero = -1;
  /** Start of the zero run we are in, or -1; and how many zero bytes ended the last block that was not all zero. */
  #runFrom = -1;
  #trailingZeros = 0;
  #zeroRuns: { from: number; to: number }[] = NO_RUNS;

  constructor(dtype: Dtype, options: ScanOptions, wordScan: WordScan = fastWordScan) {
    this.#dtype = dtype;
    this.spec = { dtype, options };
    this.#mostBytes = options.mostBytes;
    this.#keepsFirst = options.firstBytes === true;
    this.#swap = !options.littleEndian && dtype.unitBytes > 1;
    this.#countNegative = options.countNegative && dtype.kind === 'float';
    this.#moments = options.moments === true ? NO_MOMENTS : undefined;
    this.#wordScan = wordScan;
    this.#job = {
      test: dtype.word,
      oddOnly: dtype.unitBytes === 8,
      totals: { orEven: 0, orOdd: 0, andEven: -1, andOdd: -1 },
      print: new Fingerprint(),
    };
  }

  feed(piece: Uint8Array): void {
    if (this.#firstBytes.length < FIRST_BYTES && this.#keepsFirst) this.#keepFirst(piece);
    this.#total += piece.length;
    let at = 0;
    if (this.#block !== undefined && this.#filled > 0) {
      at = Math.min(BLOCK_BYTES - this.#filled, piece.length);
      this.#block.set(piece.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < BLOCK_BYTES) return;
      this.#filled = 0;
      this.#scanBlocks(this.#block);
    }
    const rest = (piece.length - at) % BLOCK_BYTES;
    const whole = piece.length - at - rest;
    if (whole > 0) this.#scanBlocks(piece.subarray(at, at + whole));
    if (rest === 0) return;
    const tail = piece.subarray(at + whole);
    if (this.#total === this.#mostBytes) this.#scanTail(tail);
    else {
      this.#block ??= new Uint8Array(BLOCK_BYTES);
      this.#block.set(tail);
      this.#filled = rest;
    }
  }

  /** Call when everything was fed that this scan will be fed; then only `join` of another may follow. */
  state(): ScanState {
    this.#scanRest();
    const { totals, print } = this.#job;
    return {
      totals,
      sums: print.sums,
      sumsOfSums: print.sumsOfSums,
      total: this.#total,
      nonFinite: this.#nonFinite,
      nan: this.#nan,
      nonFiniteAt: this.#nonFiniteAt,
      large: this.#large,
      huge: this.#huge,
      hugeAt: this.#hugeAt,
      badBools: this.#badBools,
      negative: this.#negative,
      moments: this.#moments,
      firstBytes: this.#firstBytes,
      firstNotZero: this.#firstNotZero,
      runFrom: this.#runFrom,
      trailingZeros: this.#trailingZeros,
      zeroRuns: this.#zeroRuns,
    };
  }

  /**
   * Appends what a scan of the same dtype and options found in the stretch that follows. This one must have been fed whole
   * blocks.
   */
  join(next: ScanState): void {
    if (this.#filled > 0)
      throw new Error(`a scan that ends inside a block cannot be joined (${this.#filled})`);
    const units = this.#total / this.#dtype.unitBytes;
    const { totals, print } = this.#job;
    totals.orEven |= next.totals.orEven;
    totals.orOdd |= next.totals.orOdd;
    totals.andEven &= next.totals.andEven;
    totals.andOdd &= next.totals.andOdd;
    print.join({ sums: next.sums, sumsOfSums: next.sumsOfSums, bytes: next.total });
    this.#nonFinite += next.nonFinite;
    this.#nan += next.nan;
    const room = INDEXES_KEPT - this.#nonFiniteAt.length;
    this.#nonFiniteAt = [
      ...this.#nonFiniteAt,
      ...next.nonFiniteAt.slice(0, room).map((unit) => unit + units),
    ];
    this.#large += next.large;
    this.#huge += next.huge;
    if (next.hugeAt !== undefined) this.#hugeAt ??= next.hugeAt + units;
    this.#badBools += next.badBools;
    this.#negative += next.negative;
    if (this.#moments !== undefined) this.#moments = joinMoments(this.#moments, next.moments ?? NO_MOMENTS);
    this.#joinRuns(next);
    if (this.#firstBytes.length < FIRST_BYTES && this.#keepsFirst) this.#keepFirst(next.firstBytes);
    this.#total += next.total;
    this.#swept = this.#total;
  }

  finish(): ScanResult {
    this.#scanRest();
    const zerosAtEnd = this.#runFrom >= 0 ? this.#total - this.#runFrom : this.#trailingZeros;
    if (this.#runFrom >= 0) this.#endRun(this.#total);
    const allZero = this.#total > 0 && isZero(this.#dtype, this.#job.totals);
    return {
      bytes: this.#total,
      nonFinite: this.#nonFinite,
      nan: this.#nan,
      nonFiniteAt: this.#nonFiniteAt,
      large: this.#large,
      huge: this.#huge,
      hugeAt: this.#hugeAt,
      badBools: this.#badBools,
      allZero,
      constant: isConstant(this.#dtype, this.#job.totals, this.#total),
      negative: this.#negative,
      zeroRuns: allZero ? NO_RUNS : this.#zeroRuns,
      zerosAtEnd,
      firstBytes: this.#firstBytes,
      fingerprint: this.#job.print.hex(),
      moments: this.#moments,
    };
  }

  #scanBlocks(stored: Uint8Array): void {
    const { unitBytes } = this.#dtype;
    if (!this.#swap) {
      this.#scanInOwnOrder(stored, this.#job);
      return;
    }
    this.#job.print.add(stored);
    this.#scanInOwnOrder(swapped(stored, unitBytes), { ...this.#job, print: new Fingerprint() });
  }

  #scanInOwnOrder(bytes: Uint8Array, job: WordScanJob): void {
    const flags = new Uint8Array(bytes.length / BLOCK_BYTES);
    this.#wordScan.run(bytes, job, flags);
    const looksAtAll = this.#dtype.exactly !== undefined;
    const ignored = this.#countNegative ? 0 : SIGNED;
    for (let i = 0; i < flags.length; i += 1) {
      const isPlain = ((flags[i] as number) & ~ignored) === NOT_ZERO && !looksAtAll;
      // Of a plain block only the end matters, and only when zeros or the end of the piece follow.
      const next = flags[i + 1] ?? 0;
      if (isPlain && (next & NOT_ZERO) !== 0 && this.#runFrom < 0 && this.#firstNotZero >= 0)
        this.#swept += BLOCK_BYTES;
      else this.#look(flags[i] as number, { bytes, from: i * BLOCK_BYTES, to: (i + 1) * BLOCK_BYTES });
    }
    this.#addMoments(bytes);
  }

  #addMoments(bytes: Uint8Array): void {
    if (this.#moments !== undefined) this.#moments = fastMomentScan.join(this.#moments, this.#dtype, bytes);
  }

  #scanRest(): void {
    if (this.#block === undefined || this.#filled === 0) return;
    this.#scanTail(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }

  /** What is left after the last whole block. Padding repeats what is there, so that it changes neither OR nor AND. */
  #scanTail(stored: Uint8Array): void {
    const { length } = stored;
    const { print } = this.#job;
    TAIL_BYTES.set(stored);
    TAIL_BYTES.fill(0, length, Math.ceil(length / 16) * 16);
    print.addWords(TAIL, Math.ceil(length / 16) * 4);
    print.bytes += length;
    if (this.#swap) TAIL_BYTES.set(swapped(stored, this.#dtype.unitBytes));
    const padded = Math.ceil(length / 8) * 8;
    pad(TAIL_BYTES.subarray(0, padded), length, Math.max(1, Math.min(this.#dtype.bits / 8, 8)));
    const flags = scanWords(TAIL, 0, padded / 4, this.#job);
    this.#look(flags, { bytes: TAIL_BYTES, from: 0, to: length });
    this.#addMoments(TAIL_BYTES.subarray(0, length));
  }

  #look(flags: number, block: Block): void {
    const { exactly } = this.#dtype;
    if ((flags & SUSPECT) !== 0 || exactly !== undefined) this.#countOdd(block);
    if (this.#countNegative && (flags & SIGNED) !== 0) this.#negative += countBelowZero(this.#dtype, block);
    this.#followRun((flags & NOT_ZERO) === 0, block);
    this.#swept += block.to - block.from;
  }

  #followRun(zero: boolean, { bytes, from, to }: Block): void {
    if (zero) {
      if (this.#runFrom < 0) this.#runFrom = this.#swept - this.#trailingZeros;
      return;
    }
    if (this.#runFrom >= 0 || this.#firstNotZero < 0) {
      let leading = from;
      while (bytes[leading] === 0) leading += 1;
      const position = this.#swept + leading - from;
      if (this.#firstNotZero < 0) this.#firstNotZero = position;
      if (this.#runFrom >= 0) this.#endRun(position);
    }
    let trailing = to;
    while (bytes[trailing - 1] === 0) trailing -= 1;
    this.#trailingZeros = to - trailing;
  }

  /** A run may lie across the seam. */
  #joinRuns(next: ScanState): void {
    const seam = this.#total;
    if (next.total === 0) return;
    if (this.#runFrom < 0) this.#runFrom = seam - this.#trailingZeros;
    if (next.firstNotZero < 0) return;
    this.#endRun(seam + next.firstNotZero);
    const later = next.zeroRuns.filter(({ from }) => from >= next.firstNotZero);
    const room = RUNS_KEPT - this.#zeroRuns.length;
    const moved = later.slice(0, room).map(({ from, to }) => ({ from: from + seam, to: to + seam }));
    this.#zeroRuns = [...this.#zeroRuns, ...moved];
    if (this.#firstNotZero < 0) this.#firstNotZero = seam + next.firstNotZero;
    if (next.runFrom >= 0) this.#runFrom = next.runFrom + seam;
    this.#trailingZeros = next.trailingZeros;
  }

  #endRun(to: number): void {
    const run = { from: this.#runFrom, to };
    this.#runFrom = -1;
    if (run.to - run.from < RUN_BYTES || this.#zeroRuns.length >= RUNS_KEPT) return;
    if (this.#zeroRuns === NO_RUNS) this.#zeroRuns = [];
    this.#zeroRuns.push(run);
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
    if (exactly !== undefined || count === undefined) {
      for (let i = 0; i < tops.length; i += 1)
        if (tops[i] === exactly) this.#countNonFinite(firstUnit + i, false);
      return;
    }
    const { absMask, from, infinity, large = from, huge = from } = count;
    // A table of measurements may be large throughout: that must not cost more than counting.
    let [counted, most] = [0, 0];
    for (let i = 0; i < tops.length; i += 1) {
      const size = (tops[i] as number) & absMask;
      if (size >= large) counted += 1;
      if (size > most) most = size;
    }
    this.#large += counted;
    if (most < huge) return;
    for (let i = 0; i < tops.length; i += 1) {
      const size = (tops[i] as number) & absMask;
      if (size >= from)
        this.#countNonFinite(firstUnit + i, size === infinity && restIsZero(block, i, unitBytes));
      else if (size >= huge) {
        this.#huge += 1;
        this.#hugeAt ??= firstUnit + i;
      }
    }
  }

  #countNonFinite(unit: number, infinite: boolean): void {
    this.#nonFinite += 1;
    if (!infinite) this.#nan += 1;
    if (this.#nonFiniteAt === NO_INDEXES) this.#nonFiniteAt = [];
    if (this.#nonFiniteAt.length < INDEXES_KEPT) this.#nonFiniteAt.push(unit);
  }

  #keepFirst(piece: Uint8Array): void {
    const more = piece.subarray(0, FIRST_BYTES - this.#firstBytes.length);
    const joined = new Uint8Array(this.#firstBytes.length + more.length);
    joined.set(this.#firstBytes);
    joined.set(more, this.#firstBytes.length);
    this.#firstBytes = joined;
  }
}
