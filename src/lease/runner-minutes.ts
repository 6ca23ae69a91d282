import { secondsBetween } from '../clock.ts';
import type { Lease, Run } from './run.ts';

export interface RunnerUse {
  /** Minutes of runners that the run's stages have used, as far as they were written down. */
  minutes: number;
  /** Hours that its job has run on boxes. */
  trainingHours: number;
  /** `null` before the job has run long enough for the number to mean anything. */
  minutesPerTrainingHour: number | null;
}

/** Less than that would make a small number of minutes look like a large rate. */
const LEAST_HOURS = 0.05;

export function runnerUse(run: Run, now: Date): RunnerUse {
  const minutes = run.runnerSeconds / 60;
  const seconds = run.leases.reduce((sum, lease) => sum + trainingSeconds(lease, now), 0);
  const trainingHours = seconds / 3600;
  return {
    minutes: round(minutes),
    trainingHours: round(trainingHours),
    minutesPerTrainingHour: trainingHours < LEAST_HOURS ? null : round(minutes / trainingHours),
  };
}

/** From the first start to the end of the job, the loss of the box, or now. */
function trainingSeconds(lease: Lease, now: Date): number {
  if (lease.firstStartedAt === undefined) return 0;
  const end = lease.endedAt ?? lease.lostAt;
  return Math.max(0, secondsBetween(new Date(lease.firstStartedAt), end === undefined ? now : new Date(end)));
}

const round = (number: number): number => Number(number.toFixed(2));
