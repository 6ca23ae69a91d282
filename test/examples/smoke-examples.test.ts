import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Job } from '../../src/job/job.ts';
import { parseJob } from '../../src/job/load.ts';
import { runSmoke } from '../../src/smoke/smoke.ts';
import { missing } from '../requirement.ts';
import { smokeWorld } from '../smoke/smoke-fixture.ts';

const folder = (name: string) => join(import.meta.dirname, '..', '..', 'examples', name);
const jobOf = (name: string): Job => {
  const file = join(folder(name), 'gpu-lease.yml');
  return parseJob(readFileSync(file, 'utf8'), file, { platforms: new Set(['local', 'generic-ssh']) }).job;
};

/** Debian's torch belongs to Debian's Python, whichever comes first on the path. */
const withDebiansPython = { ...process.env, PATH: `/usr/bin:${process.env['PATH']}` };

describe('smoke and drill of the examples', () => {
  for (const { name, workDir } of [
    { name: 'tiny', workDir: 'tiny' },
    { name: 'sweep', workDir: 'tiny' },
  ]) {
    it(`pass without a warning, and the resumed steps are the same: ${name} [P2-02] [P2-06]`, async (t) => {
      // A kill right behind a checkpoint leaves no step that both attempts did; how far the trainer was is the machine's to say.
      let compared = 0;
      for (let tries = 0; tries < 8 && compared === 0; tries += 1) {
        const { warnings, drill } = await runSmoke(jobOf(name), smokeWorld(t, { workDir: folder(workDir) }));
        assert.deepEqual(warnings, []);
        assert.ok(drill !== 'none');
        assert.ok(drill.killedAtStep >= 5 && drill.resumedAtStep === drill.killedAtStep + 1);
        assert.deepEqual(drill.replay.differences, []);
        compared = drill.replay.steps;
      }
      assert.ok(compared >= 1, 'no step of eight drills was compared');
    });
  }

  it('pass with real torch: pytorch [P2-02] [P2-06] [P2-07] [P2-18]', {
    skip: missing('torch'),
  }, async (t) => {
    const world = smokeWorld(t, {
      workDir: folder('pytorch'),
      env: withDebiansPython,
    });
    const report = await runSmoke(jobOf('pytorch'), world);
    assert.deepEqual(report.warnings, []);
    assert.ok(report.drill !== 'none');
    assert.equal(report.drill.resumedAtStep, report.drill.killedAtStep + 1);
    assert.match(report.environment.interpreter, /^Python 3\./);
  });
});
