import type { Channel } from '../box/channel.ts';
import { type CheckpointSet, checkpointSets, fingerprint } from '../job/checkpoint-sets.ts';
import { watchedGlobs } from '../job/watched.ts';
import type { Collected } from './gathering.ts';
import type { Bundle, LookedAt } from './looked-at.ts';
import { listSeen } from './set-listing.ts';
import { dropSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts';

/**
 * Holds files of a box still for as long as they are used.
 *
 * @returns what `use` made of them; `undefined` when the set was another one by then
 */
export async function heldStill<T>(
  { of, cell }: LookedAt,
  channel: Channel,
  { set, beside, metrics }: Bundle,
  use: (snapshot: Snapshot) => Promise<T | undefined>,
): Promise<T | undefined> {
  const cellDir = `${of.lease.started?.dir.base}/cells/${cell.name}`;
  const paths = [...(set?.files ?? []), ...beside].map(({ path }) => path);
  const linked = paths.filter((path) => !metrics.includes(path));
  const snapshot = await takeSnapshot(channel, cellDir, linked, metrics);
  const isSame = set === undefined || (await isStillThere(of, channel, `${cellDir}/out`, set));
  const used = isSame ? await use(snapshot) : undefined;
  await dropSnapshot(channel, snapshot);
  return used;
}

/** A name holds one file. Of several, one may have been replaced by a newer one while the others were held. */
async function isStillThere(
  { job }: Collected,
  channel: Channel,
  outDir: string,
  set: CheckpointSet,
): Promise<boolean> {
  if (!job.checkpoint || (set.form === 'file' && set.files.length === 1)) return true;
  const sets = checkpointSets(await listSeen(channel, outDir, watchedGlobs(job)), job.checkpoint);
  const now = sets.find(({ name, form }) => name === set.name && form === set.form);
  return now !== undefined && fingerprint(now) === fingerprint(set);
}
