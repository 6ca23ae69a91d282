import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { rewriteWhole } from '../../src/report/whole-file.ts';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gl-whole-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

describe('a file of a person’s own that is rewritten', () => {
  it('is another file in the place of the first, with its mode, and the first stays whole for who reads it', (t) => {
    const file = join(folder(t), 'gpu-lease.yml');
    writeFileSync(file, 'name: a\n');
    chmodSync(file, 0o640);
    const { ino } = statSync(file);
    rewriteWhole(file, { had: 'name: a\n', text: 'name: b\n' });
    assert.equal(readFileSync(file, 'utf8'), 'name: b\n');
    assert.equal(statSync(file).mode & 0o777, 0o640);
    assert.notEqual(statSync(file).ino, ino);
  });

  it('stays where its link leads', (t) => {
    const dir = folder(t);
    mkdirSync(join(dir, 'jobs'));
    writeFileSync(join(dir, 'jobs', 'a.yml'), 'name: a\n');
    symlinkSync(join('jobs', 'a.yml'), join(dir, 'gpu-lease.yml'));
    rewriteWhole(join(dir, 'gpu-lease.yml'), { had: 'name: a\n', text: 'name: b\n' });
    assert.ok(lstatSync(join(dir, 'gpu-lease.yml')).isSymbolicLink());
    assert.equal(readFileSync(join(dir, 'jobs', 'a.yml'), 'utf8'), 'name: b\n');
  });

  it('is left as it is where it was changed since it was read, and nothing lies beside it', (t) => {
    const dir = folder(t);
    const file = join(dir, 'gpu-lease.yml');
    writeFileSync(file, 'name: mine\n');
    assert.throws(() => rewriteWhole(file, { had: 'name: a\n', text: 'name: b\n' }), {
      code: 'changed-meanwhile',
      kind: 'usage',
    });
    assert.equal(readFileSync(file, 'utf8'), 'name: mine\n');
    assert.deepEqual(readdirSync(dir), ['gpu-lease.yml']);
  });

  it('is left as it is where nothing can be written', (t) => {
    const file = join(folder(t), 'gpu-lease.yml');
    assert.throws(() => rewriteWhole(file, { had: '', text: 'name: b\n' }), { code: 'not-written' });
  });
});
