import type { Run } from './run.ts';

/**
 * Work that is left, in seconds, by the job's own word for a run and by the steps that were verified; `undefined` where the
 * job does not say how long it takes. Cells run one after another.
 */
export function workLeftSeconds(run: Run): number | undefined {
  const job = run.opened?.document;
  const expected = job?.watch?.expectedSeconds;
  if (expected === undefined) return;
  const total = job?.metrics?.totalSteps;
  const open = [...run.cells.values()].filter((cell) => !cell.ended);
  return open.reduce((sum, { verifiedStep }) => {
    const done = verifiedStep !== undefined && total ? Math.min(1, verifiedStep / total) : 0;
    return sum + expected * (1 - done);
  }, 0);
}
