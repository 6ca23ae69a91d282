import { crc32 } from '../verify/codec/crc32.ts';
import type { Piece } from './row.ts';

/** Of LevelDB's log: blocks of 32 KiB counted from the file's start, in each fragments of CRC-32, u16 length and u8 type. */
const BLOCK_BYTES = 32_768;
const FRAGMENT_BYTES = 7;
const FULL = 1;
const FIRST = 2;
const LAST = 4;
/** Longer records hold code and tables. */
const MOST_RECORD_BYTES = 2 ** 22;

/**
 * The whole records of a piece of such a log, of which the first `headerBytes` of the file are no part. A piece from the middle is
 * taken from its first block on, and there from the first record that begins in it; so is what follows a fragment whose sum is wrong.
 * `cut`: the last record's end is not there yet.
 */
export function* blockRecords(
  { bytes, at }: Piece,
  headerBytes: number,
): Generator<{ bytes: Uint8Array } | 'cut'> {
  let parts: Uint8Array[] | undefined;
  for (const fragment of fragments(bytes, at, headerBytes)) {
    if (fragment === 'broken') {
      parts = undefined;
      continue;
    }
    const { type, data } = fragment;
    if (type === FULL || type === FIRST) parts = [data];
    else parts?.push(data);
    const isTooLong =
      parts !== undefined && parts.reduce((sum, part) => sum + part.length, 0) > MOST_RECORD_BYTES;
    if (isTooLong) parts = undefined;
    if (type !== FULL && type !== LAST) continue;
    if (parts) yield { bytes: Buffer.concat(parts) };
    parts = undefined;
  }
  if (parts) yield 'cut';
}

function* fragments(
  bytes: Uint8Array,
  at: number,
  headerBytes: number,
): Generator<{ type: number; data: Uint8Array } | 'broken'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // From here on positions are those of the file, and `at` is where the piece begins in it.
  let position = at === 0 ? headerBytes : Math.ceil(at / BLOCK_BYTES) * BLOCK_BYTES;
  const end = at + bytes.length;
  while (position + FRAGMENT_BYTES <= end) {
    const left = BLOCK_BYTES - (position % BLOCK_BYTES);
    const length = left < FRAGMENT_BYTES ? 0 : view.getUint16(position - at + 4, true);
    const next = position + FRAGMENT_BYTES + length;
    if (left < FRAGMENT_BYTES) position += left;
    else if (next > end && length <= left - FRAGMENT_BYTES) return;
    else {
      const from = position - at;
      const isRight =
        length <= left - FRAGMENT_BYTES &&
        view.getUint32(from, true) === crc32(bytes.subarray(from + 6, next - at), 0);
      if (isRight)
        yield { type: bytes[from + 6] ?? 0, data: bytes.subarray(from + FRAGMENT_BYTES, next - at) };
      else yield 'broken';
      position = isRight ? next : position + left;
    }
  }
}
