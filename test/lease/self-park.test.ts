import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usdSoFar } from '../../src/lease/cost.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { nextLook } from '../../src/lease/look-plan.ts';
import { next } from '../../src/lease/next.ts';
import type { Lease, Run } from '../../src/lease/run.ts';
import { mayHaveParked } from '../../src/lease/self-park.ts';
import { takes } from '../../src/lease/stage-steps.ts';
import type { Plans } from '../../src/lease/step.ts';
import {
  audited,
  cellEnded,
  collected,
  HELD,
  LEASE,
  opened,
  RUN,
  reachable,
  STARTED_AT,
  sealed,
  started,
} from './told-run.ts';

const at = (minutes: number): Date => new Date(STARTED_AT + minutes * 60_000);
const iso = (minutes: number): string => at(minutes).toISOString();

const story = (...parts: readonly (readonly [number, readonly EventBody[]])[]): Run =>
  fold(
    RUN,
    parts.flatMap(([minute, bodies]) =>
      bodies.map((body): LedgerEvent => ({ ...body, seq: 0, at: iso(minute), by: 'test' })),
    ),
  );

const told = started({ parksItself: { verb: 'stop', afterSeconds: 600 } });
const BEGUN = [
  opened({ onFinish: 'park' }),
  ...HELD.slice(1),
  reachable(),
  audited(),
  told,
] as const satisfies readonly EventBody[];
const parked: EventBody = {
  type: 'parked',
  lease: LEASE,
  verb: 'stop',
  itself: true,
  clocks: [{ id: 'c', effect: 'all of it is gone', at: '2026-12-06' }],
};
const stopped: EventBody = {
  type: 'meter-stopped',
  lease: LEASE,
  meter: 'gpu',
  sightings: [iso(300), iso(301)],
};
const waking: EventBody = { type: 'waking', lease: LEASE };
const woken: EventBody = { type: 'woken', lease: LEASE };
const vouched: EventBody = { type: 'vouched', witnesses: ['a'] } as unknown as EventBody;

/** Begun at 10:00; a look at 15:00 finds it stopped. */
const FOUND = [
  [0, BEGUN],
  [300, [parked]],
] as const;
const PROVEN = [...FOUND, [301, [stopped, vouched]]] as const;
const AWAKE = [...PROVEN, [302, [waking, vouched]], [303, [woken, vouched]]] as const;

const PLANS: Plans = {
  zero: [{ verb: 'destroy', stops: ['gpu', 'disk'], destroys: ['disk'], reversible: false }],
  park: [{ verb: 'stop', stops: ['gpu'], destroys: [], reversible: true }],
};
const does = (run: Run, minute: number): string[] =>
  next(run, () => PLANS, at(minute)).map((step) => step.do);
const only = (run: Run): Lease => {
  const [lease] = run.leases;
  assert.ok(lease);
  return lease;
};

describe('whether a stopped box may have parked itself', () => {
  const may = (run: Run, minute: number, seenAt?: number): boolean =>
    mayHaveParked(only(run), seenAt === undefined ? undefined : at(seenAt), at(minute));

  it('is so once its grace has passed since its start and since it was last seen', () => {
    const run = story([0, BEGUN]);
    assert.deepEqual([may(run, 9), may(run, 10), may(run, 300)], [false, true, true]);
    assert.equal(may(run, 300, 295), false, 'somebody looked five minutes ago');
    const seen = story([0, BEGUN], [60, [{ type: 'seen', lease: LEASE }]]);
    assert.deepEqual([may(seen, 69), may(seen, 70)], [false, true]);
  });

  it('is not so of one that was not told to, that has nothing begun on it, or whose work is sealed', () => {
    const untold = BEGUN.map((event) => (event === told ? started() : event));
    assert.equal(may(story([0, untold]), 300), false);
    assert.equal(may(story([0, BEGUN.slice(0, -1)]), 300), false);
    assert.equal(may(story(...PROVEN), 400), false, 'it is parked');
  });
});

