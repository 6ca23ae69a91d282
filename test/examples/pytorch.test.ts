// Over ten seconds: it is PyTorch itself that writes the checkpoints and resumes from them.
// In turn: a notebook or the trainer of an example, by itself
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { openFileSource } from '../../src/verify/read/file-source.ts';
import { missing } from '../requirement.ts';

const PYTHON = '/usr/bin/python3';
const script = join(import.meta.dirname, '..', '..', 'examples', 'pytorch', 'train.py');

function outDir(t: TestContext): string {
  const out = mkdtempSync(join(tmpdir(), 'pytorch-'));
  t.after(() => rmSync(out, { recursive: true, force: true }));
  return out;
}

function start(out: string, settings: Record<string, string>) {
  const env = { PATH: process.env['PATH'], GPU_LEASE_OUT: out, OMP_NUM_THREADS: '1', ...settings };
  const child = spawn(PYTHON, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  const ended = new Promise<{ code: number | null; log: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, log })),
  );
  return { child, ended };
}

const stepsIn = (out: string): number[] => {
  const path = join(out, 'metrics.jsonl');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).step);
};

async function untilStep(out: string, step: number): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while ((stepsIn(out).at(-1) ?? 0) < step) {
    assert.ok(Date.now() < giveUpAt, `no step ${step} in 60 s`);
    await pause(5);
  }
}

/** What the release of the box would ask of it, by the job file. */
async function verdictOn(path: string) {
  const source = await openFileSource(path);
  const contains = ['model', 'optimizer', 'scheduler', 'step', 'rng'];
  const verdict = verifyFile(source, { role: 'checkpoint', contains, allowDegraded: false });
  return verdict.finally(() => source.close());
}

/** Compares two checkpoints as torch reads them, tensor by tensor. Prints the keys, and every place that differs. */
const COMPARE = `
import sys, torch
def differing(a, b, at):
    if torch.is_tensor(a): return [] if torch.equal(a, b) else [at]
    if isinstance(a, dict): return [p for k in a for p in differing(a[k], b[k], f"{at}.{k}")] + ([at] if a.keys() != b.keys() else [])
    if isinstance(a, (list, tuple)): return [p for i, (x, y) in enumerate(zip(a, b)) for p in differing(x, y, f"{at}.{i}")] + ([at] if len(a) != len(b) else [])
    return [] if a == b else [at]
a, b = (torch.load(path, map_location="cpu") for path in sys.argv[1:])
print(",".join(a)); print(",".join(differing(a, b, "")))
`;

describe('pytorch example', { skip: missing('torch') }, () => {
  it('learns, and ends with the same state after SIGKILLs as when left alone [P2-06] [P2-07] [C1]', async (t) => {
    const settings = { STEPS: '120', CKPT_EVERY: '7' };
    const [calm, stormy] = [outDir(t), outDir(t)];
    const done = await start(calm, settings).ended;
    assert.equal(done.code, 0, done.log);
    for (const step of [9, 71]) {
      const { child, ended } = start(stormy, { ...settings, STEP_MS: '8' });
      await untilStep(stormy, step);
      child.kill('SIGKILL');
      await ended;
    }
    const { code, log } = await start(stormy, settings).ended;
    assert.equal(code, 0, log);
    assert.match(log, /^resumed at step (70|77)/);
    assert.deepEqual(stepsIn(stormy), stepsIn(calm));
    assert.deepEqual(
      stepsIn(stormy),
      Array.from({ length: 120 }, (_, i) => i + 1),
    );
    for (const name of ['last.pt', 'best.pt']) {
      const paths = [calm, stormy].map((out) => join(out, 'checkpoints', name));
      const [keys, differing] = execFileSync(PYTHON, ['-c', COMPARE, ...paths], { encoding: 'utf8' }).split(
        '\n',
      );
      assert.equal(differing, '', `${name} differs in ${differing}`);
      assert.equal(keys, 'model,optimizer,scheduler,step,epoch,rng,sampler,validation,best,config');
    }
    const { verdict, level, imports } = await verdictOn(join(stormy, 'checkpoints', 'best.pt'));
    assert.deepEqual([verdict, level], ['pass', 'L3']);
    assert.ok(
      imports.every((name) => /^(torch|collections)\./.test(name)),
      imports.join(),
    );
    const summary = JSON.parse(readFileSync(join(calm, 'summary.json'), 'utf8'));
    assert.ok(summary.validation.accuracy > 0.8, JSON.stringify(summary));
  });

  it('saves and ends with 143 on SIGTERM', async (t) => {
    const out = outDir(t);
    const { child, ended } = start(out, { STEP_MS: '8', CKPT_EVERY: '1000' });
    await untilStep(out, 5);
    child.kill('SIGTERM');
    const { code, log } = await ended;
    assert.equal(code, 143, log);
    assert.match(log, new RegExp(`stopped by SIGTERM after step ${stepsIn(out).at(-1)},`));
    assert.ok(existsSync(join(out, 'checkpoints', 'last.pt')));
  });
});
