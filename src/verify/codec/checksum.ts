import { Broken } from '../contract/findings.ts';

/** Eight hex digits of 32 bits, signed or not. */
export const hex8 = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

/** @param what of the file is not what its checksum says */
export const sumDiffers = (
  what: string,
  offset: number,
  { stored, found }: { stored: number; found: number },
): Broken => new Broken('L1', 'crc-mismatch', what, { offset, expected: hex8(stored), found: hex8(found) });
