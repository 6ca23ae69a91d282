import { type Moments } from '../contract/moments.js';
import type { Dtype } from './dtype.js';
import { Fingerprint } from './fingerprint.js';
import { type WordScan, type WordTotals } from './word-scan.js';
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
    zeroRuns: {
        from: number;
        to: number;
    }[];
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
    zeroRuns: {
        from: number;
        to: number;
    }[];
}
export declare const INDEXES_KEPT = 4096;
/** Ranged downloads lose whole pages. */
export declare const RUN_BYTES = 4096;
/**
 * Looks at a stretch of elements as it comes by, in blocks counted from its start. Memory is constant. One pass; details
 * are counted only in the blocks where something is odd. Two scans of stretches that follow each other can be joined.
 */
export declare class ElementScan {
    #private;
    /** With which another thread makes a scan that can be joined to this one. */
    readonly spec: ScanSpec;
    constructor(dtype: Dtype, options: ScanOptions, wordScan?: WordScan);
    feed(piece: Uint8Array): void;
    /** Call when everything was fed that this scan will be fed; then only `join` of another may follow. */
    state(): ScanState;
    /**
     * Appends what a scan of the same dtype and options found in the stretch that follows. This one must have been fed whole
     * blocks.
     */
    join(next: ScanState): void;
    finish(): ScanResult;
}
