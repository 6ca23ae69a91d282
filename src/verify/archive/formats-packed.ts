import { constants, inflateSync } from 'node:zlib';
import type { Format, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';
import { beginsLzmaAlone } from './lzma-head.ts';
import { BZIP2_MAGIC, GZIP_MAGIC, LZ4_MAGIC, XZ_MAGIC } from './packed-magic.ts';
import type { PackedName } from './packed-walk.ts';

const CONTENT = 'the content by its own type where it fits into memory, a pickle of any length';

const packed = (format: Omit<Format, 'name' | 'open'> & { name: PackedName }): Format => ({
  ...format,

  async open(subject: Subject): Promise<Walk> {
    const { openPacked } = await import('./packed-walk.ts');
    return openPacked(subject, format.name);
  },
});

/** What was compressed for the way or for the shelf. What is inside is looked into, as whatever the roster says it is. */
export const gzip: Format = packed({
  name: 'gzip',
  proves:
    'every member: header, CRC-32 and length of its content, nothing after it; the content by its own type where it fits into memory',
  checksum: 'CRC-32 of the content',
  recognises: ({ head }) => startsWith(head, GZIP_MAGIC),
});

export const xz: Format = packed({
  name: 'xz',
  proves: `every stream: headers, blocks, index and end agree, and each block’s check; nothing after them; ${CONTENT}`,
  checksum: 'CRC-32, CRC-64 or SHA-256 of the content, unless the writer asked for none',
  recognises: ({ head }) => startsWith(head, XZ_MAGIC),
});

export const lzma: Format = packed({
  name: 'lzma',
  proves: `the stream to its end mark or its declared length, nothing after it; ${CONTENT}`,
  checksum: 'none',
  recognises: ({ head }) => beginsLzmaAlone(head),
});

export const bzip2: Format = packed({
  name: 'bzip2',
  proves: `every stream and block by its CRC, nothing after them; ${CONTENT}`,
  checksum: 'CRC-32 of each block and of each stream',
  recognises: ({ head }) =>
    startsWith(head, BZIP2_MAGIC) && (head[3] ?? 0) >= 0x31 && (head[3] ?? 0) <= 0x39 && beginsBlock(head),
});

export const lz4: Format = packed({
  name: 'lz4',
  proves: `frames and blocks that tile the file, each by the checksum it has; ${CONTENT}`,
  checksum: 'XXH32 of the content or of each block, where the writer asked for it',
  recognises: ({ head }) => startsWith(head, LZ4_MAGIC),
});

export const zlib: Format = packed({
  name: 'zlib',
  proves: `the stream to its Adler-32, nothing after it; ${CONTENT}`,
  checksum: 'Adler-32 of the content',
  recognises: ({ head }) => isZlib(head),
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
