import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { type LookPlan, nextLook } from '../../src/lease/look-plan.ts';
import {
  asEvents,
  audited,
  cellEnded,
  collected,
  gone,
  HELD,
  intended,
  jobWith,
  LEASE,
  opened,
  RUN,
  RUNNING,
  reachable,
  STARTED_AT,
  sealed,
  started,
  told,
  waived,
} from './told-run.ts';

const MINUTE = 60_000;
const at = (minutes: number): Date => new Date(STARTED_AT + minutes * MINUTE);
const iso = (minutes: number): string => at(minutes).toISOString();

/** Minutes from a look at that time to the next one, and its reason. */
function after(story: readonly EventBody[], minutes: number, plan?: LookPlan): [number, string] | undefined {
  const look = nextLook(told(story), at(minutes), plan);
  return look && [Math.round((look.at.getTime() - at(minutes).getTime()) / MINUTE), look.why];
}

const running = (over: Parameters<typeof jobWith>[0] = {}): EventBody[] => [
  opened({}, jobWith({ budget: { usd: 1e6, hours: 1e6, usdPerHour: 2 }, ...over })),
  ...RUNNING.slice(1),
];
const overAt = (minutes: number): EventBody => ({ type: 'seen', lease: LEASE, overAt: iso(minutes) });

describe('the next look at a run', () => {
  it('comes in minutes while a box comes up and is paid for', () => {
    for (const story of [HELD, [...HELD, reachable()], [...HELD, reachable(), audited()], HELD.slice(0, 3)])
      assert.equal(after(story, 1)?.[0], 3);
  });

  it('comes more and more seldom at a box with which nothing goes on, and when its budget is used up', () => {
    const others = HELD.slice(1);
    const rich = [opened({}, jobWith({ budget: { usd: 1e6, hours: 1e6, usdPerHour: 2 } })), ...others];
    assert.deepEqual(
      [4, 20, 40, 600].map((minutes) => after(rich, minutes)?.[0]),
      [3, 10, 20, 30],
    );
    const hours = [opened({}, jobWith({ budget: { usd: 1e6, hours: 2, usdPerHour: 2 } })), ...others];
    assert.deepEqual(after(hours, 100), [20, 'its budget is used up']);
  });

  for (const what of ['process', 'disk'] as const)
    it(`comes soon where a box that was long at work lost its ${what}, for it is paid for`, () => {
      const story = asEvents([...running(), { type: 'preempted', lease: LEASE, what, why: 'killed' }]);
      const run = fold(
        RUN,
        story.map((event) => (event.type === 'preempted' ? { ...event, at: iso(600) } : event)),
      );
      assert.equal(nextLook(run, at(601))?.at.toISOString(), iso(604));
      assert.equal(nextLook(run, at(640))?.at.toISOString(), iso(660));
    });

  it('comes thrice in the first half hour of an attempt', () => {
    const story = running();
    assert.deepEqual(after(story, 1), [2, 'its work was begun a short while ago']);
    assert.deepEqual(after(story, 4)?.[0], 6);
    assert.deepEqual(after(story, 11)?.[0], 14);
  });

  it('then comes hourly where the end is known, and half-hourly where it is not', () => {
    assert.deepEqual(after([...running(), overAt(1000)], 30), [60, 'it was not looked at for that long']);
    assert.deepEqual(after(running(), 30)?.[0], 30);
  });

  it('comes a minute after the expected end, and each ten minutes after one that did not come', () => {
    const story = [...running(), overAt(100)];
    assert.deepEqual(after(story, 60), [41, 'it is expected to be over']);
    assert.deepEqual(after(story, 102), [10, 'it should be over']);
  });

  it('comes half-hourly on a box that may be taken away at any moment', () => {
    const spot: EventBody = { ...intended(), market: 'spot' } as EventBody;
    const story = running().map((event) => (event.type === 'intended' ? spot : event));
    assert.equal(after([...story, overAt(1000)], 60)?.[0], 30);
  });

  it('keeps the cadence of checkpoints, as far as minutes of runners allow', () => {
    const checkpoint = { path: 'last.pt', stepKey: 'step', resume: 'continues' as const, everySeconds: 600 };
    const story = [...running({ checkpoint }), overAt(1000)];
    assert.deepEqual(after(story, 60), [10, 'a checkpoint is due']);
    assert.deepEqual(after(story, 60, { atLeastSeconds: 2700 })?.[0], 45);
  });

  it('comes when a budget is used up, and when a silent cell has to be told of', () => {
    const tight = running({ budget: { usd: 2.2, hours: 100, usdPerHour: 2 } });
    assert.deepEqual(after([...tight, overAt(1000)], 90)?.[1], 'its budget is used up');
    const hours = running({ budget: { usd: 1e6, hours: 2, usdPerHour: 2 } });
    assert.deepEqual(after([...hours, overAt(1000)], 90), [30, 'its budget is used up']);
    const silent: EventBody = { type: 'stalled', lease: LEASE, cell: 'main', quietSeconds: 700 };
    assert.deepEqual(after([...running(), overAt(1000), silent], 60), [10, 'a cell is silent']);
  });

  it('comes when a box is asked for again', () => {
    const job = jobWith({ capacity: { forSeconds: 86_400 } as never });
    const waits: EventBody[] = [
      opened({}, job),
      waived,
      { type: 'no-capacity', declined: [], tryAgainAt: iso(25) },
    ];
    assert.deepEqual(after(waits, 5), [20, 'a box is asked for again']);
  });

  it('never comes within two minutes of the one before, nor for what time alone does not change', () => {
    assert.equal(after([...running({ budget: { usd: 0, hours: 1, usdPerHour: 2 } })], 90)?.[0], 2);
    assert.equal(after([opened(), waived], 90), undefined);
  });

  it('M1: comes to a box that computes for nobody when it is to be stopped, then more and more seldom for a day', () => {
    const halted: EventBody = { type: 'halted', code: 'cells-dead', what: 'it ended', next: 'look' };
    for (const story of [
      [...running(), cellEnded()],
      [...running(), cellEnded('dead'), halted],
      [...running(), halted],
      [...running(), cellEnded(), collected, sealed],
    ]) {
      assert.equal(after(story, 10)?.[0], 50, 'an hour after it stood still');
      assert.equal(after(story, 61)?.[0], 10);
      assert.equal(after(story, 200)?.[0], 140);
      assert.equal(after(story, 1600)?.[1], 'its budget is used up', 'somebody was told');
    }
  });

  it('M1: comes when a box that stands still uses up its budget, and not to one that is stopped', () => {
    const halted: EventBody = { type: 'halted', code: 'cells-dead', what: 'it ended', next: 'look' };
    const tight = [...running({ budget: { usd: 1e6, hours: 1.5, usdPerHour: 2 } }), halted];
    assert.deepEqual(after(tight, 70), [10, 'its box computes for nobody']);
    assert.deepEqual(after(tight, 85), [5, 'its budget is used up']);
    const stopped: EventBody = { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] };
    assert.equal(after([...running(), cellEnded(), collected, sealed, stopped, gone('gpu')], 90), undefined);
  });

  it('begins anew with each attempt: an end that was expected of the one before is none of the next', () => {
    const again = [...running(), overAt(50), started({ attempt: 2 })];
    assert.notEqual(after(again, 0)?.[1], 'it is expected to be over');
    assert.ok((after(again, 200)?.[0] ?? 0) >= 30);
  });
});
