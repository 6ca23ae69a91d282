import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/codec/crc32.ts
import * as zlib from "node:zlib";
var builtIn = zlib.crc32;
function slicingBy8(polynomial) {
  const tables = makeTables(polynomial);
  return (bytes, before) => {
    let crc = ~before;
    let i = 0;
    const end = bytes.length;
    for (const last = end - 7; i < last; i += 8) {
      const low = crc ^ (at(bytes, i) | at(bytes, i + 1) << 8 | at(bytes, i + 2) << 16 | at(bytes, i + 3) << 24);
      crc = at(tables, 1792 + (low & 255)) ^ at(tables, 1536 + (low >>> 8 & 255)) ^ at(tables, 1280 + (low >>> 16 & 255)) ^ at(tables, 1024 + (low >>> 24)) ^ at(tables, 768 + at(bytes, i + 4)) ^ at(tables, 512 + at(bytes, i + 5)) ^ at(tables, 256 + at(bytes, i + 6)) ^ at(tables, at(bytes, i + 7));
    }
    for (; i < end; i += 1) crc = at(tables, (crc ^ at(bytes, i)) & 255) ^ crc >>> 8;
    return ~crc >>> 0;
  };
}
var at = (array, index) => array[index];
var tableCrc32 = slicingBy8(3988292384);
var crc322 = builtIn === void 0 ? tableCrc32 : (bytes, before) => builtIn(bytes, before);
function makeTables(polynomial) {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? crc >>> 1 ^ polynomial : crc >>> 1;
    tables[byte] = crc;
  }
  for (let i = 256; i < tables.length; i += 1) {
    const before = tables[i - 256];
    tables[i] = tables[before & 255] ^ before >>> 8;
  }
  return tables;
}

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
var f64 = [8, (view, at2) => view.getFloat64(at2, true)];
var f32 = [4, (view, at2) => view.getFloat32(at2, true)];
var READERS = {
  f64,
  c128: f64,
  f32,
  c64: f32,
  f16: [2, (view, at2) => halfToNumber(view.getUint16(at2, true))],
  bf16: [2, (view, at2) => bfloatToNumber(view.getUint16(at2, true))],
  i64: [8, (view, at2) => Number(view.getBigInt64(at2, true))],
  u64: [8, (view, at2) => Number(view.getBigUint64(at2, true))],
  i32: [4, (view, at2) => view.getInt32(at2, true)],
  u32: [4, (view, at2) => view.getUint32(at2, true)],
  i16: [2, (view, at2) => view.getInt16(at2, true)],
  u16: [2, (view, at2) => view.getUint16(at2, true)],
  i8: [1, (view, at2) => view.getInt8(at2)],
  u8: [1, (view, at2) => view.getUint8(at2)],
  bool: [1, (view, at2) => view.getUint8(at2)]
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
  bfloatToNumber,
  slicingBy8,
  crc322 as crc32
};
