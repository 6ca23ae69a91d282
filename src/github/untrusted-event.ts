import { Problem } from '../problem.ts';

/** The event that started this workflow run, as the runner gives it. */
export interface StartingEvent {
  name: string;
  payload: Readonly<Record<string, unknown>>;
  /** `owner/name` of the repository that the workflow runs in. */
  repository: string;
}

/** Why what this run was started by is a stranger's, and whether the runner gave it our secrets and a token that may write. */
interface Untrusted {
  because: string;
  privileged: boolean;
}

/**
 * Who may cause a command beside members of the repository: those who send a change from a fork, where the runner gives no secrets (a
 * smoke), or anybody, what only asks and shows. That neither rents, starts, stores, releases nor writes to the ledger on its own.
 */
export type Trust = 'forks-without-secrets' | 'anybody';

/** On a fork's pull request the runner gives these a token that only reads, and no secrets. */
const WITHOUT_SECRETS = ['pull_request', 'pull_request_review', 'pull_request_review_comment'];

/** Their author's standing in the repository stands in the event. Everybody may cause them. */
const BY_ANYBODY: Readonly<Record<string, string>> = {
  issues: 'issue',
  issue_comment: 'comment',
  discussion: 'discussion',
  discussion_comment: 'comment',
  pull_request_review_comment: 'comment',
};

/** `author_association` of those who were given something: CONTRIBUTOR only once had a pull request merged. */
const MEMBERS = ['OWNER', 'MEMBER', 'COLLABORATOR'];

/**
 * Refuses what a stranger must not cause: on a pull request from a fork everything but the smoke, and where the runner
 * gives such a run our secrets (`pull_request_target`, `workflow_run`, a comment), the smoke as well, because it runs the
 * stranger's code beside them. What is allowed says so itself, so a command that is added later is refused until it does.
 * Source: GitHub's documentation of the events that start workflows, and its advice on secure use, 2026.
 * @throws Problem `refused`: `untrusted-event`
 */
export function refuseUntrusted(command: { name: string; trust?: Trust }, event: StartingEvent): void {
  if (command.trust === 'anybody') return;
  const untrusted = untrustedOf(event);
  if (!untrusted || (command.trust === 'forks-without-secrets' && !untrusted.privileged)) return;
  const secrets = untrusted.privileged ? ' with the secrets of this repository' : '';
  throw new Problem({
    code: 'untrusted-event',
    kind: 'refused',
    what: `This workflow run was started by "${event.name}"${secrets}, and ${untrusted.because}; ${command.name || 'a stage'} would do what a stranger wrote. Nothing was done.`,
    next: untrusted.privileged
      ? 'Run the smoke of such a change on "pull_request", which has no secrets, and start everything else by hand (workflow_dispatch) once it is merged or reviewed.'
      : 'Only the smoke runs for forks. Start everything else by hand (workflow_dispatch) on a branch of this repository.',
  });
}

/** Whether nobody but members of the repository caused this run and wrote what it looks at. */
export const isTrusted = (event: StartingEvent): boolean => untrustedOf(event) === undefined;

/** Whether a token can write here: on a pull request from a fork it never can. */
export const isForkPullRequest = (event: StartingEvent): boolean =>
  event.name.startsWith('pull_request') && untrustedOf(event)?.privileged === false;

function untrustedOf({ name, payload, repository }: StartingEvent): Untrusted | undefined {
  const privileged = !WITHOUT_SECRETS.includes(name);
  if (name === 'workflow_run')
    return foreign(repositoryOf(record(payload['workflow_run'])['head_repository']), repository, true);
  const said = BY_ANYBODY[name];
  if (said !== undefined && !MEMBERS.includes(String(record(payload[said])['author_association'])))
    return { because: 'whoever wrote it is no member of this repository', privileged };
  if (name === 'fork' || name === 'watch') return { because: 'everybody can cause one', privileged };
  if (!name.startsWith('pull_request')) return;
  const head = record(record(payload['pull_request'])['head']);
  return foreign(repositoryOf(head['repo']), repository, privileged);
}

function foreign(head: string, repository: string, privileged: boolean): Untrusted | undefined {
  if (head !== '' && repository !== '' && head.toLowerCase() === repository.toLowerCase()) return;
  const from = head === '' ? 'from a repository that is gone or unknown' : `from ${head.slice(0, 140)}`;
  return { because: `its code comes ${from}`, privileged };
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

function repositoryOf(value: unknown): string {
  const name = record(value)['full_name'];
  return typeof name === 'string' ? name : '';
}
