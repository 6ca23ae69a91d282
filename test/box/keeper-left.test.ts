import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leftOver } from '../../src/box/left-processes.ts';
import type { RunDir } from '../../src/launch/launcher.ts';
import { missing } from '../requirement.ts';
import { alive, end, onBox, started } from './keeper-run.ts';
import { eventually, SHELLS, type ShellBox } from './shell-channel.ts';

const hardlyYoung = (box: ShellBox, dir: RunDir, ...named: string[]): Promise<string> =>
  box.channel.exec(['sh', dir.keeper, 'left', dir.base, '0', ...named]).then(({ stdout }) => stdout);

/** A process in the background, with these variables. */
async function process(box: ShellBox, variables: string, seconds: number): Promise<number> {
  const script = `${variables} sleep ${seconds} >/dev/null 2>&1 </dev/null & echo $!`;
  return Number((await box.channel.exec(['sh', '-c', script])).stdout);
}

for (const shell of SHELLS) {
  describe(`what a run leaves alive, on ${shell}`, { skip: missing(shell), concurrency: 3 }, () => {
    it('is told by its mark and directory, and ended by number and start time, and nobody else is [P5-18] [D-05]', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: 'true' });
        await end(box, dir);
        const ours = `GPU_LEASE_MARK=tiny-7/1/main GPU_LEASE_BASE=${dir.base}`;
        const left = await process(box, ours, 1001);
        const other = await process(box, ours, 1002);
        const foreign = [
          await process(box, '', 1003),
          await process(box, `GPU_LEASE_MARK=tiny-7/1/main GPU_LEASE_BASE=${dir.base}0`, 1004),
          await process(box, `GPU_LEASE_MARK=tiny-77/1/main GPU_LEASE_BASE=${dir.base}`, 1005),
          await process(box, `NOTE=GPU_LEASE_MARK=tiny-7/1/main ABOUT=GPU_LEASE_BASE=${dir.base}`, 1006),
        ];
        const listed = await eventually('both are listed', async () => {
          const text = await hardlyYoung(box, dir);
          return text.includes(`left ${left} `) && text.includes(`left ${other} `) ? text : undefined;
        });
        assert.equal(listed.match(/^GPU-LEASE left /gm)?.length, 2, listed);
        const start = new RegExp(`left ${left} (\\d+) `).exec(listed)?.[1];
        const wrong = await hardlyYoung(box, dir, `${left}:${Number(start) + 1}`, `${foreign[0]}:1`);
        assert.doesNotMatch(wrong, /ended/, 'another process may have the number by now');
        assert.match(await hardlyYoung(box, dir, `${left}:${start}`), new RegExp(`ended ${left}\n`));
        assert.equal(await alive(left), false);
        for (const pid of [other, ...foreign]) assert.equal(await alive(pid), true);
        const young = await leftOver(box.channel, dir, [
          {
            pid: other,
            start: Number(new RegExp(`left ${other} (\\d+) `).exec(listed)?.[1]),
            ageSeconds: 0,
            program: '',
          },
        ]);
        assert.deepEqual(young, { processes: [], young: 1, ended: [] }, 'nothing younger than two minutes');
        assert.equal(await alive(other), true);
      });
    });

    it('is nothing while an attempt works [P5-18]', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: 'exec sleep 1000' });
        assert.equal(await leftOver(box.channel, dir), undefined);
        assert.match(await hardlyYoung(box, dir), /^GPU-LEASE working$/m);
      });
    });
  });
}
