import { secondsBetween } from '../clock.ts';
import type { GitHub } from '../github/github.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import { isUnapproved } from '../lease/unapproved.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { endingOf } from './give-up.ts';
import { workflowRunOf } from './workflow-run-of.ts';

/** For whoever approves from a terminal where no reviewer could be asked, or runs the failed jobs again. */
const GRACE_SECONDS = 86_400;
/** Of the file that asks: newer than that is whoever asks for it again. */
const NEWEST_RUNS = 100;

/**
 * Closes a run of a labelled commit that a reviewer has refused, or whose workflow run ended otherwise without a yes: nothing was
 * rented, and nothing of it is waited for any more. What GitHub does not say closes nothing; the core does, once nobody can answer.
 *
 * @returns the run as it is then
 */
export async function endUnapproved(world: World, run: Run): Promise<Run> {
  const { github, signal, face } = world;
  if (run.closed || run.halted || !github || signal.aborted || !isUnapproved(run)) return run;
  try {
    const why = await whyOver(github, run, world.clock.now());
    if (why === undefined) return run;
    await appendDecision(world, run.id, await endingOf(world, run));
    face.line(
      `${why}: the run is closed, and nothing of it was rented. Put the label on once more for another one`,
    );
    return fold(run.id, (await world.ledger.read(run.id)).events);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(
      `Whether anybody may still approve it could not be seen: ${error.what} It costs nothing meanwhile.`,
    );
    return run;
  }
}

async function whyOver(github: GitHub, run: Run, now: Date): Promise<string | undefined> {
  const asking = workflowRunOf(run);
  const isHere = run.opened?.repository?.name.toLowerCase() === github.repository.toLowerCase();
  const asked = asking === undefined || !isHere ? undefined : await github.workflowRun(asking);
  if (asked?.status !== 'completed') return;
  const reviews = await github.approvals(asked.id);
  const refused = reviews.find(({ state }) => state === 'rejected');
  const since = run.updatedAt ?? run.opened?.at;
  const isFresh = since === undefined || secondsBetween(new Date(since), now) < GRACE_SECONDS;
  if (!refused && isFresh) return;
  // By hand one may have asked again for this very run: its title names it.
  const newest = await github.runsOf(asked.path.replace(/^.*\//, ''), NEWEST_RUNS);
  if (newest.some(({ status, title }) => status !== 'completed' && title.includes(run.id))) return;
  return refused
    ? `${refused.login} said no in workflow run ${asked.id}`
    : `workflow run ${asked.id} ended without an approval`;
}
