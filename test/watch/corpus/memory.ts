import type { Corpus, Text } from './texts.ts';

const STEPS = 'step 40 loss 0.91\nstep 41 loss 0.90\n';
const TRACE = `${STEPS}Traceback (most recent call last):\n  File "/workspace/train.py", line 188, in main\n    loss.backward()\n`;
const oom = (rest: string): string =>
  `${TRACE}torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.15 GiB of which ${rest}\n`;
const known = (log: string, remains: Exclude<Text, string>['remains']): Text => ({ log, remains });
const FULL = `${TRACE}OSError: [Errno 28] No space left on device: 'out/step-1200.pt'\n`;

/** Memory and disk, with what the keeper counts beside the log. */
export const MEMORY_TEXTS: Corpus = {
  'F-K04': {
    shows: [known(`${STEPS}Killed\n`, { exitCode: 137, oomKillsSinceStart: 1 })],
    near: [
      known(`${STEPS}Killed\n`, { exitCode: 137, oomKillsSinceStart: 0 }),
      known(`${STEPS}Killed\n`, { exitCode: 137, oomKillsSinceStart: null }),
    ],
  },
  'F-K06': {
    shows: [known(STEPS, { rebooted: true, vanished: true })],
    near: [known(STEPS, { rebooted: false, vanished: true })],
  },
  'F-D03': {
    shows: [known(FULL, { diskFreeInodes: 0, diskFreeBytes: 5e11 })],
    near: [
      known(FULL, { diskFreeInodes: 1e6, diskFreeBytes: 1000 }),
      known(STEPS, { diskFreeInodes: 0, diskFreeBytes: 5e11 }),
    ],
  },
  'F-D06': {
    shows: [
      known('next cell: seed-2\nDISK_GATE_ABORT 1000 bytes and 5 inodes free, 200000000 and 1000 needed\n', {
        exitCode: 3,
      }),
    ],
    near: [known('DISK_GATE_ABORT is what the gate prints; 1000 inodes needed, all free\n', { exitCode: 1 })],
  },
  'F-E02': {
    shows: [
      known('epochs 3\nsh: 1: train-it: not found\n', { exitCode: 127 }),
      known('epochs 3\nsh: 1: ./run: Permission denied\n', { exitCode: 126 }),
    ],
    near: [known('sh: 1: nvcc: not found\nstep 1 loss 0.5\n', { exitCode: 1 })],
  },
  'F-M06': {
    shows: [
      oom(
        '1.00 GiB is free. Of the allocated memory 20.31 GiB is allocated by PyTorch, and 56.50 GiB is reserved by PyTorch but unallocated.',
      ),
    ],
    near: [
      oom(
        '1.00 GiB is free. Of the allocated memory 77.31 GiB is allocated by PyTorch, and 500.00 MiB is reserved by PyTorch but unallocated.',
      ),
    ],
  },
  'F-M07': {
    shows: [
      oom(
        '1.00 GiB is free. Process 4711 has 70.10 GiB memory in use. Including non-PyTorch memory, this process has 8.00 GiB memory in use.',
      ),
    ],
    near: [
      oom(
        '1.00 GiB is free. Process 4711 has 1.10 GiB memory in use. Including non-PyTorch memory, this process has 77.00 GiB memory in use.',
      ),
    ],
  },
  'F-M08': {
    shows: [known(oom('1.00 GiB is free.'), { lastStep: 1 })],
    near: [known(oom('1.00 GiB is free.'), { lastStep: 4100 })],
  },
  'F-M09': {
    shows: [
      'epoch 1 done, rss 21.4 GiB\nepoch 2 done, rss 33.0 GiB\nepoch 3 done, rss 44.7 GiB\nepoch 4 done, rss 56.1 GiB\nKilled\n',
    ],
    near: [
      'epoch 1 done, rss 21.4 GiB\nepoch 2 done, rss 21.6 GiB\nepoch 3 done, rss 21.5 GiB\nepoch 4 done, rss 21.6 GiB\nKilled\n',
      'epoch 1 done, rss 21.4 GiB\nepoch 2 done, rss 33.0 GiB\nepoch 3 done, rss 44.7 GiB\nepoch 4 done, rss 56.1 GiB\n',
    ],
  },
  'F-M10': {
    shows: ['epoch 1 train done, rss 8.1 GiB\nepoch 1 validation 1200/2400, rss 31.7 GiB\n'],
    near: [
      'epoch 1 train done, rss 8.1 GiB\nepoch 1 validation 1200/2400, rss 9.7 GiB\n',
      'importing, rss 0.8 GiB\nepoch 1 train begins, rss 8.1 GiB\n',
    ],
  },
  'F-M14': {
    shows: [
      '$ uptime\n 10:00:00 up 41 days,  2:11,  0 users,  load average: 431.02, 429.77, 401.10\n$ cat /sys/fs/cgroup/memory.events\nlow 0\nmax 0\noom 0\noom_kill 0\n',
    ],
    near: [
      '$ uptime\n 10:00:00 up 41 days,  2:11,  0 users,  load average: 431.02, 429.77, 401.10\n$ cat /sys/fs/cgroup/memory.events\nlow 0\nmax 9\noom 3\noom_kill 3\n',
      '$ uptime\n 10:00:00 up 41 days,  2:11,  0 users,  load average: 3.02, 4.77, 4.10\n$ cat /sys/fs/cgroup/memory.events\noom_kill 0\n',
    ],
  },
  'F-P08': {
    shows: [
      '$ sacct -j 42 --format=JobID,ReqMem --noheader\n42 ReqMem=64G\n$ sstat -j 42 --format=JobID,MaxRSS\nJobID         MaxRSS\n42.batch   51003412K\n42.batch   61203412K\n',
    ],
    near: [
      '$ sacct -j 42 --format=JobID,ReqMem --noheader\n42 ReqMem=64G\n$ sstat -j 42 --format=JobID,MaxRSS\nJobID         MaxRSS\n42.batch   21003412K\n42.batch   21203412K\n',
    ],
  },
};
