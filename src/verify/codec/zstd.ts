import * as zlib from 'node:zlib';
import { Broken, Unsettled } from '../contract/findings.ts';

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** In Node from 22.15 and 23.8. */
const builtIn = (zlib as { zstdDecompressSync?: Decompress }).zstdDecompressSync;

export const zstdReadable = builtIn !== undefined;

/** One zstd stream that lies in memory. Throws `Unsettled` where this Node cannot read zstd. */
export function zstdDecompress(bytes: Uint8Array, mostBytes: number, offset: number): Uint8Array {
  if (builtIn === undefined) {
    const what = 'is compressed with zstd, which needs Node 22.15 or newer';
    throw new Unsettled('L1', 'zstd-unsupported', what, { offset });
  }
  try {
    return builtIn(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    throw new Broken('L1', 'zstd-broken', `cannot be decompressed: ${String(error).slice(0, 120)}`, {
      offset,
    });
  }
}
