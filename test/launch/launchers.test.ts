// Over ten seconds: tmux, setsid and the others are started for real and ended for real.
import assert from 'node:assert/strict';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { install, probe } from '../../src/box/keeper.ts';
import { launcherFor } from '../../src/launch/registry.ts';
import { end, onBox, text } from '../box/keeper-run.ts';
import { eventually, kill, SHELLS } from '../box/shell-channel.ts';
import { planOf } from '../box/small-plan.ts';
import { missing, type Requirement } from '../requirement.ts';

for (const id of ['setsid', 'tmux'] as const) {
  for (const shell of SHELLS) {
    const needs: Requirement[] = id === 'tmux' ? [shell, 'tmux'] : [shell];
    describe(`launcher ${id} on ${shell}`, { skip: missing(...needs), concurrency: 4 }, () => {
      const launcher = launcherFor(id);

      it('starts one trainer when ten starts race, and says so to each [P3-02]', async () => {
        await onBox(shell, async (box) => {
          const { dir } = await install(box.channel, planOf({ command: 'echo started >>"$HOME/starts"' }));
          const all = await Promise.all(
            Array.from({ length: 10 }, () => launcher.start(box.channel, dir, 1)),
          );
          assert.deepEqual(all.map((each) => each.outcome).sort(), [...Array(9).fill('already'), 'started']);
          await end(box, dir);
          assert.equal(await readFile(join(box.home, 'starts'), 'utf8'), 'started\n');
        });
      });

      it('says with the first start that the heart beats, and long after the end that it was started already', async () => {
        await onBox(shell, async (box) => {
          const { dir } = await install(box.channel, planOf());
          assert.deepEqual(await launcher.start(box.channel, dir, 1), {
            outcome: 'started',
            heartbeat: true,
          });
          await end(box, dir);
          assert.deepEqual(await launcher.start(box.channel, dir, 1), {
            outcome: 'already',
            heartbeat: true,
          });
        });
      });

      it('does not start an attempt beside one that is alive, and starts it after that one was ended', async () => {
        await onBox(shell, async (box) => {
          const { dir } = await install(box.channel, planOf({ command: 'exec sleep 1000' }));
          await launcher.start(box.channel, dir, 1);
          await install(box.channel, planOf({ attempt: 2, command: 'echo second' }));
          await assert.rejects(launcher.start(box.channel, dir, 2), {
            kind: 'refused',
            code: 'still-running',
          });
          await launcher.signal(box.channel, dir, 2);
          assert.equal((await launcher.start(box.channel, dir, 2)).outcome, 'started');
          const seen = await end(box, dir);
          // Only what this attempt wrote is this attempt's log.
          assert.deepEqual([seen.attempt, seen.cells[0]?.logTail], [2, 'second\n']);
        });
      });

      it('refuses an attempt that was never laid down', async () => {
        await onBox(shell, async (box) => {
          const { dir } = await install(box.channel, planOf());
          await assert.rejects(launcher.start(box.channel, dir, 2), { kind: 'unfit', code: 'not-installed' });
          assert.equal((await probe(box.channel, dir)).queue, 'absent');
        });
      });

      it('has all three streams redirected and a session of its own', async () => {
        await onBox(shell, async (box) => {
          const { dir } = await install(
            box.channel,
            planOf({ command: 'echo $$ >"$GPU_LEASE_OUT/pid"; exec sleep 1000' }),
          );
          await launcher.start(box.channel, dir, 1);
          await eventually('the trainer', () => text(box, 'cells/main/out/pid').catch(() => undefined));
          for (const record of ['attempts/1/queue', 'attempts/1/cells/main/pid']) {
            const [pid, , , group] = (await text(box, record)).trim().split(' ');
            assert.equal(group, pid, record);
            for (const stream of ['0', '1', '2']) {
              const target = await readlink(`/proc/${pid}/fd/${stream}`);
              assert.match(
                target,
                stream === '0' ? /^\/dev\/null$/ : /\/(keeper\.)?log$/,
                `${record} ${stream}`,
              );
            }
          }
        });
      });
    });
  }
}

describe('launcher tmux', { skip: missing('tmux') }, () => {
  it('uses a session of exactly that name and leaves every other session alone [P3-04]', async () => {
    await onBox('bash', async (box) => {
      const other = ['tmux', 'new-session', '-d', '-s', 'gpu-lease-tiny-7-10', 'exec sleep 1000'] as const;
      await box.channel.exec(other);
      const { dir } = await install(box.channel, planOf({ command: 'exec sleep 1000' }));
      await launcherFor('tmux').start(box.channel, dir, 1);
      const sessions = async () =>
        (await box.channel.exec(['tmux', 'list-sessions', '-F', '#{session_name}'])).stdout
          .trim()
          .split('\n');
      assert.deepEqual((await sessions()).sort(), ['gpu-lease-tiny-7-1', 'gpu-lease-tiny-7-10']);
      await launcherFor('tmux').signal(box.channel, dir, 5);
      await eventually('its session ends', async () => ((await sessions()).length === 1 ? true : undefined));
      assert.deepEqual(await sessions(), ['gpu-lease-tiny-7-10']);
    });
  });

  it('says that there is no tmux, and leaves the attempt to another launcher', async () => {
    await onBox('dash', async (box) => {
      const { dir } = await install(box.channel, planOf());
      const tools =
        'cat cut date find grep mkdir mv openssl rm sed setsid sleep stat tr wc awk tail head od sort xargs cmp df'.split(
          ' ',
        );
      await box.channel.exec([
        'sh',
        '-c',
        `cd "$HOME/bin"; for t in ${tools.join(' ')}; do ln -s "/usr/bin/$t"; done`,
      ]);
      box.env['PATH'] = box.bin;
      await assert.rejects(launcherFor('tmux').start(box.channel, dir, 1), {
        kind: 'unfit',
        message: /no tmux/,
      });
      assert.deepEqual(await readdir(join(dir.base, 'attempts')), []);
      assert.equal((await launcherFor('setsid').start(box.channel, dir, 1)).outcome, 'started');
      await end(box, dir);
    });
  });

  it('survives the death of the tmux server as far as the trainer goes, and tells it', async () => {
    await onBox('dash', async (box) => {
      const { dir } = await install(
        box.channel,
        planOf({ command: 'echo $$ >"$GPU_LEASE_OUT/pid"; exec sleep 1000' }),
      );
      await launcherFor('tmux').start(box.channel, dir, 1);
      const pid = await eventually('the trainer', () =>
        text(box, 'cells/main/out/pid').catch(() => undefined),
      );
      const server = await box.channel.exec(['tmux', 'display-message', '-p', '#{pid}']);
      kill(Number(server.stdout));
      assert.equal((await probe(box.channel, dir)).cells[0]?.state, 'running');
      kill(Number(pid));
      const seen = await end(box, dir);
      assert.equal(seen.cells[0]?.exitCode, 137);
    });
  });
});

describe('launcher registry', () => {
  it('refuses a launcher it does not have, by any name', () => {
    for (const id of ['onstart', 'constructor', '__proto__', '']) {
      assert.throws(() => launcherFor(id), { kind: 'usage', code: 'no-launcher' });
    }
  });
});
