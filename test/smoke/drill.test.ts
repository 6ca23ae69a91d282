import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Problem } from '../../src/problem.ts';
import { smokeEvidence } from '../../src/smoke/evidence.ts';
import { smokeLines } from '../../src/smoke/report-lines.ts';
import { runSmoke } from '../../src/smoke/smoke.ts';
import type { SmokeWarning } from '../../src/smoke/world.ts';
import { jobWith, jobWithDrill, smokeWorld, trainer } from './smoke-fixture.ts';

const problem = (code: string, what: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error));
  assert.equal(error.code, code, error.message);
  assert.equal(error.kind, 'smoke');
  assert.match(error.what, what);
  return true;
};

describe('resume drill', () => {
  it('passes a trainer that goes on from its checkpoint after a SIGKILL [P2-06] [C1]', async (t) => {
    const report = await runSmoke(jobWithDrill('good'), smokeWorld(t));
    assert.ok(report.drill !== 'none');
    const { killedAtStep, resumedAtStep, reachedStep } = report.drill;
    assert.deepEqual(report.footprint, report.drill.footprint);
    const { checkpoint, output } = report.footprint;
    assert.ok(checkpoint && checkpoint.files === 1 && checkpoint.bytes > 100, 'what one checkpoint takes');
    assert.ok(output.bytes > checkpoint.bytes && output.files > 1);
    assert.deepEqual(smokeEvidence(report, { commit: 'c', configHash: 'h' }).footprint, report.footprint);
    assert.ok(killedAtStep >= 3 && killedAtStep % 3 === 0, `killed at ${killedAtStep}`);
    assert.equal(resumedAtStep, killedAtStep + 1);
    assert.ok(reachedStep > killedAtStep);
    assert.deepEqual(smokeEvidence(report, { commit: 'c', configHash: 'h' }).drill, {
      killedAtStep,
      resumedAtStep,
    });
    assert.match(
      smokeLines(report).join('\n'),
      /resume drill passed .* killed beside last\.safetensors of step[\s\S]*proves that it goes on, not that it is the same run/,
    );
  });

  it('passes one that cuts its metrics back to the checkpoint by writing the lines that it keeps once more [P2-06]', async (t) => {
    const { drill } = await runSmoke(jobWithDrill('rewrites-history'), smokeWorld(t));
    assert.ok(drill !== 'none');
    assert.equal(drill.resumedAtStep, drill.killedAtStep + 1);
    assert.deepEqual(drill.warnings, [], 'it copied what lay there, which no start does');
  });

  it('says so where a start at the beginning may have been overlooked, its log and both checkpoints there at one look', async (t) => {
    // How long the first attempt took against the time between two looks is the machine's to say.
    const run = `node trainer.mjs overtakes 400 0`;
    let warning: SmokeWarning | undefined;
    for (let tries = 0; tries < 6 && !warning; tries += 1) {
      const { drill } = await runSmoke(
        jobWith({ run: trainer('good'), drill: { run, timeoutSeconds: 20 } }),
        smokeWorld(t),
      );
      assert.ok(drill !== 'none');
      warning = drill.warnings.find(({ code }) => code === 'start-not-seen');
    }
    assert.match(
      warning?.what ?? '',
      /again, and not by a copy of what lay there.*remember its log, or it began at the start/,
    );
  });

  it('believes one that remembers its log where nobody could have done those steps again so soon', async (t) => {
    const run = `node trainer.mjs remembers-history 400 300`;
    const { drill } = await runSmoke(
      jobWith({ run: trainer('good'), drill: { run, timeoutSeconds: 20 } }),
      smokeWorld(t),
    );
    assert.ok(drill !== 'none');
    assert.equal(drill.resumedAtStep, drill.killedAtStep + 1);
    assert.deepEqual(drill.warnings, []);
  });

  it('compares the steps that both attempts did', async (t) => {
    // A kill right behind a checkpoint leaves no step that both attempts did; how far the trainer was is the machine's to say.
    let compared = 0;
    for (let tries = 0; tries < 8 && compared === 0; tries += 1) {
      const { drill } = await runSmoke(jobWithDrill('good'), smokeWorld(t));
      assert.ok(drill !== 'none');
      assert.deepEqual(drill.replay.differences, []);
      compared = drill.replay.steps;
    }
    assert.ok(compared >= 1, 'no step of eight drills was compared');
  });

  for (const { defect, code, what } of [
    {
      defect: 'resets',
      code: 'drill-step-reset',
      what: /went on at step 1, though last\.safetensors holds step \d+: it does not resume[\s\S]*optimizer state[\s\S]*LR scheduler[\s\S]*RNG[\s\S]*sampler[\s\S]*best so far/,
    },
    {
      defect: 'resets-and-overwrites',
      code: 'drill-step-reset',
      what: /went on at step 1|wrote a checkpoint of step \d+ again/,
    },
    {
      defect: 'epoch-resets',
      code: 'drill-epoch-reset',
      what: /went on at epoch 0, though .* holds epoch 1/,
    },
    {
      defect: 'in-place',
      code: 'drill-not-atomic',
      what: /After the kill last\.safetensors does not load: /,
    },
    {
      defect: 'damages',
      code: 'drill-broken-after-resume',
      what: /ended again last\.safetensors does not load/,
    },
    {
      defect: 'stepless',
      code: 'drill-stepless',
      what: /no step under `step`; it has model\.weight, model\.table/,
    },
    { defect: 'nan-weights', code: 'drill-checkpoint-unfit', what: /does not accept it: / },
    {
      defect: 'cannot-load',
      code: 'exit-code',
      what: /^The checkpoint last\.safetensors names no optimizer, and what goes on from it fails\. The resumed drill command .* exit code 1[\s\S]*cannot load what I saved/,
    },
    { defect: 'traceback', code: 'traceback', what: /ValueError: shapes differ/ },
    {
      defect: 'nan',
      code: 'metrics-not-finite',
      what: /In the drill line \d+ of metrics\.jsonl has loss "NaN"/,
    },
  ]) {
    it(`fails a trainer with the defect "${defect}" [P2-06] [XC-07] [eval 7]`, async (t) => {
      await assert.rejects(runSmoke(jobWithDrill(defect), smokeWorld(t)), problem(code, what));
    });
  }

  for (const { defect, what } of [
    {
      defect: 'cut-short',
      what: /kill met a write in place: after it last\.safetensors did not load.*went on from the copy of last\.safetensors that was taken at step 3/,
    },
    {
      defect: 'unlinks-first',
      what: /between the removal of a checkpoint and its successor.*taken at step 3/,
    },
    { defect: 'overwrites', what: /last\.safetensors is written in place/ },
    { defect: 'cut-by-the-stop', what: /last\.safetensors is written in place/ },
  ])
    it(`goes on from the copy of what stood before, and says what a kill can do: "${defect}" [XC-07]`, async (t) => {
      const world = smokeWorld(t);
      const { drill } = await runSmoke(jobWithDrill(defect), world);
      assert.ok(drill !== 'none');
      assert.equal(drill.resumedAtStep, drill.killedAtStep + 1);
      const [warning, ...others] = drill.warnings.filter(({ code }) => code === 'not-atomic');
      assert.deepEqual(others, []);
      assert.match(warning?.what ?? '', what);
      assert.match(warning?.what ?? '', /on the same disk .* finds what the kill left/);
      assert.ok(!readdirSync(world.outDir).some((name) => /kept/.test(name)), 'nothing is left behind');
    });

  it('says nothing of the kind of one that renames', async (t) => {
    const { drill } = await runSmoke(jobWithDrill('good'), smokeWorld(t));
    assert.ok(drill !== 'none' && !drill.warnings.some(({ code }) => code === 'not-atomic'));
  });

  it('fails a trainer that never saves, within the bound of the drill', async (t) => {
    const failing = runSmoke(jobWithDrill('never-checkpoints', 1.5), smokeWorld(t));
    await assert.rejects(
      failing,
      problem(
        'drill-no-checkpoint',
        /wrote no checkpoint beyond step 0 that matches `\*\.safetensors` in 2 s/,
      ),
    );
  });

  it('fails a trainer that hangs when it resumes, within the bound of the drill', async (t) => {
    const failing = runSmoke(jobWithDrill('hangs-on-resume', 2.5), smokeWorld(t));
    await assert.rejects(failing, problem('drill-not-beyond', /showed no step, and did not pass step \d+/));
  });

  it('fails a drill that is over before it can be killed', async (t) => {
    const job = jobWith({ run: trainer('good'), drill: { run: trainer('good', 2), timeoutSeconds: 5 } });
    await assert.rejects(runSmoke(job, smokeWorld(t)), problem('drill-too-short', /ended by itself after/));
  });

  for (const [when, steps] of [
    ['ended before that was sure', 8],
    ['goes on', 400],
  ] as const)
    it(`says what a checkpoint lacks, also of a drill that ${when}`, async (t) => {
      const run = `node folder-trainer.mjs model-alone ${steps} 25`;
      const over = { checkpoint: { path: 'checkpoint-*', stepKey: 'step', resume: 'continues' as const } };
      const job = jobWith({ run: trainer('good'), drill: { run, timeoutSeconds: 20 } }, over);
      await assert.rejects(
        runSmoke(job, smokeWorld(t)),
        problem('drill-lacks-state', /checkpoint-\d+ is not enough to go on from: .*has no optimizer/),
      );
    });

  it('fails a drill that has nothing left to do after the kill', async (t) => {
    const job = jobWith({
      run: trainer('good'),
      drill: { run: `${trainer('good', 3)}; sleep 30`, timeoutSeconds: 3 },
    });
    await assert.rejects(runSmoke(job, smokeWorld(t)), problem('drill-not-beyond', /did not pass step 3/));
  });

  it('says so when the resumed steps are not those of the first attempt [P2-06]', async (t) => {
    // As above: only steps that both attempts did can differ.
    let warned = '';
    for (let tries = 0; tries < 8 && warned === ''; tries += 1) {
      const { warnings } = await runSmoke(jobWithDrill('drifts'), smokeWorld(t));
      warned = warnings.find(({ code }) => code === 'replay-differs')?.what ?? '';
    }
    assert.match(
      warned,
      /not as the same run: loss of step \d+ was 0\.\d+ and after the resume 0\.\d+.*optimizer state/,
    );
  });

  it('kills a trainer that ignores SIGTERM, and says so', async (t) => {
    const report = await runSmoke(jobWithDrill('ignores-sigterm', 20), smokeWorld(t));
    assert.ok(report.warnings.some(({ code }) => code === 'ignores-sigterm'));
  });

  it('sees a reset by the checkpoints alone where there are no metrics', async (t) => {
    const without = (defect: string) => {
      const { metrics: _, ...job } = jobWithDrill(defect);
      return job;
    };
    const report = await runSmoke(without('good'), smokeWorld(t));
    assert.ok(report.drill !== 'none' && report.drill.reachedStep > report.drill.killedAtStep);
    await assert.rejects(
      runSmoke(without('resets'), smokeWorld(t)),
      problem('drill-step-reset', /went on at step 3, though .* holds step \d+/),
    );
  });

  for (const { how, every } of [
    { how: 'each step, and a step is slow', every: '1 1 6 2300' },
    { how: 'more seldom than it saves', every: '20 4 90 25' },
  ])
    it(`tells a start at the beginning from a resume where its records come ${how} [P2-06]`, async (t) => {
      const job = (habit: string) =>
        jobWith({
          run: trainer('good'),
          drill: { run: `node sparse-trainer.mjs ${habit} ${every}`, timeoutSeconds: 40 },
        });
      const { drill } = await runSmoke(job('resumes'), smokeWorld(t));
      assert.ok(drill !== 'none' && drill.reachedStep > drill.killedAtStep);
      await assert.rejects(
        runSmoke(job('begins-anew'), smokeWorld(t)),
        problem('drill-step-reset', /wrote a checkpoint of step \d+ (again|anew).*: it does not resume/),
      );
    });

  for (const { habit, what } of [
    { habit: 'overtakes', what: /wrote a checkpoint of step 3 (again|anew).*: it does not resume/ },
    { habit: 'overtakes-otherwise', what: /went on at step 1, .*: it does not resume/ },
  ])
    it(`tells a start at the beginning also where all of its log is there at the first look: ${habit} [P2-06]`, async (t) => {
      const run = `node sparse-trainer.mjs ${habit} 1 3 400 25`;
      const job = jobWith({ run: trainer('good'), drill: { run, timeoutSeconds: 20 } });
      await assert.rejects(runSmoke(job, smokeWorld(t)), problem('drill-step-reset', what));
    });

  it('passes one that saves at once what it went on from, where its log tells its start [P2-06]', async (t) => {
    const run = 'node sparse-trainer.mjs resumes-and-saves 1 3 400 25';
    const job = jobWith({ run: trainer('good'), drill: { run, timeoutSeconds: 20 } });
    const { drill } = await runSmoke(job, smokeWorld(t));
    assert.ok(drill !== 'none' && drill.resumedAtStep === drill.killedAtStep + 1);
  });

  it('is not kept waiting by a trainer that saves faster than a checkpoint can be loaded', async (t) => {
    const plain = smokeWorld(t);
    const slow = async (path: string, name: string, stepKey: string) => {
      const verdict = await plain.verify(path, name, stepKey);
      await plain.clock.sleep(0.3);
      return verdict;
    };
    const report = await runSmoke(jobWithDrill('good', 6), { ...plain, verify: slow });
    assert.ok(report.drill !== 'none' && report.drill.resumedAtStep === report.drill.killedAtStep + 1);
  });

  it('leaves old metrics lines readable and in their place', async (t) => {
    const world = smokeWorld(t);
    await runSmoke(jobWithDrill('good'), world);
    const lines = readFileSync(join(world.outDir, 'drill-resumed', 'metrics.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    assert.equal(JSON.parse(lines[0] ?? '').step, 1);
  });

  it('is not run for a job that cannot resume, and that is a warning', async (t) => {
    const world = smokeWorld(t);
    const job = jobWithDrill('resets', 10, {
      checkpoint: { path: '*.safetensors', stepKey: 'step', resume: 'none' },
    });
    const report = await runSmoke(job, world);
    assert.equal(report.drill, 'none');
    assert.ok(report.warnings.some(({ code }) => code === 'no-drill'));
    assert.equal(existsSync(join(world.outDir, 'drill')), false);
  });

  it('is refused without a checkpoint to look for', async (t) => {
    const { checkpoint: _, ...job } = jobWithDrill('good');
    await assert.rejects(
      runSmoke(job, smokeWorld(t)),
      problem('drill-without-checkpoint', /no `checkpoint`/),
    );
  });
});
