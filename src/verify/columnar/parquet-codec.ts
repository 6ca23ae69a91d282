import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { lz4Block } from '../codec/lz4-block.ts';
import { snappyLength, unsnappy } from '../codec/snappy.ts';
import { zstdDecompress } from '../codec/zstd.ts';
import { Broken } from '../contract/findings.ts';
import { CODECS } from './parquet-footer.ts';

type Unpack = (packed: Uint8Array, bytes: number, offset: number) => Uint8Array;

const UNPACK: Readonly<Record<(typeof CODECS)[number], Unpack | undefined>> = {
  none: (packed) => packed,
  snappy(packed, bytes, offset) {
    const { value } = snappyLength(packed, offset);
    return value === bytes ? unsnappy(packed, offset) : new Uint8Array(0);
  },
  // With gzip's header or zlib's: readers take both.
  gzip: (packed, bytes, offset) =>
    zlibs(offset, () => unzipSync(packed, { maxOutputLength: Math.max(1, bytes) })),
  lzo: undefined,
  brotli: (packed, bytes, offset) =>
    zlibs(offset, () => brotliDecompressSync(packed, { maxOutputLength: Math.max(1, bytes) })),
  lz4: (packed, bytes, offset) => hadoopLz4(packed, bytes) ?? rawLz4(packed, bytes, offset),
  zstd: (packed, bytes, offset) => zstdDecompress(packed, Math.max(1, bytes), offset),
  'lz4-raw': rawLz4,
};

/** Whether pages of this codec (its number in the footer) can be read. */
export const canUnpack = (codec: number): boolean => UNPACK[CODECS[codec] ?? 'lzo'] !== undefined;

/**
 * Unpacks a page into exactly as many bytes as its header says; never more are made. `readyZstd` comes before.
 *
 * @param offset of the page in the file
 */
export function unpackPage(codec: number, packed: Uint8Array, bytes: number, offset: number): Uint8Array {
  const unpack = UNPACK[CODECS[codec] ?? 'lzo'];
  if (unpack === undefined) throw new Error(`no codec ${codec}`);
  const unpacked = bytes === 0 && packed.length === 0 ? packed : unpack(packed, bytes, offset);
  if (unpacked.length === bytes) return unpacked;
  throw new Broken('L1', 'parquet-values', 'a page does not unpack to the size that its header says', {
    offset,
    expected: `${bytes} bytes`,
  });
}

function zlibs(offset: number, work: () => Uint8Array): Uint8Array {
  try {
    return work();
  } catch (error) {
    throw new Broken('L1', 'parquet-values', `a page cannot be unpacked: ${(error as Error).message}`, {
      offset,
    });
  }
}

function rawLz4(packed: Uint8Array, bytes: number, offset: number): Uint8Array {
  const out = new Uint8Array(bytes);
  return out.subarray(0, lz4Block(packed, out, 0, offset));
}

/** As Hadoop frames blocks: how much they unpack to, then each behind its size, until it is all there; most significant byte first. */
function hadoopLz4(packed: Uint8Array, bytes: number): Uint8Array | undefined {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const out = new Uint8Array(bytes);
  let [at, to] = [0, 0];
  while (packed.length - at >= 8) {
    const end = to + view.getUint32(at);
    at += 4;
    if (end > bytes) return undefined;
    do {
      const size = packed.length - at < 4 ? Number.NaN : view.getUint32(at);
      at += 4;
      if (!(size <= packed.length - at)) return undefined;
      const reached = blockEnd(packed.subarray(at, at + size), out.subarray(0, end), to);
      if (reached === undefined) return undefined;
      to = reached;
      at += size;
    } while (to < end);
  }
  return at === packed.length && to === bytes ? out : undefined;
}

function blockEnd(packed: Uint8Array, out: Uint8Array, from: number): number | undefined {
  try {
    return lz4Block(packed, out, from, 0);
  } catch (error) {
    if (error instanceof Broken) return undefined;
    throw error;
  }
}
