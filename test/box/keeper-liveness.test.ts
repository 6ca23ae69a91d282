// Over ten seconds: a trainer that hangs is told from a slow one by seconds that pass.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { install, probe } from '../../src/box/keeper.ts';
import { setsid } from '../../src/launch/setsid.ts';
import { missing } from '../requirement.ts';
import { alive, end, ended, onBox, started, text } from './keeper-run.ts';
import { eventually, kill, SHELLS, type ShellBox } from './shell-channel.ts';
import { planOf } from './small-plan.ts';

const FOREVER = 'echo $$ >"$GPU_LEASE_OUT/pid"; exec sleep 1000';

for (const shell of SHELLS) {
  describe(`keeper liveness on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('says that nothing runs where nothing was started, though its own command line names the run [D-02] [P4-11]', async () => {
      await onBox(shell, async (box) => {
        const { dir } = await install(box.channel, planOf());
        const seen = await probe(box.channel, dir);
        assert.equal(seen.queue, 'absent');
        assert.deepEqual(seen.cells, []);
        assert.ok(seen.disk.freeBytes > 0 && seen.disk.totalBytes >= seen.disk.freeBytes);
      });
    });

    it('shows a running cell with a fresh heartbeat, in one exec [P4-02]', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER });
        await pidOf(box);
        box.execs.length = 0;
        const seen = await probe(box.channel, dir);
        assert.equal(box.execs.length, 1);
        assert.equal(seen.queue, 'running');
        assert.equal(seen.cells[0]?.state, 'running');
        assert.ok((seen.cells[0]?.heartbeatAgeSeconds ?? 99) <= 3);
        assert.equal(seen.bootId, (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim());
      });
    });

    it('beats again and again, with numbers of this moment', async () => {
      await onBox(shell, async (box) => {
        await started(box, { command: FOREVER });
        const first = await text(box, 'attempts/1/heartbeat');
        const later = await eventually('another heartbeat', async () => {
          const now = await text(box, 'attempts/1/heartbeat');
          return now === first ? undefined : now;
        });
        assert.match(later, /^\d+ [0-9a-f-]{36} \d+ \d+ (\d+|-) (\d+|-) (\d+|-) (\d+|-)\n$/);
      });
    });

    it('calls a trainer that was killed an exit with its signal, and the queue ends', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER });
        kill(await pidOf(box));
        const seen = await end(box, dir);
        assert.deepEqual(
          [seen.cells[0]?.state, seen.cells[0]?.exitCode, seen.cells[0]?.reason],
          ['exited', 137, 'exited'],
        );
        assert.equal(seen.queueExitCode, 1);
      });
    });

    it('still sees the trainer when the keeper was killed, and calls the run lost once both are gone [U3] [P4-12]', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER });
        const trainer = await pidOf(box);
        kill(await recorded(box, 'attempts/1/queue'));
        const without = await probe(box.channel, dir);
        assert.deepEqual([without.queue, without.cells[0]?.state], ['running', 'running']);

        kill(trainer);
        kill(await recorded(box, 'attempts/1/cells/main/pid'));
        const seen = await eventually('lost', async () => {
          const now = await probe(box.channel, dir);
          return now.queue === 'running' ? undefined : now;
        });
        assert.deepEqual([seen.queue, seen.cells[0]?.state, seen.cells[0]?.exitCode], ['lost', 'lost', null]);
      });
    });

    it('sees a trainer whose group leader is gone, by the mark in its environment', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER });
        await pidOf(box);
        kill(await recorded(box, 'attempts/1/queue'));
        kill(await recorded(box, 'attempts/1/cells/main/pid'));
        assert.equal((await probe(box.channel, dir)).cells[0]?.state, 'running');
      });
    });

    it('does not take another process that got the number for the one it recorded', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER });
        const [pid = '', start, boot, group] = await killed(box);
        const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
        const number = stranger.pid ?? 0;
        for (const other of [`${number} ${start} ${boot} ${number}`, `${pid} 1 ${boot} ${group}`]) {
          await record(dir, other);
          assert.equal((await probe(box.channel, dir)).queue, 'lost', other);
          await setsid.signal(box.channel, dir, 0);
        }
        assert.equal(await alive(number), true, 'a signal went to a process that was not recorded');
        kill(number);
      });
    });

    it('finds the trainer also where its records name others, and nothing of another directory [faults F1]', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER });
        const trainer = await pidOf(box);
        kill(await recorded(box, 'attempts/1/queue'));
        const mark = `GPU_LEASE_MARK=${basename(dir.base)}/1/main`;
        const elsewhere = spawn('env', [mark, 'GPU_LEASE_BASE=/elsewhere', 'sleep', '60'], {
          stdio: 'ignore',
        });
        await record(dir, `1 1 ${(await text(box, 'attempts/1/queue')).split(' ')[2]} 1`);
        assert.equal((await probe(box.channel, dir)).cells[0]?.state, 'running');
        kill(trainer);
        await eventually('the trainer is gone', async () => ((await alive(trainer)) ? undefined : true));
        assert.equal((await probe(box.channel, dir)).cells[0]?.state, 'lost');
        await setsid.signal(box.channel, dir, 0);
        assert.equal(await alive(elsewhere.pid ?? 0), true);
        kill(elsewhere.pid ?? 0);
      });
    });

    it('takes a zombie for dead [P4-11]', async () => {
      await onBox(shell, async (box) => {
        // A child that its parent never waits for; the box has no init that would.
        const parent = await box.channel.exec([
          'sh',
          '-c',
          'perl -e \'my $p = fork; if (!$p) { exit } open F, q(>), $ARGV[0]; print F $p; close F; sleep 30\' "$HOME/zombie" >/dev/null 2>&1 </dev/null & echo $!',
        ]);
        const zombie = await eventually('a zombie', async () => {
          const pid = await readFile(join(box.home, 'zombie'), 'utf8').catch(() => '');
          const stat = pid && (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
          return stat && / Z /.test(stat) ? { pid, start: stat.split(') ')[1]?.split(' ')[19] } : undefined;
        });
        const dir = await started(box, { command: FOREVER });
        const [, , boot] = await killed(box);
        await record(dir, `${zombie.pid} ${zombie.start} ${boot} ${zombie.pid}`);
        assert.equal((await probe(box.channel, dir)).cells[0]?.state, 'lost');
        kill(Number(parent.stdout));
      });
    });

    it('takes a record of an earlier boot for dead', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER });
        await killed(box);
        // Alive, and of that number and start; but of another boot.
        const stat = await readFile(`/proc/${process.pid}/stat`, 'utf8');
        const start = stat.slice(stat.lastIndexOf(') ')).split(' ')[20];
        await record(dir, `${process.pid} ${start} 00000000-0000-0000-0000-000000000000 ${process.pid}`);
        assert.equal((await probe(box.channel, dir)).queue, 'lost');
      });
    });

    it('tells a command that returned from one that vanished, when the keeper died before the copy [U33]', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER, durableDir: box.home });
        kill(await pidOf(box));
        await end(box, dir);
        await rm(join(dir.base, 'attempts/1/queue.exit'));
        await rm(join(dir.base, 'attempts/1/cells/main/exit'));
        await writeFile(join(dir.base, 'attempts/1/cells/main/returned'), '0 1700000000 exited\n');
        const seen = await probe(box.channel, dir);
        assert.deepEqual(
          [seen.queue, seen.cells[0]?.state, seen.cells[0]?.exitCode, seen.cells[0]?.syncExitCode],
          ['lost', 'exited', 0, 24],
        );
      });
    });

    it('says that a box on which the keeper is gone has no run', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, {});
        await end(box, dir);
        await rm(dir.base, { recursive: true });
        assert.equal((await probe(box.channel, dir)).queue, 'absent');
        await assert.rejects(setsid.start(box.channel, dir, 1), { code: 'keeper-gone', kind: 'unfit' });
      });
    });
  });

  describe(`keeper ending a run on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('asks first, and the exit record tells the truth; nothing after it is started [P3-04] [P3-08]', async () => {
      await onBox(shell, async (box) => {
        const polite = `trap 'echo saved; exit 9' TERM; echo $$ >"$GPU_LEASE_OUT/pid"; while :; do sleep 0.1; done`;
        const dir = await started(box, {
          cells: [
            { name: 'main', command: polite, vars: {} },
            { name: 'next', command: 'touch "$HOME/next"', vars: {} },
          ],
        });
        await pidOf(box);
        await setsid.signal(box.channel, dir, 10);
        const seen = await probe(box.channel, dir);
        assert.equal(seen.queue, 'ended');
        assert.deepEqual([seen.queueExitCode, seen.queueReason], [143, 'stopped']);
        assert.deepEqual(
          [seen.cells[0]?.exitCode, seen.cells[0]?.reason, seen.cells[1]?.state],
          [9, 'signal', 'waiting'],
        );
        assert.match(seen.cells[0]?.logTail ?? '', /saved/);
        assert.equal(existsSync(join(box.home, 'next')), false);
      });
    });

    it('kills the whole group of what does not listen, and nobody else', async () => {
      await onBox(shell, async (box) => {
        const bystander = await box.channel.exec([
          'sh',
          '-c',
          'sleep 1000 >/dev/null 2>&1 </dev/null & echo $!',
        ]);
        const stubborn = `trap '' TERM; sleep 1001 & echo $! >"$GPU_LEASE_OUT/child"; echo $$ >"$GPU_LEASE_OUT/pid"; while :; do sleep 0.1; done`;
        const dir = await started(box, { command: stubborn });
        const trainer = await pidOf(box);
        const child = Number(await text(box, 'cells/main/out/child'));
        await setsid.signal(box.channel, dir, 1);
        const seen = await probe(box.channel, dir);
        assert.deepEqual([seen.queue, seen.cells[0]?.exitCode], ['ended', 137]);
        assert.deepEqual([await alive(trainer), await alive(child)], [false, false]);
        assert.equal(await alive(bystander.stdout.trim()), true);
      });
    });

    it('ends the cells by itself when the dead-man timer runs out', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, { command: 'exec sleep 1000', deadManSeconds: 1 });
        assert.deepEqual(
          [seen.cells[0]?.reason, seen.cells[0]?.exitCode, seen.queueExitCode],
          ['dead-man', 143, 143],
        );
      });
    });

    it('keeps the dead-man timer running when the queue was killed', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: FOREVER, deadManSeconds: 2 });
        await pidOf(box);
        kill(await recorded(box, 'attempts/1/queue'));
        await eventually('the trainer is ended', async () =>
          (await probe(box.channel, dir)).queue === 'lost' ? true : undefined,
        );
      });
    });

    it('ends the meter of the box once, by the line of the profile, after the dead-man timer', async () => {
      await onBox(shell, async (box) => {
        const sees = `kill -0 "$(cat "$HOME/.gpu-lease/tiny-7/cells/main/out/pid")" && echo early`;
        const dir = await started(box, {
          command: FOREVER,
          deadManSeconds: 2,
          selfStop: `{ ${sees}; echo "it's off"; } >>"$HOME/ended" 2>/dev/null; echo told the platform; exit 3`,
        });
        const trainer = await pidOf(box);
        const log = await eventually('the line ran', async () => {
          const said = await text(box, 'attempts/1/keeper.log');
          return said.includes('(exit 3)') ? said : undefined;
        });
        assert.match(log, /stopping: dead-man\n.*queue ends: stopped.*\ntold the platform\n/s);
        assert.equal(await alive(trainer), false);
        assert.equal(await readFile(join(box.home, 'ended'), 'utf8'), "it's off\n");
        assert.equal((await end(box, dir)).queueExitCode, 143);
      });
    });

    it('ends the meter also when the queue was killed before', async () => {
      await onBox(shell, async (box) => {
        await started(box, { command: FOREVER, deadManSeconds: 2, selfStop: 'echo off >>"$HOME/ended"' });
        const trainer = await pidOf(box);
        kill(await recorded(box, 'attempts/1/queue'));
        await eventually('the line ran', async () =>
          (await text(box, 'attempts/1/keeper.log')).includes('(exit 0)') ? true : undefined,
        );
        assert.equal(await alive(trainer), false);
        assert.equal(await readFile(join(box.home, 'ended'), 'utf8'), 'off\n');
      });
    });

    it('leaves the meter alone when the job ended by itself, or when we stopped it', async () => {
      for (const [command, code] of [
        ['exit 0', 0],
        ['exit 7', 1],
        [FOREVER, 143],
      ] as const) {
        await onBox(shell, async (box) => {
          const dir = await started(box, { command, selfStop: 'echo off >>"$HOME/ended"' });
          if (command === FOREVER) {
            await pidOf(box);
            await setsid.signal(box.channel, dir, 5);
          }
          assert.equal((await end(box, dir)).queueExitCode, code);
          const queue = await recorded(box, 'attempts/1/queue');
          await eventually('the keeper is gone', async () => ((await alive(queue)) ? undefined : true));
          await assert.rejects(readFile(join(box.home, 'ended')), { code: 'ENOENT' });
        });
      }
    });
  });
}

