/**
 * Bytes that can be read by position: a local file, ranges over a channel, HTTP ranges of a store. The one seam through
 * which everything in `verify/` reads, so that a file is verified where it lives.
 */
export interface RangeSource {
    /** For messages: a path or URL without credentials. */
    readonly label: string;
    readonly sizeBytes: number;
    /** Exactly `length` bytes from `offset`; throws RangeError outside the file, and when the source shrank meanwhile. */
    read(offset: number, length: number): Promise<Uint8Array>;
    close(): Promise<void>;
}
