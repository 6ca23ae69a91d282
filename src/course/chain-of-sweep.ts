import { nothingToLookAt } from '../lease/later-look.ts';
import type { Run } from '../lease/run.ts';
import type { PartRecord } from '../sweep/record.ts';
import type { Chained } from './chain.ts';

/**
 * One chain for all parts of a sweep, so that one workflow run goes on with all of them. Its hops stand in the first part
 * that is not closed; the newest hop in any part's record counts, so the chain goes on where that part changes.
 *
 * @returns `undefined` where every part is closed or was never opened: nothing is left to go on with
 */
export function chainOfSweep(id: string, parts: readonly PartRecord[], now: Date): Chained | undefined {
  const runs = parts.flatMap(({ run }) => (run ? [run] : []));
  const carrier = runs.find(({ closed }) => closed === undefined);
  if (!carrier) return;
  return {
    carrier: carrier.id,
    inputs: { run: id, stage: 'sweep' },
    whole(newest) {
      const all = runs.map((run) => (run.id === newest.id ? newest : run));
      const live = all.find((run) => nothingToLookAt(run, now) === undefined) ?? newest;
      return { ...live, continued: newestHop(all) };
    },
  };
}

/** Of one hop the entry that names its workflow run says more than the one that only claims it. */
const newestHop = (runs: readonly Run[]): Run['continued'] =>
  runs
    .flatMap(({ continued }) => (continued ? [continued] : []))
    .sort(
      (a, b) => b.hop - a.hop || Number(b.workflowRun !== undefined) - Number(a.workflowRun !== undefined),
    )[0];