describe('keeper without setsid', { skip: missing('dash') }, () => {
  for (const tools of [['perl'], ['nohup']]) {
    it(`detaches and ends a run with ${tools.join()} alone`, async () => {
      await onBox('dash', async (box) => {
        await onlyTools(box, tools);
        const dir = await started(box, { command: `${FOREVER}` });
        const trainer = await pidOf(box);
        assert.equal((await probe(box.channel, dir)).cells[0]?.state, 'running');
        await setsid.signal(box.channel, dir, 1);
        assert.deepEqual([(await probe(box.channel, dir)).queue, await alive(trainer)], ['ended', false]);
      });
    });
  }

  it('ends its own run alone where another box on this machine has one of the same name', async () => {
    await onBox('dash', async (other) => {
      await started(other, { command: FOREVER });
      const bystander = await pidOf(other);
      await onBox('dash', async (box) => {
        await onlyTools(box, ['nohup']);
        const dir = await started(box, { command: FOREVER });
        const trainer = await pidOf(box);
        await setsid.signal(box.channel, dir, 1);
        assert.deepEqual([await alive(trainer), await alive(bystander)], [false, true]);
      });
    });
  });
});

const pidOf = (box: ShellBox): Promise<number> =>
  eventually('the trainer runs', async () => {
    const pid = await text(box, 'cells/main/out/pid').catch(() => '');
    return pid.endsWith('\n') ? Number(pid) : undefined;
  });

