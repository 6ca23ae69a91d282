import type { ScanSpec, ScanState } from './element-scan.js';
/** A stretch of which only a CRC-32 and a scan are wanted, so that it can be cut into slices and done in any order. */
export interface Bulk {
    crc: boolean;
    scan?: ScanSpec | undefined;
    /** Called once, with what was found in the whole stretch. */
    took(slice: BulkSlice): void;
}
export interface BulkSlice {
    bytes: number;
    /** Of the slice alone. */
    crc?: number;
    scan?: ScanState;
}
/** Whoever does bulk work beside the thread that reads. */
export interface BulkWork {
    /**
     * All slices joined to one; `bulk.took` is the caller's to call, when the region's turn has come.
     *
     * @param onSlice called in order with the bytes of each
     */
    work(offset: number, length: number, bulk: Bulk, onSlice: (bytes: number) => void): Promise<BulkSlice>;
}
