import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { lossOf } from '../../src/lease/loss.ts';
import { HELD, LEASE, leaseOf, opened, RUNNING, reachable, STARTED_AT } from './told-run.ts';

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

  it('is no loss where the platform does not take it for its own doing, and always one when it is gone', () => {
    assert.equal(loss(RUNNING, { state: 'stopped' }), undefined);
    assert.equal(loss(RUNNING, { state: 'unknown', evicted: true }), undefined);
    assert.equal(loss([...RUNNING, halted, parked], { state: 'gone' }), 'box');
  });
});
