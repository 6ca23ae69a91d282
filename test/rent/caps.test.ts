import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Budget } from '../../src/job/job.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { exitCodeOf, Problem } from '../../src/problem.ts';
import { refuseOverDay, refuseOverMonth } from '../../src/rent/caps.ts';
import { asEvents, gone, HELD, opened, RUN, STARTED_AT, told, waived } from '../lease/told-run.ts';

const HOUR = 3_600_000;
/** Rented in hour 3 at 1.10 USD/h. */
const at = (hours: number) => new Date(STARTED_AT + hours * HOUR);
const held = told(HELD, 3600);
const empty = told([opened(), waived]);
const budget = (over: Partial<Budget>): Budget => ({ usd: 100, hours: 100, usdPerHour: 2, ...over });

/** A ledger in which another run has held the same box. */
async function ledgerWith(other: string, told = HELD): Promise<MemoryLedger> {
  const ledger = new MemoryLedger();
  const story = told.map((body) => ('lease' in body ? { ...body, lease: `${other}-1` } : body));
  const events = asEvents(story, 3600);
  const summary = summarise(fold(other, events), at(4));
  await ledger.append(other, null, { events, summary });
  return ledger;
}

describe('a cap per day', () => {
  it('of a run lets nothing be rented once it is reached, and says what it cost', async () => {
    const ledger = new MemoryLedger();
    await refuseOverDay(ledger, held, budget({ usdPerDay: 5 }), at(7));
    await assert.rejects(refuseOverDay(ledger, held, budget({ usdPerDay: 5 }), at(8)), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'daily-cap');
      assert.equal(exitCodeOf(error), 10);
      assert.match(error.what, /This run has cost 5\.50 USD in the last 24 hours, and budget\.usdPerDay 5/);
      assert.deepEqual(error.costing.length, 1);
      return true;
    });
  });

  it('of the repository counts every run of the ledger, by its meters now', async () => {
    const ledger = await ledgerWith('other-1');
    const cap = budget({ usdRepositoryPerDay: 5 });
    await refuseOverDay(ledger, empty, cap, at(7));
    await assert.rejects(refuseOverDay(ledger, empty, cap, at(8)), { code: 'daily-cap' });
    await assert.rejects(refuseOverDay(ledger, held, cap, at(6)), { code: 'daily-cap' }, 'both together');
  });

  it('counts no run twice, and nothing that is older than a day', async () => {
    const own = await ledgerWith(RUN);
    await refuseOverDay(own, held, budget({ usdRepositoryPerDay: 5 }), at(7));
    const past = await ledgerWith('other-1', [...HELD, gone('gpu'), gone('disk')]);
    await refuseOverDay(past, empty, budget({ usdRepositoryPerDay: 0.01 }), at(40));
  });

  it('reads no other run where the job sets no cap of the repository', async () => {
    const ledger = await ledgerWith('other-1');
    ledger.list = () => Promise.reject(new Error('read'));
    await refuseOverDay(ledger, held, budget({ usdPerDay: 50 }), at(8));
  });
});

describe('a cap per month', () => {
  // The other box costs 1.10 USD/h since hour 3 of the 21st of November.
  const cap = budget({ usdRepositoryPerMonth: 55 });

  it('of the repository lets nothing be rented once all runs have cost it, and says how it stands', async () => {
    const ledger = await ledgerWith('other-1');
    await refuseOverMonth(ledger, empty, cap, at(52));
    await assert.rejects(refuseOverMonth(ledger, empty, cap, at(54)), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'monthly-cap');
      assert.equal(exitCodeOf(error), 10);
      assert.match(error.what, /2026-11: all runs of the ledger have cost 56\.10 USD of 55(\.00)? USD/);
      return true;
    });
  });

  it('counts closed runs, begins anew with the month, and reads nothing where the job has none', async () => {
    const ledger = await ledgerWith('other-1', [...HELD, gone('gpu'), gone('disk')]);
    const small = budget({ usdRepositoryPerMonth: 1 });
    await ledger.archive('other-1');
    await assert.rejects(refuseOverMonth(ledger, empty, small, at(30)), { code: 'monthly-cap' });
    await refuseOverMonth(ledger, empty, small, new Date('2026-12-01T00:00:00Z'));
    ledger.readOpen = () => Promise.reject(new Error('read'));
    await refuseOverMonth(ledger, empty, budget({}), at(30));
  });
});
