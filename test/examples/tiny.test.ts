// Over ten seconds: the trainer is killed at each call by which it saves, and goes on.
// In turn: a notebook or the trainer of an example, by itself
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { openFileSource } from '../../src/verify/read/file-source.ts';

const folder = join(import.meta.dirname, '..', '..', 'examples', 'tiny');
const dieAtCall = join(import.meta.dirname, 'fixtures', 'die-at-call.mjs');

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  log: string;
}

function outDir(t: TestContext): string {
  const out = mkdtempSync(join(tmpdir(), 'tiny-'));
  t.after(() => rmSync(out, { recursive: true, force: true }));
  return out;
}

function start(out: string, settings: Record<string, string | number> = {}, preload?: string) {
  const vars = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
  const env = { PATH: process.env['PATH'], GPU_LEASE_OUT: out, ...vars };
  const args = preload ? ['--import', preload, 'train.mjs'] : ['train.mjs'];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, log })),
  );
  return { child, ended };
}

const run = async (out: string, settings: Record<string, string | number> = {}): Promise<Ended> =>
  start(out, settings).ended;

/** Complete metrics lines, as written. */
const linesIn = (out: string): string[] => {
  const path = join(out, 'metrics.jsonl');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.split('\n').slice(0, -1);
};
const stepsIn = (out: string): number[] => linesIn(out).map((line) => JSON.parse(line).step);
const lastStepIn = (out: string): number => stepsIn(out).at(-1) ?? 0;

async function untilStep(child: ChildProcess, out: string, step: number): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  while (child.exitCode === null && lastStepIn(out) < step) {
    assert.ok(Date.now() < giveUpAt, `no step ${step} in 20 s`);
    await pause(2);
  }
}

async function verdictOn(path: string) {
  const source = await openFileSource(path);
  try {
    return await verifyFile(source, { role: 'checkpoint', contains: ['rng.state'], allowDegraded: true });
  } finally {
    await source.close();
  }
}

const LAST = 'checkpoints/last.safetensors';
const BEST = 'checkpoints/best.safetensors';
const bytesOf = (out: string, path: string) => readFileSync(join(out, path)).toString('hex');
const range = (length: number) => Array.from({ length }, (_, i) => i + 1);

