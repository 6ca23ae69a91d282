import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../problem.ts';

/**
 * Writes a file that is whole or not there: nobody reads half of it, and what was there before stays until then. In one
 * breath, so that an interruption finds it before or after.
 *
 * @throws Problem `not-written`
 */
export function writeWhole(path: string, text: string): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    rmSync(draft, { force: true });
    const file = openSync(draft, 'wx', 0o644);
    try {
      const bytes = Buffer.from(text, 'utf8');
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new Problem(
      {
        code: 'not-written',
        kind: 'failed',
        what: `${path} could not be written: ${(cause as Error).message}.`,
        next: 'Free space or name another place, then run the same command again.',
      },
      { cause },
    );
  }
}
