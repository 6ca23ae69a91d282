import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { movedOf } from '../../src/course/moved.ts';
import { costLines, usdBetween, usdSoFar } from '../../src/lease/cost.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { budgetUse } from '../../src/lease/over-budget.ts';
import type { Run } from '../../src/lease/run.ts';
import { GB, trafficUsd } from '../../src/lease/traffic.ts';
import type { World } from '../../src/world.ts';
import { jobWith } from './told-run.ts';

const FROM = Date.parse('2026-11-27T00:00:00Z');
const HOUR = 3_600_000;
const PRICE = { toBoxUsdPerGb: 0.01, fromBoxUsdPerGb: 0.02 };
const METER = { id: 'gpu', kind: 'gpu', usdPerHour: 1, source: 'the offer' };
const LEASE = 'r-1';

describe('what bytes cost', () => {
  it('is in the cost of a run, in its lines and in its budget, at the price of the box before that of the offer', () => {
    const run = told({ traffic: { toBoxUsdPerGb: 9 } }, { traffic: PRICE }, [[1, moved('a', 100, 50)]]);
    assert.equal(usdSoFar(run, at(2)).toFixed(6), (2 + 1 + 1).toFixed(6));
    const lines = costLines(run, at(2)).filter(({ bytes }) => bytes !== undefined);
    assert.deepEqual(
      lines.map(({ meter, bytes, usd }) => [meter, bytes, usd]),
      [
        ['traffic in', 100 * GB, 1],
        ['traffic out', 50 * GB, 1],
      ],
    );
    assert.equal(budgetUse(run, at(1.5)).over, undefined);
    assert.equal(budgetUse(run, at(2)).over?.code, 'over-budget', 'the box alone would have cost 2 of 3.6');
  });

  it('counts a sum that is written twice once, and those of several processes each', () => {
    const run = told({ traffic: PRICE }, {}, [
      [1, moved('a', 10, 0)],
      [1.1, moved('a', 10, 0)],
      [1.2, moved('b', 5, 0)],
      [1.3, moved('a', 12, 0)],
      [1.4, moved('a', 11, 0)],
    ]);
    assert.equal(trafficUsd(leaseIn(run), FROM + 2 * HOUR).toFixed(6), '0.170000');
  });

  it('belongs to the time at which it was written down', () => {
    const run = told({ traffic: PRICE }, {}, [
      [1, moved('a', 100, 0)],
      [30, moved('a', 300, 0)],
    ]);
    const between = (from: number, to: number) =>
      usdBetween(leaseIn(run), FROM + from * HOUR, FROM + to * HOUR) - (to - from);
    assert.equal(between(0, 24).toFixed(6), '1.000000');
    assert.equal(between(24, 48).toFixed(6), '2.000000');
  });

  it('leaves out what an allowance holds, which grows while the box is held', () => {
    const traffic = { fromBoxUsdPerGb: 0.01, freeFromBoxGbPerHour: 15 };
    const run = told({ traffic }, {}, [[1, moved('a', 0, 100)]]);
    assert.equal(trafficUsd(leaseIn(run), FROM + 2 * HOUR).toFixed(6), '0.700000');
    assert.equal(trafficUsd(leaseIn(run), FROM + 10 * HOUR), 0);
  });

  it('holds the data that a box fetched by itself, once for each box', () => {
    const source = { from: 'https://x/', to: 'd', files: 1, bytes: 40 * GB, unproven: 0, digest: 'd' };
    const fetched = { to: 'd', files: 1, bytes: 40 * GB, sha256: 'f' };
    const run = told({ traffic: PRICE }, {}, [
      [0.5, { type: 'data-resolved', sources: [source] }],
      [1, { type: 'data-fetched', lease: LEASE, sources: [fetched] }],
    ]);
    assert.equal(trafficUsd(leaseIn(run), FROM + 2 * HOUR).toFixed(6), '0.400000');
  });

  it('is written down from a cent of a cent on, and never where bytes are free', () => {
    const world = (toBoxBytes: number) =>
      ({ claim: 'p', traffic: { of: () => ({ toBoxBytes, fromBoxBytes: 0 }) } }) as unknown as World;
    const priced = told({ traffic: PRICE }, {}, []);
    assert.deepEqual(movedOf(world(GB / 1000), priced), []);
    assert.deepEqual(movedOf(world(GB), priced), [moved('p', 1, 0)]);
    assert.deepEqual(movedOf(world(GB), told({}, {}, [])), []);
    const known = told({ traffic: PRICE }, {}, [[1, moved('p', 1, 0)]]);
    assert.deepEqual(movedOf(world(GB), known), []);
  });
});

const at = (hours: number): Date => new Date(FROM + hours * HOUR);

const moved = (counter: string, toGb: number, fromGb: number): EventBody => ({
  type: 'moved',
  lease: LEASE,
  counter,
  toBoxBytes: toGb * GB,
  fromBoxBytes: fromGb * GB,
});

const leaseIn = ({ leases }: Run) => leases[0] as Run['leases'][number];

function told(ofIntent: object, ofBox: object, more: [hours: number, body: EventBody][]): Run {
  const job = jobWith({ budget: { usd: 3.6, hours: 100, usdPerHour: 10 } } as Parameters<typeof jobWith>[0]);
  const opened = {
    type: 'run-opened',
    version: 1,
    job: job.name,
    configHash: 'c',
    commit: 'abcdef0',
    codeHash: 'd',
    dirty: false,
    cells: ['main'],
    budget: job.budget,
    retryMax: 1,
    onFinish: 'hold',
    resumes: true,
    document: job,
  } as EventBody;
  const intended = {
    type: 'intended',
    lease: LEASE,
    platform: 'vastai',
    offer: 'o',
    summary: 's',
    usdPerHour: 1,
    market: 'on-demand',
    ...ofIntent,
  } as EventBody;
  const rented = {
    type: 'rented',
    lease: LEASE,
    boxId: 'b',
    meters: [METER],
    adopted: false,
    ...ofBox,
  } as EventBody;
  const first = [opened, intended, rented].map((body): [number, EventBody] => [0, body]);
  const events = [...first, ...more].map(([hours, body], seq) => ({
    ...body,
    seq,
    at: at(hours).toISOString(),
    by: 'test',
  }));
  const run = fold('r', events as LedgerEvent[]);
  assert.deepEqual(run.ignored, []);
  return run;
}
