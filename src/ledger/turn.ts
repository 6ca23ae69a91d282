import { closeSync, mkdirSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { isRunning, processIdentity } from '../host/process-identity.ts';

const LONGEST_WAIT_SECONDS = 30;
/** Nobody stands between a read and an append for so long; whoever seems to has died on another host. */
const STALE_SECONDS = 30;

/**
 * An advisory queue of the processes of one machine: a file made with O_EXCL. Twenty writers that race instead lose nineteen of
 * twenty compare-and-swaps. Anything that goes wrong here (read-only disk, a stale file, the bound) means going
 * on without a turn, because the compare-and-swap alone keeps the record right.
 */
export async function takeTurn(
  dir: string,
  run: string,
  world: { clock: Clock; random: () => number },
): Promise<() => void> {
  const file = join(dir, run);
  const endMs = world.clock.now().getTime() + LONGEST_WAIT_SECONDS * 1000;
  try {
    mkdirSync(dir, { recursive: true });
    for (let tries = 0; ; tries++) {
      if (create(file)) return () => drop(file);
      // Looking at the holder costs more than trying, so not at every try.
      if (tries % 8 === 0 && isStale(file, world.clock)) drop(file);
      else if (world.clock.now().getTime() > endMs) return () => {};
      else await world.clock.sleep(pollSeconds(tries, world.random()));
    }
  } catch {
    return () => {};
  }
}

/** At first short for the one who waits behind one; then longer, because many who wait would take the time of who works. */
const pollSeconds = (tries: number, random: number): number =>
  Math.min(0.04, 0.004 * 1.3 ** tries) * (0.5 + random);

function create(file: string): boolean {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, `${processIdentity(process.pid)} ${hostname()}`);
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(file: string, clock: Clock): boolean {
  try {
    const [identity = '', host] = readFileSync(file, 'utf8').split(' ');
    if (host === hostname() && !isRunning(identity)) return true;
    return clock.now().getTime() - statSync(file).mtimeMs > STALE_SECONDS * 1000;
  } catch {
    // Gone since we saw it: try to create again at once.
    return false;
  }
}

function drop(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Dropped by somebody who thought us dead.
  }
}
