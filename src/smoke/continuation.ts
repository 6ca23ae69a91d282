import { type MetricsLine, numbersByStep } from '../metrics/series.ts';

/** What the metrics of two attempts say about the second one, given the step of the checkpoint between them. */
export type Continuation =
  /** Nothing new yet, or not yet beyond the checkpoint. */
  | { verdict: 'waiting'; firstStep: number | undefined }
  /** A counter went back, in the metrics or in a checkpoint that was written: the one before was not loaded, or does not hold it. */
  | { verdict: 'reset'; counter: 'step' | 'epoch'; before: number; after: number; by?: 'checkpoint' }
  | { verdict: 'continued'; firstStep: number; reachedStep: number; replay: Replay };

/** Steps that both attempts did. On one machine a job with its full state restored does them alike. */
export interface Replay {
  /** Those of which both say a loss or a rate. */
  steps: number;
  /** Keys that differ by more than a thousandth, with the step at which they differ most. */
  differences: { key: 'loss' | 'lr'; step: number; before: number; after: number }[];
}

const LEARNING_RATE_KEYS = ['lr', 'learning_rate'];
/** Below this, a difference is rounding: threads may add up in another order. */
const TOLERANCE = 1e-3;

/** @param lines of the metrics file after the restart, old and new @param previous lines as they were at the kill */
export function judgeContinuation(
  previous: readonly MetricsLine[],
  lines: readonly MetricsLine[],
  checkpointStep: number,
  lossKey: string,
): Continuation {
  const fresh = lines.filter((line) => !line.old);
  const first = fresh[0];
  if (!first) return { verdict: 'waiting', firstStep: undefined };
  if (first.step < checkpointStep) {
    return { verdict: 'reset', counter: 'step', before: checkpointStep, after: first.step };
  }
  const epochs = epochReset(previous, first, checkpointStep);
  if (epochs) return epochs;
  const reachedStep = Math.max(...fresh.map((line) => line.step));
  if (reachedStep <= checkpointStep) return { verdict: 'waiting', firstStep: first.step };
  const replay = compareReplay(previous, fresh, checkpointStep, lossKey);
  return { verdict: 'continued', firstStep: first.step, reachedStep, replay };
}

/**
 * Whether the first record of a second attempt tells where it began. One that begins at the start logs first what the first attempt
 * logged first: where that is no earlier than the checkpoint, it looks like a run that went on.
 */
export const tellsItsStart = (previous: readonly MetricsLine[], checkpointStep: number): boolean =>
  previous.some(({ step }) => step < checkpointStep);

/** A trainer may restore its step and forget its epoch: data order and schedules per epoch then start again. */
function epochReset(
  previous: readonly MetricsLine[],
  first: MetricsLine,
  step: number,
): Continuation | undefined {
  const before = previous.findLast((line) => line.step <= step)?.numbers.get('epoch');
  const after = first.numbers.get('epoch');
  if (before === undefined || after === undefined || after >= before) return undefined;
  return { verdict: 'reset', counter: 'epoch', before, after };
}

function compareReplay(
  previous: readonly MetricsLine[],
  fresh: readonly MetricsLine[],
  checkpointStep: number,
  lossKey: string,
): Replay {
  const before = numbersByStep(previous.filter((line) => line.step > checkpointStep));
  const compared = [lossKey, ...LEARNING_RATE_KEYS];
  const pairs = [...numbersByStep(fresh)].flatMap(([step, after]) => {
    const twin = before.get(step);
    const isCompared = compared.some((key) => twin?.has(key) && after.has(key));
    return twin && isCompared ? [{ step, before: twin, after }] : [];
  });
  const worst = (key: 'loss' | 'lr', names: readonly string[]): Replay['differences'] => {
    const name = names.find((each) => pairs.some((pair) => pair.before.has(each) && pair.after.has(each)));
    const found = pairs
      .map((pair) => ({
        step: pair.step,
        before: pair.before.get(name ?? ''),
        after: pair.after.get(name ?? ''),
      }))
      .filter((pair): pair is { step: number; before: number; after: number } => {
        return pair.before !== undefined && pair.after !== undefined;
      })
      .map((pair) => ({ key, ...pair, gap: relativeGap(pair.before, pair.after) }))
      .filter((pair) => pair.gap > TOLERANCE)
      .sort((a, b) => b.gap - a.gap)
      .map(({ gap: _, ...pair }) => pair);
    return found.slice(0, 1);
  };
  return {
    steps: pairs.length,
    differences: [...worst('loss', [lossKey]), ...worst('lr', LEARNING_RATE_KEYS)],
  };
}

const relativeGap = (a: number, b: number): number =>
  Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1e-12);
