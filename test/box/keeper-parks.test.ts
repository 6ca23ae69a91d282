import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { install, probe } from '../../src/box/keeper.ts';
import { missing } from '../requirement.ts';
import { alive, end, ended, onBox, started, text } from './keeper-run.ts';
import { eventually, SHELLS, type ShellBox } from './shell-channel.ts';
import { planOf } from './small-plan.ts';

const OFF = 'echo "$(cat "$HOME/.gpu-lease/tiny-7/attempts/1/parks/at")" >>"$HOME/off"';

const off = (box: ShellBox): Promise<string> => readFile(join(box.home, 'off'), 'utf8').catch(() => '');

const isOff = (box: ShellBox): Promise<string> =>
  eventually('the line ran', async () => (await off(box)) || undefined);

const pidOfQueue = async (box: ShellBox): Promise<string> =>
  (await text(box, 'attempts/1/queue')).split(' ')[0] ?? '';

const keeperIsGone = async (box: ShellBox): Promise<true> => {
  const queue = await pidOfQueue(box);
  return eventually('the keeper is gone', async () => ((await alive(queue)) ? undefined : true));
};

for (const shell of SHELLS) {
  describe(`a box that parks itself, on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('runs the line once when every cell is finished and copied, having written down that it will', async () => {
      await onBox(shell, async (box) => {
        await mkdir(join(box.home, 'durable'));
        await ended(box, {
          command: 'echo best >"$GPU_LEASE_OUT/best.pt"',
          durableDir: join(box.home, 'durable'),
          parksItself: { line: OFF, afterSeconds: 1 },
        });
        const written = Number(await isOff(box));
        assert.ok(Math.abs(written - Date.now() / 1000) < 60, `written before: ${written}`);
        assert.equal(await readFile(join(box.home, 'durable/tiny-7/main/best.pt'), 'utf8'), 'best\n');
        assert.match(
          await text(box, 'attempts/1/keeper.log'),
          /queue ends: finished.*parking in 1 s.*parking this box/s,
        );
      });
    });

    it('stays up for a person where a cell died, where its copy is not proven, and where it was stopped', async () => {
      for (const [over, code] of [
        [{ command: 'exit 7' }, 1],
        [{ command: 'exit 0', durableDir: '/no/such/mount' }, 1],
        [{ command: 'sleep 60', deadManSeconds: 1 }, 143],
      ] as const) {
        await onBox(shell, async (box) => {
          const seen = await ended(box, { ...over, parksItself: { line: OFF, afterSeconds: 1 } });
          assert.equal(seen.queueExitCode, code);
          await keeperIsGone(box);
          assert.equal(await off(box), '');
        });
      }
    });

    it('waits for as long as somebody looks at it', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { parksItself: { line: OFF, afterSeconds: 4 } });
        await end(box, dir);
        const since = Date.now();
        while (Date.now() - since < 10_000) {
          assert.equal((await probe(box.channel, dir)).parkedAt, undefined);
          // Rarely: that a look is under way just when it waits must not be what holds it up.
          await new Promise((resolve) => setTimeout(resolve, 2500));
        }
        assert.equal(await off(box), '');
        const at = Number(await isOff(box));
        assert.equal((await probe(box.channel, dir)).parkedAt, at);
      });
    });

    it('waits for whoever reads from it, without a look', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { parksItself: { line: OFF, afterSeconds: 5 } });
        await end(box, dir);
        const reads = box.channel.exec([
          'sh',
          '-c',
          'sleep 10; cat "$1"',
          'sh',
          `${dir.base}/attempts/1/queue.exit`,
        ]);
        await new Promise((resolve) => setTimeout(resolve, 8000));
        assert.equal(await off(box), '', 'it is read from');
        await reads;
        await isOff(box);
      });
    });

    it('leaves the box alone when another attempt was begun on it', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { parksItself: { line: OFF, afterSeconds: 5 } });
        await end(box, dir);
        await mkdir(join(dir.base, 'attempts/2'));
        await keeperIsGone(box);
        assert.equal(await off(box), '');
      });
    });

    it('says in its record that the line failed, and tells a look', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { parksItself: { line: 'exit 5', afterSeconds: 1 } });
        await end(box, dir);
        const seen = await eventually('it failed', async () => {
          const looked = await probe(box.channel, dir);
          if (looked.parkedAt === undefined) await new Promise((resolve) => setTimeout(resolve, 2500));
          return looked.parkExit === undefined ? undefined : looked;
        });
        assert.equal(seen.parkExit, 5);
        assert.match(await text(box, 'attempts/1/keeper.log'), /it did not park/);
      });
    });
  });
}

describe('the line by which a box parks itself', () => {
  it('is one line', async () => {
    await onBox('dash', async (box) => {
      await assert.rejects(install(box.channel, planOf({ parksItself: { line: 'a\nb', afterSeconds: 1 } })), {
        code: 'plan-self-stop',
      });
    });
  });
});
