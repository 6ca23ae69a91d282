import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { momentsOf } from '../../src/verify/contract/moments.ts';
import { DTYPES } from '../../src/verify/tensor/dtype.ts';
import { ElementScan } from '../../src/verify/tensor/element-scan.ts';

/** By the definition, of what is finite. */
function plainly(values: readonly number[]) {
  const finite = values.filter(Number.isFinite);
  const mean = finite.reduce((sum, value) => sum + value / finite.length, 0);
  return {
    count: finite.length,
    min: Math.min(...finite),
    max: Math.max(...finite),
    mean,
    squares: finite.reduce((sum, value) => sum + (value - mean) ** 2, 0),
  };
}

function mustBeNear(
  found: ReturnType<typeof plainly>,
  expected: ReturnType<typeof plainly>,
  what: string,
): void {
  for (const key of ['count', 'min', 'max'] as const)
    assert.equal(found[key], expected[key], `${key} of ${what}`);
  for (const key of ['mean', 'squares'] as const) {
    const slack = 1e-12 * Math.max(1e-3, Math.abs(expected[key]));
    assert.ok(
      found[key] === expected[key] || Math.abs(found[key] - expected[key]) <= slack,
      `${key} of ${what}: ${found[key]}, not ${expected[key]}`,
    );
  }
}

describe('moments', () => {
  const numbers = Array.from({ length: 41 }, (_none, i) => Math.sin(i * 7) * (i + 1));

  it('are those of the definition for every length, from anywhere', () => {
    for (let from = 0; from < 6; from += 1)
      for (let to = from; to <= numbers.length; to += 1)
        mustBeNear(
          momentsOf(Float64Array.from(numbers), from, to),
          plainly(numbers.slice(from, to)),
          `${from} to ${to}`,
        );
  });

  it('leave out what is not finite, wherever it lies', () => {
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      for (let at = 0; at < 11; at += 1) {
        const values = numbers.slice(0, 11).with(at, odd);
        mustBeNear(momentsOf(Float64Array.from(values)), plainly(values), `${odd} at ${at}`);
      }
    const both = [1, Number.POSITIVE_INFINITY, 2, Number.NEGATIVE_INFINITY, 3];
    mustBeNear(momentsOf(Float64Array.from(both)), plainly(both), 'both infinities');
  });

  it('of doubles whose sum is none are still found', () => {
    const { count, max, min } = momentsOf(Float64Array.of(1.5e308, 1.5e308, 1, 2, -3));
    assert.deepEqual({ count, max, min }, { count: 5, max: 1.5e308, min: -3 });
  });

  it('are the same to the last bit however the bytes come', () => {
    const values = Float32Array.from({ length: 300_003 }, (_none, i) => Math.sin(i) * 10);
    values[70_001] = Number.NaN;
    const bytes = new Uint8Array(values.buffer);
    const options = { littleEndian: true, countNegative: false, mostBytes: bytes.length, moments: true };
    const scanned = (pieceBytes: number) => {
      const scan = new ElementScan(DTYPES.f32, options);
      for (let at = 0; at < bytes.length; at += pieceBytes) scan.feed(bytes.subarray(at, at + pieceBytes));
      return scan.finish().moments;
    };
    const whole = scanned(bytes.length);
    assert.equal(whole?.count, values.length - 1);
    for (const pieceBytes of [1000, 4096, 65_536, 100_000, 2 ** 20])
      assert.deepEqual(scanned(pieceBytes), whole, `${pieceBytes} bytes at a time`);
  });
});
