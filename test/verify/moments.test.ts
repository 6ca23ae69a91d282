import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { momentsOf, NO_MOMENTS } from '../../src/verify/contract/moments.ts';
import { DTYPES } from '../../src/verify/tensor/dtype.ts';
import { ElementScan } from '../../src/verify/tensor/element-scan.ts';
import { plainMomentScan } from '../../src/verify/tensor/moment-scan.ts';
import { fastMomentScan } from '../../src/verify/tensor/moment-scan-simd.ts';
import { takeBuffers } from '../../src/verify/tensor/word-scan-simd.ts';
import { missing } from '../requirement.ts';

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

  it('are the same to the last bit by the plain loop and by WebAssembly, of any bits, wherever they lie', () => {
    const { buffers, release } = takeBuffers(2 ** 18);
    const unit = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(...EDGES));
    const pieces = fc.array(fc.tuple(unit, unit, fc.integer({ min: 1, max: 300 })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(DTYPES)), pieces, (dtype, runs) => {
        const all = runs.flatMap(([a, b, count]) =>
          Array.from({ length: count }, (_none, i) => (i % 3 ? a : b)),
        );
        const bytes = new Uint8Array(BigUint64Array.from(all).buffer);
        const blocks = bytes.subarray(0, Math.floor(bytes.length / 1024) * 1024);
        const inside = buffers[1].subarray(0, blocks.length);
        inside.set(blocks);
        const plain = plainMomentScan.join(NO_MOMENTS, dtype, blocks);
        assert.deepEqual(fastMomentScan.join(NO_MOMENTS, dtype, blocks), plain, dtype.name);
        assert.deepEqual(fastMomentScan.join(NO_MOMENTS, dtype, inside), plain, dtype.name);
        assert.deepEqual(
          fastMomentScan.join(plain, dtype, inside),
          plainMomentScan.join(plain, dtype, blocks),
        );
      }),
      { numRuns: 300 },
    );
    release();
  });

  it('of every half and every bfloat16 are those that its number has', () => {
    for (const dtype of [DTYPES.f16, DTYPES.bf16])
      for (let from = 0; from < 2 ** 16; from += 8) {
        const eight = Uint16Array.from({ length: 512 }, (_none, i) => from + (i % 8));
        const bytes = new Uint8Array(eight.buffer);
        assert.deepEqual(
          fastMomentScan.join(NO_MOMENTS, dtype, bytes),
          plainMomentScan.join(NO_MOMENTS, dtype, bytes),
          `${dtype.name} from ${from}`,
        );
      }
  });

  for (const [name, numpyName] of [
    ['f32', 'float32'],
    ['f64', 'float64'],
    ['f16', 'float16'],
  ] as const)
    it(`are those that NumPy computes of ${numpyName}`, { skip: missing('numpy') }, () => {
      const text = execFileSync('/usr/bin/python3', ['-c', NUMPY, numpyName], { maxBuffer: 2 ** 24 });
      const { told, base64 } = JSON.parse(text.toString());
      const scan = new ElementScan(DTYPES[name], {
        littleEndian: true,
        countNegative: false,
        mostBytes: 2 ** 30,
        moments: true,
      });
      scan.feed(new Uint8Array(Buffer.from(base64, 'base64')));
      const { moments } = scan.finish();
      assert.ok(moments);
      assert.deepEqual([moments.count, moments.min, moments.max], told.slice(0, 3));
      for (const [found, expected] of [
        [moments.mean, told[3]],
        [moments.squares / moments.count, told[4]],
      ])
        assert.ok(Math.abs(found - expected) <= 1e-12 * Math.abs(expected), `${found}, not ${expected}`);
    });
});

/** Denormals, both zeros, the largest, and none of 16, 32 and 64 bits. */
const EDGES = [
  0x0000_0000_0000_0000n,
  0x8000_8000_8000_8000n,
  0x0001_0001_0001_0001n,
  0x03ff_83ff_03ff_83ffn,
  0x0400_8400_0400_8400n,
  0x7bff_fbff_7bff_fbffn,
  0x7c00_7c00_7c00_7c00n,
  0x3f80_0000_bf80_0000n,
  0x7f80_0000_ff80_0000n,
  0x7fef_ffff_ffff_ffffn,
  0x7ff0_0000_0000_0000n,
  0x7ff8_0000_0000_0000n,
];

/** Numbers far from zero beside each other, of which two are none: where sums of squares cancel. */
const NUMPY = `
import base64, json, sys
import numpy as np
values = (np.random.default_rng(7).normal(900, 3, 30011)).astype(sys.argv[1])
values[[5, 20001]] = [np.nan, -np.inf]
wide = values[np.isfinite(values)].astype(np.longdouble)
told = [len(wide)] + [float(each) for each in (wide.min(), wide.max(), wide.mean(), wide.var())]
print(json.dumps({'told': told, 'base64': base64.b64encode(values.tobytes()).decode()}))
`;
