import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Job } from '../../src/job/job.ts';
import { balanceOf } from '../../src/lease/balance.ts';
import { usdInLastDay, usdSoFar } from '../../src/lease/cost.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { budgetUse } from '../../src/lease/over-budget.ts';
import {
  audited,
  cellEnded,
  gone,
  HELD,
  intended,
  jobWith,
  kept,
  LEASE,
  lost,
  opened,
  RUNNING,
  reachable,
  rented,
  STARTED_AT,
  started,
  told,
  waived,
} from './told-run.ts';

const HOUR = 3_600_000;
/** Hours after the first event; the events are an hour apart. */
const at = (hours: number) => new Date(STARTED_AT + hours * HOUR);
const hourly = (story: EventBody[]) => told(story, 3600);
const near = (found: number | null, worked: number) =>
  assert.ok(found !== null && Math.abs(found - worked) < 1e-9, `${found} is not ${worked}`);
const timed = (hours: number, over: Partial<Job> = {}): Job =>
  jobWith({ watch: { stallSeconds: 600, expectedSeconds: hours * 3600 }, ...over });
const chosen = (expectedUsd: number): EventBody => ({ ...intended(), expectedUsd }) as EventBody;

describe('the balance of a run', () => {
  it('calls waste what was paid before anything was started, and what a box cost that never came up', () => {
    // Rented in hour 3, started in hour 6, at 1.10 USD/h.
    near(balanceOf(hourly(RUNNING), at(10)).wasteUsd, 3.3);
    const failed: EventBody = { type: 'boot-failed', lease: LEASE, why: 'no login' };
    const { waste } = balanceOf(hourly([...HELD, failed, gone('gpu'), gone('disk')]), at(10));
    assert.equal(waste.length, 1);
    near(waste[0]?.usd ?? null, 2 + 0.3);
    assert.match(waste[0]?.why ?? '', /never used: no login/);
  });

  it('calls waste what meters cost after the platform took the box away', () => {
    // Lost in hour 7; the GPU is seen gone in hour 8, the disk bills on.
    const run = hourly([...RUNNING, lost('box'), gone('gpu')]);
    const { waste } = balanceOf(run, at(12));
    near(waste[1]?.usd ?? null, 1 + 0.5);
    assert.match(waste[1]?.why ?? '', /took it away/);
  });

  it('forecasts the work that is left by the time it has run, or by verified steps', () => {
    const story = (job: Job, ...more: EventBody[]) =>
      hourly([opened({}, job), waived, chosen(11), rented(), reachable(), audited(), started(), ...more]);
    // Rented in hour 3 and started in hour 6: by hour 8 five hours are paid for and two of ten are done.
    const run = story(timed(10));
    near(balanceOf(run, at(8)).accruedUsd, 5.5);
    near(balanceOf(run, at(8)).forecastUsd, 5.5 + 8 * 1.1);
    assert.equal(balanceOf(run, at(8)).plannedUsd, 11);
    const metrics = { path: 'm', stepKey: 'step', lossKey: 'loss', totalSteps: 1000 };
    near(balanceOf(story(timed(10, { metrics }), kept(500)), at(8)).forecastUsd, 5.5 + 5 * 1.1);
    near(balanceOf(story(timed(10), cellEnded()), at(8)).forecastUsd, 5.5);
    assert.equal(balanceOf(hourly(RUNNING), at(8)).forecastUsd, null, 'nobody said how long it takes');
  });

  it('never has more waste than cost', () => {
    const stories = [HELD, RUNNING, [...RUNNING, lost('box')], [...RUNNING, lost('box'), gone('gpu')]];
    fc.assert(
      fc.property(fc.constantFrom(...stories), fc.integer({ min: 0, max: 500 }), (story, hours) => {
        const { wasteUsd, accruedUsd } = balanceOf(hourly(story), at(hours));
        assert.ok(wasteUsd >= 0 && wasteUsd <= accruedUsd + 1e-9);
      }),
    );
  });
});

describe('the cost of the last day', () => {
  it('is that of the 24 hours before now, and no more', () => {
    near(usdInLastDay(hourly(RUNNING), at(5)), 2.2);
    near(usdInLastDay(hourly(RUNNING), at(100)), 26.4);
    const run = hourly([...HELD, gone('gpu'), gone('disk')]);
    near(usdInLastDay(run, at(6)), usdSoFar(run, at(6)));
    assert.equal(usdInLastDay(run, at(100)), 0);
  });

  it('stops a run that passes its cap of a day, and lets it go on a day later', () => {
    const budget = { usd: 1000, hours: 1000, usdPerHour: 2, usdPerDay: 5 };
    const run = hourly([opened({ budget }), waived, intended(), rented()]);
    assert.equal(budgetUse(run, at(7)).over, undefined);
    const over = budgetUse(run, at(8)).over;
    assert.equal(over?.code, 'over-day');
    assert.match(over?.what ?? '', /5\.50 USD in the last 24 hours; its budget is 5 USD a day/);
    const ended = hourly([opened({ budget }), waived, intended(), rented(), gone('gpu'), gone('disk')]);
    assert.equal(budgetUse(ended, at(100)).over, undefined);
  });
});
