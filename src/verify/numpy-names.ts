import { DTYPES, type Dtype } from './dtype.ts';

/** Element types by the names that NumPy and ml_dtypes give them. */
const BY_NAME: Readonly<Record<string, Dtype>> = {
  float64: DTYPES.f64,
  float32: DTYPES.f32,
  float16: DTYPES.f16,
  bfloat16: DTYPES.bf16,
  complex64: DTYPES.c64,
  complex128: DTYPES.c128,
  float8_e4m3fn: DTYPES.f8_e4m3,
  float8_e5m2: DTYPES.f8_e5m2,
  float8_e4m3fnuz: DTYPES.f8_e4m3fnuz,
  float8_e5m2fnuz: DTYPES.f8_e5m2fnuz,
  float8_e8m0fnu: DTYPES.e8m0,
  int64: DTYPES.i64,
  int32: DTYPES.i32,
  int16: DTYPES.i16,
  int8: DTYPES.i8,
  uint64: DTYPES.u64,
  uint32: DTYPES.u32,
  uint16: DTYPES.u16,
  uint8: DTYPES.u8,
  bool: DTYPES.bool,
};

export const dtypeNamed = (name: string): Dtype | undefined =>
  Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
