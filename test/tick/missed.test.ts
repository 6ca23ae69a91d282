import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import type { RunRecord } from '../../src/ledger/ledger.ts';
import { missedLooks } from '../../src/tick/missed.ts';
import { LEASE, opened, RUN, RUNNING, told, waived } from '../lease/told-run.ts';

const BEGAN = Date.parse('2026-11-21T12:00:00Z');
const at = (minutes: number): Date => new Date(BEGAN + minutes * 60_000);

function recordOf(...bodies: [minutes: number, body: EventBody][]) {
  const events = bodies.map(
    ([minutes, body], seq): LedgerEvent => ({ ...body, seq, at: at(minutes).toISOString(), by: 'test' }),
  );
  assert.deepEqual(told(bodies.map(([, body]) => body)).ignored, []);
  return new Map<string, RunRecord>([[RUN, { run: RUN, tip: null, events }]]);
}

const running = (...more: [number, EventBody][]) =>
  recordOf(...RUNNING.map((body): [number, EventBody] => [0, body]), ...more);
const missed = (records: ReturnType<typeof recordOf>, minutes: number, tick?: number) =>
  missedLooks(records, tick === undefined ? undefined : at(tick).toISOString(), at(minutes));
const seenEnd: EventBody = { type: 'seen', lease: LEASE, overAt: at(600).toISOString() };
const hop = (lookAt: number): EventBody => ({
  type: 'continued',
  how: 'dispatch',
  hop: 1,
  lookAt: at(lookAt).toISOString(),
});

describe('a look that was missed', () => {
  it('was due by the plan and came later than its slack, however seldom the schedule comes', () => {
    assert.deepEqual(missed(running(), 42), [], 'three minutes after its start, and a slack of forty');
    assert.deepEqual(missed(running(), 44), [
      {
        run: RUN,
        lookedAt: at(0).toISOString(),
        dueAt: at(3).toISOString(),
        why: 'its work was begun a short while ago',
      },
    ]);
    const routine = running([60, seenEnd]);
    assert.deepEqual(missed(routine, 170), [], 'a look is planned for 140 minutes after BEGAN');
    assert.equal(missed(routine, 185)[0]?.dueAt, at(140).toISOString());
  });

  it('is none that a tick brought, which saw nothing new and left no event', () => {
    const records = running([60, seenEnd]);
    assert.deepEqual(missed(records, 200, 130), []);
    assert.equal(missed(records, 260, 130)[0]?.lookedAt, at(130).toISOString());
  });

  it('is due when the link of the chain is that waits for longer than the plan asks', () => {
    const waits = running([60, seenEnd], [60, hop(180)]);
    assert.deepEqual(missed(waits, 239), []);
    assert.equal(missed(waits, 241)[0]?.dueAt, at(180).toISOString());
    const pauses = running([60, seenEnd], [60, hop(74)]);
    assert.deepEqual(missed(pauses, 170), [], 'the short pause is no plan');
  });

  it('is one of a day and a half where what is open waits for a person, and none where nobody waits', () => {
    const smoked = recordOf([0, opened()], [0, waived]);
    assert.deepEqual(missed(smoked, 35 * 60), []);
    assert.equal(missed(smoked, 37 * 60)[0]?.dueAt, at(24 * 60).toISOString());
    assert.deepEqual(missed(smoked, 37 * 60, 30 * 60), []);
    assert.deepEqual(missed(smoked, 40 * 24 * 60, 32 * 24 * 60), [], 'nobody launches it any more');
  });
});