const recorded = async (box: ShellBox, path: string): Promise<number> =>
  Number((await text(box, path)).split(' ')[0]);

/** Ends queue and trainer for good. @returns what the queue's record said: pid, start, boot, group */
async function killed(box: ShellBox): Promise<string[]> {
  const trainer = await pidOf(box);
  const words = (await text(box, 'attempts/1/queue')).trim().split(' ');
  kill(Number(words[0]));
  kill(trainer);
  await eventually('the trainer is gone', async () => ((await alive(trainer)) ? undefined : true));
  return words;
}

/** Writes down another process as the queue and as the command of the cell. */
async function record(dir: { base: string }, words: string): Promise<void> {
  for (const file of ['queue', 'cells/main/pid'])
    await writeFile(join(dir.base, 'attempts/1', file), `${words}\n`);
}

/** A PATH with what every box has, and of the ways to detach only those named. */
async function onlyTools(box: ShellBox, tools: readonly string[]): Promise<void> {
  const always =
    'awk cat cmp comm cp cut date df find grep gzip head ln ls mkdir mktemp mv nproc od openssl readlink rm rmdir sed sha256sum sleep sort stat sync tail tar tee touch tr wc xargs'.split(
      ' ',
    );
  for (const tool of [...always, ...tools])
    await symlink(`/usr/bin/${tool}`, join(box.bin, tool)).catch(() => {});
  box.env['PATH'] = box.bin;
}
