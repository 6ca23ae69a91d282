import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { correctedJob } from '../../src/job/corrected.ts';
import type { ArtifactRule, Job } from '../../src/job/job.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { stepless, unfit } from '../../src/smoke/drill-problem.ts';
import { refusedAtSeal } from '../../src/smoke/refused-at-seal.ts';
import { runSmoke } from '../../src/smoke/smoke.ts';
import { missing } from '../requirement.ts';
import { BUILD, checkpointProgram, dict, global, int, type Op, text } from '../verify/pickle-writer.ts';
import { torchFile } from '../verify/torch-writer.ts';
import { jobWith, smokeWorld, trainer } from './smoke-fixture.ts';

const artifact = (path: string, over: Partial<ArtifactRule> = {}): ArtifactRule => ({
  path,
  role: 'opaque',
  keep: 'evidence',
  min: 1,
  contains: [],
  allowDegraded: false,
  ...over,
});

/** A checkout of its own, with a trainer that some stranger wrote. */
function checkout(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'stranger-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  copyFileSync(join(import.meta.dirname, 'fixtures', 'nano.py'), join(dir, 'train.py'));
  return dir;
}

async function findingsOf(job: Job, t: TestContext, workDir: string): Promise<readonly Problem[]> {
  try {
    await runSmoke(job, smokeWorld(t, { workDir }));
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.all;
    if (error instanceof Problem) return [error];
    throw error;
  }
}

const NANO = (over: Partial<Job> = {}): Job =>
  jobWith(
    {
      run: 'python3 train.py --out-dir out --max-iters 8 --save-interval 8',
      drill: { run: 'python3 train.py --out-dir out --max-iters 8 --save-interval 8', timeoutSeconds: 20 },
    },
    {
      run: 'python3 train.py --out-dir out',
      checkpoint: { path: 'ckpt.safetensors', stepKey: 'step', resume: 'continues' },
      artifacts: [
        artifact('ckpt.safetensors', { role: 'checkpoint' }),
        artifact('metrics.jsonl', { role: 'metrics' }),
      ],
      ...over,
    },
  );

