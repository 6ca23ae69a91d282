import { joinMoments, type Moments, momentsOf } from '../contract/moments.ts';
import type { Dtype } from './dtype.ts';
import { decodeElements } from './element-values.ts';
import { BLOCK_BYTES } from './word-scan.ts';

/** The moments' loop, and the seam for a faster one: whatever replaces it must leave the same bits. */
export interface MomentScan {
  /**
   * Joins those of elements to those that came before. Block by block, so that they are the same however the bytes come.
   * @param bytes little-endian, whole blocks or less than one
   * @returns what came before for types whose numbers we do not decode
   */
  join(before: Moments, dtype: Dtype, bytes: Uint8Array): Moments;
}

/** Of elements that are decoded at once, because each array costs as much as a block. Whole blocks. */
const DECODED_BYTES = 64 * BLOCK_BYTES;

/** Plain JavaScript. */
export const plainMomentScan: MomentScan = {
  join(before, dtype, bytes) {
    let moments = before;
    for (let at = 0; at < bytes.length; at += DECODED_BYTES) {
      const some = bytes.subarray(at, at + DECODED_BYTES);
      const values = decodeElements(dtype, some);
      if (values === undefined) return before;
      const each = (values.length / some.length) * BLOCK_BYTES;
      for (let from = 0; from < values.length; from += each)
        moments = joinMoments(moments, momentsOf(values, from, Math.min(from + each, values.length)));
    }
    return moments;
  },
};
