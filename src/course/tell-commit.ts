import { untoldOfChange } from '../lease/change-news.ts';
import { fold } from '../lease/fold.ts';
import { type Run, runState } from '../lease/run.ts';
import { isUnapproved } from '../lease/unapproved.ts';
import { appendDecided } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import { statusOfRun } from '../report/commit-status.ts';
import type { World } from '../world.ts';
import { type Teller, type Telling, tellChange, tryToTell } from './tell-change.ts';
import { workflowRunOf } from './workflow-run-of.ts';

/**
 * Whoever learns first in a workflow how a run of a labelled commit stands says so on the commit, and at its end on the change; then the
 * record says that it was said, and a look that finds nothing new asks GitHub nothing. While nobody has approved it the workflow run that
 * asks for that speaks for it, which knows of a no. What a job may not write is left to the schedule, which gives up where it may not either.
 *
 * @returns the run as it is then
 */
export async function tellCommitOf(world: World, run: Run, teller: Teller): Promise<Run> {
  const { github, clock, page } = world;
  const news = untoldOfChange(run, clock.now());
  if (news === undefined || !github || page === undefined || world.signal.aborted) return run;
  const told = await tellAll(world, run, teller);
  if (told.includes('not-now') || (told.includes('refused') && !teller.isSchedule)) return run;
  return noteTold(world, run, { of: news, ...(told.includes('refused') && { refused: true }) });
}

async function tellAll(world: World, run: Run, teller: Teller): Promise<Telling[]> {
  const { github, face, clock, page } = world;
  const { commit } = run.opened ?? {};
  if (!github || commit === undefined) return [];
  const { postStatus } = await import('../github/commit-status.ts');
  const status = isUnapproved(run)
    ? async () => neverApproved(world, run)
    : async () => ({ ...statusOfRun(run, clock.now()), url: page });
  const posted = await tryToTell(world, `The status of commit ${commit.slice(0, 12)}`, teller, async () => {
    const said = await status();
    if (said) await postStatus(github, commit, said, face);
  });
  return isUnapproved(run) ? [posted] : [posted, await tellChange(world, run, teller)];
}

/** Only where that workflow run was cut off before it could: a commit that was labelled anew has a status of its own by now. */
async function neverApproved({ github }: World, run: Run) {
  const asking = workflowRunOf(run);
  if (!run.opened || !github || asking === undefined || runState(run) !== 'abandoned') return;
  const { STATUS_CONTEXT } = await import('../github/commit-status.ts');
  const had = await github.statusOf(run.opened.commit, STATUS_CONTEXT);
  if (had?.state !== 'pending' || !had.url?.endsWith(`/actions/runs/${asking}`)) return;
  const description = 'nobody approved it, and nobody is asked any more; nothing was rented';
  return { state: 'failure' as const, description, url: had.url };
}

/** Best effort: what is not written down is told once more. */
async function noteTold(world: World, run: Run, told: { of: string; refused?: true }): Promise<Run> {
  const { ledger, face } = world;
  try {
    await appendDecided(world, run.id, ({ changeTold }, { archived }) =>
      archived || changeTold === told.of ? [] : [{ type: 'change-told', ...told }],
    );
    return fold(run.id, (await ledger.read(run.id)).events);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`That its commit was told of run ${run.id} could not be written down: ${error.what}`);
    return run;
  }
}
