import type { Dtype } from './dtype.ts';
import { swapped } from './element-block.ts';

export type Elements = Float64Array | Float32Array;

/**
 * Elements of little-endian bytes as doubles or floats, perhaps in the memory of those bytes: look at them before it is used again.
 * Complex numbers give their halves one by one. `undefined` for types whose numbers we do not decode (below 8 bits, and the
 * exotic 8-bit floats).
 */
export function decodeElements(dtype: Dtype, bytes: Uint8Array): Elements | undefined {
  const read = READERS[dtype.name];
  if (read === undefined) return undefined;
  const count = Math.floor(bytes.length / read.unitBytes);
  // A buffer of Node gives by `slice` no bytes of its own, and no other alignment.
  const isAligned = bytes.byteOffset % read.unitBytes === 0;
  const own = IS_LITTLE_ENDIAN ? (isAligned ? bytes : new Uint8Array(bytes)) : swapped(bytes, read.unitBytes);
  return read.all(own.buffer, own.byteOffset, count);
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

interface Read {
  unitBytes: number;
  /** Of this machine's order of bytes, aligned. */
  all(buffer: ArrayBufferLike, offset: number, count: number): Elements;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** An array of units of this machine. */
interface UnitsOf<Unit> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, count: number): ArrayLike<Unit>;
}

const integers = (Units: UnitsOf<number>): Read => ({
  unitBytes: Units.BYTES_PER_ELEMENT,
  all: (...place) => new Float64Array(new Units(...place)),
});

const f64: Read = { unitBytes: 8, all: (...place) => new Float64Array(...place) };
const f32: Read = { unitBytes: 4, all: (...place) => new Float32Array(...place) };

/** Of each pattern of 16 bits its number, made when it is first needed. */
const table = (numberOf: (bits: number) => number): Read => {
  let numbers: Float64Array | undefined;
  return {
    unitBytes: 2,
    all(...place) {
      numbers ??= Float64Array.from({ length: 2 ** 16 }, (_none, bits) => numberOf(bits));
      const units = new Uint16Array(...place);
      const values = new Float64Array(units.length);
      for (let i = 0; i < units.length; i += 1) values[i] = numbers[units[i] as number] as number;
      return values;
    },
  };
};

const wide = (Units: UnitsOf<bigint>): Read => ({
  unitBytes: 8,
  all: (...place) => Float64Array.from(new Units(...place), Number),
});

const READERS: Record<string, Read> = {
  f64,
  c128: f64,
  f32,
  c64: f32,
  f16: table(halfToNumber),
  bf16: table(bfloatToNumber),
  i64: wide(BigInt64Array),
  u64: wide(BigUint64Array),
  i32: integers(Int32Array),
  u32: integers(Uint32Array),
  i16: integers(Int16Array),
  u16: integers(Uint16Array),
  i8: integers(Int8Array),
  u8: integers(Uint8Array),
  bool: integers(Uint8Array),
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
