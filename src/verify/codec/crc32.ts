import * as zlib from 'node:zlib';

/** CRC-32 of `bytes`, continuing from `before` (0 at the start); an unsigned 32-bit number. */
export type Crc32 = (bytes: Uint8Array, before: number) => number;

/** In Node from 20.15 and 22.2; 2.8 GB/s there, so it is taken whenever it exists. */
const builtIn = (zlib as { crc32?: (data: Uint8Array, value?: number) => number }).crc32;

/** Slicing by eight over a reflected polynomial; about 0.9 GB/s. */
export function slicingBy8(polynomial: number): Crc32 {
  const tables = makeTables(polynomial);
  return (bytes, before) => {
    let crc = ~before;
    let i = 0;
    const end = bytes.length;
    for (const last = end - 7; i < last; i += 8) {
      const low =
        crc ^ (at(bytes, i) | (at(bytes, i + 1) << 8) | (at(bytes, i + 2) << 16) | (at(bytes, i + 3) << 24));
      crc =
        at(tables, 0x700 + (low & 0xff)) ^
        at(tables, 0x600 + ((low >>> 8) & 0xff)) ^
        at(tables, 0x500 + ((low >>> 16) & 0xff)) ^
        at(tables, 0x400 + (low >>> 24)) ^
        at(tables, 0x300 + at(bytes, i + 4)) ^
        at(tables, 0x200 + at(bytes, i + 5)) ^
        at(tables, 0x100 + at(bytes, i + 6)) ^
        at(tables, at(bytes, i + 7));
    }
    for (; i < end; i += 1) crc = at(tables, (crc ^ at(bytes, i)) & 0xff) ^ (crc >>> 8);
    return ~crc >>> 0;
  };
}

const at = (array: Uint8Array | Int32Array, index: number): number => array[index] as number;

export const tableCrc32: Crc32 = slicingBy8(0xedb88320);

export const crc32: Crc32 = builtIn === undefined ? tableCrc32 : (bytes, before) => builtIn(bytes, before);

function makeTables(polynomial: number): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    tables[byte] = crc;
  }
  for (let i = 256; i < tables.length; i += 1) {
    const before = tables[i - 256] as number;
    tables[i] = (tables[before & 0xff] as number) ^ (before >>> 8);
  }
  return tables;
}
