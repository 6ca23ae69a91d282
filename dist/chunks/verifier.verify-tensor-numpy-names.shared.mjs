import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DTYPES
} from "./verifier.verify-tensor-dtype.shared.mjs";

// src/verify/tensor/numpy-names.ts
var DTYPE_NAMES = {
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
  bool: DTYPES.bool
};
var dtypeNamed = (name) => Object.hasOwn(DTYPE_NAMES, name) ? DTYPE_NAMES[name] : void 0;
var DTYPE_KINDS = {
  b1: DTYPES.bool,
  i1: DTYPES.i8,
  i2: DTYPES.i16,
  i4: DTYPES.i32,
  i8: DTYPES.i64,
  u1: DTYPES.u8,
  u2: DTYPES.u16,
  u4: DTYPES.u32,
  u8: DTYPES.u64,
  f2: DTYPES.f16,
  f4: DTYPES.f32,
  f8: DTYPES.f64,
  c8: DTYPES.c64,
  c16: DTYPES.c128
};

export {
  DTYPE_NAMES,
  dtypeNamed,
  DTYPE_KINDS
};
