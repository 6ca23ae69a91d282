import type { WordTest } from './dtype.js';
import type { Fingerprint } from './fingerprint.js';
/** Blocks are this long, so that no element ever lies across two of them. */
export declare const BLOCK_BYTES = 1024;
/** What is told of each block. */
export declare const NOT_ZERO = 1;
export declare const SUSPECT = 2;
export declare const SIGNED = 4;
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
export declare const plainWordScan: WordScan;
/** Flags of the words from `from` (even) to `to`; leaves the fingerprint alone. */
export declare function scanWords(words: Int32Array, from: number, to: number, { test: { mask, addend, test, sign }, oddOnly, totals }: Omit<WordScanJob, 'print'>): number;
