import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOfLog } from '../box/log-name.ts';
import { keptLogs, readKeptLog } from './printed.ts';
import { RunStore } from './store.ts';

/** Of one log, and of all that one look lays down: each look leaves some, and they are kept for weeks. */
const MOST_EACH_BYTES = 64 * 1024;
const MOST_BYTES = 512 * 1024;

/**
 * Lays the ends of what was brought of the logs of these runs below a folder, without their secrets as they were brought: a runner that
 * is thrown away leaves them so, for the day on which the box is gone, too. The newest attempts first, until there are enough.
 *
 * @returns how many
 */
export async function layLogEnds(storeDir: string, runs: readonly string[], dir: string): Promise<number> {
  let room = MOST_BYTES;
  let count = 0;
  for (const run of runs) {
    const { evidenceDir } = new RunStore(storeDir, run);
    const logs = (await keptLogs(evidenceDir)).sort((a, b) => b.attempt - a.attempt);
    for (const log of logs) {
      const end = endOf(await readKeptLog(evidenceDir, log));
      if (end.length > room) return count;
      if (end.length === 0) continue;
      await mkdir(join(dir, run), { recursive: true });
      await writeFile(join(dir, run, fileOfLog(log)), end, { mode: 0o600 });
      room -= end.length;
      count += 1;
    }
  }
  return count;
}

/** From the begin of a line on. */
function endOf(log: Buffer): Buffer {
  if (log.length <= MOST_EACH_BYTES) return log;
  const tail = log.subarray(log.length - MOST_EACH_BYTES);
  return tail.subarray(tail.indexOf('\n') + 1);
}
