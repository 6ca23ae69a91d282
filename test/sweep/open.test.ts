import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SmokePassed } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { next } from '../../src/lease/next.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { runJson } from '../../src/ledger/run-json.ts';
import { divide, partId } from '../../src/sweep/division.ts';
import { openSweep, shareSmoke } from '../../src/sweep/open.ts';
import { readParts, readSweep, requireSweep } from '../../src/sweep/record.ts';
import { opened } from '../lease/told-run.ts';
import { openedSweep, openWorld, orderOf, SWEEP, sweepJob, tell } from './told-sweep.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const noPlans = () => ({ zero: [], park: null });

const passed = (over: Partial<SmokePassed> = {}): SmokePassed => ({
  type: 'smoke-passed',
  commit: 'abcdef0123',
  configHash: 'c'.repeat(64),
  seconds: 3,
  environment: { os: 'Linux', arch: 'x64', interpreter: 'sh' },
  drill: 'none',
  ...over,
});

describe('the opening of a sweep', () => {
  it('makes one ordinary run of each part, with its own cells, and one record that has the roster [SW-01]', async () => {
    const world = openWorld();
    const sweep = await openSweep(world, orderOf(sweepJob(5), 2));
    const parts = await readParts(world.ledger, sweep);
    assert.deepEqual(
      parts.map(({ id, cells, run }) => ({ id, cells, own: [...(run?.cells.keys() ?? [])] })),
      [
        { id: 'tiny-77-p1', cells: ['cell-0', 'cell-2', 'cell-4'], own: ['cell-0', 'cell-2', 'cell-4'] },
        { id: 'tiny-77-p2', cells: ['cell-1', 'cell-3'], own: ['cell-1', 'cell-3'] },
      ],
    );
    assert.deepEqual(
      parts.map(({ run }) => run?.opened?.document.cells.map(({ name }) => name)),
      sweep.roster,
    );
    assert.deepEqual(
      parts.map(({ run }) => run?.opened?.sweep?.roster),
      [sweep.roster, undefined],
    );
    assert.equal(new Set(parts.map(({ run }) => run?.opened?.configHash)).size, 1, 'one configuration');
  });

  it('killed after any append goes on where it stopped, and opens nothing twice [GH-11] [SW-04]', async () => {
    const parts = 5;
    for (let writes = 0; writes < parts; writes += 1) {
      const ledger = new MemoryLedger();
      let left = writes;
      ledger.fate = () => {
        if (left === 0) throw new Error('killed');
        left -= 1;
        return 'appended';
      };
      await assert.rejects(openSweep(openWorld(ledger), orderOf(sweepJob(12), parts)), /killed/);
      ledger.fate = () => 'appended';
      const cut = await readSweep(ledger, SWEEP);
      assert.equal(cut !== undefined, writes > 0, 'the roster is there as soon as anything is');
      const sweep = await openSweep(openWorld(ledger), orderOf(sweepJob(12), parts));
      const found = await readParts(ledger, sweep);
      for (const { id, run, cells } of found) {
        assert.deepEqual([...(run?.cells.keys() ?? [])], cells);
        assert.equal((await ledger.read(id)).events.length, 1, `${id} after ${writes} writes`);
      }
    }
  });

  it('cut short lets nothing be rented: no part has its smoke before all are open', async () => {
    const ledger = new MemoryLedger();
    let left = 2;
    ledger.fate = () => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return 'appended';
    };
    const job = sweepJob(6, { smoke: 'none' });
    await assert.rejects(openSweep(openWorld(ledger), orderOf(job, 3)), /killed/);
    for (const { run } of await ledger.list())
      assert.deepEqual(
        next(fold(run, (await ledger.read(run)).events), noPlans, NOW),
        [{ do: 'smoke' }],
        run,
      );
  });

  it('by two at once is one sweep, whoever writes first [GH-11] [SW-05]', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const ledger = new MemoryLedger();
      let appends = 0;
      // Some appends find that the other one was first.
      ledger.fate = () => ((appends++ * 7 + seed) % 5 === 0 ? 'lost-race' : 'appended');
      const both = await Promise.all([
        openSweep(openWorld(ledger), orderOf(sweepJob(9), 4)),
        openSweep(openWorld(ledger), orderOf(sweepJob(9), 4)),
      ]);
      assert.deepEqual(both[0], both[1]);
      const runs = await ledger.list();
      assert.equal(runs.length, 4);
      for (const { run } of runs) assert.equal((await ledger.read(run)).events.length, 1);
    }
  });

  it('survives a lost answer of the ledger', async () => {
    const ledger = new MemoryLedger();
    let appends = 0;
    ledger.fate = () => (appends++ % 2 === 0 ? 'lost-answer' : 'appended');
    const sweep = await openSweep(openWorld(ledger), orderOf(sweepJob(6), 3));
    for (const { id } of await readParts(ledger, sweep))
      assert.equal((await ledger.read(id)).events.length, 1);
  });

  it('in another division is refused, with both shown [SW-05]', async () => {
    const { ledger } = await openedSweep(12, 4);
    await assert.rejects(openSweep(openWorld(ledger), orderOf(sweepJob(12), 3)), {
      code: 'other-division',
      what: /4 parts of 3, 3, 3, 3 cells; asked for are 3 parts of 4, 4, 4 cells/,
    });
    const heavy = sweepJob(12);
    const weighed = { ...heavy, cells: heavy.cells.map((cell, at) => ({ ...cell, weight: at + 1 })) };
    await assert.rejects(openSweep(openWorld(ledger), orderOf(weighed, 4)), { code: 'other-division' });
    assert.equal((await ledger.list()).length, 4, 'nothing more was opened');
  });

  it('of two at once with different divisions leaves one, and the other is refused', async () => {
    const ledger = new MemoryLedger();
    const both = await Promise.allSettled([
      openSweep(openWorld(ledger), orderOf(sweepJob(8), 2)),
      openSweep(openWorld(ledger), orderOf(sweepJob(8), 4)),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const sweep = await requireSweep(ledger, SWEEP);
    assert.equal((await ledger.list()).length, sweep.roster.length);
  });

  it('of another commit is refused', async () => {
    const { ledger } = await openedSweep(4, 2);
    const job = sweepJob(4);
    const other = orderOf(job, 2, { opened: opened({ configHash: 'e'.repeat(64) }, job) });
    await assert.rejects(openSweep(openWorld(ledger), other), { code: 'other-configuration' });
  });

  it('without a word about boxes takes what is recorded, and where nothing is, asks', async () => {
    const job = sweepJob(4);
    await assert.rejects(openSweep(openWorld(), orderOf(job, undefined)), { code: 'sweep-without-boxes' });
    const { ledger, sweep } = await openedSweep(4, 2);
    assert.deepEqual(await openSweep(openWorld(ledger), orderOf(job, undefined)), sweep);
  });

  it('leaves a run alone that only has the name of a part', async () => {
    for (const part of [1, 2]) {
      const ledger = new MemoryLedger();
      await tell(ledger, partId(SWEEP, part), [opened()]);
      await assert.rejects(openSweep(openWorld(ledger), orderOf(sweepJob(4), 2)), { code: 'not-a-part' });
      assert.equal((await ledger.read(partId(SWEEP, part))).events.length, 1);
    }
  });

  it('of a thousand cells over 256 boxes keeps every run.json under 64 KB and reads back whole [SW-03]', async () => {
    const job = sweepJob(1000, {
      cells: Array.from({ length: 1000 }, (_, at) => ({
        name: `${'x'.repeat(90)}-${at}`,
        vars: { SEED: String(at) },
      })),
    });
    const world = openWorld();
    const sweep = await openSweep(world, orderOf(job, 256));
    assert.deepEqual(sweep.roster, divide(job.cells, 256));
    for (const { id, run } of await readParts(world.ledger, sweep)) {
      assert.ok(run, id);
      assert.ok(Buffer.byteLength(runJson(summarise(run, NOW))) < 64 * 1024);
    }
  });

  it('of a thousand cells in one part keeps run.json under 64 KB as well', async () => {
    const world = openWorld();
    const sweep = await openSweep(world, orderOf(sweepJob(1000), 1));
    const [part] = await readParts(world.ledger, sweep);
    assert.ok(part?.run && Buffer.byteLength(runJson(summarise(part.run, NOW))) < 64 * 1024);
  });
});

