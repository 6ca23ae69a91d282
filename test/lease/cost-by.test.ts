import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { usdSoFar } from '../../src/lease/cost.ts';
import { COST_BY, costBy, usdInMonth } from '../../src/lease/cost-by.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { gone, intended, jobWith, opened, rented, waived } from './told-run.ts';

const HOUR = 3_600_000;

/** A box at 1.10 USD/h from then on, for so many hours; without a number it runs still. */
function held(id: string, from: string, hours?: number, { platform = 'sim', job = 'tiny' } = {}): Run {
  const lease = `${id}-1`;
  const start = Date.parse(from);
  const document = jobWith({ name: job });
  const end = start + (hours ?? 0) * HOUR;
  const at = (event: EventBody, time: number, seq: number): LedgerEvent =>
    ({ ...event, seq, at: new Date(time).toISOString(), by: 'test' }) as LedgerEvent;
  const story = [
    at(opened({}, document), start, 0),
    at(waived, start, 1),
    at({ ...intended(lease), platform } as EventBody, start, 2),
    at(rented(lease), start, 3),
    ...(hours === undefined
      ? []
      : ['gpu', 'disk'].map((meter, n) => at(gone(meter, undefined, lease), end, 4 + n))),
  ];
  return fold(id, story);
}

const NOW = new Date('2026-12-02T00:00:00Z');
const RUNS = [
  held('a', '2026-10-31T22:00:00Z', 4, { platform: 'runpod', job: 'big' }),
  held('b', '2026-11-10T00:00:00Z', 10, { platform: 'vastai' }),
  held('c', '2026-12-01T23:00:00Z', undefined, { platform: 'runpod' }),
];

describe('what all runs cost', () => {
  it('is told by month in UTC, a box at midnight in both, the oldest first', () => {
    assert.deepEqual(costBy('month', RUNS, NOW), [
      { of: '2026-10', usd: 2.2, runs: 1, usdPerHour: 0 },
      { of: '2026-11', usd: 13.2, runs: 2, usdPerHour: 0 },
      { of: '2026-12', usd: 1.1, runs: 1, usdPerHour: 1.1 },
    ]);
  });

  it('is told by platform and by job, what cost most first, with what runs now', () => {
    assert.deepEqual(costBy('platform', RUNS, NOW), [
      { of: 'vastai', usd: 11, runs: 1, usdPerHour: 0 },
      { of: 'runpod', usd: 5.5, runs: 2, usdPerHour: 1.1 },
    ]);
    assert.deepEqual(
      costBy('job', RUNS, NOW).map(({ of, usd }) => [of, usd]),
      [
        ['tiny', 12.1],
        ['big', 4.4],
      ],
    );
  });

  it('comes to the same sum however it is told, and to that of the runs one by one', () => {
    const some = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 700 }),
        fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(some, (boxes) => {
        const runs = boxes.map(([day, hours], n) =>
          held(`r${n}`, new Date(Date.UTC(2025, 0, 1 + day)).toISOString(), hours),
        );
        const now = new Date('2027-06-01T00:00:00Z');
        const whole = runs.reduce((sum, run) => sum + usdSoFar(run, now), 0);
        const sums = COST_BY.map((by) => costBy(by, runs, now).reduce((sum, { usd }) => sum + usd, 0));
        for (const sum of sums) assert.ok(Math.abs(sum - whole) < 0.001, `${sum} of ${whole}`);
      }),
    );
  });

  it('in a month that is not over counts what was spent so far, and nothing of the others', () => {
    assert.equal(Number(usdInMonth(RUNS, '2026-12', NOW).toFixed(6)), 1.1);
    assert.equal(usdInMonth(RUNS, '2026-09', NOW), 0);
    assert.deepEqual(costBy('month', [], NOW), []);
  });
});
