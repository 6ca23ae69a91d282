import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { shipped } from '../installation.ts';
import { torchFile } from '../verify/torch-writer.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('the example of the library', () => {
  let dir = '';

  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'verify-library-'));
    const installed = join(dir, 'node_modules', 'gpu-lease');
    mkdirSync(installed, { recursive: true });
    for (const part of ['package.json', 'dist'])
      cpSync(join(shipped(), part), join(installed, part), { recursive: true });
    cpSync(join(ROOT, 'examples', 'verify-library', 'verify-folder.mjs'), join(dir, 'verify-folder.mjs'));
    for (const name of ['good', 'bad', 'empty']) mkdirSync(join(dir, name));
    for (const name of ['good', 'bad']) writeFileSync(join(dir, name, 'last.pt'), torchFile());
    writeFileSync(join(dir, 'bad', 'cut\u001b[2J.pt'), torchFile().subarray(0, 400));
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['verify-folder.mjs', ...args], {
      cwd: dir,
      encoding: 'utf8',
      timeout: 30_000,
    });

  it('prints what is proven of a folder', () => {
    const { status, stdout, stderr } = run('good');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^pass\tL3\ttorch-zip\t"last\.pt"\nall proven: 1 files, 0 sets\n$/);
  });

  it('says why not', () => {
    const { status, stdout } = run('bad');
    assert.equal(status, 1);
    assert.match(stdout, /^fail\tL0\t/m);
    assert.match(stdout, /not proven: 2 files/);
    assert.ok(!stdout.includes('\u001b'), 'a hostile name moves no cursor');
    assert.equal(run('empty').status, 1);
    assert.equal(run().status, 2);
  });
});
