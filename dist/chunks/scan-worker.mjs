import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/tensor/scan-worker.ts
import { parentPort } from "node:worker_threads";

// src/verify/tensor/scan-slice.ts
import { readSync } from "node:fs";

// src/verify/codec/crc32.ts
import * as zlib from "node:zlib";
var builtIn = zlib.crc32;
function slicingBy8(polynomial) {
  const tables = makeTables(polynomial);
  return (bytes, before) => {
    let crc = ~before;
    let i = 0;
    const end = bytes.length;
    for (const last = end - 7; i < last; i += 8) {
      const low = crc ^ (at(bytes, i) | at(bytes, i + 1) << 8 | at(bytes, i + 2) << 16 | at(bytes, i + 3) << 24);
      crc = at(tables, 1792 + (low & 255)) ^ at(tables, 1536 + (low >>> 8 & 255)) ^ at(tables, 1280 + (low >>> 16 & 255)) ^ at(tables, 1024 + (low >>> 24)) ^ at(tables, 768 + at(bytes, i + 4)) ^ at(tables, 512 + at(bytes, i + 5)) ^ at(tables, 256 + at(bytes, i + 6)) ^ at(tables, at(bytes, i + 7));
    }
    for (; i < end; i += 1) crc = at(tables, (crc ^ at(bytes, i)) & 255) ^ crc >>> 8;
    return ~crc >>> 0;
  };
}
var at = (array, index) => array[index];
var tableCrc32 = slicingBy8(3988292384);
var crc322 = builtIn === void 0 ? tableCrc32 : (bytes, before) => builtIn(bytes, before);
function makeTables(polynomial) {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? crc >>> 1 ^ polynomial : crc >>> 1;
    tables[byte] = crc;
  }
  for (let i = 256; i < tables.length; i += 1) {
    const before = tables[i - 256];
    tables[i] = tables[before & 255] ^ before >>> 8;
  }
  return tables;
}

