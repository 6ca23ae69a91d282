import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedDir } from '../host/installed.ts';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';

export interface ProfileFile {
  /** As a person would open it: below the working directory, or `profiles/x.yml` of gpu-lease itself. */
  name: string;
  /** Absolute. */
  path: string;
  text: string;
}

/**
 * The profiles of a directory of the user, or those that come with gpu-lease; one of them where a platform is named.
 *
 * @throws Problem `no-profiles`, `unknown-platform`
 */
export function profileFiles({
  dir,
  platform,
  cwd,
}: {
  dir: string | undefined;
  platform: string | undefined;
  cwd: string;
}): ProfileFile[] {
  const folder = dir === undefined ? fileURLToPath(new URL('profiles/', installedDir())) : resolve(cwd, dir);
  const shown = dir === undefined ? 'profiles' : relative(cwd, folder) || '.';
  const names = namesIn(folder, dir);
  const wanted =
    platform === undefined ? names : names.filter((name) => name.replace(/\.ya?ml$/, '') === platform);
  if (wanted.length === 0) throw unknownPlatform(platform ?? '', names);
  return wanted.map((name) => {
    const path = join(folder, name);
    return { name: join(shown, name), path, text: readFileSync(path, 'utf8') };
  });
}

function namesIn(folder: string, given: string | undefined): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
    if (names.length > 0) return names.sort();
  } catch {
    // Said below: what is not there holds no profile either.
  }
  throw new Problem({
    code: 'no-profiles',
    kind: 'usage',
    what: `There is no profile (NAME.yml) in ${JSON.stringify(given ?? folder)}.`,
    next: 'Give the directory that holds them, or leave --profiles out for those that come with gpu-lease.',
  });
}

function unknownPlatform(name: string, files: string[]): Problem {
  const known = files.map((file) => file.replace(/\.ya?ml$/, ''));
  const meant = nearestOf(name, known);
  return new Problem({
    code: 'unknown-platform',
    kind: 'usage',
    what: `There is no profile for the platform ${JSON.stringify(name.slice(0, 80))}.`,
    next: `${meant ? `Did you mean "${meant}"? ` : ''}There are: ${known.join(', ')}.`,
  });
}
