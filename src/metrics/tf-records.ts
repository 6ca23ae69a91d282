import { crc32c, masked } from '../verify/codec/crc32c.ts';
import type { Piece } from './row.ts';

/** u64 length and the masked CRC-32C of it; after the data its own CRC (facts from TensorFlow's record writer). */
const HEADER_BYTES = 12;
const TRAILER_BYTES = 4;
/** No file of metrics is longer, so no record of it is. */
const MOST_LENGTH = 2 ** 40;

/** Headers made to claim one another's bytes would cost the square of them. */
const MOST_SUMS = 4;

export type Framed = { bytes: Uint8Array } | 'cut';

/**
 * The whole records of a piece. One that begins in the middle of a file begins at its first byte from which a header's CRC is right,
 * which is not so by chance; so does what follows a record whose data has another CRC. `cut`: its end is not there yet.
 */
export function* tfRecords({ bytes }: Piece): Generator<Framed> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  let left = MOST_SUMS * bytes.length;
  while (at + HEADER_BYTES <= bytes.length) {
    const length = lengthAt(view, bytes, at);
    const dataAt = at + HEADER_BYTES;
    if (length === undefined) {
      at += 1;
    } else if (dataAt + length + TRAILER_BYTES > bytes.length || length > left) {
      yield 'cut';
      return;
    } else {
      const data = bytes.subarray(dataAt, dataAt + length);
      left -= length;
      const isWhole = view.getUint32(dataAt + length, true) === masked(crc32c(data, 0));
      if (isWhole) yield { bytes: data };
      at = isWhole ? dataAt + length + TRAILER_BYTES : at + 1;
    }
  }
  if (at < bytes.length && bytes.length > 0) yield 'cut';
}

function lengthAt(view: DataView, bytes: Uint8Array, at: number): number | undefined {
  if (view.getUint32(at + 4, true) > MOST_LENGTH / 2 ** 32) return;
  if (view.getUint32(at + 8, true) !== masked(crc32c(bytes.subarray(at, at + 8), 0))) return;
  return Number(view.getBigUint64(at, true));
}
