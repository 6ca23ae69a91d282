import { type Run, runState } from '../lease/run.ts';
import { isUnapproved } from '../lease/unapproved.ts';
import { statusOfRun } from '../report/commit-status.ts';
import type { World } from '../world.ts';
import { type Teller, tellChange } from './tell-change.ts';
import { workflowRunOf } from './workflow-run-of.ts';

/**
 * Whoever learns first in a workflow how a run of a labelled commit stands says so on the commit, and at its end on the change.
 * While nobody has approved it the workflow run that asks for that speaks for it, which knows of a no.
 */
export async function tellCommitOf(world: World, run: Run, teller: Teller): Promise<void> {
  const { github, face, clock, page } = world;
  if (!run.opened?.change || !github || page === undefined || world.signal.aborted) return;
  if (isUnapproved(run)) return tellNeverApproved(world, run);
  const { tellCommit } = await import('../github/commit-status.ts');
  await tellCommit(github, run.opened.commit, { ...statusOfRun(run, clock.now()), url: page }, face);
  await tellChange(world, run, teller);
}

/** Only where that workflow run was cut off before it could: a commit that was labelled anew has a status of its own by now. */
async function tellNeverApproved({ github, face }: World, run: Run): Promise<void> {
  const asking = workflowRunOf(run);
  if (!run.opened || !github || asking === undefined || runState(run) !== 'abandoned') return;
  const { statusOfCommit, tellCommit } = await import('../github/commit-status.ts');
  const had = await statusOfCommit(github, run.opened.commit, face);
  if (had?.state !== 'pending' || !had.url?.endsWith(`/actions/runs/${asking}`)) return;
  const description = 'nobody approved it, and nobody is asked any more; nothing was rented';
  await tellCommit(github, run.opened.commit, { state: 'failure', description, url: had.url }, face);
}
