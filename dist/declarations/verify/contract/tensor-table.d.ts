import type { Moments } from './moments.js';
/** What is known about one tensor of a file, for comparisons. */
export interface TensorRow {
    name: string;
    /** As in `DTYPES`, or the format's own word for packed types (`q4_k`). */
    dtype: string;
    shape: readonly number[];
    /**
     * 16 hex digits over the stored bytes (`Fingerprint`); of tensors that share a storage, over that storage. Equal bytes
     * give equal fingerprints; it is no cryptographic digest. Absent where the bytes were never read as a whole.
     */
    fingerprint?: string;
    nonFinite: number;
    /**
     * Where its numbers lie in the file as they are, little-endian; of tensors that share a storage, that storage. Absent where they are
     * compressed, packed, in another file's member or in the program itself.
     */
    at?: {
        offset: number;
        bytes: number;
    };
    /** Only when the caller asked for them. */
    moments?: Moments;
}
/** The tensors of one file in the order in which they were read. Names are the box's: untrusted text. */
export declare class TensorTable {
    #private;
    add(row: TensorRow): void;
    get rows(): readonly TensorRow[];
    /** SHA-256 over names, types, shapes and fingerprints in the order of names: equal when no tensor differs. */
    digest(): string | undefined;
}
