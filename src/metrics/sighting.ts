import { growthOf, rowsOf } from './reader.ts';
import type { Piece } from './row.ts';
import type { MetricsRule } from './rule.ts';
import { numbersOf } from './series.ts';

/** What one look at a box has of one source of metrics. */
export interface Sent {
  /** Which source of the job, from 0. */
  source: number;
  /** The first bytes that this attempt wrote; absent where it cut its file back, and for what is written anew. */
  head?: Piece;
  /** The newest bytes of this attempt. */
  tail: Piece;
}

export interface Point {
  step: number;
  loss: number | undefined;
}

/** How far a cell is, by its own metrics. */
export interface Sighting {
  /** The newest step, with the newest loss that is known at it or before. */
  last: Point;
  /** The newest step before that of `last`. */
  before: number | undefined;
  /**
   * The first step that this attempt did, given the step that it went on from; `undefined` where that is not to be seen (yet). Of
   * a file that was cut back, and is not yet as long as it was, the last step says how far back it went.
   */
  firstAfter(resumedFrom: number): number | undefined;
}

/** By the first source that has a step; a record is a stranger's word, and what cannot be read is passed over. */
export function sightingOf(sent: readonly Sent[], sources: readonly MetricsRule[]): Sighting | undefined {
  for (const [index, rule] of sources.entries()) {
    for (const each of sent) {
      const seen = each.source === index ? sightingIn(each, rule) : undefined;
      if (seen) return seen;
    }
  }
}

function sightingIn({ head, tail }: Sent, rule: MetricsRule): Sighting | undefined {
  const points = pointsOf(tail, rule);
  const last = points.at(-1);
  if (!last) return;
  const loss = points.findLast((point) => point.loss !== undefined)?.loss;
  const first = head && pointsOf(head, rule)[0]?.step;
  return {
    last: { step: last.step, loss },
    before: points.findLast(({ step }) => step < last.step)?.step,
    firstAfter(resumedFrom) {
      // The newest of its rows may be an earlier attempt's.
      if (growthOf(rule) === 'pages') return undefined;
      if (last.step < resumedFrom && head === undefined) return last.step;
      if (growthOf(rule) !== 'whole') return first;
      return points.find(({ step }) => step > resumedFrom)?.step;
    },
  };
}

function pointsOf(piece: Piece, rule: MetricsRule): Point[] {
  const points: Point[] = [];
  for (const row of rowsOf(piece, rule)) {
    if (row.kind !== 'record') continue;
    const numbers = numbersOf(row.record, rule);
    const step = numbers.get(rule.stepKey);
    if (step !== undefined && step >= 0) points.push({ step, loss: numbers.get(rule.lossKey) });
  }
  return points;
}
