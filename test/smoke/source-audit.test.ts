import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { auditDeterminism, determinismWarning } from '../../src/smoke/determinism-audit.ts';
import { mainGuardWarning } from '../../src/smoke/main-guard.ts';
import { pythonEntry, pythonSources } from '../../src/smoke/python-sources.ts';
import { unreadCellsWarning } from '../../src/smoke/unread-cells.ts';

function checkout(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const audit = (t: TestContext, train: string, vars = {}) =>
  auditDeterminism(pythonSources(checkout(t, { 'train.py': train }), 'python3 train.py'), vars);

const LOADER = 'loader = DataLoader(data, num_workers=4)\n';

describe('determinism audit', () => {
  it('calls a seed alone "declared, not achieved", with the whole list of knobs [P2-18] [eval 17]', (t) => {
    const found = audit(
      t,
      `import torch\nimport numpy as np\ntorch.manual_seed(1)\nx = np.random.rand()\n${LOADER}`,
    );
    assert.equal(found.verdict, 'declared-not-achieved');
    const warning = determinismWarning(found);
    for (const knob of [
      /use_deterministic_algorithms/,
      /cudnn/,
      /CUBLAS_WORKSPACE_CONFIG/,
      /worker_init_fn/,
      /numpy\.random/,
    ]) {
      assert.match(warning?.what ?? '', knob);
    }
    assert.match(warning?.what ?? '', /^Determinism is declared, not achieved: torch\.manual_seed is called/);
  });

  for (const { name, code, vars, verdict } of [
    { name: 'no seed', code: 'import torch\n', verdict: 'not-declared' },
    {
      name: 'flags that are commented out',
      code: 'import torch\ntorch.manual_seed(1)\n# torch.use_deterministic_algorithms(True)\n# CUBLAS_WORKSPACE_CONFIG\n',
      verdict: 'declared-not-achieved',
    },
    {
      name: 'flags, and the rest in the variables of the job',
      code: 'import torch\ntorch.manual_seed(1)\ntorch.use_deterministic_algorithms(True)\n',
      vars: { CUBLAS_WORKSPACE_CONFIG: ':4096:8' },
      verdict: 'declared-with-knobs',
    },
    {
      name: 'workers without a seed of their own',
      code: `import torch, os\nos.environ["CUBLAS_WORKSPACE_CONFIG"]=":4096:8"\ntorch.manual_seed(1)\ntorch.use_deterministic_algorithms(True)\n${LOADER}`,
      verdict: 'declared-not-achieved',
    },
    {
      name: 'one call that sets them all',
      code: `seed_everything(1, workers=True)\nTrainer(deterministic=True)\nimport torch\n${LOADER}`,
      verdict: 'declared-with-knobs',
    },
    {
      name: 'no workers',
      code: 'import torch\ntorch.manual_seed(1)\ntorch.use_deterministic_algorithms(True)\nDataLoader(d, num_workers=0)\nCUBLAS_WORKSPACE_CONFIG\n',
      verdict: 'declared-with-knobs',
    },
  ]) {
    it(`says "${verdict}" for ${name} [P2-18]`, (t) => assert.equal(audit(t, code, vars).verdict, verdict));
  }
});

describe('guard of the entry point', () => {
  const warning = (t: TestContext, files: Record<string, string>) =>
    mainGuardWarning(pythonSources(checkout(t, files), 'python3 train.py'));

  it('is missed where loader workers are started [P2-17]', (t) => {
    assert.match(warning(t, { 'train.py': LOADER })?.what ?? '', /^train\.py starts worker processes/);
  });

  it('is missed where an imported module starts the workers [P2-17]', (t) => {
    assert.ok(warning(t, { 'train.py': 'from lib.data import loader\n', 'lib/data.py': LOADER }));
  });

  for (const { name, train } of [
    { name: 'the guard is there', train: `def main():\n  ${LOADER}\nif __name__ == '__main__':\n  main()\n` },
    { name: 'there are no workers', train: 'loader = DataLoader(data, num_workers=0)\n' },
  ]) {
    it(`is not missed when ${name} [P2-17]`, (t) =>
      assert.equal(warning(t, { 'train.py': train }), undefined));
  }
});

describe('entry point of a command', () => {
  for (const { command, entry } of [
    { command: 'python3 -u train.py --epochs 2', entry: ['train.py'] },
    { command: '. .venv/bin/activate && python ./src/train.py', entry: ['src/train.py'] },
    { command: 'torchrun --nproc-per-node 2 train.py', entry: ['train.py'] },
    { command: 'python -m pkg.train --x', entry: ['pkg/train.py', 'pkg/train/__main__.py'] },
    { command: 'node train.mjs', entry: [] },
  ]) {
    it(`is found in \`${command}\``, () => assert.deepEqual(pythonEntry(command), entry));
  }

  it('is not read outside the checkout', (t) => {
    const folder = checkout(t, { 'inner/a.py': '' });
    writeFileSync(join(folder, 'outside.py'), 'torch.manual_seed(1)');
    assert.deepEqual(pythonSources(join(folder, 'inner'), 'python ../outside.py'), []);
  });
});

describe('variables by which cells differ', () => {
  const cells = [
    { name: 'a', vars: { LEARNING_RATE: '0.1', SEED: '1' } },
    { name: 'b', vars: { LEARNING_RATE: '0.2', SEED: '1' } },
  ];
  const warned = (t: TestContext, code: string, run = 'python3 train.py') =>
    unreadCellsWarning({ cells, vars: {}, run }, pythonSources(checkout(t, { 'train.py': code }), run));

  it('are told where neither the command nor the script names them', (t) => {
    const warning = warned(t, 'import os\nlr = float(os.environ.get("LR", 1))\n');
    assert.match(
      warning?.what ?? '',
      /differ in LEARNING_RATE, .*train\.py.* All 2 cells would be the same run/s,
    );
    assert.match(warning?.next ?? '', /`--learning-rate "\$LEARNING_RATE"`/);
  });

  for (const { where, code, run } of [
    { where: 'in the script', code: 'import os\nlr = float(os.environ["LEARNING_RATE"])\n' },
    { where: 'in the command', code: 'pass\n', run: 'python3 train.py --lr $LEARNING_RATE' },
    { where: 'by a class of settings', code: 'class S(BaseSettings): learning_rate: float\n' },
    { where: 'by whoever takes the whole environment', code: 'import os\ncfg = dict(os.environ)\n' },
  ])
    it(`are not, where they are read ${where}`, (t) => {
      assert.equal(warned(t, code, run), undefined);
    });
});
