import type { CodeBundle } from '../box/box-plan.ts';
import type { Job } from '../job/job.ts';
import type { Run } from '../lease/run.ts';

/** A job file read and bound to a commit's code; nothing is written or rented yet. */
export interface BoundJob {
  job: Job;
  code: CodeBundle;
  /** Text of the requirements file that the job names, as bound. */
  requirements: string | undefined;
  configHash: string;
  /** The directory of the job file, which is the root of what is bundled. */
  dir: string;
  /** That directory as it lies in the repository, `.` for its top; unset where git did not say. */
  folder?: string | undefined;
}

/** The same under the commit that the record of a run has for this code, which may be an older one. */
export const boundAs = ({ opened }: Pick<Run, 'opened'>, bound: BoundJob): BoundJob =>
  opened ? { ...bound, code: { ...bound.code, commit: opened.commit } } : bound;
