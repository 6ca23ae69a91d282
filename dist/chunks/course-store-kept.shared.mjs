import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  becomeOnlyPuller,
  dropParcel,
  keptParcel
} from "./collect-kept-parcel.shared.mjs";
import {
  storeWorldOf,
  storesOf
} from "./collect-afar.shared.mjs";
import {
  cellsToStore
} from "./lease-bound-anew.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/store-kept.ts
import { join } from "node:path";
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
  const leave = becomeOnlyPuller(join(world.storeDir, run.id));
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
  KeptStoring,
  storeKept
};
