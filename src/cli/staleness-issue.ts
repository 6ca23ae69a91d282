import { isAbsolute, relative, resolve } from 'node:path';
import type { Issue, Issues } from '../github/github.ts';
import { openGitHub } from '../github/this-repository.ts';
import { Problem } from '../problem.ts';
import type { AgeLimits } from '../profile/staleness.ts';
import type { StampScan } from '../profile/stamp-scan.ts';
import {
  type LinkTo,
  listedIn,
  STALENESS_MARKER,
  type StalenessIssue,
  stalenessIssue,
} from '../report/staleness-issue.ts';
import type { Settings } from './settings.ts';
import type { StalenessPlan } from './staleness-plan.ts';

const LABEL = 'gpu-lease';

/** What became of the one issue; `none`: there is none and none is needed. */
export type IssueOutcome =
  | 'created'
  | 'updated'
  | 'reopened'
  | 'closed'
  | 'unchanged'
  | 'left-closed'
  | 'none';

/** What was done, for a person; `undefined` where no issue was asked for. */
export async function keepIssue(
  plan: StalenessPlan,
  scan: StampScan,
  { env, cwd, clock }: Settings,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!plan.issue) return undefined;
  const github = openGitHub(env, clock, signal);
  if (github === undefined) throw noRepository();
  const linkTo = linkToProfiles(env, cwd, plan.profiles === undefined);
  const { outcome, issue } = await bringIssue(github, scan, plan.limits, linkTo);
  if (issue === undefined) return 'Nothing is stale, so there is no issue.';
  return `Issue #${issue.number} ${SAID[outcome]}: ${issue.url}`;
}

const SAID: Record<IssueOutcome, string> = {
  created: 'was opened',
  updated: 'was updated',
  reopened: 'was opened again, because something is due that it did not list',
  closed: 'was closed, because nothing is stale',
  unchanged: 'says so already',
  'left-closed': 'stays closed',
  none: 'is not needed',
};

const noRepository = (): Problem =>
  new Problem({
    code: 'no-repository',
    kind: 'usage',
    what: 'There is no repository for the issue: GITHUB_REPOSITORY (owner/name) and GH_TOKEN are not both set.',
    next: 'In a workflow pass the input "token"; in a terminal set both, or leave --issue out.',
  });

/**
 * Brings the one issue to where it should be: made when something is stale, rewritten while it is open, closed when nothing
 * is stale any more. Who closed it by hand is believed until something is due that it did not list.
 */
export async function bringIssue(
  issues: Issues,
  scan: StampScan,
  limits: AgeLimits,
  linkTo: LinkTo,
): Promise<{ outcome: IssueOutcome; issue?: Issue }> {
  const known = await issues.issueMarked(STALENESS_MARKER, LABEL);
  const wanted = stalenessIssue(scan, limits, known?.body ?? '', linkTo);
  const { title, body } = wanted;
  if (known === undefined) {
    if (!wanted.open) return { outcome: 'none' };
    return { outcome: 'created', issue: await issues.createIssue({ title, body, labels: [LABEL] }) };
  }
  const outcome = outcomeFor(known, wanted);
  if (outcome === 'updated') await issues.updateIssue(known.number, { title, body });
  if (outcome === 'reopened') await issues.updateIssue(known.number, { title, body, state: 'open' });
  if (outcome === 'closed') await issues.updateIssue(known.number, { title, body, state: 'closed' });
  return { outcome, issue: known };
}

function outcomeFor(known: Issue, { title, body, open, keys }: StalenessIssue): IssueOutcome {
  if (known.state === 'open' && !open) return 'closed';
  // GitHub gives a body back with the line ends that a browser sent.
  const isSame = known.title === title && known.body.replaceAll('\r\n', '\n').trim() === body.trim();
  if (known.state === 'open') return isSame ? 'unchanged' : 'updated';
  if (!open) return 'left-closed';
  const listed = listedIn(known.body);
  return keys.some((key) => !listed.has(key)) ? 'reopened' : 'left-closed';
}

/**
 * Where a line of a profile stands at GitHub at this very commit: a profile of the workspace in this repository, one that came
 * with the action in the action's. The variables are the runner's own.
 */
export function linkToProfiles(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  areOurs: boolean,
): LinkTo {
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com';
  const workspace = env['GITHUB_WORKSPACE'] || cwd;
  const own = addressOf(server, env['GITHUB_REPOSITORY'], env['GITHUB_SHA']);
  const action = addressOf(server, env['GITHUB_ACTION_REPOSITORY'], env['GITHUB_ACTION_REF']);
  return ({ file, line }) => {
    const path = areOurs ? file : relative(workspace, resolve(cwd, file));
    const base = areOurs ? (action ?? own) : own;
    if (base === undefined || path.startsWith('..') || isAbsolute(path)) return undefined;
    return `${base}/${path.split('/').map(encodeURIComponent).join('/')}#L${line}`;
  };
}

function addressOf(server: string, repository?: string, ref?: string): string | undefined {
  if (!repository || !ref) return undefined;
  return `${server}/${repository}/blob/${ref.split('/').map(encodeURIComponent).join('/')}`;
}
