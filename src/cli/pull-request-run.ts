import type { CheckToTell } from '../github/check-run.ts';
import { usdSoFar } from '../lease/cost.ts';
import { costing, endOf, type Run, runState } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { chartsKept } from '../report/kept-curves.ts';
import { linksOf } from '../report/links.ts';
import { markdownText } from '../report/markdown-text.ts';
import { nextStep, type PullRequestFacts, type ToldRun } from '../report/pull-request-comment.ts';

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

/** @param outcome what GitHub calls the step of the smoke: it knows of a failure, which leaves no evidence in the ledger */
export function smokeOf(
  outcome: string,
  runs: readonly Run[],
  commits: readonly string[],
): PullRequestFacts['smoke'] {
  if (outcome === 'success') return 'passed';
  if (outcome === 'failure') return 'failed';
  const here = runs.filter((run) => commits.includes(run.opened?.commit ?? ''));
  if (here.some((run) => run.smoke === 'passed')) return 'passed';
  return here.some((run) => run.smoke === 'waived') ? 'waived' : 'unknown';
}

/** The run as a check. `action_required`: it waits for a person; everything else without a verdict goes on by itself. */
export function checkOf(run: Run, sequence: number, now: Date): CheckToTell {
  const told = toldRun(run, now);
  return {
    run: run.id,
    sequence,
    conclusion: conclusionOf(run, told),
    title: `${told.state}, ${formatUsd(told.usd)}`,
    summary: `${markdownText(run.id)} is ${markdownText(told.state)}. Next: ${markdownText(nextStep({ smoke: 'unknown', runs: [told] }))}`,
  };
}

function conclusionOf(run: Run, { state, cells }: ToldRun): CheckToTell['conclusion'] {
  if (state === 'debt' || state === 'halted') return 'failure';
  if (state === 'abandoned') return 'cancelled';
  if (state === 'released') return cells.every(({ ended }) => ended === 'finished') ? 'success' : 'failure';
  return run.seal ? 'action_required' : undefined;
}
