import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { fold } from '../../src/lease/fold.ts';
import { leftBehind } from '../../src/watch/left-behind.ts';
import { asEvents, RUN, RUNNING } from '../lease/told-run.ts';
import { execChannel, scriptedWorld } from '../scripted-world.ts';

const run = fold(RUN, asEvents([...RUNNING]));
const LISTED = 'GPU-LEASE left 4711 99 7300 python3\nGPU-LEASE young 4712\nGPU-LEASE looked\n';
const ENDED = 'GPU-LEASE ended 4711\nGPU-LEASE looked\n';

describe('what a run left alive on its box', () => {
  const asked = async (end: boolean) => {
    const { channel, execs } = execChannel((argv) => ({ stdout: argv.includes('4711:99') ? ENDED : LISTED }));
    const { world } = scriptedWorld({ channel });
    return { left: await leftBehind(world, run, end), asked: execs.map((argv) => argv.slice(-2)) };
  };

  it('is only listed, with what it takes to know each again [P5-18]', async () => {
    const { left, asked: words } = await asked(false);
    assert.deepEqual(left, {
      processes: [{ pid: 4711, start: 99, ageSeconds: 7300, program: 'python3' }],
      young: 1,
      ended: [],
    });
    assert.deepEqual(
      words.map(([, last]) => last),
      ['120'],
    );
  });

  it('is ended when a person says so: what was listed, by number and start time [P5-18]', async () => {
    const { left, asked: words } = await asked(true);
    assert.deepEqual([left?.ended, left?.processes], [[4711], []]);
    assert.deepEqual(words.at(-1), ['120', '4711:99']);
  });

  it('is not known of a box that does not answer, or whose keeper does not know the question', async () => {
    const away = execChannel(() => {
      throw new TransportFailed('gone', 'closed');
    });
    assert.equal(await leftBehind(scriptedWorld(away).world, run, true), undefined);
    const old = execChannel(() => ({ exitCode: 2, stderr: 'keeper: unknown command: left' }));
    assert.equal(await leftBehind(scriptedWorld(old).world, run, true), undefined);
  });
});
