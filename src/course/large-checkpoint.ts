import { MARGIN_BYTES } from '../collect/afar.ts';
import { freeBytesBelow } from '../host/room-below.ts';
import type { Job } from '../job/job.ts';
import type { Run } from '../lease/run.ts';
import { type CandidateFates, fatesOf } from '../storage/fates.ts';
import { type KeepingPlaces, keepingPlaces } from '../storage/keeping-places.ts';
import type { World } from '../world.ts';

export async function placesOf(
  { storeDir }: World,
  job: Job,
  candidates: readonly Pick<CandidateFates, 'platform' | 'durable' | 'durableLost'>[],
): Promise<KeepingPlaces | null> {
  const freeBytes = await freeBytesBelow(storeDir);
  return keepingPlaces(job, { dir: storeDir, freeBytes, marginBytes: MARGIN_BYTES }, candidates);
}

/** Before anything is rented: that a checkpoint of the size that the job says or its smoke measured would be kept nowhere. */
export async function warnOfLargeCheckpoint(world: World, run: Run, job: Job): Promise<void> {
  const sizeBytes = job.checkpoint?.sizeBytes ?? run.footprint?.checkpoint?.bytes;
  if (!job.checkpoint || sizeBytes === undefined) return;
  const sized = { ...job, checkpoint: { ...job.checkpoint, sizeBytes } };
  const candidates = job.candidates.map(async (each) =>
    fatesOf(job, await world.profile(each.platform), each),
  );
  const places = await placesOf(world, sized, await Promise.all(candidates));
  if (places?.problem) world.face.warn(`PROBLEM: ${places.problem}`);
}
