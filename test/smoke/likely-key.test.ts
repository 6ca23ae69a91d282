import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { likelyLoss, likelyStep } from '../../src/smoke/likely-key.ts';

describe('the likely key of', () => {
  for (const { keys, step } of [
    { keys: ['model', 'optimizer', 'iter_num', 'best_val_loss'], step: 'iter_num' },
    { keys: ['epoch', 'global_step', 'state_dict'], step: 'global_step' },
    { keys: ['Step', 'value'], step: 'Step' },
    { keys: ['trainer/global_step', 'epoch'], step: 'epoch' },
    { keys: ['trainer/global_step', 'loss'], step: 'trainer/global_step' },
    { keys: ['model', 'stepsize'], step: undefined },
  ]) {
    it(`a step among ${keys.join(', ')} is ${step}`, () => assert.equal(likelyStep(keys), step));
  }

  for (const { keys, loss } of [
    { keys: ['iter', 'val/loss', 'train/loss'], loss: 'train/loss' },
    { keys: ['step', 'train loss'], loss: 'train loss' },
    { keys: ['step', 'val_loss', 'mlm_loss'], loss: 'mlm_loss' },
    { keys: ['step', 'val_loss'], loss: undefined },
  ]) {
    it(`a loss among ${keys.join(', ')} is ${loss}`, () => assert.equal(likelyLoss(keys), loss));
  }
});
