import { usdSoFar } from '../lease/cost.ts';
import { costing, endOf, type Run, runState } from '../lease/run.ts';
import { chartsKept } from './kept-curves.ts';
import { linksOf } from './links.ts';
import type { ToldRun } from './pull-request-comment.ts';

/** A run in the words of the comment. */
export function toldRun(run: Run, now: Date, env: NodeJS.ProcessEnv = {}): ToldRun {
  const { seal, halted } = run;
  const { artifact } = linksOf(env, run);
  return {
    ...(artifact && { artifact }),
    run: run.id,
    state: runState(run),
    commit: run.opened?.commit ?? '',
    usd: usdSoFar(run, now),
    cells: [...run.cells.values()].map((cell) => ({
      name: cell.name,
      ended: endOf(run, cell),
      step: cell.lastStep ?? cell.verifiedStep,
      loss: cell.lastLoss,
    })),
    charts: chartsKept(seal?.curves),
    verified: seal && { verified: seal.verified, roster: seal.roster, level: seal.level },
    costing: costing(run),
    halted: halted && { what: halted.what, next: halted.next },
  };
}
