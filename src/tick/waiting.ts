import { secondsBetween } from '../clock.ts';
import type { NextLook } from '../lease/look-plan.ts';

/** An environment with a wait timer and no reviewers: a job that names it waits there on no runner, for nothing. */
export interface WaitTimer {
  environment: string;
  minutes: number;
}

/** How the next workflow run of a chain waits for its look: outside of a runner, on a small one, or not at all. */
export interface Waiting {
  /** An environment with a wait timer. */
  environment?: string;
  /** On a runner. */
  pauseSeconds?: number;
}

/** Sooner than that no wait is worth a job. Less than the plan's soonest look, of which seconds are over when it is dispatched. */
const LEAST_SECONDS = 90;
/** A job on GitHub's smallest runner ends after 15 minutes (facts of 2026-07). */
export const MOST_PAUSE_SECONDS = 840;

/**
 * The timer that comes nearest to the plan, where one comes nearer than looking at once; else a pause on a small runner, which is
 * billed. A look that comes too early looks, and plans the next one.
 */
export function waitingFor({ at }: NextLook, now: Date, timers: readonly WaitTimer[]): Waiting {
  const seconds = secondsBetween(now, at);
  if (seconds < LEAST_SECONDS) return {};
  const off = ({ minutes }: WaitTimer): number => Math.abs(minutes * 60 - seconds);
  const [nearest] = [...timers].sort((one, other) => off(one) - off(other));
  if (nearest && off(nearest) < seconds) return { environment: nearest.environment };
  return { pauseSeconds: Math.round(Math.min(seconds, MOST_PAUSE_SECONDS)) };
}

/** When the workflow run that waits so will look, if GitHub starts it at once. */
export function dueAt(look: NextLook, now: Date, timers: readonly WaitTimer[]): Date {
  const { environment, pauseSeconds = 0 } = waitingFor(look, now, timers);
  const minutes = timers.find((timer) => timer.environment === environment)?.minutes;
  return new Date(now.getTime() + (minutes === undefined ? pauseSeconds : minutes * 60) * 1000);
}

/** As the input `wait` of `train.yml` and `sweep.yml` has it; no environment for waiting in has such a name (`WAIT_PREFIX`). */
export const asInput = ({ environment, pauseSeconds }: Waiting): { wait?: string } =>
  environment !== undefined
    ? { wait: environment }
    : pauseSeconds !== undefined
      ? { wait: `pause-${pauseSeconds}` }
      : {};
