import type { Job } from '../job/job.ts';
import type { CandidateFates } from './fates.ts';

/** Where checkpoints are kept while a job trains, as far as it is known before anything is rented. */
export interface KeepingPlaces {
  /** Directory of this machine that they are pulled to. */
  here: string;
  freeBytes: number;
  /** A checkpoint of more than this goes elsewhere. */
  mostBytes: number;
  /** Buckets that a box sends larger ones to. */
  stores: string[];
  /** Platforms of candidates on whose boxes a larger one goes to no durable tier. */
  withoutTier: string[];
  /** Where the job says how large its checkpoints are, and no place has room for one: that, and what helps. */
  problem: string | null;
}

/**
 * @param here the directory, the bytes that are free there, and how many of them stay free
 * @returns nothing for a job without checkpoints
 */
export function keepingPlaces(
  { checkpoint, store }: Pick<Job, 'checkpoint' | 'store'>,
  here: { dir: string; freeBytes: number; marginBytes: number },
  candidates: readonly Pick<CandidateFates, 'platform' | 'durable'>[],
): KeepingPlaces | null {
  if (!checkpoint) return null;
  const rungs = store === undefined || store === 'none' ? [] : store;
  const stores = rungs.flatMap((rung) => (rung.kind === 's3' ? [`s3://${rung.bucket}`] : []));
  const mostBytes = Math.max(0, here.freeBytes - here.marginBytes);
  const without = candidates.filter(({ durable }) => durable === null).map(({ platform }) => platform);
  return {
    here: here.dir,
    freeBytes: here.freeBytes,
    mostBytes,
    stores,
    withoutTier: [...new Set(without)],
    problem:
      stores.length > 0 || without.length === 0 || (checkpoint.sizeBytes ?? 0) <= mostBytes
        ? null
        : `A checkpoint has ${checkpoint.sizeBytes} bytes and would be kept nowhere but on the box (${[...new Set(without)].join(', ')}): ${here.freeBytes} bytes are free at ${here.dir}, of which ${here.marginBytes} stay free. Name an s3 store or a durable directory in the job file, run this where more is free, or make checkpoints smaller.`,
  };
}
