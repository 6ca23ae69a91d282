// Over ten seconds: what many processes do to one another shows only in many processes.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import type { LedgerLocation } from '../../src/ledger/location.ts';
import { bundledProgram } from '../bundled-program.ts';
import { isLong, leftOut } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { git, repository, tempDir } from './git-fixture.ts';

const PROCESSES = 20;
const MOST_EVENTS = 50;
/** Of each process. What they do to one another shows in the first few; the rest is time. */
const EVENTS = isLong ? MOST_EVENTS : 10;

describe('many processes writing to one run', { skip: missing('git'), timeout: 300_000 }, () => {
  it(`loses none of ${PROCESSES * EVENTS} events of ${PROCESSES} processes and doubles none`, async (t) => {
    if (EVENTS < MOST_EVENTS)
      leftOut(`events of one writer among many: ${MOST_EVENTS - EVENTS} of ${MOST_EVENTS}`);
    const location: LedgerLocation = { kind: 'local-repo', dir: repository(t, '--bare') };
    const worker = bundledProgram(join(import.meta.dirname, 'child-appender.ts'));
    await Promise.all(
      range(PROCESSES).map(async (n) =>
        assert.equal(await ended(start(worker, location, `w${n}`, EVENTS)), 0),
      ),
    );
    await assertEach(location, PROCESSES, EVENTS);
    // One commit per append, each on top of the one before.
    assert.equal(
      git(location.dir, 'rev-list', '--count', '--first-parent', 'refs/gpu-lease/runs/busy-1'),
      String(PROCESSES * EVENTS),
    );
  });

  it('loses and doubles none when they push to a remote, each from its own copy', async (t) => {
    const url = `file://${repository(t, '--bare')}`;
    const worker = bundledProgram(join(import.meta.dirname, 'child-appender.ts'));
    const copies = range(4).map((): LedgerLocation => ({ kind: 'remote', url, scratchDir: tempDir(t) }));
    await Promise.all(
      copies.map(async (copy, n) => assert.equal(await ended(start(worker, copy, `w${n}`, 5)), 0)),
    );
    await assertEach({ kind: 'remote', url, scratchDir: tempDir(t) }, 4, 5);
  });

  it('loses and doubles none when they share one copy of the remote', async (t) => {
    const location: LedgerLocation = {
      kind: 'remote',
      url: `file://${repository(t, '--bare')}`,
      scratchDir: tempDir(t),
    };
    const worker = bundledProgram(join(import.meta.dirname, 'child-appender.ts'));
    await Promise.all(
      range(4).map(async (n) => assert.equal(await ended(start(worker, location, `w${n}`, 5)), 0)),
    );
    await assertEach(location, 4, 5);
  });

  it('goes on without loss when writers are killed in the middle and started again', async (t) => {
    const location: LedgerLocation = { kind: 'local-repo', dir: repository(t, '--bare') };
    const worker = bundledProgram(join(import.meta.dirname, 'child-appender.ts'));
    await Promise.all(
      range(3).map(async (n) => {
        for (const eventsBeforeTheKill of [1, 2, 3]) {
          const child = start(worker, location, `w${n}`, 8);
          // Killed when so many of its events are there: at an instant of the work, not of the clock.
          await untilThere(location, `w${n}:`, eventsBeforeTheKill, child);
          child.kill('SIGKILL');
          await ended(child);
        }
        assert.equal(await ended(start(worker, location, `w${n}`, 8)), 0);
      }),
    );
    await assertEach(location, 3, 8);
  });
});

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

const start = (worker: string, location: LedgerLocation, name: string, count: number): ChildProcess =>
  spawn(process.execPath, [worker, JSON.stringify(location), name, String(count)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', resolve));

async function untilThere(
  location: LedgerLocation,
  prefix: string,
  count: number,
  child: ChildProcess,
): Promise<void> {
  const ledger = openLedger(location, { clock: systemClock });
  while (child.exitCode === null) {
    const { events } = await ledger.read('busy-1');
    if (events.filter((event) => event.type === 'resolved' && event.how.startsWith(prefix)).length >= count)
      return;
  }
}

async function assertEach(location: LedgerLocation, writers: number, each: number): Promise<void> {
  const { events } = await openLedger(location, { clock: systemClock }).read('busy-1');
  const expected = range(writers).flatMap((w) => range(each).map((n) => `w${w}:${n}`));
  assert.deepEqual(
    events.map((event) => (event.type === 'resolved' ? event.how : event.type)).sort(),
    expected.sort(),
  );
  assert.deepEqual(
    events.map((event) => event.seq),
    range(writers * each),
  );
}
