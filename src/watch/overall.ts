import type { Probe } from '../box/box-plan.ts';
import type { EventBody } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import type { CellVerdict } from './judge.ts';
import type { RunVerdict } from './watching.ts';

/** Tasks of which the record, or the engine, knows a bad end. */
export const isDead = (run: Run, events: readonly EventBody[]): boolean =>
  events.length > 0 || [...run.cells.values()].some(({ ended }) => ended?.verdict === 'dead');

export function overall(seen: Probe, verdicts: CellVerdict[], isKnownDead: boolean): RunVerdict {
  const has = (name: CellVerdict['verdict']) => verdicts.some((each) => each.verdict === name);
  if (has('dead') || isKnownDead || seen.queue === 'lost') return 'dead';
  if (verdicts.length > 0 && verdicts.every((each) => each.verdict === 'finished')) return 'finished';
  return has('stalled') ? 'stalled' : 'running';
}
