import { GUARDED, OFFLINE } from '../host/guarded-git.ts';
import { ownEnvironment } from '../host/own-environment.ts';
import { forErrands } from '../job/keys-of-others.ts';
import { getExecOutput } from './runner.ts';

const MAX_COMMITS = 250;
const COMMIT = /^[0-9a-f]{40,64}$/;

/** Commits of `head` that `base` does not have, newest first; `head` alone where this clone is too shallow to tell. */
export async function commitsBetween(dir: string, base: string, head: string): Promise<string[]> {
  if (!COMMIT.test(base) || !COMMIT.test(head)) return [head];
  const listed = await git(dir, 'rev-list', `--max-count=${MAX_COMMITS}`, `${base}..${head}`);
  return listed === undefined
    ? [head]
    : [...new Set([head, ...listed.split('\n').filter((each) => each !== '')])];
}

/** Whether `commit` is in the history of `tip`. A commit that this clone does not hold is not known to be. */
export async function isIn(dir: string, commit: string, tip: string): Promise<boolean> {
  if (commit === tip) return true;
  if (!COMMIT.test(commit) || !COMMIT.test(tip)) return false;
  return (await git(dir, 'merge-base', '--is-ancestor', commit, tip)) !== undefined;
}

/** @returns undefined where git says no, or is not here */
export async function git(dir: string, ...args: string[]): Promise<string | undefined> {
  try {
    // The environment of a process has no names without a value.
    const env = { ...forErrands(ownEnvironment() as Record<string, string>), ...OFFLINE };
    const options = { silent: true, ignoreReturnCode: true, env };
    const { exitCode, stdout } = await getExecOutput('git', ['-C', dir, ...GUARDED, ...args], options);
    return exitCode === 0 ? stdout.trim() : undefined;
  } catch {
    return;
  }
}