describe('a box that parked itself', () => {
  it('is ours and no eviction: its meter is proven stopped, then it is started again, by whoever collects', () => {
    const found = story(...FOUND);
    assert.equal(only(found).state, 'parked');
    assert.deepEqual([only(found).evicted, only(found).lostAt, found.relaunches], [false, undefined, 0]);
    assert.deepEqual(does(found, 300), ['prove']);
    assert.deepEqual(does(story(...PROVEN), 301), ['wake']);
    assert.deepEqual(
      ['watch', 'launch', 'release', 'collect', 'tick', 'run', 'resume'].map((stage) =>
        takes(stage, { do: 'wake', lease: LEASE }),
      ),
      [false, false, false, true, true, true, true],
    );
  });

  it('is not believed to have where it was not told to', () => {
    const untold = BEGUN.map((event) => (event === told ? started() : event));
    const run = story([0, untold], [300, [parked]]);
    assert.equal(only(run).state, 'running');
    assert.deepEqual(
      run.ignored.map(({ why }) => why),
      ['it was not told to park itself'],
    );
  });

  it('is started again only on a record that somebody vouches for: a start is paid for', () => {
    const run = story(...FOUND, [301, [stopped]]);
    assert.deepEqual(does(run, 310), ['vouch']);
  });

  it('goes on from each of its steps when it was killed there, and is looked at before anything is begun on it', () => {
    const meant = story(...PROVEN, [302, [waking, vouched]]);
    assert.deepEqual(does(meant, 302), ['wake']);
    assert.deepEqual([only(meant).state, only(meant).wakes], ['parked', iso(302)]);
    const awake = story(...AWAKE);
    assert.deepEqual(does(awake, 303), ['wake']);
    assert.equal(only(awake).state, 'rented');
    const back = story(...AWAKE, [306, [reachable(), vouched]]);
    assert.deepEqual([only(back).state, only(back).wakes], ['running', undefined]);
    assert.deepEqual(does(back, 306), ['look']);
    assert.equal(
      nextLook(story(...PROVEN), at(301))?.why,
      'it parked itself, and is started again to be collected',
    );
  });

  it('is not looked at as a box that somebody else started while we start it', () => {
    const meant = story(...PROVEN, [302, [waking, vouched]]);
    assert.ok(!does(meant, 400).includes('recheck'));
    assert.ok(does(story(...PROVEN), 400).includes('recheck'));
  });

  it('that somebody starts in the console is read from before anything is begun on it', () => {
    const run = story(...PROVEN, [360, [{ type: 'runs-again', lease: LEASE, meters: ['gpu'] }, vouched]]);
    assert.deepEqual(
      does(run, 360).filter((each) => each !== 'tell'),
      ['wake'],
    );
    const back = story(...PROVEN, [
      360,
      [{ type: 'runs-again', lease: LEASE, meters: ['gpu'] }, reachable(), vouched],
    ]);
    assert.equal(only(back).state, 'running');
  });

  it('is tried again after a person said so, where its platform had no card', () => {
    const halted: EventBody = { type: 'halted', code: 'box-not-started', what: 'none left', next: 'resume' };
    const held = story(...PROVEN, [302, [waking, halted, vouched]]);
    assert.deepEqual(does(held, 302), ['nothing']);
    const on = story(...PROVEN, [302, [waking, halted]], [400, [{ type: 'resolved', how: 'ada' }]]);
    assert.deepEqual(does(on, 400), ['wake']);
  });

  it('is parked again by us after the seal, and then somebody is asked', () => {
    const done = [...AWAKE, [306, [reachable(), cellEnded(), collected, sealed, vouched]]] as const;
    assert.deepEqual(does(story(...done), 306), ['park']);
    const again = story(...done, [
      307,
      [{ type: 'parked', lease: LEASE, verb: 'stop', clocks: [] }, vouched],
    ]);
    assert.equal(only(again).parkedItself, undefined);
    assert.deepEqual(does(again, 307), ['prove', 'ask']);
  });

  it('costs until it stopped by its own record, never less than until it was last seen, and again from its start', () => {
    const dated = (minute: number): Run =>
      story(...AWAKE, [
        306,
        [reachable(), { type: 'park-dated', lease: LEASE, parkedAt: iso(minute) }, vouched],
      ]);
    const hours = (run: Run): number => Number((usdSoFar(run, at(306)) - (0.1 * 306) / 60).toFixed(4));
    // GPU 1 USD an hour: seen until 300, and from 302 to 306.
    assert.equal(hours(story(...AWAKE, [306, [reachable(), vouched]])), Number(((300 + 4) / 60).toFixed(4)));
    assert.equal(hours(dated(80)), Number(((80 + 1 + 4) / 60).toFixed(4)));
    assert.equal(hours(dated(-500)), Number(((0 + 4) / 60).toFixed(4)), 'a stranger’s clock');
    assert.equal(hours(dated(9999)), Number(((300 + 4) / 60).toFixed(4)), 'raises nothing');
  });

  it('that did not by its own record is no longer taken for one', () => {
    const run = story(...AWAKE, [306, [reachable(), { type: 'park-dated', lease: LEASE }, vouched]]);
    assert.deepEqual([only(run).state, only(run).parkedItself], ['running', undefined]);
  });
});
