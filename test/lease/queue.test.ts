import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toTell } from '../../src/lease/concerns.ts';
import { costLines, usdInLastDay, usdPerHourNow, usdSoFar } from '../../src/lease/cost.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { accountOf, partsOfAccount } from '../../src/lease/fold-queue.ts';
import { lossOf } from '../../src/lease/loss.ts';
import { next } from '../../src/lease/next.ts';
import { budgetUse } from '../../src/lease/over-budget.ts';
import { openMeters } from '../../src/lease/run.ts';
import { classify } from '../../src/release/strays.ts';
import {
  audited,
  cellEnded,
  intended,
  kept,
  LEASE,
  opened,
  reachable,
  rented,
  STARTED_AT,
  started,
  told,
  waived,
} from './told-run.ts';

/** A story of a submission to a queue, an hour between its events. */
const submitted: EventBody[] = [
  opened({ budget: { usd: 1000, hours: 10, usdPerHour: 2 } }),
  waived,
  { ...intended(), queue: 'ssh://ada@login' } as EventBody,
  {
    ...rented(),
    meters: [
      { id: 'submission', kind: 'none', usdPerHour: 0, source: 'the queue' },
      { id: 'walltime', kind: 'gpu', usdPerHour: 2, source: "the job's usdPerHour" },
    ],
  } as EventBody,
];
const begun: EventBody[] = [...submitted, reachable(), audited(), started({ launcher: 'sbatch' })];
const moved = (to: 'waiting' | 'running' | 'over', why?: string, tasks?: number): EventBody => ({
  type: 'queue-moved',
  lease: LEASE,
  to,
  ...(why !== undefined && { why }),
  ...(tasks !== undefined && { tasks }),
});
const hourly = (story: EventBody[]) => told(story, 3600);
const at = (hours: number) => new Date(STARTED_AT + hours * 3_600_000);
const leaseIn = (story: EventBody[]) => hourly(story).leases[0] ?? assert.fail('no lease');
const plans = () => ({
  zero: [{ verb: 'scancel', stops: ['submission', 'walltime'], destroys: ['node-tmp'], reversible: false }],
  park: null,
});
const steps = (story: EventBody[]) =>
  next(told(story), plans, new Date(STARTED_AT + story.length * 1000)).map((step) =>
    'lease' in step ? `${step.do} ${step.lease}` : step.do,
  );

