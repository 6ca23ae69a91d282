import type { RangeSource } from '../contract/source.ts';
import type { BoundedReader } from './bounded-reader.ts';

/** A stretch of a file that is being verified, as a file of its own. Reads are counted and bounded by the outer reader. */
export function windowSource(
  reader: BoundedReader,
  offset: number,
  sizeBytes: number,
  label: string,
): RangeSource {
  return {
    label,
    sizeBytes,
    async read(from, length) {
      if (from < 0 || from + length > sizeBytes)
        throw new RangeError(`${length} bytes from ${from} lie outside ${label} (${sizeBytes} bytes)`);
      return await reader.read(offset + from, length);
    },
    close: async () => {},
  };
}

/** Something that was unpacked into memory, as a file. */
export function bytesSource(bytes: Uint8Array, label: string): RangeSource {
  return {
    label,
    sizeBytes: bytes.length,
    async read(from, length) {
      if (from < 0 || from + length > bytes.length)
        throw new RangeError(`${length} bytes from ${from} lie outside ${label} (${bytes.length} bytes)`);
      return bytes.subarray(from, from + length);
    },
    close: async () => {},
  };
}
