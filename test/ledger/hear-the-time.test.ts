import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';
import { HeardClock } from '../../src/heard-clock.ts';
import { isDoubtfulClock } from '../../src/ledger/doubtful-clock.ts';
import { hearTheTime, listenForTime } from '../../src/ledger/hear-the-time.ts';
import { Problem } from '../../src/problem.ts';
import { LEASE, RUNNING, STARTED_AT, started, told } from '../lease/told-run.ts';
import { execChannel, ScriptedClock, scriptedWorld } from '../scripted-world.ts';
import { problem } from './problem-matcher.ts';

const DAY = 86_400;
const AGO = 1800;

/** Work that began on a box whose clock was 40 s behind ours, half an hour before the time that the box shows now. */
const story = [...RUNNING.slice(0, -1), started({ aheadOfBoxSeconds: 40 })];
const boxTime = Math.round(STARTED_AT / 1000) + AGO - 40;

/** @param aheadSeconds by which the clock of this machine is wrong */
function machine(aheadSeconds: number, box: Channel | (() => Promise<Channel>)) {
  const clock = new HeardClock(
    new ScriptedClock(new Date(STARTED_AT + (AGO + aheadSeconds) * 1000).toISOString()),
  );
  // A platform that shows the box and has no clock of its own.
  return scriptedWorld({ clock, driver: {}, channel: box }).world;
}
const says = (time: string) => execChannel(() => ({ stdout: time })).channel;

describe('the time of a run on a box whose platform tells none', () => {
  it('is that of the box: a machine a day ahead decides nothing by its own [faults F7]', async () => {
    const off = problem('refused', 'clock-off', new RegExp(`24 h .*ahead of that of ${LEASE}.*costing`, 's'));
    await assert.rejects(hearTheTime(machine(DAY, says(`hello\n${boxTime}\n`)), told(story)), off);
    await hearTheTime(machine(0, says(`${boxTime}\n`)), told(story));
  });

  it('frees a right machine from what one that was ahead has written [faults F7]', async () => {
    // Everything was written by a machine a day ahead, whose difference to the box the start has.
    const run = told(story);
    const world = machine(-DAY, says(`${boxTime - DAY}\n`));
    assert.ok(isDoubtfulClock(world.clock, run), 'the record alone speaks against it');
    await listenForTime(world, run);
    assert.ok(!isDoubtfulClock(world.clock, run));
  });

  it("is nobody's where the box cannot be asked or says no time: the look at it tells why", async () => {
    const away = async (): Promise<Channel> => {
      throw new TransportFailed('refused', 'refused');
    };
    for (const box of [away, says('no such command\n'), says('')])
      await hearTheTime(machine(DAY / 2, box), told(story));
  });

  it('is told by an answer that refuses our key: that says nothing of the run, and the time all the same [ninety days 61]', async () => {
    const refused = new Problem({ code: 'api-key-refused', kind: 'usage', what: '401', next: 'a new key' });
    const asked = (dated: boolean) => {
      const clock = new HeardClock(new ScriptedClock(new Date(STARTED_AT + 3 * DAY * 1000).toISOString()));
      const describe = async () => {
        if (dated) clock.heard('runpod', clock.now(), 'service');
        throw refused;
      };
      return scriptedWorld({ clock, driver: { describe } }).world;
    };
    await assert.rejects(
      hearTheTime(asked(false), told(RUNNING)),
      problem('unreachable', 'time-unheard', /2026-11-2\S+\) is more than 24 h 00 min old.*401/),
    );
    await hearTheTime(asked(true), told(RUNNING));
  });

  it("is not asked for where the record does not say how far the box's clock was off when its work began", async () => {
    const { channel, execs } = execChannel(() => ({ stdout: `${boxTime}\n` }));
    await hearTheTime(machine(DAY / 2, channel), told(RUNNING));
    assert.deepEqual(execs, []);
  });
});
