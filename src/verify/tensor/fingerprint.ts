import { hex16 } from '../codec/checksum.ts';
/**
 * A fast fingerprint of a stretch of bytes, to tell whether a tensor changed. The bytes are read as little-endian 32-bit
 * words in four lanes (word i in lane i mod 4), padded with zeros to 16 bytes; each lane keeps the sum of its words and the
 * sum of those sums, modulo 2^32 (Fletcher's scheme, so order counts). It can be computed slice by slice and joined.
 */
export class Fingerprint {
  /** Four signed 32-bit numbers each; plain arrays, because a file may have a million tensors of a few bytes. */
  readonly sums = [0, 0, 0, 0];
  readonly sumsOfSums = [0, 0, 0, 0];
  bytes = 0;

  /** `bytes.length` must be a multiple of 16 in every call but the last. */
  add(bytes: Uint8Array): void {
    const whole = bytes.length - (bytes.length % 16);
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
  addWords(words: Int32Array, count: number): void {
    const { sums, sumsOfSums } = this;
    for (let lane = 0; lane < 4; lane += 1) {
      let sum = sums[lane] as number;
      let sumOfSums = sumsOfSums[lane] as number;
      for (let i = lane; i < count; i += 4) {
        sum = (sum + (words[i] as number)) | 0;
        sumOfSums = (sumOfSums + sum) | 0;
      }
      sums[lane] = sum;
      sumsOfSums[lane] = sumOfSums;
    }
  }

  /** Appends what was computed over the stretch that follows this one. This one's length must be a multiple of 16. */
  join(next: Pick<Fingerprint, 'sums' | 'sumsOfSums' | 'bytes'>): void {
    const groups = Math.ceil(next.bytes / 16);
    for (let lane = 0; lane < 4; lane += 1) {
      const sum = this.sums[lane] as number;
      const sumOfSums = (this.sumsOfSums[lane] as number) + Math.imul(sum, groups);
      this.sumsOfSums[lane] = (sumOfSums + (next.sumsOfSums[lane] as number)) | 0;
      this.sums[lane] = (sum + (next.sums[lane] as number)) | 0;
    }
    this.bytes += next.bytes;
  }

  /** 16 hex digits. */
  hex(): string {
    let high = 0x811c9dc5;
    let low = 0x01000193;
    const fold = (word: number) => {
      high = Math.imul(high ^ word, 0x01000193);
      low = Math.imul(((low << 13) | (low >>> 19)) ^ word, 0x5bd1e995);
    };
    fold(this.bytes % 2 ** 32);
    fold(Math.floor(this.bytes / 2 ** 32));
    for (let lane = 0; lane < 4; lane += 1) fold(this.sums[lane] as number);
    for (let lane = 0; lane < 4; lane += 1) fold(this.sumsOfSums[lane] as number);
    return hex16(high, low);
  }
}
