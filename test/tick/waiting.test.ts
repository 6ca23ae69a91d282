import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { USUAL_TIMERS } from '../../src/tick/look-bill.ts';
import { asInput, dueAt, waitingFor } from '../../src/tick/waiting.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const waitOf = (seconds: number, timers = USUAL_TIMERS) =>
  asInput(waitingFor({ at: new Date(NOW.getTime() + seconds * 1000), why: '' }, NOW, timers)).wait;

describe('how the next look of a chain is waited for', () => {
  it('is in the environment whose timer comes nearest, on no runner', () => {
    assert.deepEqual(
      [500, 1000, 3600].map((seconds) => waitOf(seconds)),
      ['gpu-lease-wait-10', 'gpu-lease-wait-20', 'gpu-lease-wait-40'],
    );
  });

  it('is a pause where each timer would come further from the plan than a look at once', () => {
    assert.equal(waitOf(299), 'pause-299');
    assert.equal(waitOf(301), 'gpu-lease-wait-10');
    assert.equal(waitOf(3600, []), 'pause-840');
  });

  it('is over when its timer or pause is, which need not be when the plan asks', () => {
    const due = (seconds: number, timers = USUAL_TIMERS) => {
      const look = { at: new Date(NOW.getTime() + seconds * 1000), why: '' };
      return (dueAt(look, NOW, timers).getTime() - NOW.getTime()) / 1000;
    };
    assert.deepEqual([due(3600), due(500), due(3600, []), due(299), due(60)], [2400, 600, 840, 299, 0]);
  });

  it('is not at all where no job is worth it', () => {
    assert.deepEqual(
      [89, 90].map((seconds) => waitOf(seconds, [])),
      [undefined, 'pause-90'],
    );
    assert.equal(waitOf(-600), undefined, 'it is due already');
  });
});
