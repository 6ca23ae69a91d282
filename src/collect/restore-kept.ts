import { join } from 'node:path';
import type { KeptFile } from '../lease/events.ts';
import { goesOnFrom } from '../lease/kept.ts';
import type { Cell, Lease, Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { BoxFolder } from '../stores/box-store.ts';
import type { World } from '../world.ts';
import { type Afar, MARGIN_BYTES } from './afar.ts';
import type { KeptCopies } from './kept-copies.ts';
import { nameInFolder } from './send-files.ts';
import type { StoresFor } from './stored-evidence.ts';

/** Whose copies are restored, and from where they can be had. */
export interface Restoring {
  world: World;
  run: Run;
  storesFor: StoresFor;
  /** The stores that a box can read from by itself, for what has no room here. */
  afar?(): Promise<Afar | undefined>;
  /** Whose box they go to; absent before there is one. */
  lease?: Lease;
}

/** The copies that a cell goes on from. */
export interface Restored {
  files: KeptFile[];
  step: number | undefined;
  /** Where all of them lie, as `<cell>/<path>`, because they have no room on this machine; else all of them are here. */
  far: BoxFolder | undefined;
}

/**
 * Sees that a cell's newest verified copies are on this machine, bringing them from the store where it is another machine
 * than the one that pulled them, or that they are in the store, where they have no room here. Where the newest went with that
 * machine, the newest that a store holds are taken, and said.
 *
 * @returns `undefined` when neither is to be had
 */
export async function restoreKept(
  of: Restoring,
  cell: Cell,
  copies: KeptCopies,
): Promise<Restored | undefined> {
  const { world, run } = of;
  const newest: Restored = { files: goesOnFrom(cell), step: cell.verifiedStep, far: undefined };
  if ((await copies.missing(newest.files)).length === 0) return newest;
  if (!cell.stored) return;
  const stored: Restored = {
    files: [...cell.stored.copies.values()],
    step: cell.stored.step,
    far: await tooLargeFor(of, cell, copies),
  };
  if (!stored.far) {
    await bring(of, cell, copies);
    if ((await copies.missing(newest.files)).length === 0) return newest;
    if ((await copies.missing(stored.files)).length > 0) return;
  }
  if (stored.step !== newest.step)
    world.face.warn(
      `${cell.name}: its newest verified copy${ofStep(newest.step)} was on a machine that is gone; it goes on from the one${ofStep(stored.step)} that ${run.keptSets.get(cell.stored.mark)?.place} holds`,
    );
  return stored;
}

/** @returns the folder that has every file of what is stored, where that has no room here */
async function tooLargeFor(
  { world, run, afar }: Restoring,
  { name, stored }: Cell,
  copies: KeptCopies,
): Promise<BoxFolder | undefined> {
  const id = stored && run.keptSets.get(stored.mark)?.id;
  const far = await afar?.();
  if (!stored || id === undefined || !far) return undefined;
  const missing = await copies.missing(stored.copies.values());
  const bytes = missing.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes + MARGIN_BYTES <= (await far.freeBytes(join(world.storeDir, run.id)))) return undefined;
  for (const store of far.stores) {
    const folder = store.at(id);
    if (!folder || store.refusal([]) !== undefined) continue;
    const there = new Map((await folder.list()).map((object) => [object.name, object.bytes]));
    const hasAll = [...stored.copies.values()].every(
      (file) => there.get(nameInFolder({ cell: name, path: file.path })) === file.bytes,
    );
    if (hasAll) return folder;
  }
  return undefined;
}

const ofStep = (step: number | undefined): string => (step === undefined ? '' : ` of step ${step}`);

/** Only what is missing here, and only what comes to the hash that the ledger has of it. */
async function bring(
  { world, run, storesFor }: Restoring,
  { name, stored }: Cell,
  copies: KeptCopies,
): Promise<void> {
  const place = stored && run.keptSets.get(stored.mark);
  const missing = stored ? await copies.missing(stored.copies.values()) : [];
  if (!place || missing.length === 0) return;
  for (const store of await storesFor(place)) {
    const set = await store.open(place.id);
    if (!set) continue;
    try {
      for (const file of missing) {
        world.face.line(`${name}: ${file.path}, ${file.bytes} bytes, comes back from ${place.place}`);
        const isIt = await copies
          .takeIn(file, (sink) => set.read(store.nameOf(`${name}/${file.path}`), sink))
          .catch((error: unknown) => otherThanKept(world, error));
        if (!isIt) world.face.warn(`${name}: ${file.path} in ${place.place} is not what was stored there`);
      }
    } finally {
      await set.close();
    }
    if ((await copies.missing(missing)).length === 0) return;
  }
}

/** A store that does not answer is no reason to go on from less: only content that is not there or is other content is. */
function otherThanKept(world: World, error: unknown): false {
  world.signal.throwIfAborted();
  const isOther = error instanceof RangeError || (error instanceof Problem && error.kind === 'failed');
  if (!isOther) throw error;
  return false;
}
