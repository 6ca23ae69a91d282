import { fold } from '../lease/fold.ts';
import { type Run, runState } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { commitLink } from '../report/links.ts';
import { type PullRequestFacts, pullRequestComment } from '../report/pull-request-comment.ts';
import { toldRun } from '../report/told-run.ts';
import type { World } from '../world.ts';
import type { Here } from './here.ts';

/** Where links lead to, and what may stand in no comment. */
export type Teller = Pick<Here, 'env' | 'redactor'>;

/** While it goes on the status says so; the comment would be written over at each look. */
const hasEnded = (run: Run): boolean =>
  run.seal !== undefined || run.halted !== undefined || run.closed !== undefined || runState(run) === 'debt';

/**
 * The end of a labelled run, in the one comment of its job, unless the change has gone on since: then that is what the comment is
 * about. No run is the worse for a comment that could not be written.
 *
 * @returns whether all is said there that there is to say
 */
export async function tellChange(world: World, run: Run, { env, redactor }: Teller): Promise<boolean> {
  const { opened } = run;
  const { github } = world;
  if (!opened?.change || !github || !hasEnded(run)) return true;
  const { putComment } = await import('../github/pull-request-comment.ts');
  const now = world.clock.now();
  try {
    const change = await github.pullRequest(opened.change.pullRequest);
    if (!change?.isOpen || change.headSha !== opened.commit) return true;
    const other = run.seal && (await newestOutside(world, opened.job));
    const commit = commitLink(env, opened.commit);
    const facts: PullRequestFacts = {
      job: opened.job,
      commit: opened.commit,
      smoke: run.smoke === 'missing' ? 'unknown' : run.smoke,
      plan: null,
      runs: [toldRun(run, now, env)],
      base: other && toldRun(other, now, env),
      baseIs: 'newest outside of pull requests',
      url: world.page ?? '',
      links: { ...(commit && { commit }) },
    };
    const markdown = pullRequestComment(redactor.deep(facts));
    const outcome = await putComment(github, opened.change.pullRequest, opened.job, markdown);
    const isWritten = typeof outcome === 'string';
    world.face.line(
      isWritten
        ? `comment on pull request ${opened.change.pullRequest}: ${outcome}`
        : `No comment was written: ${outcome.notAllowed}`,
    );
    return isWritten;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(
      `The comment on pull request ${opened.change.pullRequest} could not be written: ${error.what} The run is none the worse for it. Next: ${error.next}`,
    );
    return false;
  }
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
