import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export type LedgerLocation =
  /** A repository or bare repository on this machine, worked in directly. Made on the first append where `create` says so. */
  | { kind: 'local-repo'; dir: string; create?: boolean }
  /** Anything git can push to. `scratchDir` keeps a bare repository between calls; it can be lost at any time. */
  | { kind: 'remote'; url: string; scratchDir: string; token?: string };

/**
 * Where the ledger is when nobody said: the repository one stands in, else a bare one under the user's state directory.
 * Looks at the file system only; no git process.
 */
export function defaultLedgerLocation(cwd: string, env: NodeJS.ProcessEnv): LedgerLocation {
  const repository = findRepository(cwd);
  if (repository) return { kind: 'local-repo', dir: repository.dir };
  return { kind: 'local-repo', dir: join(stateDir(env, cwd), 'ledger.git'), create: true };
}

/** `$XDG_STATE_HOME/gpu-lease`, else `~/.local/state/gpu-lease`; below the working directory where there is no home. */
export function stateDir(env: NodeJS.ProcessEnv, cwd: string): string {
  const xdg = env['XDG_STATE_HOME'];
  // The specification says that a relative one must be ignored.
  if (xdg?.startsWith('/')) return join(xdg, 'gpu-lease');
  const home = env['HOME'] || env['USERPROFILE'];
  return home ? join(home, '.local', 'state', 'gpu-lease') : join(cwd, '.gpu-lease');
}

/**
 * The repository that a directory lies in.
 * @returns `dir` for people, `gitDir` for `--git-dir` (a `.git` file of a linked work tree is one that git follows itself)
 */
export function findRepository(start: string): { dir: string; gitDir: string } | undefined {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    const dotGit = join(dir, '.git');
    if (isRepository(dotGit)) return { dir, gitDir: dotGit };
    if (isGitDir(dir)) return { dir, gitDir: dir };
    if (dirname(dir) === dir) return undefined;
  }
}

/** The git directory of a ledger on this machine, and what people call it. */
export function localPlace({ dir, create }: { dir: string; create?: boolean }): {
  dir: string;
  gitDir: string;
  words: string;
} {
  const path = resolve(dir);
  // A ledger that is to be made must not be mistaken for part of a repository further up.
  const found = create ? undefined : findRepository(path);
  const place = found ?? { dir: path, gitDir: path };
  return { ...place, words: `refs/gpu-lease in ${place.dir}` };
}

/** Whether all of these are this user's own. Of others only git can tell whether they may be used (`safe.directory`, sudo). */
export function ownsAll(paths: readonly string[]): boolean {
  const user = process.geteuid?.();
  return (
    user !== undefined && paths.every((path) => lstatSync(path, { throwIfNoEntry: false })?.uid === user)
  );
}

/** Whether git can use it as its git directory: a directory of that kind, or the file that leads to one. */
export const isRepository = (path: string): boolean => isGitDir(path) || isGitFile(path);

const isGitDir = (dir: string): boolean => existsSync(join(dir, 'HEAD')) && existsSync(join(dir, 'objects'));

function isGitFile(path: string): boolean {
  try {
    return statSync(path).isFile() && readFileSync(path, 'utf8').startsWith('gitdir:');
  } catch {
    return false;
  }
}
