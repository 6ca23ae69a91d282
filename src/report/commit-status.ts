import { usdSoFar } from '../lease/cost.ts';
import { endOf, type Run, runState } from '../lease/run.ts';
import { formatUsd } from '../money.ts';

/** A run that was approved as the status of its commit: what a branch rule may wait for. Plain text. */
export function statusOfRun(
  run: Run,
  now: Date,
): { state: 'pending' | 'success' | 'failure' | 'error'; description: string } {
  const planned = run.opened?.budget.usd ?? 0;
  const cost = `${formatUsd(usdSoFar(run, now))} of at most ${formatUsd(planned)}`;
  const state = runState(run);
  if (state === 'debt') return { state: 'error', description: `something of it still bills; ${cost}` };
  if (run.halted)
    return { state: 'error', description: `halted (${run.halted.code}), ${cost}: ${run.halted.what}` };
  if (state === 'abandoned') return { state: 'error', description: `given up; ${cost}` };
  if (run.seal) {
    const { verified, roster, level } = run.seal;
    const ends = [...run.cells.values()].map((cell) => endOf(run, cell));
    const isWhole = verified === roster && ends.every((end) => end === 'finished');
    const verdict = ends.every((end) => end === 'finished')
      ? 'finished'
      : `cells: ${[...new Set(ends)].join(', ')}`;
    return {
      state: isWhole ? 'success' : 'failure',
      description: `${verdict}; ${verified} of ${roster} artifacts verified at ${level}; ${cost}`,
    };
  }
  return {
    state: 'pending',
    description: run.leases.length === 0 ? 'approved; a box is looked for' : `training (${state}); ${cost}`,
  };
}
