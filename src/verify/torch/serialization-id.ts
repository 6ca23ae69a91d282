import type { ZipEntry } from '../archive/zip-directory.ts';

const WORD = (1n << 64n) - 1n;

/**
 * The second half of `.data/serialization_id`: a running hash of the CRCs of all members before it, in the order in which
 * they were written; members without content are left out. Seen in files of torch 2.15.
 * @param before members in file order
 * @returns 20 decimal digits
 */
export function runningHash(before: readonly ZipEntry[]): string {
  let hash = 0n;
  for (const { crc, bytes } of before) {
    if (bytes > 0) hash ^= (BigInt(crc) + 0x9e3779b9n + (hash << 6n) + (hash >> 2n)) & WORD;
  }
  return hash.toString().padStart(20, '0');
}
