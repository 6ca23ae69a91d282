import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sealedHere, standingOf, sweepExitCode } from '../../src/course/sweep-facts.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import { sweepHtml } from '../../src/report/sweep-html.ts';
import { sweepText } from '../../src/report/sweep-text.ts';
import { failureLine, type Reconciled, reconcile } from '../../src/sweep/reconcile.ts';
import { readParts, type SweepRecord } from '../../src/sweep/record.ts';
import { collected, gone, opened, sealed } from '../lease/told-run.ts';
import { leaseOf, onBox, openedSweep, running, SWEEP, tell } from './told-sweep.ts';

const NOW = new Date('2026-11-21T13:00:00Z');
const none: ReadonlyMap<string, Problem> = new Map();

const found = async (ledger: MemoryLedger, sweep: SweepRecord): Promise<Reconciled> =>
  reconcile(await readParts(ledger, sweep), NOW);

const ended = (part: number, cell: string, exitCode = 0): EventBody => ({
  type: 'cell-ended',
  lease: leaseOf(part),
  cell,
  attempt: 1,
  verdict: exitCode === 0 ? 'finished' : 'dead',
  exitCode,
  ...(exitCode === 0 ? { lastStep: 300, lastLoss: 0.25 } : { failureClass: 'CODE_BUG' }),
});

