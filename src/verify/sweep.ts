import type { WordTest } from './dtype.ts';

/**
 * The inner loop of the value check, and the seam for a faster one: whatever replaces it must leave the same five numbers.
 * `words` is little-endian memory in our own byte order; what it means is the caller's business.
 */
export interface Sweep {
  /** Of the words seen since `reset`: OR and AND of the even and of the odd words, and OR of the word tests. */
  orEven: number;
  orOdd: number;
  andEven: number;
  andOdd: number;
  suspect: number;
  reset(): void;
  /** `oddOnly` tests only every second word (the upper halves of 64-bit floats). `from` must be even. */
  run(words: Int32Array, from: number, to: number, test: WordTest, oddOnly: boolean): void;
}

/** Plain JavaScript: 32-bit integer arithmetic on four words a turn. */
export class PlainSweep implements Sweep {
  orEven = 0;
  orOdd = 0;
  andEven = -1;
  andOdd = -1;
  suspect = 0;

  reset(): void {
    this.orEven = 0;
    this.orOdd = 0;
    this.andEven = -1;
    this.andOdd = -1;
    this.suspect = 0;
  }

  run(words: Int32Array, from: number, to: number, { mask, addend, test }: WordTest, oddOnly: boolean): void {
    let { orEven, orOdd, andEven, andOdd } = this;
    let flags = 0;
    const evenMask = oddOnly ? 0 : mask;
    const evenAddend = oddOnly ? 0 : addend;
    let i = from;
    for (const last = to - 1; i < last; i += 2) {
      const even = words[i] as number;
      const odd = words[i + 1] as number;
      orEven |= even;
      andEven &= even;
      orOdd |= odd;
      andOdd &= odd;
      flags |= ((even & evenMask) + evenAddend) | ((odd & mask) + addend);
    }
    if (i < to) {
      const even = words[i] as number;
      orEven |= even;
      andEven &= even;
      flags |= (even & evenMask) + evenAddend;
    }
    this.orEven = orEven;
    this.orOdd = orOdd;
    this.andEven = andEven;
    this.andOdd = andOdd;
    this.suspect |= flags & test;
  }
}
