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
var [DICOM, DICOM_AT] = [ascii("DICM"), 128];
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
  const isPreamble = startsWith(head, DICOM, DICOM_AT);
  if (!isUserBlock && !isPreamble && head.subarray(0, NO_MAGIC_BYTES).every((byte) => byte === 0)) {
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

export {
  HDF5_SIGNATURE,
  findHdf5Signature,
  HEAD_BYTES,
  UNFINISHED_ERE,
  isUnfinishedName,
  hasMagicByName,
  startsWith,
  lookForImpostors,
  wrapping
};
