import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/tensor/element-block.ts
function swapped(bytes, unitBytes) {
  const own = new Uint8Array(bytes);
  for (let at = 0; at + unitBytes <= own.length; at += unitBytes) own.subarray(at, at + unitBytes).reverse();
  return own;
}

// src/verify/tensor/element-values.ts
function decodeElements(dtype, bytes) {
  const read = READERS[dtype.name];
  if (read === void 0) return void 0;
  const count = Math.floor(bytes.length / read.unitBytes);
  const isAligned = bytes.byteOffset % read.unitBytes === 0;
  const own = IS_LITTLE_ENDIAN ? isAligned ? bytes : new Uint8Array(bytes) : swapped(bytes, read.unitBytes);
  return read.all(own.buffer, own.byteOffset, count);
}
var IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
var integers = (Units) => ({
  unitBytes: Units.BYTES_PER_ELEMENT,
  all: (...place) => new Float64Array(new Units(...place))
});
var f64 = { unitBytes: 8, all: (...place) => new Float64Array(...place) };
var f32 = { unitBytes: 4, all: (...place) => new Float32Array(...place) };
var table = (numberOf) => {
  let numbers;
  return {
    unitBytes: 2,
    all(...place) {
      numbers ??= Float64Array.from({ length: 2 ** 16 }, (_none, bits) => numberOf(bits));
      const units = new Uint16Array(...place);
      const values = new Float64Array(units.length);
      for (let i = 0; i < units.length; i += 1) values[i] = numbers[units[i]];
      return values;
    }
  };
};
var wide = (Units) => ({
  unitBytes: 8,
  all: (...place) => Float64Array.from(new Units(...place), Number)
});
var READERS = {
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
  bool: integers(Uint8Array)
};
function halfToNumber(bits) {
  const [exponent, fraction] = [bits >>> 10 & 31, bits & 1023];
  const sign = bits & 32768 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
var WORD = new DataView(new ArrayBuffer(4));
function bfloatToNumber(bits) {
  WORD.setUint32(0, bits << 16);
  return WORD.getFloat32(0);
}

export {
  decodeElements,
  halfToNumber,
  bfloatToNumber
};
