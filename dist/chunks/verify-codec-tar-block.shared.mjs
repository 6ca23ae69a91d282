import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/codec/tar-block.ts
var BLOCK = 512;
var paddingOf = (bytes) => (BLOCK - bytes % BLOCK) % BLOCK;
var CHECKSUM_AT = 148;
function hasChecksum(block) {
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < BLOCK; i += 1) {
    const byte = i >= CHECKSUM_AT && i < CHECKSUM_AT + 8 ? 32 : block[i];
    unsigned += byte;
    signed += byte << 24 >> 24;
  }
  const claimed = octal(block.subarray(CHECKSUM_AT, CHECKSUM_AT + 8));
  return claimed !== void 0 && (claimed === unsigned || claimed === signed);
}
var fieldsOf = (block) => ({
  type: String.fromCharCode(block[156]),
  mode: octal(block.subarray(100, 108)),
  sizeBytes: sizeIn(block.subarray(124, 136)),
  name: upToNul(block.subarray(0, 100)),
  prefix: upToNul(latin1(block.subarray(257, 263)) === "ustar\0" ? block.subarray(345, 500) : NOTHING),
  link: upToNul(block.subarray(157, 257))
});
var NOTHING = new Uint8Array(0);
function upToNul(bytes) {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
function sizeIn(field) {
  const first = field[0];
  const size = (first & 128) === 0 ? octal(field) : first === 128 ? bigEndian(field.subarray(1)) : void 0;
  return size !== void 0 && Number.isSafeInteger(size) ? size : void 0;
}
var bigEndian = (field) => Number(field.reduce((sum, byte) => sum << 8n | BigInt(byte), 0n));
function octal(field) {
  const match = /^ *([0-7]*)[ \0]*$/.exec(latin1(field));
  return match === null ? void 0 : Number.parseInt(match[1] || "0", 8);
}
var latin1 = (bytes) => Buffer.from(bytes).toString("latin1");
function paxRecords(bytes) {
  const records = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const digits = space < 0 || space - at > 9 ? "" : latin1(bytes.subarray(at, space));
    const length = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : 0;
    const record = bytes.subarray(space + 1, at + length);
    const equals = record.indexOf(61);
    if (at + length > bytes.length || record.at(-1) !== 10 || equals <= 0) return;
    records.push([latin1(record.subarray(0, equals)), record.subarray(equals + 1, -1)]);
    at += length;
  }
  return records;
}

export {
  BLOCK,
  paddingOf,
  hasChecksum,
  fieldsOf,
  upToNul,
  paxRecords
};