describe('a smoke that finds something', { skip: missing('python3') }, () => {
  it('tells of keys, folders, artifacts and the length of the drill at once, and passes with what it proposes', async (t) => {
    const job = NANO();
    const found = await findingsOf(job, t, checkout(t));
    assert.deepEqual(
      found.map(({ code }) => code),
      ['metrics-missing', 'artifact-elsewhere', 'artifact-elsewhere', 'drill-stepless', 'drill-too-short'],
    );
    const [metrics, weights, , stepless, short] = found;
    assert.match(
      metrics?.what ?? '',
      /wrote out\/metrics\.jsonl beside the code.* it has "iter", "train\/loss", "lr"/s,
    );
    assert.match(
      weights?.what ?? '',
      /wrote out\/ckpt\.safetensors beside the code.*There it wrote nothing/s,
    );
    assert.equal(weights?.at?.file, 'train.py');
    assert.match(short?.next ?? '', /--max-iters 1000 --save-interval 8/);
    assert.match(stepless?.next ?? '', /`iter_num` looks like it/);

    const edits = found.flatMap((each) => each.edits);
    const values = new Map(edits.map(({ path, value }) => [path.join('.'), value]));
    assert.equal(values.get('run'), 'python3 train.py --out-dir "$GPU_LEASE_OUT"');
    assert.equal(values.get('metrics.0.step-key'), 'iter');
    assert.equal(values.get('metrics.0.loss-key'), 'train/loss');
    assert.equal(values.get('checkpoint.step-key'), 'iter_num');
    assert.deepEqual(await findingsOf(correctedJob(job, edits), t, checkout(t)), []);
  });

  it('says of a proposal that does not help that it is none', async (t) => {
    const command = 'python3 train.py --out-dir "$GPU_LEASE_OUT" --step-name note';
    const job = NANO({
      run: command,
      smoke: {
        run: `${command} --max-iters 8`,
        timeoutSeconds: 20,
        memoryMb: 512,
        threads: 1,
        drill: { run: command, timeoutSeconds: 20 },
      },
      metrics: { path: 'metrics.jsonl', stepKey: 'iter', lossKey: 'train/loss' },
    });
    const [stepless, ...more] = await findingsOf(job, t, checkout(t));
    assert.equal(stepless?.code, 'drill-stepless');
    assert.deepEqual([stepless?.edits, more], [[], []]);
  });

  it('brings home by a copy what a script without options leaves beside the code', async (t) => {
    const dir = checkout(t);
    writeFileSync(
      join(dir, 'plain.py'),
      "print('step 1 loss 0.5')\nopen('model.pt', 'wb').write(b'weights')\n",
    );
    const {
      metrics: _,
      checkpoint: __,
      ...job
    } = jobWith({ run: 'python3 plain.py' }, { artifacts: [artifact('**/*.pt', { role: 'model' })] });
    const [finding, ...more] = await findingsOf(job, t, dir);
    assert.deepEqual(more, []);
    assert.equal(finding?.code, 'artifact-elsewhere');
    assert.equal(finding?.at?.line, 2);
    assert.deepEqual(
      finding?.edits.map(({ value }) => value),
      [
        'python3 plain.py && cp -R model.pt "$GPU_LEASE_OUT"/',
        'python3 plain.py && cp -R model.pt "$GPU_LEASE_OUT"/',
      ],
    );
    assert.deepEqual(await findingsOf(correctedJob(job, finding?.edits ?? []), t, dir), []);
  });

  it('copies at the end what a job that goes on leaves beside the code, and is no checkpoint of it', async (t) => {
    const command = (iters: number) =>
      `python3 train.py --out-dir "$GPU_LEASE_OUT" --max-iters ${iters} && sh finish.sh`;
    const job = NANO({
      run: command(600),
      smoke: {
        run: command(8),
        timeoutSeconds: 20,
        memoryMb: 512,
        threads: 1,
        drill: { run: command(600), timeoutSeconds: 20 },
      },
      metrics: { path: 'metrics.jsonl', stepKey: 'iter', lossKey: 'train/loss' },
      checkpoint: { path: 'ckpt.safetensors', stepKey: 'iter_num', resume: 'continues' },
      artifacts: [artifact('ckpt.safetensors', { role: 'checkpoint' }), artifact('final.txt')],
    });
    const dir = checkout(t);
    writeFileSync(join(dir, 'finish.sh'), 'echo done >final.txt\n');
    const [finding, ...more] = await findingsOf(job, t, dir);
    assert.deepEqual([finding?.code, more], ['artifact-elsewhere', []]);
    assert.equal(finding?.edits[0]?.value, `${command(600)} && cp -R final.txt "$GPU_LEASE_OUT"/`);
    assert.deepEqual(await findingsOf(correctedJob(job, finding?.edits ?? []), t, dir), []);
  });

  /** Without an option for its folder, as many scripts are. */
  const placeBare = (dir: string, change = (text: string) => text): void => {
    const text = readFileSync(join(dir, 'train.py'), 'utf8')
      .replace("parser.add_argument('--out-dir', default='out')\n", '')
      .replace('os.makedirs(args.out_dir, exist_ok=True)\n', '')
      .replace("os.path.join(args.out_dir, 'ckpt.safetensors')", "'ckpt.safetensors'")
      .replace("os.path.join(args.out_dir, 'metrics.jsonl')", "'metrics.jsonl'");
    assert.doesNotMatch(text, /out_dir/);
    writeFileSync(join(dir, 'train.py'), change(text));
  };
  const BARE = (over: Partial<Job> = {}): Job =>
    NANO({
      run: 'python3 -u train.py',
      smoke: {
        run: 'python3 -u train.py --max-iters 8',
        timeoutSeconds: 20,
        memoryMb: 512,
        threads: 1,
        drill: { run: 'python3 -u train.py --max-iters 600', timeoutSeconds: 20 },
      },
      metrics: { path: 'metrics.jsonl', stepKey: 'iter', lossKey: 'train/loss' },
      checkpoint: { path: 'ckpt.safetensors', stepKey: 'iter_num', resume: 'continues' },
      ...over,
    });

  it('starts a script that no option moves in its output directory, and it goes on from there', async (t) => {
    const dir = checkout(t);
    placeBare(dir);
    const job = BARE({
      artifacts: [
        artifact('ckpt.safetensors', { role: 'checkpoint' }),
        artifact('metrics.jsonl', { role: 'metrics' }),
      ],
    });
    const found = await findingsOf(job, t, dir);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['metrics-missing', 'artifact-elsewhere', 'artifact-elsewhere'],
    );
    const edits = found.flatMap((each) => each.edits);
    const values = new Map(edits.map(({ path, value }) => [path.join('.'), value]));
    assert.deepEqual(
      [values.get('run'), values.get('smoke.run')],
      [
        'cd "$GPU_LEASE_OUT" && python3 -u "$OLDPWD/train.py"',
        'cd "$GPU_LEASE_OUT" && python3 -u "$OLDPWD/train.py" --max-iters 8',
      ],
    );
    const again = checkout(t);
    placeBare(again);
    assert.deepEqual(await findingsOf(correctedJob(job, edits), t, again), []);
  });

  for (const { what, change, run } of [
    {
      what: 'reads a file of its repository',
      change: (text: string) => `CONFIG = open('config.json')\n${text}`,
    },
    { what: 'asks where it was started', change: (text: string) => `import os\nprint(os.getcwd())\n${text}` },
    { what: 'is given one by its command', run: 'python3 -u train.py --max-iters 8 --step-name config.json' },
  ])
    it(`does not start a script there that ${what}`, async (t) => {
      const dir = checkout(t);
      writeFileSync(join(dir, 'config.json'), '{}');
      placeBare(dir, change);
      const job = BARE();
      if (run !== undefined && job.smoke !== 'none') job.smoke = { ...job.smoke, run };
      const edits = (await findingsOf(job, t, dir)).flatMap((each) => each.edits);
      assert.deepEqual(
        edits.filter(({ path }) => path[0] === 'run'),
        [],
      );
    });

  it('leaves the drill out where its checkpoints would lie beside the code, and nothing tells how to bring them home', async (t) => {
    const command = 'python3 train.py --max-iters 8';
    const job = NANO({
      run: 'python3 train.py',
      smoke: {
        run: command,
        timeoutSeconds: 20,
        memoryMb: 512,
        threads: 1,
        drill: { run: command, timeoutSeconds: 20 },
      },
    });
    const codes = (await findingsOf(job, t, checkout(t))).map(({ code }) => code);
    assert.deepEqual(codes, ['metrics-missing', 'artifact-elsewhere', 'artifact-elsewhere']);
  });
});

