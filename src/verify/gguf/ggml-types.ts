import { DTYPES, type Dtype } from '../tensor/dtype.ts';

/** Bits of one byte of a block: where it lies in the block, and which bits of it are meant. */
export type ByteBits = readonly [at: number, mask: number];

/** A floating-point number inside a block that scales its elements. */
export interface ScaleField {
  /** It is NaN or infinite exactly when all these bits are set. */
  exponent: readonly ByteBits[];
  /** All its bits but the sign; it is zero exactly when none is set. Empty where the type has no zero. */
  magnitude: readonly ByteBits[];
}

export interface GgmlType {
  /** Our word, for tables. */
  name: string;
  /** Elements that are packed together; a row is a whole number of blocks. */
  blockElements: number;
  blockBytes: number;
  /** Of plain types; block types have scales instead. */
  dtype?: Dtype;
  scales: readonly ScaleField[];
}

const plain = (dtype: Dtype): GgmlType => ({
  name: dtype.name,
  blockElements: 1,
  blockBytes: dtype.bits / 8,
  dtype,
  scales: [],
});

const block = (
  name: string,
  blockElements: number,
  blockBytes: number,
  ...scales: ScaleField[]
): GgmlType => ({
  name,
  blockElements,
  blockBytes,
  scales,
});

const f16 = (at: number): ScaleField => ({
  exponent: [[at + 1, 0x7c]],
  magnitude: [
    [at, 0xff],
    [at + 1, 0x7f],
  ],
});

const f32 = (at: number): ScaleField => ({
  exponent: [
    [at + 3, 0x7f],
    [at + 2, 0x80],
  ],
  magnitude: [
    [at, 0xff],
    [at + 1, 0xff],
    [at + 2, 0xff],
    [at + 3, 0x7f],
  ],
});

/** An exponent alone: it has a NaN and no zero. */
const e8m0 = (at: number): ScaleField => ({ exponent: [[at, 0xff]], magnitude: [] });

/** IQ1_M keeps its f16 in the upper four bits of four 16-bit words, the lowest nibble first. */
const scatteredF16 = (at: number): ScaleField => ({
  exponent: [
    [at + 7, 0x70],
    [at + 5, 0xc0],
  ],
  magnitude: [
    [at + 1, 0xf0],
    [at + 3, 0xf0],
    [at + 5, 0xf0],
    [at + 7, 0x70],
  ],
});

/**
 * Element types by the id in the file: block sizes and where the scales lie, from the block structures of the format's
 * reference implementation (ggml). Ids that are not here were withdrawn (4, 5, 31-33, 36-38) or are newer than we are.
 */
export const GGML_TYPES: ReadonlyMap<number, GgmlType> = new Map([
  [0, plain(DTYPES.f32)],
  [1, plain(DTYPES.f16)],
  [2, block('q4_0', 32, 18, f16(0))],
  [3, block('q4_1', 32, 20, f16(0), f16(2))],
  [6, block('q5_0', 32, 22, f16(0))],
  [7, block('q5_1', 32, 24, f16(0), f16(2))],
  [8, block('q8_0', 32, 34, f16(0))],
  [9, block('q8_1', 32, 36, f16(0), f16(2))],
  [10, block('q2_k', 256, 84, f16(80), f16(82))],
  [11, block('q3_k', 256, 110, f16(108))],
  [12, block('q4_k', 256, 144, f16(0), f16(2))],
  [13, block('q5_k', 256, 176, f16(0), f16(2))],
  [14, block('q6_k', 256, 210, f16(208))],
  [15, block('q8_k', 256, 292, f32(0))],
  [16, block('iq2_xxs', 256, 66, f16(0))],
  [17, block('iq2_xs', 256, 74, f16(0))],
  [18, block('iq3_xxs', 256, 98, f16(0))],
  [19, block('iq1_s', 256, 50, f16(0))],
  [20, block('iq4_nl', 32, 18, f16(0))],
  [21, block('iq3_s', 256, 110, f16(0))],
  [22, block('iq2_s', 256, 82, f16(0))],
  [23, block('iq4_xs', 256, 136, f16(0))],
  [24, plain(DTYPES.i8)],
  [25, plain(DTYPES.i16)],
  [26, plain(DTYPES.i32)],
  [27, plain(DTYPES.i64)],
  [28, plain(DTYPES.f64)],
  [29, block('iq1_m', 256, 56, scatteredF16(48))],
  [30, plain(DTYPES.bf16)],
  [34, block('tq1_0', 256, 54, f16(52))],
  [35, block('tq2_0', 256, 66, f16(64))],
  [39, block('mxfp4', 32, 17, e8m0(0))],
  // Four unsigned 8-bit scales that have a NaN pattern, which the reference reads as zero: nothing to test.
  [40, block('nvfp4', 64, 36)],
  [41, block('q1_0', 128, 18, f16(0))],
  [42, block('q2_0', 64, 18, f16(0))],
]);
