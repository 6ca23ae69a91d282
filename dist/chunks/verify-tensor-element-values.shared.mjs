import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/tensor/element-values.ts
function decodeElements(dtype, bytes) {
  const read = READERS[dtype.name];
  if (read === void 0) return void 0;
  const [unitBytes, get] = read;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = new Float64Array(Math.floor(bytes.length / unitBytes));
  for (let i = 0; i < values.length; i += 1) values[i] = get(view, i * unitBytes);
  return values;
}
var COUNTS = /^(f64|f32|[iu](8|16|32|64))$/;
function readScalar(dtype, bytes, littleEndian) {
  const size = dtype.bits / 8;
  if (bytes.length < size || !COUNTS.test(dtype.name)) return void 0;
  const own = Uint8Array.from(bytes.subarray(0, size));
  return decodeElements(dtype, littleEndian ? own : own.reverse())?.[0];
}
var f64 = [8, (view, at) => view.getFloat64(at, true)];
var f32 = [4, (view, at) => view.getFloat32(at, true)];
var READERS = {
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
  bool: [1, (view, at) => view.getUint8(at)]
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
  readScalar,
  halfToNumber,
  bfloatToNumber
};
