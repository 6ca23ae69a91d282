import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { ownEnvironment } from '../host/own-environment.ts';
import { forErrands } from '../job/keys-of-others.ts';

const GIT_SECONDS = 10;

/**
 * Keeps a folder of ours out of what git calls untracked, by a line of this clone's own `.git/info/exclude`: nobody's `.gitignore`
 * is touched, and nothing is committed. A folder outside of a work tree, or one that is ignored already, needs none; where git or
 * the file cannot be had the folder is shown, which harms nothing.
 */
export function ignoreHere(dir: string): void {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', dir, ...args], {
        env: forErrands(ownEnvironment()),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: GIT_SECONDS * 1000,
      }).trim();
    if (isIgnored(git)) return;
    const inside = relative(realpathSync(git('rev-parse', '--show-toplevel')), realpathSync(dir));
    if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return;
    const file = resolve(dir, git('rev-parse', '--git-path', 'info/exclude'));
    const line = `/${inside.replaceAll(/([\\*?[\]#! ])/g, '\\$1')}/`;
    if (readIfThere(file).split('\n').includes(line)) return;
    mkdirSync(dirname(file), { recursive: true });
    const before = readIfThere(file);
    appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`);
  } catch {
    // Not a work tree, or one that nobody may write to.
  }
}

function isIgnored(git: (...args: string[]) => string): boolean {
  try {
    git('check-ignore', '--quiet', '.');
    return true;
  } catch {
    return false;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
