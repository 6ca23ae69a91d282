import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SetRetention } from '../../src/job/job.ts';
import type { EventBody, KeptStored } from '../../src/lease/events.ts';
import { dropKept, goesOnFrom } from '../../src/lease/kept.ts';
import { retained } from '../../src/lease/retained.ts';
import type { KeptSet } from '../../src/lease/run.ts';
import { audited, HELD, jobWith, LEASE, opened, reachable, started, told } from './told-run.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

const set = (step: number, metric?: number): KeptSet => ({
  name: `checkpoint-${step}`,
  step,
  metric,
  files: [],
});
const steps = (sets: readonly KeptSet[]) => sets.map(({ step }) => step);

describe('the checkpoints that a job retains', () => {
  const ALL = [set(500, 0.4), set(1000, 0.2), set(1500, 0.2), set(2000, 0.3), set(2500)];

  for (const { what, retain, direction, left } of [
    { what: 'the newest alone, where it does not say', retain: undefined, left: [2500] },
    { what: 'so many of the newest', retain: { last: 2 }, left: [2000, 2500] },
    { what: 'no more than there are', retain: { last: 9 }, left: [500, 1000, 1500, 2000, 2500] },
    { what: 'every so many steps', retain: { every: 1000 }, left: [1000, 2000, 2500] },
    { what: 'the least', retain: { best: true }, direction: 'min' as const, left: [1000, 2500] },
    { what: 'the greatest', retain: { best: true }, direction: 'max' as const, left: [500, 2500] },
    { what: 'no best of a metric that nobody named', retain: { best: true }, left: [2500] },
    { what: 'what either wants', retain: { last: 2, every: 500 }, left: [500, 1000, 1500, 2000, 2500] },
  ]) {
    it(`are ${what} [P2-09]`, () => {
      assert.deepEqual(steps(retained(ALL, { retain, direction })), left);
    });
  }

  it('are none of none', () => {
    assert.deepEqual(retained([], { retain: { last: 3 }, direction: undefined }), []);
  });
});

const copies = (step: number) => [
  { path: `checkpoint-${step}/a`, bytes: 1, sha256: `a${step}`, verdict: 'pass' as const },
  { path: `checkpoint-${step}/b`, bytes: 1, sha256: `b${step}`, verdict: 'pass' as const },
];
const metrics = { path: 'metrics.jsonl', bytes: 9, sha256: 'm', verdict: 'pass' as const };

const kept = (step: number, metric?: number): EventBody => ({
  type: 'kept',
  lease: LEASE,
  cell: 'main',
  step,
  files: [...copies(step), metrics],
  set: { name: `checkpoint-${step}`, beside: ['metrics.jsonl'], ...(metric !== undefined && { metric }) },
});

const keptStored = (step: number): KeptStored => ({
  type: 'kept-stored',
  mark: `mark-${step}`,
  cells: [{ cell: 'main', step, copies: [...copies(step), metrics] }],
  store: 's3',
  id: `s3://b/${step}`,
  place: `s3://b/${step}`,
  digest: 'sha256:00',
  bytes: 2,
  files: 3,
});

const running = (retain: SetRetention | undefined, ...more: EventBody[]) => {
  const checkpoint = { path: 'checkpoint-*', stepKey: 'step', resume: 'continues' as const };
  const job = jobWith({
    checkpoint: { ...checkpoint, ...(retain && { retain }) },
    metrics: {
      path: 'metrics.jsonl',
      stepKey: 'step',
      lossKey: 'loss',
      best: { key: 'val', direction: 'min' },
    },
  });
  const before = [opened({ needsStore: true }, job), ...HELD.slice(1), reachable(), audited(), started()];
  return told([...before, ...more]);
};

const cellOf = (...of: Parameters<typeof running>) => {
  const cell = running(...of).cells.get('main');
  assert.ok(cell);
  return cell;
};

describe('a record of checkpoints that are retained', () => {
  it('holds every one of them whole, and goes on from the newest alone', () => {
    const cell = cellOf({ last: 2 }, kept(10), kept(20), kept(30));
    assert.deepEqual(steps(cell.sets), [20, 30]);
    assert.deepEqual(
      goesOnFrom(cell)
        .map(({ path }) => path)
        .sort(),
      ['checkpoint-30/a', 'checkpoint-30/b', 'metrics.jsonl'],
    );
    assert.deepEqual(
      [...cell.kept.keys()].filter((path) => path.includes('-10/')),
      [],
    );
    assert.ok(cell.kept.has('checkpoint-20/a'));
  });

  it('knows the best by the metric that each had', () => {
    const cell = cellOf({ best: true }, kept(10, 0.5), kept(20, 0.1), kept(30, 0.3), kept(40, 0.2));
    assert.deepEqual(steps(cell.sets), [20, 40]);
  });

  it('keeps them in their store, and lets the others go', () => {
    const story = [10, 20, 30].flatMap((step) => [kept(step), keptStored(step)]);
    const marks = (retain?: SetRetention) =>
      dropKept(running(retain, ...story), NOW).flatMap((step) => step.marks);
    assert.deepEqual(marks(), ['mark-10', 'mark-20']);
    assert.deepEqual(marks({ last: 2 }), ['mark-10']);
    assert.deepEqual(marks({ every: 10 }), []);
  });

  it('goes back to what a store has, and forgets of what it retains only what came later', () => {
    const lost: EventBody = { type: 'kept-lost', cell: 'main', person: 'ana' };
    const cell = cellOf({ last: 3 }, kept(10), kept(20), keptStored(20), kept(30), lost);
    assert.equal(cell.verifiedStep, 20);
    assert.deepEqual(steps(cell.sets), [10, 20]);
    assert.deepEqual(
      goesOnFrom(cell)
        .map(({ path }) => path)
        .sort(),
      ['checkpoint-20/a', 'checkpoint-20/b', 'metrics.jsonl'],
    );
  });
});