describe('a submission to a queue', () => {
  it('costs nothing and uses up no time while it waits, and is held all the same', () => {
    const run = hourly([...begun, moved('waiting', 'Priority')]);
    assert.equal(usdSoFar(run, at(100)), 0);
    assert.equal(budgetUse(run, at(100)).over, undefined);
    assert.deepEqual(
      openMeters(run.leases[0] ?? assert.fail()).map(({ id }) => id),
      ['submission'],
    );
  });

  it('is paid for while it has an allocation, and not between two of them', () => {
    // The seventh event is the start; it runs from 7 to 9, waits until 10, runs until 12.
    const story = [
      ...begun,
      moved('running'),
      moved('running'),
      moved('waiting', 'Requeued'),
      moved('running'),
      moved('running'),
      moved('over'),
    ];
    const run = hourly(story);
    assert.deepEqual(
      costLines(run, at(50)).map(({ meter, seconds, usd, running }) => ({ meter, seconds, usd, running })),
      [
        { meter: 'submission', seconds: 9 * 3600, usd: 0, running: false },
        { meter: 'walltime', seconds: 4 * 3600, usd: 8, running: false },
      ],
    );
    assert.equal(
      run.ignored.filter(({ type }) => type === 'queue-moved').length,
      2,
      'the same again is no news',
    );
  });

  it('of several tasks is paid for as often as it has an allocation, in hours of allocations', () => {
    // Four run from 7 to 8, two from 8 to 9, one from 9 on.
    const story = [
      ...begun,
      moved('running', undefined, 4),
      moved('running', undefined, 2),
      moved('running', undefined, 2),
      moved('running', undefined, 1),
    ];
    const run = hourly(story);
    const [, walltime] = costLines(run, at(12));
    assert.deepEqual([walltime?.seconds, walltime?.usd], [(4 + 2 + 2 + 2) * 3600, 20]);
    assert.equal(usdPerHourNow(hourly(story.slice(0, 8)), at(8)), 8);
    assert.equal(usdInLastDay(run, at(12)), 20);
    assert.equal(budgetUse(hourly(story.slice(0, 8)), at(7 + 126)).over?.code, 'over-time');
    const rich = story.map((event) =>
      event.type === 'run-opened' ? { ...event, budget: { usd: 30, hours: 100, usdPerHour: 2 } } : event,
    );
    assert.equal(budgetUse(hourly(rich.slice(0, 8)), at(7 + 3.7)).over, undefined);
    assert.equal(budgetUse(hourly(rich.slice(0, 8)), at(7 + 3.8)).over?.code, 'over-budget');
    assert.equal(run.ignored.length, 1, 'the same number again is no news');
  });

  it('uses the hours of the budget from its first allocation on', () => {
    const run = hourly([...begun, moved('waiting'), moved('running')]);
    assert.equal(budgetUse(run, at(8 + 10)).over, undefined);
    assert.equal(budgetUse(run, at(8 + 11)).over?.code, 'over-time');
  });

  it('uses GPU-hours of the budget by its cards and only while it runs, also where they cost nothing', () => {
    const budget = { usd: 1000, hours: 1000, usdPerHour: 2, gpuHours: 8 };
    const first = opened({ budget });
    if (first.type !== 'run-opened') assert.fail();
    const document = { ...first.document, resources: { gpu: { names: [], count: 2 } } };
    const [, ...rest] = begun;
    const free = rest.map((event) =>
      event.type === 'rented'
        ? { ...event, meters: event.meters.map((each) => ({ ...each, usdPerHour: 0 })) }
        : event,
    );
    // It runs from 8 to 10, waits until 11, and runs on: two cards.
    const story: EventBody[] = [
      { ...first, document },
      ...free,
      moved('running'),
      moved('running'),
      moved('waiting'),
      moved('running'),
    ];
    const begunAt = story.findIndex((event) => event.type === 'queue-moved');
    const run = hourly(story);
    const over = (hours: number) => budgetUse(run, at(begunAt + hours)).over?.code;
    assert.deepEqual([over(3), over(4.9), over(5.1)], [undefined, undefined, 'over-gpu-hours']);
    assert.match(budgetUse(run, at(begunAt + 4.9)).nearly ?? '', /8 GPU-hours \(budget\.gpuHours\)/);
    assert.equal(usdSoFar(run, at(begunAt + 50)), 0);
  });

  it('that is over and sealed needs nobody to approve anything, for nothing of it runs', () => {
    const sealed = [...begun, moved('running'), moved('over'), cellEnded()];
    assert.deepEqual(openMeters(leaseIn(sealed)), []);
    assert.deepEqual(steps(sealed), [`collect ${LEASE}`]);
  });

  it('that is over is never begun again: the next attempt is another submission', () => {
    const died: EventBody = { type: 'preempted', lease: LEASE, what: 'process', why: 'chance' };
    assert.deepEqual(steps([...begun, moved('running'), died]), [`start ${LEASE}`]);
    const again = steps([...begun, moved('running'), moved('over'), died]);
    assert.deepEqual(again, ['intend']);
    const twice = [
      ...begun,
      moved('running'),
      moved('over'),
      died,
      { ...intended('tiny-7-2'), queue: 'ssh://ada@login' } as EventBody,
    ];
    assert.deepEqual(steps(twice), ['rent tiny-7-2']);
  });

  it('is over once, and nothing that is said after that counts', () => {
    const run = hourly([...begun, moved('over', 'TIMEOUT'), moved('running')]);
    assert.deepEqual([run.leases[0]?.queue?.to, run.leases[0]?.queue?.why], ['over', 'TIMEOUT']);
    assert.equal(run.ignored.at(-1)?.why, 'it was over before');
  });

  it('is not lost because a line broke: its own record says so, and before its begin a person', () => {
    const run = hourly([...begun, moved('over')]);
    const gone = { state: 'gone', evicted: true };
    assert.equal(lossOf(run, run.leases[0] ?? assert.fail(), gone, at(50)), undefined);
    const held = hourly([...submitted, reachable()]);
    assert.equal(lossOf(held, held.leases[0] ?? assert.fail(), gone, at(50)), undefined);
  });

  it('that somebody holds is told at once, and no more when it goes on', () => {
    const held: EventBody = {
      type: 'queue-moved',
      lease: LEASE,
      to: 'waiting',
      why: 'held by hand',
      stuck: 'held',
    };
    const keys = (story: EventBody[]) =>
      toTell(told(story), new Date(STARTED_AT + 60_000)).map(({ key }) => key);
    assert.deepEqual(keys([...begun, held]), [`held-in-queue:${LEASE}`]);
    assert.deepEqual(keys([...begun, held, moved('waiting', 'Priority')]), []);
    assert.deepEqual(keys([...begun, held, moved('running')]), []);
  });

  it('that is begun over and over is told where no newer checkpoint comes of it', () => {
    const again = (attempt: number) => started({ launcher: 'sbatch', attempt });
    const keys = (story: EventBody[]) =>
      toTell(told(story), new Date(STARTED_AT + 60_000)).map(({ key }) => key);
    const often = [...begun, moved('running'), again(2), again(3), again(4)];
    assert.deepEqual(keys(often), [`begun-in-vain:${LEASE}`]);
    assert.deepEqual(keys(often.slice(0, -1)), []);
    assert.deepEqual(keys([...often, kept(10)]), [], 'it got further');
    assert.deepEqual(
      keys([...begun, kept(10), again(2), again(3), kept(20), again(4), again(5), again(6)]),
      [],
    );
  });

  it('is no word about a box', () => {
    const run = hourly([opened(), waived, intended(), rented(), moved('over')]);
    assert.equal(run.ignored.at(-1)?.why, 'it is no submission to a queue');
    assert.equal(openMeters(run.leases[0] ?? assert.fail()).length, 2);
  });
});

describe('the account that a submission is in', () => {
  it('is the one queue, so that jobs of another cluster under the same numbers are not taken for it', () => {
    for (const of of [{ platform: 'slurm', queue: 'ssh://ada@login:22' }, { platform: 'runpod' }])
      assert.deepEqual(partsOfAccount(accountOf(of)), of);
    const run = hourly(begun);
    const job = {
      kind: 'instance',
      id: 'box-of-tiny-7-1',
      name: LEASE,
      owner: 'mark',
      native: 'RUNNING',
      billing: 'yes',
    } as const;
    const sorted = (platform: string) =>
      classify({ platform, inventory: [job], runs: [run], unread: new Set(), isOurs: () => true });
    assert.deepEqual(
      sorted('sim ssh://ada@login').held.map(({ lease }) => lease),
      [LEASE],
    );
    assert.deepEqual(sorted('sim ssh://ada@other').held, []);
  });
});
