/**
 * How an element type is tested without ever touching the floating-point unit: all bits of a 32-bit word at once.
 * `((word & mask) + addend) & test` is not 0 exactly when some element in the word is suspect (a float that is large, infinite or
 * none, a bool that is neither 0 nor 1). The addition cannot carry from one element into the next.
 */
export interface WordTest {
  mask: number;
  addend: number;
  test: number;
  /** Sign bits. */
  sign: number;
}

export interface Dtype {
  name: string;
  bits: number;
  kind: 'float' | 'integer' | 'bool';
  /** Bytes that are tested as one: 4 for float32 and for each half of complex64. 8 is two words, the upper one tested. */
  unitBytes: number;
  word: WordTest;
  /**
   * For counting what a word test found: absolute mask, smallest non-finite, infinity (0 = the format has none), and from where on
   * a number is large (`LARGE`) and huge (`HUGE`); short types have no such.
   */
  count?: { absMask: number; from: number; infinity: number; large?: number; huge?: number };
  /** One byte pattern alone is not finite; the word test does not apply. */
  exactly?: number;
}

/** What floats of one layout have in common. */
type FloatLayout = Required<Pick<Dtype, 'unitBytes' | 'word' | 'count'>>;

/** No weight that was trained is as large: a bit of the exponent, or another unit. Nor is any number of use beside others. */
export const LARGE = 2 ** 9;
export const HUGE = 2 ** 64;

const NONE: WordTest = { mask: 0, addend: 0, test: 0, sign: 0 };
const zeroOrOne: WordTest = { mask: -0x01010102, addend: 0, test: -0x01010102, sign: 0 };
/** For 64-bit floats the limits are those of the upper word. */
const float64: FloatLayout = {
  unitBytes: 8,
  word: { mask: 0x7fffffff, addend: 0x3f800000, test: -0x80000000, sign: -0x80000000 },
  count: { absMask: 0x7fffffff, from: 0x7ff00000, infinity: 0x7ff00000, large: 0x40800000, huge: 0x43f00000 },
};
const float32: FloatLayout = {
  unitBytes: 4,
  word: { mask: 0x7fffffff, addend: 0x3c000000, test: -0x80000000, sign: -0x80000000 },
  count: { absMask: 0x7fffffff, from: 0x7f800000, infinity: 0x7f800000, large: 0x44000000, huge: 0x5f800000 },
};
const float16: FloatLayout = {
  unitBytes: 2,
  word: { mask: 0x7fff7fff, addend: 0x20002000, test: -0x7fff8000, sign: -0x7fff8000 },
  count: { absMask: 0x7fff, from: 0x7c00, infinity: 0x7c00, large: 0x6000 },
};
const bfloat16: FloatLayout = {
  unitBytes: 2,
  word: { mask: 0x7fff7fff, addend: 0x3c003c00, test: -0x7fff8000, sign: -0x7fff8000 },
  count: { absMask: 0x7fff, from: 0x7f80, infinity: 0x7f80, large: 0x4400, huge: 0x5f80 },
};
const e4m3: FloatLayout = {
  unitBytes: 1,
  word: { mask: 0x7f7f7f7f, addend: 0x01010101, test: -0x7f7f7f80, sign: -0x7f7f7f80 },
  count: { absMask: 0x7f, from: 0x7f, infinity: 0 },
};
const e5m2: FloatLayout = {
  unitBytes: 1,
  word: { mask: 0x7f7f7f7f, addend: 0x04040404, test: -0x7f7f7f80, sign: -0x7f7f7f80 },
  count: { absMask: 0x7f, from: 0x7c, infinity: 0x7c },
};

const float = (name: string, bits: number, { unitBytes, word, count }: FloatLayout): Dtype => ({
  name,
  bits,
  kind: 'float',
  unitBytes,
  word,
  count,
});
const integer = (name: string, bits: number): Dtype => ({
  name,
  bits,
  kind: 'integer',
  unitBytes: 1,
  word: NONE,
});

const oddFloat = (name: string, bits: number, exactly?: number): Dtype => ({
  ...integer(name, bits),
  ...(exactly === undefined ? {} : { kind: 'float' as const, exactly }),
});

export const DTYPES = {
  f64: float('f64', 64, float64),
  f32: float('f32', 32, float32),
  f16: float('f16', 16, float16),
  bf16: float('bf16', 16, bfloat16),
  c32: float('c32', 32, float16),
  c64: float('c64', 64, float32),
  c128: float('c128', 128, float64),
  f8_e4m3: float('f8_e4m3', 8, e4m3),
  f8_e5m2: float('f8_e5m2', 8, e5m2),
  f8_e4m3fnuz: oddFloat('f8_e4m3fnuz', 8, 0x80),
  f8_e5m2fnuz: oddFloat('f8_e5m2fnuz', 8, 0x80),
  e8m0: oddFloat('e8m0', 8, 0xff),
  f4: oddFloat('f4', 4),
  /** Two of them in a byte, as PyTorch counts its elements. */
  f4_x2: oddFloat('f4_x2', 8),
  f6_e2m3: oddFloat('f6_e2m3', 6),
  f6_e3m2: oddFloat('f6_e3m2', 6),
  i8: integer('i8', 8),
  u8: integer('u8', 8),
  i16: integer('i16', 16),
  u16: integer('u16', 16),
  i32: integer('i32', 32),
  u32: integer('u32', 32),
  i64: integer('i64', 64),
  u64: integer('u64', 64),
  bool: { name: 'bool', bits: 8, kind: 'bool', unitBytes: 1, word: zeroOrOne } as Dtype,
} satisfies Record<string, Dtype>;
