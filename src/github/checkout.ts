import { git } from './commits.ts';

/** What the work tree of this job is, seen from a run that is bound to one commit. */
export interface Checkout {
  /** Commit that is checked out; `undefined` where there is no git repository or no git. */
  head: string | undefined;
  /** The bound commit's objects are here, so that a later step could check it out. */
  hasCommit: boolean;
  isShallow: boolean;
}

/** Three questions to git, none of which reads or writes the work tree. */
export async function checkoutOf(dir: string, commit: string): Promise<Checkout> {
  const head = await git(dir, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  if (head === undefined) return { head, hasCommit: false, isShallow: false };
  const object = /^[0-9a-f]{40,64}$/.test(commit) ? `${commit}^{commit}` : '';
  const found =
    object === ''
      ? undefined
      : await git(dir, 'rev-parse', '--verify', '--quiet', '--end-of-options', object);
  return {
    head,
    hasCommit: found === commit,
    isShallow: (await git(dir, 'rev-parse', '--is-shallow-repository')) === 'true',
  };
}

/** Where a directory lies in its repository, `.` for the top of it; `undefined` without a repository. */
export async function folderIn(dir: string): Promise<string | undefined> {
  const prefix = await git(dir, 'rev-parse', '--show-prefix');
  return prefix === undefined ? undefined : prefix.replace(/\/$/, '') || '.';
}

/** The top of the work tree that a directory lies in. */
export const topOf = (dir: string): Promise<string | undefined> => git(dir, 'rev-parse', '--show-toplevel');

/**
 * What to say when a lost box could not be replaced from here; `undefined` when it could.
 *
 * @param mayFetch whether this step could bring the commit: it knows the server and has the token of its job
 */
export function checkoutWarning(
  run: string,
  commit: string,
  checkout: Checkout,
  mayFetch: boolean,
): string | undefined {
  const { head, hasCommit, isShallow } = checkout;
  if (head === commit || (head !== undefined && (hasCommit || mayFetch))) return;
  const bound = `run ${run} is bound to commit ${commit.slice(0, 12)}`;
  const why =
    head === undefined
      ? `There is no checkout here, and ${bound}.`
      : `The checkout is at ${head.slice(0, 12)}, and ${bound}, which this ${isShallow ? 'shallow ' : ''}clone does not hold.`;
  return `${why} The run goes on, but a lost box could not be replaced from this job. Next: ${head === undefined ? 'add a step with actions/checkout before this one' : 'give the step GH_TOKEN, the token of its job, by which the commit is fetched when it is needed'}.`;
}
