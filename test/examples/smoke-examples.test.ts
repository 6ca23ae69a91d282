import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Job } from '../../src/job/job.ts';
import { parseJob } from '../../src/job/load.ts';
import { runSmoke } from '../../src/smoke/smoke.ts';
import type { LoadVerdict } from '../../src/smoke/world.ts';
import { missing } from '../requirement.ts';
import { smokeWorld } from '../smoke/smoke-fixture.ts';

const folder = (name: string) => join(import.meta.dirname, '..', '..', 'examples', name);
const jobOf = (name: string): Job => {
  const file = join(folder(name), 'gpu-lease.yml');
  return parseJob(readFileSync(file, 'utf8'), file, { platforms: new Set(['local', 'generic-ssh']) }).job;
};

/** Debian's torch belongs to Debian's Python, whichever comes first on the path. */
const withDebiansPython = { ...process.env, PATH: `/usr/bin:${process.env['PATH']}` };

/** What torch itself makes of a checkpoint. */
async function loadWithTorch(path: string): Promise<LoadVerdict> {
  const program =
    'import json, sys, torch; s = torch.load(sys.argv[1], map_location="cpu"); print(json.dumps([s["step"], list(s)]))';
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', program, path]);
  const [step, top] = JSON.parse(stdout);
  return { verdict: 'pass', facts: { step, scalars: {} }, keys: { top, total: top.length }, reasons: [] };
}

describe('smoke and drill of the examples', () => {
  for (const { name, workDir } of [
    { name: 'tiny', workDir: 'tiny' },
    { name: 'sweep', workDir: 'tiny' },
  ]) {
    it(`pass without a warning, and the resumed steps are the same: ${name} [P2-02] [P2-06]`, async (t) => {
      const report = await runSmoke(jobOf(name), smokeWorld(t, { workDir: folder(workDir) }));
      assert.deepEqual(report.warnings, []);
      assert.ok(report.drill !== 'none');
      assert.ok(
        report.drill.killedAtStep >= 5 && report.drill.resumedAtStep === report.drill.killedAtStep + 1,
      );
      assert.deepEqual(report.drill.replay.differences, []);
      assert.ok(report.drill.replay.steps >= 1);
    });
  }

  it('pass with real torch: pytorch [P2-02] [P2-06] [P2-07] [P2-18]', {
    skip: missing('torch'),
  }, async (t) => {
    const world = smokeWorld(t, {
      workDir: folder('pytorch'),
      env: withDebiansPython,
      verify: loadWithTorch,
    });
    const report = await runSmoke(jobOf('pytorch'), world);
    assert.deepEqual(report.warnings, []);
    assert.ok(report.drill !== 'none');
    assert.equal(report.drill.resumedAtStep, report.drill.killedAtStep + 1);
    assert.match(report.environment.interpreter, /^Python 3\./);
  });
});
