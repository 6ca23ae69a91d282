import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { takeTurn } from '../../src/ledger/turn.ts';
import { quickClock, tempDir } from './git-fixture.ts';

const world = { clock: systemClock, random: Math.random };
/** Behind the files' own times, so that no file looks old to it before it has slept. */
const patient = () => ({ clock: quickClockFromNow(), random: () => 0.5 });

describe('turns of the writers of one machine', () => {
  it('lets the next one in when the one before leaves', async (t) => {
    const dir = join(tempDir(t), 'turns');
    const leave = await takeTurn(dir, 'run', world);
    let second = false;
    const waiting = takeTurn(dir, 'run', world).then((leaveToo) => {
      second = true;
      return leaveToo;
    });
    const other = await takeTurn(dir, 'other-run', world);
    assert.equal(second, false);
    leave();
    (await waiting)();
    other();
    assert.deepEqual(readdirSync(dir), []);
  });

  it('does not wait for a process that is dead', async (t) => {
    const dir = tempDir(t);
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(join(dir, 'run'), `${pid} ${hostname()}`);
    const { clock, random } = patient();
    const leave = await takeTurn(dir, 'run', { clock, random });
    assert.equal(clock.sleptSeconds, 0);
    assert.equal(existsSync(join(dir, 'run')), true);
    leave();
    assert.equal(existsSync(join(dir, 'run')), false);
  });

  it('waits for another host only until its turn is surely stale', async (t) => {
    const dir = tempDir(t);
    writeFileSync(join(dir, 'run'), '1 another-host');
    const fresh = patient();
    const without = await takeTurn(dir, 'run', fresh);
    assert.ok(
      fresh.clock.sleptSeconds > 25 && fresh.clock.sleptSeconds < 35,
      'goes on without a turn at its bound',
    );
    without();
    assert.equal(existsSync(join(dir, 'run')), true, 'and leaves the turn that it never had');
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(dir, 'run'), longAgo, longAgo);
    const { clock, random } = patient();
    await takeTurn(dir, 'run', { clock, random });
    assert.equal(clock.sleptSeconds, 0);
  });

  it('goes on without a turn where none can be taken', async (t) => {
    const file = join(tempDir(t), 'file');
    writeFileSync(file, '');
    (await takeTurn(join(file, 'turns'), 'run', world))();
    const dir = tempDir(t);
    mkdirSync(join(dir, 'run'));
    (await takeTurn(dir, 'run', world))();
    assert.deepEqual(readdirSync(dir), ['run'], 'what is no turn of anybody stays');
  });
});

function quickClockFromNow(): ReturnType<typeof quickClock> {
  const startMs = Date.now();
  const clock = quickClock();
  clock.now = () => new Date(startMs + clock.sleptSeconds * 1000);
  return clock;
}
