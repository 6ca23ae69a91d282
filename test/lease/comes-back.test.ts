import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { concernsOf } from '../../src/lease/concerns.ts';
import { usdSoFar } from '../../src/lease/cost.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { next } from '../../src/lease/next.ts';
import type { Run } from '../../src/lease/run.ts';
import { takes } from '../../src/lease/stage-steps.ts';
import type { Plans } from '../../src/lease/step.ts';
import type { MeterReading } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { recheck } from '../../src/release/prove.ts';
import { scriptedWorld } from '../scripted-world.ts';
import {
  audited,
  intended,
  LEASE,
  lost,
  opened,
  RUN,
  RUNNING,
  reachable,
  rented,
  SEALED,
  STARTED_AT,
  started,
} from './told-run.ts';

const MINUTE = 60_000;
const at = (minutes: number): Date => new Date(STARTED_AT + minutes * MINUTE);
const iso = (minutes: number): string => at(minutes).toISOString();

/** What a run was told, with the minute of each part. */
const story = (...parts: readonly (readonly [number, readonly EventBody[]])[]): Run =>
  fold(
    RUN,
    parts.flatMap(([minute, bodies]) =>
      bodies.map((body): LedgerEvent => ({ ...body, seq: 0, at: iso(minute), by: 'test' })),
    ),
  );

const halted: EventBody = { type: 'halted', code: 'box-stopped', what: 'it stands', next: 'look' };
const parked: EventBody = { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] };
const stopped = (minute: number): EventBody => ({
  type: 'meter-stopped',
  lease: LEASE,
  meter: 'gpu',
  sightings: [iso(minute), iso(minute + 1)],
});
const stands: EventBody = { type: 'stands-stopped', lease: LEASE };
const runsAgain: EventBody = { type: 'runs-again', lease: LEASE, meters: ['gpu'] };
const resolved: EventBody = { type: 'resolved', how: 'ada' };

/** Halted after ten minutes, parked and proven stopped after an hour and a half. GPU 1 USD an hour, disk 0.1. */
const PARKED = [
  [0, RUNNING],
  [10, [halted]],
  [90, [parked]],
  [91, [stopped(90)]],
] as const;

const verb = (name: string, reversible: boolean) => ({
  verb: name,
  stops: ['gpu'],
  destroys: reversible ? [] : ['disk'],
  reversible,
});
const plans = (): Plans => ({
  zero: [verb('terminate', false)],
  park: [verb('stop', true)],
  endedByStop: ['gpu'],
});

const steps = (run: Run, minute: number) =>
  next(run, plans, at(minute))
    .filter(({ do: what }) => what !== 'tell')
    .map((step) => ('lease' in step ? `${step.do} ${step.lease}` : step.do));

const concern = (run: Run, minute: number) =>
  concernsOf(run, at(minute)).find(({ key }) => key === `runs-again:${LEASE}`);

