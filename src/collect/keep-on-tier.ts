import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ProbeCell } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { type CheckpointSet, fingerprint } from '../job/checkpoint-sets.ts';
import type { KeptFile } from '../lease/events.ts';
import type { Tree } from '../verify/contract/tree.ts';
import { MARGIN_BYTES } from './afar.ts';
import { boxSource } from './box-source.ts';
import { setOfCopy } from './copied-set.ts';
import { type DurableSet, durableSets, holdOnTier } from './durable-sets.ts';
import { heldStill } from './held-still.ts';
import { KeptCopies } from './kept-copies.ts';
import { isKept, isNewer, isNewest, keptEvent, otherThanCopied, wordsOf } from './kept-news.ts';
import { AGAIN, type Bundle, type KeptCell, type LookedAt } from './looked-at.ts';
import { storeOf } from './places.ts';
import { pullSnapshot } from './pull-snapshot.ts';
import { loadBeside, loadedSet } from './set-verdict.ts';
import { wholeOf } from './whole-source.ts';

/** For a keeper to notice that a checkpoint lies still, and to copy it at the lowest priority. */
const COPY_SECONDS = 900;

/** As the keeper says why; what may be otherwise at its next beat is waited for. */
const FAILURES: Partial<Record<NonNullable<ProbeCell['durableFailure']>, string>> = {
  'no-room': 'it has no room',
  'not-there': 'it is not mounted there any more, or cannot be written to',
  differs: 'what is written to it reads as something else',
  'copy-failed': 'the copy failed',
};

/**
 * Counts the copy that the keeper made on the durable tier as kept, once it was read there by ranges. Nothing of it comes to
 * rest on this machine; what is beside it does, where it has room.
 *
 * @param why is told why there is none
 */
export async function keepOnTier(
  looked: LookedAt,
  channel: Channel,
  bundle: Bundle,
  why: string[],
): Promise<KeptCell | undefined> {
  const { of, cell } = looked;
  const { placed, started } = of.lease;
  if (placed?.durable === undefined || !started || !bundle.set || !of.job.checkpoint) {
    why.push('the box has no durable tier');
    return undefined;
  }
  const sets = await durableSets(channel, placed.durable, basename(started.dir.base));
  const copy = sets.find((each) => each.cell === cell.name);
  const set = copy && setOfCopy(copy, of.job);
  const isNewest = copy !== undefined && isCopyOf(copy, bundle.set);
  if (copy && set && !isKept(looked, copy.files))
    return countCopy({ looked, channel, bundle, copy, set }, why);
  if (isNewest && set) {
    looked.memory.kept = fingerprint(bundle.set);
    return { isSettled: true, hasPulled: true };
  }
  const age = looked.probe.boxTime - bundle.set.modifiedAt;
  const failure = cell.durableFailure && FAILURES[cell.durableFailure];
  if (failure !== undefined) {
    why.push(`its durable tier (${placed.durable}) has no copy of it: ${failure}`);
    return undefined;
  }
  if (looked.probe.boxTime > 0 && age < COPY_SECONDS) return AGAIN;
  why.push(`its durable tier (${placed.durable}) has no whole copy of it after ${Math.round(age / 60)} min`);
  return undefined;
}

/** By names and sizes: what the box has is not read for it. */
function isCopyOf({ files }: DurableSet, set: CheckpointSet): boolean {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return set.files.length === files.length && set.files.every(({ path, bytes }) => sizes.get(path) === bytes);
}

interface Copy {
  looked: LookedAt;
  channel: Channel;
  bundle: Bundle;
  copy: DurableSet;
  /** As it is named there. */
  set: CheckpointSet;
}

async function countCopy(
  { looked, channel, bundle, copy, set }: Copy,
  why: string[],
): Promise<KeptCell | undefined> {
  const { of, cell, memory } = looked;
  const sizes = new Map(copy.files.map(({ path, bytes }) => [path, bytes]));
  const open: Tree['open'] = async (path) => boxSource(channel, `${copy.dir}/${path}`, sizes.get(path) ?? 0);
  const verdict = memory.refused.has(copy.id)
    ? undefined
    : await loadedSet({ of, cell: cell.name, open }, set, copy.files);
  const other = verdict?.isWhole ? await otherThanCopied(verdict, open, of.world.signal) : undefined;
  if (!verdict?.isWhole || other !== undefined) {
    const said =
      verdict && !verdict.isWhole ? `${verdict.path} ${verdict.why}` : (other ?? 'it does not load');
    memory.refused.set(copy.id, { why: said, isTorn: false });
    why.push(`${copy.dir}: ${said}`);
    return undefined;
  }
  const known = of.run.cells.get(cell.name);
  if (known && !isNewer(known, verdict) && !isNewest(known, copy.files)) return AGAIN;
  if (!(await holdOnTier(channel, copy))) return AGAIN;
  const beside = await broughtBeside(looked, channel, bundle);
  const place = { durable: copy.dir, platform: of.lease.platform };
  const dir = storeOf(of.world.storeDir, of.run.id, cell.name);
  const read = async (path: string): Promise<Uint8Array> =>
    sizes.has(path) ? wholeOf(await open(path)) : readFile(join(dir, path));
  const kept = await keptEvent(looked, {
    bundle: { ...bundle, set },
    whole: verdict,
    beside,
    in: place,
    read,
  });
  of.world.face.line(
    `${cell.name}: ${wordsOf(set, verdict.step)} is on the durable tier, hash-equal and loaded there`,
  );
  const isAll = bundle.set !== undefined && isCopyOf(copy, bundle.set);
  if (isAll && bundle.set) memory.kept = fingerprint(bundle.set);
  return { events: [kept], isSettled: isAll, hasPulled: true };
}

/** Metrics and their like, which a resume wants, too, and which the keeper copies at the end. */
async function broughtBeside(looked: LookedAt, channel: Channel, bundle: Bundle): Promise<KeptFile[]> {
  const { of, cell } = looked;
  const bytes = bundle.beside.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes + MARGIN_BYTES > (await looked.freeBytes())) return [];
  const small = { ...bundle, set: undefined };
  const entries = await heldStill(looked, channel, small, (snapshot) =>
    pullSnapshot(of, channel, cell.name, snapshot),
  );
  const beside = await loadBeside({ of, cell: cell.name }, entries ?? []);
  await new KeptCopies(storeOf(of.world.storeDir, of.run.id, cell.name)).hold(beside);
  return beside;
}
