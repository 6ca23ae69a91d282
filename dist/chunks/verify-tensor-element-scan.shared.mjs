import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  NO_MOMENTS,
  joinMoments,
  momentsOf
} from "./verify-contract-moments.shared.mjs";
import {
  Fingerprint
} from "./verify-codec-checksum.shared.mjs";
import {
  crc32
} from "./verify-codec-crc32.shared.mjs";
import {
  countBelowZero,
  decodeElements,
  isConstant,
  isZero,
  pad,
  restIsZero,
  swapped,
  topsOf
} from "./verify-tensor-element-block.shared.mjs";

// src/verify/tensor/scan-slice.ts
import { readSync } from "node:fs";

// src/verify/tensor/word-scan.ts
var BLOCK_BYTES = 1024;
var NOT_ZERO = 1;
var SUSPECT = 2;
var SIGNED = 4;
var plainWordScan = {
  run(bytes, job, flags) {
    const own = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
    const words = new Int32Array(own.buffer, own.byteOffset, own.length / 4);
    const step = BLOCK_BYTES / 4;
    for (let block = 0; block * step < words.length; block += 1) {
      flags[block] = scanWords(words, block * step, (block + 1) * step, job);
    }
    job.print.add(bytes);
  }
};
function scanWords(words, from, to, { test: { mask, addend, test, sign }, oddOnly, totals }) {
  let [orEven, orOdd, andEven, andOdd, suspect] = [0, 0, -1, -1, 0];
  const evenMask = oddOnly ? 0 : mask;
  const evenAddend = oddOnly ? 0 : addend;
  let i = from;
  for (const last = to - 1; i < last; i += 2) {
    const even = words[i];
    const odd = words[i + 1];
    orEven |= even;
    andEven &= even;
    orOdd |= odd;
    andOdd &= odd;
    suspect |= (even & evenMask) + evenAddend | (odd & mask) + addend;
  }
  if (i < to) {
    const even = words[i];
    orEven |= even;
    andEven &= even;
    suspect |= (even & evenMask) + evenAddend;
  }
  totals.orEven |= orEven;
  totals.orOdd |= orOdd;
  totals.andEven &= andEven;
  totals.andOdd &= andOdd;
  const or = orEven | orOdd;
  return (or === 0 ? 0 : NOT_ZERO) | ((suspect & test) === 0 ? 0 : SUSPECT) | ((or & sign) === 0 ? 0 : SIGNED);
}

// src/verify/tensor/word-scan-module.ts
var WORD_SCAN_MODULE = "AGFzbQEAAAABCAFgBH9/f38AAhABBGhvc3QGbWVtb3J5AgABAwIBAAcMAQh3b3JkU2NhbgAACuQCAeECAgF/C3sgAv0ABAAhBSAC/QAEECEGIAL9AAQgIQcgAv0ABDAhCCAC/QAEQCEMIAL9AARQIQ0gAv0ABGAhDiAC/QAEcCEPAkADQCABRQ0BIABBgAhqIQT9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACELA0AgAP0ABAAhCSAKIAn9UCEKIA0gCf1OIQ0gDiAJ/a4BIQ4gDyAO/a4BIQ8gCyAJIAX9TiAG/a4B/VAhCyAA/QAEECEJIAogCf1QIQogDSAJ/U4hDSAOIAn9rgEhDiAPIA79rgEhDyALIAkgBf1OIAb9rgH9UCELIABBIGohACAAIARJDQALIAwgCv1QIQwgAyAK/VMgCyAH/U79U0EBdCAKIAj9Tv1TQQJ0cnI6AAAgA0EBaiEDIAFBAWshAQwACwsgAiAM/QsEQCACIA39CwRQIAIgDv0LBGAgAiAP/QsEcAs=";

