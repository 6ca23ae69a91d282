import type { Clock } from '../../clock.js';
import type { Budgets } from '../contract/budgets.js';
import type { RangeSource } from '../contract/source.js';
/**
 * What a source may offer beyond `RangeSource`. `readInto` spares an allocation per chunk; `changed` says what moved
 * under our feet since the source was opened, or undefined.
 */
export interface SourceExtras {
    readInto?(offset: number, target: Uint8Array): Promise<void>;
    /** The same without waiting, where nothing need be waited for (a local file). */
    readIntoNow?(offset: number, target: Uint8Array): void;
    /** An open file descriptor of this process, for threads that read beside this one. */
    readonly descriptor?: number;
    changed?(): Promise<string | undefined>;
}
/** The only way in which a parser reads: counted, inside the file, bounded in time, ended by an abort. */
export declare class BoundedReader {
    #private;
    requests: number;
    bytesRead: number;
    readonly sizeBytes: number;
    constructor(source: RangeSource & SourceExtras, budgets: Budgets, clock: Clock, signal?: AbortSignal);
    get label(): string;
    /** A read costs next to nothing. */
    get isLocal(): boolean;
    /** Reads the start once; later reads inside it cost nothing. */
    head(length: number): Promise<Uint8Array>;
    read(offset: number, length: number): Promise<Uint8Array>;
    /** Like `read`, into memory that the caller uses again. */
    readInto(offset: number, target: Uint8Array): Promise<void>;
    /** @returns false when this source cannot read without waiting; then nothing was done */
    readIntoNow(offset: number, target: Uint8Array): boolean;
    /** Reads that workers did. */
    countOthers(requests: number, bytes: number): void;
    /** Throws when the source knows that the file is not the one that was opened. */
    mustBeUnchanged(): Promise<void>;
    throwIfStopped(): void;
    mustLieInside(offset: number, length: number): void;
    /** A wait for the source: ends with an abort, and tells a file that shrank. */
    bounded<T>(read: () => Promise<T>): Promise<T>;
}
