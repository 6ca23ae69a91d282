import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clockWarning, runningClocks } from '../../src/lease/clock-warning.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { runJson } from '../../src/report/run-table.ts';
import { deviations } from '../cli/json-docs.ts';
import { ENDED, LEASE, RUNNING, STARTED_AT, told } from './told-run.ts';

const START = new Date('2026-11-01T00:00:00Z');
const DAY = 86_400;
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const fifteenDays = (day: number, warned?: number) =>
  clockWarning(
    START,
    later(15 * DAY),
    later(day * DAY),
    warned === undefined ? undefined : later(warned * DAY),
  );

describe('a clock that counts down', () => {
  for (const { day, level, left } of [
    { day: 0, level: 'info', left: 15 },
    { day: 7.4, level: 'info', left: 7.6 },
    { day: 7.5, level: 'half', left: 7.5 },
    { day: 11.25, level: 'three-quarters', left: 3.75 },
    { day: 13.125, level: 'last-day', left: 1.875 },
    { day: 14.9, level: 'last-day', left: 0.1 },
    { day: 15, level: 'over', left: 0 },
    { day: 20, level: 'over', left: -5 },
  ]) {
    it(`of 15 days is at "${level}" after ${day} [XC-14]`, () => {
      const warning = fifteenDays(day);
      assert.equal(warning.level, level);
      assert.ok(Math.abs((warning.leftSeconds ?? 0) / DAY - left) < 1e-9);
      assert.equal(warning.due, level !== 'info');
    });
  }

  it('warns once at each moment: half, three quarters, every day at the end, over [XC-14]', () => {
    const given: string[] = [];
    let last: number | undefined;
    for (let hour = 0; hour <= 18 * 24; hour += 1) {
      const { due, level } = fifteenDays(hour / 24, last);
      if (!due) continue;
      given.push(`${level} ${(hour / 24).toFixed(1)}`);
      last = hour / 24;
    }
    assert.deepEqual(given, [
      'half 7.5',
      'three-quarters 11.3',
      'last-day 13.1',
      'last-day 14.1',
      'over 15.0',
    ]);
  });

  it('of a day warns in its last hours', () => {
    const at = (hour: number) => clockWarning(START, later(DAY), later(hour * 3600)).level;
    assert.deepEqual(
      [at(11), at(12), at(18), at(21), at(24)],
      ['info', 'half', 'three-quarters', 'last-day', 'over'],
    );
  });

  it('of unknown length may be over at any moment, and is warned of every day', () => {
    assert.deepEqual(clockWarning(START, null, later(60)), {
      level: 'unknown',
      leftSeconds: null,
      due: true,
    });
    assert.equal(clockWarning(START, null, later(3600), later(60)).due, false);
    assert.equal(clockWarning(START, null, later(DAY + 60), later(3600)).due, true);
  });

  it('that takes no time is over at once', () => {
    assert.equal(clockWarning(START, START, START).level, 'over');
  });

  it('never falls back to an earlier level, and a warning just given is not given again', () => {
    const order = ['info', 'half', 'three-quarters', 'last-day', 'over'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 * DAY }),
        fc.integer({ min: 0, max: 200 * DAY }),
        fc.integer({ min: 0, max: 200 * DAY }),
        (length, a, b) => {
          const [first, second] = [Math.min(a, b), Math.max(a, b)].map((at) =>
            clockWarning(START, later(length), later(at)),
          );
          assert.ok(order.indexOf(first?.level ?? '') <= order.indexOf(second?.level ?? ''));
          assert.equal(clockWarning(START, later(length), later(b), later(b)).due, false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('clocks of a run', () => {
  const clocks = [
    { id: 'stopped-15d', effect: 'released by itself', at: '2026-12-06T10:00:00.000Z' },
    { id: 'arrears', effect: 'deleted', at: 'unknown' },
  ];
  const parked: EventBody = { type: 'parked', lease: LEASE, verb: 'stop', clocks };
  const evicted: EventBody = { type: 'preempted', lease: LEASE, what: 'evicted', why: 'outbid', clocks };

  for (const [name, events] of [
    ['parked', [...ENDED, parked]],
    ['evicted', [...RUNNING, evicted]],
  ] as const) {
    it(`of a ${name} box are shown with what is left of them [XC-14]`, () => {
      const run = told(events);
      const since = STARTED_AT + (events.length - 1) * 1000;
      const json = runJson(run, new Date(since + 10 * DAY * 1000));
      assert.deepEqual(deviations('run', json), []);
      const shown = json.clocks;
      assert.deepEqual(
        shown.map(({ clock, level, at }) => [clock, level, at]),
        [
          ['stopped-15d', 'half', '2026-12-06T10:00:00.000Z'],
          ['arrears', 'unknown', null],
        ],
      );
      assert.ok(Math.abs((shown[0]?.leftSeconds ?? 0) - 5 * DAY) < 60);
    });
  }

  it('are over with its last meter', () => {
    const stopped = told([...ENDED, parked]).leases.flatMap((lease) =>
      lease.meters.map(
        ({ id }): EventBody => ({
          type: 'meter-stopped',
          lease: LEASE,
          meter: id,
          sightings: ['gone', 'gone'],
        }),
      ),
    );
    const run = told([...ENDED, parked, { type: 'releasing', lease: LEASE, verb: 'terminate' }, ...stopped]);
    assert.ok(run.leases[0]?.meters.every((meter) => meter.stoppedAt));
    assert.deepEqual(
      run.leases.flatMap((lease) => runningClocks(lease, new Date())),
      [],
    );
  });
});

describe('the end that the platform set for a rental', () => {
  const rentedAt = '2026-11-01T00:00:00.000Z';
  const endsAt = '2026-11-09T00:00:00.000Z';
  const held = (state: string, stoppedAt?: string) =>
    ({
      name: 'run-1',
      state,
      rentedAt,
      endsAt,
      clocks: [],
      meters: [{ id: 'disk', ...(stoppedAt && { stoppedAt }) }],
    }) as unknown as Parameters<typeof runningClocks>[0];
  const at = (day: number, lease = held('audited')) =>
    runningClocks(lease, new Date(Date.parse(rentedAt) + day * 86_400_000));

  it('B4: is told in its last eighth and after it, while anything of the box bills, whatever state it is in', () => {
    assert.deepEqual(at(4), []);
    assert.deepEqual(at(6.9), []);
    const [near] = at(7.1);
    assert.deepEqual([near?.level, near?.at, near?.clock], ['last-day', endsAt, 'rental-end']);
    assert.equal(at(8.5)[0]?.level, 'over');
    assert.equal(at(7.1, held('parked')).length, 1);
    assert.deepEqual(at(8.5, held('audited', endsAt)), []);
    assert.deepEqual(at(8.5, held('released')), []);
  });
});
