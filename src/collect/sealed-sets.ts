import { type CheckpointSet, checkpointSets, fingerprint } from '../job/checkpoint-sets.ts';
import { watchedGlobs } from '../job/watched.ts';
import type { Gathering } from './gathering.ts';
import { cellOutDir } from './places.ts';
import { listSeen } from './set-listing.ts';

/**
 * The newest checkpoint of each cell that its listing does not show to be unfinished. The run has ended: what is there is all
 * that there will be.
 *
 * @param refused fingerprints of sets that were read and are not whole
 */
export async function newestSets(
  { job, box: { channel, dir } }: Pick<Gathering, 'job' | 'box'>,
  refused: ReadonlySet<string>,
): Promise<Map<string, CheckpointSet>> {
  const newest = new Map<string, CheckpointSet>();
  if (!job.checkpoint) return newest;
  for (const { name } of job.cells) {
    const listing = await listSeen(channel, cellOutDir(dir.base, name), watchedGlobs(job));
    const sets = checkpointSets(listing, job.checkpoint);
    const set = sets.find((each) => each.ending !== 'lacking' && !refused.has(fingerprint(each)));
    if (set) newest.set(name, set);
  }
  return newest;
}
