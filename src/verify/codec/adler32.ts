/** The largest prime below 2^16 (RFC 1950). */
const BASE = 65_521;
/** So many bytes add up to less than 2^31. */
const PIECE_BYTES = 5552;

export function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    for (const byte of bytes.subarray(from, from + PIECE_BYTES)) {
      low += byte;
      high += low;
    }
    low %= BASE;
    high %= BASE;
  }
  return high * 65_536 + low;
}