describe('a box that stands stopped', () => {
  it('is looked at again after half an hour, and not before', () => {
    assert.deepEqual(steps(story(...PARKED), 110), ['nothing']);
    assert.deepEqual(steps(story(...PARKED), 122), [`recheck ${LEASE}`, 'nothing']);
    assert.deepEqual(steps(story(...PARKED, [122, [stands]]), 140), ['nothing']);
    assert.deepEqual(steps(story(...PARKED, [122, [stands]]), 152), [`recheck ${LEASE}`, 'nothing']);
  });

  it('is so after its seal too, and after its platform stopped it, by whatever looks at its run', () => {
    const sealed = story([0, SEALED], [90, [parked]], [91, [stopped(90)]]);
    assert.deepEqual(steps(sealed, 130), [`recheck ${LEASE}`, `ask ${LEASE}`]);
    const evicted: EventBody = { ...lost('box'), what: 'evicted' } as EventBody;
    assert.equal(steps(story([0, RUNNING], [10, [evicted]], [11, [stopped(10)]]), 60)[0], `recheck ${LEASE}`);
    for (const stage of ['launch', 'watch', 'collect', 'release', 'run', 'sweep', 'tick'])
      assert.ok(takes(stage, { do: 'recheck', lease: LEASE, meters: ['gpu'] }), stage);
  });

  it('and runs again is paid for from when it was last seen stopped', () => {
    const again = story(...PARKED, [122, [stands]], [152, [runsAgain]]);
    assert.equal(again.leases[0]?.state, 'rented');
    // To minute 90, and from 122 on; its disk all along.
    assert.equal(usdSoFar(again, at(182)).toFixed(4), ((90 + 60) / 60 + 0.1 * (182 / 60)).toFixed(4));
  });

  it('is told of at once with its price, and stopped again an hour later', () => {
    const again = story(...PARKED, [122, [runsAgain]]);
    const told = concern(again, 122);
    assert.ok(told?.due);
    assert.match(told.what, /^sim shows tiny-7-1 running again since \S+ at the latest, and nobody here/);
    assert.equal(told.usdPerHour, 1.1);
    assert.match(told.next, /"gpu-lease resume tiny-7" goes on with it\. Else it is stopped again later/);
    assert.deepEqual(steps(again, 170), ['nothing'], 'whoever started it has an hour');
    assert.deepEqual(steps(again, 183), [`park ${LEASE}`, 'nothing']);
    const away = story(...PARKED, [122, [runsAgain]], [183, [parked]]);
    assert.equal(concern(away, 190), undefined);
  });

  it('is stopped again at once when the budget is used up', () => {
    const spent = story(
      [
        0,
        [
          opened({ budget: { usd: 1, hours: 10, usdPerHour: 2 } }),
          ...RUNNING.filter(({ type }) => type !== 'run-opened'),
        ],
      ],
      ...PARKED.slice(1),
      [122, [runsAgain]],
    );
    assert.deepEqual(steps(spent, 123), [`park ${LEASE}`, 'nothing']);
  });

  it('is left running for an hour where it is sealed and the job says to park', () => {
    const park = [opened({ onFinish: 'park' }), ...SEALED.filter(({ type }) => type !== 'run-opened')];
    const again = story([0, park], [5, [parked]], [6, [stopped(5)]], [40, [runsAgain]]);
    assert.deepEqual(steps(again, 60), [`ask ${LEASE}`]);
    assert.match(
      concern(again, 60)?.next ?? '',
      /^It is sealed: "gpu-lease release tiny-7" gives the box back/,
    );
    assert.deepEqual(steps(again, 101), [`park ${LEASE}`]);
  });

  it('and is gone on with is counted from the last look that saw it stopped', () => {
    const back = story(...PARKED, [180, [stands]], [200, [resolved]], [210, [reachable()]]);
    assert.equal(usdSoFar(back, at(240)).toFixed(4), ((90 + 60) / 60 + 0.1 * 4).toFixed(4));
    assert.equal(concern(back, 240), undefined, 'somebody here said to go on');
  });

  it('and stands halted again before it was reached is looked at all the same', () => {
    const over: EventBody = { ...halted, code: 'over-time' } as EventBody;
    const waits = story(...PARKED, [100, [resolved]], [101, [over]]);
    assert.deepEqual(steps(waits, 110), ['nothing']);
    assert.deepEqual(steps(waits, 122), [`recheck ${LEASE}`, 'nothing']);
    const again = story(...PARKED, [100, [resolved]], [101, [over]], [122, [runsAgain]]);
    assert.ok(concern(again, 122));
    assert.deepEqual(steps(again, 183), [`park ${LEASE}`, 'nothing']);
  });

  it('was nobody looking for hours, no time is made up, and a person is told how much it may be', () => {
    const again = story(...PARKED, [91 + 600, [runsAgain]]);
    assert.equal(usdSoFar(again, at(691 + 60)).toFixed(4), ((90 + 60) / 60 + 0.1 * (751 / 60)).toFixed(4));
    assert.match(
      concern(again, 691)?.what ?? '',
      /last seen stopped at 2026-11-21T11:31:00\.000Z; what it cost before 2026-11-21T21:31:00\.000Z is not counted, up to 10\.00 USD/,
    );
  });

  describe('and what it may have cost meanwhile passes the budget', () => {
    const BUDGET = { usd: 6, hours: 100, usdPerHour: 2 };
    const RUNNING_ON_IT = [
      opened({ budget: BUDGET }),
      ...RUNNING.filter(({ type }) => type !== 'run-opened'),
    ];
    const said = (run: Run, minute: number) =>
      concernsOf(run, at(minute)).find(({ key }) => key === 'over-budget');

    it('is told of, counted in no sum, and stopped again at once [ninety days 61]', () => {
      const again = story([0, RUNNING_ON_IT], ...PARKED.slice(1), [91 + 600, [runsAgain]]);
      assert.ok(usdSoFar(again, at(692)) < BUDGET.usd);
      assert.match(said(again, 692)?.what ?? '', /^The run may have cost more than its budget of 6 USD/);
      assert.deepEqual(steps(again, 692), [`park ${LEASE}`, 'nothing']);
      // It stands stopped again, and what it may have cost is not taken back.
      const away = story([0, RUNNING_ON_IT], ...PARKED.slice(1), [691, [runsAgain]], [692, [parked]]);
      assert.ok(said(away, 700));
    });

    it('work that goes on elsewhere is not ended for it', () => {
      const second = `${RUN}-2`;
      const elsewhere = story(
        [0, RUNNING_ON_IT],
        [60, [lost('box')]],
        [61, [intended(second), rented(second)]],
        [62, [reachable(second), audited(true, second), started({ lease: second, attempt: 2 })]],
      );
      const [evicted, current] = elsewhere.leases;
      assert.ok(evicted && current);
      evicted.unseenUsd = 5.5;
      assert.ok(said(elsewhere, 63), 'a person is told');
      assert.deepEqual(steps(elsewhere, 63), [`prove ${LEASE}`, `look ${second}`]);
    });
  });

  it('is believed to run only of a box that stood stopped, with a meter that was proven so', () => {
    const [running] = story([0, [...RUNNING, runsAgain]]).ignored;
    assert.equal(running?.why, 'lease is running');
    const [unknown] = story(...PARKED, [120, [{ ...runsAgain, meters: ['disk'] }]]).ignored;
    assert.equal(unknown?.why, 'no meter of it was proven stopped');
  });
});

