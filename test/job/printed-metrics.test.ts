import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proposeJob } from '../../src/job/init.ts';
import { load } from './job-text.ts';

const patternOf = (print: string): string | undefined => {
  const script = `import torch\nfor epoch in range(9):\n    for step in range(3):\n        loss.backward()\n        ${print}\n`;
  const { yaml } = proposeJob({ files: ['train.py'], read: () => script }, 'any');
  return load(yaml).job.metrics?.pattern;
};

describe('the line in which a script prints step and loss', () => {
  for (const [print, pattern] of [
    ['print(f"step {step}/{n}: loss {loss:.4f}")', 'step {step}/*: loss {loss}'],
    ['print("step %d/%d loss %.5f" % (step, n, loss.item() / 8))', 'step {step}/* loss {loss}'],
    ['print("epoch %d, loss %.5f" % (epoch, running_loss))', 'epoch {step}, loss {loss}'],
    ['print("step {} of {}: loss {:.3f}".format(step, n, loss))', 'step {step} of *: loss {loss}'],
    ['print("iter {i} loss {l:.3f}".format(i=step, l=loss))', 'iter {step} loss {loss}'],
    ['print("step", step, "loss", loss.item())', 'step {step} loss {loss}'],
    ['logger.info("step %d loss %.4f lr %g", step, loss, lr)', 'step {step} loss {loss}'],
    ['print(f"Epoch: [{epoch}]  [{i}/{len(data)}]  loss: {loss:.4f}")', 'Epoch: [{step}] [*/*] loss: {loss}'],
  ] as const)
    it(`is read of ${print}`, () => {
      assert.equal(patternOf(print), pattern);
    });

  for (const print of [
    'print("loss is falling")',
    'print("step", step)',
    'print("the loss " "of step", step)',
    'print("100% of the loss")',
  ])
    it(`is none in ${print}`, () => {
      assert.equal(patternOf(print), undefined);
    });
});
