import { join } from 'node:path';
import { secondsBetween } from '../clock.ts';
import { dropParcel, keptParcel } from '../collect/kept-parcel.ts';
import { becomeOnlyPuller } from '../collect/one-puller.ts';
import type { Job, StoreRung } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import { cellsToStore } from '../lease/kept.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { ArtifactStore } from '../stores/store.ts';
import type { World } from '../world.ts';
import { storesOf, storeWorldOf, type Uploading } from './store.ts';

/** Storing may not eat the run: at most about a quarter of the time goes into it. */
const REST_FACTOR = 3;
const DEFAULT_EVERY_SECONDS = 60;

/**
 * First where copies that newer ones replace can be removed again and where no later step has to upload them; last where
 * every copy stays in the history for ever.
 */
const ORDER: readonly StoreRung['kind'][] = ['s3', 'release-asset', 'workflow-artifact', 'hugging-face'];

/**
 * Brings the newest verified copies of a run whose disk is thrown away into a store while the run still works, so that a
 * box that is lost after this job costs what was trained since the last copy and no more.
 */
export class KeptStoring {
  #notBefore: Date | undefined;
  readonly #triedToDrop = new Set<string>();
  readonly #may: () => boolean;

  /** @param may whether there is something left of what this process may ask of its stores; what is not stored now is later */
  constructor(may: () => boolean = () => true) {
    this.#may = may;
  }

  /** Before a look: only into stores that this very step can write to, and not all the time. */
  async whenDue(world: World, run: Run, job: Job): Promise<EventBody[]> {
    if (this.#notBefore !== undefined && world.clock.now() < this.#notBefore) return [];
    if (!this.#may()) return [];
    const began = world.clock.now();
    const events = await storeKept(world, run, job, { step: undefined, wish: undefined });
    const took = secondsBetween(began, world.clock.now());
    const pause = Math.max(job.checkpoint?.everySeconds ?? DEFAULT_EVERY_SECONDS, took * REST_FACTOR);
    this.#notBefore = new Date(world.clock.now().getTime() + pause * 1000);
    return events;
  }

  /** Removes what nothing needs any more. What cannot be removed now is said once and left to its store. */
  async drop(world: World, run: Run, marks: readonly string[]): Promise<EventBody[]> {
    const events: EventBody[] = [];
    // While work goes on it can wait for a process that may ask more; a run that closes is asked about no more.
    if (!run.seal && !this.#may()) return [];
    for (const mark of marks) {
      const set = run.keptSets.get(mark);
      if (!set || this.#triedToDrop.has(mark)) continue;
      this.#triedToDrop.add(mark);
      const isGone = await dropFrom(await storesOf(world, run)(set), set.id).catch((error: unknown) => {
        world.signal.throwIfAborted();
        if (!(error instanceof Problem)) throw error;
        world.face.line(`superfluous copies stay in ${set.place}: ${error.what}`);
        return false;
      });
      if (isGone) events.push({ type: 'kept-dropped', mark: set.mark });
    }
    return events;
  }
}

async function dropFrom(stores: readonly ArtifactStore[], id: string): Promise<boolean> {
  const able = stores.filter((store) => store.drop);
  for (const store of able) await store.drop?.(id);
  return able.length > 0;
}

/**
 * Stores what is not stored yet. A store that fails or refuses costs a warning: the run goes on, and the next look tries
 * again. No events where the upload is the next step's.
 */
export async function storeKept(
  world: World,
  run: Run,
  job: Job,
  uploading: Uploading,
): Promise<EventBody[]> {
  const cells = cellsToStore(run, world.clock.now());
  if (cells.length === 0) return [];
  const leave = becomeOnlyPuller(join(world.storeDir, run.id));
  if (typeof leave !== 'function') return [];
  try {
    const kept = await keptParcel(world.storeDir, run.id, cells);
    if (!kept) return [];
    const { ladderOf, openStore } = await import('../stores/registry.ts');
    const { storeParcel } = await import('../stores/ladder.ts');
    const storeWorld = storeWorldOf(world, run, uploading.step);
    const rungs = [...ladderOf(job)].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
    const outcome = await storeParcel(
      rungs.map((rung) => openStore(rung, storeWorld)),
      kept.parcel,
      { say: (line) => world.face.line(line), signal: world.signal, costing: [] },
    );
    if ('upload' in outcome) {
      uploading.wish = { ...outcome.upload, of: 'kept' };
      return [];
    }
    const { seal: mark, ...place } = outcome.stored;
    await dropParcel(world.storeDir, run.id);
    world.face.line(
      `${kept.cells.map(({ cell, step }) => `${cell}${step === undefined ? '' : ` (step ${step})`}`).join(', ')}: the newest verified copies are in ${place.place}, read back and equal`,
    );
    return [{ type: 'kept-stored', mark, cells: kept.cells, ...place }];
  } catch (error) {
    world.signal.throwIfAborted();
    if (!(error instanceof Problem)) throw error;
    await dropParcel(world.storeDir, run.id);
    world.face.warn(
      `the newest verified copies of ${cells.map(({ name }) => name).join(', ')} are only on this machine, which does not stay: ${error.what}`,
    );
    return [];
  } finally {
    leave();
  }
}
