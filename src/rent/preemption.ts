import { formatSeconds } from '../clock.ts';
import { checkpointEverySeconds, overheadShare } from '../job/cadence.ts';
import type { CheckpointRule, Job } from '../job/job.ts';

/** What is known about boxes being taken away, in seconds. */
export interface Interruptions {
  meanSecondsBetween: number;
  /** Time to write one checkpoint. */
  saveSeconds: number;
  /** From losing a box to computing on the next: billed, and nothing gained. */
  restartSeconds: number;
}

/** Nobody publishes how long a spot box is kept; a figure of ours, said wherever it is used. */
export const ASSUMED_MEAN_HOURS = 8;
/** Until a save was measured. */
export const ASSUMED_SAVE_SECONDS = 30;

/**
 * How often a run that continues writes a checkpoint: as its job says, else as often as Young and Daly would have it.
 * `undefined` for one that cannot continue.
 */
export function cadenceOf(checkpoint: CheckpointRule | undefined, seen: Interruptions): number | undefined {
  if (checkpoint?.resume !== 'continues') return;
  return checkpoint.everySeconds ?? bestEverySeconds(seen);
}

const bestEverySeconds = ({ meanSecondsBetween, saveSeconds }: Interruptions): number =>
  checkpointEverySeconds({ meanSecondsBetweenInterruptions: meanSecondsBetween, saveSeconds });

/**
 * Expected time until so much work is done on boxes that are taken away at random, saving and repeating included (Daly
 * 2006: interruptions as a Poisson process, which may also strike a restart). Without a cadence every loss starts over.
 *
 * @returns seconds, at least `workSeconds`; `Infinity` where it would take longer than numbers go
 */
export function secondsWithInterruptions(
  workSeconds: number,
  everySeconds: number | undefined,
  { meanSecondsBetween: mean, saveSeconds, restartSeconds }: Interruptions,
): number {
  if (workSeconds <= 0) return 0;
  const saves = everySeconds !== undefined && everySeconds < workSeconds;
  const segment = saves ? everySeconds : workSeconds;
  const attempt = segment + (saves ? saveSeconds : 0);
  return mean * Math.exp(restartSeconds / mean) * Math.expm1(attempt / mean) * (workSeconds / segment);
}

/** For a person, before a spot box is rented or while one runs: how often to save, and what the job does instead. */
export function cadenceAdvice({ checkpoint }: Pick<Job, 'checkpoint'>, seen: Interruptions): string {
  const mean = formatSeconds(seen.meanSecondsBetween);
  const every = cadenceOf(checkpoint, seen);
  if (every === undefined)
    return `boxes are taken away every ${mean} on average, and this job cannot continue from a checkpoint: each loss ends the run`;
  const best = bestEverySeconds(seen);
  const advice = `with a loss every ${mean} and ${formatSeconds(seen.saveSeconds)} to save, a checkpoint every ${formatSeconds(best)} costs least (${percent(shareAt(best, seen))} of the time)`;
  if (checkpoint?.everySeconds === undefined)
    return `${advice}; the job does not say how often it writes one (checkpoint.every)`;
  const ratio = checkpoint.everySeconds / best;
  if (ratio > 0.5 && ratio < 2)
    return `${advice}; every ${formatSeconds(every)}, as the job does, is about that`;
  return `${advice}; every ${formatSeconds(every)}, as the job does, costs ${percent(shareAt(every, seen))}`;
}

const shareAt = (everySeconds: number, { meanSecondsBetween, saveSeconds }: Interruptions): number =>
  overheadShare({ meanSecondsBetweenInterruptions: meanSecondsBetween, saveSeconds }, everySeconds);

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