describe('the one smoke of a sweep', () => {
  it('is of no part before the first has it, and then of all, once', async () => {
    const world = openWorld();
    const job = sweepJob(6, {
      smoke: { run: 'true', timeoutSeconds: 1, memoryMb: 1, threads: 1, drill: 'none' },
    });
    const sweep = await openSweep(world, orderOf(job, 3));
    assert.equal(await shareSmoke(world, sweep, await readParts(world.ledger, sweep)), false);
    await tell(world.ledger, partId(SWEEP, 1), [passed()]);
    for (let times = 0; times < 2; times += 1)
      assert.equal(await shareSmoke(world, sweep, await readParts(world.ledger, sweep)), true);
    for (const { id, run } of await readParts(world.ledger, sweep)) {
      assert.equal(run?.smoke, 'passed');
      const { events } = await world.ledger.read(id);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['run-opened', 'smoke-passed'],
      );
    }
  });

  it('killed while it is shared is shared on by the next', async () => {
    const world = openWorld();
    const job = sweepJob(6, {
      smoke: { run: 'true', timeoutSeconds: 1, memoryMb: 1, threads: 1, drill: 'none' },
    });
    const sweep = await openSweep(world, orderOf(job, 6));
    await tell(world.ledger, partId(SWEEP, 1), [passed()]);
    let left = 2;
    world.ledger.fate = () => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return 'appended';
    };
    await assert.rejects(shareSmoke(world, sweep, await readParts(world.ledger, sweep)), /killed/);
    world.ledger.fate = () => 'appended';
    await shareSmoke(world, sweep, await readParts(world.ledger, sweep));
    for (const { run } of await readParts(world.ledger, sweep)) assert.equal(run?.smoke, 'passed');
  });
});
