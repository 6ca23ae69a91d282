import type { Probe, ProbeCell } from '../box/box-plan.ts';
import { secondsBetween } from '../clock.ts';
import type { Job } from '../job/job.ts';
import type { Lease, Run } from '../lease/run.ts';
import { sourcesOf } from '../metrics/rule.ts';
import { sightingOf } from '../metrics/sighting.ts';
import { pace } from './progress.ts';

/** A new estimate is worth an event where it differs from the last by so much of what is left, and by so many seconds. */
const NEWS = { share: 0.1, seconds: 300 };

/**
 * When the work on a box is expected to be over, by the pace of its attempt so far and the steps that its job names; by the job's own
 * word (`watch.expected`) where it names none. Cells run one after another, or so many at once as the submission
 * says, and those that wait take as long as the one that runs.
 *
 * @returns `undefined` where nobody can tell
 */
export function expectedOver(
  { run, lease, job }: { run: Run; lease: Pick<Lease, 'started'> & Partial<Pick<Lease, 'intent'>>; job: Job },
  seen: Probe,
  now: Date,
): Date | undefined {
  const open = [...run.cells.values()].filter(({ ended }) => !ended);
  const running = seen.cells.find(({ name, state }) => state === 'running' && run.cells.has(name));
  if (!running) return;
  const from = lease.started?.from.find(({ cell }) => cell === running.name)?.step ?? 0;
  const left = secondsLeft(job, running, from, seen.boxTime);
  if (left === undefined) return;
  const others = (open.length - 1) / (lease.intent?.tasks?.atOnce ?? 1);
  return new Date(now.getTime() + (left.ofThis + Math.floor(others) * left.ofWhole) * 1000);
}

function secondsLeft(
  job: Job,
  cell: ProbeCell,
  from: number,
  boxTime: number,
): { ofThis: number; ofWhole: number } | undefined {
  if (cell.startedAt === null || boxTime <= cell.startedAt) return;
  const byWord = job.watch.expectedSeconds;
  const total = job.metrics?.totalSteps;
  const sighting = total === undefined ? undefined : sightingOf(cell.metrics, sourcesOf(job));
  const first = { step: sighting?.firstAfter(from) ?? from, atSeconds: cell.startedAt };
  const speed = sighting && pace(first, { step: sighting.last.step, atSeconds: boxTime }, total);
  if (speed?.etaSeconds !== undefined && total !== undefined)
    return { ofThis: speed.etaSeconds, ofWhole: total / speed.stepsPerSecond };
  if (byWord === undefined) return;
  return { ofThis: Math.max(0, byWord - (boxTime - cell.startedAt)), ofWhole: byWord };
}

/** Whether the record should be told: it knows none, or one that is far off. */
export function isNews({ overAt }: Pick<Lease, 'overAt'>, at: Date, now: Date): boolean {
  if (overAt === undefined) return true;
  const moved = Math.abs(secondsBetween(new Date(overAt), at));
  return moved > Math.max(NEWS.seconds, NEWS.share * Math.abs(secondsBetween(now, at)));
}
