import type { Candidate, Job } from '../job/job.ts';
import type { Run } from '../lease/run.ts';
import type { Tasks } from '../platforms/driver.ts';

/** One task for each cell that has not ended, where the job wants them side by side on a queue. */
export function tasksOf(run: Run, job: Job, { queue }: Candidate): Tasks | undefined {
  const atOnce = job.sweep?.atOnce;
  if (atOnce === undefined || queue === undefined) return;
  const count = job.cells.filter(({ name }) => run.cells.get(name)?.ended === undefined).length;
  return { count, atOnce: Math.min(atOnce, count) };
}
