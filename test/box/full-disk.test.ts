import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { audit } from '../../src/box/audit.ts';
import { install, probe } from '../../src/box/keeper.ts';
import { durableSets, holdOnTier } from '../../src/collect/durable-sets.ts';
import { setsid } from '../../src/launch/setsid.ts';
import { missing } from '../requirement.ts';
import { end, onBox } from './keeper-run.ts';
import { eventually, SHELLS, type Shell, type ShellBox } from './shell-channel.ts';
import { codeOf, planOf } from './small-plan.ts';

const skipMount = canMount() ? false : 'needs the right to mount a tmpfs';

for (const shell of SHELLS) {
  describe(`a full disk on ${shell}`, { skip: missing(shell) || skipMount, concurrency: 4 }, () => {
    for (const [what, options, fill] of [
      ['bytes', 'size=1m', 1],
      ['inodes', 'size=50m,nr_inodes=40', 40],
    ] as const) {
      it(`is found by the audit before launch: ${what} [P0-03] [U7]`, async () => {
        await withDisk(shell, options, async (box, disk) => {
          if (what === 'bytes') await writeFile(join(disk, 'hog'), Buffer.alloc(1_000_000)).catch(() => {});
          else for (let i = 0; i < fill; i++) await writeFile(join(disk, `f${i}`), '').catch(() => {});
          const report = await audit(box.channel, { workDir: disk, diskBytes: 100_000, inodes: 10 });
          assert.deepEqual(new Set(report.findings.map((each) => each.id)).has('U7'), true);
          assert.equal(report.fit, false);
        });
      });
    }

    it('stops an install that does not fit, names the reason, and leaves nothing half in place', async () => {
      await withDisk(shell, 'size=300k', async (box, disk) => {
        const code = codeOf({ big: 'x'.repeat(1_000_000) });
        await assert.rejects(install(box.channel, planOf({ workDir: disk, code })), {
          kind: 'unfit',
          message: /[Nn]o space left/,
        });
        assert.equal((await box.channel.exec(['sh', '-c', `ls "$1"/tiny-7`, 'sh', disk])).stdout, '');
      });
    });

    it('fails the cell whose durable copy does not fit, and keeps the data [P2-05] [F-D10]', async () => {
      await withDisk(shell, 'size=200k', async (box, durableDir) => {
        const command =
          'head -c 500000 /dev/zero >"$GPU_LEASE_OUT/model.bin"; echo j >"$GPU_LEASE_OUT/j.tmp"';
        const { dir } = await install(box.channel, planOf({ command, durableDir, scratch: ['*.tmp'] }));
        await setsid.start(box.channel, dir, 1);
        const [cell] = (await end(box, dir)).cells;
        assert.equal(cell?.exitCode, 0);
        assert.ok(cell?.syncExitCode === 22 || cell?.syncExitCode === 23, `${cell?.syncExitCode}`);
        assert.match(cell?.logTail ?? '', /DURABLE SYNC FAILED/);
        assert.equal(
          (await box.channel.exec(['ls', `${dir.base}/cells/main/out`])).stdout,
          'j.tmp\nmodel.bin\n',
        );
      });
    });

    it('gets no checkpoint that does not fit: it is said once, the one that is there stays, and the cell goes on [P2-05]', async () => {
      await withDisk(shell, 'size=900k', async (box, durableDir) => {
        const command = `cd "$GPU_LEASE_OUT"; mkdir checkpoint-1; head -c 300000 /dev/zero >checkpoint-1/m
          while [ ! -f "$HOME/next" ]; do sleep 0.1; done; mkdir checkpoint-2; head -c 2000000 /dev/zero >checkpoint-2/m; sleep 1000`;
        const sets = { path: 'checkpoint-*' };
        const { dir } = await install(box.channel, planOf({ command, durableDir, sets }));
        await setsid.start(box.channel, dir, 1);
        const cell = () => probe(box.channel, dir).then(({ cells }) => cells[0]);
        const first = await eventually('the first is there', async () => (await cell())?.durable);
        await writeFile(join(box.home, 'next'), '');
        const full = await eventually('there is no room', async () => {
          const seen = await cell();
          return seen?.durableFailure === undefined ? undefined : seen;
        });
        assert.deepEqual([full.durableFailure, full.durable, full.state], ['no-room', first, 'running']);
        const beats = async () =>
          (await box.channel.exec(['cat', `${dir.base}/attempts/1/heartbeat`])).stdout;
        const before = await beats();
        await eventually('beats go on', async () => ((await beats()) === before ? undefined : true));
        const { stdout: log } = await box.channel.exec(['cat', `${dir.base}/attempts/1/keeper.log`]);
        assert.equal(log.match(/has no room for checkpoint-2/g)?.length, 1);
        assert.deepEqual(
          (await durableSets(box.channel, durableDir, 'tiny-7')).map(({ id }) => id),
          [first.id],
        );
        await setsid.signal(box.channel, dir, 0);
      });
    });

    /** A cell whose checkpoints are copied to a tier of so many KiB, the first of them counted, and which then leaves a result of so many. */
    async function overWith(
      size: string,
      resultBytes: number,
      use: (ids: string[], counted: string) => void,
    ) {
      await withDisk(shell, `size=${size}`, async (box, durableDir) => {
        const command = `cd "$GPU_LEASE_OUT"; mkdir checkpoint-1; head -c 300000 /dev/zero >checkpoint-1/m
          until [ -f "$HOME/next" ]; do sleep 0.1; done; mkdir checkpoint-2; head -c 300000 /dev/zero >checkpoint-2/m; rm -r checkpoint-1
          until [ -f "$HOME/over" ]; do sleep 0.1; done; head -c ${resultBytes} /dev/zero >model.bin`;
        const { dir } = await install(
          box.channel,
          planOf({ command, durableDir, sets: { path: 'checkpoint-*' } }),
        );
        await setsid.start(box.channel, dir, 1);
        const sets = () => durableSets(box.channel, durableDir, 'tiny-7');
        const copied = (count: number) =>
          eventually(`${count} are there`, async () => {
            const found = await sets();
            return found.length === count ? found : undefined;
          });
        const [counted] = await copied(1);
        assert.ok(counted && (await holdOnTier(box.channel, counted)));
        await writeFile(join(box.home, 'next'), '');
        await copied(2);
        await writeFile(join(box.home, 'over'), '');
        const [cell] = (await end(box, dir)).cells;
        const isLarge = resultBytes > 1_000_000;
        assert.equal(cell?.syncExitCode === 0, !isLarge, `${cell?.syncExitCode}`);
        use(
          (await sets()).map(({ id }) => id),
          counted.id,
        );
      });
    }

    it('takes no checkpoint away for a result that has no room there all the same [P2-05] [F-D10]', async () => {
      await overWith('1300k', 2_000_000, (ids) => assert.equal(ids.length, 2));
    });

    it('takes the checkpoint that is counted away only where the others do not make the room', async () => {
      await overWith('1300k', 500_000, (ids, counted) => assert.deepEqual(ids, [counted]));
    });

    it('still lets the keeper write how a command ended that filled it', async () => {
      await withDisk(shell, 'size=600k', async (box, disk) => {
        const command = 'cat /dev/zero >"$GPU_LEASE_OUT/fill"; cat /dev/zero >"$GPU_LEASE_OUT/more"; exit 5';
        const { dir } = await install(box.channel, planOf({ workDir: disk, command }));
        await setsid.start(box.channel, dir, 1);
        const seen = await end(box, dir);
        assert.deepEqual(
          [seen.disk.freeBytes < 100_000, seen.cells[0]?.state, seen.cells[0]?.exitCode],
          [true, 'exited', 5],
        );
        assert.equal(seen.queueExitCode, 1);
      });
    });

    it('does not make a probe fail', async () => {
      await withDisk(shell, 'size=600k', async (box, disk) => {
        const command = 'cat /dev/zero >"$GPU_LEASE_OUT/fill"; echo $? >&2; sleep 1000';
        const { dir } = await install(box.channel, planOf({ workDir: disk, command }));
        await setsid.start(box.channel, dir, 1);
        let free = 1;
        for (let look = 0; look < 100 && free > 0; look++)
          free = (await probe(box.channel, dir)).disk.freeBytes;
        assert.equal(free, 0);
        const seen = await probe(box.channel, dir);
        assert.deepEqual([seen.queue, seen.cells[0]?.state], ['running', 'running']);
        await setsid.signal(box.channel, dir, 0);
      });
    });
  });
}

async function withDisk(
  shell: Shell,
  options: string,
  use: (box: ShellBox, disk: string) => Promise<void>,
): Promise<void> {
  await onBox(shell, async (box) => {
    const disk = join(box.home, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]);
    try {
      await use(box, disk);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
}

function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', dir], { stdio: 'ignore' });
    execFileSync('umount', [dir]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(dir);
  }
}
