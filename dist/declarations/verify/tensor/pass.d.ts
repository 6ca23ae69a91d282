import type { Hash } from 'node:crypto';
import type { Findings } from '../contract/findings.js';
import type { BoundedReader } from '../read/bounded-reader.js';
import type { Bulk, BulkWork } from './bulk.js';
/**
 * Takes a stretch of the file piece by piece, in order. A piece is only valid during the call: its memory is used again.
 * A promise is awaited; most return nothing, because this runs once per chunk and stretch.
 */
export interface Consumer {
    feed(piece: Uint8Array, fileOffset: number): void | Promise<void>;
    end(): void | Promise<void>;
}
export interface Region extends Consumer {
    readonly offset: number;
    readonly length: number;
    /** Set when the bytes need nothing but a CRC and a scan. Then workers may do it, and `feed` is not called. */
    readonly bulk?: Bulk;
}
/** The file as one region, for what is read front to back. */
export declare const wholeFile: ({ sizeBytes }: {
    sizeBytes: number;
}, taker: Consumer) => Region;
export interface PassOptions {
    chunkBytes: number;
    hash?: Hash;
    onProgress?: (bytesDone: number, bytesTotal: number) => void;
    /** Workers for what is `bulk`; without them everything is fed. */
    workers?: BulkWork;
}
/**
 * Reads the file once, front to back, and hands every byte to the hash and to the region it lies in. `regions` ascend and do
 * not overlap; they may be asked for some way ahead of the reading. A region that breaks is dropped; the others go on,
 * because a scanner that stops at the first fault can be made to miss the rest. Bytes in no region are read for the hash only.
 *
 * @returns whether every region was taken to its end
 */
export declare function sequentialPass(reader: BoundedReader, regions: Iterator<Region>, findings: Findings, options: PassOptions): Promise<boolean>;
