import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOfProgress, pace } from '../../src/watch/progress.ts';

describe('the pace', () => {
  it('is steps over the time between two sightings, with the time that is left', () => {
    const speed = pace({ step: 100, atSeconds: 50 }, { step: 200, atSeconds: 60 }, 1000);
    assert.deepEqual(speed, { stepsPerSecond: 10, etaSeconds: 80 });
  });

  it('is unknown until the step has moved, and for a clock or a step that went back', () => {
    const first = { step: 100, atSeconds: 50 };
    assert.equal(pace(first, first, 1000), undefined);
    assert.equal(pace(first, { step: 100, atSeconds: 99 }, 1000), undefined);
    assert.equal(pace(first, { step: 90, atSeconds: 99 }, 1000), undefined);
    assert.equal(pace(first, { step: 110, atSeconds: 40 }, 1000), undefined);
  });

  it('has no end where the number of steps is unknown, and none is left beyond it', () => {
    const [first, last] = [
      { step: 0, atSeconds: 0 },
      { step: 50, atSeconds: 10 },
    ];
    assert.equal(pace(first, last, undefined)?.etaSeconds, undefined);
    assert.equal(pace(first, last, 40)?.etaSeconds, 0);
  });

  it('is told in few words', () => {
    const point = { step: 7, loss: 0.04123 };
    const words = (...of: Parameters<typeof factsOfProgress>) =>
      factsOfProgress(...of).map(({ text }) => text);
    assert.deepEqual(words(point, { stepsPerSecond: 12.34, etaSeconds: 200 }), [
      '12 steps/s',
      'loss 0.04123',
      '3 min left',
    ]);
    assert.deepEqual(words(point, { stepsPerSecond: 0.0123, etaSeconds: undefined }), [
      '0.012 steps/s',
      'loss 0.04123',
    ]);
    assert.deepEqual(words({ ...point, loss: undefined }, undefined), []);
    assert.deepEqual(words(undefined, undefined), []);
  });
});
