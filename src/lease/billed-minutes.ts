import { secondsBetween } from '../clock.ts';

/** A job of a workflow that had a runner. */
export interface JobTime {
  /** How its runner is called: `ubuntu-latest`. */
  label: string;
  /** From when the runner took it to when it let it go. */
  seconds: number;
}

/** A machine of one's own, whose minutes GitHub bills nothing for. */
export const OWN_RUNNER = 'self-hosted';

/** GitHub rounds the time of each job up to a whole minute, and bills the shortest of them one (profiles/runners/github.yml). */
export const billedMinutes = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

/** What the jobs of one or many workflow runs bill together, minutes by the label of their runners. */
export function billOf(jobs: readonly JobTime[]): Map<string, number> {
  const bill = new Map<string, number>();
  for (const { label, seconds } of jobs)
    if (label !== OWN_RUNNER) bill.set(label, (bill.get(label) ?? 0) + billedMinutes(seconds));
  return bill;
}

export const totalOf = (bill: ReadonlyMap<string, number>): number =>
  [...bill.values()].reduce((sum, minutes) => sum + minutes, 0);

export function together(bills: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [label, minutes] of bills.flatMap((bill) => [...bill]))
    sum.set(label, (sum.get(label) ?? 0) + minutes);
  return sum;
}

/** As GitHub tells of a job. */
export interface SeenJob {
  name: string;
  /** `undefined`: no runner took it, so it bills nothing: it was skipped, or waits. */
  ranAt: string | undefined;
  completedAt: string | undefined;
  labels: readonly string[];
}

/** Of a workflow run with all its attempts; a job that a later attempt did not run again stands there twice and is billed once. */
export function jobTimesOf(jobs: readonly SeenJob[], now: Date): JobTime[] {
  const seen = new Map<string, JobTime>();
  for (const { name, ranAt, completedAt, labels } of jobs) {
    if (ranAt === undefined) continue;
    const end = completedAt === undefined ? now : new Date(completedAt);
    const seconds = Math.max(0, secondsBetween(new Date(ranAt), end));
    const label = labels.includes(OWN_RUNNER) ? OWN_RUNNER : (labels[0] ?? 'ubuntu-latest');
    seen.set(`${name} ${ranAt} ${completedAt}`, { label, seconds });
  }
  return [...seen.values()];
}
