import { type CheckpointSet, checkpointSets } from '../job/checkpoint-sets.ts';
import type { Job } from '../job/job.ts';
import type { DurableSet } from './durable-sets.ts';

/** What a keeper copied as one set, as the job's rule names it; the keeper has seen to its end. */
export function setOfCopy({ files }: DurableSet, { checkpoint }: Job): CheckpointSet | undefined {
  if (!checkpoint) return undefined;
  const seen = files.map(({ path, bytes }) => ({ path, bytes, modifiedAt: 0 }));
  const set = checkpointSets(seen, checkpoint)[0];
  return set?.files.length === files.length ? set : undefined;
}