// src/verify/tensor/word-scan-simd.ts
var PAGE = 65536;
var FLAGS_AT = 1024;
var MOST_BYTES = (PAGE - FLAGS_AT) * BLOCK_BYTES;
var { WebAssembly: wasm } = globalThis;
var compiled = compile();
var instances = /* @__PURE__ */ new WeakMap();
function compile() {
  const bytes = Buffer.from(WORD_SCAN_MODULE, "base64");
  return wasm.validate(bytes) ? new wasm.Module(bytes) : void 0;
}
function instantiate(module, bufferBytes) {
  const pages = 1 + Math.ceil(bufferBytes / PAGE);
  const memory = new wasm.Memory({ initial: pages, maximum: pages });
  const { exports } = new wasm.Instance(module, { host: { memory } });
  const { wordScan } = exports;
  const instance = {
    wordScan,
    state: new Uint32Array(memory.buffer, 0, 32),
    memory: new Uint8Array(memory.buffer)
  };
  instances.set(memory.buffer, instance);
  return instance;
}
var free = [];
var MOST_FREE = 2;
function takeBuffers(bytes) {
  const at = free.findIndex((each) => each.bytes === bytes);
  const [buffers] = at >= 0 ? free.splice(at, 1).map((each) => each.buffers) : [makeBuffers(bytes)];
  if (buffers === void 0) throw new Error("no buffers");
  let released = false;
  return {
    buffers,
    release() {
      if (!released && free.length < MOST_FREE) free.push({ bytes, buffers });
      released = true;
    }
  };
}
function makeBuffers(bytes) {
  if (compiled === void 0 || bytes < PAGE) return [new Uint8Array(bytes), new Uint8Array(bytes)];
  const room = Math.ceil(bytes / PAGE) * PAGE;
  const { memory } = instantiate(compiled, 2 * room);
  return [memory.subarray(PAGE, PAGE + bytes), memory.subarray(PAGE + room, PAGE + room + bytes)];
}
function run({ wordScan, state, memory }, bytes, job, flags) {
  const { test, oddOnly, totals, print } = job;
  for (let lane = 0; lane < 4; lane += 1) {
    const tested = !oddOnly || lane % 2 === 1;
    state[lane] = tested ? test.mask : 0;
    state[4 + lane] = tested ? test.addend : 0;
    state[8 + lane] = test.test;
    state[12 + lane] = test.sign;
  }
  state.fill(0, 16, 20).fill(4294967295, 20, 24);
  state.set(print.sums, 24);
  state.set(print.sumsOfSums, 28);
  const blocks = bytes.length / BLOCK_BYTES;
  wordScan(bytes.byteOffset, blocks, 0, FLAGS_AT);
  flags.set(memory.subarray(FLAGS_AT, FLAGS_AT + blocks));
  const word = (i) => state[i];
  totals.orEven |= word(16) | word(18);
  totals.orOdd |= word(17) | word(19);
  totals.andEven &= word(20) & word(22);
  totals.andOdd &= word(21) & word(23);
  for (let lane = 0; lane < 4; lane += 1) {
    print.sums[lane] = word(24 + lane) | 0;
    print.sumsOfSums[lane] = word(28 + lane) | 0;
  }
  print.bytes += bytes.length;
}
function simdWordScan(module) {
  const scratchBytes = PAGE;
  let shared;
  return {
    run(bytes, job, flags) {
      const own = instances.get(bytes.buffer);
      if (own !== void 0 && bytes.length <= MOST_BYTES) {
        run(own, bytes, job, flags);
        return;
      }
      shared ??= instantiate(module, scratchBytes);
      for (let at = 0; at < bytes.length; at += scratchBytes) {
        const room = shared.memory.subarray(PAGE, PAGE + Math.min(scratchBytes, bytes.length - at));
        room.set(bytes.subarray(at, at + room.length));
        run(shared, room, job, flags.subarray(at / BLOCK_BYTES));
      }
    }
  };
}
var fastWordScan = compiled === void 0 ? plainWordScan : simdWordScan(compiled);

