import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Problem } from '../../src/problem.ts';
import { runSmoke } from '../../src/smoke/smoke.ts';
import { type Fixture, jobWith, smokeWorld } from './smoke-fixture.ts';

const command = (defect: string, steps: number, stepMs: number) =>
  `node folder-trainer.mjs ${defect} ${steps} ${stepMs}`;

const folders = (defect: string, complete?: string) =>
  jobWith(
    { run: command('good', 8, 0), drill: { run: command(defect, 400, 25), timeoutSeconds: 20 } },
    {
      checkpoint: {
        path: 'checkpoint-*',
        stepKey: 'step',
        resume: 'continues',
        ...(complete !== undefined && { complete }),
      },
    },
  );

/** A directory of code of its own, into which a trainer may write. */
function ownCode(t: TestContext): Fixture {
  const workDir = mkdtempSync(join(tmpdir(), 'smoke-code-'));
  t.after(() => rmSync(workDir, { recursive: true, force: true }));
  copyFileSync(
    join(import.meta.dirname, 'fixtures', 'folder-trainer.mjs'),
    join(workDir, 'folder-trainer.mjs'),
  );
  return smokeWorld(t, { workDir });
}

describe('the second attempt of a drill, in a fresh folder', () => {
  for (const complete of [undefined, 'state.json'])
    it(`goes on from the newest set${complete ? ' with its marker' : ''} and is given nothing else`, async (t) => {
      const world = ownCode(t);
      const { drill } = await runSmoke(folders('good', complete), world);
      assert.ok(drill !== 'none');
      assert.equal(drill.checkpoint, `checkpoint-${drill.killedAtStep}`);
      assert.equal(drill.resumedAtStep, drill.killedAtStep + 1);
      assert.equal(
        existsSync(join(world.outDir, 'drill')),
        false,
        'where the first one wrote is nothing any more',
      );
      const fresh = readdirSync(join(world.outDir, 'drill-resumed'));
      assert.ok(!fresh.includes('checkpoint-3') || drill.killedAtStep === 3, fresh.join());
    });

  it('goes on from the one before where the kill met a folder without a marker in the midst of its write', async (t) => {
    const { drill } = await runSmoke(folders('cut-short'), ownCode(t));
    assert.ok(drill !== 'none');
    assert.equal(drill.checkpoint, 'checkpoint-3');
    const [warning] = drill.warnings.filter(({ code }) => code === 'incomplete-checkpoint');
    assert.match(warning?.what ?? '', /checkpoint-4 did not load \(not all of its files are there\)/);
  });

  it('is not said to lack what it was given, whatever other checkpoints call their files', async (t) => {
    // Without metrics two checkpoints are waited for: the older one is left behind.
    const { metrics: _none, ...job } = folders('says-and-resets');
    await assert.rejects(runSmoke(job, ownCode(t)), (error) => {
      assert.ok(error instanceof Problem && error.code === 'drill-step-reset', String(error));
      assert.match(error.what, /read weights\.safetensors, and will not use it/);
      return true;
    });
  });

  for (const { defect, code, what } of [
    {
      defect: 'old-path',
      code: 'drill-old-path',
      what: /looks for something below .*\/drill, where the first attempt wrote/,
    },
    {
      defect: 'optimizer-outside',
      code: 'drill-set-lacks',
      what: /names momentum\.bin, which is not of the checkpoint `checkpoint-\*`\. It was given .*checkpoint-\d+\/state\.json/,
    },
    {
      defect: 'state-in-code',
      code: 'drill-set-lacks',
      what: /names sampler\.json, which the first attempt wrote beside the code and not below GPU_LEASE_OUT/,
    },
  ])
    it(`is red where a trainer needs more: ${defect}`, async (t) => {
      await assert.rejects(runSmoke(folders(defect), ownCode(t)), (error) => {
        assert.ok(error instanceof Problem, String(error));
        assert.equal(error.code, code);
        assert.match(error.what, what);
        return true;
      });
    });

  it('is red where it should be exact, and neither a number nor a tensor could be compared', async (t) => {
    const { metrics: _none, ...job } = folders('state-alone');
    assert.ok(job.smoke !== 'none');
    const smoke = {
      ...job.smoke,
      drill: { run: command('state-alone', 60, 25), timeoutSeconds: 20, exact: true },
    };
    await assert.rejects(runSmoke({ ...job, smoke } as typeof job, ownCode(t)), (error) => {
      assert.ok(error instanceof Problem && error.code === 'drill-nothing-to-compare', String(error));
      return true;
    });
  });
});
