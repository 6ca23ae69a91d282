import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/tensor/dtype.ts
var LARGE = 2 ** 9;
var HUGE = 2 ** 64;
var NONE = { mask: 0, addend: 0, test: 0, sign: 0 };
var zeroOrOne = { mask: -16843010, addend: 0, test: -16843010, sign: 0 };
var float64 = {
  unitBytes: 8,
  word: { mask: 2147483647, addend: 1065353216, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2146435072, infinity: 2146435072, large: 1082130432, huge: 1139802112 }
};
var float32 = {
  unitBytes: 4,
  word: { mask: 2147483647, addend: 1006632960, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2139095040, infinity: 2139095040, large: 1140850688, huge: 1602224128 }
};
var float16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 536879104, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 31744, infinity: 31744, large: 24576 }
};
var bfloat16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 1006648320, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 32640, infinity: 32640, large: 17408, huge: 24448 }
};
var e4m3 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 16843009, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 127, infinity: 0 }
};
var e5m2 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 67372036, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 124, infinity: 124 }
};
var float = (name, bits, { unitBytes, word, count }) => ({
  name,
  bits,
  kind: "float",
  unitBytes,
  word,
  count
});
var integer = (name, bits) => ({
  name,
  bits,
  kind: "integer",
  unitBytes: 1,
  word: NONE
});
var oddFloat = (name, bits, exactly) => ({
  ...integer(name, bits),
  ...exactly === void 0 ? {} : { kind: "float", exactly }
});
var DTYPES = {
  f64: float("f64", 64, float64),
  f32: float("f32", 32, float32),
  f16: float("f16", 16, float16),
  bf16: float("bf16", 16, bfloat16),
  c32: float("c32", 32, float16),
  c64: float("c64", 64, float32),
  c128: float("c128", 128, float64),
  f8_e4m3: float("f8_e4m3", 8, e4m3),
  f8_e5m2: float("f8_e5m2", 8, e5m2),
  f8_e4m3fnuz: oddFloat("f8_e4m3fnuz", 8, 128),
  f8_e5m2fnuz: oddFloat("f8_e5m2fnuz", 8, 128),
  e8m0: oddFloat("e8m0", 8, 255),
  f4: oddFloat("f4", 4),
  /** Two of them in a byte, as PyTorch counts its elements. */
  f4_x2: oddFloat("f4_x2", 8),
  f6_e2m3: oddFloat("f6_e2m3", 6),
  f6_e3m2: oddFloat("f6_e3m2", 6),
  i8: integer("i8", 8),
  u8: integer("u8", 8),
  i16: integer("i16", 16),
  u16: integer("u16", 16),
  i32: integer("i32", 32),
  u32: integer("u32", 32),
  i64: integer("i64", 64),
  u64: integer("u64", 64),
  bool: { name: "bool", bits: 8, kind: "bool", unitBytes: 1, word: zeroOrOne }
};

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
  DTYPES,
  DTYPE_NAMES,
  dtypeNamed,
  DTYPE_KINDS
};
