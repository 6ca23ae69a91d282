import { availableParallelism } from 'node:os';

/** More share one disk, and memory, without being done sooner. */
const MOST_JOBS = 4;

/** Threads that read and scan where nobody said how many. */
export const ownJobs = (): number => Math.min(availableParallelism(), MOST_JOBS);
