import type { BulkWork } from './bulk.js';
/**
 * Threads that compute CRCs and scans of slices: this one and `jobs - 1` others. One pool may serve many files, one after
 * another or together.
 */
export declare class ScanPool {
    #private;
    constructor(jobs: number);
    /** Work on one open file. */
    of(descriptor: number): BulkWork;
    /** May be called again while it is under way. */
    close(): Promise<void>;
}
/** Does work with a pool where that pays, and ends the pool's threads whatever happens. */
export declare function withPool<T>(jobs: number | undefined, largestBytes: number, work: (workers: ScanPool | undefined) => Promise<T>, signal?: AbortSignal): Promise<T>;
