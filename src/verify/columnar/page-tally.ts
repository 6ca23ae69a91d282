import { unpackedInMemory } from '../contract/expansion.ts';
import { Broken } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';

/** Unpacked beyond the file's own size: what a small file may cost. */
const FREE_BYTES = 512 * 1024 ** 2;
/** At 50 MB a second, which a busy machine reads, that is half of the wall time that a file may take. */
const PER_FILE_BYTE = 0.5;

/** What the walks of all chunks add up to, and how much of their pages may still be read. */
export class PageTally {
  pages = 0;
  /** Without a checksum. */
  unguarded = 0;
  /** Walked, but not unpacked or read. */
  unread = 0;
  /** One page takes no more than this in memory, packed or unpacked. */
  readonly mostPageBytes: number;
  readonly #layouts = new Map<string, string>();
  #leftBytes: number;

  constructor(subject: Subject) {
    this.mostPageBytes = unpackedInMemory(subject);
    this.#leftBytes = FREE_BYTES + PER_FILE_BYTE * subject.sizeBytes;
  }

  /** Whether a page of such sizes is read: neither memory nor time must run out because of what a file claims of itself. */
  allows(bytes: number, uncompressedBytes: number, values: number): boolean {
    if (Math.max(bytes, uncompressedBytes, 4 * values) > this.mostPageBytes) return false;
    this.#leftBytes -= uncompressedBytes + values;
    return this.#leftBytes >= 0;
  }

  /** Columns of one list or group must lay it out in the same way, or no reader can put them together. */
  mustLayOutAlike(rowGroup: number, group: number, told: string, column: string, offset: number): void {
    const key = `${rowGroup}:${group}`;
    const known = this.#layouts.get(key);
    if (known === undefined) this.#layouts.set(key, told);
    else if (known !== told)
      throw new Broken(
        'L2',
        'parquet-values',
        `column ${JSON.stringify(column)} is not laid out as its neighbours are`,
        {
          offset,
        },
      );
  }
}
