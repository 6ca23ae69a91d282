/**
 * A fast fingerprint of a stretch of bytes, to tell whether a tensor changed. The bytes are read as little-endian 32-bit
 * words in four lanes (word i in lane i mod 4), padded with zeros to 16 bytes; each lane keeps the sum of its words and the
 * sum of those sums, modulo 2^32 (Fletcher's scheme, so order counts). It can be computed slice by slice and joined.
 */
export class Fingerprint {
  readonly sums = new Uint32Array(4);
  readonly sumsOfSums = new Uint32Array(4);
  bytes = 0;

  /** `bytes.length` must be a multiple of 16 in every call but the last. */
  add(bytes: Uint8Array): void {
    const whole = bytes.length - (bytes.length % 16);
    if (whole > 0) this.#addGroups(bytes.subarray(0, whole));
    if (whole < bytes.length) {
      const last = new Uint8Array(16);
      last.set(bytes.subarray(whole));
      this.#addGroups(last);
    }
    this.bytes += bytes.length;
  }

  /** Appends what was computed over the stretch that follows this one. This one's length must be a multiple of 16. */
  join(next: Pick<Fingerprint, 'sums' | 'sumsOfSums' | 'bytes'>): void {
    const groups = Math.ceil(next.bytes / 16);
    for (let lane = 0; lane < 4; lane += 1) {
      const sum = this.sums[lane] as number;
      this.sumsOfSums[lane] =
        (this.sumsOfSums[lane] as number) + Math.imul(sum, groups) + (next.sumsOfSums[lane] as number);
      this.sums[lane] = sum + (next.sums[lane] as number);
    }
    this.bytes += next.bytes;
  }

  /** 16 hex digits. */
  hex(): string {
    let high = 0x811c9dc5;
    let low = 0x01000193;
    const length = [this.bytes % 2 ** 32, Math.floor(this.bytes / 2 ** 32)];
    for (const word of [...length, ...this.sums, ...this.sumsOfSums]) {
      high = Math.imul(high ^ word, 0x01000193);
      low = Math.imul(((low << 13) | (low >>> 19)) ^ word, 0x5bd1e995);
    }
    return hex8(high) + hex8(low);
  }

  #addGroups(bytes: Uint8Array): void {
    const own = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    const words = new Uint32Array(own.buffer, own.byteOffset, own.length / 4);
    for (let lane = 0; lane < 4; lane += 1) {
      let sum = (this.sums[lane] as number) | 0;
      let sumOfSums = (this.sumsOfSums[lane] as number) | 0;
      for (let i = lane; i < words.length; i += 4) {
        sum = (sum + (words[i] as number)) | 0;
        sumOfSums = (sumOfSums + sum) | 0;
      }
      this.sums[lane] = sum;
      this.sumsOfSums[lane] = sumOfSums;
    }
  }
}

const hex8 = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
