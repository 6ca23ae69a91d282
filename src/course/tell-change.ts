import { fold } from '../lease/fold.ts';
import { type Run, runState } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { commitLink } from '../report/links.ts';
import { type PullRequestFacts, pullRequestComment } from '../report/pull-request-comment.ts';
import { toldRun } from '../report/told-run.ts';
import type { World } from '../world.ts';
import type { Here } from './here.ts';

/** Where links lead to, what may stand in no comment, and whether the schedule speaks, behind which nobody comes. */
export type Teller = Pick<Here, 'env' | 'redactor'> & { isSchedule?: boolean };

/** `refused`: this job's token may not; `not-now`: GitHub did not answer. */
export type Telling = 'told' | 'refused' | 'not-now';

/** While it goes on the status says so; the comment would be written over at each look. */
const hasEnded = (run: Run): boolean =>
  run.seal !== undefined || run.halted !== undefined || run.closed !== undefined || runState(run) === 'debt';

/** @param what is told, for people. No run is the worse for what could not be told of it. */
export async function tryToTell(
  { face }: Pick<World, 'face'>,
  what: string,
  { isSchedule = false }: Pick<Teller, 'isSchedule'>,
  does: () => Promise<void>,
): Promise<Telling> {
  try {
    await does();
    return 'told';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isRefused = error.kind === 'refused';
    if (isRefused && !isSchedule) face.line(`${what} is left to the schedule's next look: ${error.what}`);
    else
      face.warn(
        `${what} could not be written: ${error.what} The run is none the worse for it. Next: ${error.next}`,
      );
    return isRefused ? 'refused' : 'not-now';
  }
}

/**
 * The end of a labelled run, in the one comment of its job, unless the change has gone on since: then that is what the comment is
 * about.
 */
export async function tellChange(world: World, run: Run, teller: Teller): Promise<Telling> {
  const { opened } = run;
  const { github } = world;
  if (!opened?.change || !github || !hasEnded(run)) return 'told';
  const { pullRequest } = opened.change;
  return tryToTell(world, `The comment on pull request ${pullRequest}`, teller, async () => {
    const change = await github.pullRequest(pullRequest);
    if (!change?.isOpen || change.headSha !== opened.commit) return;
    const { writeComment } = await import('../github/pull-request-comment.ts');
    const markdown = pullRequestComment(teller.redactor.deep(await factsOf(world, run, opened, teller.env)));
    const outcome = await writeComment(github, pullRequest, opened.job, markdown);
    world.face.line(`comment on pull request ${pullRequest}: ${outcome}`);
  });
}

async function factsOf(
  world: World,
  run: Run,
  { job, commit }: NonNullable<Run['opened']>,
  env: NodeJS.ProcessEnv,
): Promise<PullRequestFacts> {
  const now = world.clock.now();
  const other = run.seal && (await newestOutside(world, job));
  const link = commitLink(env, commit);
  return {
    job,
    commit,
    smoke: run.smoke === 'missing' ? 'unknown' : run.smoke,
    plan: null,
    runs: [toldRun(run, now, env)],
    base: other && toldRun(other, now, env),
    baseIs: 'newest outside of pull requests',
    url: world.page ?? '',
    links: { ...(link && { commit: link }) },
  };
}

/** Each that is archived costs a fetch. */
const MOST_READ = 10;

/** Which of them are in the history of the base branch, a clone of one commit cannot tell. */
async function newestOutside({ ledger }: World, job: string): Promise<Run | undefined> {
  const listed = (await ledger.list({ archived: true }))
    .filter((each) => each.job === job && ['sealed', 'parked', 'releasing', 'released'].includes(each.state))
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    .slice(0, MOST_READ);
  for (const { run: id } of listed) {
    const run = fold(id, (await ledger.read(id)).events);
    if (run.seal && !run.opened?.change) return run;
  }
  return;
}
