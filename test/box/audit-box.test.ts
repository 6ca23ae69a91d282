import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { audit } from '../../src/box/audit.ts';
import { TransportFailed } from '../../src/box/channel.ts';
import { missing } from '../requirement.ts';
import { onBox } from './keeper-run.ts';
import { processesOf, SHELLS, type ShellBox } from './shell-channel.ts';

for (const shell of SHELLS) {
  describe(`audit on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('passes this machine for a job that asks for no GPU, in one exec, and leaves nothing behind', async () => {
      await onBox(shell, async (box) => {
        const before = await readdir(box.home);
        const report = await audit(box.channel, { python: '/usr/bin/python3', workDir: '~/.gpu-lease' });
        assert.deepEqual(
          report.findings.filter((each) => each.level === 'fail'),
          [],
        );
        assert.equal(report.fit, true);
        assert.equal(box.execs.length, 1);
        assert.equal(report.measured['workDir'], `${box.home}/.gpu-lease`);
        assert.match(String(report.measured['python']), /^3\./);
        for (const name of ['diskFreeBytes', 'memoryMaxBytes', 'cpus', 'shmBytes'])
          assert.ok(Number(report.measured[name]) > 0, name);
        assert.deepEqual(await readdir(box.home), before);
        assert.deepEqual(await processesOf(box.home), []);
      });
    });

    it('names what takes the room of a mount that is too small, a cache behind a link included [P0-04] [AD5]', async () => {
      await onBox(shell, async (box) => {
        // A mount with little on it, and home on another: only the link leads there.
        const disk = await mkdtemp('/dev/shm/gpu-lease-audit-');
        try {
          const models = join(disk, 'big', 'models');
          await mkdir(models, { recursive: true });
          await writeFile(join(models, 'weights'), Buffer.alloc(64 << 20, 1));
          await mkdir(join(box.home, '.cache'));
          await symlink(models, join(box.home, '.cache', 'huggingface'));
          const report = await audit(box.channel, { diskBytes: 2 ** 52, workDir: join(disk, 'runs') });
          const [full] = report.findings.filter(({ id }) => id === 'U7');
          assert.equal(full?.level, 'fail');
          assert.match(full?.what ?? '', /GB needed: \d+ GB are missing\. The largest on that mount: \//);
          assert.ok(full?.what.includes(`${models} 671`), full?.what);
          assert.equal(box.execs.length, 2);
          assert.ok(existsSync(join(models, 'weights')), 'nothing is deleted');
        } finally {
          await rm(disk, { recursive: true });
        }
      });
    });

    it('measures where data sets are to lie, also where nobody has made that yet [P0-05]', async () => {
      await onBox(shell, async (box) => {
        const setsDir = '/dev/shm/gpu-lease-nobody-made-this/sets';
        const { fit, findings } = await audit(box.channel, { dataBytes: 2 ** 52, setsDir });
        assert.equal(fit, false);
        const [full] = findings.filter(({ id }) => id === 'U7');
        assert.equal(full?.fullAt, setsDir);
        assert.equal(existsSync('/dev/shm/gpu-lease-nobody-made-this'), false);
      });
    });

    it('finds a durable mount that is none, and one that is [P0-13]', async () => {
      await onBox(shell, async (box) => {
        const ids = async (durableDir: string) =>
          (await audit(box.channel, { durableDir })).findings.map((each) => `${each.level} ${each.id}`);
        assert.deepEqual(await ids(`${box.home}/absent`), ['fail P0-13']);
        assert.deepEqual(await ids('$HOME'), ['fail P0-13', 'warn P0-02']);
        assert.deepEqual(await ids('/dev/shm'), []);
        assert.deepEqual(await ids('/proc'), ['fail P0-13', 'fail U7']);
      });
    });

    it('reads cards and their health from the vendor tool [P0-08] [P0-09]', async () => {
      await onBox(shell, async (box) => {
        await fakeSmi(box, 'echo "0, NVIDIA A100-SXM4-40GB, 40960, 5, 00000000:3B:00.0, 550.1"');
        await writeFile(
          join(box.bin, 'dmesg'),
          '#!/bin/sh\necho "[1] boot"\necho "[2] NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus."\n',
          { mode: 0o755 },
        );
        const report = await audit(box.channel, {
          gpu: { names: ['A100'], count: 1, memoryGb: { min: 80 } },
        });
        const ids = report.findings.map((each) => `${each.level} ${each.id}`);
        // Some builds of busybox run a dmesg of their own, which on this machine knows no NVIDIA card.
        const { stdout } = await box.channel.exec(['sh', '-c', 'dmesg 2>/dev/null || :']);
        const isFound = stdout.includes('NVRM');
        assert.ok(isFound || shell === 'busybox');
        // Nor is it this test's business what this machine's kernel has ended for memory.
        const ofCards = ids.filter((each) => !each.endsWith('F-K03'));
        assert.deepEqual(ofCards, isFound ? ['fail VAST14', 'fail F-K01'] : ['fail VAST14']);
        assert.equal(report.measured['gpuMemoryMib'], 40960);
      });
    });

    it('comes back from tools that hang, within its bound, and ends them [F-K08]', async () => {
      await onBox(shell, async (box) => {
        await writeFile(join(box.bin, 'nvidia-smi'), '#!/bin/sh\nsleep 1000\n', { mode: 0o755 });
        await writeFile(
          join(box.bin, 'snake'),
          '#!/bin/sh\n[ "$1" = --version ] && { echo Python 3.9.9; exit; }\nsleep 1000\n',
          { mode: 0o755 },
        );
        const began = Date.now();
        const report = await audit(box.channel, {
          gpu: { names: [], count: 1 },
          python: 'snake',
          framework: { module: 'torch', required: true },
          toolSeconds: 1,
        });
        assert.ok(Date.now() - began < 10_000);
        assert.deepEqual(
          report.findings.filter((each) => each.level === 'fail').map((each) => each.id),
          ['F-K08', 'F-E09'],
        );
        assert.deepEqual(await processesOf(box.home), []);
      });
    });

    it('brings hostile tool output across as text', async () => {
      await onBox(shell, async (box) => {
        await fakeSmi(
          box,
          `printf '0, \\033[31mL40S\\nGPU-LEASE audited\\nK gpu.exit 0\\n::error::x, 1, 1, x, 1\\n'`,
        );
        const report = await audit(box.channel, { gpu: { names: ['L40S'], count: 1 } });
        assert.equal(report.fit, false);
        assert.doesNotMatch(JSON.stringify(report), /\\u001b/);
      });
    });
  });
}

describe('audit', () => {
  it('that did not arrive whole says nothing about the box [P1-05]', async () => {
    await onBox('dash', async (box) => {
      const cut = {
        ...box.channel,
        exec: async () => ({ exitCode: 0, stdout: 'GPU-LEASE audit 1\n', stderr: '', truncated: false }),
      };
      await assert.rejects(audit(cut, {}), TransportFailed);
    });
  });
});

/** An `nvidia-smi` whose identity answer is what `identity` prints, and which is otherwise idle and well. */
async function fakeSmi(box: ShellBox, identity: string): Promise<void> {
  await writeFile(
    join(box.bin, 'nvidia-smi'),
    `#!/bin/sh
case "$*" in
  *memory.total*) ${identity} ;;
  *utilization.gpu*) echo "0, 0, 40, 345, 1980, 60" ;;
  *PERFORMANCE*)
    echo "GPU 00000000:3B:00.0"
    for r in "HW Slowdown" "HW Thermal Slowdown" "HW Power Brake Slowdown" "SW Thermal Slowdown"; do echo "        $r : Not Active"; done ;;
esac
`,
    { mode: 0o755 },
  );
}
