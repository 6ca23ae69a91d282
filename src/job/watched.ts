import { setGlobs } from './checkpoint-sets.ts';
import type { Job } from './job.ts';

/** What a look should see change: checkpoints, and everything that is kept while the job runs. */
export const watchedGlobs = (job: Pick<Job, 'checkpoint' | 'artifacts'>): string[] => [
  ...new Set([
    ...(job.checkpoint ? setGlobs(job.checkpoint) : []),
    ...job.artifacts.filter((rule) => rule.keep !== 'evidence').map((rule) => rule.path),
  ]),
];
