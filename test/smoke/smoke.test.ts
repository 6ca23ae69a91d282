import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { processIdentity } from '../../src/host/process-identity.ts';
import { Problem } from '../../src/problem.ts';
import { smokeEvidence } from '../../src/smoke/evidence.ts';
import { smokeLines } from '../../src/smoke/report-lines.ts';
import { runSmoke } from '../../src/smoke/smoke.ts';
import { jobWith, smokeWorld, trainer } from './smoke-fixture.ts';

const problem =
  (code: string, what: RegExp, next = /./) =>
  (error: unknown) => {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.what, what);
    assert.match(error.next, next);
    return true;
  };

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('smoke', () => {
  it('passes a command that ends well with finite metrics, and says what it measured [P2-02]', async (t) => {
    const world = smokeWorld(t);
    const report = await runSmoke(jobWith({ run: trainer('good') }), world);
    assert.deepEqual(report.smoke.metrics, { lines: 8, firstLoss: 0.5, lastLoss: 1 / 9 });
    assert.equal(report.environment.interpreter, `node ${process.version}`);
    assert.ok((report.smoke.peakMemoryMb ?? 0) >= 1);
    assert.match(smokeLines(report).join('\n'), /metrics: 8 lines, loss 0\.5 to 0\.1111, all finite/);
    assert.deepEqual(smokeEvidence(report, { commit: 'c', configHash: 'h' }).drill, 'none');
  });

  for (const { defect, code, what, next } of [
    { defect: 'exit-1', code: 'exit-code', what: /exit code 1 .*package is missing/s, next: /smoke\.setup/ },
    {
      defect: 'traceback',
      code: 'traceback',
      what: /exit code 0, but .* Python traceback: ValueError: shapes differ/,
    },
    {
      defect: 'dies-by-signal',
      code: 'exit-code',
      what: /exit code 139 \(SIGSEGV\)/,
      next: /native code crashed/,
    },
    {
      defect: 'nan',
      code: 'metrics-not-finite',
      what: /Line 1 of metrics\.jsonl has loss "NaN"; 8 faults/,
      next: /F-T01/,
    },
    { defect: 'nan-string', code: 'metrics-not-finite', what: /has loss "NaN"/ },
    { defect: 'nan-null', code: 'metrics-not-finite', what: /has loss null/ },
    { defect: 'loss-text', code: 'metrics-not-a-number', what: /has loss "0\.5", which is not a number/ },
    { defect: 'no-metrics', code: 'metrics-missing', what: /wrote no metrics\.jsonl/ },
    { defect: 'no-loss', code: 'metrics-missing', what: /No line .* number called `loss`/ },
    { defect: 'not-json', code: 'metrics-not-json', what: /Line 1 .* is not a JSON object: "step=1/ },
  ]) {
    it(`fails a trainer with the defect "${defect}", and says what to do [P2-02] [F-T01] [D-08]`, async (t) => {
      await assert.rejects(
        runSmoke(jobWith({ run: trainer(defect) }), smokeWorld(t)),
        problem(code, what, next),
      );
    });
  }

  it('says what to do about an abort at the exit, also where a launcher says much after it', async (t) => {
    const run = "echo 'terminate called without an active exception'; seq 500; exit 134";
    await assert.rejects(
      runSmoke(jobWith({ run }), smokeWorld(t)),
      problem('exit-code', /while Python was being closed \(aborted-at-exit\)/, /os\._exit\(0\)/),
    );
  });

  it('does not take the word Error for a crash [D-10] [X9]', async (t) => {
    const report = await runSmoke(jobWith({ run: trainer('talks-of-errors') }), smokeWorld(t));
    assert.equal(report.smoke.metrics?.lines, 8);
  });

  it('shows the last lines of the output of what failed', async (t) => {
    const failing = runSmoke(jobWith({ run: 'echo almost there; exit 3' }), smokeWorld(t));
    await assert.rejects(failing, problem('exit-code', /exit code 3[\s\S]*Last lines[\s\S]*almost there/));
  });

  it('names a program that is not there [F-E02]', async (t) => {
    const failing = runSmoke(jobWith({ run: 'no-such-trainer --fast' }), smokeWorld(t));
    await assert.rejects(
      failing,
      problem('exit-code', /exit code 127.*not on the path \(F-E02\)/s, /interpreter by name/),
    );
  });

  it('ends a command that hangs, and everything it started', async (t) => {
    const world = smokeWorld(t);
    const job = jobWith({ run: trainer('hangs-with-child'), timeoutSeconds: 1 });
    await assert.rejects(runSmoke(job, world), problem('timeout', /had not ended after 1 s/));
    const child = Number(readFileSync(join(world.outDir, 'smoke', 'child.pid'), 'utf8'));
    assert.ok(child > 0 && !isAlive(child), `child ${child} outlived the smoke`);
  });

  for (const defect of ['memory-hog', 'child-hog']) {
    it(`ends a ${defect} at its memory bound, measured over the whole group [P2-03]`, async (t) => {
      const job = jobWith({ run: trainer(defect), memoryMb: 256 });
      await assert.rejects(
        runSmoke(job, smokeWorld(t)),
        problem('memory', /of 256 MB .*was killed/, /tiny shapes/),
      );
    });
  }

  it('ends a worker in a session of its own at the memory bound [P2-03]', async (t) => {
    const job = jobWith({ run: `setsid ${trainer('memory-hog')} & wait`, memoryMb: 256 });
    await assert.rejects(
      runSmoke(job, smokeWorld(t)),
      problem('memory', /of 256 MB .*was killed/, /tiny shapes/),
    );
  });

  for (const { defect, warning } of [
    { defect: 'leaves-child', warning: 'left-processes' },
    { defect: 'escapes', warning: 'escaped-processes' },
  ]) {
    it(`leaves no process of a trainer that ${defect === 'escapes' ? 'detaches one' : 'forgets one'}`, async (t) => {
      const world = smokeWorld(t);
      const report = await runSmoke(jobWith({ run: trainer(defect) }), world);
      assert.ok(
        report.warnings.some(({ code }) => code === warning),
        JSON.stringify(report.warnings),
      );
      const child = Number(readFileSync(join(world.outDir, 'smoke', 'child.pid'), 'utf8'));
      assert.ok(child > 0 && !isAlive(child), `child ${child} outlived the smoke`);
    });
  }

  /** A trainer that a smoke of this owner started, whose process is `starter` (as `self` names it). */
  const trainerOf = (owner: string, starter: string) => {
    const mark = `${createHash('sha256').update(owner).digest('hex').slice(0, 16)}.${starter}`;
    const env = { ...process.env, GPU_LEASE_SMOKE: mark };
    return spawn('sleep', ['985'], { detached: true, stdio: 'ignore', env });
  };

  it('ends what a killed smoke of the same run left running, before it starts', async (t) => {
    // Our own number, but of a process that began at another time: it was killed long ago.
    const orphan = trainerOf('run-7', `${process.pid}-1`);
    const gone = new Promise((resolve) => orphan.once('exit', (_, signal) => resolve(signal)));
    await runSmoke(jobWith({ run: trainer('good') }), smokeWorld(t, { owner: 'run-7' }));
    assert.equal(await gone, 'SIGKILL');
  });

  it('leaves a smoke of the same run alone that another living process does', async (t) => {
    const other = spawn('sleep', ['985'], { stdio: 'ignore' });
    t.after(() => other.kill('SIGKILL'));
    const itsTrainer = trainerOf('run-7', processIdentity(other.pid ?? 0));
    t.after(() => itsTrainer.kill('SIGKILL'));
    await runSmoke(jobWith({ run: trainer('good') }), smokeWorld(t, { owner: 'run-7' }));
    assert.ok(isAlive(itsTrainer.pid ?? 0), 'the other process would have failed');
  });

  it('gives the command an empty stdin', async (t) => {
    const report = await runSmoke(jobWith({ run: trainer('reads-stdin'), timeoutSeconds: 5 }), smokeWorld(t));
    assert.equal(report.smoke.metrics?.lines, 8);
  });

  it('shows no line that the Actions runner would obey', async (t) => {
    const world = smokeWorld(t);
    await runSmoke(jobWith({ run: trainer('workflow-commands') }), world);
    for (const line of world.lines) {
      assert.doesNotMatch(line, /^\s*::|##\[|[\r\u001b]/);
    }
    assert.ok(
      world.lines.some((line) => line.includes('::error file=a::boo')),
      'the text itself is still shown',
    );
    assert.ok(world.lines.includes('| ::warning::z'), 'a carriage return ends a line there');
  });

  it('shows a bounded number of lines', async (t) => {
    const world = smokeWorld(t);
    await runSmoke(jobWith({ run: trainer('floods') }), world);
    assert.equal(world.lines.length, 2001);
    assert.match(world.lines.at(-1) ?? '', /more than 2000 lines/);
  });

  it('does not follow a metrics file that is a link', async (t) => {
    const failing = runSmoke(jobWith({ run: trainer('metrics-link', 0) }), smokeWorld(t));
    await assert.rejects(failing, problem('metrics-unusable', /is a symbolic link/));
  });

  it('hides GPUs, loggers and secrets, caps threads, and passes the variables of job and cell', async (t) => {
    const env = {
      ...process.env,
      HF_TOKEN: 'hf_x',
      GITHUB_TOKEN: 'ghs_x',
      HTTPS_PROXY: 'http://u:p@proxy',
      AWS_SECRET_ACCESS_KEY: 'x',
    };
    const world = smokeWorld(t, { env });
    const job = jobWith(
      { run: trainer('tells-environment'), threads: 2 },
      {
        vars: { WANDB_MODE: 'online', SIZE: '3', BOTH: 'job' },
        cells: [{ name: 'a', vars: { SEED: '7', BOTH: 'cell' } }],
      },
    );
    await runSmoke(job, world);
    const seen = JSON.parse(readFileSync(join(world.outDir, 'smoke', 'environment.json'), 'utf8'));
    assert.deepEqual(
      ['HF_TOKEN', 'GITHUB_TOKEN', 'HTTPS_PROXY', 'AWS_SECRET_ACCESS_KEY'].filter((name) => name in seen),
      [],
    );
    assert.equal(seen.CUDA_VISIBLE_DEVICES, '');
    assert.equal(seen.NVIDIA_VISIBLE_DEVICES, 'void');
    assert.equal(seen.WANDB_MODE, 'disabled');
    assert.equal(seen.OMP_NUM_THREADS, '2');
    assert.equal(seen.PYTHONUNBUFFERED, '1');
    assert.deepEqual([seen.SIZE, seen.SEED, seen.BOTH], ['3', '7', 'cell']);
  });

  it('runs the setup first, and fails with it', async (t) => {
    const world = smokeWorld(t);
    await runSmoke(
      jobWith({
        run: `test -f "$GPU_LEASE_OUT/../setup/done" && ${trainer('good')}`,
        setup: 'touch "$GPU_LEASE_OUT/done"',
      }),
      world,
    );
    const failing = runSmoke(jobWith({ run: trainer('good'), setup: 'exit 9' }), world);
    await assert.rejects(failing, problem('exit-code', /The setup `exit 9` ended with exit code 9/));
  });

  it('leaves the setup of the job to the box', async (t) => {
    const report = await runSmoke(jobWith({ run: trainer('good') }, { setup: 'exit 9' }), smokeWorld(t));
    assert.equal(report.smoke.metrics?.lines, 8);
  });

  it('counts nothing that an earlier smoke left in its folder', async (t) => {
    const world = smokeWorld(t);
    mkdirSync(join(world.outDir, 'smoke'));
    writeFileSync(join(world.outDir, 'smoke', 'metrics.jsonl'), '{"step":1,"loss":1}\n');
    await assert.rejects(
      runSmoke(jobWith({ run: trainer('no-metrics') }), world),
      problem('metrics-missing', /wrote no/),
    );
  });

  it('stops with everything it started when it is asked to', async (t) => {
    const stop = new AbortController();
    const world = smokeWorld(t, { signal: stop.signal });
    const running = runSmoke(jobWith({ run: trainer('hangs-with-child') }), world);
    const pidFile = join(world.outDir, 'smoke', 'child.pid');
    const until = Date.now() + 8000;
    while (!(existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n')) && Date.now() < until) {
      await world.clock.sleep(0.02);
    }
    stop.abort();
    await assert.rejects(running, problem('interrupted', /asked to stop/));
    assert.equal(isAlive(Number(readFileSync(pidFile, 'utf8'))), false);
  });

  it('has nothing to run for a job that says `smoke: none`', async (t) => {
    const job = jobWith({ run: 'true' }, { smoke: 'none' });
    await assert.rejects(runSmoke(job, smokeWorld(t)), problem('smoke-none', /smoke: none/));
  });

  it('passes a job without metrics, with a warning that NaN was not looked for', async (t) => {
    const { metrics: _, ...job } = jobWith({ run: trainer('nan') });
    const report = await runSmoke(job, smokeWorld(t));
    assert.ok(report.warnings.some(({ code }) => code === 'no-metrics'));
  });
});
