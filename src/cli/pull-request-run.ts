import type { CheckToTell } from '../github/check-run.ts';
import type { Run } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { markdownText } from '../report/markdown-text.ts';
import { nextStep, type PullRequestFacts, type ToldRun } from '../report/pull-request-comment.ts';
import { toldRun } from '../report/told-run.ts';

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
