import { formatSeconds, secondsBetween } from '../clock.ts';

/** A look that was planned and did not come in time. Times are ISO 8601. */
export interface MissedLook {
  run: string;
  /** When somebody last looked at it, as far as it was written down. */
  lookedAt: string;
  /** When somebody was to look again. */
  dueAt: string;
  /** Why then. */
  why: string;
}

/** @param now of the look that came */
export const missedWords = ({ run, lookedAt, dueAt, why }: MissedLook, now: Date): string =>
  `Run ${run} was looked at ${lookedAt} and was to be again by ${dueAt} (${why}); the first look since is this one at ${now.toISOString()}, ${formatSeconds(secondsBetween(new Date(dueAt), now))} late.`;
