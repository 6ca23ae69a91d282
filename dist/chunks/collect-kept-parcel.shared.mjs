import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  storeWorldOf,
  storesOf
} from "./collect-afar.shared.mjs";
import {
  KeptCopies
} from "./collect-kept-copies.shared.mjs";
import {
  storeOf
} from "./collect-places.shared.mjs";
import {
  holdFile
} from "./host-hold-file.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  cellsToStore,
  goesOnFrom
} from "./lease-breaker.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/course/store-kept.ts
import { join as join3 } from "node:path";

// src/collect/kept-parcel.ts
import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
var PARCEL = "+kept-parcel";
var LIST = "+kept/kept.json";
async function keptParcel(storeDir, run, cells) {
  const root = parcelDir(storeDir, run);
  await rm(root, { recursive: true, force: true });
  const held = [];
  const files = [];
  for (const cell of cells) {
    const { name, verifiedStep } = cell;
    const kept = goesOnFrom(cell);
    const copies = new KeptCopies(storeOf(storeDir, run, name));
    if ((await copies.missing(kept)).length > 0) continue;
    const from = await copies.laidOut(kept, join(root, name));
    held.push({ cell: name, copies: kept, ...verifiedStep !== void 0 && { step: verifiedStep } });
    for (const { path, bytes, sha256 } of kept)
      files.push({ path: `${name}/${path}`, from: join(from, path), bytes, sha256 });
  }
  if (held.length === 0) return;
  files.push(await listed(root, run, held));
  return {
    parcel: { run, means: "kept", seal: markOf(held), directories: [root], files },
    cells: held
  };
}
var dropParcel = (storeDir, run) => rm(parcelDir(storeDir, run), { recursive: true, force: true });
var parcelDir = (storeDir, run) => join(storeDir, run, PARCEL);
var markOf = (cells) => digestOf(cells.map(({ cell, copies }) => ({ cell, files: copies.map(nameAndHash) })));
var nameAndHash = ({ path, sha256 }) => [path, sha256];
async function listed(root, run, cells) {
  const bytes = Buffer.from(`${JSON.stringify({ run, cells }, void 0, 2)}
`);
  const from = join(root, LIST);
  await mkdir(join(root, "+kept"), { recursive: true });
  await writeFile(from, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path: LIST, from, bytes: bytes.length, sha256 };
}

// src/collect/one-puller.ts
import { mkdirSync } from "node:fs";
import { join as join2 } from "node:path";
var DEAD_AFTER_SECONDS = 120;
function becomeOnlyPuller(root) {
  mkdirSync(root, { recursive: true });
  return holdFile(join2(root, "+puller"), DEAD_AFTER_SECONDS);
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
  const leave = becomeOnlyPuller(join3(world.storeDir, run.id));
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
  dropParcel,
  becomeOnlyPuller,
  KeptStoring,
  storeKept
};
