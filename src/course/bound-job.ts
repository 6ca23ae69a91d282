import type { CodeBundle } from '../box/box-plan.ts';
import type { Job } from '../job/job.ts';

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
