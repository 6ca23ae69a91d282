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
  /** Platforms of candidates whose durable tier keeps a larger one while the job trains, and is lost with the box. */
  tierEndsWithBox: string[];
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
  candidates: readonly Pick<CandidateFates, 'platform' | 'durable' | 'durableLost'>[],
): KeepingPlaces | null {
  if (!checkpoint) return null;
  const rungs = store === undefined || store === 'none' ? [] : store;
  const stores = rungs.flatMap((rung) => (rung.kind === 's3' ? [`s3://${rung.bucket}`] : []));
  const mostBytes = Math.max(0, here.freeBytes - here.marginBytes);
  const without = namesOf(candidates.filter(({ durable }) => durable === null));
  const ending = namesOf(candidates.filter(({ durableLost }) => durableLost !== null));
  const isTooLarge = stores.length === 0 && (checkpoint.sizeBytes ?? 0) > mostBytes;
  const room = `${here.freeBytes} bytes are free at ${here.dir}, of which ${here.marginBytes} stay free`;
  return {
    here: here.dir,
    freeBytes: here.freeBytes,
    mostBytes,
    stores,
    withoutTier: without,
    tierEndsWithBox: ending,
    problem: isTooLarge
      ? noPlace(`A checkpoint has ${checkpoint.sizeBytes} bytes`, room, without, ending)
      : null,
  };
}

const namesOf = (candidates: readonly Pick<CandidateFates, 'platform'>[]): string[] => [
  ...new Set(candidates.map(({ platform }) => platform)),
];

function noPlace(
  size: string,
  room: string,
  without: readonly string[],
  ending: readonly string[],
): string | null {
  if (without.length > 0)
    return `${size} and would be kept nowhere but on the box (${without.join(', ')}): ${room}. Name an s3 store or a durable directory in the job file, run this where more is free, or make checkpoints smaller.`;
  if (ending.length > 0)
    return `${size}, and at the end it could be sealed nowhere: ${room}, and the durable directory is not known to outlive the box (${ending.join(', ')}). The box would be held and paid for until there is room. Name an s3 store, run this where more is free, or take a volume that outlives the box.`;
  return null;
}
