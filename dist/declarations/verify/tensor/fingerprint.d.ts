/**
 * A fast fingerprint of a stretch of bytes, to tell whether a tensor changed. The bytes are read as little-endian 32-bit
 * words in four lanes (word i in lane i mod 4), padded with zeros to 16 bytes; each lane keeps the sum of its words and the
 * sum of those sums, modulo 2^32 (Fletcher's scheme, so order counts). It can be computed slice by slice and joined.
 */
export declare class Fingerprint {
    /** Four signed 32-bit numbers each; plain arrays, because a file may have a million tensors of a few bytes. */
    readonly sums: number[];
    readonly sumsOfSums: number[];
    bytes: number;
    /** `bytes.length` must be a multiple of 16 in every call but the last. */
    add(bytes: Uint8Array): void;
    /** The first `count` words, a multiple of 4; the caller adds to `bytes`. */
    addWords(words: Int32Array, count: number): void;
    /** Appends what was computed over the stretch that follows this one. This one's length must be a multiple of 16. */
    join(next: Pick<Fingerprint, 'sums' | 'sumsOfSums' | 'bytes'>): void;
    /** 16 hex digits. */
    hex(): string;
}