describe('an artifact that the job promises', () => {
  const drilled = (rules: ArtifactRule[]): Job =>
    jobWith(
      { run: trainer('good'), drill: { run: trainer('good', 400, 25), timeoutSeconds: 20 } },
      { artifacts: rules },
    );
  const last = artifact('last.safetensors', { role: 'checkpoint' });

  for (const { what, rules } of [
    { what: 'was written', rules: [last] },
    { what: 'is optional', rules: [last, artifact('best.txt', { min: 0 })] },
    { what: 'only a full training writes', rules: [last, artifact('best.txt', { inSmoke: false })] },
  ]) {
    it(`is no matter where it ${what}`, async (t) => {
      const { warnings } = await runSmoke(drilled(rules), smokeWorld(t));
      assert.deepEqual(
        warnings.filter(({ code }) => code.startsWith('artifact')),
        [],
      );
    });
  }

  it('is warned of where it is nowhere: a full training may write it', async (t) => {
    const { warnings } = await runSmoke(drilled([last, artifact('final.onnx')]), smokeWorld(t));
    const [warning] = warnings.filter(({ code }) => code === 'artifact-unseen');
    assert.match(warning?.what ?? '', /fits `final\.onnx`.*it wrote last\.safetensors, metrics\.jsonl/s);
    assert.match(warning?.next ?? '', /in-smoke: false/);
  });

  for (const { path, value } of [
    { path: 'checkpoints/*.safetensors', value: '*.safetensors' },
    { path: '*.safetensor', value: '*.safetensors' },
  ]) {
    it(`is refused as \`${path}\` where ${value} was written`, async (t) => {
      const { checkpoint: _, ...job } = jobWith({ run: trainer('good') }, { artifacts: [artifact(path)] });
      await assert.rejects(runSmoke(job, smokeWorld(t)), (error: unknown) => {
        assert.ok(error instanceof Problem);
        assert.equal(error.code, 'artifact-elsewhere');
        assert.match(error.what, /no rule of the job names last\.safetensors/);
        assert.deepEqual(error.edits, [{ path: ['artifacts', 0, 'path'], value }]);
        return true;
      });
    });
  }
});

