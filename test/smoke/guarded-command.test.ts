import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Clock } from '../../src/clock.ts';
import { SMOKE_MARK } from '../../src/smoke/environment.ts';
import { startGuarded } from '../../src/smoke/guarded-command.ts';
import type { ProcessGroup, ProcessGroups } from '../../src/smoke/process-group.ts';
import { smokeWorld } from './smoke-fixture.ts';

const CHILDREN = 'sleep 984 & echo $! > child; sh -c "sleep 983 & echo \\$! > grandchild; wait" & ';

/** A command in an empty folder, and the processes whose ids it wrote there. */
function guarded(t: TestContext, command: string, seconds = 20) {
  const world = smokeWorld(t);
  const env = { PATH: process.env['PATH'] ?? '', [SMOKE_MARK]: `test.${world.outDir}` };
  const limits = { seconds, memoryMb: 512 };
  const running = startGuarded(world, { command, cwd: world.outDir, env, limits });
  const pidIn = (name: string) => {
    const path = join(world.outDir, name);
    return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  };
  const isAlive = (name: string) => {
    const stat = `/proc/${pidIn(name)}/stat`;
    return existsSync(stat) && !/^\d+ \(.*\) [ZX]/.test(readFileSync(stat, 'utf8'));
  };
  const untilStarted = async () => {
    for (let look = 0; look < 500 && !(pidIn('child') && pidIn('grandchild')); look++)
      await world.clock.sleep(0.02);
    assert.ok(pidIn('child') > 0 && pidIn('grandchild') > 0);
  };
  return { running, pidIn, isAlive, untilStarted };
}

describe('guarded command', { skip: process.platform !== 'linux' && 'needs /proc' }, () => {
  it('takes children and grandchildren along when it is killed', async (t) => {
    const { running, isAlive, untilStarted } = guarded(t, `${CHILDREN} wait`);
    await untilStarted();
    const { ended } = await running.kill();
    assert.deepEqual(ended, { why: 'killed' });
    assert.deepEqual([isAlive('child'), isAlive('grandchild')], [false, false]);
  });

  it('knows of a crash that was written before it was asked, though nothing of the pipe was read yet', async (t) => {
    const log = 'Traceback (most recent call last):\\nValueError: shapes differ\\n';
    const { running, pidIn } = guarded(t, `printf '${log}'; echo $$ > child; exec sleep 981`);
    // As on a machine with much else to do: this process reads nothing between the crash and the question.
    for (const until = Date.now() + 10_000; pidIn('child') === 0 && Date.now() < until; );
    const crash = await running.crash();
    await running.kill();
    assert.deepEqual(crash, { what: 'Python traceback', line: 'ValueError: shapes differ' });
  });

  it('takes along what a launcher starts in sessions of its own, as torchrun does its workers', async (t) => {
    const worker = (name: string) => `setsid sh -c 'echo $$ > ${name}; sleep 982; true' & `;
    const { running, isAlive, untilStarted } = guarded(t, `${worker('child')}${worker('grandchild')}wait`);
    await untilStarted();
    const other = guarded(t, `${worker('child')}${worker('grandchild')}wait`);
    await other.untilStarted();
    await running.kill();
    assert.deepEqual([isAlive('child'), isAlive('grandchild')], [false, false]);
    const others = [other.isAlive('child'), other.isAlive('grandchild')];
    await other.running.kill();
    assert.deepEqual(others, [true, true], 'what another smoke put into sessions of its own lives on');
  });

  it('takes them along when its own process ends before them', async (t) => {
    const { running, isAlive } = guarded(t, `${CHILDREN} while ! test -s grandchild; do sleep 0.01; done`);
    const result = await running.result;
    assert.deepEqual([result.ended, result.leftProcesses], [{ why: 'exit', code: 0 }, true]);
    assert.deepEqual([isAlive('child'), isAlive('grandchild')], [false, false]);
  });

  it('takes them along at its time limit', async (t) => {
    const { running, isAlive } = guarded(t, `${CHILDREN} wait`, 1);
    assert.equal((await running.result).ended.why, 'timeout');
    assert.deepEqual([isAlive('child'), isAlive('grandchild')], [false, false]);
  });

  it('waits its grace for what ignores SIGTERM, though the shell has gone', async (t) => {
    const stubborn = 'trap "" TERM; echo $$ > child; echo $$ > grandchild; while :; do sleep 0.05; done';
    const { running, isAlive, untilStarted } = guarded(t, `sh -c '${stubborn}' & wait`);
    await untilStarted();
    const { obeyed } = await running.stop(0.3);
    assert.deepEqual([obeyed, isAlive('child')], [false, false]);
  });

  it('keeps the output in order, whichever stream it came from', async (t) => {
    const { running } = guarded(t, 'for i in 1 2 3; do echo out $i; echo err $i >&2; done');
    assert.deepEqual((await running.result).tail, ['out 1', 'err 1', 'out 2', 'err 2', 'out 3', 'err 3']);
  });

  it('keeps a bounded end of an endless line', async (t) => {
    const { running } = guarded(t, 'head -c 3000000 /dev/zero | tr "\\0" x; echo; echo end');
    const { tail, outputBytes } = await running.result;
    assert.ok(outputBytes > 3_000_000);
    assert.deepEqual(
      tail.map((line) => line.length),
      [2000, 3],
    );
  });

  it('does not wait for a pipe that a process outside its group holds open', async (t) => {
    const { running } = guarded(t, 'setsid sleep 3 & echo started');
    const before = Date.now();
    assert.equal((await running.result).ended.why, 'exit');
    assert.ok(Date.now() - before < 2500, 'waited for the process that left');
  });
});

describe('memory bound', () => {
  /** A group that reports what the test says, and ends when it is killed. */
  function pretend(megabytes: number[]): { groups: ProcessGroups; clock: Clock } {
    let seconds = 0;
    let alive = true;
    let end: (exit: { signal: NodeJS.Signals }) => void = () => {};
    const group: ProcessGroup = {
      exited: new Promise((resolve) => {
        end = resolve;
      }),
      drained: Promise.resolve(),
      signal(signal) {
        alive = false;
        end({ signal });
      },
      alive: () => alive,
      memory: () => ({ bytes: (megabytes.shift() ?? 0) * 1e6, measure: 'pss' }),
      caughtUp: async () => {},
      closeOutput() {},
    };
    return {
      groups: { start: () => group, killMarked: () => 0, self: () => '1-1', lives: () => true },
      clock: {
        now: () => new Date(seconds * 1000),
        sleep: async (wait) => {
          seconds += wait;
        },
      },
    };
  }

  it('is kept at the bound and broken above it, with the reading that broke it', async () => {
    const world = { ...pretend([10, 100, 99, 101]), onLine() {} };
    const order = { command: 'x', cwd: '/', env: {}, limits: { seconds: 60, memoryMb: 100 } };
    const { ended, peak } = await startGuarded(world, order).result;
    assert.deepEqual(ended, { why: 'memory', memory: { bytes: 101e6, measure: 'pss' }, limitMb: 100 });
    assert.equal(peak?.bytes, 101e6);
  });
});