describe('the look at a box that stands stopped', () => {
  const lease = story(...PARKED).leases[0];
  assert.ok(lease);

  /** What comes of it where the platform shows these, look by look. */
  async function shown(...looks: (MeterReading['state'] | Problem)[]) {
    return listed([], ...looks);
  }

  /** And what its list of all that runs shows. */
  async function listed(running: (string | Problem)[], ...looks: (MeterReading['state'] | Problem)[]) {
    const left = [...looks];
    const lists = [...running];
    const { world } = scriptedWorld({
      driver: {
        meters: async () => {
          const state = left.shift();
          if (state instanceof Problem) throw state;
          return [
            { id: 'gpu', state: state ?? 'unknown' },
            { id: 'disk', state: 'running' },
          ];
        },
        running: async () => {
          const id = lists.shift();
          if (id instanceof Problem) throw id;
          return new Map(id === undefined ? [] : [[id, { state: 'running' }]]);
        },
      },
    });
    assert.ok(lease);
    const events = await recheck(world, lease, ['gpu']);
    return { events: events.map(({ type }) => type), left: left.length };
  }

  it('says that it stands stopped at the first sight of it', async () => {
    assert.deepEqual(await shown('gone', 'running'), { events: ['stands-stopped'], left: 1 });
  });

  it('says that it runs at the second: a list that lags shows it once', async () => {
    assert.deepEqual(await shown('running', 'running', 'gone'), { events: ['runs-again'], left: 1 });
    assert.deepEqual(await shown('running', 'gone'), { events: ['stands-stopped'], left: 0 });
  });

  it('believes the list of what runs where the box itself cannot be asked for, twice, and nothing that is not in it', async () => {
    const odd = new Problem({
      code: 'api-refused',
      kind: 'failed',
      what: '400 Invalid instance id',
      next: 'n',
    });
    const id = lease?.boxId ?? '';
    assert.deepEqual((await listed([id, id], odd, odd)).events, ['runs-again']);
    for (const running of [[id], [id, odd], ['another', 'another'], [odd]])
      assert.deepEqual((await listed(running, odd, odd)).events, [], running.join());
    assert.deepEqual(await listed([id, id], 'gone'), { events: ['stands-stopped'], left: 0 });
  });

  it('says nothing where the platform does not answer, not clearly, or lets nobody in', async () => {
    const down = new Problem({ code: 'down', kind: 'unreachable', what: 'no answer', next: 'wait' });
    const shut = new Problem({ code: 'api-key-refused', kind: 'usage', what: 'no', next: 'a new key' });
    for (const looks of [[down], [shut], ['unknown'], ['running', down], ['running', 'unknown']] as const)
      assert.deepEqual((await shown(...looks)).events, [], looks.join());
  });
});
