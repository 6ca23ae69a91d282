import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  pathFault,
  storeOf,
  storeWorldOf,
  storesOf,
  syncDirectory
} from "./collect-afar.shared.mjs";
import {
  isRunning,
  processIdentity
} from "./host-process-identity.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  cellsToStore
} from "./lease-breaker.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/store-kept.ts
import { join as join4 } from "node:path";

// src/collect/kept-parcel.ts
import { createHash as createHash2 } from "node:crypto";
import { mkdir as mkdir2, rm as rm2, writeFile } from "node:fs/promises";
import { join as join2 } from "node:path";

// src/collect/kept-copies.ts
import { createHash } from "node:crypto";
import { createReadStream, writeSync } from "node:fs";
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
var KeptCopies = class {
  #cell;
  #dir;
  /** @param cellDir where the cell's files are pulled to: `<run>/<cell>` */
  constructor(cellDir) {
    this.#cell = cellDir;
    this.#dir = join(dirname(cellDir), "+kept", cellDir.slice(dirname(cellDir).length + 1));
  }
  /** Holds what was verified just now; nothing is held twice. */
  async hold(files) {
    await mkdir(this.#dir, { recursive: true });
    for (const { path, sha256 } of files) await linked(join(this.#cell, path), join(this.#dir, sha256));
    syncDirectory(this.#dir);
  }
  /**
   * These files lie under their own names now, byte for byte: one name each is enough, and what is sealed may have only one.
   */
  async giveUp(files) {
    for (const { sha256 } of files) await rm(join(this.#dir, sha256), { force: true });
    await this.dropLayout();
  }
  /** Lets go of everything but these: what the ledger names, and what it is about to be told. */
  async letGoExcept(files) {
    const wanted = new Set([...files].map((file) => file.sha256));
    for (const name of await readdir(this.#dir).catch(() => []))
      if (!wanted.has(name)) await rm(join(this.#dir, name), { force: true });
  }
  /** Which of these lie here neither by content nor under their own names. */
  async missing(files) {
    const gone = [];
    for (const file of files) if (!await this.#isHere(file)) gone.push(file);
    return gone;
  }
  async #isHere(file) {
    const held = await stat(join(this.#dir, file.sha256)).catch(() => void 0);
    if (held?.isFile() && held.size === file.bytes) return true;
    if (pathFault(file.path) !== void 0) return false;
    const pulled = join(this.#cell, file.path);
    const there = await lstat(pulled).catch(() => void 0);
    return there?.isFile() === true && there.size === file.bytes && await sha256Of(pulled) === file.sha256;
  }
  /**
   * Takes a file in that comes from elsewhere, held by its content from then on.
   *
   * @param read hands over its bytes in order; more of them than the file has, or others, are thrown away
   * @returns whether what came is that file
   */
  async takeIn({ bytes, sha256 }, read2) {
    await mkdir(this.#dir, { recursive: true });
    const part = join(this.#dir, `${sha256}+part`);
    const file = await open(part, "w", 384);
    const hash = createHash("sha256");
    let got = 0;
    try {
      await read2((piece) => {
        got += piece.length;
        if (got > bytes) throw new RangeError(`more than the ${bytes} bytes that were kept`);
        hash.update(piece);
        writeSync(file.fd, piece);
      });
      await file.sync();
      if (got !== bytes || hash.digest("hex") !== sha256) return false;
      await rename(part, join(this.#dir, sha256));
      return true;
    } finally {
      await file.close();
      await rm(part, { force: true });
    }
  }
  /**
   * A directory in which each file stands under its name as it was verified; where we hold no copy by content, as it was
   * pulled last. Whoever reads it compares hashes.
   *
   * @param view another directory than the one that `dropLayout` removes
   */
  async laidOut(files, view = `${this.#dir}+push`) {
    await rm(view, { recursive: true, force: true });
    await mkdir(view, { recursive: true });
    for (const { path, sha256 } of files) {
      if (pathFault(path) !== void 0) continue;
      const to = join(view, path);
      await mkdir(dirname(to), { recursive: true });
      if (!await linked(join(this.#dir, sha256), to)) await linked(join(this.#cell, path), to);
    }
    return view;
  }
  async dropLayout() {
    await rm(`${this.#dir}+push`, { recursive: true, force: true });
  }
};
async function sha256Of(path) {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}
async function linked(from, to) {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error;
    if (code === "EEXIST") return true;
    if (code === "ENOENT") return false;
    await copyFile(from, to);
    return true;
  }
}

// src/collect/kept-parcel.ts
var PARCEL = "+kept-parcel";
var LIST = "+kept/kept.json";
async function keptParcel(storeDir, run, cells) {
  const root = parcelDir(storeDir, run);
  await rm2(root, { recursive: true, force: true });
  const held = [];
  const files = [];
  for (const { name, kept, verifiedStep } of cells) {
    const copies = new KeptCopies(storeOf(storeDir, run, name));
    if ((await copies.missing(kept.values())).length > 0) continue;
    const from = await copies.laidOut(kept.values(), join2(root, name));
    held.push({
      cell: name,
      copies: [...kept.values()],
      ...verifiedStep !== void 0 && { step: verifiedStep }
    });
    for (const { path, bytes, sha256 } of kept.values())
      files.push({ path: `${name}/${path}`, from: join2(from, path), bytes, sha256 });
  }
  if (held.length === 0) return;
  files.push(await listed(root, run, held));
  return {
    parcel: { run, means: "kept", seal: markOf(held), directories: [root], files },
    cells: held
  };
}
var dropParcel = (storeDir, run) => rm2(parcelDir(storeDir, run), { recursive: true, force: true });
var parcelDir = (storeDir, run) => join2(storeDir, run, PARCEL);
var markOf = (cells) => digestOf(cells.map(({ cell, copies }) => ({ cell, files: copies.map(nameAndHash) })));
var nameAndHash = ({ path, sha256 }) => [path, sha256];
async function listed(root, run, cells) {
  const bytes = Buffer.from(`${JSON.stringify({ run, cells }, void 0, 2)}
`);
  const from = join2(root, LIST);
  await mkdir2(join2(root, "+kept"), { recursive: true });
  await writeFile(from, bytes);
  const sha256 = createHash2("sha256").update(bytes).digest("hex");
  return { path: LIST, from, bytes: bytes.length, sha256 };
}

// src/collect/one-puller.ts
import { randomBytes } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import { hostname } from "node:os";
import { join as join3 } from "node:path";
var BEAT_SECONDS = 10;
var DEAD_AFTER_SECONDS = 120;
function becomeOnlyPuller(root) {
  mkdirSync(root, { recursive: true });
  const file = join3(root, "+puller");
  const mine = `${processIdentity(process.pid)} ${hostname()} ${randomBytes(4).toString("hex")} ${processesSeen()}`;
  for (; ; ) {
    const heldFor = publish(file, mine);
    if (heldFor === "mine") return holding(file, mine);
    const holder = read(file);
    if (holder === void 0) continue;
    const [identity = "", host = "", , where = ""] = holder.split(" ");
    const isVisible = where === "" ? host === hostname() : where === processesSeen();
    const isAlive = isVisible ? isRunning(identity) : heldFor < DEAD_AFTER_SECONDS;
    if (isAlive) return { pid: Number.parseInt(identity, 10), ...isVisible ? {} : { host }, file };
    removeIf(file, holder);
  }
}
function processesSeen() {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
function holding(file, mine) {
  const beat = setInterval(() => {
    try {
      if (read(file) === mine) utimesSync(file, /* @__PURE__ */ new Date(), /* @__PURE__ */ new Date());
    } catch {
    }
  }, BEAT_SECONDS * 1e3);
  beat.unref();
  return () => {
    clearInterval(beat);
    removeIf(file, mine);
  };
}
function publish(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, file);
    return "mine";
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const held = statSync(file, { throwIfNoEntry: false });
    return held === void 0 ? 0 : (statSync(draft).mtimeMs - held.mtimeMs) / 1e3;
  } finally {
    rmSync(draft, { force: true });
  }
}
function removeIf(file, text) {
  const aside = `${file}.${process.pid}.gone`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== text) linkSync(aside, file);
  } catch {
  } finally {
    rmSync(aside, { force: true });
  }
}
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return;
  }
}

// src/course/store-kept.ts
var REST_FACTOR = 3;
var DEFAULT_EVERY_SECONDS = 60;
var ORDER = ["s3", "release-asset", "workflow-artifact", "hugging-face"];
var KeptStoring = class {
  #notBefore;
  #triedToDrop = /* @__PURE__ */ new Set();
  #may;
  /** @param may whether there is something left of what this process may ask of its stores; what is not stored now is later */
  constructor(may = () => true) {
    this.#may = may;
  }
  /** Before a look: only into stores that this very step can write to, and not all the time. */
  async whenDue(world, run, job) {
    if (this.#notBefore !== void 0 && world.clock.now() < this.#notBefore) return [];
    if (!this.#may()) return [];
    const began = world.clock.now();
    const events = await storeKept(world, run, job, { step: void 0, wish: void 0 });
    const took = secondsBetween(began, world.clock.now());
    const pause = Math.max(job.checkpoint?.everySeconds ?? DEFAULT_EVERY_SECONDS, took * REST_FACTOR);
    this.#notBefore = new Date(world.clock.now().getTime() + pause * 1e3);
    return events;
  }
  /** Removes what nothing needs any more. What cannot be removed now is said once and left to its store. */
  async drop(world, run, marks) {
    const events = [];
    if (!run.seal && !this.#may()) return [];
    for (const mark of marks) {
      const set = run.keptSets.get(mark);
      if (!set || this.#triedToDrop.has(mark)) continue;
      this.#triedToDrop.add(mark);
      const isGone = await dropFrom(await storesOf(world, run)(set), set.id).catch((error) => {
        world.signal.throwIfAborted();
        if (!(error instanceof Problem)) throw error;
        world.face.line(`superfluous copies stay in ${set.place}: ${error.what}`);
        return false;
      });
      if (isGone) events.push({ type: "kept-dropped", mark: set.mark });
    }
    return events;
  }
};
async function dropFrom(stores, id) {
  const able = stores.filter((store) => store.drop);
  for (const store of able) await store.drop?.(id);
  return able.length > 0;
}
async function storeKept(world, run, job, uploading) {
  const cells = cellsToStore(run, world.clock.now());
  if (cells.length === 0) return [];
  const leave = becomeOnlyPuller(join4(world.storeDir, run.id));
  if (typeof leave !== "function") return [];
  try {
    const kept = await keptParcel(world.storeDir, run.id, cells);
    if (!kept) return [];
    const { ladderOf, openStore } = await import("./stores-registry.mjs");
    const { storeParcel } = await import("./stores-ladder.mjs");
    const storeWorld = storeWorldOf(world, run, uploading.step);
    const rungs = [...ladderOf(job)].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
    const outcome = await storeParcel(
      rungs.map((rung) => openStore(rung, storeWorld)),
      kept.parcel,
      { say: (line) => world.face.line(line), signal: world.signal, costing: [] }
    );
    if ("upload" in outcome) {
      uploading.wish = { ...outcome.upload, of: "kept" };
      return [];
    }
    const { seal: mark, ...place } = outcome.stored;
    await dropParcel(world.storeDir, run.id);
    world.face.line(
      `${kept.cells.map(({ cell, step }) => `${cell}${step === void 0 ? "" : ` (step ${step})`}`).join(", ")}: the newest verified copies are in ${place.place}, read back and equal`
    );
    return [{ type: "kept-stored", mark, cells: kept.cells, ...place }];
  } catch (error) {
    world.signal.throwIfAborted();
    if (!(error instanceof Problem)) throw error;
    await dropParcel(world.storeDir, run.id);
    world.face.warn(
      `the newest verified copies of ${cells.map(({ name }) => name).join(", ")} are only on this machine, which does not stay: ${error.what}`
    );
    return [];
  } finally {
    leave();
  }
}

export {
  KeptCopies,
  dropParcel,
  becomeOnlyPuller,
  KeptStoring,
  storeKept
};
