import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { programCommand } from '../installation.ts';

const FIXTURES = join(import.meta.dirname, '..', 'job', 'trainers');

describe('gpu-lease init in a terminal', () => {
  let dir: string;

  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'gl-init-'));
    for (const name of ['several', 'transformers-fixed'])
      cpSync(join(FIXTURES, name), join(dir, name), { recursive: true });
  });

  after(() => rmSync(dir, { recursive: true, force: true }));

  const init = (name: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const [node, main] = programCommand();
      execFile(
        node,
        [main, 'init', ...args],
        { cwd: join(dir, name), env: { PATH: process.env['PATH'], HOME: dir }, timeout: 60_000 },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
    });

  it('prints what to paste into the code, with its place', async () => {
    const { code, stdout } = await init('transformers-fixed');
    assert.equal(code, 0);
    assert.match(stdout, /It does not resume yet/);
    assert.match(stdout, /To change in your own code:\nfinetune\.py:17: in place of `trainer\.train\(\)`/);
    assert.match(stdout, /^ {4}trainer\.train\(resume_from_checkpoint=/m);
    assert.match(stdout, /^When that is in: gpu-lease init --force, [\s\S]*^next: gpu-lease plan/m);
  });

  it('takes the script that is named, and refuses one that is not there with the nearest', async () => {
    const absent = await init('several', '--entry', 'train_smal.py');
    assert.equal(absent.code, 2);
    assert.match(absent.stderr, /no file "train_smal\.py" here; nothing was written[\s\S]*"train_small\.py"/);
    assert.ok(!existsSync(join(dir, 'several', 'gpu-lease.yml')));
    const named = await init('several', '--entry', './train_small.py');
    assert.equal(named.code, 0);
    assert.match(readFileSync(join(dir, 'several', 'gpu-lease.yml'), 'utf8'), /^run: .*train_small\.py/m);
  });
});
