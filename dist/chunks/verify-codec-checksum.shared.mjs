import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Broken
} from "./verify-contract-findings.shared.mjs";

// src/verify/codec/checksum.ts
var hex8 = (word) => (word >>> 0).toString(16).padStart(8, "0");
var sumDiffers = (what, offset, { stored, found }) => new Broken("L1", "crc-mismatch", what, { offset, expected: hex8(stored), found: hex8(found) });

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
    return hex8(high) + hex8(low);
  }
};

export {
  hex8,
  sumDiffers,
  Fingerprint
};
