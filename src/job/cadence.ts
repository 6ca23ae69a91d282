export interface Cadence {
  /** Mean time between interruptions of one box. */
  meanSecondsBetweenInterruptions: number;
  /** Time to write one checkpoint. */
  saveSeconds: number;
  /** Boxes of which each interrupts all. Default 1. */
  boxes?: number;
  /** Where given, the interval is rounded down to whole iterations (at least one). */
  secondsPerIteration?: number;
}

/**
 * How often to write a checkpoint so that writing and repeating cost least together (Young and Daly):
 * `sqrt(2 x mean time between interruptions x time to save)`.
 *
 * @throws RangeError for a time that is not above zero
 */
export function checkpointEverySeconds(cadence: Cadence): number {
  const { saveSeconds, secondsPerIteration } = cadence;
  const everySeconds = Math.sqrt(2 * meanOf(cadence) * positive(saveSeconds));
  if (secondsPerIteration === undefined) return everySeconds;
  return Math.max(1, Math.floor(everySeconds / positive(secondsPerIteration))) * secondsPerIteration;
}

/** Share of the time that goes into writing checkpoints and into repeating what was lost, for that interval. */
export function overheadShare(cadence: Cadence, everySeconds: number): number {
  return positive(cadence.saveSeconds) / positive(everySeconds) + everySeconds / (2 * meanOf(cadence));
}

const meanOf = ({ meanSecondsBetweenInterruptions, boxes = 1 }: Cadence): number =>
  positive(meanSecondsBetweenInterruptions) / positive(boxes);

function positive(value: number): number {
  if (value > 0 && Number.isFinite(value)) return value;
  throw new RangeError(`not a time above zero: ${value}`);
}
