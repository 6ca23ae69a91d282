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

export {
  slicingBy8,
  crc322 as crc32
};
