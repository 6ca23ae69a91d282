import { execFileSync } from 'node:child_process';
import { ownEnvironment } from '../host/own-environment.ts';
import { forErrands } from '../job/keys-of-others.ts';

const GIT_SECONDS = 10;

/** `owner/name` at the end of an address of a git remote; `undefined` where it has no two parts. */
export function ownerAndName(url: string): string | undefined {
  const [, name] = /[/:]([^/:]+\/[^/:]+?)(?:\.git)?\/?\s*$/.exec(url) ?? [];
  return name;
}

/** Of where a work tree was cloned from, as a workflow there would name it; else the address as it is, `undefined` for none. */
export function repositoryOf(cwd: string): string | undefined {
  const url = originOf(cwd);
  return url && (ownerAndName(url) ?? url);
}

/** The same, only where every clone has it: a path on one machine is called otherwise on another. */
export function sharedRepositoryOf(cwd: string): string | undefined {
  const url = originOf(cwd) ?? '';
  const isNetwork = /^(https?|ssh|git):\/\//i.test(url) || /^[^/@]+@[^/:]+:/.test(url);
  return isNetwork ? ownerAndName(url) : undefined;
}

function originOf(cwd: string): string | undefined {
  try {
    const url = execFileSync('git', ['config', '--get', 'remote.origin.url'], {
      cwd,
      env: forErrands(ownEnvironment()),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: GIT_SECONDS * 1000,
    });
    return url.trim() || undefined;
  } catch {
    // No git, no repository or no remote.
    return undefined;
  }
}
