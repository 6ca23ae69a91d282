import { secondsBetween } from '../clock.ts';
import { billOf, OWN_RUNNER, together, totalOf } from './billed-minutes.ts';
import type { Lease, Run } from './run.ts';

export interface RunnerUse {
  /** Minutes that the run's stages took on runners, as far as they were written down. */
  minutes: number;
  /** Minutes that GitHub bills for it, as far as is known: each job is rounded up, and machines of one's own cost nothing. */
  billedMinutes: number;
  /** Hours that its job has run on boxes. */
  trainingHours: number;
  /** Of the billed ones; `null` before the job has run long enough for the number to mean anything. */
  minutesPerTrainingHour: number | null;
}

/** Less than that would make a small number of minutes look like a large rate. */
const LEAST_HOURS = 0.05;

export function runnerUse(run: Run, now: Date): RunnerUse {
  const billed = totalOf(billOfRun(run));
  const seconds = run.leases.reduce((sum, lease) => sum + trainingSeconds(lease, now), 0);
  const trainingHours = seconds / 3600;
  return {
    minutes: round(run.runnerSeconds / 60),
    billedMinutes: billed,
    trainingHours: round(trainingHours),
    minutesPerTrainingHour: trainingHours < LEAST_HOURS ? null : round(billed / trainingHours),
  };
}

/**
 * Minutes that are billed for a run, by the label of the runners. Of a workflow run that GitHub told of all jobs count; of another
 * one those whose stages stand in the record, which is less: a job also waits, checks out and asks.
 */
export function billOfRun({ runnerBills, runnerJobs }: Run): Map<string, number> {
  const guessed = [...runnerJobs.values()].filter(({ workflowRun }) => !runnerBills.has(workflowRun));
  const jobs = guessed.map(({ seconds, runner }) => ({
    label: runner === OWN_RUNNER ? OWN_RUNNER : USUAL_LABEL,
    seconds,
  }));
  return together([...runnerBills.values(), billOf(jobs)]);
}

const USUAL_LABEL = 'ubuntu-latest';

/** From the first start to the end of the job, the loss of the box, or now. */
function trainingSeconds(lease: Lease, now: Date): number {
  if (lease.firstStartedAt === undefined) return 0;
  const end = lease.endedAt ?? lease.lostAt;
  return Math.max(0, secondsBetween(new Date(lease.firstStartedAt), end === undefined ? now : new Date(end)));
}

const round = (number: number): number => Number(number.toFixed(2));
