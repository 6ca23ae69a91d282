// Over ten seconds: what ends a forgotten box is this shell script, and only real shells and processes show what it does.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { layDeadMan, liftDeadMan } from '../../src/box/dead-man.ts';
import { missing } from '../requirement.ts';
import { alive, onBox, started } from './keeper-run.ts';
import { eventually, kill, processesOf, SHELLS, type ShellBox } from './shell-channel.ts';

const RUN = 'tiny-7';
const LINE = 'echo off >>"$HOME/ended"';

const stateDir = async (box: ShellBox): Promise<string> => {
  const top = join(box.home, '.gpu-lease/.dead-man');
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  assert.ok((await readdir(top)).includes(boot));
  return join(top, boot);
};
const watcherOf = async (box: ShellBox): Promise<number> =>
  Number((await readFile(join(await stateDir(box), 'watcher'), 'utf8')).split(' ')[0]);
const endedOn = (box: ShellBox): Promise<string | undefined> =>
  readFile(join(box.home, 'ended'), 'utf8').catch(() => undefined);

/** Processes that wait on that box, by their command line. */
async function watchersOn(box: ShellBox): Promise<number[]> {
  const all = await Promise.all(
    (await processesOf(box.home)).map(async (pid) => ({
      pid,
      command: (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0'),
    })),
  );
  return all
    .filter(({ command }) => command.includes('watch') && command.some((word) => /dead-man-/.test(word)))
    .map(({ pid }) => pid);
}

for (const shell of SHELLS) {
  describe(`what ends the meter of a box for which nobody comes, in ${shell}`, {
    skip: missing(shell),
  }, () => {
    it('M3: ends it at the deadline though nothing was ever started there', async () => {
      await onBox(shell, async (box) => {
        const laid = await layDeadMan(box.channel, { run: RUN, seconds: 2, line: LINE });
        assert.ok(laid.secondsLeft !== undefined && laid.secondsLeft <= 2, JSON.stringify(laid));
        assert.equal(await endedOn(box), undefined);
        await eventually('the line ran', () => endedOn(box));
      });
    });

    it('M3: ends it when the keeper and all that it started are killed', async () => {
      await onBox(shell, async (box) => {
        const order = { run: RUN, line: LINE };
        await layDeadMan(box.channel, { ...order, seconds: 600 });
        await started(box, { command: 'touch "$HOME/up"; exec sleep 1000', deadManSeconds: 600 });
        const waits = await watcherOf(box);
        await eventually('the trainer is up', async () =>
          readFile(join(box.home, 'up')).catch(() => undefined),
        );
        await layDeadMan(box.channel, { ...order, seconds: 4 });
        for (const pid of await processesOf(box.home))
          if (pid !== waits && !(await isChildOf(pid, waits))) kill(pid);
        const seen = await watchersOn(box);
        assert.deepEqual([seen, await endedOn(box)], [[waits], undefined]);
        await eventually('the line ran', () => endedOn(box));
      });
    });

    it('M3: laid again is one process, and a later deadline moves it', async () => {
      await onBox(shell, async (box) => {
        const since = await upSeconds();
        await layDeadMan(box.channel, { run: RUN, seconds: 3, line: LINE });
        const first = await watcherOf(box);
        const [again, beside] = await Promise.all([
          layDeadMan(box.channel, { run: RUN, seconds: 600, line: LINE }),
          layDeadMan(box.channel, { run: RUN, seconds: 600, line: LINE }),
        ]);
        assert.ok(again.secondsLeft !== undefined && again.secondsLeft > 590);
        assert.ok(beside.secondsLeft !== undefined && beside.secondsLeft > 590);
        assert.deepEqual([await watcherOf(box), await watchersOn(box)], [first, [first]]);
        // The first deadline passes, and nothing is ended.
        await eventually('it is over', async () => ((await upSeconds()) > since + 4 ? true : undefined));
        assert.equal(await endedOn(box), undefined);
        // An earlier one of the same run counts as well: its hours were cut.
        await layDeadMan(box.channel, { run: RUN, seconds: 1, line: LINE });
        await eventually('the line ran', () => endedOn(box));
      });
    });

    it('is one process where two lay it at the same moment', async () => {
      await onBox(shell, async (box) => {
        const order = { run: RUN, seconds: 600, line: LINE };
        await Promise.all([1, 2, 3].map(() => layDeadMan(box.channel, order)));
        await eventually('one is left', async () =>
          (await watchersOn(box)).length === 1 ? true : undefined,
        );
      });
    });

    it('waits for the latest of two runs, and no longer for one that was lifted', async () => {
      await onBox(shell, async (box) => {
        await layDeadMan(box.channel, { run: 'other-1', seconds: 600, line: LINE });
        const laid = await layDeadMan(box.channel, { run: RUN, seconds: 1, line: LINE });
        assert.ok(laid.secondsLeft !== undefined && laid.secondsLeft > 590);
        await layDeadMan(box.channel, { run: RUN, seconds: 600, line: LINE });
        const other = await layDeadMan(box.channel, { run: 'other-1', seconds: 1, line: LINE });
        assert.ok(other.secondsLeft !== undefined && other.secondsLeft > 590);
        await liftDeadMan(box.channel, 'other-1');
        await liftDeadMan(box.channel, RUN);
        await eventually('nobody waits', async () =>
          (await watchersOn(box)).length === 0 ? true : undefined,
        );
        assert.equal(await endedOn(box), undefined);
      });
    });

    it('outlives a hangup, and tries a line that does not end the box again, more and more seldom, and says so', async () => {
      await onBox(shell, async (box) => {
        const line = 'cat /proc/uptime >>"$HOME/ended"; echo no route to the platform; exit 7';
        await layDeadMan(box.channel, { run: RUN, seconds: 1, line });
        kill(await watcherOf(box), 'SIGHUP');
        const failed = join(await stateDir(box), 'failed');
        await eventually('it was tried three times', async () =>
          (await readFile(failed, 'utf8').catch(() => '')).startsWith('3 7 ') ? true : undefined,
        );
        const [one = 0, two = 0, three = 0, ...more] = ((await endedOn(box)) ?? '')
          .trim()
          .split('\n')
          .map(Number.parseFloat);
        assert.deepEqual([more, two - one >= 4, three - two > 1.3 * (two - one)], [[], true, true]);
        assert.equal(await alive(await watcherOf(box)), true);
        const next = await layDeadMan(box.channel, { run: RUN, seconds: 600, line });
        assert.deepEqual(
          [next.failed?.times, next.failed?.exitCode, next.failed?.said],
          [3, 7, 'no route to the platform'],
        );
      });
    });

    it('tells what a read comes to, without the words of its shell', async () => {
      await onBox(shell, async (box) => {
        const order = { run: RUN, seconds: 600, line: LINE };
        const refused = await layDeadMan(box.channel, { ...order, probe: 'echo 403 >&2; exit 22' });
        assert.deepEqual(refused.tried, { exitCode: 22, said: '403' });
        assert.equal((await layDeadMan(box.channel, { ...order, probe: 'true' })).tried?.exitCode, 0);
        assert.equal((await layDeadMan(box.channel, order)).tried, undefined);
      });
    });

    it('says why where nothing can be written, and uses no script that came cut short', async () => {
      await onBox(shell, async (box) => {
        const order = { run: RUN, seconds: 600, line: LINE };
        const short = {
          ...box.channel,
          exec: (argv: readonly [string, ...string[]], options = {}) =>
            box.channel.exec(argv, { ...options, stdin: Buffer.from('#!/bin/sh\n') }),
        };
        const cut = await layDeadMan(short as typeof box.channel, order);
        assert.deepEqual(
          [cut.secondsLeft, cut.why],
          [undefined, 'nothing could be written below ~/.gpu-lease'],
        );
        assert.ok((await layDeadMan(box.channel, order)).secondsLeft !== undefined);
      });
    });
  });
}

const upSeconds = async (): Promise<number> => Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]);

async function isChildOf(pid: number, parent: number): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line.replace(/^.*\) /s, '').split(' ')[1] === String(parent);
}
