import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { placeWanted } from '../../src/cli/init-platform.ts';
import { knownPlatforms, platformNames } from '../../src/cli/known-platforms.ts';
import { keysOfCandidate } from '../../src/cli/platform-keys.ts';
import type { Settings } from '../../src/cli/settings.ts';
import { proposeJob } from '../../src/job/init.ts';
import { parseJob } from '../../src/job/load.ts';
import { Problem } from '../../src/problem.ts';
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

  it('writes it for a platform, and says what that needs', async () => {
    const { code, stdout } = await init('several', '--force', '--platform', 'runpod');
    assert.equal(code, 0);
    assert.match(stdout, /^- runpod needs RUNPOD_API_KEY, and RUNPOD_API_KEY is not set here/m);
    assert.match(readFileSync(join(dir, 'several', 'gpu-lease.yml'), 'utf8'), /^ {2}- runpod$/m);
    rmSync(join(dir, 'several', 'gpu-lease.yml'));
  });

  it('refuses a platform that it does not know with the nearest, and writes nothing', async () => {
    for (const [typed, near] of [
      ['runpodd', 'runpod'],
      ['Lambda-labs', 'lambda'],
      ['paperspace', 'paperspace-core'],
    ] as const) {
      const { code, stderr } = await init('several', '--platform', typed);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`platform "${typed}"[^]*Did you mean "${near}"`));
      assert.ok(!existsSync(join(dir, 'several', 'gpu-lease.yml')));
    }
    const both = await init('several', '--platform', 'runpod', '--github');
    assert.equal(both.code, 2);
    assert.match(both.stderr, /First "gpu-lease init --platform runpod", then "gpu-lease init --github"/);
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

describe('a job file for a platform', () => {
  const wantedAt = (platform: string, env: NodeJS.ProcessEnv = {}) =>
    placeWanted({ env, flag: () => false, value: () => platform } as unknown as Settings);
  const ofNowhere: string[] = [];

  for (const platform of platformNames())
    it(`loads as it is for ${platform}, or is refused`, () => {
      let wanted: ReturnType<typeof wantedAt>;
      try {
        wanted = wantedAt(platform);
      } catch (error) {
        assert.ok(error instanceof Problem && error.code === 'not-rented', String(error));
        ofNowhere.push(platform);
        return;
      }
      const repository = { files: ['train.py'], read: () => 'import torch\n' };
      const { yaml } = proposeJob(repository, 'demo', 'train.py', wanted?.place);
      const { job } = parseJob(yaml, 'gpu-lease.yml', knownPlatforms());
      assert.deepEqual(
        job.candidates.map((each) => each.platform),
        [platform],
      );
      const keys = job.candidates.flatMap((each) => keysOfCandidate(each).flat());
      for (const key of keys)
        assert.ok(wanted?.needs.join().includes(key), `${key}: ${wanted?.needs.join()}`);
    });

  it('is refused for what gives no run a box, and names both halves of a login', () => {
    assert.deepEqual(ofNowhere, ['colab', 'paperspace-gradient']);
    assert.match(wantedAt('verda')?.needs.join() ?? '', /VERDA_CLIENT_SECRET and VERDA_CLIENT_ID/);
    assert.match(wantedAt('runpod', { RUNPOD_API_KEY: 'x' })?.needs.join() ?? '', /which is set here/);
  });
});