describe('one file of those that a Trainer writes into a folder, taken for the checkpoint', () => {
  const rule = { path: 'out/checkpoint-*/*', stepKey: 'step', resume: 'continues' } as const;
  const seen = 'out/checkpoint-20/model.safetensors';
  const left = [seen, 'out/checkpoint-20/optimizer.pt', 'out/checkpoint-20/trainer_state.json'];
  const whole = ['checkpoint.path=out/checkpoint-*', 'checkpoint.complete=trainer_state.json'];
  const proposed = ({ edits }: Problem) => edits.map(({ path, value }) => `${path.join('.')}=${value}`);

  it('is told with the whole folder, whether it says no step or is no checkpoint at all', () => {
    const stepless_ = stepless({ state: 'stepless', path: seen, keys: [] }, rule, left);
    assert.deepEqual([stepless_.code, proposed(stepless_)], ['drill-part-of-set', whole]);
    const config = { state: 'unfit', path: 'out/checkpoint-20/config.json', why: 'it is no tensor' } as const;
    assert.deepEqual(proposed(unfit(config, left)), whole);
  });

  it('is what it is where no such folder lies around it', () => {
    const alone = stepless({ state: 'stepless', path: seen, keys: [] }, rule, [seen]);
    assert.deepEqual([alone.code, proposed(alone)], ['drill-stepless', []]);
  });
});

describe('a file of a smoke that loads, and that the seal would refuse', () => {
  const saved = (t: TestContext, object: Op): { dir: string; out: string[] } => {
    const dir = mkdtempSync(join(tmpdir(), 'sealed-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    const built = [object, ')', 0x81, dict([text('lr'), int(1)]), BUILD];
    writeFileSync(join(dir, 'model_1.pth'), torchFile(checkpointProgram([text('args'), built])));
    return { dir, out: ['model_1.pth'] };
  };
  const rules = (over: Partial<ArtifactRule> = {}) => ({
    artifacts: [artifact('*.csv', { role: 'metrics' }), artifact('model_*.pth', { role: 'model', ...over })],
  });
  const namespace = () => global('argparse', 'Namespace');

  it('is told with the word by which its artifact is taken', async (t) => {
    const [finding, ...more] = await refusedAtSeal(rules(), saved(t, namespace()), smokeWorld(t).verify);
    assert.deepEqual(more, []);
    assert.equal(finding?.code, 'artifact-degraded');
    assert.match(
      finding?.what ?? '',
      /model_1\.pth is whole.*weights_only.*argparse\.Namespace.*`model_\*\.pth`/s,
    );
    assert.deepEqual(finding?.edits, [{ path: ['artifacts', 1, 'allow-degraded'], value: true }]);
  });

  it('is told without one where no word helps: an object of a class of its own', async (t) => {
    const [finding] = await refusedAtSeal(rules(), saved(t, global('mine', 'Model')), smokeWorld(t).verify);
    assert.deepEqual([finding?.code, finding?.edits], ['artifact-refused', []]);
  });

  for (const over of [{ allowDegraded: true }, { role: 'opaque' as const }])
    it(`is not where the artifact says ${JSON.stringify(over)}`, async (t) => {
      assert.deepEqual(await refusedAtSeal(rules(over), saved(t, namespace()), smokeWorld(t).verify), []);
    });
});
