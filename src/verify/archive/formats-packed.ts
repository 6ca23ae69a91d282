import { constants, inflateSync } from 'node:zlib';
import { Inflater } from '../codec/inflater.ts';
import { Broken } from '../contract/findings.ts';
import type { Format } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';
import { BZIP2_MAGIC, Bzip2Streams } from './bzip2-streams.ts';
import { LZ4_MAGIC, Lz4Frames } from './lz4-frames.ts';
import { beginsLzmaAlone, lzmaAlone } from './lzma-alone.ts';
import { asUnpacking, packed } from './packed.ts';
import type { Unpacking } from './unpacking.ts';
import { XZ_MAGIC, XzStreams } from './xz-streams.ts';

const CONTENT = 'the content by its own type where it fits into memory, a pickle of any length';

export const xz: Format = packed({
  name: 'xz',
  proves: `every stream: headers, blocks, index and end agree, and each block’s check; nothing after them; ${CONTENT}`,
  checksum: 'CRC-32, CRC-64 or SHA-256 of the content, unless the writer asked for none',
  recognises: ({ head }) => startsWith(head, XZ_MAGIC),
  unpack(sizeBytes, limits, sink) {
    const streams = new XzStreams(sizeBytes, limits, sink);
    return asUnpacking(streams.read(), streams);
  },
});

export const lzma: Format = packed({
  name: 'lzma',
  proves: `the stream to its end mark or its declared length, nothing after it; ${CONTENT}`,
  checksum: 'none',
  recognises: ({ head }) => beginsLzmaAlone(head),
  unpack: (sizeBytes, limits, sink) =>
    asUnpacking(lzmaAlone(sizeBytes, limits, sink), { isChecksummed: false }),
});

export const bzip2: Format = packed({
  name: 'bzip2',
  proves: `every stream and block by its CRC, nothing after them; ${CONTENT}`,
  checksum: 'CRC-32 of each block and of each stream',
  recognises: ({ head }) =>
    startsWith(head, BZIP2_MAGIC) && (head[3] ?? 0) >= 0x31 && (head[3] ?? 0) <= 0x39 && beginsBlock(head),
  unpack: (_sizeBytes, limits, sink) => new Bzip2Streams(limits, sink),
});

export const lz4: Format = packed({
  name: 'lz4',
  proves: `frames and blocks that tile the file, each by the checksum it has; ${CONTENT}`,
  checksum: 'XXH32 of the content or of each block, where the writer asked for it',
  recognises: ({ head }) => startsWith(head, LZ4_MAGIC),
  unpack(sizeBytes, limits, sink) {
    const frames = new Lz4Frames(sizeBytes, limits, sink);
    return asUnpacking(frames.read(), frames);
  },
});

export const zlib: Format = packed({
  name: 'zlib',
  proves: `the stream to its Adler-32, nothing after it; ${CONTENT}`,
  checksum: 'Adler-32 of the content',
  recognises: ({ head }) => isZlib(head),
  unpack(_sizeBytes, _limits, sink): Unpacking {
    const inflater = new Inflater(Number.MAX_SAFE_INTEGER, 0, sink, 'zlib');
    return {
      isChecksummed: true,
      feed: (piece) => inflater.feed(piece),
      async end(sizeBytes) {
        const used = await inflater.end();
        if (used !== sizeBytes)
          throw new Broken('L1', 'trailing-bytes', 'bytes follow the compressed stream', { offset: used });
      },
    };
  },
});

/** A block, or the end of a stream without any. */
const beginsBlock = (head: Uint8Array): boolean =>
  ['314159265359', '177245385090'].includes(Buffer.from(head.subarray(4, 10)).toString('hex'));

/**
 * The method is deflate, the two bytes together are a multiple of 31 (RFC 1950), and what follows inflates as far as it is there:
 * two letters alone may be any text.
 */
function isZlib(head: Uint8Array): boolean {
  const [first = 0, second = 0] = head;
  const isHeader =
    (first & 0x0f) === 8 && first >> 4 <= 7 && (second & 0x20) === 0 && ((first << 8) | second) % 31 === 0;
  if (!isHeader) return false;
  try {
    return inflateSync(head.subarray(0, 1024), { finishFlush: constants.Z_SYNC_FLUSH }).length > 0;
  } catch {
    return false;
  }
}
