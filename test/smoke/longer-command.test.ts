import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { longerCommand } from '../../src/smoke/longer-command.ts';

describe('a command that ended too soon', () => {
  for (const { command, longer } of [
    {
      command: 'python train.py --max-iters 8 --eval-interval 4',
      longer: 'python train.py --max-iters 1000 --eval-interval 4',
    },
    {
      command: 'python train.py --max_steps=100 --save_steps=5',
      longer: 'python train.py --max_steps=2000 --save_steps=5',
    },
    { command: 'python t.py trainer.max_epochs=2', longer: 'python t.py trainer.max_epochs=40' },
    {
      command: 'TINY_STEPS=10 TINY_CKPT_EVERY=5 node train.mjs',
      longer: 'TINY_STEPS=1000 TINY_CKPT_EVERY=5 node train.mjs',
    },
    { command: 'python train.py --warmup-steps 3 --lr 1', longer: undefined },
    { command: 'echo steps 3; sh train.sh', longer: undefined },
  ]) {
    it(`${longer === undefined ? 'is left as it is' : 'is made longer'}: ${command}`, () =>
      assert.equal(longerCommand(command, false), longer));
  }

  it('is made longer with care where it is run to its end twice', () =>
    assert.equal(longerCommand('python t.py --steps 30', true), 'python t.py --steps 120'));
});
