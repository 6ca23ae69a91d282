import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  quoted
} from "./verify-contract-untrusted.shared.mjs";
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
  const found = `0x${attributes.toString(16).padStart(8, "0")}`;
  if ((hasName || isMarked) && bytes !== 0)
    throw new Broken("L1", "zip-folder", `${quoted(name)} is marked as a folder and has content`, {
      offset: at,
      found: `${bytes} bytes`
    });
  if (isMarked && !hasName)
    throw broken(`${quoted(name)} is marked as a folder and is not called like one`, at, found);
  if (type === LINK)
    throw new Unsettled("L1", "zip-attributes", `${quoted(name)} is a link, which is not followed`, {
      offset: at,
      found
    });
  const isStrange = (attributes & DOS_VOLUME) !== 0 || ![0, FOLDER, REGULAR].includes(type);
  if (isStrange) throw broken(`${quoted(name)} is marked as a device, a pipe or a volume`, at, found);
  if ((mode & PERMISSIONS) !== 0 && (mode & READABLE_BY_OWNER) === 0)
    throw broken(`${quoted(name)} could not be read once it is unpacked`, at, found);
}
var broken = (what, offset, found) => new Broken("L1", "zip-attributes", what, { offset, found });
var PADDING_ID = 16966;
var UNICODE_NAME = 28789;
var KNOWN = /* @__PURE__ */ new Set([PADDING_ID, 1, 10, 21589, 22613, 30805, 30837, 51966]);
var NAME_FROM = 5;
function unknownExtra(fields, name, at) {
  const another = fields.find(
    ({ id, bytes }) => id === UNICODE_NAME && utf8(bytes.subarray(NAME_FROM)) !== name
  );
  if (another !== void 0)
    throw new Broken("L1", "zip-name", `${quoted(name)} has another name beside its own`, { offset: at });
  return fields.flatMap(({ id }) => KNOWN.has(id) ? [] : [id]);
}

// src/verify/archive/zip-directory.ts
var END_BYTES = 22;
var LOCATOR_BYTES = 20;
var END64_BYTES = 56;
var CENTRAL_BYTES = 46;
var LONGEST_COMMENT = 65535;
var ALL_ONES = 4294967295;
var NO_EXTRA = [];
var REFUSED_FLAGS = 8289;
async function readZipDirectory(reader, budgets) {
  const { directoryOffset, directoryEnd, count } = await readEnd(reader);
  if (count > budgets.zipMembers) throw overBudget("zipMembers", budgets.zipMembers, count, directoryOffset);
  const entries = await readEntries(reader, directoryOffset, directoryEnd, count);
  entries.sort((a, b) => a.offset - b.offset);
  mustTile(entries, directoryOffset);
  mustBeUnique(entries);
  const filled = entries.filter(({ bytes }) => bytes > 0);
  return { entries, crcOff: filled.length > 0 && filled.every(({ crc }) => crc === 0) };
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
  const name = decodeName(all.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameLength), at);
  const flags = view.getUint16(8, true);
  if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(name, flags, at);
  const method = view.getUint16(10, true);
  if (method !== 0 && method !== 8) {
    throw new Unsettled("L1", "zip-method", `${quoted(name)} is compressed in a way that we cannot read`, {
      offset: at,
      expected: "0 (stored) or 8 (deflated)",
      found: String(method)
    });
  }
  const extra = all.subarray(CENTRAL_BYTES + nameLength, CENTRAL_BYTES + nameLength + extraLength);
  const [bytes, compressedBytes, offset] = wide(
    extra,
    [24, 20, 42].map((field) => view.getUint32(field, true)),
    at
  );
  if (view.getUint16(34, true) !== 0) throw structure("spans several disks", at);
  mustBePlain({
    name,
    bytes,
    attributes: view.getUint32(38, true),
    internal: view.getUint16(36, true),
    host: view.getUint8(5),
    at
  });
  if (method === 0 && bytes !== compressedBytes) {
    throw structure(`${quoted(name)} is stored and yet of two sizes`, at);
  }
  return {
    name,
    flags,
    method: method === 0 ? "stored" : "deflated",
    version: view.getUint16(6, true),
    timeAndDate: view.getUint32(12, true),
    crc: view.getUint32(16, true),
    compressedBytes,
    bytes,
    offset,
    spanEnd: 0,
    unknownExtra: extra.length === 0 ? NO_EXTRA : unknownExtra(extraFields(extra, at), name, at)
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
function decodeName(bytes, at) {
  const name = utf8(bytes);
  if (name === void 0) throw structure("a member name is not UTF-8", at);
  const parts = name.split("/");
  const bad = name === "" || /[\0\\]/.test(name) || /^[a-z]:/i.test(name) || parts[0] === "" || parts.includes("..") || parts.includes(".");
  if (bad)
    throw new Broken("L1", "zip-name", "a member name could leave the archive", {
      offset: at,
      found: quoted(name)
    });
  return name;
}
function mustTile(entries, directoryOffset) {
  const first = entries[0]?.offset ?? 0;
  if (first !== 0) throw structure("bytes lie before the first member", 0, { found: `${first} bytes` });
  entries.forEach((entry, i) => {
    entry.spanEnd = entries[i + 1]?.offset ?? directoryOffset;
    if (entry.offset + 30 + Buffer.byteLength(entry.name) + entry.compressedBytes <= entry.spanEnd) return;
    throw structure(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  });
  if (entries.length === 0 && directoryOffset !== 0)
    throw structure("bytes lie before an empty directory", 0);
}
function mustBeUnique(entries) {
  const names = /* @__PURE__ */ new Set();
  for (const { name, offset } of entries) {
    const folded = name.toLowerCase();
    if (names.has(folded)) throw structure(`${quoted(name)} is there twice`, offset);
    names.add(folded);
  }
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
async function readMember(reader, entry, sink) {
  const from = await dataOffsetOf(reader, entry);
  const to = from + entry.compressedBytes;
  const inflater = entry.method === "deflated" ? new Inflater(entry.bytes, from, sink) : void 0;
  for (let at = from; at < to; at += WINDOW_BYTES) {
    const piece = await reader.read(at, Math.min(WINDOW_BYTES, to - at));
    if (inflater === void 0) sink(piece);
    else await inflater.feed(piece);
  }
  await inflater?.end();
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
    throw broken2(error);
  }
}
async function contentOf(reader, entry, name, sink) {
  if (entry === void 0) throw new RangeError(`the zip has no ${JSON.stringify(name)}`);
  await readMember(reader, entry, sink).catch((error) => {
    throw broken2(error);
  });
}
var broken2 = (error) => {
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
