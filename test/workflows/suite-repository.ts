import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { forAct } from './for-act.ts';

const WORKFLOWS = join('.github', 'workflows');

/** gpu-lease's own repository as act can read it, to be served over git. */
export interface SuiteRepository {
  name: string;
  /** Bare. */
  dir: string;
  /** What a caller pins: holds the workflows, and the actions and the program that its parent holds, too. */
  commit: string;
  /** What of the workflows GitHub would have heeded and act will not, each once. */
  leftOut: string[];
  remove(): void;
}

/**
 * The actions and the bundle of these sources, and the reusable workflows as `forAct` leaves them. In two commits: GitHub reads
 * `$/` as the workflow's own commit, whose name no file of it can hold, so here the second one names the first.
 */
export function suiteRepository(installed = installation()): SuiteRepository {
  const name = 'gpu-lease/gpu-lease';
  const root = mkdtempSync(join(tmpdir(), 'gl-suite-'));
  const work = join(root, 'work');
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', timeout: 60_000 }).trim();
  const commit = (subject: string): string => {
    git('-C', work, 'add', '--all');
    git(
      '-C',
      work,
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@example.org',
      'commit',
      '--quiet',
      '-m',
      subject,
    );
    return git('-C', work, 'rev-parse', 'HEAD');
  };
  cpSync(installed, work, { recursive: true });
  git('init', '--quiet', '--initial-branch=main', work);
  const actions = commit('Actions');

  const leftOut = new Set<string>();
  mkdirSync(join(work, WORKFLOWS), { recursive: true });
  for (const file of readdirSync(join(repositoryRoot, WORKFLOWS))) {
    const text = readFileSync(join(repositoryRoot, WORKFLOWS, file), 'utf8');
    if (!text.includes('workflow_call:')) continue;
    const made = forAct(text, `${name}@${actions}`);
    writeFileSync(join(work, WORKFLOWS, file), made.text);
    for (const each of made.leftOut) leftOut.add(each);
  }
  const pinned = commit('Workflows');
  const dir = join(root, 'suite.git');
  git('clone', '--quiet', '--bare', work, dir);
  // As GitHub does: a pin names a commit, not a branch.
  git('--git-dir', dir, 'config', 'uploadpack.allowReachableSHA1InWant', 'true');
  rmSync(work, { recursive: true });
  return {
    name,
    dir,
    commit: pinned,
    leftOut: [...leftOut].sort(),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
