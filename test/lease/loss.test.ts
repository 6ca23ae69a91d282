import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toTell } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { lossOf } from '../../src/lease/loss.ts';
import {
  audited,
  HELD,
  LEASE,
  leaseOf,
  opened,
  RUNNING,
  reachable,
  STARTED_AT,
  started,
} from './told-run.ts';

const SOON = new Date(STARTED_AT + 60_000);
/** As a platform shows it that cannot say who stopped it. */
const STOPPED = { state: 'stopped', evicted: true };
const parked: EventBody = { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] };
const goOn: EventBody = { type: 'resolved', how: 'person' };
const halted: EventBody = { type: 'halted', code: 'x', what: 'x', next: 'x' };

function loss(story: EventBody[], shown: { state: string; evicted?: boolean } = STOPPED, now = SOON) {
  const { run, lease } = leaseOf(story);
  return lossOf(run, lease, shown, now);
}

describe('a box that its platform shows stopped', () => {
  it('was taken away where nobody here had it stopped', () => {
    assert.equal(loss(RUNNING), 'evicted');
    assert.equal(loss(HELD), 'evicted');
  });

  it('is no loss where we had it stopped and it has not answered since, whoever asks', () => {
    assert.equal(loss([...RUNNING, halted, parked]), undefined);
    assert.equal(
      loss([...RUNNING, halted, parked, goOn]),
      undefined,
      'waited for, and nobody has started it yet',
    );
    assert.equal(loss([...RUNNING, { type: 'releasing', lease: LEASE, verb: 'stop' }]), undefined);
  });

  it('is a loss again once it ran after our stop', () => {
    assert.equal(loss([...RUNNING, halted, parked, goOn, reachable()]), 'evicted');
  });

  it('was ended by its own dead man where its time is over, and not before', () => {
    const late = (hours: number) => new Date(STARTED_AT + hours * 3_600_000);
    const run = [opened({ budget: { usd: 10, hours: 2, usdPerHour: 2 } }), ...RUNNING.slice(1)];
    assert.equal(loss(run, STOPPED, late(1.9)), 'evicted');
    assert.equal(loss(run, STOPPED, late(2.1)), undefined);
    const timed = HELD.map((event) =>
      event.type === 'rented' ? { ...event, endsAt: late(1).toISOString() } : event,
    );
    assert.equal(loss(timed, STOPPED, late(0.9)), 'evicted');
    assert.equal(loss(timed, STOPPED, late(1.1)), undefined);
  });

  it('M3: ended its own meter where that was laid down on it, work or none, and was taken away before', () => {
    const endsItselfAt = new Date(STARTED_AT + 5 * 3_600_000).toISOString();
    const at = (hours: number) => new Date(STARTED_AT + hours * 3_600_000);
    const laid = HELD.slice(0, 4).concat({ ...reachable(), endsItselfAt } as EventBody);
    assert.equal(loss(laid, STOPPED, at(4.9)), 'evicted');
    assert.equal(loss(laid, STOPPED, at(5.1)), undefined);
    const audit = audited();
    const moved = [...laid, { ...audit, endsItselfAt: at(7).toISOString() } as EventBody];
    assert.deepEqual([loss(moved, STOPPED, at(6)), loss(moved, STOPPED, at(7.1))], ['evicted', undefined]);
    // From a start on that took it away only the hours of the work count, as the keeper does.
    const lifted = leaseOf([...laid, audit, started()]).lease;
    assert.equal(lifted.endsItselfAt, undefined);
    const kept = leaseOf([...laid, audit, started({ endsItselfAt })]).lease;
    assert.equal(kept.endsItselfAt, endsItselfAt);
  });

  it('M3: is told as ours, and not as somebody’s who stopped it', () => {
    const endsItselfAt = new Date(STARTED_AT + 5000).toISOString();
    const late: EventBody = { type: 'unreached', lease: LEASE, shown: 'stopped' };
    const story = [
      ...HELD.slice(0, 4),
      { ...reachable(), endsItselfAt } as EventBody,
      audited(),
      started({ endsItselfAt }),
      late,
    ];
    const { run } = leaseOf(story);
    const now = new Date(Date.parse(run.updatedAt ?? '') + 1000);
    const words = toTell(run, now)
      .map(({ what }) => what)
      .join('\n');
    assert.match(words, /it ended its own meter, as it was to do at/);
    assert.doesNotMatch(words, /nobody here stopped it/);
  });

  it('is no loss where the platform does not take it for its own doing, and always one when it is gone', () => {
    assert.equal(loss(RUNNING, { state: 'stopped' }), undefined);
    assert.equal(loss(RUNNING, { state: 'unknown', evicted: true }), undefined);
    assert.equal(loss([...RUNNING, halted, parked], { state: 'gone' }), 'box');
  });
});