describe('a sweep beside its roster', () => {
  it('waits before anything is rented, and runs cell by cell', async () => {
    const { ledger, sweep } = await openedSweep(4, 2);
    assert.equal((await found(ledger, sweep)).state, 'opened');
    await tell(ledger, `${SWEEP}-p1`, [...running(1), ended(1, 'cell-0')]);
    const now = await found(ledger, sweep);
    assert.equal(now.state, 'running');
    assert.deepEqual(
      now.cells.map(({ cell, run, state, step, loss }) => [cell, run, state, step, loss]),
      [
        ['cell-0', 'tiny-77-p1', 'finished', 300, 0.25],
        ['cell-2', 'tiny-77-p1', 'running', null, null],
        ['cell-1', 'tiny-77-p2', 'waiting', null, null],
        ['cell-3', 'tiny-77-p2', 'waiting', null, null],
      ],
    );
    assert.equal(sweepExitCode(now, none), 0, 'what goes on is no failure');
    assert.deepEqual(now.goOn, ['tiny-77-p1', 'tiny-77-p2']);
  });

  it('calls the best what the metric of the job says, once it is sealed, and else the lowest last loss', async () => {
    for (const [metrics, best] of [
      [undefined, { cell: 'cell-0', value: 0.25 }],
      [
        { key: 'acc', direction: 'max' },
        { cell: 'cell-1', value: 0.9 },
      ],
    ] as const) {
      const { ledger, sweep } = await openedSweep(2, 2);
      if (metrics) {
        const { document } = sweep.opened;
        document.metrics = { ...(document.metrics ?? assert.fail()), best: metrics };
      }
      for (const [part, value] of [
        [1, 0.8],
        [2, 0.9],
      ] as const) {
        const cell = `cell-${part - 1}`;
        const home = { ...sealed, ...(metrics && { best: [{ cell, value, step: 7 }] }) };
        await tell(ledger, `${SWEEP}-p${part}`, [
          ...running(part),
          ended(part, cell),
          onBox(part, collected),
          home as EventBody,
        ]);
      }
      const { facts } = await standingOf(ledger, sweep, NOW);
      assert.deepEqual([facts.metric, facts.best], [metrics ?? null, best]);
    }
  });

  it('names a dead cell with its reason, is red for it, and lets the other parts go on [SW-08]', async () => {
    const { ledger, sweep } = await openedSweep(4, 2);
    await tell(ledger, `${SWEEP}-p1`, [
      ...running(1),
      ended(1, 'cell-0', 3),
      ended(1, 'cell-2'),
      { type: 'halted', code: 'cells-dead', what: 'it died', next: 'read the log' },
    ]);
    const now = await found(ledger, sweep);
    assert.equal(now.state, 'failed');
    assert.deepEqual(now.failed, ['cell-0']);
    assert.equal(failureLine(now), '1 of 4 cells failed: cell-0 (dead, exit 3, CODE_BUG)');
    assert.equal(sweepExitCode(now, none), 1);
    assert.deepEqual(
      now.goOn,
      ['tiny-77-p2'],
      'a person looks at the first part, the schedule at the second',
    );
  });

  it('misses a part that was never opened and a cell that a record lacks [SW-07]', async () => {
    const { ledger, sweep } = await openedSweep(3, 2);
    const longer: SweepRecord = {
      ...sweep,
      roster: [['cell-0', 'cell-2', 'cell-9'], ['cell-1'], ['cell-4']],
    };
    const now = await found(ledger, longer);
    assert.deepEqual(now.failed, ['cell-9', 'cell-4']);
    assert.equal(
      failureLine(now),
      '2 of 5 cells failed: cell-9 (missing: tiny-77-p1 was opened without it), cell-4 (missing: tiny-77-p3 was never opened)',
    );
    assert.equal(sweepExitCode(now, none), 1);
  });

  it('finds a cell that two parts would run [SW-05] [SW-07]', async () => {
    const { ledger, sweep } = await openedSweep(4, 2);
    const now = await found(ledger, { ...sweep, roster: [['cell-0'], ['cell-1', 'cell-3', 'cell-2']] });
    assert.deepEqual(now.twice, [{ cell: 'cell-2', run: 'tiny-77-p1' }]);
    assert.equal(sweepExitCode(now, none), 1);
  });

  it('takes a run for missing that is named like a part and is of another division', async () => {
    const { ledger, sweep } = await openedSweep(2, 1);
    await tell(ledger, `${SWEEP}-p2`, [opened()]);
    const now = await found(ledger, { ...sweep, roster: [...sweep.roster, ['cell-7']] });
    assert.match(failureLine(now), /cell-7 \(missing: Run tiny-77-p2 is no part of sweep tiny-77/);
  });

  it('is sealed when every part is, waits for nobody then, and each cell is kept by run and name [SW-06]', async () => {
    const { ledger, sweep } = await openedSweep(2, 2);
    for (const part of [1, 2])
      await tell(ledger, `${SWEEP}-p${part}`, [
        ...running(part),
        ended(part, `cell-${part - 1}`),
        onBox(part, collected),
        sealed,
      ]);
    const now = await found(ledger, sweep);
    assert.equal(now.state, 'sealed');
    assert.deepEqual(now.goOn, []);
    assert.equal(sweepExitCode(now, none), 0);
    assert.equal(new Set(now.cells.map(({ run, cell }) => `${run}/${cell}`)).size, 2);
  });

  it('calls what was given up lost, and counts it as failed', async () => {
    const { ledger, sweep } = await openedSweep(2, 2);
    await tell(ledger, `${SWEEP}-p2`, [
      ...running(2),
      { type: 'abandoned', lease: leaseOf(2), lost: ['everything'] },
      onBox(2, gone('gpu')),
      onBox(2, gone('disk')),
      { type: 'closed', usd: 1 },
    ]);
    const now = await found(ledger, sweep);
    assert.deepEqual(
      now.cells.map(({ state }) => state),
      ['waiting', 'lost'],
    );
    assert.equal(failureLine(now), '1 of 2 cells failed: cell-1 (lost)');
  });

  it('leaves to a signer what this workflow run has sealed, in whichever attempt, and has a statement of', async () => {
    const { ledger, sweep } = await openedSweep(4, 4);
    const makers = ['github:7.1', 'github:7.2', 'github:70.1', 'github:7.1'];
    for (const [at, who] of makers.entries()) {
      const box = [...running(at + 1), ended(at + 1, `cell-${at}`, 0), onBox(at + 1, collected)];
      const statement = at < 3 ? { statement: 'a'.repeat(64) } : {};
      await tell(ledger, `${SWEEP}-p${at + 1}`, [...box, { ...sealed, ...statement } as EventBody], who);
    }
    const parts = await readParts(ledger, sweep);
    assert.deepEqual(sealedHere(parts, 'github:7.3'), ['tiny-77-p1', 'tiny-77-p2']);
    assert.deepEqual(sealedHere(parts, 'ada@laptop'), []);
  });

  it('is in debt before it is anything else', async () => {
    const { ledger, sweep } = await openedSweep(2, 2);
    await tell(ledger, `${SWEEP}-p1`, [
      ...running(1),
      ended(1, 'cell-0', 3),
      { type: 'owed', lease: leaseOf(1), meter: 'gpu', why: 'it is still listed', next: 'look' },
    ]);
    const now = await found(ledger, sweep);
    assert.equal(now.state, 'debt');
    assert.equal(sweepExitCode(now, none), 11);
  });

  it('is red for a part that could not go on, with its own reason', async () => {
    const { ledger, sweep } = await openedSweep(2, 2);
    const now = await found(ledger, sweep);
    const problem = new Problem({ code: 'no-capacity', kind: 'capacity', what: 'No box.', next: 'Wait.' });
    assert.equal(sweepExitCode(now, new Map([['tiny-77-p2', problem]])), 12);
  });

  it('is told with what differs between the cells, as a table and as a page [SW-09] [SW-10]', async () => {
    const { ledger, sweep } = await openedSweep(3, 2);
    await tell(ledger, `${SWEEP}-p2`, [...running(2), ended(2, 'cell-1', 7)]);
    const { facts } = await standingOf(ledger, sweep, NOW);
    assert.deepEqual(
      facts.cells.map(({ cell, differs }) => [cell, differs['SEED']]),
      [
        ['cell-0', '0'],
        ['cell-2', '2'],
        ['cell-1', '1'],
      ],
    );
    assert.match(sweepText(facts).join('\n'), /cell-1 +tiny-77-p2 +dead \(exit 7\)/);
    const page = sweepHtml(facts);
    assert.match(page, /<th class="mono">SEED<\/th>/);
    assert.ok(page.indexOf('cell-1') < page.indexOf('cell-0'), 'the worst stands first');
  });

  it('shows a thousand cells without a line for each', async () => {
    const { ledger, sweep } = await openedSweep(1000, 100);
    const { facts } = await standingOf(ledger, sweep, NOW);
    assert.equal(facts.cells.length, 1000);
    assert.ok(sweepText(facts).join('\n').split('\n').length < 150);
  });
});