// src/verify/tensor/element-scan.ts
var INDEXES_KEPT = 4096;
var RUN_BYTES = 4096;
var RUNS_KEPT = 16;
var FIRST_BYTES = 16;
var NO_INDEXES = [];
var NO_RUNS = [];
var NO_BYTES = new Uint8Array(0);
var TAIL = new Int32Array(BLOCK_BYTES / 4);
var TAIL_BYTES = new Uint8Array(TAIL.buffer);
var ElementScan = class {
  #dtype;
  #swap;
  #countNegative;
  #wordScan;
  /** With which another thread makes a scan that can be joined to this one. */
  spec;
  /** Made when a piece ends inside a block and more follows. */
  #block;
  #mostBytes;
  #job;
  #filled = 0;
  /** Bytes swept before the block that is being filled. */
  #swept = 0;
  #total = 0;
  #nonFinite = 0;
  #nan = 0;
  #nonFiniteAt = NO_INDEXES;
  #large = 0;
  #huge = 0;
  #hugeAt;
  #badBools = 0;
  #negative = 0;
  #moments;
  #keepsFirst;
  #firstBytes = NO_BYTES;
  /** Where the first byte lies that is not zero, or -1. */
  #firstNotZero = -1;
  /** Start of the zero run we are in, or -1; and how many zero bytes ended the last block that was not all zero. */
  #runFrom = -1;
  #trailingZeros = 0;
  #zeroRuns = NO_RUNS;
  constructor(dtype, options, wordScan = fastWordScan) {
    this.#dtype = dtype;
    this.spec = { dtype, options };
    this.#mostBytes = options.mostBytes;
    this.#keepsFirst = options.firstBytes === true;
    this.#swap = !options.littleEndian && dtype.unitBytes > 1;
    this.#countNegative = options.countNegative && dtype.kind === "float";
    this.#moments = options.moments === true ? NO_MOMENTS : void 0;
    this.#wordScan = wordScan;
    this.#job = {
      test: dtype.word,
      oddOnly: dtype.unitBytes === 8,
      totals: { orEven: 0, orOdd: 0, andEven: -1, andOdd: -1 },
      print: new Fingerprint()
    };
  }
  feed(piece) {
    if (this.#firstBytes.length < FIRST_BYTES && this.#keepsFirst) this.#keepFirst(piece);
    this.#total += piece.length;
    let at = 0;
    if (this.#block !== void 0 && this.#filled > 0) {
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
  state() {
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
      zeroRuns: this.#zeroRuns
    };
  }
  /**
   * Appends what a scan of the same dtype and options found in the stretch that follows. This one must have been fed whole
   * blocks.
   */
  join(next) {
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
      ...next.nonFiniteAt.slice(0, room).map((unit) => unit + units)
    ];
    this.#large += next.large;
    this.#huge += next.huge;
    if (next.hugeAt !== void 0) this.#hugeAt ??= next.hugeAt + units;
    this.#badBools += next.badBools;
    this.#negative += next.negative;
    if (this.#moments !== void 0) this.#moments = joinMoments(this.#moments, next.moments ?? NO_MOMENTS);
    this.#joinRuns(next);
    if (this.#firstBytes.length < FIRST_BYTES && this.#keepsFirst) this.#keepFirst(next.firstBytes);
    this.#total += next.total;
    this.#swept = this.#total;
  }
  finish() {
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
      ...this.#moments === void 0 ? {} : { moments: this.#moments }
    };
  }
  #scanBlocks(stored) {
    const { unitBytes } = this.#dtype;
    if (!this.#swap) {
      this.#scanInOwnOrder(stored, this.#job);
      return;
    }
    this.#job.print.add(stored);
    this.#scanInOwnOrder(swapped(stored, unitBytes), { ...this.#job, print: new Fingerprint() });
  }
  #scanInOwnOrder(bytes, job) {
    const flags = new Uint8Array(bytes.length / BLOCK_BYTES);
    this.#wordScan.run(bytes, job, flags);
    const looksAtAll = this.#dtype.exactly !== void 0 || this.#moments !== void 0;
    const ignored = this.#countNegative ? 0 : SIGNED;
    for (let i = 0; i < flags.length; i += 1) {
      const isPlain = (flags[i] & ~ignored) === NOT_ZERO && !looksAtAll;
      const next = flags[i + 1] ?? 0;
      if (isPlain && (next & NOT_ZERO) !== 0 && this.#runFrom < 0 && this.#firstNotZero >= 0)
        this.#swept += BLOCK_BYTES;
      else this.#look(flags[i], { bytes, from: i * BLOCK_BYTES, to: (i + 1) * BLOCK_BYTES });
    }
  }
  #scanRest() {
    if (this.#block === void 0 || this.#filled === 0) return;
    this.#scanTail(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }
  /** What is left after the last whole block. Padding repeats what is there, so that it changes neither OR nor AND. */
  #scanTail(stored) {
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
  }
  #look(flags, block) {
    const { exactly } = this.#dtype;
    if ((flags & SUSPECT) !== 0 || exactly !== void 0) this.#countOdd(block);
    if (this.#countNegative && (flags & SIGNED) !== 0) this.#negative += countBelowZero(this.#dtype, block);
    if (this.#moments !== void 0) {
      const values = decodeElements(this.#dtype, block.bytes.subarray(block.from, block.to));
      if (values !== void 0) this.#moments = joinMoments(this.#moments, momentsOf(values));
    }
    this.#followRun((flags & NOT_ZERO) === 0, block);
    this.#swept += block.to - block.from;
  }
  #followRun(zero, { bytes, from, to }) {
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
  #joinRuns(next) {
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
  #endRun(to) {
    const run2 = { from: this.#runFrom, to };
    this.#runFrom = -1;
    if (run2.to - run2.from < RUN_BYTES || this.#zeroRuns.length >= RUNS_KEPT) return;
    if (this.#zeroRuns === NO_RUNS) this.#zeroRuns = [];
    this.#zeroRuns.push(run2);
  }
  #countOdd(block) {
    const { kind, exactly } = this.#dtype;
    if (kind === "bool") {
      for (let i = block.from; i < block.to; i += 1) if (block.bytes[i] > 1) this.#badBools += 1;
      return;
    }
    const { unitBytes, count } = this.#dtype;
    const firstUnit = this.#swept / unitBytes;
    const tops = topsOf(block, unitBytes);
    if (exactly !== void 0 || count === void 0) {
      for (let i = 0; i < tops.length; i += 1)
        if (tops[i] === exactly) this.#countNonFinite(firstUnit + i, false);
      return;
    }
    const { absMask, from, infinity, large = from, huge = from } = count;
    let [counted, most] = [0, 0];
    for (let i = 0; i < tops.length; i += 1) {
      const size = tops[i] & absMask;
      if (size >= large) counted += 1;
      if (size > most) most = size;
    }
    this.#large += counted;
    if (most < huge) return;
    for (let i = 0; i < tops.length; i += 1) {
      const size = tops[i] & absMask;
      if (size >= from)
        this.#countNonFinite(firstUnit + i, size === infinity && restIsZero(block, i, unitBytes));
      else if (size >= huge) {
        this.#huge += 1;
        this.#hugeAt ??= firstUnit + i;
      }
    }
  }
  #countNonFinite(unit, infinite) {
    this.#nonFinite += 1;
    if (!infinite) this.#nan += 1;
    if (this.#nonFiniteAt === NO_INDEXES) this.#nonFiniteAt = [];
    if (this.#nonFiniteAt.length < INDEXES_KEPT) this.#nonFiniteAt.push(unit);
  }
  #keepFirst(piece) {
    const more = piece.subarray(0, FIRST_BYTES - this.#firstBytes.length);
    const joined = new Uint8Array(this.#firstBytes.length + more.length);
    joined.set(this.#firstBytes);
    joined.set(more, this.#firstBytes.length);
    this.#firstBytes = joined;
  }
};

// src/verify/tensor/scan-slice.ts
var CHUNK_BYTES = 1024 ** 2;
function lookAtSlice(task) {
  const { buffers, release } = takeBuffers(CHUNK_BYTES);
  try {
    return { slice: lookAt(task, buffers[0]) };
  } catch (error) {
    return {
      why: error instanceof Error ? error.message : String(error),
      shrank: error instanceof RangeError
    };
  } finally {
    release();
  }
}
function lookAt({ descriptor, offset, bytes, crc: wantsCrc, scan: wanted }, buffer) {
  const scan = wanted && new ElementScan(wanted.dtype, wanted.options);
  let crc = 0;
  for (let done = 0; done < bytes; ) {
    const room = buffer.subarray(0, Math.min(buffer.length, bytes - done));
    const read = readSync(descriptor, room, 0, room.length, offset + done);
    if (read === 0) throw new RangeError(`it ended at ${offset + done}`);
    const piece = room.subarray(0, read);
    if (wantsCrc) crc = crc32(piece, crc);
    scan?.feed(piece);
    done += read;
  }
  return { bytes, ...wantsCrc ? { crc } : {}, ...scan === void 0 ? {} : { scan: scan.state() } };
}

export {
  BLOCK_BYTES,
  takeBuffers,
  INDEXES_KEPT,
  RUN_BYTES,
  ElementScan,
  lookAtSlice
};
