import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { repositoryAt } from '../github/remote-name.ts';
import { installedDir } from '../host/installed.ts';
import { askGit, originOf } from './git-remotes.ts';

/** Which commit of which repository the workflows are taken from. */
export interface SuiteSource {
  /** `owner/name`. */
  suite: string;
  commit: string;
  /** `vX.Y.Z`, where this copy says it of that very commit. */
  version?: string | undefined;
}

/** Where gpu-lease itself does not say from which commit of which repository it is. */
export const UNKNOWN: SuiteSource = { suite: 'OWNER/gpu-lease', commit: '<commit>' };

const VERSION = /^v\d+\.\d+\.\d+$/;
const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Secrets are passed to what stands here, so nothing is guessed: a clone of a repository at GitHub knows its commit, and its version by
 * a tag `vX.Y.Z` of that commit; a package says in its `package.json` what it was packed from (`repository`, `gitHead`, `version`).
 */
export function sourceOfSuite(env: NodeJS.ProcessEnv): SuiteSource | undefined {
  const dir = fileURLToPath(installedDir());
  return existsSync(`${dir}/.git`) ? sourceOfClone(dir, env) : sourceOfPackage(dir);
}

function sourceOfClone(dir: string, env: NodeJS.ProcessEnv): SuiteSource | undefined {
  const suite = originOf(dir, env);
  const commit = askGit(dir, env, ['rev-parse', 'HEAD']);
  if (suite === undefined || commit === undefined) return;
  const tags = askGit(dir, env, ['tag', '--points-at', 'HEAD'])?.split('\n') ?? [];
  return { suite, commit, version: tags.filter((tag) => VERSION.test(tag)).at(-1) };
}

function sourceOfPackage(dir: string): SuiteSource | undefined {
  const { repository, gitHead, version } = JSON.parse(
    readFileSync(`${dir}/package.json`, 'utf8'),
  ) as Manifest;
  const url = typeof repository === 'string' ? repository : repository?.url;
  const suite = repositoryAt((url ?? '').replace(/^git\+/, ''));
  if (suite === undefined || gitHead === undefined || !COMMIT.test(gitHead)) return;
  return { suite, commit: gitHead, version: `v${version}` };
}

interface Manifest {
  repository?: string | { url?: string };
  gitHead?: string;
  version: string;
}
