import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { stepAxis, valueAxis } from '../../src/report/axis.ts';

const words = ({ ticks }: { ticks: { words: string }[] }): string[] => ticks.map((tick) => tick.words);

describe('the ticks of a chart', () => {
  it('are round numbers around the values', () => {
    assert.deepEqual(words(valueAxis([0.00734, 0.2, 0.3931])), ['0', '0.1', '0.2', '0.3', '0.4']);
    assert.deepEqual(words(valueAxis([-12, 31])), ['-20', '0', '20', '40']);
    assert.deepEqual(words(valueAxis([0.9132, 0.9347])), ['0.91', '0.92', '0.93', '0.94']);
    assert.deepEqual(words(valueAxis([2, 2, 2])), ['1.8', '1.9', '2.0', '2.1', '2.2']);
  });

  it('are round steps between the first and the last, short where they are large', () => {
    assert.deepEqual(words(stepAxis(1, 400)), ['100', '200', '300', '400']);
    assert.deepEqual(words(stepAxis(10, 1_500_000)), ['500k', '1.0M', '1.5M']);
    assert.deepEqual(
      stepAxis(0, 10).ticks.map(({ at }) => at),
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    );
  });

  it('are powers of ten where an even scale would hide most of the curve, and only there', () => {
    const decaying = Array.from({ length: 100 }, (_, n) => 10 ** (-n / 25));
    const axis = valueAxis(decaying);
    assert.equal(axis.isLog, true);
    assert.deepEqual(words(axis), ['0.001', '0.01', '0.1', '1']);
    const growing = Array.from({ length: 100 }, (_, n) => 0.01 + n / 100);
    assert.equal(valueAxis(growing).isLog, false);
    assert.equal(valueAxis([...decaying, 0]).isLog, false, 'nothing has no logarithm');
  });

  it('lie within the axis and are few, whatever the numbers are', () => {
    const number = fc.double({ min: -1e300, max: 1e300, noNaN: true });
    const inTheirLastDigits: [number[]] = [[-9.999999999999983e299, -9.99999999999999e299]];
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 8 }), (values) => {
        const { ticks, at } = valueAxis(values);
        assert.ok(ticks.length > 0 && ticks.length <= 12, `${ticks.length} ticks`);
        for (const share of [...ticks.map((tick) => tick.at), ...values.map(at)])
          assert.ok(share >= -1e-9 && share <= 1 + 1e-9, `${share} for ${values}`);
        assert.equal(new Set(words({ ticks })).size, ticks.length);
      }),
      { numRuns: 2000, examples: [inTheirLastDigits] },
    );
  });
});
