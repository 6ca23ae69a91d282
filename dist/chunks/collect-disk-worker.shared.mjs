import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/collect/disk-worker.ts
import { Worker } from "node:worker_threads";
var PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { closeSync, openSync, readSync, renameSync, writeSync } = require('node:fs');
const { createHash } = require('node:crypto');
const buffer = Buffer.allocUnsafeSlow(1 << 20);
const open = new Map();
function drop(id) {
  const file = open.get(id);
  open.delete(id);
  if (file) closeSync(file.fd);
}
const programs = {
  hash({ id, path, upTo, last }) {
    let file = open.get(id);
    if (!file) open.set(id, (file = { fd: openSync(path, 'r'), hash: createHash('sha256'), at: 0 }));
    while (file.at < upTo) {
      const read = readSync(file.fd, buffer, 0, Math.min(buffer.length, upTo - file.at), file.at);
      if (read === 0) throw new Error(path + ' ends at ' + file.at + ', before ' + upTo);
      file.hash.update(buffer.subarray(0, read));
      file.at += read;
    }
    if (!last) return undefined;
    drop(id);
    return file.hash.digest('hex');
  },
  drop({ id }) {
    drop(id);
  },
  publish({ list, root, temporary, bytes }) {
    let n = 0;
    return list.split('\\n').filter((line) => {
      const [start, end, sha256, path] = line.split('\\t');
      const content = bytes.subarray(+start, +end);
      if (createHash('sha256').update(content).digest('hex') !== sha256) return false;
      const name = temporary + n++;
      const fd = openSync(name, 'wx', 0o600);
      try {
        for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
      } finally {
        closeSync(fd);
      }
      renameSync(name, root + path);
      return true;
    }).map((line) => line.slice(line.lastIndexOf('\\t') + 1)).join('\\n');
  },
};
parentPort.on('message', (order) => {
  try {
    const value = programs[order.program](order);
    if (value !== undefined) parentPort.postMessage({ id: order.id, value });
  } catch (error) {
    drop(order.id);
    parentPort.postMessage({ id: order.id, error: { message: String(error.message), code: error.code } });
  }
});
`;
var DiskWorker = class {
  #worker;
  #nextId = 0;
  #waiting = /* @__PURE__ */ new Map();
  /** A digest that can follow a file while it grows. */
  follow(path) {
    const id = this.#nextId++;
    return {
      advance: (upTo) => this.#post({ program: "hash", id, path, upTo }),
      finish: (bytes) => this.#ask({ program: "hash", id, path, upTo: bytes, last: true }),
      drop: () => this.#post({ program: "drop", id })
    };
  }
  hash(path, bytes) {
    return this.follow(path).finish(bytes);
  }
  /**
   * Writes files below `root`, whose directories exist, by way of temporary files whose names begin with `temporary`.
   * Takes the bytes over. Resolves with the paths that are published; the others had another content.
   */
  async publish(files, bytes, { root, temporary }) {
    const list = files.map(({ start, end, sha256, path }) => `${start}	${end}	${sha256}	${path}`).join("\n");
    const order = { program: "publish", id: this.#nextId++, list, root: `${root}/`, temporary, bytes };
    const published = await this.#ask(order, [bytes.buffer]);
    return published === "" ? [] : published.split("\n");
  }
  async close() {
    await this.#worker?.terminate();
    this.#worker = void 0;
  }
  #ask(order, transfer = []) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.id, { resolve, reject });
      this.#post(order, transfer);
    });
  }
  #post(order, transfer = []) {
    this.#worker ??= this.#start();
    this.#worker.postMessage(order, transfer);
  }
  #start() {
    const worker = new Worker(PROGRAM, { eval: true, execArgv: [], env: {}, name: "disk" });
    worker.on("message", ({ id, value, error }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === void 0) waiting?.resolve(value);
      else waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    });
    worker.on("error", (error) => {
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    });
    return worker;
  }
};

// src/collect/partial-file.ts
import { createHash } from "node:crypto";
import { constants, existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import {
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile
} from "node:fs/promises";
import { join } from "node:path";

// src/collect/spans.ts
var Spans = class {
  #spans = [];
  constructor(spans = []) {
    for (const span of spans) this.add(span);
  }
  add({ start, end }) {
    if (end <= start) return;
    let first = 0;
    while (first < this.#spans.length && this.#spans[first].end < start) first++;
    let after = first;
    while (after < this.#spans.length && this.#spans[after].start <= end) after++;
    const met = this.#spans.slice(first, after);
    const merged = {
      start: Math.min(start, ...met.map((span) => span.start)),
      end: Math.max(end, ...met.map((span) => span.end))
    };
    this.#spans.splice(first, after - first, merged);
  }
  get bytes() {
    return this.#spans.reduce((sum, span) => sum + span.end - span.start, 0);
  }
  /** How far the file is complete from its start. */
  get prefix() {
    const first = this.#spans[0];
    return first?.start === 0 ? first.end : 0;
  }
  /** What lacks below `length`, in order, cut into pieces of at most `pieceBytes`. */
  missing(length, pieceBytes) {
    const pieces = [];
    let at = 0;
    for (const span of [...this.#spans, { start: length, end: length }]) {
      for (; at < span.start; at += pieceBytes) {
        pieces.push({ start: at, end: Math.min(at + pieceBytes, span.start) });
      }
      at = span.end;
    }
    return pieces;
  }
  toJSON() {
    return this.#spans.map(({ start, end }) => [start, end]);
  }
};

// src/collect/partial-file.ts
var RECORD_EVERY_BYTES = 16 * 1024 * 1024;
var ROOM_BYTES = 8192;
var PartialDir = class _PartialDir {
  path;
  #names = 0;
  constructor(path) {
    this.path = path;
  }
  /** Removes the temporaries that a killed pull left; what can be continued stays. */
  static async open(dir) {
    await mkdir(dir, { recursive: true });
    const path = await realpath(dir);
    for (const name of await readdir(path))
      if (/^small-|\.tmp$/.test(name)) await rm(join(path, name), { force: true });
    return new _PartialDir(path);
  }
  /** Stem of an entry's files here: depends on the path alone, so that the next pull finds it. */
  stemOf(path) {
    return join(this.path, createHash("sha256").update(path).digest("hex").slice(0, 32));
  }
  /** Begins the names of small files that are written in one go; unique among processes that run at once. */
  temporaryStem() {
    return `${this.path}/small-${process.pid}-${this.#names++}-`;
  }
  /** Removes the directory when nothing waits in it. */
  async tidy() {
    await rmdir(this.path).catch(() => void 0);
  }
};
var PartialFile = class _PartialFile {
  partPath;
  done;
  #recordPath;
  #roomPath;
  #entry;
  #handle;
  #unrecordedBytes = 0;
  #recording = Promise.resolve();
  constructor(stem, entry, done) {
    this.#entry = entry;
    this.partPath = `${stem}.part`;
    this.#recordPath = `${stem}.json`;
    this.#roomPath = `${stem}.room`;
    this.done = done;
  }
  /** Continues what an earlier pull of the very same content left; anything else there is discarded. */
  static resume(dir, entry) {
    const stem = dir.stemOf(entry.path);
    const done = trustedSpans(stem, entry);
    if (done === void 0) for (const kind of ["json", "part"]) rmSync(`${stem}.${kind}`, { force: true });
    return new _PartialFile(stem, entry, done ?? new Spans());
  }
  /** Whether an earlier pull left something of that path. */
  static isBegun(dir, path) {
    return existsSync(`${dir.stemOf(path)}.part`);
  }
  /** The hash of a file that was begun without it: from now on a later pull can continue it. */
  async identify(sha256) {
    this.#entry = { ...this.#entry, sha256 };
    this.#unrecordedBytes++;
    await this.record();
  }
  async write(offset, chunks) {
    const handle = await this.#open();
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const { bytesWritten } = await handle.writev(chunks, offset);
    if (bytesWritten < bytes) await writeRest(handle, chunks, offset, bytesWritten);
    this.done.add({ start: offset, end: offset + bytes });
    this.#unrecordedBytes += bytes;
    if (this.#unrecordedBytes >= RECORD_EVERY_BYTES) await this.record();
  }
  /** Makes the bytes durable, then says so in the record: never the other way round. */
  record() {
    const next = this.#recording.then(async () => {
      if (this.#unrecordedBytes === 0 || this.#handle === void 0) return;
      this.#unrecordedBytes = 0;
      const text = this.#text();
      const handle = await this.#handle;
      await handle.datasync();
      await writeDurably(this.#recordPath, text).catch(async (error) => {
        if (error.code !== "ENOSPC") throw error;
        await rm(this.#roomPath, { force: true });
        await writeDurably(this.#recordPath, text);
      });
    });
    this.#recording = next.catch(() => void 0);
    return next;
  }
  /** Every byte is there: makes them durable and lets go of the file, which stays at `partPath`. */
  async seal() {
    const handle = await this.#open();
    await this.#recording;
    await handle.sync();
    await this.close();
  }
  async close() {
    await this.#recording;
    const handle = await this.#handle;
    this.#handle = void 0;
    await handle?.close();
  }
  /** The part was published or is no good: nothing of it may be continued. */
  async forget() {
    await this.close();
    for (const path of [this.#recordPath, this.#roomPath, this.partPath]) await rm(path, { force: true });
  }
  #open() {
    this.#handle ??= this.#create();
    return this.#handle;
  }
  async #create() {
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    const part = await open(this.partPath, O_RDWR | O_CREAT | O_NOFOLLOW, 384);
    if (!existsSync(this.#recordPath)) await writeFile(this.#recordPath, this.#text());
    if (this.#entry.bytes > ROOM_BYTES) await writeFile(this.#roomPath, Buffer.alloc(ROOM_BYTES, " "));
    return part;
  }
  #text() {
    const { path, bytes, sha256 } = this.#entry;
    return JSON.stringify({ path, bytes, sha256, done: this.done.toJSON() });
  }
};
async function writeRest(handle, chunks, offset, skip) {
  const rest = Buffer.concat(chunks);
  for (let at = skip; at < rest.length; ) {
    const { bytesWritten } = await handle.write(rest, at, rest.length - at, offset + at);
    at += bytesWritten;
  }
}
function trustedSpans(stem, entry) {
  const part = lstatSync(`${stem}.part`, { throwIfNoEntry: false });
  if (!part?.isFile()) return void 0;
  try {
    const record = JSON.parse(readFileSync(`${stem}.json`, "utf8"));
    const same = record.path === entry.path && record.bytes === entry.bytes && record.sha256 === entry.sha256;
    if (!same || !record.done.every(([start, end]) => isSpan(start, end))) return void 0;
    const reach = Math.min(part.size, entry.bytes);
    return new Spans(record.done.map(([start, end]) => ({ start, end: Math.min(end, reach) })));
  } catch {
    return void 0;
  }
}
var isSpan = (start, end) => Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0;
async function writeDurably(path, text) {
  const temporary = `${path}.${process.pid}.tmp`;
  const handle = await open(temporary, "w", 384);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
}

export {
  DiskWorker,
  PartialDir,
  PartialFile,
  writeDurably
};
