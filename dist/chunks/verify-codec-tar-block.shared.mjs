import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/read/hdf5-signature.ts
var HDF5_SIGNATURE = Uint8Array.of(137, 72, 68, 70, 13, 10, 26, 10);
function findHdf5Signature(head) {
  for (let at = 0; at + 8 <= head.length; at = at === 0 ? 512 : at * 2)
    if (HDF5_SIGNATURE.every((byte, i) => head[at + i] === byte)) return at;
  return void 0;
}

// src/verify/read/sniff.ts
var HEAD_BYTES = 65536;
var NO_MAGIC_BYTES = 64;
var ascii = (text) => new TextEncoder().encode(text);
var bytes = (...values) => Uint8Array.from(values);
var ERROR_PAGES = ["<!doctype", "<html", "<?xml", "<head", "<body"];
var LFS_POINTER = ascii("version https://git-lfs");
var WRAPPINGS = [
  ["gzip", bytes(31, 139)],
  ["zstd", bytes(40, 181, 47, 253)],
  ["xz", bytes(253, 55, 122, 88, 90, 0)],
  ["bzip2", ascii("BZh")],
  ["lz4", bytes(4, 34, 77, 24)],
  ["7z", bytes(55, 122, 188, 175, 39, 28)]
];
var UNFINISHED_NAME = /(\.(tmp|part|partial|incomplete|crdownload|aria2|download|swp)|~)$|(^|\/)\.[^/]+\.[A-Za-z0-9]{6}$/i;
var UNFINISHED_ERE = UNFINISHED_NAME.source.replaceAll("\\/", "/");
var isUnfinishedName = (path) => UNFINISHED_NAME.test(path);
var MAGIC_NAME = /\.(jpe?g|png|gif|webp|mp4|mkv|mp3|flac|wav|ogg|npy|npz|pt|pth|ckpt|safetensors|gguf|h5|hdf5|parquet|arrow|feather|zip|gz|zst|xz)$/i;
var hasMagicByName = (name) => MAGIC_NAME.test(name);
var startsWith = (head, magic, at = 0) => head.length >= at + magic.length && magic.every((byte, i) => head[at + i] === byte);
function lookForImpostors(probe, label, findings) {
  if (isUnfinishedName(label)) {
    findings.fail("L0", "unfinished-name", "has the name of a file that is still being written or copied");
  }
  if (probe.role === "opaque") return;
  const { head } = probe;
  if (startsWith(head, LFS_POINTER)) {
    findings.fail("L0", "lfs-pointer", "is a Git LFS pointer; the object itself was never fetched", {
      offset: 0
    });
  }
  const page = errorPage(head, probe.role);
  if (page !== void 0)
    findings.fail("L0", "error-page", "is a saved error page", { offset: 0, found: page });
  const isUserBlock = (findHdf5Signature(head) ?? 0) > 0;
  if (!isUserBlock && head.subarray(0, NO_MAGIC_BYTES).every((byte) => byte === 0)) {
    const what = "begins with zeros: its first part was reserved and never arrived";
    findings.fail("L0", "zero-filled", what, { offset: 0 });
  }
}
function wrapping(head) {
  return WRAPPINGS.find(([, magic]) => startsWith(head, magic))?.[0];
}
function errorPage(head, role) {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512)).toString("latin1").trimStart();
  const start = text.slice(0, 16).toLowerCase();
  const quoted = JSON.stringify(text.slice(0, 40));
  const isXml = start.startsWith("<?xml");
  const mayBe = role === "log" || role === "config" && isXml;
  if (!mayBe && ERROR_PAGES.some((page) => start.startsWith(page))) return quoted;
  const isAnswer = /^\{\s*"(error|errors|message|detail)"\s*:/.test(text) && head.length < 4096;
  return isAnswer && role !== "log" ? quoted : void 0;
}

// src/verify/codec/tar-block.ts
var BLOCK = 512;
var paddingOf = (bytes2) => (BLOCK - bytes2 % BLOCK) % BLOCK;
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
function upToNul(bytes2) {
  const end = bytes2.indexOf(0);
  return end < 0 ? bytes2 : bytes2.subarray(0, end);
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
var latin1 = (bytes2) => Buffer.from(bytes2).toString("latin1");
function paxRecords(bytes2) {
  const records = [];
  for (let at = 0; at < bytes2.length; ) {
    const space = bytes2.indexOf(32, at);
    const digits = space < 0 || space - at > 9 ? "" : latin1(bytes2.subarray(at, space));
    const length = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : 0;
    const record = bytes2.subarray(space + 1, at + length);
    const equals = record.indexOf(61);
    if (at + length > bytes2.length || record.at(-1) !== 10 || equals <= 0) return;
    records.push([latin1(record.subarray(0, equals)), record.subarray(equals + 1, -1)]);
    at += length;
  }
  return records;
}

export {
  HDF5_SIGNATURE,
  findHdf5Signature,
  HEAD_BYTES,
  UNFINISHED_ERE,
  isUnfinishedName,
  hasMagicByName,
  startsWith,
  lookForImpostors,
  wrapping,
  BLOCK,
  paddingOf,
  hasChecksum,
  fieldsOf,
  upToNul,
  paxRecords
};