describe('tiny trainer', () => {
  it('learns: the loss falls to less than a fifth and the spirals are told apart', async (t) => {
    const out = outDir(t);
    const { code, log } = await run(out);
    assert.equal(code, 0, log);
    const losses = linesIn(out).map((line) => JSON.parse(line).loss);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    assert.ok(
      mean(losses.slice(-10)) * 5 < mean(losses.slice(0, 10)),
      `${losses.slice(0, 3)} ... ${losses.slice(-3)}`,
    );
    const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
    assert.ok(summary.validation.accuracy > 0.95, JSON.stringify(summary));
    assert.deepEqual(stepsIn(out), range(400));
  });

  it('ends with the same bytes and one line a step after SIGKILLs anywhere [P2-06] [C1] [C12] [C13] [C14] [C16]', async (t) => {
    const settings = { TINY_STEPS: 120, TINY_CKPT_EVERY: 7 };
    const [calm, stormy] = [outDir(t), outDir(t)];
    assert.equal((await run(calm, settings)).code, 0);
    // Places that are not multiples of anything; the moment within the step is the scheduler's.
    for (const step of [3, 23, 24, 58, 91, 119]) {
      const { child, ended } = start(stormy, { ...settings, TINY_STEP_MS: 3 });
      await untilStep(child, stormy, step);
      child.kill('SIGKILL');
      await ended;
    }
    const { code, log } = await run(stormy, settings);
    assert.equal(code, 0, log);
    assert.match(log, /^resumed at step (112|119)/);
    for (const path of [LAST, BEST, 'summary.json'])
      assert.equal(bytesOf(stormy, path), bytesOf(calm, path), path);
    assert.deepEqual(stepsIn(stormy), range(120));
    const untimed = (out: string) => linesIn(out).map((line) => ({ ...JSON.parse(line), seconds: 0 }));
    assert.deepEqual(untimed(stormy), untimed(calm));
  });

  it('has a whole checkpoint or none after a death in any file-system call, and goes on from it [XC-07] [C2]', async (t) => {
    const settings = { TINY_STEPS: 2, TINY_CKPT_EVERY: 1, TINY_HIDDEN: 2 };
    const calm = outDir(t);
    await start(calm, { ...settings, DIE_AT_CALL: 1_000_000 }, dieAtCall).ended;
    const calls = 1_000_000 - Number(readFileSync(join(calm, 'calls-left'), 'utf8'));
    assert.ok(calls > 30, `${calls} calls seen: the fault injection sees too few`);
    for (let call = 1; call <= calls; call++) {
      const out = outDir(t);
      const { signal } = await start(out, { ...settings, DIE_AT_CALL: call }, dieAtCall).ended;
      assert.equal(signal, 'SIGKILL');
      for (const path of [LAST, BEST].map((each) => join(out, each)).filter(existsSync)) {
        const { verdict, reasons } = await verdictOn(path);
        assert.equal(verdict, 'pass-degraded', `${path} after a death in call ${call}: ${reasons[0]?.what}`);
      }
      const { code, log } = await run(out, settings);
      assert.equal(code, 0, `after a death in call ${call}: ${log}`);
      for (const path of [LAST, BEST]) assert.equal(bytesOf(out, path), bytesOf(calm, path), `call ${call}`);
      assert.deepEqual(stepsIn(out), [1, 2], `call ${call}`);
    }
  });

  it('writes safetensors that the verifier loads, with every part of the state [P2-07]', async (t) => {
    const out = outDir(t);
    await run(out, { TINY_STEPS: 25, TINY_CKPT_EVERY: 10 });
    for (const path of [LAST, BEST]) {
      const { verdict, level, format, facts, keys } = await verdictOn(join(out, path));
      assert.deepEqual([verdict, level, format], ['pass-degraded', 'L3', 'safetensors'], path);
      assert.equal(facts.step, path === LAST ? 25 : facts.step);
      assert.equal(facts.epoch, 3);
      for (const part of [
        'model.layers.2.bias',
        'optimizer.exp_avg_sq.layers.2.bias',
        'sampler.order',
        'sampler.position',
        'best',
      ]) {
        assert.ok(keys.top.includes(part), `${path} lacks ${part}`);
      }
    }
  });

  it('saves and ends with 143 on SIGTERM, at the step it had reached', async (t) => {
    const out = outDir(t);
    const { child, ended } = start(out, { TINY_STEP_MS: 5, TINY_CKPT_EVERY: 1000 });
    await untilStep(child, out, 11);
    child.kill('SIGTERM');
    const { code, log } = await ended;
    assert.equal(code, 143, log);
    const { facts } = await verdictOn(join(out, LAST));
    assert.ok(
      (facts.step ?? 0) >= 11 && facts.step === lastStepIn(out),
      `${facts.step} and ${lastStepIn(out)}`,
    );
  });

  it('does nothing again when it has finished', async (t) => {
    const out = outDir(t);
    await run(out, { TINY_STEPS: 20 });
    const before = bytesOf(out, LAST);
    const { code, log } = await run(out, { TINY_STEPS: 20 });
    assert.equal(code, 0);
    assert.match(log, /resumed at step 20 of 20/);
    assert.equal(bytesOf(out, LAST), before);
    assert.equal(linesIn(out).length, 20);
  });

  it('goes on where only the last checkpoint was brought along, and finds a best again', async (t) => {
    const out = outDir(t);
    await run(out, { TINY_STEPS: 60, TINY_STEP_MS: 0 });
    rmSync(join(out, BEST));
    rmSync(join(out, 'metrics.jsonl'));
    assert.equal((await run(out, { TINY_STEPS: 60 })).code, 0);
    assert.equal((await verdictOn(join(out, BEST))).facts.step, 60);
  });

  it('refuses the checkpoint of another configuration [XC-06]', async (t) => {
    const out = outDir(t);
    await run(out, { TINY_STEPS: 20 });
    const before = bytesOf(out, LAST);
    const { code, log } = await run(out, { TINY_STEPS: 20, TINY_SEED: 2 });
    assert.equal(code, 1);
    assert.match(log, /was written with .*"seed":1.* and this run has .*"seed":2/);
    assert.equal(bytesOf(out, LAST), before);
  });

  for (const { value, wrong } of [
    { value: '', wrong: /TINY_STEPS is ""/ },
    { value: '2.5', wrong: /TINY_STEPS is 2\.5/ },
    { value: '0', wrong: /TINY_STEPS is "0"/ },
  ]) {
    it(`does not take TINY_STEPS=${JSON.stringify(value)} for the default [P2-19]`, async (t) => {
      const { code, log } = await run(outDir(t), { TINY_STEPS: value });
      assert.equal(code, 1);
      assert.match(log, wrong);
    });
  }

  it('trains on when whoever reads its log goes away', async (t) => {
    const out = outDir(t);
    const { child, ended } = start(out, { TINY_STEPS: 60, TINY_CKPT_EVERY: 1, TINY_STEP_MS: 2 });
    await untilStep(child, out, 5);
    child.stdout.destroy();
    assert.equal((await ended).code, 0);
    assert.equal(lastStepIn(out), 60);
  });
});
