import type { Varint } from '../codec/varint.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';

/** Field of `TensorProto` in which elements of a type may lie, besides `raw_data`. */
export type TypedField =
  | 'float_data'
  | 'int32_data'
  | 'string_data'
  | 'int64_data'
  | 'double_data'
  | 'uint64_data';

export interface OnnxDtype {
  /** Our word, or `string`. */
  name: string;
  /** Absent for strings, which have no bytes of their own size. */
  dtype?: Dtype;
  typed: TypedField;
}

const numbers = (dtype: Dtype, typed: TypedField): OnnxDtype => ({ name: dtype.name, dtype, typed });
const packedInteger = (name: string, bits: number): OnnxDtype =>
  numbers({ ...DTYPES.u8, name, bits }, 'int32_data');

/** `TensorProto.DataType` up to IR version 14. Types below 8 bits are packed, the first element lowest, and rounded up. */
const TYPES: Readonly<Record<number, OnnxDtype>> = {
  1: numbers(DTYPES.f32, 'float_data'),
  2: numbers(DTYPES.u8, 'int32_data'),
  3: numbers(DTYPES.i8, 'int32_data'),
  4: numbers(DTYPES.u16, 'int32_data'),
  5: numbers(DTYPES.i16, 'int32_data'),
  6: numbers(DTYPES.i32, 'int32_data'),
  7: numbers(DTYPES.i64, 'int64_data'),
  8: { name: 'string', typed: 'string_data' },
  9: numbers(DTYPES.bool, 'int32_data'),
  10: numbers(DTYPES.f16, 'int32_data'),
  11: numbers(DTYPES.f64, 'double_data'),
  12: numbers(DTYPES.u32, 'uint64_data'),
  13: numbers(DTYPES.u64, 'uint64_data'),
  14: numbers(DTYPES.c64, 'float_data'),
  15: numbers(DTYPES.c128, 'double_data'),
  16: numbers(DTYPES.bf16, 'int32_data'),
  17: numbers(DTYPES.f8_e4m3, 'int32_data'),
  18: numbers(DTYPES.f8_e4m3fnuz, 'int32_data'),
  19: numbers(DTYPES.f8_e5m2, 'int32_data'),
  20: numbers(DTYPES.f8_e5m2fnuz, 'int32_data'),
  21: packedInteger('u4', 4),
  22: packedInteger('i4', 4),
  23: numbers(DTYPES.f4, 'int32_data'),
  24: numbers(DTYPES.e8m0, 'int32_data'),
  25: packedInteger('u2', 2),
  26: packedInteger('i2', 2),
  27: numbers(DTYPES.f6_e2m3, 'int32_data'),
  28: numbers(DTYPES.f6_e3m2, 'int32_data'),
};

export const onnxDtype = (id: number): OnnxDtype | undefined => TYPES[id];

/** Bytes of `raw_data` or of an external file. */
export const storedBytes = ({ bits }: Dtype, elements: number): number =>
  bits >= 8 ? elements * (bits / 8) : Math.ceil((elements * bits) / 8);

/** Bytes that one number of `int32_data` stands for: packed types come a byte at a time, 6-bit floats one by one. */
export const containerBytes = ({ bits }: Dtype): number => Math.max(1, bits / 8);

/** Bytes that all numbers of a typed field unpack to. */
export const unpackedBytes = (dtype: Dtype, elements: number): number =>
  dtype.bits === 6 ? elements : storedBytes(dtype, elements);

/** Whether a number of a typed field fits into elements of so many bytes. */
export function fitsInto(value: Varint, bytes: number, mayBeSigned: boolean): boolean {
  const number = value.toSafeInteger();
  if (number === undefined) return false;
  const span = 2 ** (8 * bytes);
  // `int32` carries unsigned types of up to 16 bits and whole bytes of packed ones.
  return number < (mayBeSigned && bytes > 1 ? span / 2 : span) && number >= (mayBeSigned ? -span / 2 : 0);
}
