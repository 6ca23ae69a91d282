// Over a minute: torchrun itself starts two processes, and starts them again.
// In turn: a notebook or the trainer of an example, by itself
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { missing } from '../requirement.ts';

const script = join(import.meta.dirname, '..', '..', 'examples', 'torchrun', 'train.py');

// torch 1.13 on Python 3.11 stumbles over its own default of these.
const FOR_OLD = ['--redirects=1', '--tee=1'];

function outDir(t: TestContext): string {
  const out = mkdtempSync(join(tmpdir(), 'torchrun-'));
  t.after(() => rmSync(out, { recursive: true, force: true }));
  return out;
}

function start(out: string, settings: Record<string, string>, ...options: string[]) {
  const env = { PATH: '/usr/bin:/bin', GPU_LEASE_OUT: out, OMP_NUM_THREADS: '1', ...settings };
  const words = [
    '-m',
    'torch.distributed.run',
    '--standalone',
    '--nproc_per_node=2',
    ...FOR_OLD,
    ...options,
    script,
  ];
  const child = spawn('/usr/bin/python3', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  const ended = new Promise<{ code: number | null; log: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, log })),
  );
  return { child, ended, log: () => log };
}

interface Line {
  step: number;
  loss: number;
  world: number;
}
const linesIn = (out: string): Line[] => {
  const path = join(out, 'metrics.jsonl');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
};

async function untilStep(out: string, step: number, said: () => string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while ((linesIn(out).at(-1)?.step ?? 0) < step) {
    assert.ok(Date.now() < giveUpAt, `no step ${step} in 60 s: ${said()}`);
    await pause(5);
  }
}

/** A process of the trainer whose rank is this; found by its environment. */
function processOf(out: string, rank: number): number {
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0');
      if (words.includes(`GPU_LEASE_OUT=${out}`) && words.includes(`RANK=${rank}`)) return Number(entry);
    } catch {
      // It has ended meanwhile.
    }
  }
  return assert.fail(`no process of rank ${rank}`);
}

describe('torchrun example', { skip: missing('torch'), timeout: 240_000 }, () => {
  const settings = { STEPS: '60', CKPT_EVERY: '10' };

  it('trains with two processes, and loses the same as with one', async (t) => {
    const [two, one] = [outDir(t), outDir(t)];
    const done = await start(two, settings).ended;
    assert.equal(done.code, 0, done.log);
    assert.match(done.log, /process 1 of 2 on cpu with gloo/);
    const alone = await start(one, settings, '--nproc_per_node=1').ended;
    assert.equal(alone.code, 0, alone.log);
    const [a, b] = [linesIn(two), linesIn(one)];
    assert.deepEqual([a.length, a[0]?.world, b[0]?.world], [60, 2, 1]);
    for (const [at, line] of a.entries())
      assert.ok(Math.abs(line.loss - (b[at]?.loss ?? 0)) < 1e-3, `step ${line.step}`);
  });

  it('is begun again by torchrun when a rank is killed, at the step of its checkpoint [ND-06]', async (t) => {
    const [calm, stormy] = [outDir(t), outDir(t)];
    const left = await start(calm, settings).ended;
    assert.equal(left.code, 0, left.log);
    const run = start(stormy, { ...settings, STEP_MS: '40' }, '--max_restarts=2');
    await untilStep(stormy, 25, run.log);
    process.kill(processOf(stormy, 1), 'SIGKILL');
    const done = await run.ended;
    assert.equal(done.code, 0, done.log);
    assert.match(done.log, /resumed at step [2-4]0 of 60, process 1 of 2/);
    assert.deepEqual(linesIn(stormy), linesIn(calm), 'as if nobody had been killed');
  });

  it('saves when it is told to end, and the next start goes on there', async (t) => {
    const out = outDir(t);
    const run = start(out, { ...settings, STEP_MS: '40' });
    await untilStep(out, 13, run.log);
    run.child.kill('SIGTERM');
    const stopped = await run.ended;
    assert.notEqual(stopped.code, 0);
    const [, at] = /stopped by SIGTERM after step (\d+)/.exec(stopped.log) ?? assert.fail(stopped.log);
    const done = await start(out, settings).ended;
    assert.equal(done.code, 0, done.log);
    assert.match(done.log, new RegExp(`resumed at step ${at} of 60`));
    assert.equal(linesIn(out).length, 60);
  });
});
