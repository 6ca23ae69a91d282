// Over ten seconds: a trainer runs to its end twice, and is killed and restored in between.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { MetricsLine } from '../../src/metrics/series.ts';
import { Problem } from '../../src/problem.ts';
import { compareEndings, type Ending } from '../../src/smoke/exact.ts';
import { smokeProof } from '../../src/smoke/proof.ts';
import { smokeLines } from '../../src/smoke/report-lines.ts';
import { runSmoke } from '../../src/smoke/smoke.ts';
import { usualCauses } from '../../src/smoke/usual-causes.ts';
import type { TensorRow } from '../../src/verify/contract/tensor-table.ts';
import { jobWith, smokeWorld, trainer } from './smoke-fixture.ts';

const exactly = (defect: string, steps = 40) =>
  jobWith({
    run: trainer('good'),
    drill: { run: trainer(defect, steps, 25), timeoutSeconds: 30, exact: true },
  });

const failed = async (job: ReturnType<typeof jobWith>, world: ReturnType<typeof smokeWorld>) => {
  const error = await runSmoke(job, world).then(
    () => assert.fail('it passed'),
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
};

describe('a drill that asks for the same run', () => {
  it('passes a trainer that ends after a kill as it ends without one, in numbers and tensors', async (t) => {
    const report = await runSmoke(exactly('good'), smokeWorld(t));
    assert.ok(report.drill !== 'none');
    const { equal, killedAtStep } = report.drill;
    assert.equal(equal?.tensors, 2);
    assert.equal(equal?.losses, 40 - killedAtStep);
    const said = smokeLines(report).join('\n');
    assert.match(said, /ended as a run that was never killed: \d+ steps and 2 tensors/);
    assert.doesNotMatch(said, /not that it is the same run/);
    const { proved, notProved } = smokeProof(report);
    assert.match(
      proved.join('\n'),
      /Exact: it ended as a run that was never killed, in \d+ steps and 2 tensors/,
    );
    assert.doesNotMatch(notProved.join('\n'), /same run/);
  });

  it('turns red where the loss after a resume is another, and says from which step on', async (t) => {
    const { code, what } = await failed(exactly('drifts'), smokeWorld(t));
    assert.equal(code, 'drill-not-exact');
    assert.match(what, /loss of step \d+ is 0\.\d+ without the kill and 0\.\d+ after it/);
    assert.match(what, /the order of the data begins anew, or the random state/);
  });

  it('compares the losses of the source that has them, under the name that they have there', async (t) => {
    const job = {
      ...exactly('drifts'),
      metrics: { path: 'absent.jsonl', stepKey: 'step', lossKey: 'train_loss' },
      moreMetrics: [{ path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss' }],
    };
    const { code, what } = await failed(job, smokeWorld(t));
    assert.equal(code, 'drill-not-exact');
    assert.match(what, /loss of step \d+ is 0\.\d+ without the kill/);
  });

  it('turns red where the losses are the same and a tensor at the end is not, and names it', async (t) => {
    const { code, what } = await failed(exactly('forgets-momentum'), smokeWorld(t));
    assert.equal(code, 'drill-not-exact');
    assert.match(what, /1 of 2 tensors differ, first "last\.safetensors: model\.weight"/);
  });

  it('takes a file of another name, and a tensor named by the folder of its attempt, for the same', async (t) => {
    const { drill } = await runSmoke(exactly('names-its-place'), smokeWorld(t));
    assert.ok(drill !== 'none');
    assert.equal(drill.equal?.tensors, 2);
  });

  it('asks nothing more of a drill that did not ask for it', async (t) => {
    const { drill, ...smoke } = {
      run: trainer('good'),
      drill: { run: trainer('drifts', 400, 25), timeoutSeconds: 20 },
    };
    const report = await runSmoke(jobWith({ ...smoke, drill }), smokeWorld(t));
    assert.ok(report.drill !== 'none' && report.drill.equal === undefined);
    const { proved, notProved } = smokeProof(report);
    assert.match(notProved.join('\n'), /that it is the same run after a kill/);
    assert.match(proved.join('\n'), /8 records, and its loss is finite in each that has one/);
  });

  it('ends within the bound of the drill, and says that it was too short', async (t) => {
    const job = jobWith({
      run: trainer('good'),
      drill: { run: trainer('good', 400, 25), timeoutSeconds: 4, exact: true },
    });
    const { code, what } = await failed(job, smokeWorld(t));
    assert.equal(code, 'timeout');
    assert.match(what, /drill command/);
  });
});

describe('the example that trains', () => {
  const drilled = jobWith(
    {
      run: 'TINY_STEPS=30 TINY_STEP_MS=0 node train.mjs',
      drill: {
        run: 'TINY_STEPS=60 TINY_STEP_MS=20 TINY_CKPT_EVERY=5 node train.mjs',
        timeoutSeconds: 60,
        exact: true,
      },
    },
    { checkpoint: { path: 'checkpoints/last.safetensors', stepKey: 'step', resume: 'continues' } },
  );
  const codeOf = (t: TestContext): string => {
    const dir = mkdtempSync(join(tmpdir(), 'exact-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    cpSync(join(import.meta.dirname, '../../examples/tiny'), dir, { recursive: true });
    return dir;
  };

  it('is the same run after a kill', async (t) => {
    const { drill } = await runSmoke(drilled, smokeWorld(t, { workDir: codeOf(t) }));
    assert.ok(drill !== 'none' && drill.equal);
    assert.ok(drill.equal.tensors > 20 && drill.equal.losses >= 30, JSON.stringify(drill.equal));
  });

  it('is another one where it does not restore its random state', async (t) => {
    const workDir = codeOf(t);
    const file = join(workDir, 'state.mjs');
    const whole = readFileSync(file, 'utf8');
    const restores = 'Object.entries(tensorsOf(state))) values.set(';
    assert.ok(whole.includes(restores));
    const forgets = "Object.entries(tensorsOf(state))) if (name !== 'rng.state') values.set(";
    writeFileSync(file, whole.replace(restores, forgets));
    const { code, what } = await failed(drilled, smokeWorld(t, { workDir }));
    assert.equal(code, 'drill-not-exact');
    assert.match(what, /loss of step \d+ is 0\.\d+ without the kill.*random state is not restored/);
  });
});

const line = (step: number, numbers: Record<string, number>): MetricsLine => ({
  line: step,
  step,
  numbers: new Map(Object.entries(numbers)),
  old: false,
});
const row = (name: string, fingerprint: string): TensorRow => ({
  name,
  dtype: 'f32',
  shape: [2],
  fingerprint,
  nonFinite: 0,
});
const ending = (over: Partial<Ending> = {}): Ending => ({
  step: 8,
  tensors: [row('w', 'a'), row('optimizer.0.exp_avg', 'b')],
  lines: [5, 6, 7].map((step) => line(step, { loss: 1 / step, lr: 0.1 })),
  ...over,
});

describe('two endings', () => {
  const differenceOf = (resumed: Partial<Ending>) => {
    const compared = compareEndings(ending(), ending(resumed));
    assert.ok('difference' in compared, 'they are equal');
    return compared.difference;
  };

  it('are equal to a millionth, and where the straight one logged more', () => {
    const lines = [6, 7].map((step) => line(step, { loss: (1 / step) * (1 + 5e-7), lr: 0.1 }));
    assert.deepEqual(compareEndings(ending(), ending({ lines })), { equal: { losses: 2, tensors: 2 } });
  });

  it('count no step of which no loss is known', () => {
    const known = (...steps: number[]) =>
      [5, 6, 7].map((step) => line(step, { tokens: step, ...(steps.includes(step) && { loss: 1 }) }));
    const compared = compareEndings(ending({ lines: known(6, 7) }), ending({ lines: known(5, 6) }));
    assert.deepEqual(compared, { equal: { losses: 1, tensors: 2 } });
  });

  it('differ by what is beyond that, at the first step', () => {
    const lines = [5, 6, 7].map((step) =>
      line(step, { loss: step < 6 ? 1 / step : 1 / step + 1e-5, lr: 0.1 }),
    );
    const difference = differenceOf({ lines });
    assert.equal(difference.number?.step, 6);
    assert.match(usualCauses(difference, []).join(), /first steps are the same and later ones are not/);
  });

  const lossFrom = (from: number) =>
    differenceOf({
      lines: [5, 6, 7].map((step) => line(step, { loss: step < from ? 1 / step : 1, lr: 0.1 })),
    });

  for (const [what, from, keys, first] of [
    [
      'without an optimizer that differ in their second step name it',
      6,
      ['model', 'rng'],
      /^the optimizer is not saved/,
    ],
    [
      'without an optimizer that differ at once name it, too',
      5,
      ['model', 'rng'],
      /^the optimizer is not saved/,
    ],
    [
      'without a random state that differ at once name it',
      5,
      ['model', 'optimizer'],
      /^the random state is not saved/,
    ],
    [
      'without a random state that differ later point to what is loaded',
      6,
      ['model', 'optimizer'],
      /^the first steps are the same/,
    ],
  ] as const)
    it(what, () => assert.match(usualCauses(lossFrom(from), keys)[0] ?? '', first));

  it('are compared by every number of a step, where a tracker writes a record for each', () => {
    const apart = (loss: number) => [5, 6].flatMap((step) => [line(step, { loss }), line(step, { lr: 0.1 })]);
    const compared = compareEndings(ending({ lines: apart(1) }), ending({ lines: apart(2) }));
    assert.ok('difference' in compared);
    assert.deepEqual([compared.difference.number?.key, compared.difference.number?.step], ['loss', 5]);
  });

  for (const key of ['lr-AdamW', 'x/lr0', 'train/learning_rate'])
    it(`that differ in the rate \`${key}\`, and so in the loss, point to the scheduler`, () => {
      const rated = (rate: number) => [line(6, { loss: 1 / rate }), line(6, { [key]: rate })];
      const compared = compareEndings(ending({ lines: rated(1) }), ending({ lines: rated(2) }));
      assert.ok('difference' in compared);
      assert.equal(compared.difference.number?.key, key);
      assert.match(usualCauses(compared.difference, [])[0] ?? '', /LR scheduler/);
    });

  it('that differ in the learning rate, and whose optimizer is not saved, name that one first', () => {
    const lines = [5, 6, 7].map((step) => line(step, { loss: 1 / step, lr: 0.2 }));
    const [first, second, ...others] = usualCauses(differenceOf({ lines }), ['model', 'scheduler', 'rng']);
    assert.match(first ?? '', /^the optimizer is not saved/);
    assert.match(second ?? '', /^the LR scheduler is not restored/);
    assert.deepEqual(others, [], 'the order of the data makes no rate');
  });

  it('that differ in the learning rate point to the scheduler', () => {
    const lines = [5, 6, 7].map((step) => line(step, { loss: 1 / step, lr: 0.2 }));
    assert.match(usualCauses(differenceOf({ lines }), [])[0] ?? '', /LR scheduler/);
  });

  for (const [name, dtype, shape] of [
    ['latest.weights.h5: optimizer/vars/0', 'i32', []],
    ['optimizer.state.0.step', 'f32', [1]],
  ] as const)
    it(`whose ${name} is another point to the optimizer that counts in it`, () => {
      const rows = (fingerprint: string) => [
        row('w', fingerprint),
        { ...row(name, fingerprint), dtype, shape },
      ];
      const lines = [5, 6, 7].map((step) => line(step, { loss: 1, lr: 0.1 }));
      const compared = compareEndings(ending({ tensors: rows('a') }), ending({ tensors: rows('b'), lines }));
      assert.ok('difference' in compared);
      const [first, ...others] = usualCauses(compared.difference, ['model', 'optimizer', 'rng']);
      assert.match(first ?? '', /^the optimizer is not restored, or it does steps twice: ".*" counts them/);
      assert.deepEqual(others, []);
    });

  it('by epochs leave open what an epoch hides', () => {
    const metrics = { path: 'log.csv', stepKey: 'epoch', lossKey: 'loss' };
    const lines = [5, 6, 7].map((epoch) => line(epoch, { loss: 1 }));
    const compared = compareEndings(ending(), ending({ lines }), metrics);
    assert.ok('difference' in compared);
    assert.match(usualCauses(compared.difference, [])[0] ?? '', /an epoch is too long to tell which/);
  });

  for (const [what, tensors, first, cause] of [
    [
      'in a moment of the optimizer',
      [row('w', 'a'), row('optimizer.0.exp_avg', 'x')],
      'optimizer.0.exp_avg',
      /optimizer/,
    ],
    ['in a tensor that one lacks', [row('optimizer.0.exp_avg', 'b')], 'w', /weights/],
    [
      'in the random state',
      [row('w', 'a'), row('optimizer.0.exp_avg', 'b'), row('rng_state.pth: cpu', 'c')],
      'rng_state.pth: cpu',
      /random state/,
    ],
  ] as const) {
    it(`that differ ${what} say so`, () => {
      const difference = differenceOf({ tensors });
      assert.equal(difference.tensors?.first, first);
      assert.match(usualCauses(difference, []).join(), cause);
    });
  }

  it('of other steps are other runs, and their tensors are not compared', () => {
    assert.deepEqual(differenceOf({ step: 6, tensors: [] }), { steps: { straight: 8, resumed: 6 } });
  });
});
