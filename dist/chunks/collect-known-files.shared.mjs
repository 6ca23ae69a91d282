import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  hashOnBox,
  patienceSeconds,
  sizesOnBox,
  unmixed
} from "./collect-box-questions.shared.mjs";
import {
  DiskWorker,
  PartialDir,
  PartialFile,
  writeDurably
} from "./collect-disk-worker.shared.mjs";
import {
  LocalTree,
  refusedBelow,
  requireSpace
} from "./collect-local-tree.shared.mjs";
import {
  entryFault,
  printable,
  readManifest
} from "./collect-manifest.shared.mjs";
import {
  BLOCK,
  fieldsOf,
  hasChecksum,
  paddingOf,
  paxRecords,
  upToNul
} from "./verify-codec-tar-block.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  Limit
} from "./host-limit.shared.mjs";
import {
  systemClock
} from "./clock.shared.mjs";

// src/collect/pull.ts
import { readFileSync as readFileSync2 } from "node:fs";

// src/collect/known-files.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
var KnownFiles = class _KnownFiles {
  #path;
  #known = /* @__PURE__ */ new Map();
  constructor(path) {
    this.#path = path;
  }
  static load(dir) {
    const known = new _KnownFiles(join(dir, "known.json"));
    try {
      for (const each of JSON.parse(readFileSync(known.#path, "utf8")))
        known.#known.set(each.path, each);
    } catch {
      known.#known.clear();
    }
    return known;
  }
  sha256Of(path, stats) {
    const known = this.#known.get(path);
    const same = known?.bytes === stats.size && known.modifiedMs === stats.mtimeMs && known.inode === stats.ino;
    return same ? known.sha256 : void 0;
  }
  learn(path, stats, sha256) {
    this.#known.set(path, { path, bytes: stats.size, modifiedMs: stats.mtimeMs, inode: stats.ino, sha256 });
  }
  save() {
    return writeDurably(this.#path, JSON.stringify([...this.#known.values()]));
  }
};

// src/collect/lanes.ts
var StopSwitch = class {
  #reason;
  #detach;
  constructor(signal) {
    const onAbort = () => this.trip(signal?.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#detach = () => signal?.removeEventListener("abort", onAbort);
  }
  get tripped() {
    return this.#reason !== void 0;
  }
  trip(error) {
    this.#reason ??= { error };
  }
  /** @throws what tripped it */
  check() {
    if (this.#reason) throw this.#reason.error;
  }
  detach() {
    this.#detach();
  }
};
var Lanes = class {
  #limit;
  widest;
  #pending = /* @__PURE__ */ new Set();
  stop;
  /** Starts with `width` lanes; `widen` opens the others. */
  constructor(width, widest, stop) {
    this.#limit = new Limit(Math.min(width, widest));
    this.widest = widest;
    this.stop = stop;
  }
  add(...tasks) {
    for (const task of tasks)
      this.beside(() => this.#limit.run(async () => this.stop.tripped ? void 0 : task()));
  }
  /** Runs beside the lanes and may add tasks to them; `run` waits for it too. */
  beside(work) {
    const pending = work().catch((error) => this.stop.trip(error)).finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
  }
  widen() {
    this.#limit.grow(this.widest);
  }
  async run() {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }
};

// src/collect/pull-batch.ts
import { createHash } from "node:crypto";

// src/collect/tar-reader.ts
var MAX_META_BYTES = 64 * 1024;
var MalformedTar = class extends Error {
  name = "MalformedTar";
};
var TarReader = class {
  #wishes;
  #received = /* @__PURE__ */ new Set();
  #header = Buffer.alloc(BLOCK);
  #headerFilled = 0;
  #member;
  #longName;
  #pax = {};
  #ended = false;
  constructor(wishes) {
    this.#wishes = wishes;
  }
  /** @throws MalformedTar when the stream is not tar; everything delivered before was complete. */
  push(chunk) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = 0;
    while (at < bytes.length && !this.#ended) {
      at = this.#member ? this.#body(this.#member, bytes, at) : this.#head(bytes, at);
    }
  }
  #head(bytes, at) {
    if (this.#headerFilled === 0 && bytes.length - at >= BLOCK) {
      this.#begin(bytes.subarray(at, at + BLOCK));
      return at + BLOCK;
    }
    const copied = bytes.copy(this.#header, this.#headerFilled, at, at + BLOCK - this.#headerFilled);
    this.#headerFilled += copied;
    if (this.#headerFilled === BLOCK) {
      this.#headerFilled = 0;
      this.#begin(this.#header);
    }
    return at + copied;
  }
  #begin(header) {
    if (header[0] === 0 && header.every((byte) => byte === 0)) {
      this.#ended = true;
      return;
    }
    if (!hasChecksum(header)) throw new MalformedTar("a member header has a wrong checksum");
    const fields = fieldsOf(header);
    const { type } = fields;
    const meta = type === "L" || type === "x";
    const size = (meta ? void 0 : this.#pax.size) ?? fields.sizeBytes;
    if (size === void 0) throw new MalformedTar("a member has no proper size");
    const padded = size + paddingOf(size);
    if (meta && size > MAX_META_BYTES) throw new MalformedTar(`a member's name takes ${size} bytes`);
    const path = meta || type === "g" || type === "K" ? "" : this.#takeName(fields);
    const wanted = meta || this.#isWanted(path, type, size);
    this.#member = { type, path, size, left: padded, filled: 0, content: wanted ? "pending" : void 0 };
    if (padded === 0) this.#finish(this.#member, Buffer.alloc(0));
  }
  #takeName(fields) {
    const [prefix, short] = [textOf(fields.prefix), textOf(fields.name)];
    const path = this.#pax.path ?? this.#longName ?? (prefix === "" ? short : `${prefix}/${short}`);
    this.#pax = {};
    this.#longName = void 0;
    return path.startsWith("./") ? path.slice(2) : path;
  }
  #isWanted(path, type, size) {
    if (type === "g" || type === "K") return false;
    const why = this.#refusal(path, type, size);
    if (why !== void 0) this.#wishes.onRefused(printable(path), why);
    return why === void 0;
  }
  #refusal(path, type, size) {
    const bytes = this.#wishes.wanted.get(path);
    if (bytes === void 0) return "was not asked for";
    if (type !== "0" && type !== "\0") return `is not a plain file (tar type ${JSON.stringify(type)})`;
    if (this.#received.has(path)) return "was sent twice";
    if (size !== bytes) return `has ${size} bytes, the manifest says ${bytes}`;
    return void 0;
  }
  #body(member, bytes, at) {
    const take = Math.min(member.left, bytes.length - at);
    const wholeHere = member.filled === 0 && take === member.left;
    if (member.content !== void 0 && !wholeHere) {
      if (member.content === "pending") member.content = Buffer.allocUnsafe(member.size);
      bytes.copy(member.content, member.filled, at, at + take);
    }
    member.filled += take;
    member.left -= take;
    if (member.left === 0) {
      const content = wholeHere ? bytes.subarray(at, at + member.size) : member.content;
      this.#finish(member, content instanceof Buffer ? content : Buffer.alloc(0));
    }
    return at + take;
  }
  #finish(member, content) {
    this.#member = void 0;
    if (member.content === void 0) return;
    if (member.type === "L") this.#longName = textOf(upToNul(content));
    else if (member.type === "x") this.#pax = paxOf(content);
    else {
      this.#received.add(member.path);
      this.#wishes.onFile(member.path, content);
    }
  }
};
var textOf = (bytes) => Buffer.from(bytes).toString("utf8");
function paxOf(content) {
  const records = paxRecords(content);
  if (!records) throw new MalformedTar("a pax record is broken");
  const pax = {};
  for (const [key, value] of records) {
    if (key === "path") pax.path = textOf(value);
    if (key === "size") pax.size = Number(textOf(value));
  }
  if (pax.size !== void 0 && !(Number.isSafeInteger(pax.size) && pax.size >= 0))
    throw new MalformedTar("a pax size is no number");
  return pax;
}

// src/collect/pull-batch.ts
var SMALL_BYTES = 256 * 1024;
var BATCH_BYTES = 8 * 1024 * 1024;
var BATCH_FILES = 4e3;
var TAR_SCRIPT = `
cd -- "$1" || exit 3
if tar --version 2>/dev/null | grep -q 'GNU tar'; then
  tr '\\n' '\\000' | tar -b 128 --format=gnu --hard-dereference -cf - --no-recursion --null -T -
else
  tar -cf - -T -
fi
`;
function inBatches(entries) {
  const batches = [];
  let room = { bytes: 0, files: 0 };
  for (const entry of entries) {
    if (room.files === 0 || room.bytes < entry.bytes) {
      batches.push([]);
      room = { bytes: BATCH_BYTES, files: BATCH_FILES };
    }
    batches.at(-1)?.push(entry);
    room = { bytes: room.bytes - entry.bytes, files: room.files - 1 };
  }
  return batches;
}
async function pullBatch(transfer, batch) {
  const missing = /* @__PURE__ */ new Map();
  for (const entry of batch) missing.set(entry.path, { entry, mismatched: false });
  const publisher = new Publisher(transfer, missing);
  const reader = new TarReader({
    wanted: new Map(batch.map(({ path, bytes }) => [path, bytes])),
    onFile: (path, content) => publisher.add(path, content),
    // Either nobody asked for it, or it stays in `missing` and is fetched by range.
    onRefused: () => void 0
  });
  try {
    await stream(transfer, batch, (chunk) => {
      reader.push(chunk);
      return publisher.full ? publisher.flush() : void 0;
    });
  } finally {
    await publisher.end();
  }
  return [...missing.values()];
}
async function stream({ channel, remoteDir, lanes, signal }, batch, take) {
  let left = batch.reduce(
    (sum, { path, bytes }) => sum + bytes + 3 * 512 + 2 * Buffer.byteLength(path),
    1 << 20
  );
  const sink = (chunk) => {
    lanes.stop.check();
    left -= chunk.length;
    if (left < 0) throw new MalformedTar("the box sends far more than was asked for");
    return take(chunk);
  };
  try {
    await channel.stream(["sh", "-c", TAR_SCRIPT, "sh", remoteDir], (chunk) => sink(chunk), {
      stdin: Buffer.from(batch.map(({ path }) => `./${path}
`).join("")),
      timeoutSeconds: patienceSeconds(left),
      ...signal ? { signal } : {}
    });
  } catch (error) {
    if (!(error instanceof MalformedTar)) throw error;
  }
}
var PUBLISH_BYTES = 1024 * 1024;
var Publisher = class {
  #transfer;
  #missing;
  #bytes = new Uint8Array(PUBLISH_BYTES);
  #files = [];
  #end = 0;
  #publishing = Promise.resolve();
  constructor(transfer, missing) {
    this.#transfer = transfer;
    this.#missing = missing;
  }
  get full() {
    return this.#end > PUBLISH_BYTES - SMALL_BYTES;
  }
  add(path, content) {
    const wanted = this.#missing.get(path);
    if (wanted === void 0) return;
    this.#transfer.outcomes.moved(path, content.length);
    if (this.#end + content.length > this.#bytes.length) void this.flush();
    this.#transfer.tree.makeWay(path);
    const start = this.#end;
    this.#end += content.length;
    this.#bytes.set(content, start);
    this.#files.push({ path, sha256: wanted.entry.sha256, start, end: this.#end });
  }
  async end() {
    void this.flush();
    await this.#publishing;
  }
  /** Hands over what there is; the promise is that of the hand-over before. */
  flush() {
    const before = this.#publishing;
    if (this.#files.length === 0) return before;
    const files = this.#files;
    const bytes = this.#bytes;
    this.#files = [];
    this.#bytes = new Uint8Array(PUBLISH_BYTES);
    this.#end = 0;
    const { disk, tree, partials } = this.#transfer;
    const done = disk.publish(files, bytes, { root: tree.root, temporary: partials.temporaryStem() });
    this.#publishing = Promise.all([before, done]).then(([, published]) => this.#note(files, published));
    this.#publishing.catch(() => void 0);
    return before;
  }
  #note(files, published) {
    for (const path of published) {
      this.#missing.delete(path);
      this.#transfer.tree.published(path, { synced: false });
      this.#transfer.outcomes.end(path, "pulled");
    }
    for (const { path } of files) {
      const left = this.#missing.get(path);
      if (left) left.mismatched = true;
    }
  }
};
async function stillOnBox(transfer, unpulled) {
  if (unpulled.length === 0) return [];
  const paths = unpulled.map(({ entry }) => entry.path);
  const sizes = await sizesOnBox(transfer.channel, transfer.remoteDir, paths);
  return unpulled.filter(({ entry: { path, bytes } }) => {
    const now = sizes.get(path);
    if (now === bytes) return true;
    if (now === void 0) transfer.outcomes.end(path, "vanished", NOT_THERE);
    else transfer.outcomes.end(path, "changed", sizeChanged(bytes, now));
    return false;
  });
}
var NOT_THERE = "is no longer a readable plain file on the box";
var sizeChanged = (manifest, now) => `has ${now} bytes on the box now, the manifest says ${manifest}`;
var sha256Of = (content) => createHash("sha256").update(content).digest("hex");

// src/collect/pull-outcomes.ts
var PullBroken = class extends TransportFailed {
  constructor(cause, progress) {
    const { bytesDone, bytesTotal } = progress;
    super(`${cause.message}; ${bytesDone} of ${bytesTotal} bytes are here and stay`, cause.reason, { cause });
    this.progress = progress;
  }
  progress;
};
var PullOutcomes = class {
  #files;
  #refused;
  #onProgress;
  #progress;
  constructor(entries, refused, onProgress) {
    this.#files = /* @__PURE__ */ new Map();
    for (const { path, bytes } of entries) {
      this.#files.set(path, { path, bytes, movedBytes: 0, outcome: void 0, countedBytes: 0 });
    }
    this.#refused = refused;
    this.#onProgress = onProgress;
    this.#progress = {
      filesDone: 0,
      filesTotal: entries.length,
      bytesDone: 0,
      bytesTotal: entries.reduce((sum, entry) => sum + entry.bytes, 0),
      movedBytes: 0
    };
  }
  get movedBytes() {
    return this.#progress.movedBytes;
  }
  /** How far the whole was when `error` ended it. Of bytes that were mixed with others none count. */
  brokenBy(error) {
    const isLine = error instanceof TransportFailed && error.reason !== "noise";
    return isLine ? new PullBroken(error, { ...this.#progress }) : error;
  }
  moved(path, bytes) {
    const file = this.#file(path);
    file.movedBytes += bytes;
    this.#progress.movedBytes += bytes;
    this.present(path, bytes);
  }
  /** `bytes` of it are here, moved now or before. A second attempt never counts beyond the file's size. */
  present(path, bytes) {
    const file = this.#file(path);
    const more = Math.min(bytes, file.bytes - file.countedBytes);
    file.countedBytes += more;
    this.#progress.bytesDone += more;
    this.#onProgress?.({ ...this.#progress });
  }
  end(path, outcome, why) {
    const file = this.#file(path);
    file.outcome = outcome;
    if (why !== void 0) file.why = why;
    this.#progress.filesDone++;
    this.present(path, outcome === "pulled" || outcome === "already" ? file.bytes : 0);
  }
  report() {
    const files = [];
    for (const { path, outcome, bytes, movedBytes, why } of this.#files.values()) {
      if (outcome === void 0) throw new Error(`${path} has no outcome: a bug in the pull`);
      files.push({ path, outcome, bytes, movedBytes, ...why === void 0 ? {} : { why } });
    }
    for (const { path, why } of this.#refused) {
      files.push({ path, outcome: "refused", bytes: 0, movedBytes: 0, why });
    }
    return {
      files,
      movedBytes: this.#progress.movedBytes,
      complete: files.every(({ outcome }) => outcome === "pulled" || outcome === "already")
    };
  }
  #file(path) {
    const file = this.#files.get(path);
    if (file === void 0) throw new Error(`${path} is not part of this pull: a bug`);
    return file;
  }
};

// src/collect/pull-ranges.ts
import { renameSync } from "node:fs";
var MIB = 1024 * 1024;
var WRITE_BYTES = MIB;
var DIGEST_STEP_BYTES = 4 * MIB;
function pieceBytes(fileBytes, lanes) {
  const share = Math.ceil(fileBytes / lanes / MIB) * MIB;
  return Math.min(32 * MIB, Math.max(4 * MIB, share));
}
var TRIES_WHEN_SHORT = 3;
var ALTERED = "something on the way takes bytes out (a terminal, a filter or a wrapper of the login), or its disk cannot be read";
var RangedFile = class _RangedFile {
  #transfer;
  #entry;
  #attempt;
  #part;
  #digest;
  #hashedTo = 0;
  #pending = 0;
  /** Known before every range came to its end. */
  #failed;
  /** Resolves once the hash is known, or that there is none. */
  #identified = Promise.resolve();
  #identify = () => void 0;
  constructor(transfer, entry, attempt) {
    this.#transfer = transfer;
    this.#entry = entry;
    this.#attempt = attempt;
    this.#part = PartialFile.resume(transfer.partials, entry);
    this.#digest = transfer.disk.follow(this.#part.partPath);
  }
  /** What an earlier, killed pull left counts. */
  static plan(transfer, entry, attempt = 1) {
    const file = new _RangedFile(transfer, entry, attempt);
    transfer.outcomes.present(entry.path, file.#part.done.bytes);
    return file;
  }
  /** Begins a file whose hash the box is still computing; `identify` or `fail` must follow. */
  static ahead(transfer, { path, bytes }) {
    const file = new _RangedFile(transfer, { path, bytes, sha256: "" }, 1);
    file.#identified = new Promise((resolve) => {
      file.#identify = resolve;
    });
    return file;
  }
  async identify(sha256) {
    this.#entry = { ...this.#entry, sha256 };
    await this.#part.identify(sha256);
    this.#identify();
  }
  fail(outcome, why) {
    this.#failed ??= { outcome, why };
    this.#identify();
  }
  /** The hash will never be known: what has arrived is kept as far as it can be. */
  giveUp() {
    this.#identify();
  }
  /** Adds the ranges that lack to the lanes. */
  begin() {
    const { lanes, unfinished } = this.#transfer;
    unfinished.add(this);
    const { bytes } = this.#entry;
    const width = this.#entry.sha256 === "" ? Math.max(1, lanes.widest - 1) : lanes.widest;
    const pieces = this.#part.done.missing(bytes, pieceBytes(bytes, width));
    this.#pending = pieces.length;
    if (pieces.length === 0) lanes.add(() => this.#conclude());
    lanes.add(...pieces.map((piece) => () => this.#run(piece)));
  }
  get missingBytes() {
    return this.#entry.bytes - this.#part.done.bytes;
  }
  /** Everything is stopping: keeps what has arrived for the next pull. */
  async suspend() {
    this.#digest.drop();
    await this.#part.record().finally(() => this.#part.close());
  }
  async #run(piece) {
    for (let tries = 1, isHere = false; this.#failed === void 0 && !isHere; tries += 1) {
      try {
        await unmixed(() => this.#fetch(piece));
        isHere = true;
      } catch (error) {
        this.#failed ??= await this.#explainShort(error, tries);
      }
    }
    this.#pending--;
    if (this.#pending === 0) await this.#conclude();
  }
  /** Writes what arrives, a megabyte at a time, one write behind. What came before a failure is kept. */
  async #fetch({ start, end }) {
    const { channel, remoteDir, lanes, outcomes } = this.#transfer;
    let offset = start;
    let chunks = [];
    let held = 0;
    let writing = Promise.resolve();
    const flush = () => {
      const before = writing;
      const at = offset;
      const batch = chunks;
      const bytes = held;
      offset += held;
      chunks = [];
      held = 0;
      writing = before.then(() => this.#write(at, batch, bytes));
      writing.catch(() => void 0);
      return before;
    };
    const sink = (chunk) => {
      lanes.stop.check();
      if (offset + held + chunk.length > end)
        throw new Error(`${this.#entry.path}: the channel gave more than asked`);
      chunks.push(chunk);
      held += chunk.length;
      outcomes.moved(this.#entry.path, chunk.length);
      return held >= WRITE_BYTES ? flush() : void 0;
    };
    try {
      await channel.get(`${remoteDir}/${this.#entry.path}`, start, end - start, (chunk) => sink(chunk));
    } finally {
      if (held > 0) void flush();
      await writing;
    }
    if (offset !== end)
      throw new TransportFailed(`${offset - start} of ${end - start} bytes arrived`, "short");
  }
  async #write(offset, chunks, bytes) {
    if (bytes === 0) return;
    await this.#part.write(offset, chunks);
    const prefix = this.#part.done.prefix;
    if (prefix - this.#hashedTo < DIGEST_STEP_BYTES) return;
    this.#hashedTo = prefix;
    this.#digest.advance(prefix);
  }
  /** Fewer bytes than asked: the file is another one now, the line failed, or something takes bytes out of what it carries. */
  async #explainShort(error, tries) {
    const { channel, remoteDir, lanes } = this.#transfer;
    if (lanes.stop.tripped || !(error instanceof TransportFailed) || error.reason !== "short") throw error;
    const { path, bytes } = this.#entry;
    const now = (await sizesOnBox(channel, remoteDir, [path])).get(path);
    if (now === void 0) return { outcome: "vanished", why: NOT_THERE };
    if (now !== bytes) return { outcome: "changed", why: sizeChanged(bytes, now) };
    if (tries < TRIES_WHEN_SHORT) return;
    return {
      outcome: "damaged",
      why: `${error.message}, ${tries} times, while the box has all of it: ${ALTERED}`
    };
  }
  async #conclude() {
    const { outcomes, tree, unfinished } = this.#transfer;
    await this.#identified;
    this.#transfer.lanes.stop.check();
    const { path, bytes, sha256 } = this.#entry;
    if (this.#failed) {
      unfinished.delete(this);
      this.#digest.drop();
      await this.#part.forget();
      outcomes.end(path, this.#failed.outcome, this.#failed.why);
      return;
    }
    await this.#part.seal();
    const seen = await this.#digest.finish(bytes);
    unfinished.delete(this);
    if (seen !== sha256) return this.#retryOrGiveUp(seen);
    renameSync(this.#part.partPath, tree.makeWay(path));
    tree.published(path, { synced: true });
    await this.#part.forget();
    outcomes.end(path, "pulled");
  }
  async #retryOrGiveUp(seen) {
    const { channel, remoteDir, outcomes } = this.#transfer;
    const { path, bytes, sha256 } = this.#entry;
    await this.#part.forget();
    const now = (await hashOnBox(channel, remoteDir, [path], { bytes })).files.get(path);
    if (now === void 0) return outcomes.end(path, "vanished", NOT_THERE);
    if (now.sha256 !== sha256) {
      return outcomes.end(
        path,
        "changed",
        `was written on the box after the manifest was made: now ${now.sha256}`
      );
    }
    if (this.#attempt === 1) {
      _RangedFile.plan(this.#transfer, this.#entry, 2).begin();
      return;
    }
    outcomes.end(
      path,
      "damaged",
      `arrived as ${seen} twice while the box holds ${sha256}: this machine's disk or memory, or the line, alters it`
    );
  }
};

// src/collect/pull.ts
var NEAR_LANES = 4;
var NEAR_SECONDS = 0.03;
async function pull(channel, request) {
  const { entries, refused, hashed } = readRequest(request.entries);
  const stop = new StopSwitch(request.signal);
  const tree = await LocalTree.open(request.intoDir);
  const partials = await PartialDir.open(request.partialDir ?? `${tree.root}+partial`);
  const ended = new AbortController();
  const transfer = {
    channel,
    remoteDir: request.remoteDir.replace(/(?<=.)\/+$/, ""),
    tree,
    partials,
    disk: new DiskWorker(),
    outcomes: new PullOutcomes(entries, refused, request.onProgress),
    lanes: new Lanes(NEAR_LANES, Math.min(8, Math.max(1, request.lanes ?? 8)), stop),
    signal: request.signal,
    unfinished: /* @__PURE__ */ new Set(),
    clock: request.clock ?? systemClock,
    ended: ended.signal
  };
  const known = request.rehash === false ? KnownFiles.load(partials.path) : void 0;
  let final = [];
  try {
    const ahead = hashed === void 0 ? /* @__PURE__ */ new Map() : await beginAhead(transfer, entries);
    transfer.lanes.beside(async () => {
      final = hashed === void 0 ? entries : await hashedOf(hashed, ahead);
      const others = hashed === void 0 ? entries : await identified(transfer, entries, ahead, final);
      await begin(transfer, await whatLacks(transfer, others, known));
    });
    await run(transfer);
  } catch (error) {
    throw transfer.outcomes.brokenBy(error);
  } finally {
    ended.abort();
    stop.detach();
    await transfer.disk.close();
  }
  const report = transfer.outcomes.report();
  if (known) await remember(tree, final, report, known);
  await partials.tidy();
  return report;
}
async function whatLacks({ tree, disk, outcomes, lanes }, entries, known) {
  const lacking = [];
  for (const entry of entries) {
    lanes.stop.check();
    const here = tree.look(entry.path);
    if (here.kind === "in the way") outcomes.end(entry.path, "refused", here.why);
    else if (here.kind === "absent" || here.stats.size !== entry.bytes) lacking.push(entry);
    else {
      const path = `${tree.root}/${entry.path}`;
      const sha256 = known?.sha256Of(entry.path, here.stats) ?? (entry.bytes < SMALL_BYTES ? sha256Of(readFileSync2(path)) : await disk.hash(path, entry.bytes));
      if (sha256 === entry.sha256) outcomes.end(entry.path, "already");
      else lacking.push(entry);
    }
  }
  return lacking;
}
function readRequest(given) {
  if (!("listed" in given)) return { ...readManifest(given), hashed: void 0 };
  given.hashed.catch(() => void 0);
  return {
    ...readManifest(given.listed.map((file) => ({ ...file, sha256: "0".repeat(64) }))),
    hashed: given.hashed
  };
}
async function beginAhead(transfer, listed) {
  const { tree, partials } = transfer;
  const wanted = listed.filter(
    ({ path, bytes }) => bytes >= SMALL_BYTES && tree.look(path).kind === "absent" && !PartialFile.isBegun(partials, path)
  );
  await requireSpace(
    tree.root,
    wanted.reduce((sum, { bytes }) => sum + bytes, 0),
    wanted.length
  );
  const ahead = new Map(wanted.map((file) => [file.path, RangedFile.ahead(transfer, file)]));
  for (const file of ahead.values()) file.begin();
  if (ahead.size > 0) widenIfFar(transfer);
  return ahead;
}
async function hashedOf(hashed, ahead) {
  try {
    return await hashed;
  } catch (error) {
    for (const file of ahead.values()) file.giveUp();
    throw error;
  }
}
async function identified({ outcomes }, listed, ahead, hashed) {
  const sound = hashed.filter((entry) => entryFault(entry) === void 0);
  const byPath = new Map(sound.map((entry) => [entry.path, entry]));
  const others = [];
  for (const { path, bytes } of listed) {
    const entry = byPath.get(path);
    const begun = ahead.get(path);
    const end = (outcome, why) => begun ? begun.fail(outcome, why) : outcomes.end(path, outcome, why);
    if (entry === void 0) end("vanished", NOT_THERE);
    else if (entry.bytes !== bytes) end("changed", sizeChanged(bytes, entry.bytes));
    else if (begun) await begun.identify(entry.sha256);
    else others.push(entry);
  }
  return others;
}
async function begin(transfer, lacking) {
  const small = lacking.filter(({ bytes }) => bytes < SMALL_BYTES);
  const large = lacking.filter(({ bytes }) => bytes >= SMALL_BYTES).map((entry) => RangedFile.plan(transfer, entry));
  const smallBytes = small.reduce((sum, { bytes }) => sum + bytes, 0);
  const largeBytes = large.reduce((sum, file) => sum + file.missingBytes, 0);
  await requireSpace(transfer.tree.root, smallBytes + largeBytes, lacking.length);
  for (const batch of inBatches(small)) transfer.lanes.add(() => pullSmall(transfer, batch));
  for (const file of large) file.begin();
  if (lacking.length > 0) widenIfFar(transfer);
}
function widenIfFar({ clock, ended, outcomes, lanes }) {
  const before = outcomes.movedBytes;
  void clock.sleep(NEAR_SECONDS, ended).then(() => {
    if (!ended.aborted && outcomes.movedBytes === before) lanes.widen();
  });
}
async function pullSmall(transfer, batch) {
  const unpulled = await pullBatch(transfer, batch);
  for (const { entry, mismatched } of await stillOnBox(transfer, unpulled)) {
    RangedFile.plan(transfer, entry, mismatched ? 2 : 1).begin();
  }
}
async function run({ lanes, unfinished, tree, partials }) {
  await lanes.run();
  await Promise.allSettled([...unfinished].map((file) => file.suspend()));
  await tree.settle();
  try {
    lanes.stop.check();
  } catch (error) {
    await refusedBelow(partials.path, error);
  }
}
async function remember(tree, entries, { files }, known) {
  const proven = new Set(
    files.filter(({ outcome }) => outcome === "pulled" || outcome === "already").map(({ path }) => path)
  );
  for (const { path, sha256 } of entries) {
    const here = tree.look(path);
    if (proven.has(path) && here.kind === "file") known.learn(path, here.stats, sha256);
  }
  await known.save();
}

export {
  SMALL_BYTES,
  inBatches,
  PullBroken,
  pull
};
