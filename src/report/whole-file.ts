import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../problem.ts';

/**
 * Writes a file that is whole or not there: nobody reads half of it, and what was there before stays until then. In one
 * breath, so that an interruption finds it before or after. A long text may come in parts.
 *
 * @throws Problem `not-written`
 */
export function writeWhole(path: string, text: string | Iterable<string>): void {
  placed(path, typeof text === 'string' ? [text] : text, () => {});
}

/**
 * Puts a changed text in the place of what was read of somebody's own file, in the same breath. It keeps its mode and its owner; a
 * link leads where it led.
 *
 * @throws Problem `not-written`, and `changed-meanwhile` where there is something else by now
 */
export function rewriteWhole(path: string, { had, text }: { had: string; text: string }): void {
  const target = refusing(path, () => realpathSync(path));
  const { mode, uid, gid } = refusing(path, () => statSync(target));
  placed(target, [text], (draft, file) => {
    fchmodSync(file, mode & 0o7777);
    const own = statSync(draft);
    if (own.uid !== uid || own.gid !== gid) chownSync(draft, uid, gid);
    if (readFileSync(target, 'utf8') !== had) throw changedMeanwhile(path);
  });
}

/** @param ready before it takes its place: its last chance not to */
function placed(path: string, parts: Iterable<string>, ready: (draft: string, file: number) => void): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  refusing(path, () => {
    try {
      rmSync(draft, { force: true });
      const file = openSync(draft, 'wx', 0o644);
      try {
        for (const part of parts) {
          const bytes = Buffer.from(part, 'utf8');
          for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
        }
        ready(draft, file);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}

function refusing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
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

const changedMeanwhile = (path: string): Problem =>
  new Problem({
    code: 'changed-meanwhile',
    kind: 'usage',
    what: `${path} was changed while this command looked at it, and is left as it is now.`,
    next: 'Save and commit what you have of it, then run the same command again.',
  });
