import { statusOfCommit, tellCommit, UNTIL_IT_RUNS } from '../github/commit-status.ts';
import { openGitHub } from '../github/this-repository.ts';
import { Problem } from '../problem.ts';
import { workflowRunLink } from '../report/links.ts';
import type { ActionCall } from './action-call.ts';
import type { Call } from './call.ts';
import type { Request } from './command.ts';
import { faceOf, settingsOf } from './settings.ts';

export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await tellEnd({ settings, face: await faceOf(settings), signal });
  return 0;
}

/** The step of `actions/told`. */
export async function step({ settings, face, signal, tell }: ActionCall): Promise<number> {
  tell({ told: await tellEnd({ settings, face, signal }) });
  return 0;
}

/** Of jobs in the order in which they come: the first that did not succeed says why there is no run. */
const WHY: Readonly<Record<string, string>> = {
  smoke: 'its smoke did not pass',
  open: 'its run could not be opened',
  gate: 'nobody could be asked for an approval',
  standing: 'no reviewer approved it',
  train: 'its launch or its look failed',
};

const SAYS_MORE = '; the workflow run says more';

/** @param results as `smoke success`, one for each job, by blanks or lines */
export function endedAt(results: string): { state: 'failure' | 'error'; description: string } | undefined {
  const words = results.trim().split(/\s+/);
  for (const [job, why] of Object.entries(WHY)) {
    const at = words.indexOf(job);
    const result = at < 0 ? undefined : words[at + 1];
    if (result === 'failure' || result === 'cancelled')
      return {
        state: job === 'smoke' || job === 'standing' ? 'failure' : 'error',
        description: `${why}${result === 'cancelled' ? ' (cancelled)' : ''}${SAYS_MORE}`,
      };
  }
  // Cancelled between two jobs, none of them failed and those that were left were skipped.
  const train = words[words.indexOf('train') + 1];
  return words.includes('train') && train === 'skipped'
    ? { state: 'error', description: `it was cancelled before it began${SAYS_MORE}` }
    : undefined;
}

async function tellEnd({ settings, face, signal }: Call): Promise<string> {
  const commit = settings.value('head-commit')?.trim() ?? '';
  const github = openGitHub(settings.env, settings.clock, signal);
  const ended = endedAt(settings.value('results') ?? '');
  if (!/^[0-9a-f]{40}$/.test(commit) || !github)
    throw new Problem({
      code: 'no-commit',
      kind: 'usage',
      what: `${JSON.stringify(commit.slice(0, 60))} is no commit at GitHub that a status could be posted on.`,
      next: 'Give "commit" its whole id, and GH_TOKEN the token of the job.',
    });
  if (!ended) return '';
  const url = workflowRunLink(settings.env);
  const had = await statusOfCommit(github, commit, face);
  // A job whose machine was lost is no end of a run: its looks go on, and say what is new.
  if (had && had.url === url && !isOursOrFirst(had.description)) return '';
  await tellCommit(github, commit, { ...ended, url }, face);
  return ended.state;
}

/** What was said before the run itself said anything. */
const isOursOrFirst = (description: string): boolean =>
  description === UNTIL_IT_RUNS || description.endsWith(SAYS_MORE);
