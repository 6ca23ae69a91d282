import { type Crc32, slicingBy8 } from './crc32.ts';

/** CRC-32C (Castagnoli), continuing from `before` (0 at the start); an unsigned 32-bit number. */
export const crc32c: Crc32 = slicingBy8(0x82f63b78);

const MASK_DELTA = 0xa282ead8;

/**
 * How TensorFlow's files and LevelDB's tables store a CRC that lies beside the data it covers: rotated right by 15 bits
 * and moved by a constant, so that a CRC over data that holds CRCs does not fold in on itself.
 */
export const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
