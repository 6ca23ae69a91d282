import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeAudit } from '../../src/box/audit.ts';
import type { AuditExpectation } from '../../src/box/audit-finding.ts';
import { roomOf } from '../../src/box/audit-places.ts';
import { readAudit } from '../../src/box/audit-reading.ts';
import { sliceOf } from '../../src/box/audit-slice.ts';

const GOOD: Record<string, string> = {
  'K work.path': '/root',
  'K work.exists': '1',
  'K work.statfs': '4096 1000000 900000 1000000 900000',
  'K work.device': '1',
  'L work.mount': 'rw,relatime overlay /',
  'K work.writable': '1',
  'K durable.path': '/data',
  'K durable.exists': '1',
  'K durable.statfs': '4096 1000000 900000 1000000 900000',
  'K durable.device': '2',
  'L durable.mount': 'rw nfs4 /data',
  'K durable.writable': '1',
  'K shm.statfs': '4096 4000000 4000000 0 0',
  'L meminfo': 'MemTotal:       66000000 kB',
  'K processors': '16',
  'K python': '/usr/bin/python3',
  'L python': 'Python 3.11.2',
};

const read = (over: Record<string, string | undefined>, ...more: string[]) => {
  const lines = Object.entries({ ...GOOD, ...over }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  return (
    readAudit(['GPU-LEASE audit 1', ...lines, ...more, 'GPU-LEASE audited', ''].join('\n')) ??
    assert.fail('not whole')
  );
};
const found = (
  over: Record<string, string | undefined>,
  expected: AuditExpectation = {},
  ...more: string[]
) => judgeAudit(read(over, ...more), expected).findings.map((finding) => `${finding.level} ${finding.id}`);

describe('audit of places', () => {
  it('finds nothing wrong with a roomy box', () => {
    const report = judgeAudit(read({}), { durableDir: '/data', python: 'python3' });
    assert.deepEqual(report.findings, []);
    assert.equal(report.fit, true);
    assert.deepEqual(report.measured, {
      workDir: '/root',
      workMount: '/',
      diskFreeBytes: 3_686_400_000,
      diskTotalBytes: 4_096_000_000,
      diskFreeInodes: 900_000,
      durableDir: '/data',
      durableMount: '/data',
      durableFreeBytes: 3_686_400_000,
      durableIsUsable: true,
      memoryMaxBytes: 67_584_000_000,
      memoryLimited: false,
      cpus: 16,
      shmBytes: 16_384_000_000,
      python: '3.11.2',
      pythonPath: '/usr/bin/python3',
    });
  });

  for (const [what, statfs, expected] of [
    ['bytes at 34 % and no inode left', '4096 1000000 660000 1000000 0', ['fail U7']],
    ['inodes fine and no byte left', '4096 1000000 0 1000000 900000', ['fail U7']],
    ['bytes at 95 %, and still enough', '4096 1000000 50000 1000000 900000', ['warn U7']],
    ['bytes at 94 %', '4096 1000000 60001 1000000 900000', []],
    ['inodes at 96 %, and still enough', '4096 1000000 900000 1000000 40000', ['warn U7']],
    ['a file system without a fixed number of inodes', '4096 1000000 900000 0 0', []],
    ['nothing readable', '? ? ?', ['fail P0-03']],
  ] as const) {
    it(`judges a disk with ${what} [P0-03] [U7]`, () =>
      assert.deepEqual(found({ 'K work.statfs': statfs }), expected));
  }

  it('asks for the room that the job needs, in bytes and in inodes [P0-05]', () => {
    assert.deepEqual(found({}, { diskBytes: 4e9 }), ['fail U7']);
    assert.deepEqual(found({}, { inodes: 1_000_000 }), ['fail U7']);
    assert.deepEqual(found({}, { diskBytes: 3e9, inodes: 800_000 }), []);
  });

  it('counts data sets where the job has them lie, and to the run only where that is its mount [P0-05]', () => {
    const small = { 'K sets.path': '/mnt/data', 'K sets.statfs': '4096 1000000 100000 1000000 900000' };
    const large = { ...small, 'K sets.statfs': '4096 9000000 8000000 1000000 900000' };
    const [own, shared] = [{ 'K sets.device': '7' }, { 'K sets.device': '1' }];
    const asked = { diskBytes: 3e9, dataBytes: 2e10, setsDir: '/mnt/data' };
    assert.deepEqual(found({ ...large, ...own }, asked), [], 'on a mount of its own with room');
    const { findings } = judgeAudit(read({ ...small, ...own }), asked);
    assert.deepEqual(
      findings.map(({ id, fullAt }) => [id, fullAt]),
      [['U7', '/mnt/data']],
    );
    assert.deepEqual(found({ ...large, ...shared }, asked), ['fail U7'], 'beside the run');
    const data = { 'K data.there': '1', 'K data.path': '/data', 'K data.statfs': small['K sets.statfs'] };
    const both = { ...large, ...own, ...data, 'K data.device': '8' };
    assert.deepEqual(found(both, asked), [], "not on the platform's data disk");
    assert.deepEqual(found(both, { diskBytes: 3e9, dataBytes: 2e10 }), ['fail U7'], 'unless there');
    const onTier = { ...large, 'K sets.device': '2', 'K durable.device': '2' };
    const copies = { ...asked, durableDir: '/data', durableBytes: 3e9 };
    assert.deepEqual(found(onTier, copies), []);
    assert.deepEqual(found(onTier, { ...copies, dataBytes: 3.1e10 }), ['fail U7'], 'beside durable copies');
  });

  it('reads df where there is no stat -f, a device with blanks included', () => {
    const reading = read({
      'K work.statfs': undefined,
      'L work.df': '//nas/my share 264212084  13033060  82468208      14% /mnt/a b',
      'L work.dfi': '//nas/my share        0        0         0       -  /mnt/a b',
    });
    assert.deepEqual(roomOf(reading, 'work'), {
      freeBytes: 82468208 * 1024,
      totalBytes: 264212084 * 1024,
      freeInodes: undefined,
      totalInodes: undefined,
    });
  });

  it('wants to write where the run will live, and names a read-only mount', () => {
    const report = judgeAudit(read({ 'K work.writable': '0', 'L work.mount': 'ro,nosuid ext4 /' }), {});
    assert.deepEqual(
      report.findings.map((each) => [each.level, each.id, each.cause]),
      [['fail', 'P0-03', '/ is mounted read-only']],
    );
  });

  for (const [what, over, expected] of [
    ['is absent', { 'K durable.exists': '0' }, ['fail P0-13']],
    ['is a directory of the system disk', { 'L durable.mount': 'rw ext4 /' }, ['fail P0-13']],
    ['has a mount that cannot be read', { 'L durable.mount': undefined }, ['fail P0-13']],
    ['cannot be written', { 'K durable.writable': '0' }, ['fail P0-13']],
    ['hangs', { 'K durable.exit': 'timeout', 'K durable.exists': undefined }, ['fail P0-13']],
    ['is full', { 'K durable.statfs': '4096 1000000 0 1000000 900000' }, ['fail U7']],
    ['is the same file system as the run', { 'K durable.device': '1' }, ['warn P0-02']],
  ] as const) {
    it(`judges a durable directory that ${what} [P0-13] [GS3] [CN1]`, () => {
      assert.deepEqual(found(over, { durableDir: '/data' }), expected);
      assert.deepEqual(found(over), [], 'a job without durable tier does not care');
    });
  }

  it('takes a directory for durable when the profile says that it need be no mount', () => {
    assert.deepEqual(
      found({ 'L durable.mount': 'rw ext4 /' }, { durableDir: '/data', durableIsMount: false }),
      [],
    );
  });

  it('refuses a run directory that is two file systems, where a rename would be a copy [P0-14] [XC-07]', () => {
    assert.deepEqual(found({ 'K cells.device': '7' }), ['fail P0-14']);
    assert.deepEqual(found({ 'K cells.device': '1' }), []);
  });
});

describe('audit of our slice', () => {
  for (const [what, lines, slice] of [
    [
      'v2',
      [
        'memory.max / 8000',
        'memory.current / 700',
        'memory.events / low 0',
        'memory.events / oom_kill 3',
        'cpu.max / 350000 100000',
      ],
      [8000, 700, 3, 3.5],
    ],
    [
      'v2 without limits',
      ['memory.max / max', 'memory.current / 700', 'cpu.max / max 100000'],
      [undefined, 700, undefined, undefined],
    ],
    [
      'v2 with the limit above us',
      [
        'memory.max /a/b/ max',
        'memory.current /a/b/ 1',
        'memory.max /a/ 5000',
        'memory.current /a/ 40',
        'cpu.max /a/b/ 900000 100000',
        'cpu.max /a/ 200000 100000',
      ],
      [5000, 40, undefined, 2],
    ],
    [
      'v1',
      [
        'memory.limit_in_bytes / 9000',
        'memory.usage_in_bytes / 80',
        'memory.oom_control / oom_kill 1',
        'cpu.cfs_quota_us / 50000',
        'cpu.cfs_period_us / 100000',
      ],
      [9000, 80, 1, 0.5],
    ],
    [
      'v1 without limits',
      ['memory.limit_in_bytes / 9223372036854771712', 'cpu.cfs_quota_us / -1', 'cpu.cfs_period_us / 100000'],
      [undefined, undefined, undefined, undefined],
    ],
    ['nothing', [], [undefined, undefined, undefined, undefined]],
  ] as const) {
    it(`reads memory, kills and quota of cgroup ${what} [P0-07]`, () => {
      const seen = sliceOf(lines);
      assert.deepEqual([seen.memoryMaxBytes, seen.memoryUsedBytes, seen.oomKills, seen.cpuQuota], slice);
    });
  }

  it('measures the container and not its roomy host [P0-07] [U41]', () => {
    const container = [
      'L cgroup memory.max / 8000000000',
      'L cgroup memory.current / 1000',
      'L cgroup cpu.max / 200000 100000',
    ];
    assert.deepEqual(found({}, { memoryGb: { min: 16 }, cpus: { min: 8 } }, ...container), [
      'fail P0-07',
      'fail P0-07',
      'info U40',
    ]);
    assert.deepEqual(found({}, { memoryGb: { min: 64 }, cpus: { min: 16 } }), []);
    const report = judgeAudit(read({}, ...container), {});
    assert.deepEqual([report.measured['memoryMaxBytes'], report.measured['cpuQuota']], [8e9, 2]);
  });

  it('warns of a container that is nearly full before anything runs [P4-07]', () => {
    assert.deepEqual(found({}, {}, 'L cgroup memory.max / 1000', 'L cgroup memory.current / 901'), [
      'warn P4-07',
    ]);
    assert.deepEqual(found({}, {}, 'L cgroup memory.max / 1000', 'L cgroup memory.current / 900'), []);
  });

  it('warns of the 64 MB that a container gets by default, when the job needs more [P0-12] [DP15]', () => {
    const small = { 'K shm.statfs': '4096 16384 16384 0 0' };
    assert.deepEqual(found(small), []);
    assert.deepEqual(found(small, { shmBytes: 8e9 }), ['warn DP15']);
    assert.deepEqual(found({ 'K shm.statfs': undefined }, { shmBytes: 1 }), ['warn DP15']);
  });
});

describe('audit of software', () => {
  const torch = { module: 'torch', required: true } as const;
  const imported = (cuda: string) => [
    'K framework.exit 0',
    'L framework version 2.4.0',
    `L framework cuda ${cuda}`,
  ];
  const gpu = { names: [], count: 1 };
  const only = (ids: string[]) => ids.filter((id) => !/(D-12|F-K0[58]|U31 gpu|DP15)/.test(id));
  for (const [what, over, expected, more, ids] of [
    ['no interpreter', { 'K python': '', 'L python': undefined }, {}, [], ['fail AD6']],
    ['an interpreter that does not run', { 'L python': 'Segmentation fault' }, {}, [], ['fail AD6']],
    ['an import that hangs', {}, { framework: torch }, ['K framework.exit timeout'], ['fail F-E09']],
    [
      'no torch',
      {},
      { framework: torch },
      ['K framework.exit 1', 'L framework.err ModuleNotFoundError: x'],
      ['fail F-E09'],
    ],
    [
      'no torch before the setup',
      {},
      { framework: { module: 'torch', required: false } },
      ['K framework.exit 1'],
      ['warn F-E09'],
    ],
    ['torch on CPUs for a job on CPUs', {}, { framework: torch }, imported('None False 0'), []],
  ] as const) {
    it(`judges a box with ${what} [P1-14] [AD6] [P0-10]`, () => {
      assert.deepEqual(found(over, { python: 'python3', ...expected }, ...more), ids);
    });
  }

  for (const [what, cuda, err, id] of [
    ['a torch without CUDA', 'None False 0', undefined, 'fail U28'],
    [
      'a driver that is too old',
      '12.4 False 0',
      'UserWarning: The NVIDIA driver on your system is too old',
      'fail U28',
    ],
    ['no GPU inside the container', '12.4 False 0', undefined, 'fail U31'],
    ['fewer GPUs than asked', '12.4 True 1', undefined, 'fail U31'],
  ] as const) {
    it(`refuses ${what} for a job on GPUs [P0-10] [P1-14] [U28] [U31]`, () => {
      const lines = [
        'K gpu.exit 0',
        'L gpu 0, NVIDIA L40S, 46068, 1, x, 1',
        'L gpu 1, NVIDIA L40S, 46068, 1, x, 1',
        ...imported(cuda),
      ];
      const ids = found(
        {},
        { python: 'python3', framework: torch, gpu: { ...gpu, count: 2 } },
        ...lines,
        ...(err ? [`L framework.err ${err}`] : []),
      );
      assert.deepEqual(only(ids), [id]);
    });
  }

  it('misses the tools that it needs, and tmux only for tmux [P3-01]', () => {
    assert.deepEqual(found({}, {}, 'K missing tmux', 'K missing openssl', 'K missing setsid'), []);
    assert.deepEqual(found({}, { launcher: 'tmux' }, 'K missing tmux'), ['fail P3-01']);
    assert.deepEqual(found({}, {}, 'K missing openssl', 'K missing sha256sum'), ['fail P3-01']);
    assert.deepEqual(found({}, {}, 'K missing tar'), ['fail P3-01']);
  });

  it('wants for an environment.yml a program of conda, and its Python [AD6]', () => {
    const [python, program] = ['K conda.python /opt/conda', 'K conda /opt/conda/bin/conda'];
    assert.deepEqual(found({}, { conda: true }, python, program), []);
    assert.deepEqual(found({}, { conda: true }, program), ['fail AD6']);
    assert.deepEqual(found({}, { conda: true }, python), ['fail AD6']);
    assert.deepEqual(found({}, {}), []);
  });
});

describe("an audit's answer", () => {
  it('counts only when it is whole', () => {
    assert.equal(readAudit(''), undefined);
    assert.equal(readAudit('GPU-LEASE audit 1\nK uid 0\n'), undefined);
    assert.equal(readAudit(`GPU-LEASE audit 1\n${'K a b\n'.repeat(30_000)}GPU-LEASE audited\n`), undefined);
  });

  it('holds whatever a box says, and no more', () => {
    const reading = readAudit(
      'banner\nGPU-LEASE audit 1\nK __proto__ x\nK constructor y\nL work\nX a b\nGPU-LEASE audited\n',
    );
    assert.equal(reading?.value('constructor'), 'y');
    assert.equal(reading?.value('toString'), undefined);
    assert.equal(reading?.number('constructor'), undefined);
  });
});
