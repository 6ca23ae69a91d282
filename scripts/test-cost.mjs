// Loaded before a process of tests: at its end it writes down what it cost, the processes that it waited for included.
import { appendFileSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const at = process.env.GPU_LEASE_TESTS_AT;
const start = relative(at ?? '', process.argv[1] ?? '');
if (at && isMainThread && !start.startsWith('..')) {
  process.once('exit', () =>
    appendFileSync(join(at, 'costs.jsonl'), `${JSON.stringify({ start, cpu: cpuSeconds() })}\n`),
  );
}

const TICKS_A_SECOND = 100;

/** Of this process and of those that it waited for; only Linux tells. */
export function cpuSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16);
    return ticks.reduce((sum, each) => sum + Number(each), 0) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}
