import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { holdFile } from '../host/hold-file.ts';

const LONGEST_WAIT_SECONDS = 30;
/** Nobody stands between a read and an append for so long; whoever seems to has died on another host. */
const STALE_SECONDS = 30;

/**
 * An advisory queue of the processes of one machine: one holds a file. Twenty writers that race instead lose nineteen of
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
      const held = holdFile(file, STALE_SECONDS);
      if (typeof held === 'function') return held;
      if (world.clock.now().getTime() > endMs) return () => {};
      await world.clock.sleep(pollSeconds(tries, world.random()));
    }
  } catch {
    return () => {};
  }
}

/** At first short for the one who waits behind one; then longer, because many who wait would take the time of who works. */
const pollSeconds = (tries: number, random: number): number =>
  Math.min(0.04, 0.004 * 1.3 ** tries) * (0.5 + random);
