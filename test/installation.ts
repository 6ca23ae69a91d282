import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repositoryRoot = join(import.meta.dirname, '..');
let made: string | undefined;

/**
 * The directory of an installation as its users have it, with the bundle made from these sources. One for a whole test
 * file, which writes nothing into it; it goes when the file's process does.
 */
export function installation(): string {
  if (made !== undefined) return made;
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gl-installed-')));
  made = root;
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const part of ['bin', 'profiles', 'actions', 'action.yml', 'package.json', 'schemas', 'trust'])
    cpSync(join(repositoryRoot, part), join(root, part), { recursive: true });
  // `npm test` makes the bundle once for all files; a file that runs alone makes its own.
  const ready = process.env['GPU_LEASE_TEST_BUNDLE'];
  if (ready) cpSync(ready, join(root, 'dist'), { recursive: true });
  else {
    const build = ['scripts/build.mjs', join(root, 'dist'), '--without-types'];
    execFileSync(process.execPath, build, { cwd: repositoryRoot, timeout: 60_000 });
  }
  return root;
}

/** What starts the program of these sources. From a bundle it starts in a fraction of what the loader needs. */
export const programCommand = (): [string, string] => [
  process.execPath,
  join(installation(), 'dist', 'start.cjs'),
];
