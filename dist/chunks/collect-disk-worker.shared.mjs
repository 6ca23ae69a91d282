import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  refusedBelow,
  syncDirectory
} from "./collect-local-tree.shared.mjs";
import {
  inOrder,
  manifestSha256,
  manifestText,
  pathFault,
  printable
} from "./collect-manifest.shared.mjs";
import {
  holdsToHashOnly,
  matchRoster
} from "./job-roster.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/collect/store.ts
import { lstatSync as lstatSync2, readdirSync, readFileSync as readFileSync2 } from "node:fs";
import { mkdir as mkdir2, readFile, rename as rename2, rm as rm2 } from "node:fs/promises";
import { dirname, join as join2 } from "node:path";

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

// src/collect/sealed-level.ts
function sealedLevel(files) {
  const loaded = files.filter(({ entries }) => !entries.every(holdsToHashOnly));
  const opaque = files.length - loaded.length;
  if (loaded.length === 0) return { level: lower("L1", lowest(files.map(({ level }) => level))), opaque };
  const promised = loaded.map(({ entries }) => highest(entries.map(({ requiredLevel }) => requiredLevel)));
  const shortfalls = loaded.flatMap(({ level }, at) => level < promised[at] ? [level] : []);
  return { level: lowest([highest(promised), ...shortfalls]), opaque };
}
var lower = (a, b) => a < b ? a : b;
var lowest = (levels) => [...levels].sort()[0] ?? "L0";
var highest = (levels) => [...levels].sort().at(-1) ?? "L0";

// src/collect/seal.ts
var FORMAT = "gpu-lease-seal/1";
function seal(input) {
  const { matched, missing, zeroByte, duplicate } = matchRoster(input.roster, input.manifest);
  const verdicts = /* @__PURE__ */ new Map();
  for (const row of input.verdicts) verdicts.set(keyOf(row), [...verdicts.get(keyOf(row)) ?? [], row]);
  const obstacles = [
    ...missing.map(
      ({ entry, found }) => obstacle("missing", entry, `${found} of at least ${entry.min} files`)
    ),
    ...zeroByte.map((file) => obstacle("zero-byte", file, "holds nothing")),
    ...duplicate.map((file) => obstacle("duplicate", file, "is listed more than once")),
    ...input.manifest.flatMap((file) => {
      const fault = pathFault(file.path);
      return fault === void 0 ? [] : [obstacle("unsafe-path", file, fault)];
    }),
    ...matched.flatMap(
      ({ entry, files }) => files.flatMap((file) => proofObstacles(entry, file, verdicts.get(keyOf(file)) ?? []))
    )
  ];
  const counted = new Set(matched.flatMap(({ files }) => files.map(keyOf)));
  if (obstacles.length === 0 && counted.size === 0) {
    const what = "no artifact was promised and found, so nothing can be proven";
    obstacles.push({ code: "nothing-verified", cell: "", path: "", what });
  }
  if (obstacles.length > 0) return { sealed: false, obstacles };
  const document = documentOf(input);
  return {
    sealed: true,
    seal: digestOf(document),
    document,
    verified: counted.size,
    roster: counted.size,
    rows: matched.map(
      ({ entry, files }) => files.filter((file) => proofObstacles(entry, file, verdicts.get(keyOf(file)) ?? []).length === 0).length
    ),
    bytes: input.manifest.filter((file) => counted.has(keyOf(file))).reduce((sum, file) => sum + file.bytes, 0),
    ...sealedLevel(countedFiles(matched, verdicts))
  };
}
function proofObstacles(entry, file, rows) {
  const [row] = rows;
  if (row === void 0) return [obstacle("unverified", file, "was never load-verified")];
  if (rows.length > 1) return [obstacle("duplicate", file, "has more than one verdict")];
  if (row.sha256 !== file.sha256 || row.bytes !== file.bytes) {
    return [
      obstacle(
        "verified-other-bytes",
        file,
        `the verdict is of ${row.sha256}, the manifest says ${file.sha256}`
      )
    ];
  }
  const why = row.reasons.length > 0 ? `: ${row.reasons.join("; ")}` : "";
  if (row.verdict === "pass-degraded") {
    return entry.allowDegraded ? [] : [obstacle("degraded", file, `verified only as far as its format allows${why}`)];
  }
  if (row.verdict !== "pass") return [obstacle("not-passed", file, `${row.verdict}${why}`)];
  if (row.level < entry.requiredLevel) {
    return [obstacle("level-too-low", file, `verified to ${row.level}, ${entry.requiredLevel} is needed`)];
  }
  return [];
}
var obstacle = (code, { cell, path }, what) => ({
  code,
  cell,
  path,
  what
});
var keyOf = ({ cell, path }) => `${cell}/${path}`;
function countedFiles(matched, verdicts) {
  const entriesOf = /* @__PURE__ */ new Map();
  for (const { entry, files } of matched)
    for (const key of files.map(keyOf)) entriesOf.set(key, [...entriesOf.get(key) ?? [], entry]);
  return [...entriesOf].map(([key, entries]) => ({ level: verdicts.get(key)?.[0]?.level ?? "L0", entries }));
}
function documentOf({ run, roster, manifest, verdicts, place, data = [], ...more }) {
  return {
    format: FORMAT,
    run,
    place,
    ...more.in && { in: { ...more.in } },
    roster: roster.map(({ cell, path, role, keep, min, contains, allowDegraded, requiredLevel }) => ({
      cell,
      path,
      role,
      keep,
      min,
      contains,
      allowDegraded,
      requiredLevel
    })),
    manifestSha256: manifestSha256(run, manifest),
    // Seals of jobs without data are what they always were.
    ...data.length > 0 && { data: data.map((each) => ({ ...each })) },
    files: inOrder(manifest).map(({ cell, path, bytes, sha256 }) => ({ cell, path, bytes, sha256 })),
    verdicts: inOrder(verdicts).map((row) => {
      const { cell, path, role, bytes, sha256, verdict, level, reasons } = row;
      return { cell, path, role, bytes, sha256, verdict, level, reasons };
    })
  };
}
function sealedFiles(document) {
  if (typeof document !== "object" || document === null) return void 0;
  const { format, files } = document;
  if (format !== FORMAT || !Array.isArray(files)) return void 0;
  const rows = files;
  const sound = rows.every(
    (row) => typeof row?.cell === "string" && pathFault(row.path) === void 0 && typeof row.sha256 === "string"
  );
  return sound ? rows : void 0;
}
function liesIn(document) {
  const { place } = document ?? {};
  return typeof place === "string" ? /^(s3:\/\/\S+) at \S+$/.exec(place)?.[1] : void 0;
}
function checkSeal(document, current) {
  const files = sealedFiles(document);
  if (files === void 0) return { seal: "unreadable", problems: [] };
  return {
    seal: digestOf(document),
    problems: files.flatMap((file) => {
      const problem = changeOf(file, current(file.cell, file.path));
      return problem === void 0 ? [] : [{ path: keyOf(file), problem }];
    })
  };
}
function changeOf(file, now) {
  if (now === void 0) return "missing";
  if (now.bytes === file.bytes && now.sha256 === file.sha256) return void 0;
  if (now.bytes === 0) return "zero-byte";
  return now.bytes < file.bytes ? "truncated" : "changed";
}

