import { statSync, unlinkSync } from 'node:fs';
import type { Clock } from '../clock.ts';

/** Git holds the lock of one ref for milliseconds. */
const STALE_SECONDS = 60;

/**
 * Removes the lock file of one of our refs that a killed git left behind; without this one `kill -9` at the wrong millisecond would
 * close the run's record for ever. Only `refs/gpu-lease/**`, only what git just named as in its way, only when it is old.
 * Should it be alive after all, its owner fails to rename it and looks again: no swap goes wrong.
 */
export function removeStaleRefLock(stderr: string, clock: Clock): void {
  const [, path] =
    /Unable to create '([^'\n]*\/refs\/gpu-lease\/[^'\n]*\.lock)': File exists/.exec(stderr) ?? [];
  if (path === undefined || path.includes('/../')) return;
  try {
    if (clock.now().getTime() - statSync(path).mtimeMs > STALE_SECONDS * 1000) unlinkSync(path);
  } catch {
    // Gone already.
  }
}
