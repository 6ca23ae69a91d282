import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repositoryRoot = join(import.meta.dirname, '..');
let made: string | undefined;

/**
 * The directory of an installation with the program of these sources; nobody writes into it. `npm test` makes one for all files,
 * whose program starts in a fraction of the time (scripts/test-installation.mjs); `npm run test:long` and a file alone start
 * what is shipped.
 */
export const installation = (): string => process.env['GPU_LEASE_TEST_INSTALLATION'] || shipped();

/** The same as its users have it, file by file. One for a whole test file; it goes when the file's process does. */
export function shipped(): string {
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

/** What starts the program of these sources. */
export const programCommand = (): [string, string] => [
  process.execPath,
  join(installation(), 'dist', 'start.cjs'),
];
