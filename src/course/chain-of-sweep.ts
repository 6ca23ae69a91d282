import { nextLook } from '../lease/look-plan.ts';
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
      return { ...(firstDue(all, now) ?? newest), continued: newestHop(all) };
    },
  };
}

/** The part that has to be looked at first: the others are looked at with it. */
const firstDue = (runs: readonly Run[], now: Date): Run | undefined =>
  runs
    .flatMap((run) => {
      const look = nextLook(run, now);
      return look ? [{ run, at: look.at }] : [];
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime())[0]?.run;

/** Of one hop the entry that names its workflow run says more than the one that only claims it. */
export const newestHop = (runs: readonly Run[]): Run['continued'] =>
  runs
    .flatMap(({ continued }) => (continued ? [continued] : []))
    .sort(
      (a, b) => b.hop - a.hop || Number(b.workflowRun !== undefined) - Number(a.workflowRun !== undefined),
    )[0];
