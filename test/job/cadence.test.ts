import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkpointEverySeconds, overheadShare } from '../../src/job/cadence.ts';

/** Worked by hand: mean between interruptions, time to save, interval. */
const WORKED = [
  [10_800, 30, 805],
  [3600, 30, 465],
  [3600, 120, 930],
  [21_600, 60, 1610],
  [86_400, 60, 3220],
  [1800, 20, 268],
] as const;

describe('the interval between checkpoints', () => {
  for (const [mean, save, every] of WORKED) {
    it(`is ${every} s for a loss every ${mean} s and ${save} s to save [P2-08]`, () => {
      const found = checkpointEverySeconds({ meanSecondsBetweenInterruptions: mean, saveSeconds: save });
      assert.equal(Math.round(found), every);
    });
  }

  it('is shorter where any of several boxes interrupts all [P2-08]', () => {
    const every = (boxes: number) =>
      Math.round(checkpointEverySeconds({ meanSecondsBetweenInterruptions: 10_800, saveSeconds: 30, boxes }));
    assert.deepEqual([1, 2, 4, 8].map(every), [805, 569, 402, 285]);
  });

  it('falls on whole iterations, rounded down, and is never none [P2-08]', () => {
    const cadence = { meanSecondsBetweenInterruptions: 10_800, saveSeconds: 30 };
    assert.equal(checkpointEverySeconds({ ...cadence, secondsPerIteration: 2 }), 804);
    assert.equal(checkpointEverySeconds({ ...cadence, secondsPerIteration: 1000 }), 1000);
  });

  it('is where writing and repeating cost least together [P2-08]', () => {
    const cadence = { meanSecondsBetweenInterruptions: 10_800, saveSeconds: 30 };
    const best = checkpointEverySeconds(cadence);
    const share = overheadShare(cadence, best);
    assert.equal((share * 100).toFixed(1), '7.5');
    assert.ok(share < overheadShare(cadence, best * 0.8) && share < overheadShare(cadence, best * 1.25));
  });

  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`refuses ${bad} seconds`, () => {
      assert.throws(
        () => checkpointEverySeconds({ meanSecondsBetweenInterruptions: bad, saveSeconds: 1 }),
        RangeError,
      );
      assert.throws(
        () => checkpointEverySeconds({ meanSecondsBetweenInterruptions: 1, saveSeconds: bad }),
        RangeError,
      );
    });
  }
});
