import type { Dtype } from './dtype.ts';

/**
 * Elements of little-endian bytes as doubles; complex numbers give their halves one by one. `undefined` for types whose
 * numbers we do not decode (below 8 bits, and the exotic 8-bit floats).
 */
export function decodeElements(dtype: Dtype, bytes: Uint8Array): Float64Array | undefined {
  const read = READERS[dtype.name];
  if (read === undefined) return undefined;
  const [unitBytes, get] = read;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = new Float64Array(Math.floor(bytes.length / unitBytes));
  for (let i = 0; i < values.length; i += 1) values[i] = get(view, i * unitBytes);
  return values;
}

/** Types of steps and epochs: nobody counts in halves or bools. */
const COUNTS = /^(f64|f32|[iu](8|16|32|64))$/;

/** One number from the first bytes of a tensor, for steps and epochs. `undefined` for types that hold no count. */
export function readScalar(dtype: Dtype, bytes: Uint8Array, littleEndian: boolean): number | undefined {
  const size = dtype.bits / 8;
  if (bytes.length < size || !COUNTS.test(dtype.name)) return undefined;
  const own = Uint8Array.from(bytes.subarray(0, size));
  return decodeElements(dtype, littleEndian ? own : own.reverse())?.[0];
}

type Read = [unitBytes: number, get: (view: DataView, at: number) => number];

const f64: Read = [8, (view, at) => view.getFloat64(at, true)];
const f32: Read = [4, (view, at) => view.getFloat32(at, true)];

const READERS: Record<string, Read> = {
  f64,
  c128: f64,
  f32,
  c64: f32,
  f16: [2, (view, at) => halfToNumber(view.getUint16(at, true))],
  bf16: [2, (view, at) => bfloatToNumber(view.getUint16(at, true))],
  i64: [8, (view, at) => Number(view.getBigInt64(at, true))],
  u64: [8, (view, at) => Number(view.getBigUint64(at, true))],
  i32: [4, (view, at) => view.getInt32(at, true)],
  u32: [4, (view, at) => view.getUint32(at, true)],
  i16: [2, (view, at) => view.getInt16(at, true)],
  u16: [2, (view, at) => view.getUint16(at, true)],
  i8: [1, (view, at) => view.getInt8(at)],
  u8: [1, (view, at) => view.getUint8(at)],
  bool: [1, (view, at) => view.getUint8(at)],
};

/** IEEE 754 binary16. */
export function halfToNumber(bits: number): number {
  const [exponent, fraction] = [(bits >>> 10) & 31, bits & 1023];
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const WORD = new DataView(new ArrayBuffer(4));

/** The upper half of a float32. */
export function bfloatToNumber(bits: number): number {
  WORD.setUint32(0, bits << 16);
  return WORD.getFloat32(0);
}
