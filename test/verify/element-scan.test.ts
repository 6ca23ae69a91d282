import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { crc32, tableCrc32 } from '../../src/verify/codec/crc32.ts';
import { DTYPES, type Dtype } from '../../src/verify/tensor/dtype.ts';
import { ElementScan, type ScanResult } from '../../src/verify/tensor/element-scan.ts';
import { plainWordScan } from '../../src/verify/tensor/word-scan.ts';
import { fastWordScan, takeBuffers } from '../../src/verify/tensor/word-scan-simd.ts';
import { matchesWildcard } from '../../src/wildcard.ts';

function scan(dtype: Dtype, bytes: Uint8Array, cuts: number[], littleEndian = true): ScanResult {
  const scanner = new ElementScan(dtype, { littleEndian, countNegative: true, mostBytes: bytes.length });
  const edges = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  let from = 0;
  for (const edge of edges) {
    scanner.feed(bytes.subarray(from, edge));
    from = edge;
  }
  return scanner.finish();
}

/** One element after another, through the floating-point unit. */
function slowly(dtype: Dtype, bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const unit = dtype.unitBytes;
  const count = bytes.length / unit;
  const value = (i: number): number => {
    if (unit === 8) return view.getFloat64(i * 8, true);
    if (unit === 4) return view.getFloat32(i * 4, true);
    return dtype.name === 'bf16'
      ? wideBfloat(view.getUint16(i * 2, true))
      : wideHalf(view.getUint16(i * 2, true));
  };
  const values = Array.from({ length: count }, (_none, i) => value(i));
  return {
    nonFinite: values.filter((each) => !Number.isFinite(each)).length,
    nan: values.filter((each) => Number.isNaN(each)).length,
    nonFiniteAt: values.flatMap((each, i) => (Number.isFinite(each) ? [] : [i])),
    negative: values.filter((each) => each < 0).length,
    large: values.filter((each) => !(Math.abs(each) < 2 ** 9)).length,
    huge: values.filter((each) => Number.isFinite(each) && Math.abs(each) >= 2 ** 64).length,
    allZero: count > 0 && values.every((each) => each === 0),
  };
}

function wideBfloat(bits: number): number {
  return new DataView(Uint32Array.of(bits << 16).buffer).getFloat32(0, true);
}

function wideHalf(bits: number): number {
  const [exponent, mantissa] = [(bits >> 10) & 31, bits & 1023];
  const size =
    exponent === 31
      ? mantissa
        ? Number.NaN
        : Number.POSITIVE_INFINITY
      : exponent === 0
        ? mantissa * 2 ** -24
        : (mantissa + 1024) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}

/** Bits at which something changes: zeros, largest finite, infinities, NaNs of both kinds and signs. */
const EDGES: Record<string, bigint[]> = {
  f64: [
    0n,
    1n << 63n,
    0x7fefffffffffffffn,
    0x7ff0000000000000n,
    0xfff0000000000000n,
    0x7ff0000000000001n,
    0xfff8000000000000n,
    1n,
    0x8000000000000001n,
    ...[0x407fffffffffffffn, 0x4080000000000000n, 0x43efffffffffffffn, 0xc3f0000000000000n],
  ],
  f32: [
    ...[0n, 0x80000000n, 0x7f7fffffn, 0x7f800000n, 0xff800000n, 0x7f800001n, 0xffc00000n, 1n, 0x80000001n],
    ...[0x43ffffffn, 0x44000000n, 0xc4000000n, 0x5f7fffffn, 0x5f800000n, 0xdf800000n],
  ],
  f16: [0n, 0x8000n, 0x7bffn, 0x7c00n, 0xfc00n, 0x7c01n, 0xfe00n, 1n, 0x8001n, 0x5fffn, 0x6000n, 0xe000n],
  bf16: [
    ...[0n, 0x8000n, 0x7f7fn, 0x7f80n, 0xff80n, 0x7f81n, 0xffc0n, 1n, 0x8001n],
    ...[0x43ffn, 0x4400n, 0xc400n, 0x5f7fn, 0x5f80n, 0xdf80n],
  ],
};

