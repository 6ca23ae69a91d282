import type { WordTest } from './dtype.ts';
import type { Fingerprint } from './fingerprint.ts';

/** Blocks are this long, so that no element ever lies across two of them. */
export const BLOCK_BYTES = 1024;

/** What is told of each block. */
export const NOT_ZERO = 1;
export const SUSPECT = 2;
export const SIGNED = 4;

/** OR and AND of all even and of all odd 32-bit words: enough to tell zero and constant tensors. */
export interface WordTotals {
  orEven: number;
  orOdd: number;
  andEven: number;
  andOdd: number;
}

export interface WordScanJob {
  test: WordTest;
  /** Test only every second word: the upper halves of 64-bit floats. */
  oddOnly: boolean;
  totals: WordTotals;
  print: Fingerprint;
}

/**
 * The inner loop of the value check, and the seam for a faster one: whatever replaces it must leave the same numbers.
 * `bytes` are whole blocks, little-endian; one byte of flags is written for each.
 */
export interface WordScan {
  run(bytes: Uint8Array, job: WordScanJob, flags: Uint8Array): void;
}

/** Plain JavaScript: 32-bit integer arithmetic, two words a turn. */
export const plainWordScan: WordScan = {
  run(bytes, job, flags) {
    const own = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
    const words = new Int32Array(own.buffer, own.byteOffset, own.length / 4);
    const step = BLOCK_BYTES / 4;
    for (let block = 0; block * step < words.length; block += 1) {
      flags[block] = scanWords(words, block * step, (block + 1) * step, job);
    }
    job.print.add(bytes);
  },
};

/** Flags of the words from `from` (even) to `to`; leaves the fingerprint alone. */
export function scanWords(
  words: Int32Array,
  from: number,
  to: number,
  { test: { mask, addend, test, sign }, oddOnly, totals }: Omit<WordScanJob, 'print'>,
): number {
  let [orEven, orOdd, andEven, andOdd, suspect] = [0, 0, -1, -1, 0];
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
    suspect |= ((even & evenMask) + evenAddend) | ((odd & mask) + addend);
  }
  if (i < to) {
    const even = words[i] as number;
    orEven |= even;
    andEven &= even;
    suspect |= (even & evenMask) + evenAddend;
  }
  totals.orEven |= orEven;
  totals.orOdd |= orOdd;
  totals.andEven &= andEven;
  totals.andOdd &= andOdd;
  const or = orEven | orOdd;
  return (
    (or === 0 ? 0 : NOT_ZERO) | ((suspect & test) === 0 ? 0 : SUSPECT) | ((or & sign) === 0 ? 0 : SIGNED)
  );
}