// src/collect/store.ts
var EVIDENCE = "+evidence";
var QUARANTINE = "+quarantine";
var RunStore = class {
  root;
  run;
  /** @throws RangeError for names that could leave the directory */
  constructor(dir, run) {
    this.run = safeName(run);
    this.root = join2(dir, run);
  }
  cellDir(cell) {
    return join2(this.root, safeName(cell));
  }
  /** @throws Problem `sealed` when the run is sealed: nothing may be pulled over it */
  requireUnsealed() {
    const seal2 = this.readSeal();
    if (seal2 === void 0) return;
    throw new Problem({
      code: "sealed",
      kind: "refused",
      what: `Run ${this.run} is sealed as ${seal2.seal.slice(0, 8)}; its artifacts in ${this.root} are write-once.`,
      next: "Start another run for other results. If an artifact is damaged, the check before the release breaks the seal and says so."
    });
  }
  /** Compares a cell's directory with the manifest: every file, whatever it is called. */
  exactRoster(cell, paths) {
    const expected = new Set(paths);
    const found = { exact: false, missing: [], unexpected: [], notPlain: [] };
    const dir = this.cellDir(cell);
    for (const [path, plain] of filesBelow(dir)) {
      if (!plain) found.notPlain.push(path);
      else if (!expected.delete(path)) found.unexpected.push(path);
      if (!plain) expected.delete(path);
    }
    found.missing = [...expected].sort();
    found.exact = [found.missing, found.unexpected, found.notPlain].every((list) => list.length === 0);
    return found;
  }
  /** Puts a rejected file aside with its reason; nothing ever empties that place. Returns where it is now. */
  async quarantine(cell, path, attempt, reason) {
    this.requireUnsealed();
    if (pathFault(path) !== void 0) throw new RangeError(`${printable(path)} ${pathFault(path)}`);
    const place = join2(this.root, QUARANTINE, safeName(cell), safeName(attempt), path);
    let aside = place;
    for (let n = 2; lstatSync2(aside, { throwIfNoEntry: false }) !== void 0; n++) aside = `${place}~${n}`;
    await mkdir2(dirname(aside), { recursive: true });
    await writeDurably(
      `${aside}.reason.json`,
      `${JSON.stringify({ run: this.run, cell, path, attempt, reason })}
`
    );
    await rename2(join2(this.cellDir(cell), path), aside);
    syncDirectory(dirname(aside));
    return aside;
  }
  async writeManifest(rows) {
    this.requireUnsealed();
    await this.#write("manifest.json", manifestText(this.run, rows));
  }
  /** What the box had installed, as `pip freeze` says it; no login that stands in an address. */
  async writeInstalled(text) {
    this.requireUnsealed();
    await this.#write("installed.txt", text.replaceAll(/\/\/[^\s/@]*@/g, "//"));
  }
  /** The keeper's rows of memory over time. */
  async writeMemory(text) {
    this.requireUnsealed();
    await this.#write("memory.tsv", text);
  }
  async writeVerdicts(rows) {
    this.requireUnsealed();
    await this.#write(
      "verdicts.json",
      `${JSON.stringify({ run: this.run, verdicts: rows }, void 0, 2)}
`
    );
  }
  /**
   * Stores a seal with the evidence it was made from. The same seal again is fine.
   *
   * @throws Problem `sealed` when another one is there
   */
  async writeSeal(input, sealing) {
    if (this.readSeal()?.seal === sealing.seal) return;
    this.requireUnsealed();
    await this.writeManifest(input.manifest);
    await this.writeVerdicts(input.verdicts);
    await this.#write("seal.json", `${JSON.stringify({ seal: sealing.seal, document: sealing.document })}
`);
  }
  /** What the seal attests, by file name: it speaks of the seal, and is no part of it. */
  async writeStatements(texts) {
    for (const [name, text] of Object.entries(texts)) await this.#write(name, text);
  }
  readSeal() {
    const path = join2(this.root, EVIDENCE, "seal.json");
    if (lstatSync2(path, { throwIfNoEntry: false }) === void 0) return void 0;
    try {
      const { seal: seal2, document } = JSON.parse(readFileSync2(path, "utf8"));
      return { seal: String(seal2), document };
    } catch {
      return { seal: "unreadable", document: null };
    }
  }
  /** Hashes every sealed artifact again. Without a stored seal there is nothing that could match the ledger's. */
  async checkSeal() {
    const stored = this.readSeal();
    if (stored === void 0) return { seal: "none", problems: [] };
    const now = /* @__PURE__ */ new Map();
    const disk = new DiskWorker();
    try {
      for (const { cell, path } of sealedFiles(stored.document) ?? [])
        now.set(`${cell}/${path}`, await this.#hash(disk, cell, path));
    } finally {
      await disk.close();
    }
    return checkSeal(stored.document, (cell, path) => now.get(`${cell}/${path}`));
  }
  /** The seal no longer holds: it is put aside with the reason, so that no later look takes it for proof (D-06). */
  async breakSeal(why) {
    const stored = this.readSeal();
    if (stored === void 0) return;
    const aside = join2(this.root, QUARANTINE, `${EVIDENCE}-${stored.seal.slice(0, 8)}.json`);
    await mkdir2(dirname(aside), { recursive: true });
    await writeDurably(aside, `${JSON.stringify({ ...stored, broken: why })}
`);
    await rm2(join2(this.root, EVIDENCE, "seal.json"));
    syncDirectory(join2(this.root, EVIDENCE));
  }
  async readVerdicts() {
    const text = await readFile(join2(this.root, EVIDENCE, "verdicts.json"), "utf8");
    return JSON.parse(text).verdicts;
  }
  async #hash(disk, cell, path) {
    let at = this.cellDir(cell);
    for (const name of path.split("/").slice(0, -1)) {
      at = join2(at, name);
      if (!lstatSync2(at, { throwIfNoEntry: false })?.isDirectory()) return void 0;
    }
    const file = join2(this.cellDir(cell), path);
    const stats = lstatSync2(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return void 0;
    return { bytes: stats.size, sha256: await disk.hash(file, stats.size) };
  }
  async #write(name, text) {
    const dir = join2(this.root, EVIDENCE);
    try {
      await mkdir2(dir, { recursive: true });
      await writeDurably(join2(dir, name), text);
      syncDirectory(dir);
    } catch (error) {
      await refusedBelow(this.root, error);
    }
  }
};
function safeName(name) {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(name) || name === "." || name === "..") {
    throw new RangeError(`${JSON.stringify(printable(name))} cannot name a directory`);
  }
  return name;
}
function filesBelow(dir, above = "") {
  if (!lstatSync2(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(dir, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = `${above}${entry.name}`;
    return entry.isDirectory() ? filesBelow(join2(dir, entry.name), `${path}/`) : [[path, entry.isFile()]];
  });
}

export {
  DiskWorker,
  PartialDir,
  PartialFile,
  writeDurably,
  seal,
  sealedFiles,
  liesIn,
  checkSeal,
  EVIDENCE,
  RunStore
};
