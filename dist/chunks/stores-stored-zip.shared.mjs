import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  quoted,
  sumDiffers
} from "./verify-codec-checksum.shared.mjs";
import {
  openFileSource
} from "./verify-read-file-source.shared.mjs";
import {
  Broken,
  Unsettled,
  overBudget
} from "./verify-contract-findings.shared.mjs";
import {
  DEFAULT_BUDGETS
} from "./verify-contract-budgets.shared.mjs";
import {
  systemClock
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/codec/utf8.ts
var STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
function utf8(bytes) {
  try {
    return STRICT.decode(bytes);
  } catch {
    return void 0;
  }
}

// src/verify/archive/zip-entry-rules.ts
var DOS_FOLDER = 16;
var DOS_VOLUME = 8;
var FOLDER = 4;
var REGULAR = 8;
var LINK = 10;
var READABLE_BY_OWNER = 256;
var PERMISSIONS = 511;
var KNOWN_HOSTS = /* @__PURE__ */ new Set([0, 3, 10, 11, 14, 19]);
var TEXT = 1;
function mustBePlain({ name, bytes, attributes, internal, host, at }) {
  if (internal > TEXT)
    throw broken(
      `${quoted(name)} has attributes that no writer gives`,
      at,
      `internal 0x${internal.toString(16)}`
    );
  if (!KNOWN_HOSTS.has(host))
    throw new Unsettled(
      "L1",
      "zip-attributes",
      `${quoted(name)} was made on a system that readers do not agree about`,
      {
        offset: at,
        found: `host ${host}`
      }
    );
  const hasName = name.endsWith("/");
  const mode = attributes >>> 16;
  const type = mode >>> 12;
  const isMarked = (attributes & DOS_FOLDER) !== 0 || type === FOLDER;
  const found = () => `0x${attributes.toString(16).padStart(8, "0")}`;
  if ((hasName || isMarked) && bytes !== 0)
    throw new Broken("L1", "zip-folder", `${quoted(name)} is marked as a folder and has content`, {
      offset: at,
      found: `${bytes} bytes`
    });
  if (isMarked && !hasName)
    throw broken(`${quoted(name)} is marked as a folder and is not called like one`, at, found());
  if (type === LINK)
    throw new Unsettled("L1", "zip-attributes", `${quoted(name)} is a link, which is not followed`, {
      offset: at,
      found: found()
    });
  const isKnown = type === 0 || type === FOLDER || type === REGULAR;
  const isStrange = (attributes & DOS_VOLUME) !== 0 || !isKnown;
  if (isStrange) throw broken(`${quoted(name)} is marked as a device, a pipe or a volume`, at, found());
  if ((mode & PERMISSIONS) !== 0 && (mode & READABLE_BY_OWNER) === 0)
    throw broken(`${quoted(name)} could not be read once it is unpacked`, at, found());
}
var broken = (what, offset, found) => new Broken("L1", "zip-attributes", what, { offset, found });
var IS_UTF8 = 2048;
function nameOf(bytes, flags, at) {
  const text = utf8(bytes);
  if (text === void 0 && (flags & IS_UTF8) !== 0)
    throw new Broken("L1", "zip-structure", "a member name is not UTF-8", { offset: at });
  const name = text ?? Buffer.from(bytes).toString("latin1");
  mustStayInside(name, at);
  return { name, nameIn: text === void 0 ? "latin1" : "utf8" };
}
function mustStayInside(name, at) {
  const parts = name.split("/");
  const bad = name === "" || /[\0\\]/.test(name) || /^[a-z]:/i.test(name) || parts[0] === "" || parts.includes("..") || parts.includes(".");
  if (bad)
    throw new Broken("L1", "zip-name", "a member name could leave the archive", {
      offset: at,
      found: quoted(name)
    });
}
var PADDING_ID = 16966;
var UNICODE_NAME = 28789;
var KNOWN = /* @__PURE__ */ new Set([PADDING_ID, UNICODE_NAME, 1, 10, 21589, 22613, 30805, 30837, 51966]);
var NAME_FROM = 5;
function unknownExtra(fields, { name, nameIn }, at) {
  for (const { id, bytes } of fields) {
    if (id !== UNICODE_NAME) continue;
    const second = utf8(bytes.subarray(NAME_FROM));
    if (second === void 0 || nameIn === "utf8" && second !== name)
      throw new Broken("L1", "zip-name", `${quoted(name)} has another name beside its own`, { offset: at });
    mustStayInside(second, at);
  }
  return fields.flatMap(({ id }) => KNOWN.has(id) ? [] : [id]);
}

// src/verify/archive/zip-directory.ts
var ZIP_METHODS = /* @__PURE__ */ new Map([
  [0, "stored"],
  [8, "deflated"],
  [12, "bzip2"],
  [14, "lzma"],
  [93, "zstd"]
]);
var END_BYTES = 22;
var LOCATOR_BYTES = 20;
var END64_BYTES = 56;
var CENTRAL_BYTES = 46;
var LONGEST_COMMENT = 65535;
var ALL_ONES = 4294967295;
var NO_EXTRA = [];
var REFUSED_FLAGS = 8289;
async function readZipDirectory(reader, budgets, mayRepeat) {
  const { directoryOffset, directoryEnd, count } = await readEnd(reader);
  if (count > budgets.zipMembers) throw overBudget("zipMembers", budgets.zipMembers, count, directoryOffset);
  const entries = await readEntries(reader, directoryOffset, directoryEnd, count);
  const isInOrder = entries.every(({ offset }, i) => offset >= (entries[i - 1]?.offset ?? 0));
  entries.sort((a, b) => a.offset - b.offset);
  mustTile(entries, directoryOffset);
  const again = nameAgain(entries, isInOrder ? mayRepeat : void 0);
  const filled = entries.filter(({ bytes }) => bytes > 0);
  const crcOff = filled.length > 0 && filled.every(({ crc }) => crc === 0);
  return { entries, crcOff, ...again !== void 0 && { again } };
}
async function readEnd(reader) {
  const size = reader.sizeBytes;
  const tailBytes = Math.min(size, LONGEST_COMMENT + END_BYTES + LOCATOR_BYTES + END64_BYTES);
  const tailOffset = size - tailBytes;
  const tail = viewOf(await reader.read(tailOffset, tailBytes));
  const at = findEnd(tail, size);
  const end = {
    at,
    offsetInFile: tailOffset + at,
    disks: tail.getUint32(at + 4, true),
    onDisk: tail.getUint16(at + 8, true),
    count: tail.getUint16(at + 10, true),
    length: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true)
  };
  const endOffset = end.offsetInFile;
  if (at >= LOCATOR_BYTES && tail.getUint32(at - LOCATOR_BYTES, true) === 117853008) {
    return await readEnd64(reader, tail, end);
  }
  if (end.disks !== 0 || end.onDisk !== end.count) throw structure("spans several disks", endOffset);
  if (end.offset + end.length !== endOffset) {
    throw structure("the directory does not end where the end record begins", endOffset, {
      expected: String(endOffset),
      found: String(end.offset + end.length)
    });
  }
  return { directoryOffset: end.offset, directoryEnd: endOffset, count: end.count };
}
function findEnd(tail, size) {
  const exact = [];
  let loose = -1;
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== 101010256) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength) exact.push(at);
    else loose = Math.max(loose, at);
  }
  const [only, another] = exact;
  if (another !== void 0)
    throw structure("has two end records that both fit", size - tail.byteLength + another);
  if (only !== void 0) return only;
  if (loose >= 0) {
    throw new Broken("L1", "trailing-bytes", "bytes follow the zip end record", {
      offset: size - tail.byteLength + loose + END_BYTES
    });
  }
  throw new Broken("L1", "cut-short", "has no zip end record: the end never arrived or was never written", {
    offset: size
  });
}
async function readEnd64(reader, tail, end) {
  const locatorAt = end.at - LOCATOR_BYTES;
  const locatorOffset = end.offsetInFile - LOCATOR_BYTES;
  const recordOffset = Number(tail.getBigUint64(locatorAt + 8, true));
  const disks = tail.getUint32(locatorAt + 4, true);
  if (disks !== 0 || tail.getUint32(locatorAt + 16, true) !== 1 || end.disks !== 0) {
    throw structure("spans several disks", locatorOffset);
  }
  if (recordOffset + END64_BYTES !== locatorOffset) {
    throw structure("the zip64 record does not end at its locator", locatorOffset, {
      expected: String(locatorOffset - END64_BYTES),
      found: String(recordOffset)
    });
  }
  const record = viewOf(await reader.read(recordOffset, END64_BYTES));
  const field = (offset2) => Number(record.getBigUint64(offset2, true));
  const [count, length, offset] = [field(32), field(40), field(48)];
  const sound = record.getUint32(0, true) === 101075792 && field(4) === END64_BYTES - 12 && record.getBigUint64(16, true) === 0n && field(24) === count && offset + length === recordOffset;
  if (!sound) throw structure("the zip64 end record contradicts itself", recordOffset);
  const agrees = (short, long, ones) => short === long || short === ones;
  const agree = agrees(end.count, count, 65535) && agrees(end.onDisk, count, 65535) && agrees(end.length, length, ALL_ONES) && agrees(end.offset, offset, ALL_ONES);
  if (!agree) throw structure("the 32-bit and 64-bit end records disagree", end.offsetInFile);
  return { directoryOffset: offset, directoryEnd: recordOffset, count };
}
async function readEntries(reader, from, to, count) {
  const window = new Window(reader, to);
  const entries = [];
  let at = from;
  for (let i = 0; i < count; i += 1) {
    const fixed = window.now(at, CENTRAL_BYTES) ?? await window.at(at, CENTRAL_BYTES);
    if (fixed.getUint32(0, true) !== 33639248) throw structure("a directory entry has no signature", at);
    const nameLength = fixed.getUint16(28, true);
    const extraLength = fixed.getUint16(30, true);
    const length = CENTRAL_BYTES + nameLength + extraLength + fixed.getUint16(32, true);
    const entry = window.now(at, length) ?? await window.at(at, length);
    entries.push(parseEntry(entry, nameLength, extraLength, at));
    at += length;
  }
  if (at !== to) {
    throw structure("the directory is longer than its entries", at, {
      expected: String(to),
      found: String(at)
    });
  }
  return entries;
}
function parseEntry(view, nameLength, extraLength, at) {
  const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const flags = view.getUint16(8, true);
  const { name, nameIn } = nameOf(all.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameLength), flags, at);
  if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(name, flags, at);
  const method = ZIP_METHODS.get(view.getUint16(10, true));
  if (method === void 0) {
    throw new Unsettled("L1", "zip-method", `${quoted(name)} is compressed in a way that we cannot read`, {
      offset: at,
      expected: [...ZIP_METHODS].map(([no, called]) => `${no} (${called})`).join(", "),
      found: String(view.getUint16(10, true))
    });
  }
  const extra = all.subarray(CENTRAL_BYTES + nameLength, CENTRAL_BYTES + nameLength + extraLength);
  const numbers = [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)];
  const [bytes, compressedBytes, offset] = wide(extra, numbers, at);
  if (view.getUint16(34, true) !== 0) throw structure("spans several disks", at);
  mustBePlain({
    name,
    bytes,
    attributes: view.getUint32(38, true),
    internal: view.getUint16(36, true),
    host: view.getUint8(5),
    at
  });
  if (method === "stored" && bytes !== compressedBytes) {
    throw structure(`${quoted(name)} is stored and yet of two sizes`, at);
  }
  return {
    name,
    nameIn,
    flags,
    method,
    version: view.getUint16(6, true),
    isWide: numbers.includes(ALL_ONES),
    timeAndDate: view.getUint32(12, true),
    crc: view.getUint32(16, true),
    compressedBytes,
    bytes,
    offset,
    spanEnd: 0,
    unknownExtra: extra.length === 0 ? NO_EXTRA : unknownExtra(extraFields(extra, at), { name, nameIn }, at)
  };
}
function wide(extra, fields, at) {
  if (extra.length === 0 && !fields.includes(ALL_ONES)) return fields;
  const numbers = zip64Numbers(extra, at);
  const result = fields.map((field) => {
    if (field !== ALL_ONES) return field;
    const number = numbers.shift();
    if (number === void 0) throw structure("a 64-bit size is missing", at);
    return number;
  });
  return result;
}
function zip64Numbers(extra, at) {
  const field = extraFields(extra, at).find(({ id }) => id === 1);
  if (field === void 0) return [];
  const view = viewOf(field.bytes);
  const numbers = Array.from(
    { length: Math.floor(view.byteLength / 8) },
    (_none, i) => Number(view.getBigUint64(i * 8, true))
  );
  if (numbers.some((number) => !Number.isSafeInteger(number)))
    throw structure("a 64-bit size is beyond reason", at);
  return numbers;
}
function extraFields(extra, at) {
  const view = viewOf(extra);
  const fields = [];
  for (let i = 0; i < extra.length; ) {
    if (i + 4 > extra.length) throw structure("an extra field is cut", at);
    const length = view.getUint16(i + 2, true);
    if (i + 4 + length > extra.length) throw structure("an extra field is cut", at);
    fields.push({ id: view.getUint16(i, true), bytes: extra.subarray(i + 4, i + 4 + length) });
    i += 4 + length;
  }
  return fields;
}
function mustTile(entries, directoryOffset) {
  const first = entries[0]?.offset ?? 0;
  if (first !== 0) throw structure("bytes lie before the first member", 0, { found: `${first} bytes` });
  entries.forEach((entry, i) => {
    entry.spanEnd = entries[i + 1]?.offset ?? directoryOffset;
    if (entry.offset + 30 + Buffer.byteLength(entry.name, entry.nameIn) + entry.compressedBytes <= entry.spanEnd)
      return;
    throw structure(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  });
  if (entries.length === 0 && directoryOffset !== 0)
    throw structure("bytes lie before an empty directory", 0);
}
function nameAgain(entries, mayRepeat) {
  const names = /* @__PURE__ */ new Map();
  let again;
  for (const entry of entries) {
    const { name, offset } = entry;
    const folded = name.toLowerCase();
    const before = names.get(folded);
    if (before !== void 0) {
      const isAllowed = before === name && (again !== void 0 || mayRepeat?.(entries.map((each) => each.name)));
      if (isAllowed !== true) throw structure(`${quoted(name)} is there twice`, offset);
      again ??= entry;
    }
    names.set(folded, name);
  }
  return again;
}
var Window = class {
  #reader;
  #end;
  #from = 0;
  #bytes = new Uint8Array(0);
  constructor(reader, end) {
    this.#reader = reader;
    this.#end = end;
  }
  /** What is in memory already. */
  now(offset, length) {
    const at = offset - this.#from;
    if (at < 0 || at + length > this.#bytes.length || offset + length > this.#end) return void 0;
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, length);
  }
  async at(offset, length) {
    if (offset + length > this.#end) throw structure("the directory ends in the middle of an entry", offset);
    const least = Math.max(length, 1024 ** 2);
    this.#bytes = await this.#reader.read(offset, Math.min(least, this.#end - offset));
    this.#from = offset;
    return viewOf(this.#bytes.subarray(0, length));
  }
};
var viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
var structure = (what, offset, extra = {}) => new Broken("L1", "zip-structure", what, { offset, ...extra });
function refusedFlags(name, flags, offset) {
  const found = `0x${flags.toString(16).padStart(4, "0")}`;
  return new Broken("L1", "zip-flags", `${quoted(name)} is encrypted, patched or masked`, {
    offset,
    found
  });
}

// src/verify/codec/inflater.ts
import {
  createGunzip,
  createInflate,
  createInflateRaw
} from "node:zlib";
var CREATE = { raw: createInflateRaw, zlib: createInflate, gzip: createGunzip };
var Inflater = class {
  #inflate;
  #failed;
  /** The end mark of the stream was met; zlib then never answers a write again. */
  #ended;
  #isEnded = false;
  #reject = () => {
  };
  #out = 0;
  /** @param wrapping with `zlib` and `gzip` the stream ends only after its checksum, which zlib compares */
  constructor(declaredBytes, offset, sink, wrapping = "raw") {
    this.#inflate = CREATE[wrapping]();
    this.#failed = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    this.#failed.catch(() => {
    });
    this.#ended = new Promise((resolve) => {
      this.#inflate.once("end", () => {
        this.#isEnded = true;
        resolve();
      });
    });
    this.#inflate.on("error", (error) => {
      this.#reject(new Broken("L1", "deflate-broken", `cannot be inflated: ${error.message}`, { offset }));
    });
    this.#inflate.on("data", (piece) => {
      this.#out += piece.length;
      const tooMuch = new Broken("L1", "deflate-surplus", "inflates to more than it declares", {
        offset,
        expected: `${declaredBytes} bytes`
      });
      if (this.#out > declaredBytes) this.#stop(tooMuch);
      else this.#try(() => sink(piece));
    });
  }
  /** The stream's own end mark was met; what was written since is not part of it. */
  get isEnded() {
    return this.#isEnded;
  }
  /** Bytes of input that the stream really used so far. */
  get usedBytes() {
    return this.#inflate.bytesWritten;
  }
  /** The piece's memory may be used again once this resolves. */
  feed(piece) {
    if (this.#isEnded) return Promise.resolve();
    const done = new Promise((resolve, reject) => {
      this.#inflate.write(piece, (error) => error ? reject(error) : resolve());
    });
    done.catch(() => {
    });
    return Promise.race([done, this.#failed, this.#ended]);
  }
  /** @returns how many bytes of input the stream really used: what follows its end mark is not part of it */
  async end() {
    if (!this.#isEnded) this.#inflate.end();
    await Promise.race([this.#ended, this.#failed]);
    return this.#inflate.bytesWritten;
  }
  #try(work) {
    try {
      work();
    } catch (error) {
      this.#stop(error);
    }
  }
  #stop(error) {
    this.#inflate.removeAllListeners("data");
    this.#reject(error);
    this.#inflate.destroy();
  }
};

// src/verify/codec/zstd.ts
import * as zlib from "node:zlib";
var decompress = zlib.zstdDecompressSync;
async function readyZstd() {
  decompress ??= await asWebAssembly();
}
function zstdDecompress(bytes, mostBytes, offset) {
  if (decompress === void 0) throw new Error("zstdDecompress before readyZstd");
  try {
    return decompress(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    throw new Broken("L1", "zstd-broken", `cannot be decompressed: ${String(error).slice(0, 120)}`, {
      offset
    });
  }
}
var FIRST_ROOM = 8;
var LEAST_ROOM_BYTES = 2 ** 16;
var MOST_ROOM_BYTES = 2 ** 30;
async function asWebAssembly() {
  const { ZSTDDecoder } = await import("./npm-zstddec-dist-zstddec.mjs");
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return (bytes, { maxOutputLength }) => {
    for (let room = Math.max(LEAST_ROOM_BYTES, bytes.length * FIRST_ROOM); ; room *= 4) {
      const most = Math.min(room, maxOutputLength, MOST_ROOM_BYTES);
      const content = decoder.decode(bytes, most);
      if (content.length > 0) return content;
      if (most < room) throw new Error(`it is damaged, empty, or larger than ${most} bytes`);
    }
  };
}

// src/verify/read/push-parser.ts
var NOTHING = new Uint8Array(0);
var PushParser = class {
  #program;
  #want;
  #gathered = NOTHING;
  #have = 0;
  #ended = false;
  /** Bytes taken so far. */
  taken = 0;
  constructor(program) {
    this.#program = program;
  }
  /** Whether the parser wants nothing more. */
  get ended() {
    return this.#ended;
  }
  feed(piece, fileOffset) {
    if (this.#want === void 0 && !this.#ended) this.#resume(NOTHING);
    let at = 0;
    while (at < piece.length) {
      if (this.#want === void 0) {
        throw new Broken("L1", "trailing-bytes", "bytes follow the end of the content", {
          offset: fileOffset + at
        });
      }
      const length = Math.min(bytesOf(this.#want) - this.#have, piece.length - at);
      const part = piece.subarray(at, at + length);
      at += length;
      this.#take(this.#want, part, fileOffset + at - length);
    }
  }
  /** Throws `Broken` when the parser wants more. */
  end(fileOffset) {
    if (this.#want === void 0 && !this.#ended) this.#resume(NOTHING);
    if (this.#want === void 0) return;
    throw new Broken("L1", "cut-short", "the file ends in the middle of a value", {
      offset: fileOffset,
      expected: `${bytesOf(this.#want) - this.#have} bytes more`
    });
  }
  #take(want, part, fileOffset) {
    this.taken += part.length;
    const whole = bytesOf(want);
    if (typeof want !== "number") {
      want.sink(part, fileOffset);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(NOTHING);
    } else if (part.length === whole) {
      this.#resume(part);
    } else {
      if (this.#have === 0) this.#gathered = new Uint8Array(whole);
      this.#gathered.set(part, this.#have);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(this.#gathered);
    }
  }
  /** Goes on until something is wanted that is not empty. */
  #resume(given) {
    this.#have = 0;
    let next = this.#program.next(given);
    while (next.done !== true && bytesOf(next.value) === 0) next = this.#program.next(NOTHING);
    this.#ended = next.done === true;
    this.#want = next.done === true ? void 0 : next.value;
  }
};
var bytesOf = (want) => typeof want === "number" ? want : want.bytes;

// src/verify/codec/bzip2-block.ts
var GROUP_SYMBOLS = 50;
var MOST_CODE_BITS = 20;
var [RUN_A, RUN_B] = [0, 1];
var LEAST_RUN = 4;
var OUT_BYTES = 65536;
var MoreBits = class extends Error {
};
var BitReader = class {
  /** The next bit. */
  at;
  #bytes;
  constructor(bytes, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }
  /** @param count at most 24 */
  take(count) {
    if (this.at + count > this.#bytes.length * 8) throw new MoreBits();
    const first = this.at >>> 3;
    const byte = (i) => this.#bytes[first + i] ?? 0;
    const word = (byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)) >>> 0;
    const value = word << (this.at & 7) >>> 32 - count;
    this.at += count;
    return count === 0 ? 0 : value;
  }
  u32() {
    return this.take(16) * 65536 + this.take(16);
  }
  bit() {
    const byte = this.#bytes[this.at >>> 3];
    if (byte === void 0) throw new MoreBits();
    const value = byte >>> 7 - (this.at & 7) & 1;
    this.at += 1;
    return value;
  }
};
function bzip2Block(bits, mostBytes, offset, sink) {
  const broken5 = (what) => new Broken("L1", "bzip2-broken", what, { offset });
  if (bits.bit() === 1)
    throw new Unsettled("L1", "bzip2-randomised", "has a block as bzip2 wrote it before 0.9.5", { offset });
  const origin = bits.take(24);
  const used = usedBytes(bits);
  if (used.length === 0) throw broken5("a block has no bytes");
  const groups = bits.take(3);
  if (groups < 2 || groups > 6) throw broken5("a block has no groups of codes");
  const selectors = selectorsOf(bits, groups, broken5);
  const codes = Array.from({ length: groups }, () => codeOf(bits, used.length + 2, broken5));
  const sorted = new Uint32Array(mostBytes);
  const counts = new Uint32Array(256);
  let length = 0;
  let run = 0;
  let scale = 1;
  const front = used;
  const repeat = () => {
    const byte = front[0];
    if (run > mostBytes - length) throw broken5("a block is larger than blocks of the file may be");
    sorted.fill(byte, length, length + run);
    counts[byte] = counts[byte] + run;
    length += run;
    run = 0;
    scale = 1;
  };
  for (let at = 0; ; at += 1) {
    const selector = selectors[Math.floor(at / GROUP_SYMBOLS)];
    if (selector === void 0) throw broken5("a block has more symbols than groups for them");
    const symbol = symbolOf(bits, codes[selector], broken5);
    if (symbol === RUN_A || symbol === RUN_B) {
      run += scale << symbol;
      scale *= 2;
      if (run > mostBytes) throw broken5("a block is larger than blocks of the file may be");
      continue;
    }
    if (run > 0) repeat();
    const index = symbol - 1;
    if (index === used.length) break;
    const byte = front[index];
    front.copyWithin(1, 0, index);
    front[0] = byte;
    if (length === mostBytes) throw broken5("a block is larger than blocks of the file may be");
    sorted[length] = byte;
    counts[byte] = counts[byte] + 1;
    length += 1;
  }
  if (origin >= length) throw broken5("a block begins outside of itself");
  return unsorted(sorted, counts, { length, origin }, sink);
}
function usedBytes(bits) {
  const used = [];
  const ranges = bits.take(16);
  for (let i = 0; i < 16; i += 1) {
    if ((ranges & 32768 >> i) === 0) continue;
    const range = bits.take(16);
    for (let j = 0; j < 16; j += 1) if ((range & 32768 >> j) !== 0) used.push(i * 16 + j);
  }
  return Uint8Array.from(used);
}
function selectorsOf(bits, groups, broken5) {
  const count = bits.take(15);
  const selectors = new Uint8Array(count);
  const front = Uint8Array.from({ length: groups }, (_none, i) => i);
  for (let i = 0; i < count; i += 1) {
    let index = 0;
    while (bits.bit() === 1) index += 1;
    const group = front[index];
    if (group === void 0) throw broken5("a block chooses a group that is not there");
    front.copyWithin(1, 0, index);
    front[0] = group;
    selectors[i] = group;
  }
  return selectors;
}
function codeOf(bits, symbols, broken5) {
  const lengths = new Uint8Array(symbols);
  let length = bits.take(5);
  for (let i = 0; i < symbols; i += 1) {
    while (bits.bit() === 1) length += bits.bit() === 1 ? -1 : 1;
    if (length < 1 || length > MOST_CODE_BITS) throw broken5("a code is of no length that there is");
    lengths[i] = length;
  }
  const bySize = new Uint16Array(symbols);
  const limit = new Int32Array(MOST_CODE_BITS + 1);
  const base = new Int32Array(MOST_CODE_BITS + 1);
  let [code, index] = [0, 0];
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    base[size] = code - index;
    for (let i = 0; i < symbols; i += 1) {
      if (lengths[i] !== size) continue;
      bySize[index] = i;
      index += 1;
      code += 1;
    }
    if (code > 2 ** size) throw broken5("has more codes than bits can tell apart");
    limit[size] = code;
    code *= 2;
  }
  return { symbols: bySize, limit, base };
}
function symbolOf(bits, { symbols, limit, base }, broken5) {
  let code = 0;
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    code = code << 1 | bits.bit();
    if (code < limit[size]) return symbols[code - base[size]];
  }
  throw broken5("has a code that stands for nothing");
}
function unsorted(sorted, counts, { length, origin }, sink) {
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const count = counts[byte];
    counts[byte] = sum;
    sum += count;
  }
  for (let i = 0; i < length; i += 1) {
    const byte = sorted[i] & 255;
    const to = counts[byte];
    counts[byte] = to + 1;
    sorted[to] = sorted[to] | i << 8;
  }
  const out = new Uint8Array(OUT_BYTES);
  let [filled, crc] = [0, -1];
  const put = (byte) => {
    crc = crc << 8 ^ CRC_TABLE[crc >>> 24 ^ byte];
    out[filled] = byte;
    filled += 1;
    if (filled < OUT_BYTES) return;
    sink(out);
    filled = 0;
  };
  let at = sorted[origin] >>> 8;
  let [before, same] = [-1, 0];
  for (let i = 0; i < length; i += 1) {
    const entry = sorted[at];
    at = entry >>> 8;
    const byte = entry & 255;
    if (same === LEAST_RUN) {
      for (let more = 0; more < byte; more += 1) put(before);
      same = 0;
      before = -1;
      continue;
    }
    same = byte === before ? same + 1 : 1;
    before = byte;
    put(byte);
  }
  if (filled > 0) sink(out.subarray(0, filled));
  return ~crc >>> 0;
}
var CRC_TABLE = Int32Array.from({ length: 256 }, (_none, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? crc << 1 ^ 79764919 : crc << 1;
  return crc;
});

// src/verify/archive/packed-magic.ts
var XZ_MAGIC = Uint8Array.of(253, 55, 122, 88, 90, 0);
var LZ4_MAGIC = Uint8Array.of(4, 34, 77, 24);
var BZIP2_MAGIC = Buffer.from("BZh", "latin1");
var GZIP_MAGIC = Uint8Array.of(31, 139, 8);

// src/verify/archive/bzip2-streams.ts
var [BLOCK_HIGH, BLOCK_LOW] = [3227993, 2511705];
var [END_HIGH, END_LOW] = [1536581, 3690640];
var UNIT_BYTES = 1e5;
var AGAIN_BYTES = 262144;
var Bzip2Streams = class {
  isChecksummed = true;
  #streams = 0;
  #limits;
  #sink;
  #kept = new Uint8Array(0);
  /** Of `#kept`: where it lies in the file, and the first bit that was not used. */
  #from = 0;
  #bit = 0;
  #tryAt = 0;
  /** Of a block, in hundred thousands; 0 between streams. */
  #level = 0;
  #crc = 0;
  #blocks = 0;
  /** @param from where in the file they begin */
  constructor(limits, sink, from = 0) {
    this.#from = from;
    this.#limits = limits;
    this.#sink = sink;
  }
  /** Streams that came to their end. */
  get count() {
    return this.#streams;
  }
  feed(piece) {
    this.#kept = Buffer.concat([this.#kept, piece]);
    if (this.#kept.length >= this.#tryAt) this.#run();
  }
  end(sizeBytes) {
    this.#run();
    if (this.#level === 0 && this.#kept.length * 8 === this.#bit && this.#streams > 0) return;
    throw new Broken("L1", "cut-short", "the file ends inside a bzip2 stream", { offset: sizeBytes });
  }
  #run() {
    try {
      for (; ; ) this.#step();
    } catch (error) {
      if (!(error instanceof MoreBits)) throw error;
    }
    const used = this.#bit >>> 3;
    this.#kept = this.#kept.subarray(used);
    this.#from += used;
    this.#bit &= 7;
    this.#tryAt = this.#kept.length + AGAIN_BYTES;
  }
  /** A header, a block or an end, if all of it is there. */
  #step() {
    const bits = new BitReader(this.#kept, this.#bit);
    if (this.#level === 0) this.#begin(bits);
    else this.#blockOrEnd(bits);
    this.#bit = bits.at;
  }
  #begin(bits) {
    const offset = this.#from + (this.#bit >>> 3);
    const begin = [bits.take(8), bits.take(8), bits.take(8), bits.take(8)];
    const level = begin[3] - 48;
    if (BZIP2_MAGIC.some((byte, i) => begin[i] !== byte) || level < 1 || level > 9)
      throw new Broken("L1", "trailing-bytes", "what follows is no bzip2 stream", { offset });
    this.#level = level;
    this.#crc = 0;
  }
  #blockOrEnd(bits) {
    const offset = this.#from + (bits.at >>> 3);
    const [high, low, stored] = [bits.take(24), bits.take(24), bits.u32()];
    if (high === END_HIGH && low === END_LOW) {
      this.#end(bits, offset, stored);
      return;
    }
    if (high !== BLOCK_HIGH || low !== BLOCK_LOW)
      throw new Broken("L1", "bzip2-broken", "what should be a block begins as none", { offset });
    this.#blocks += 1;
    if (this.#blocks > this.#limits.objects)
      throw overBudget("objects", this.#limits.objects, this.#blocks, offset);
    const found = bzip2Block(bits, this.#level * UNIT_BYTES, offset, this.#sink);
    if (found !== stored)
      throw sumDiffers("the content is not what was packed: its CRC differs", offset, { stored, found });
    this.#crc = ((this.#crc << 1 | this.#crc >>> 31) ^ stored) >>> 0;
  }
  #end(bits, offset, stored) {
    if (stored !== this.#crc)
      throw sumDiffers("a stream is not of its blocks: its CRC differs", offset, {
        stored,
        found: this.#crc
      });
    const padding = 8 - (bits.at & 7) & 7;
    if (bits.take(padding) !== 0)
      throw new Broken("L1", "bzip2-broken", "the bits behind its end are not zero", { offset });
    this.#level = 0;
    this.#streams += 1;
  }
};

// src/verify/codec/lzma.ts
var [MODEL_BITS, MOVE_BITS] = [11, 5];
var HALF = 1 << MODEL_BITS - 1;
var TOP = 2 ** 24;
var [STATES, POSITIONS] = [12, 16];
var FIRST_MATCH_STATE = 7;
var LEAST_MATCH = 2;
var SYMBOL_BYTES = 20;
var FIRST_WINDOW_BYTES = 2 ** 16;
var END_MARK = 4294967295;
function lzmaProperties(byte, offset) {
  if (byte >= 9 * 5 * 5) throw broken2("its properties mean nothing", offset);
  return { lc: byte % 9, lp: Math.floor(byte / 9) % 5, pb: Math.floor(byte / 45) };
}
var Lengths = class {
  choice = fresh(2);
  low = fresh(POSITIONS << 3);
  middle = fresh(POSITIONS << 3);
  high = fresh(256);
};
var Model = class {
  isMatch = fresh(STATES * POSITIONS);
  isRep = fresh(STATES);
  isRep0 = fresh(STATES);
  isRep1 = fresh(STATES);
  isRep2 = fresh(STATES);
  isLong = fresh(STATES * POSITIONS);
  slot = fresh(4 * 64);
  special = fresh(128);
  align = fresh(16);
  match = new Lengths();
  rep = new Lengths();
  literal;
  state = 0;
  rep0 = 0;
  rep1 = 0;
  rep2 = 0;
  rep3 = 0;
  constructor({ lc, lp }) {
    this.literal = fresh(768 << lc + lp);
  }
};
var Lzma = class {
  /** Input bytes used so far of the current piece. */
  at = 0;
  /** Bytes decoded since the window was emptied. */
  total = 0;
  #windowBytes;
  #mostBytes;
  #sink;
  #window;
  #to = 0;
  #told = 0;
  #properties = { lc: 0, lp: 0, pb: 0 };
  #model;
  #input = new Uint8Array(0);
  #range = 0;
  #code = 0;
  #offset = 0;
  /**
   * @param windowBytes how far back a copy may reach, as the file declares
   * @param mostBytes of window that may be held; it grows with what is decoded
   */
  constructor(windowBytes, mostBytes, sink) {
    this.#windowBytes = Math.max(windowBytes, 4096);
    this.#mostBytes = mostBytes;
    this.#window = new Uint8Array(Math.min(this.#windowBytes, FIRST_WINDOW_BYTES));
    this.#sink = sink;
  }
  /** The range coder came to rest where a stream may end. */
  get isAtRest() {
    return this.#code === 0;
  }
  emptyWindow() {
    this.total = 0;
    this.#to = 0;
    this.#told = 0;
  }
  begin(properties) {
    this.#properties = properties;
    this.#model = new Model(properties);
  }
  /** All probabilities back to a half, with the properties as they are. */
  again(offset) {
    if (this.#model === void 0) throw broken2("begins without properties", offset);
    this.#model = new Model(this.#properties);
  }
  /** Bytes that stand as they are. */
  put(bytes) {
    for (const byte of bytes) this.#put(byte);
    this.flush();
  }
  /** @param five the first bytes of a run of the range coder, of which the first is 0 */
  start(five, offset) {
    if (five[0] !== 0) throw broken2("a run begins with another byte than 0", offset);
    this.#range = 4294967295;
    this.#code = five.subarray(1).reduce((code, byte) => code * 256 + byte, 0);
  }
  /**
   * Decodes from the start of `input` until `mostBytes` more have come out, the end mark was met, or less input is left than any
   * symbol might take (unless it is the last).
   *
   * @param offset of the input in the file, for messages
   * @returns whether the end mark was met
   */
  decode(input, mostBytes, isLast, offset) {
    const model = this.#model;
    if (model === void 0) throw broken2("begins without properties", offset);
    this.#input = input;
    this.#offset = offset;
    this.at = 0;
    const until = this.total + mostBytes;
    const safe = isLast ? Number.POSITIVE_INFINITY : input.length - SYMBOL_BYTES;
    while (this.total < until && this.at <= safe) {
      if (this.#symbol(model, until)) {
        this.#normalise();
        this.#mustHave();
        this.flush();
        return true;
      }
      this.#mustHave();
    }
    this.flush();
    return false;
  }
  /** Lets the range coder take what belongs to the symbols before. */
  rest() {
    this.#normalise();
    this.#mustHave();
  }
  flush() {
    if (this.#to > this.#told) this.#sink(this.#window.subarray(this.#told, this.#to));
    this.#told = this.#to;
  }
  /** @returns whether it was the end mark */
  #symbol(model, until) {
    const { state } = model;
    const position = this.total & (1 << this.#properties.pb) - 1;
    if (this.#bit(model.isMatch, state * POSITIONS + position) === 0) {
      this.#put(this.#literal(model));
      model.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      return false;
    }
    const afterLiteral = state < FIRST_MATCH_STATE;
    let length;
    if (this.#bit(model.isRep, state) === 0) {
      model.rep3 = model.rep2;
      model.rep2 = model.rep1;
      model.rep1 = model.rep0;
      length = this.#length(model.match, position);
      model.state = afterLiteral ? 7 : 10;
      model.rep0 = this.#distance(model, length);
      if (model.rep0 === END_MARK) return true;
    } else {
      if (this.#bit(model.isRep0, state) === 0) {
        if (this.#bit(model.isLong, state * POSITIONS + position) === 0) {
          model.state = afterLiteral ? 9 : 11;
          this.#copy(model.rep0, 1, until);
          return false;
        }
      } else this.#chooseOther(model, state);
      length = this.#length(model.rep, position);
      model.state = afterLiteral ? 8 : 11;
    }
    this.#copy(model.rep0, length + LEAST_MATCH, until);
    return false;
  }
  #chooseOther(model, state) {
    let distance = model.rep1;
    if (this.#bit(model.isRep1, state) === 1) {
      distance = model.rep2;
      if (this.#bit(model.isRep2, state) === 1) {
        distance = model.rep3;
        model.rep3 = model.rep2;
      }
      model.rep2 = model.rep1;
    }
    model.rep1 = model.rep0;
    model.rep0 = distance;
  }
  #literal({ literal, state, rep0 }) {
    const { lc, lp } = this.#properties;
    const before = this.total === 0 ? 0 : this.#behind(0);
    const base = 768 * (((this.total & (1 << lp) - 1) << lc) + (before >> 8 - lc));
    let symbol = 1;
    if (state >= FIRST_MATCH_STATE) {
      let other = this.#behind(rep0);
      while (symbol < 256) {
        const expected = other >> 7 & 1;
        other <<= 1;
        const bit = this.#bit(literal, base + (1 + expected << 8) + symbol);
        symbol = symbol << 1 | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 256) symbol = symbol << 1 | this.#bit(literal, base + symbol);
    return symbol & 255;
  }
  #length({ choice, low, middle, high }, position) {
    if (this.#bit(choice, 0) === 0) return this.#tree(low, position << 3, 3);
    if (this.#bit(choice, 1) === 0) return 8 + this.#tree(middle, position << 3, 3);
    return 16 + this.#tree(high, 0, 8);
  }
  #distance({ slot, special, align }, length) {
    const chosen = this.#tree(slot, Math.min(length, 3) << 6, 6);
    if (chosen < 4) return chosen;
    const bits = (chosen >> 1) - 1;
    const high = (2 | chosen & 1) * 2 ** bits;
    if (chosen < 14) return high + this.#backwards(special, high - chosen, bits);
    let direct = 0;
    for (let i = 4; i < bits; i += 1) direct = direct * 2 + this.#direct();
    return high + direct * 16 + this.#backwards(align, 0, 4);
  }
  #tree(probabilities, base, bits) {
    let symbol = 1;
    for (let i = 0; i < bits; i += 1) symbol = symbol << 1 | this.#bit(probabilities, base + symbol);
    return symbol - (1 << bits);
  }
  #backwards(probabilities, base, bits) {
    let [symbol, value] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const bit = this.#bit(probabilities, base + symbol);
      symbol = symbol << 1 | bit;
      value |= bit << i;
    }
    return value;
  }
  #bit(probabilities, index) {
    this.#normalise();
    const probability = probabilities[index];
    const bound = (this.#range >>> MODEL_BITS) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      probabilities[index] = probability + ((1 << MODEL_BITS) - probability >> MOVE_BITS);
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    probabilities[index] = probability - (probability >> MOVE_BITS);
    return 1;
  }
  #direct() {
    this.#normalise();
    this.#range = this.#range >>> 1;
    if (this.#code < this.#range) return 0;
    this.#code -= this.#range;
    return 1;
  }
  #normalise() {
    if (this.#range >= TOP) return;
    this.#range *= 256;
    this.#code = this.#code * 256 + (this.#input[this.at] ?? 0);
    this.at += 1;
  }
  #mustHave() {
    if (this.at <= this.#input.length) return;
    throw new Broken("L1", "cut-short", "its stream ends in the middle of a symbol", {
      offset: this.#offset + this.#input.length
    });
  }
  #behind(distance) {
    if (distance >= Math.min(this.total, this.#windowBytes))
      throw broken2("a copy reaches back before the start", this.#offset + this.at);
    const from = this.#to - distance - 1;
    return this.#window[from < 0 ? from + this.#windowBytes : from];
  }
  #copy(distance, length, until) {
    if (this.total + length > until)
      throw broken2("a copy is longer than what is declared", this.#offset + this.at);
    for (let i = 0; i < length; i += 1) this.#put(this.#behind(distance));
  }
  #put(byte) {
    if (this.#to === this.#window.length) this.#makeRoom();
    this.#window[this.#to] = byte;
    this.#to += 1;
    this.total += 1;
  }
  /** Grows until it is as large as declared, and then begins anew: a small file takes little, whatever it declares. */
  #makeRoom() {
    if (this.#window.length === this.#windowBytes) {
      this.flush();
      this.#to = 0;
      this.#told = 0;
      return;
    }
    const size = Math.min(this.#windowBytes, this.#window.length * 2);
    if (size > this.#mostBytes) throw overBudget("structureBytes", this.#mostBytes, size, this.#offset);
    const larger = new Uint8Array(size);
    larger.set(this.#window);
    this.#window = larger;
  }
};
function fresh(size) {
  return new Uint16Array(size).fill(HALF);
}
var broken2 = (what, offset) => new Broken("L1", "lzma-broken", what, { offset });

// src/verify/archive/lzma-alone.ts
var CODER_BYTES = 5;
var PIECE_BYTES = 65536;
var MOST_MARK_BYTES = 32;
var UNKNOWN = 2n ** 64n - 1n;
function* lzmaStream({ properties, windowBytes, declared, at: from, to }, limits, sink) {
  const most = declared ?? Number.MAX_SAFE_INTEGER;
  const lzma = new Lzma(windowBytes, limits.windowBytes, sink);
  lzma.begin(lzmaProperties(properties, from));
  if (to - from < CODER_BYTES)
    throw new Broken("L1", "cut-short", "ends before its content begins", { offset: to });
  lzma.start(yield CODER_BYTES, from);
  let at = from + CODER_BYTES;
  let kept = new Uint8Array(0);
  let isEnd = false;
  while (!isEnd && at < to) {
    const size = Math.min(PIECE_BYTES, to - at);
    const input = Buffer.concat([kept, yield size]);
    const offset = at - kept.length;
    at += size;
    isEnd = lzma.decode(input, most - lzma.total, at === to, offset);
    const isFull = !isEnd && lzma.total === most;
    if (isFull) lzma.rest();
    kept = input.subarray(lzma.at);
    if (!isFull) continue;
    const left = to - at;
    if (kept.length + left === 0) break;
    if (kept.length + left <= MOST_MARK_BYTES) {
      const tail = Buffer.concat([kept, left === 0 ? new Uint8Array(0) : yield left]);
      at = to;
      isEnd = lzma.decode(tail, 1, true, at - tail.length);
      kept = tail.subarray(lzma.at);
    }
    break;
  }
  if (kept.length > 0 || at < to)
    throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", {
      offset: at - kept.length,
      found: `${kept.length + to - at} bytes`
    });
  if (declared === void 0 && !isEnd)
    throw new Broken("L1", "cut-short", "the file ends before the mark of its end", { offset: at });
  if (declared !== void 0 && lzma.total !== most)
    throw new Broken("L1", "member-length", "the content is not as long as its header says", {
      offset: from,
      expected: `${most} bytes`,
      found: `${lzma.total} bytes`
    });
  if (!lzma.isAtRest) throw new Broken("L1", "lzma-broken", "does not come to its end", { offset: at });
}

// src/verify/archive/unpacking.ts
function asUnpacking(read, of) {
  const parser = new PushParser(read);
  return {
    feed: (...piece) => parser.feed(...piece),
    end: (sizeBytes) => parser.end(sizeBytes),
    get isChecksummed() {
      return of.isChecksummed;
    }
  };
}

// src/verify/archive/zstd-frames.ts
var MAGIC = 4247762216;
var SKIPPABLE = 407710288;
var MOST_BLOCK_BYTES = 131072;
var SUM_OF_NOTHING = 1373170073;
function* zstdFrames(sizeBytes, onFrame) {
  let at = 0;
  while (at < sizeBytes) {
    const from = at;
    if (sizeBytes - at < 8) throw broken3("trailing-bytes", "what follows is no zstd frame", at);
    const magic = u32(yield 4);
    at += 4;
    if ((magic & 4294967280) >>> 0 === SKIPPABLE) {
      const length = u32(yield 4);
      at += 4;
      if (length > sizeBytes - at)
        throw broken3("cut-short", "a skippable frame is longer than the file", from);
      yield skip(length);
      at += length;
      continue;
    }
    if (magic !== MAGIC) throw broken3("trailing-bytes", "what follows is no zstd frame", from);
    const descriptor = (yield 1)[0];
    at += 1;
    if ((descriptor & 8) !== 0) throw broken3("zstd-header", "a frame has a reserved flag", from);
    const { window, dictionary, sizeField } = fieldsOf(descriptor);
    yield skip(window);
    if (dictionary > 0) mustNeedNone(yield dictionary, from);
    const contentBytes = sizeField === 0 ? void 0 : contentSize(yield sizeField);
    at += window + dictionary + sizeField;
    let isEmpty = true;
    for (let isLast = false; !isLast; ) {
      const [low = 0, middle = 0, high = 0] = yield 3;
      const header = low | middle << 8 | high << 16;
      isLast = (header & 1) === 1;
      const length = blockLength(header, at);
      if (length > 0) isEmpty = false;
      if (length + 3 > sizeBytes - at) throw broken3("cut-short", "a block is longer than what is left", at);
      yield skip(length);
      at += 3 + length;
    }
    const hasChecksum = (descriptor & 4) !== 0;
    if (hasChecksum) {
      const stored = u32(yield 4);
      if (isEmpty && stored !== SUM_OF_NOTHING)
        throw sumDiffers("a frame of nothing has the checksum of something", at, {
          stored,
          found: SUM_OF_NOTHING
        });
      at += 4;
    }
    onFrame({ from, to: at, hasChecksum, contentBytes, isEmpty });
  }
}
function blockLength(header, offset) {
  const type = header >> 1 & 3;
  const bytes = header >>> 3;
  if (type === 3) throw broken3("zstd-block", "a block is of the reserved type", offset);
  if (bytes > MOST_BLOCK_BYTES) throw broken3("zstd-block", "a block is larger than blocks may be", offset);
  return type === 1 ? 1 : bytes;
}
function fieldsOf(descriptor) {
  const isSingle = (descriptor & 32) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeField = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return { window: isSingle ? 0 : 1, dictionary, sizeField };
}
function mustNeedNone(dictionary, offset) {
  const number = dictionary.reduceRight((sum, byte) => sum * 256 + byte, 0);
  if (number === 0) return;
  const what = "needs a dictionary that is not in it, so nobody can unpack it with the file alone";
  throw new Unsettled("L1", "zstd-dictionary", what, { offset, found: `dictionary ${number}` });
}
function contentSize(bytes) {
  const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return bytes.length === 2 ? value + 256n : value;
}
var skip = (bytes) => ({ bytes, sink: () => {
} });
var u32 = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
var broken3 = (code, what, offset) => new Broken("L1", code, what, { offset });

// src/verify/archive/zip-packing.ts
var HAS_END_MARK = 2;
var LZMA_HEADER_BYTES = 9;
var PROPERTIES_BYTES = 5;
function unpackingOf(entry, from, limits, sink) {
  const { method, compressedBytes, bytes, name } = entry;
  if (method === "stored") return void 0;
  if (method === "deflated") return inflating(entry, from, sink);
  let out = 0;
  const bounded = (piece) => {
    out += piece.length;
    if (out > bytes)
      throw new Broken("L1", "member-length", `${quoted(name)} unpacks to more than it declares`, {
        offset: entry.offset,
        expected: `${bytes} bytes`
      });
    sink(piece);
  };
  const to = from + compressedBytes;
  switch (method) {
    case "bzip2":
      return oneBzip2(entry, new Bzip2Streams(limits, bounded, from));
    case "lzma":
      return asUnpacking(lzmaMember(entry, from, limits, bounded), { isChecksummed: false });
    case "zstd":
      return new ZstdMember(entry, to, limits, bounded);
  }
}
function inflating(entry, from, sink) {
  const inflater = new Inflater(entry.bytes, from, sink);
  return {
    isChecksummed: false,
    feed: (piece) => inflater.feed(piece),
    async end() {
      if (await inflater.end() !== entry.compressedBytes) throw surplus(entry);
    }
  };
}
var surplus = ({ name, offset }) => structure(`bytes follow the compressed data of ${quoted(name)}`, offset);
function oneBzip2(entry, streams) {
  return {
    isChecksummed: true,
    feed: (piece) => streams.feed(piece),
    end(sizeBytes) {
      streams.end(sizeBytes);
      if (streams.count !== 1) throw surplus(entry);
    }
  };
}
function* lzmaMember({ flags, bytes, compressedBytes, name }, from, limits, sink) {
  const header = (yield LZMA_HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const properties = view.getUint16(2, true);
  if (properties !== PROPERTIES_BYTES)
    throw new Broken("L1", "lzma-broken", `the properties of ${quoted(name)} are not five bytes`, {
      offset: from + 2,
      found: String(properties)
    });
  const declared = (flags & HAS_END_MARK) === 0 ? bytes : void 0;
  const stream = { properties: header[4], windowBytes: view.getUint32(5, true), declared };
  yield* lzmaStream({ ...stream, at: from + LZMA_HEADER_BYTES, to: from + compressedBytes }, limits, sink);
}
var ZstdMember = class {
  isChecksummed = false;
  #pieces = [];
  #entry;
  #to;
  #sink;
  constructor(entry, to, { windowBytes }, sink) {
    const held = Math.max(entry.compressedBytes, entry.bytes);
    if (held > windowBytes) throw overBudget("structureBytes", windowBytes, held, entry.offset);
    this.#entry = entry;
    this.#to = to;
    this.#sink = sink;
  }
  feed(piece) {
    this.#pieces.push(piece.slice());
  }
  async end() {
    const { bytes, compressedBytes } = this.#entry;
    const from = this.#to - compressedBytes;
    const packed = Buffer.concat(this.#pieces);
    const frames = [];
    const parser = new PushParser(zstdFrames(packed.length, (frame2) => frames.push(frame2)));
    parser.feed(packed, from);
    parser.end(this.#to);
    const [frame] = frames;
    if (frames.length !== 1 || frame === void 0) throw surplus(this.#entry);
    if (frame.isEmpty) return;
    await readyZstd();
    this.#sink(zstdDecompress(packed, Math.max(1, bytes), from));
  }
};

// src/verify/archive/zip-member.ts
var LOCAL_BYTES = 30;
var WINDOW_BYTES = 1024 ** 2;
async function dataOffsetOf(reader, entry) {
  const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
  const from = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  if (from + entry.compressedBytes > entry.spanEnd)
    throw structure(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  return from;
}
var unpackLimits = ({ expandedBytes, structureBytes, objects }) => ({
  expandedBytes,
  windowBytes: structureBytes,
  objects
});
async function readMember(reader, entry, budgets, sink) {
  const from = await dataOffsetOf(reader, entry);
  const to = from + entry.compressedBytes;
  const unpacking = unpackingOf(entry, from, unpackLimits(budgets), (piece) => {
    reader.throwIfStopped();
    sink(piece);
  });
  for (let at = from; at < to; at += WINDOW_BYTES) {
    const piece = await reader.read(at, Math.min(WINDOW_BYTES, to - at));
    if (unpacking === void 0) sink(piece);
    else await unpacking.feed(piece, at);
  }
  await unpacking?.end(to);
}
var LARGE_BYTES = 1024 ** 2;

// src/verify/read/bounded-reader.ts
var BoundedReader = class {
  requests = 0;
  bytesRead = 0;
  sizeBytes;
  #head = new Uint8Array(0);
  #source;
  #signal;
  #clock;
  #deadline;
  constructor(source, budgets, clock, signal) {
    this.#source = source;
    this.#signal = signal;
    this.#clock = clock;
    this.sizeBytes = source.sizeBytes;
    const allowedSeconds = budgets.wallSeconds + source.sizeBytes / budgets.wallBytesPerSecond;
    this.#deadline = clock.now().getTime() + allowedSeconds * 1e3;
  }
  get label() {
    return this.#source.label;
  }
  /** A read costs next to nothing. */
  get isLocal() {
    return this.#source.descriptor !== void 0;
  }
  /** Reads the start once; later reads inside it cost nothing. */
  async head(length) {
    if (this.#head.length < length) this.#head = await this.read(0, Math.min(length, this.sizeBytes));
    return this.#head;
  }
  async read(offset, length) {
    this.mustLieInside(offset, length);
    if (offset + length <= this.#head.length) return this.#head.subarray(offset, offset + length);
    const bytes = await this.bounded(() => this.#source.read(offset, length));
    if (bytes.length !== length) throw changed(`asked for ${length} bytes and got ${bytes.length}`, offset);
    this.#count(length);
    return bytes;
  }
  /** Like `read`, into memory that the caller uses again. */
  async readInto(offset, target) {
    this.mustLieInside(offset, target.length);
    const { readInto } = this.#source;
    if (readInto === void 0) {
      target.set(await this.read(offset, target.length));
      return;
    }
    await this.bounded(() => readInto.call(this.#source, offset, target));
    this.#count(target.length);
  }
  /** @returns false when this source cannot read without waiting; then nothing was done */
  readIntoNow(offset, target) {
    const { readIntoNow } = this.#source;
    if (readIntoNow === void 0) return false;
    this.mustLieInside(offset, target.length);
    this.throwIfStopped();
    try {
      readIntoNow.call(this.#source, offset, target);
    } catch (error) {
      if (error instanceof RangeError) throw changed(error.message, 0);
      throw error;
    }
    this.#count(target.length);
    return true;
  }
  /** Reads that workers did. */
  countOthers(requests, bytes) {
    this.requests += requests;
    this.bytesRead += bytes;
  }
  /** Throws when the source knows that the file is not the one that was opened. */
  async mustBeUnchanged() {
    const what = await this.#source.changed?.();
    if (what !== void 0) throw changed(what, 0);
  }
  throwIfStopped() {
    this.#signal?.throwIfAborted();
    if (this.#clock.now().getTime() > this.#deadline) {
      throw new Unsettled("L0", "over-budget", "took longer than its wall-time budget");
    }
  }
  #count(length) {
    this.requests += 1;
    this.bytesRead += length;
  }
  mustLieInside(offset, length) {
    const inside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (inside && offset + length <= this.sizeBytes) return;
    throw new Broken("L1", "outside-file", "points outside the file", {
      offset,
      expected: `at most ${this.sizeBytes} bytes`,
      found: `${length} bytes from ${offset}`
    });
  }
  /** A wait for the source: ends with an abort, and tells a file that shrank. */
  async bounded(read) {
    this.throwIfStopped();
    try {
      return await untilAborted(read(), this.#signal);
    } catch (error) {
      if (error instanceof RangeError) throw changed(error.message, 0);
      throw error;
    }
  }
};
var changed = (what, offset) => new Broken("L0", "changed-while-reading", `changed while it was read: ${what}`, { offset });
async function untilAborted(work, signal) {
  if (signal === void 0) return work;
  let stop = () => {
  };
  const aborted = new Promise((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  work.catch(() => {
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

// src/stores/stored-zip.ts
var BUDGETS = { ...DEFAULT_BUDGETS, wallSeconds: 6 * 3600 };
var openZip = async (path) => openZipIn(await openFileSource(path));
async function openZipIn(source) {
  try {
    const reader = new BoundedReader(source, BUDGETS, systemClock);
    const { entries } = await readZipDirectory(reader, BUDGETS);
    const files = new Map(
      entries.filter(({ name }) => !name.endsWith("/")).map((entry) => [entry.name, entry])
    );
    return {
      entries: [...files.values()].map(({ name, bytes }) => ({ name, bytes })),
      read: (name, sink) => contentOf(reader, files.get(name), name, sink),
      close: () => source.close()
    };
  } catch (error) {
    await source.close();
    throw broken4(error);
  }
}
async function contentOf(reader, entry, name, sink) {
  if (entry === void 0) throw new RangeError(`the zip has no ${JSON.stringify(name)}`);
  await readMember(reader, entry, BUDGETS, sink).catch((error) => {
    throw broken4(error);
  });
}
var broken4 = (error) => {
  if (!(error instanceof Broken || error instanceof Unsettled)) return error;
  return new Problem(
    {
      code: "zip-broken",
      kind: "failed",
      what: `The archive that was downloaded cannot be read for certain: ${error.message}.`,
      next: 'Nothing of it counts and nothing was released. Run "gpu-lease collect" again.'
    },
    { cause: error }
  );
};

export {
  openZip,
  openZipIn
};
