import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { safetensorsFile, weights } from '../verify/safetensors-writer.ts';
import { torchFile } from '../verify/torch-writer.ts';
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
