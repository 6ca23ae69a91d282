import { DTYPES, type Dtype } from '../tensor/dtype.ts';

/** TensorFlow's `DataType` of elements that lie as they are in a checkpoint. Quantized types are plain integers there. */
const TYPES: Readonly<Record<number, Dtype>> = {
  1: DTYPES.f32,
  2: DTYPES.f64,
  3: DTYPES.i32,
  4: DTYPES.u8,
  5: DTYPES.i16,
  6: DTYPES.i8,
  8: DTYPES.c64,
  9: DTYPES.i64,
  10: DTYPES.bool,
  11: DTYPES.i8,
  12: DTYPES.u8,
  13: DTYPES.i32,
  14: DTYPES.bf16,
  15: DTYPES.i16,
  16: DTYPES.u16,
  17: DTYPES.u16,
  18: DTYPES.c128,
  19: DTYPES.f16,
  22: DTYPES.u32,
  23: DTYPES.u64,
  24: DTYPES.f8_e5m2,
  25: DTYPES.f8_e4m3,
};

export const STRING_TYPE = 7;

export const tfDtype = (id: number): Dtype | undefined => TYPES[id];
