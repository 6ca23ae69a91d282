import { execFileSync } from 'node:child_process';
import { repositoryAt } from '../github/remote-name.ts';
import { forErrands } from '../job/keys-of-others.ts';

/** `owner/name` of the remote `origin`, where that is at GitHub. */
export function originOf(cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  const url = originUrlOf(cwd, env);
  return url === undefined ? undefined : repositoryAt(url, env['GITHUB_SERVER_URL']);
}

export const originUrlOf = (cwd: string, env: NodeJS.ProcessEnv): string | undefined =>
  askGit(cwd, env, ['remote', 'get-url', 'origin']);

/** Addresses of all remotes, each once; none where this is no clone. */
export function remotesOf(cwd: string, env: NodeJS.ProcessEnv): string[] {
  const names = askGit(cwd, env, ['remote'])?.split('\n').filter(Boolean) ?? [];
  return [...new Set(names.flatMap((name) => askGit(cwd, env, ['remote', 'get-url', name]) ?? []))];
}

export const isAtGitHub = (url: string, env: NodeJS.ProcessEnv): boolean =>
  repositoryAt(url, env['GITHUB_SERVER_URL']) !== undefined;

export const withoutLogin = (url: string): string => url.replace(/\/\/[^/@]*@/, '//');

/** What git prints, trimmed. `undefined` where it fails, which it does outside of a repository. */
export function askGit(cwd: string, env: NodeJS.ProcessEnv, words: readonly string[]): string | undefined {
  try {
    return execFileSync('git', words, {
      cwd,
      env: forErrands(env),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
    }).trim();
  } catch {
    return;
  }
}