// src/verify/contract/moments.ts
var NO_MOMENTS = {
  count: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  mean: 0,
  squares: 0
};
function joinMoments(a, b) {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const apart = b.mean - a.mean;
  return {
    count,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    mean: a.mean + apart * b.count / count,
    squares: a.squares + b.squares + apart * apart * a.count * b.count / count
  };
}
function momentsOf(values, from = 0, to = values.length) {
  return momentsOfFinite(values, from, to) ?? momentsOfAny(values, from, to);
}
function momentsOfFinite(values, from, to) {
  const count = to - from;
  const whole = to - count % 4;
  let [a, b, c, d] = [0, 0, 0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < whole; i += 4) {
    const v = values[i];
    const w = values[i + 1];
    const x = values[i + 2];
    const y = values[i + 3];
    a += v;
    b += w;
    c += x;
    d += y;
    if (v < min) min = v;
    if (w < min) min = w;
    if (x < min) min = x;
    if (y < min) min = y;
    if (v > max) max = v;
    if (w > max) max = w;
    if (x > max) max = x;
    if (y > max) max = y;
  }
  for (let i = whole; i < to; i += 1) {
    const value = values[i];
    a += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const sum = a + b + (c + d);
  if (count === 0 || sum - sum !== 0) return void 0;
  const mean = sum / count;
  [a, b, c, d] = [0, 0, 0, 0];
  for (let i = from; i < whole; i += 4) {
    const v = values[i] - mean;
    const w = values[i + 1] - mean;
    const x = values[i + 2] - mean;
    const y = values[i + 3] - mean;
    a += v * v;
    b += w * w;
    c += x * x;
    d += y * y;
  }
  for (let i = whole; i < to; i += 1) a += (values[i] - mean) ** 2;
  return { count, ...unsigned(min, max), mean, squares: a + b + (c + d) };
}
function momentsOfAny(values, from, to) {
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) {
    const value = values[i];
    if (value - value !== 0) continue;
    count += 1;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const mean = count === 0 ? 0 : sum / count;
  let squares = 0;
  for (let i = from; i < to; i += 1) {
    const value = values[i];
    if (value - value === 0) squares += (value - mean) * (value - mean);
  }
  return { count, ...unsigned(min, max), mean, squares };
}
var unsigned = (min, max) => ({ min: min + 0, max: max + 0 });

// src/verify/tensor/element-block.ts
function topsOf({ bytes, from, to }, unitBytes) {
  const count = Math.floor((to - from) / unitBytes);
  const part = bytes.subarray(from, from + count * unitBytes);
  if (unitBytes === 1) return part;
  const own = part.byteOffset % 4 === 0 ? part : new Uint8Array(part);
  if (unitBytes === 2) return new Uint16Array(own.buffer, own.byteOffset, count);
  const words = new Uint32Array(own.buffer, own.byteOffset, part.length / 4);
  return unitBytes === 4 ? words : words.filter((_word, i) => i % 2 === 1);
}
function restIsZero({ bytes, from }, unit, unitBytes) {
  if (unitBytes !== 8) return true;
  const at2 = from + unit * 8;
  return bytes[at2] === 0 && bytes[at2 + 1] === 0 && bytes[at2 + 2] === 0 && bytes[at2 + 3] === 0;
}
function swapped(bytes, unitBytes) {
  const own = new Uint8Array(bytes);
  for (let at2 = 0; at2 + unitBytes <= own.length; at2 += unitBytes) own.subarray(at2, at2 + unitBytes).reverse();
  return own;
}
function pad(block, from, step) {
  for (let i = from; i < block.length; i += 1) block[i] = block[i - step] ?? block[i % from] ?? 0;
}
function countBelowZero({ unitBytes, count }, block) {
  if (count === void 0) return 0;
  const tops = topsOf(block, unitBytes);
  let negative = 0;
  for (let i = 0; i < tops.length; i += 1) {
    const bits = tops[i];
    const size = bits & count.absMask;
    const restZero = restIsZero(block, i, unitBytes);
    const isNan = count.infinity === 0 ? size >= count.from : size > count.infinity || size === count.infinity && !restZero;
    const isSigned = size !== bits;
    if (isSigned && !isNan && (size !== 0 || !restZero)) negative += 1;
  }
  return negative;
}
function isZero({ word, unitBytes }, { orEven, orOdd }) {
  const even = unitBytes === 8 ? orEven : orEven & ~word.sign;
  return (even | orOdd & ~word.sign) === 0;
}
function isConstant({ bits }, totals, totalBytes) {
  const bytes = bits / 8;
  const { orEven, orOdd, andEven, andOdd } = totals;
  if (totalBytes <= bytes || !Number.isInteger(bytes) || bytes >= 16) return false;
  if (orEven !== andEven || orOdd !== andOdd) return false;
  if (bytes === 8) return true;
  if (orEven !== orOdd) return false;
  const twoAlike = orEven >>> 16 === (orEven & 65535);
  if (bytes === 2) return twoAlike;
  return bytes === 1 ? twoAlike && (orEven >>> 8 & 255) === (orEven & 255) : true;
}

// src/verify/codec/checksum.ts
var DIGITS = Uint8Array.from("0123456789abcdef", (digit2) => digit2.charCodeAt(0));
var digit = (word, place) => DIGITS[word >>> 28 - 4 * place & 15];
var hex16 = (high, low) => String.fromCharCode(
  digit(high, 0),
  digit(high, 1),
  digit(high, 2),
  digit(high, 3),
  digit(high, 4),
  digit(high, 5),
  digit(high, 6),
  digit(high, 7),
  digit(low, 0),
  digit(low, 1),
  digit(low, 2),
  digit(low, 3),
  digit(low, 4),
  digit(low, 5),
  digit(low, 6),
  digit(low, 7)
);

// src/verify/tensor/fingerprint.ts
var Fingerprint = class {
  /** Four signed 32-bit numbers each; plain arrays, because a file may have a million tensors of a few bytes. */
  sums = [0, 0, 0, 0];
  sumsOfSums = [0, 0, 0, 0];
  bytes = 0;
  /** `bytes.length` must be a multiple of 16 in every call but the last. */
  add(bytes) {
    const whole = bytes.length - bytes.length % 16;
    if (whole > 0) {
      const own = bytes.byteOffset % 4 === 0 ? bytes.subarray(0, whole) : bytes.slice(0, whole);
      this.addWords(new Int32Array(own.buffer, own.byteOffset, whole / 4), whole / 4);
    }
    if (whole < bytes.length) {
      const last = new Uint8Array(16);
      last.set(bytes.subarray(whole));
      this.addWords(new Int32Array(last.buffer), 4);
    }
    this.bytes += bytes.length;
  }
  /** The first `count` words, a multiple of 4; the caller adds to `bytes`. */
  addWords(words, count) {
    const { sums, sumsOfSums } = this;
    for (let lane = 0; lane < 4; lane += 1) {
      let sum = sums[lane];
      let sumOfSums = sumsOfSums[lane];
      for (let i = lane; i < count; i += 4) {
        sum = sum + words[i] | 0;
        sumOfSums = sumOfSums + sum | 0;
      }
      sums[lane] = sum;
      sumsOfSums[lane] = sumOfSums;
    }
  }
  /** Appends what was computed over the stretch that follows this one. This one's length must be a multiple of 16. */
  join(next) {
    const groups = Math.ceil(next.bytes / 16);
    for (let lane = 0; lane < 4; lane += 1) {
      const sum = this.sums[lane];
      const sumOfSums = this.sumsOfSums[lane] + Math.imul(sum, groups);
      this.sumsOfSums[lane] = sumOfSums + next.sumsOfSums[lane] | 0;
      this.sums[lane] = sum + next.sums[lane] | 0;
    }
    this.bytes += next.bytes;
  }
  /** 16 hex digits. */
  hex() {
    let high = 2166136261;
    let low = 16777619;
    const fold = (word) => {
      high = Math.imul(high ^ word, 16777619);
      low = Math.imul((low << 13 | low >>> 19) ^ word, 1540483477);
    };
    fold(this.bytes % 2 ** 32);
    fold(Math.floor(this.bytes / 2 ** 32));
    for (let lane = 0; lane < 4; lane += 1) fold(this.sums[lane]);
    for (let lane = 0; lane < 4; lane += 1) fold(this.sumsOfSums[lane]);
    return hex16(high, low);
  }
};

// src/verify/tensor/element-values.ts
function decodeElements(dtype, bytes) {
  const read = READERS[dtype.name];
  if (read === void 0) return void 0;
  const count = Math.floor(bytes.length / read.unitBytes);
  const isAligned = bytes.byteOffset % read.unitBytes === 0;
  const own = IS_LITTLE_ENDIAN ? isAligned ? bytes : new Uint8Array(bytes) : swapped(bytes, read.unitBytes);
  return read.all(own.buffer, own.byteOffset, count);
}
var IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
var integers = (Units) => ({
  unitBytes: Units.BYTES_PER_ELEMENT,
  all: (...place) => new Float64Array(new Units(...place))
});
var f64 = { unitBytes: 8, all: (...place) => new Float64Array(...place) };
var f32 = { unitBytes: 4, all: (...place) => new Float32Array(...place) };
var table = (numberOf) => {
  let numbers;
  return {
    unitBytes: 2,
    all(...place) {
      numbers ??= Float64Array.from({ length: 2 ** 16 }, (_none, bits) => numberOf(bits));
      const units = new Uint16Array(...place);
      const values = new Float64Array(units.length);
      for (let i = 0; i < units.length; i += 1) values[i] = numbers[units[i]];
      return values;
    }
  };
};
var wide = (Units) => ({
  unitBytes: 8,
  all: (...place) => Float64Array.from(new Units(...place), Number)
});
var READERS = {
  f64,
  c128: f64,
  f32,
  c64: f32,
  f16: table(halfToNumber),
  bf16: table(bfloatToNumber),
  i64: wide(BigInt64Array),
  u64: wide(BigUint64Array),
  i32: integers(Int32Array),
  u32: integers(Uint32Array),
  i16: integers(Int16Array),
  u16: integers(Uint16Array),
  i8: integers(Int8Array),
  u8: integers(Uint8Array),
  bool: integers(Uint8Array)
};
function halfToNumber(bits) {
  const [exponent, fraction] = [bits >>> 10 & 31, bits & 1023];
  const sign = bits & 32768 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
var WORD = new DataView(new ArrayBuffer(4));
function bfloatToNumber(bits) {
  WORD.setUint32(0, bits << 16);
  return WORD.getFloat32(0);
}

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

// src/verify/tensor/moment-scan.ts
var DECODED_BYTES = 64 * BLOCK_BYTES;
var plainMomentScan = {
  join(before, dtype, bytes) {
    let moments = before;
    for (let at2 = 0; at2 < bytes.length; at2 += DECODED_BYTES) {
      const some = bytes.subarray(at2, at2 + DECODED_BYTES);
      const values = decodeElements(dtype, some);
      if (values === void 0) return before;
      const each = values.length / some.length * BLOCK_BYTES;
      for (let from = 0; from < values.length; from += each)
        moments = joinMoments(moments, momentsOf(values, from, Math.min(from + each, values.length)));
    }
    return moments;
  }
};

// src/verify/tensor/moments-module.ts
var MOMENTS_MODULE = "AGFzbQEAAAABMAhgAnt7AXxgAXsBe2ACf38Bf2ACe3sAYAJ/fwBgA39/fwF/YAF/AGAFf39/f38BfwIQAQRob3N0Bm1lbW9yeQIAAQMMCwABAQICAwIEBQYHBj0FfAFEAAAAAAAAAAALfAFEAAAAAAAAAAALfAFEAAAAAAAAAAALfAFEAAAAAAAAAAALfAFEAAAAAAAAAAALBwsBB21vbWVudHMACgrFCgsZACAA/SEAIAD9IQGgIAH9IQAgAf0hAaCgCwYAIAD9XwsaACAAIAD9DQgJCgsMDQ4PCAkKCwwNDg/9XwvVAgMBfwd7AXwgACECQwAAgH/9EyEGQwAAgP/9EyEHA0AgAv0ABAAhAyAEIAP9X/3wASEEIAUgAyAD/Q0ICQoLDA0ODwgJCgsMDQ4P/V/98AEhBSAGIAP96gEhBiAHIAP96wEhByACQRBqIQIgAiABSQ0ACyAEIAUQACEKIAogCqFEAAAAAAAAAABiBEBBAA8LIAEgAGtBAna4JAAgCiMAoyQDIAYQASAGEAL99AEgBxABIAcQAv31ARAFIwP9FCEI/QwAAAAAAAAAAAAAAAAAAAAAIQT9DAAAAAAAAAAAAAAAAAAAAAAhBSAAIQIDQCAC/QAEACEDIAP9XyAI/fEBIQkgBCAJIAn98gH98AEhBCADIAP9DQgJCgsMDQ4PCAkKCwwNDg/9XyAI/fEBIQkgBSAJIAn98gH98AEhBSACQRBqIQIgAiABSQ0ACyAEIAUQACQEQQELtQIDAX8GewF8IAAhAkQAAAAAAADwf/0UIQZEAAAAAAAA8P/9FCEHA0AgAv0ABAAhAyAEIAP98AEhBCAGIAP99gEhBiAHIAP99wEhByAC/QAEECEDIAUgA/3wASEFIAYgA/32ASEGIAcgA/33ASEHIAJBIGohAiACIAFJDQALIAQgBRAAIQkgCSAJoUQAAAAAAAAAAGIEQEEADwsgASAAa0EDdrgkACAJIwCjJAMgBiAHEAUjA/0UIQj9DAAAAAAAAAAAAAAAAAAAAAAhBP0MAAAAAAAAAAAAAAAAAAAAACEFIAAhAgNAIAL9AAQAIAj98QEhAyAEIAMgA/3yAf3wASEEIAL9AAQQIAj98QEhAyAFIAMgA/3yAf3wASEFIAJBIGohAiACIAFJDQALIAQgBRAAJARBAQswAEQAAAAAAAAAACAA/SEAIAD9IQGkoCQBRAAAAAAAAAAAIAH9IQAgAf0hAaWgJAIL7wECAX8EeyAAQYAIaiECA0AgAP0EAwAhAyAD/Qz/fwAA/38AAP9/AAD/fwAA/U4hBCAGIAT9uQEhBiAEQQ39qwEhBSABIAP9DACAAAAAgAAAAIAAAACAAAD9TkEQ/asBIAX9DAAAgDgAAIA4AACAOAAAgDj9rgH9DAAAgDgAAIA4AACAOAAAgDj95QEgBf0MAAAAOAAAADgAAAA4AAAAOP2uASAE/QwABAAAAAQAAAAEAAAABAAA/Tr9Uv1Q/QsEACABQRBqIQEgAEEIaiEAIAAgAkkNAAsgBv0MAHwAAAB8AAAAfAAAAHwAAP1A/VNFCzUBAX8gAEGACGohAgNAIAEgAP0EAwBBEP2rAf0LBAAgAUEQaiEBIABBCGohACAAIAJJDQALC0wAIAFFBEAgACAAQYAIahADDwsgAUEBRgRAIAAgAEGACGoQBA8LIAFBAkYEQCAAIAIQBkUEQEEADwsFIAAgAhAHCyACIAJBgBBqEAMLnwEBA3wgACsDACEBIAFEAAAAAAAAAABhBEAgACMAOQMAIAAjATkDCCAAIwI5AxAgACMDOQMYIAAjBDkDIA8LIAEjAKAhAiMDIAArAxihIQMgACACOQMAIAAgACsDCCMBpDkDCCAAIAArAxAjAqU5AxAgACAAKwMYIAMjAKIgAqOgOQMYIAAgACsDICMEoCADIAOiIAGiIwCiIAKjoDkDIAszAQF/AkADQCAFIAFGDQEgACACIAQQCEUNASADEAkgAEGACGohACAFQQFqIQUMAAsLIAUL";

// src/verify/tensor/wasm.ts
var { WebAssembly: wasm } = globalThis;
var PAGE = 65536;
function compiled(base64) {
  const bytes = Buffer.from(base64, "base64");
  return wasm.validate(bytes) ? new wasm.Module(bytes) : void 0;
}
var memoryOfPages = (pages) => new wasm.Memory({ initial: pages, maximum: pages });
var instanceIn = (module2, memory) => new wasm.Instance(module2, { host: { memory } }).exports;

// src/verify/tensor/word-scan-module.ts
var WORD_SCAN_MODULE = "AGFzbQEAAAABCAFgBH9/f38AAhABBGhvc3QGbWVtb3J5AgABAwIBAAcMAQh3b3JkU2NhbgAACuQCAeECAgF/C3sgAv0ABAAhBSAC/QAEECEGIAL9AAQgIQcgAv0ABDAhCCAC/QAEQCEMIAL9AARQIQ0gAv0ABGAhDiAC/QAEcCEPAkADQCABRQ0BIABBgAhqIQT9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACELA0AgAP0ABAAhCSAKIAn9UCEKIA0gCf1OIQ0gDiAJ/a4BIQ4gDyAO/a4BIQ8gCyAJIAX9TiAG/a4B/VAhCyAA/QAEECEJIAogCf1QIQogDSAJ/U4hDSAOIAn9rgEhDiAPIA79rgEhDyALIAkgBf1OIAb9rgH9UCELIABBIGohACAAIARJDQALIAwgCv1QIQwgAyAK/VMgCyAH/U79U0EBdCAKIAj9Tv1TQQJ0cnI6AAAgA0EBaiEDIAFBAWshAQwACwsgAiAM/QsEQCACIA39CwRQIAIgDv0LBGAgAiAP/QsEcAs=";

// src/verify/tensor/word-scan-simd.ts
var FLAGS_AT = 1024;
var FREE_AT = FLAGS_AT;
var MOST_BYTES = (PAGE - FLAGS_AT) * BLOCK_BYTES;
var module = compiled(WORD_SCAN_MODULE);
var instances = /* @__PURE__ */ new WeakMap();
var memoryWith = (buffer) => instances.get(buffer)?.whole;
function instantiate(module2, bufferBytes) {
  const memory = memoryOfPages(1 + Math.ceil(bufferBytes / PAGE));
  const instance = {
    wordScan: instanceIn(module2, memory).wordScan,
    state: new Uint32Array(memory.buffer, 0, 32),
    memory: new Uint8Array(memory.buffer),
    whole: memory
  };
  instances.set(memory.buffer, instance);
  return instance;
}
var free = [];
var MOST_FREE = 2;
function takeBuffers(bytes) {
  const at2 = free.findIndex((each) => each.bytes === bytes);
  const [buffers] = at2 >= 0 ? free.splice(at2, 1).map((each) => each.buffers) : [makeBuffers(bytes)];
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
  if (module === void 0 || bytes < PAGE) return [new Uint8Array(bytes), new Uint8Array(bytes)];
  const room = Math.ceil(bytes / PAGE) * PAGE;
  const { memory } = instantiate(module, 2 * room);
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
function simdWordScan(module2) {
  const scratchBytes = PAGE;
  let shared;
  return {
    run(bytes, job, flags) {
      const own = instances.get(bytes.buffer);
      if (own !== void 0 && bytes.length <= MOST_BYTES) {
        run(own, bytes, job, flags);
        return;
      }
      shared ??= instantiate(module2, scratchBytes);
      for (let at2 = 0; at2 < bytes.length; at2 += scratchBytes) {
        const room = shared.memory.subarray(PAGE, PAGE + Math.min(scratchBytes, bytes.length - at2));
        room.set(bytes.subarray(at2, at2 + room.length));
        run(shared, room, job, flags.subarray(at2 / BLOCK_BYTES));
      }
    }
  };
}
var fastWordScan = module === void 0 ? plainWordScan : simdWordScan(module);

// src/verify/tensor/moment-scan-simd.ts
var KINDS = { f32: 0, c64: 0, f64: 1, c128: 1, f16: 2, bf16: 3 };
var WIDE_AT = FREE_AT + 64;
var instances2 = /* @__PURE__ */ new WeakMap();
function instanceOf(module2, memory) {
  const known = instances2.get(memory);
  if (known !== void 0) return known;
  const made = {
    moments: instanceIn(module2, memory).moments,
    state: new Float64Array(memory.buffer, FREE_AT, 5),
    memory: new Uint8Array(memory.buffer)
  };
  instances2.set(memory, made);
  return made;
}
function joined({ moments, state }, before, dtype, bytes) {
  let all = before;
  for (let at2 = 0; at2 < bytes.length; at2 += BLOCK_BYTES) {
    state.set([all.count, all.min, all.max, all.mean, all.squares]);
    const blocks = (bytes.length - at2) / BLOCK_BYTES;
    at2 += moments(bytes.byteOffset + at2, blocks, KINDS[dtype.name] ?? 0, FREE_AT, WIDE_AT) * BLOCK_BYTES;
    const [count = 0, min = 0, max = 0, mean = 0, squares = 0] = state;
    all = { count, min, max, mean, squares };
    if (at2 < bytes.length) all = plainMomentScan.join(all, dtype, bytes.subarray(at2, at2 + BLOCK_BYTES));
  }
  return all;
}
function simdMomentScan() {
  let module2;
  let shared;
  return {
    join(before, dtype, bytes) {
      if (KINDS[dtype.name] === void 0 || bytes.length % BLOCK_BYTES > 0)
        return plainMomentScan.join(before, dtype, bytes);
      module2 ??= compiled(MOMENTS_MODULE);
      if (module2 === void 0) return plainMomentScan.join(before, dtype, bytes);
      const own = memoryWith(bytes.buffer);
      if (own !== void 0) return joined(instanceOf(module2, own), before, dtype, bytes);
      shared ??= instanceOf(module2, memoryOfPages(2));
      let all = before;
      for (let at2 = 0; at2 < bytes.length; at2 += PAGE) {
        const room = shared.memory.subarray(PAGE, PAGE + Math.min(PAGE, bytes.length - at2));
        room.set(bytes.subarray(at2, at2 + room.length));
        all = joined(shared, all, dtype, room);
      }
      return all;
    }
  };
}
var fastMomentScan = simdMomentScan();

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
    let at2 = 0;
    if (this.#block !== void 0 && this.#filled > 0) {
      at2 = Math.min(BLOCK_BYTES - this.#filled, piece.length);
      this.#block.set(piece.subarray(0, at2), this.#filled);
      this.#filled += at2;
      if (this.#filled < BLOCK_BYTES) return;
      this.#filled = 0;
      this.#scanBlocks(this.#block);
    }
    const rest = (piece.length - at2) % BLOCK_BYTES;
    const whole = piece.length - at2 - rest;
    if (whole > 0) this.#scanBlocks(piece.subarray(at2, at2 + whole));
    if (rest === 0) return;
    const tail = piece.subarray(at2 + whole);
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
      moments: this.#moments
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
    const looksAtAll = this.#dtype.exactly !== void 0;
    const ignored = this.#countNegative ? 0 : SIGNED;
    for (let i = 0; i < flags.length; i += 1) {
      const isPlain = (flags[i] & ~ignored) === NOT_ZERO && !looksAtAll;
      const next = flags[i + 1] ?? 0;
      if (isPlain && (next & NOT_ZERO) !== 0 && this.#runFrom < 0 && this.#firstNotZero >= 0)
        this.#swept += BLOCK_BYTES;
      else this.#look(flags[i], { bytes, from: i * BLOCK_BYTES, to: (i + 1) * BLOCK_BYTES });
    }
    this.#addMoments(bytes);
  }
  #addMoments(bytes) {
    if (this.#moments !== void 0) this.#moments = fastMomentScan.join(this.#moments, this.#dtype, bytes);
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
    this.#addMoments(TAIL_BYTES.subarray(0, length));
  }
  #look(flags, block) {
    const { exactly } = this.#dtype;
    if ((flags & SUSPECT) !== 0 || exactly !== void 0) this.#countOdd(block);
    if (this.#countNegative && (flags & SIGNED) !== 0) this.#negative += countBelowZero(this.#dtype, block);
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
    const joined2 = new Uint8Array(this.#firstBytes.length + more.length);
    joined2.set(this.#firstBytes);
    joined2.set(more, this.#firstBytes.length);
    this.#firstBytes = joined2;
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
    if (wantsCrc) crc = crc322(piece, crc);
    scan?.feed(piece);
    done += read;
  }
  return { bytes, ...wantsCrc ? { crc } : {}, ...scan === void 0 ? {} : { scan: scan.state() } };
}

// src/verify/tensor/scan-worker.ts
parentPort?.on("message", (task) => parentPort?.postMessage(lookAtSlice(task)));