describe('the scan of elements', () => {
  it('finds the same in slices that are joined as in one go, whatever the bytes', () => {
    const dtypes = [
      DTYPES.f32,
      DTYPES.f64,
      DTYPES.bf16,
      DTYPES.c64,
      DTYPES.u8,
      DTYPES.bool,
      DTYPES.f8_e4m3fnuz,
    ];
    const stretch = fc.tuple(
      fc.integer({ min: 1, max: 6000 }),
      fc.constantFrom(0, 0, 1, 0x3f, 0x7f, 0x80, 0xff),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...dtypes),
        fc.array(stretch, { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(24), { maxLength: 4 }),
        fc.boolean(),
        (dtype, stretches, seams, littleEndian) => {
          const all = Buffer.concat(stretches.map(([length, value]) => Buffer.alloc(length, value)));
          const bytes = new Uint8Array(all.subarray(0, all.length - (all.length % dtype.unitBytes)));
          const options = { littleEndian, countNegative: true, mostBytes: bytes.length, moments: true };
          const whole = new ElementScan(dtype, options);
          whole.feed(bytes);
          const edges = [...seams.map((seam) => seam * 1024).filter((edge) => edge < bytes.length)].sort(
            (a, b) => a - b,
          );
          const joinedScan = new ElementScan(dtype, options);
          [...edges, bytes.length].reduce((from, to) => {
            const part = new ElementScan(dtype, options);
            part.feed(bytes.subarray(from, to));
            joinedScan.join(structuredClone(part.state()));
            return to;
          }, 0);
          const [found, expected] = [joinedScan.finish(), whole.finish()];
          assert.deepEqual({ ...found, moments: 0 }, { ...expected, moments: 0 });
          assert.equal(found.moments?.count, expected.moments?.count);
          assert.equal(found.moments?.min, expected.moments?.min);
          assert.equal(found.moments?.max, expected.moments?.max);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('finds the same with and without WebAssembly, in its memory and out of it', () => {
    const { buffers, release } = takeBuffers(200_000);
    const words = fc.array(
      fc.tuple(fc.constantFrom(...Object.values(EDGES).flat()), fc.integer({ min: 1, max: 400 })),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(DTYPES)), words, fc.nat(15), (dtype, runs, shift) => {
        const all = runs.flatMap(([bits, count]) =>
          Array.from({ length: count }, () => bits & 0xffffffffffffffffn),
        );
        const bytes = new Uint8Array(new BigUint64Array(all).buffer).subarray(0, 190_000);
        const inside = buffers[0].subarray(shift, shift + bytes.length);
        inside.set(bytes);
        const options = { littleEndian: true, countNegative: true, mostBytes: bytes.length };
        const results = [
          { memory: bytes, wordScan: plainWordScan },
          { memory: bytes, wordScan: fastWordScan },
          { memory: inside, wordScan: fastWordScan },
        ].map(({ memory, wordScan }) => {
          const scanner = new ElementScan(dtype, options, wordScan);
          scanner.feed(memory);
          return scanner.finish();
        });
        assert.deepEqual(results[1], results[0]);
        assert.deepEqual(results[2], results[0]);
      }),
      { numRuns: 200 },
    );
    release();
    assert.notEqual(fastWordScan, plainWordScan, 'this Node has no SIMD');
  });

  it('takes a fingerprint that another program can take too', () => {
    const bytes = Uint8Array.from({ length: 1061 }, (_none, i) => (i * 7) & 0xff);
    const words = new Uint32Array(Math.ceil(bytes.length / 16) * 4);
    new Uint8Array(words.buffer).set(bytes);
    const sums = [0n, 0n, 0n, 0n];
    const sumsOfSums = [0n, 0n, 0n, 0n];
    words.forEach((word, i) => {
      sums[i % 4] = (sums[i % 4] as bigint) + BigInt(word);
      sumsOfSums[i % 4] = (sumsOfSums[i % 4] as bigint) + (sums[i % 4] as bigint);
    });
    const [m, low32] = [0xffffffffn, (value: bigint) => value & 0xffffffffn];
    let [high, low] = [0x811c9dc5n, 0x01000193n];
    for (const word of [1061n, 0n, ...sums.map(low32), ...sumsOfSums.map(low32)]) {
      high = ((high ^ word) * 0x01000193n) & m;
      low = (((((low << 13n) | (low >> 19n)) & m) ^ word) * 0x5bd1e995n) & m;
    }
    const hex = (value: bigint) => value.toString(16).padStart(8, '0');
    const scanner = new ElementScan(DTYPES.f16, {
      littleEndian: true,
      countNegative: false,
      mostBytes: bytes.length,
    });
    for (let at = 0; at < bytes.length; at += 100) scanner.feed(bytes.subarray(at, at + 100));
    assert.equal(scanner.finish().fingerprint, hex(high) + hex(low));
  });

  for (const dtype of [DTYPES.f64, DTYPES.f32, DTYPES.f16, DTYPES.bf16]) {
    it(`finds in ${dtype.name} what one look at each element finds, wherever the bytes are split [P5-07]`, () => {
      const edge = fc.constantFrom(...(EDGES[dtype.name] ?? []));
      const plain = fc.constant((EDGES[dtype.name] ?? [])[7] ?? 0n);
      const element = fc.oneof({ weight: 1, arbitrary: edge }, { weight: 30, arbitrary: plain });
      const elements = fc.array(element, { minLength: 1, maxLength: 1500, size: 'max' });
      fc.assert(
        fc.property(elements, fc.array(fc.nat(), { maxLength: 4 }), fc.nat(9), (values, cuts, shift) => {
          const memory = new Uint8Array(values.length * dtype.unitBytes + shift);
          const bytes = memory.subarray(shift);
          values.forEach((value, i) => {
            for (let byte = 0; byte < dtype.unitBytes; byte += 1)
              bytes[i * dtype.unitBytes + byte] = Number((value >> BigInt(8 * byte)) & 255n);
          });
          const found = scan(dtype, bytes, cuts);
          const { nonFinite, nan, nonFiniteAt, negative, large, huge, allZero } = found;
          const counts = { nonFinite, nan, nonFiniteAt, negative, large, huge, allZero };
          assert.deepEqual(counts, slowly(dtype, bytes));
          assert.equal(found.constant, values.length > 1 && values.every((value) => value === values[0]));
          const swapped = bytes.slice();
          for (let at = 0; at < swapped.length; at += dtype.unitBytes)
            swapped.subarray(at, at + dtype.unitBytes).reverse();
          assert.deepEqual(
            { ...scan(dtype, swapped, cuts, false), firstBytes: 0, fingerprint: '' },
            { ...found, firstBytes: 0, fingerprint: '' },
          );
        }),
        { numRuns: 60 },
      );
    });
  }

  it('finds runs of zeros of a page and more, and their exact edges', () => {
    const at = fc.nat(30_000);
    fc.assert(
      fc.property(
        at,
        fc.integer({ min: 1, max: 12_000 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        (from, length, cuts) => {
          const bytes = new Uint8Array(40_000).fill(7);
          const to = Math.min(from + length, bytes.length);
          bytes.fill(0, from, to);
          assert.deepEqual(scan(DTYPES.u8, bytes, cuts).zeroRuns, to - from >= 4096 ? [{ from, to }] : []);
        },
      ),
      { numRuns: 200 },
    );
  });

  for (const { dtype, values, constant } of [
    { dtype: DTYPES.u8, values: [5, 5, 5], constant: true },
    { dtype: DTYPES.u8, values: [5, 5, 6], constant: false },
    { dtype: DTYPES.u8, values: [5], constant: false },
    { dtype: DTYPES.i64, values: [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8], constant: true },
    { dtype: DTYPES.i64, values: [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 9], constant: false },
    { dtype: DTYPES.f16, values: [1, 2, 1, 2, 1, 3], constant: false },
  ]) {
    it(`calls ${values.join()} as ${dtype.name} ${constant ? 'constant' : 'not constant'}`, () => {
      assert.equal(scan(dtype, Uint8Array.from(values), []).constant, constant);
    });
  }
});

describe('CRC-32', () => {
  it('gives the value that its standard gives', () => {
    assert.equal(tableCrc32(Buffer.from('123456789'), 0), 0xcbf43926);
  });

  it('is the same from the table as from Node, in one go and continued', {
    skip: 'crc32' in zlib ? false : 'needs zlib.crc32',
  }, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), (bytes, cut) => {
        const at = cut % (bytes.length + 1);
        const expected = crc32(bytes, 0);
        assert.equal(tableCrc32(bytes, 0), expected);
        assert.equal(tableCrc32(bytes.subarray(at), tableCrc32(bytes.subarray(0, at), 0)), expected);
      }),
    );
  });
});

describe('patterns of names', () => {
  it('match as a regular expression would', () => {
    const part = fc.array(fc.constantFrom('a', 'b', '.', '*', '?'), { maxLength: 8 });
    fc.assert(
      fc.property(part, fc.array(fc.constantFrom('a', 'b', '.'), { maxLength: 8 }), (pattern, name) => {
        const meaning = new Map([
          ['*', '.*'],
          ['?', '.'],
          ['.', '\\.'],
        ]);
        const regex = new RegExp(`^${pattern.map((char) => meaning.get(char) ?? char).join('')}$`);
        assert.equal(matchesWildcard(pattern.join(''), name.join('')), regex.test(name.join('')));
      }),
      { numRuns: 3000 },
    );
  });

  it('cannot be driven to take long', () => {
    assert.equal(matchesWildcard(`${'*a'.repeat(200)}b`, 'a'.repeat(20_000)), false);
  });
});
