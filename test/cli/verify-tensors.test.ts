import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { distancesOf } from '../../src/cli/verify-distance.ts';
import type { FileVerdict } from '../../src/verify/contract/verdict.ts';
import { DistanceSum } from '../../src/verify/tensor/distance.ts';
import { DTYPES, type Dtype } from '../../src/verify/tensor/dtype.ts';
import { decodeElements } from '../../src/verify/tensor/element-values.ts';
import { f32, safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { members, torchFile } from '../verify/torch-writer.ts';
import { zipFile } from '../verify/zip-writer.ts';
import { runVerify } from './verify-run.ts';

function folderOf(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'verify-tensors-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const model = (seed: number, more = {}) =>
    safetensorsFile({
      'model.a': { data: weights(64, 1) },
      'model.b': { data: weights(32, seed) },
      ...more,
    });
  writeFileSync(join(dir, 'one.safetensors'), model(2));
  writeFileSync(join(dir, 'same.safetensors'), model(2));
  writeFileSync(join(dir, 'other.safetensors'), model(3, { 'model.c': { data: weights(8, 4) } }));
  writeFileSync(join(dir, 'cut.pt'), torchFile().subarray(0, 400));
  return dir;
}

describe('gpu-lease verify --explain and --diff', () => {
  it('explains every tensor and ends as a verification would', async (t) => {
    const dir = folderOf(t);
    const text = await runVerify(dir, ['--explain', 'one.safetensors']);
    assert.equal(text.exitCode, 0);
    assert.match(text.stdout, /^model\. +2 tensors/m);
    for (const name of ['a', 'b']) assert.match(text.stdout, new RegExp(`^ +${name} +f32 `, 'm'));
    const json = await runVerify(dir, ['--explain', 'one.safetensors', '--json']);
    assert.equal(json.exitCode, 0);
    const found = JSON.parse(json.stdout);
    assert.deepEqual(Object.keys(found), ['verdict', 'parameters', 'elements', 'tensors']);
    assert.equal(found.elements, 96);
    const [first] = found.tensors;
    assert.equal(first.elements, 64);
    assert.ok(first.min <= first.mean && first.mean <= first.max && first.std > 0);
    assert.match(first.fingerprint, /^[0-9a-f]{16}$/);
    const strict = ['--explain', 'one.safetensors', '--fail-on', 'degraded'];
    assert.equal((await runVerify(dir, strict)).exitCode, 4);
    assert.equal((await runVerify(dir, ['--explain', 'cut.pt'])).exitCode, 1);
  });

  it('compares two sides: 0 the same, 1 different, 3 when that cannot be told', async (t) => {
    const dir = folderOf(t);
    const same = await runVerify(dir, ['--diff', 'one.safetensors', 'same.safetensors', '--json']);
    assert.equal(same.exitCode, 0);
    assert.equal(JSON.parse(same.stdout).same, true);
    const args = ['--diff', 'one.safetensors', 'other.safetensors'];
    const other = await runVerify(dir, [...args, '--json']);
    assert.equal(other.exitCode, 1);
    const found = JSON.parse(other.stdout);
    assert.equal(found.same, false);
    assert.deepEqual(found.changed, ['model.b']);
    assert.deepEqual(
      found.added.map(({ name }: { name: string }) => name),
      ['model.c'],
    );
    assert.equal(found.unchanged, 1);
    const text = await runVerify(dir, args);
    assert.equal(text.exitCode, 1);
    assert.match(text.stdout, /model\.b/);
    assert.match(text.stdout, /model\.c/);
    const unread = await runVerify(dir, ['--diff', 'one.safetensors', 'cut.pt', '--json']);
    assert.equal(unread.exitCode, 3);
    assert.equal(JSON.parse(unread.stdout).same, false);
  });

  it('says how far what changed went, of stored bytes alone', async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'verify-far-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    const put = (name: string, bytes: Uint8Array) => writeFileSync(join(dir, name), bytes);
    const file = (b: number[]) =>
      safetensorsFile({
        'model.b': { data: b },
        'model.a': { data: [1, 2, 2, 4] },
        'optimizer.m': { data: [b[0] ?? 0, 0] },
      });
    put('a.safetensors', file([3, -4, 12, 0.5]));
    put('b.safetensors', file([3, -4, 12.25, -0.5]));
    const { stdout } = await runVerify(dir, ['--diff', 'a.safetensors', 'b.safetensors', '--json']);
    const { distances, parts, unmeasured, first } = JSON.parse(stdout);
    assert.equal(first, 'model.b');
    assert.deepEqual([parts, unmeasured], [[], []]);
    const [{ norm, relative, cosine, ...rest }] = distances;
    const [before, after, product] = [169.25, 175.3125, 25 + 147 - 0.25];
    assert.ok(Math.abs(norm - Math.sqrt(1.0625)) < 1e-12);
    assert.ok(Math.abs(relative - Math.sqrt(1.0625 / before)) < 1e-12);
    assert.ok(Math.abs(cosine - product / Math.sqrt(before * after)) < 1e-12);
    assert.deepEqual(rest, {
      name: 'model.b',
      elements: 4,
      differing: 2,
      notFinite: 0,
      largest: { element: 3, before: 0.5, after: -0.5 },
      first: 2,
    });
    put('stored.pt', torchFile());
    const other = { 0: f32([...weights(15), 9]) };
    put('other.pt', torchFile(undefined, other));
    put('packed.pt', zipFile(members(undefined, other).map((each) => ({ ...each, deflate: true }))));
    const text = (await runVerify(dir, ['--diff', 'stored.pt', 'other.pt'])).stdout;
    assert.match(
      text,
      /^values +\S+ +went [\d.]+ \([\d.]+ % of its norm\), cosine [\d.]+, 1 of 16 differ, first at element 15; most at element 15: -?[\d.]+ -> 9$/m,
    );
    const packed = await runVerify(dir, ['--diff', 'stored.pt', 'packed.pt', '--json']);
    assert.deepEqual(JSON.parse(packed.stdout).distances, []);
    assert.equal(JSON.parse(packed.stdout).unmeasured.length, 1);
  });

  it('measures nothing of a file that was cut or taken away after it was read', async (t) => {
    const dir = folderOf(t);
    const of = (label: string, bytes: number) =>
      ({
        label,
        table: [{ name: 'w', dtype: 'f32', shape: [bytes / 4], nonFinite: 0, at: { offset: 0, bytes } }],
      }) as unknown as FileVerdict;
    for (const other of [of('gone.pt', 16), of('cut.pt', 16_384)]) {
      const whole = of('one.safetensors', other.table?.[0]?.at?.bytes ?? 0);
      const found = await distancesOf(['w'], [[whole], [other]], {
        cwd: dir,
        signal: AbortSignal.timeout(9000),
        onProgress() {},
      });
      assert.deepEqual(found, { tensors: [], parts: [], unmeasured: ['w'] });
    }
  });

  it('tells how far the second reading has come', async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'verify-far-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    const bytes = 3 * 2 ** 20;
    for (const name of ['a', 'b'])
      writeFileSync(join(dir, name), new Uint8Array(bytes).fill(name === 'a' ? 1 : 2));
    const of = (label: string) =>
      ({
        label,
        table: [{ name: 'w', dtype: 'u8', shape: [bytes], nonFinite: 0, at: { offset: 0, bytes } }],
      }) as unknown as FileVerdict;
    const told: [string, number, number][] = [];
    await distancesOf(['w'], [[of('a')], [of('b')]], {
      cwd: dir,
      signal: AbortSignal.timeout(9000),
      onProgress: (...progress) => void told.push(progress),
    });
    const steps = [1, 2, 3].map((piece) => ['w', piece * 2 ** 21, 2 * bytes]);
    assert.deepEqual(told.slice(0, 3), steps);
    assert.deepEqual(told.at(-1), steps.at(-1));
  });

  it('reads every type of number wherever its bytes lie', () => {
    const numbers = [-2, 1.5, 0, 40];
    const stored: [Dtype, (view: DataView, at: number, value: number) => void, number[]?][] = [
      [DTYPES.f64, (view, at, value) => view.setFloat64(at, value, true)],
      [DTYPES.f32, (view, at, value) => view.setFloat32(at, value, true)],
      [
        DTYPES.i64,
        (view, at, value) => view.setBigInt64(at, BigInt(Math.trunc(value)), true),
        [-2, 1, 0, 40],
      ],
      [DTYPES.i32, (view, at, value) => view.setInt32(at, value, true), [-2, 1, 0, 40]],
      [DTYPES.u16, (view, at, value) => view.setUint16(at, value, true), [65534, 1, 0, 40]],
      [DTYPES.i8, (view, at, value) => view.setInt8(at, value), [-2, 1, 0, 40]],
    ];
    for (const [dtype, put, expected = numbers] of stored) {
      for (const shift of [0, 1, 8]) {
        const size = dtype.bits / 8;
        const view = new DataView(new ArrayBuffer(shift + 4 * size));
        for (const [i, value] of numbers.entries()) put(view, shift + i * size, value);
        const found = decodeElements(dtype, new Uint8Array(view.buffer, shift));
        assert.deepEqual([...(found ?? [])], expected, `${dtype.name} at ${shift}`);
      }
    }
    const halves = (dtype: Dtype, ...bits: number[]) => [
      ...(decodeElements(dtype, new Uint8Array(Uint16Array.from(bits).buffer)) ?? []),
    ];
    assert.deepEqual(halves(DTYPES.f16, 0x3c00, 0xc000, 1, 0x7c00), [
      1,
      -2,
      2 ** -24,
      Number.POSITIVE_INFINITY,
    ]);
    assert.deepEqual(halves(DTYPES.bf16, 0x3f80, 0xc000, 0xff80), [1, -2, Number.NEGATIVE_INFINITY]);
  });

  it('adds up what changed of a part', () => {
    const one = new DistanceSum();
    one.add(Float64Array.of(3, Number.NaN), Float64Array.of(0, Number.NaN));
    const two = new DistanceSum();
    two.add(Float64Array.of(4, 1), Float64Array.of(0, Number.POSITIVE_INFINITY));
    const both = new DistanceSum();
    both.take(one);
    both.take(two);
    const { norm, relative, cosine, elements, differing, notFinite } = both.distance;
    assert.deepEqual([norm, relative, cosine, elements, differing, notFinite], [5, 1, null, 4, 3, 1]);
  });

  it('takes no wrong number of paths and no option that it would not heed', async (t) => {
    const dir = folderOf(t);
    const codes = async (...args: string[]) =>
      (await runVerify(dir, args)).problems.map(({ code }) => code).sort();
    assert.deepEqual(await codes('--explain', 'one.safetensors', 'cut.pt'), ['wrong-number-of-paths']);
    assert.deepEqual(await codes('--diff', 'one.safetensors', '--report', 'r.html'), [
      'useless-option',
      'wrong-number-of-paths',
    ]);
    assert.ok((await codes('--diff', '--explain', 'one.safetensors', 'cut.pt')).includes('two-modes'));
  });
});
