// Loaded before a process of tests: at its end it writes down what it cost, the processes that it waited for included; with `--costs`,
// where a control group may be made for it, all that was started from it, too, such as servers and boxes.
import { appendFileSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const at = process.env.GPU_LEASE_TESTS_AT;
const start = relative(at ?? '', process.argv[1] ?? '');
if (at && isMainThread && !start.startsWith('..')) {
  const groupSeconds = process.env.GPU_LEASE_COSTS === '1' ? ownGroup() : undefined;
  process.once('exit', () => {
    const cpu = groupSeconds?.() ?? cpuSeconds();
    appendFileSync(join(at, 'costs.jsonl'), `${JSON.stringify({ start, cpu })}\n`);
  });
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

/** Moves this process into a group of its own. @returns what says how many seconds the group has had, and leaves it; undefined where none may be made */
function ownGroup() {
  const versions = [
    { root: '/sys/fs/cgroup/cpuacct', file: 'cpuacct.usage', seconds: (text) => Number(text) / 1e9 },
    {
      root: '/sys/fs/cgroup',
      file: 'cpu.stat',
      seconds: (text) => Number(/^usage_usec (\d+)/m.exec(text)?.[1]) / 1e6,
    },
  ];
  for (const { root, file, seconds } of versions) {
    const group = join(root, `gpu-lease-test-${process.pid}`);
    const move = (to) => writeFileSync(join(to, 'cgroup.procs'), String(process.pid), { flag: 'r+' });
    try {
      mkdirSync(group);
      move(group);
    } catch {
      continue;
    }
    return () => {
      const spent = seconds(readFileSync(join(group, file), 'utf8'));
      try {
        move(root);
        rmdirSync(group);
      } catch {
        // Something that was started there lives on.
      }
      return spent;
    };
  }
  return undefined;
}
