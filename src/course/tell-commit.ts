import { untoldOfChange } from '../lease/change-news.ts';
import { fold } from '../lease/fold.ts';
import { type Run, runState } from '../lease/run.ts';
import { isUnapproved } from '../lease/unapproved.ts';
import { appendDecided } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import { statusOfRun } from '../report/commit-status.ts';
import type { World } from '../world.ts';
import { type Teller, tellChange } from './tell-change.ts';
import { workflowRunOf } from './workflow-run-of.ts';

/**
 * Whoever learns first in a workflow how a run of a labelled commit stands says so on the commit, and at its end on the change; then the
 * record says that it was said, and a look that finds nothing new asks GitHub nothing. While nobody has approved it the workflow run that
 * asks for that speaks for it, which knows of a no.
 *
 * @returns the run as it is then
 */
export async function tellCommitOf(world: World, run: Run, teller: Teller): Promise<Run> {
  const { github, clock, page } = world;
  const news = untoldOfChange(run, clock.now());
  if (news === undefined || !github || page === undefined || world.signal.aborted) return run;
  const isTold = isUnapproved(run)
    ? await tellNeverApproved(world, run)
    : await tellStanding(world, run, teller);
  return isTold ? noteTold(world, run, news) : run;
}

async function tellStanding(world: World, run: Run, teller: Teller): Promise<boolean> {
  const { github, face, clock, page } = world;
  if (!run.opened || !github) return false;
  const { tellCommit } = await import('../github/commit-status.ts');
  const status = { ...statusOfRun(run, clock.now()), url: page };
  const isPosted = await tellCommit(github, run.opened.commit, status, face);
  return (await tellChange(world, run, teller)) && isPosted;
}

/** Only where that workflow run was cut off before it could: a commit that was labelled anew has a status of its own by now. */
async function tellNeverApproved({ github, face }: World, run: Run): Promise<boolean> {
  const asking = workflowRunOf(run);
  if (!run.opened || !github || asking === undefined || runState(run) !== 'abandoned') return true;
  const { statusOfCommit, tellCommit } = await import('../github/commit-status.ts');
  const had = await statusOfCommit(github, run.opened.commit, face);
  if (had?.state !== 'pending' || !had.url?.endsWith(`/actions/runs/${asking}`)) return true;
  const description = 'nobody approved it, and nobody is asked any more; nothing was rented';
  return tellCommit(github, run.opened.commit, { state: 'failure', description, url: had.url }, face);
}

/** Best effort: what is not written down is told once more. A closed run is put away with that, and no later look meets it. */
async function noteTold(world: World, run: Run, of: string): Promise<Run> {
  const { ledger, face } = world;
  if (run.closed) return { ...run, changeTold: of };
  try {
    await appendDecided(world, run.id, ({ closed, changeTold }) =>
      closed || changeTold === of ? [] : [{ type: 'change-told', of }],
    );
    return fold(run.id, (await ledger.read(run.id)).events);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`That its commit was told of run ${run.id} could not be written down: ${error.what}`);
    return run;
  }
}
