import { createHash } from 'node:crypto';
import type { Moments } from './moments.ts';

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
  at?: { offset: number; bytes: number };
  /** Only when the caller asked for them. */
  moments?: Moments;
}

/** The tensors of one file in the order in which they were read. Names are the box's: untrusted text. */
export class TensorTable {
  readonly #rows: TensorRow[] = [];

  add(row: TensorRow): void {
    this.#rows.push(row);
  }

  get rows(): readonly TensorRow[] {
    return this.#rows;
  }

  /** SHA-256 over names, types, shapes and fingerprints in the order of names: equal when no tensor differs. */
  digest(): string | undefined {
    if (this.#rows.length === 0) return undefined;
    const lines = this.#rows.map(
      ({ name, dtype, shape, fingerprint }) =>
        `${JSON.stringify(name)} ${dtype} ${shape.join('x')} ${fingerprint ?? '-'}\n`,
    );
    return createHash('sha256').update(lines.sort().join('')).digest('hex');
  }
}
