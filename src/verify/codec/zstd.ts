import * as zlib from 'node:zlib';
import { Broken } from '../contract/findings.ts';

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** In Node from 22.15 and 23.8. */
let decompress = (zlib as { zstdDecompressSync?: Decompress }).zstdDecompressSync;

/**
 * To be awaited before `zstdDecompress`. Where Node has no zstd, the decoder of its makers is loaded as WebAssembly, which takes a
 * tenth of a second; so nothing but zstd waits for it.
 */
export async function readyZstd(): Promise<void> {
  decompress ??= await asWebAssembly();
}

/** One zstd frame, or several in a row, that lie in memory; checked against their XXH64 where they have one. Call `readyZstd` before. */
export function zstdDecompress(bytes: Uint8Array, mostBytes: number, offset: number): Uint8Array {
  if (decompress === undefined) throw new Error('zstdDecompress before readyZstd');
  try {
    return decompress(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    throw new Broken('L1', 'zstd-broken', `cannot be decompressed: ${String(error).slice(0, 120)}`, {
      offset,
    });
  }
}

/** What fits into so many times the room of the compressed bytes is decompressed in one go. */
const FIRST_ROOM = 8;
const LEAST_ROOM_BYTES = 2 ** 16;
/** Where its addresses turn negative is not far above. */
const MOST_ROOM_BYTES = 2 ** 30;

async function asWebAssembly(): Promise<Decompress> {
  const { ZSTDDecoder } = await import('zstddec');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (bytes, { maxOutputLength }) => {
    // Its memory is never given back: so much as is allowed is taken only where less was not enough.
    for (let room = Math.max(LEAST_ROOM_BYTES, bytes.length * FIRST_ROOM); ; room *= 4) {
      const most = Math.min(room, maxOutputLength, MOST_ROOM_BYTES);
      // It answers whatever went wrong, room that does not do among it, with nothing.
      const content = decoder.decode(bytes, most);
      if (content.length > 0) return content;
      if (most < room) throw new Error(`it is damaged, empty, or larger than ${most} bytes`);
    }
  };
}
