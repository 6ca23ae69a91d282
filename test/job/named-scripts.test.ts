import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scriptFaults } from '../../src/job/named-scripts.ts';
import { loadJob } from './job-text.ts';

const FILES = ['train.py', 'scripts/finetune.py', 'train.sh', 'run.sh'].map((path) => ({
  path,
  executable: path === 'run.sh',
}));

const faultsOf = (run: string, more: Record<string, string> = {}) =>
  scriptFaults(loadJob({ run: `run: ${JSON.stringify(run)}`, smoke: 'smoke: none', ...more }), FILES);

describe('the script that a command names', () => {
  for (const [run, line] of [
    ['python trian.py --lr 0.1', 'run: python train.py --lr 0.1'],
    ['FOO=1 exec python3 -u trian.py && echo done', 'run: FOO=1 exec python3 -u train.py && echo done'],
    ['torchrun --nproc_per_node=8 trian.py', 'run: torchrun --nproc_per_node=8 train.py'],
    [
      'accelerate launch --num_processes 2 trian.py --x',
      'run: accelerate launch --num_processes 2 train.py --x',
    ],
    ['python finetune.py', 'run: python scripts/finetune.py'],
    ['./rnu.sh', 'run: run.sh'],
  ] as const)
    it(`is answered with the one of the commit: ${run}`, () => {
      const [fault, ...more] = faultsOf(run);
      assert.deepEqual(more, []);
      assert.deepEqual([fault?.code, fault?.next], ['no-such-script', `Write \`${line}\`.`]);
    });

  it('may not be run by itself where the commit has it without the bit', () => {
    const [fault] = faultsOf('./train.sh');
    assert.equal(fault?.code, 'not-executable');
    assert.match(fault?.next ?? '', /`chmod \+x train\.sh && git add train\.sh`.*`run: sh \.\/train\.sh`/);
    assert.deepEqual(faultsOf('./run.sh'), []);
  });

  for (const run of [
    'python train.py',
    'sh ./train.sh',
    'cd other && python trian.py',
    'python -m trian.py',
    'python -c "import trian.py"',
    'python "$CODE/trian.py"',
    'python /opt/trian.py',
    'bash -lc "python trian.py"',
    'python nothing-like-it-at-all.py',
  ])
    it(`is not guessed at: ${run}`, () => assert.deepEqual(faultsOf(run), []));

  it('may be made by the setup', () => {
    assert.deepEqual(faultsOf('python trian.py', { s: 'setup: cp train.py trian.py' }), []);
  });

  it('is looked for in the smoke and its drill as well', () => {
    const smoke = 'smoke: {run: python tarin.py, drill: {run: python triain.py}}';
    const checkpoint = 'checkpoint: last.safetensors';
    const faults = faultsOf('python train.py', { smoke, c: checkpoint });
    assert.deepEqual(
      faults.map(({ path }) => path.join('.')),
      ['smoke.run', 'smoke.drill.run'],
    );
  });
});
