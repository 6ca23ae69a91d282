import { Broken } from '../contract/findings.ts';

/** Eight hex digits of 32 bits, signed or not. */
export const hex8 = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const digit = (word: number, place: number): number => DIGITS[(word >>> (28 - 4 * place)) & 15] as number;

/** Sixteen of two such words, made at once: a file may have a million tensors. */
export const hex16 = (high: number, low: number): string =>
  String.fromCharCode(
    digit(high, 0),
    digit(high, 1),
    digit(high, 2),
    digit(high, 3),
    digit(high, 4),
    digit(high, 5),
    digit(high, 6),
    digit(high, 7),
    digit(low, 0),
    digit(low, 1),
    digit(low, 2),
    digit(low, 3),
    digit(low, 4),
    digit(low, 5),
    digit(low, 6),
    digit(low, 7),
  );

/** @param what of the file is not what its checksum says */
export const sumDiffers = (
  what: string,
  offset: number,
  { stored, found }: { stored: number; found: number },
): Broken => new Broken('L1', 'crc-mismatch', what, { offset, expected: hex8(stored), found: hex8(found) });
