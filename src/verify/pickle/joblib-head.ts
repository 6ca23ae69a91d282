import { constants, inflateRawSync } from 'node:zlib';
import { startsWith } from '../read/sniff.ts';
import { unpacksToPickle } from './sniff.ts';

/** So much of a file is unpacked to see what is in it; deflate makes at most a thousand times as much of it. */
const TASTED_BYTES = 1024;
const GZIP = Uint8Array.of(0x1f, 0x8b);
/**
 * Before joblib 0.10: the length of the unpacked data in hexadecimal, padded to 19 characters (20 in Python 2 before 0.8.5), then a zlib
 * stream: a pickle, or in `_01.npy.z` beside one nothing but the numbers of an array.
 */
const OLD = /^ZF(0x[0-9a-f]{1,16})L? +(?=[^ ])/;
const OLD_HEADER_BYTES = [21, 22];

export interface OldHeader {
  bytes: number;
  unpackedBytes: number;
}

export function oldHeader(head: Uint8Array): OldHeader | undefined {
  const [header = '', length = ''] = OLD.exec(Buffer.from(head.subarray(0, 40)).toString('latin1')) ?? [];
  const isHeader = OLD_HEADER_BYTES.includes(header.length) && isZlib(head.subarray(header.length));
  return isHeader ? { bytes: header.length, unpackedBytes: Number(length) } : undefined;
}

export type Wrapping = 'zlib' | 'gzip';

/** The method is deflate, and the two bytes together a multiple of 31 (RFC 1950). */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && first >> 4 <= 7 && (second & 0x20) === 0 && ((first << 8) | second) % 31 === 0;

export function wrappingOf(head: Uint8Array): Wrapping | undefined {
  const wrapping = startsWith(head, GZIP) ? 'gzip' : isZlib(head) ? 'zlib' : undefined;
  return wrapping !== undefined && holdsPickle(wrapping, head) ? wrapping : undefined;
}

/** Without the checksum at the end: what follows it is judged when all has been read. */
export function holdsPickle(wrapping: Wrapping, head: Uint8Array): boolean {
  const from = wrapping === 'gzip' ? gzipHeaderBytes(head) : 2;
  try {
    const start = inflateRawSync(head.subarray(from, from + TASTED_BYTES), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return unpacksToPickle(new Uint8Array(start));
  } catch {
    return false;
  }
}

/** Ten bytes, then an extra field, a name, a comment and a CRC where the flags say so (RFC 1952). */
function gzipHeaderBytes(head: Uint8Array): number {
  const flags = head[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (head[at] ?? 0) + 256 * (head[at + 1] ?? 0);
  for (const bit of [8, 16]) if ((flags & bit) !== 0) at = Math.max(head.indexOf(0, at), at) + 1;
  return (flags & 2) !== 0 ? at + 2 : at;
}
