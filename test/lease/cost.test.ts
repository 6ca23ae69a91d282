import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { costLines, usdPerHourNow, usdSoFar } from '../../src/lease/cost.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { costing } from '../../src/lease/run.ts';
import { summarise } from '../../src/lease/summary.ts';
import { gone, HELD, intended, LEASE, lost, RUNNING, rented, STARTED_AT, told } from './told-run.ts';

const HOUR = 3_600_000;
/** `rented` is the fourth event, an hour apart. */
const RENTED_AT = STARTED_AT + 3 * HOUR;
const at = (hours: number) => new Date(RENTED_AT + hours * HOUR);
const hourly = (story: EventBody[]) => told(story, 3600);

describe('the cost of a run', () => {
  it('is every meter from rented to now [P4-24]', () => {
    assert.deepEqual(
      costLines(hourly(HELD), at(2)).map(({ meter, seconds, usd, running }) => ({
        meter,
        seconds,
        usd,
        running,
      })),
      [
        { meter: 'gpu', seconds: 7200, usd: 2, running: true },
        { meter: 'disk', seconds: 7200, usd: 0.2, running: true },
      ],
    );
    assert.equal(usdPerHourNow(hourly(HELD), at(2)), 1.1);
  });

  it('stops, meter by meter, when each is proven stopped and not when a verb was accepted [P5-13]', () => {
    const released: EventBody = { type: 'releasing', lease: LEASE, verb: 'terminate' };
    assert.equal(usdPerHourNow(hourly([...HELD, released]), at(5)), 1.1);
    const half = hourly([...HELD, released, gone('gpu')]);
    assert.ok(Math.abs(usdSoFar(half, at(5)) - (2 + 0.5)) < 1e-9);
    assert.equal(usdPerHourNow(half, at(5)), 0.1);
    assert.deepEqual(costing(half), [`${LEASE} on sim: disk 0.1 USD/h`]);
  });

  it('goes on for a box that is said to be gone, until its meters are seen gone', () => {
    assert.equal(usdPerHourNow(hourly([...RUNNING, lost('box')]), at(9)), 1.1);
  });

  it('is that of all boxes together', () => {
    const second = 'tiny-7-2';
    const story = [...HELD, lost('box'), gone('gpu'), gone('disk'), intended(second), rented(second)];
    const run = hourly(story);
    // The first: GPU for 2 h and disk for 3 h. The second has been held since 5 h after the first.
    assert.ok(Math.abs(usdSoFar(run, at(6)) - (2 + 0.3 + 1.1)) < 1e-9, String(usdSoFar(run, at(6))));
    assert.deepEqual(costing(run), [`${second} on sim: gpu 1 USD/h, disk 0.1 USD/h`]);
  });

  it('is zero and never negative by a clock that is behind', () => {
    assert.equal(usdSoFar(hourly(HELD), new Date(0)), 0);
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: 1, max: 100_000 }), (now, pace) => {
        const story = [...HELD, gone('gpu')];
        assert.ok(usdSoFar(told(story, pace), now) >= 0);
        assert.ok(costLines(told(story, pace), now).every((line) => line.seconds >= 0 && line.usd >= 0));
      }),
    );
  });

  it('never shrinks as time goes by', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (a, b) => {
        const run = hourly(RUNNING);
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((s) => new Date(RENTED_AT + s * 1000));
        assert.ok(usdSoFar(run, early as Date) <= usdSoFar(run, late as Date));
      }),
    );
  });

  it('stands in the summary of a listing, with state and boxes', () => {
    assert.deepEqual(summarise(hourly(RUNNING), at(1)), {
      run: 'tiny-7',
      job: 'tiny',
      state: 'running',
      usd: 1.1,
      updatedAt: new Date(STARTED_AT + 6 * HOUR).toISOString(),
      leases: [`${LEASE} sim running`],
    });
  });
});
