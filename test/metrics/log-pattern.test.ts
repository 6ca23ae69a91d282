import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { lineReader, patternFault } from '../../src/metrics/log-pattern.ts';
import { rowsOf } from '../../src/metrics/reader.ts';
import type { MetricsRule } from '../../src/metrics/rule.ts';
import { growth, LINEAR } from '../growth.ts';

const read = (pattern: string, line: string) => {
  assert.equal(patternFault(pattern, 'step'), undefined, pattern);
  const record = lineReader(pattern)(line);
  return record && Object.fromEntries(record);
};

describe('a pattern of a log', () => {
  for (const [pattern, line, found] of [
    [
      'iter {step}: loss {loss}',
      'iter 250: loss 1.9034, time 38.45ms, mfu 12.1%',
      { step: 250, loss: 1.9034 },
    ],
    [
      'step {step}: train loss {train_loss}, val loss {val_loss}',
      'step 0: train loss 4.2874, val loss 4.2823',
      { step: 0, train_loss: 4.2874, val_loss: 4.2823 },
    ],
    [
      '{step}/* - loss: {loss}',
      '\u001b[1m 10/100\u001b[0m ━━━━ 0s 2ms/step - accuracy: 0.5 - loss: 1.25',
      { step: 10, loss: 1.25 },
    ],
    [
      'Step {step} * loss={loss}',
      '[12:30:01] INFO step  1,250 | lr=1e-4 | loss=-2.5e-03 (ok)',
      { step: 1250, loss: -0.0025 },
    ],
    ['epoch * batch {step} loss {loss}', 'epoch 3 batch 7 loss nan', { step: 7, loss: 'nan' }],
    ['it {step} loss {loss}', 'it 7 loss .5', { step: 7, loss: 0.5 }],
    ["'loss': {loss}, * 'step': {step}", "{'loss': 2.5, 'lr': 0.1, 'step': 40}", { loss: 2.5, step: 40 }],
    ['iter {step}: loss {loss}', 'saving iter 250 of the loss', undefined],
    ['iter {step}: loss {loss}', '', undefined],
  ] as const) {
    it(`${pattern} reads ${JSON.stringify(line.slice(0, 40))}`, () =>
      assert.deepEqual(read(pattern, line), found));
  }

  it('finds the last state of a bar that draws over itself, and not a line that is cut', () => {
    const rule: MetricsRule = {
      path: '',
      format: 'log',
      pattern: '{step}/100 loss {loss}',
      stepKey: 'step',
      lossKey: 'loss',
    };
    const text = '31/100 loss 0.9\r32/100 loss 0.8\r33/100 loss 0.7\nsaved\n34/100 loss 0.6\r35/100 lo';
    const steps = (at: number) =>
      [...rowsOf({ bytes: Buffer.from(text.slice(at)), at }, rule)].map(
        (row) => row.kind === 'record' && row.record.get('step'),
      );
    assert.deepEqual(steps(0), [31, 32, 33, 34]);
    assert.deepEqual(steps(1), [32, 33, 34], 'the first is cut: it would be 1');
  });

  it('costs time in proportion, whatever a line is', async () => {
    for (const pattern of [
      '{step} a {loss}',
      'a {step} * a {x} * a {loss} * b',
      'loss {step} loss {loss} loss',
    ])
      for (const part of ['1', 'a', ' ', 'a ', '1,111', 'loss ']) {
        const reader = lineReader(pattern);
        // A line is read as far as 2000 characters.
        const ratio = await growth(480, (characters) => {
          const line = part.repeat(Math.ceil(characters / part.length));
          for (let n = 0; n < 40; n += 1) reader(line);
        });
        assert.ok(
          ratio < LINEAR,
          `${pattern} on ${JSON.stringify(part)}: four times as much took ${ratio.toFixed(1)} times as long`,
        );
      }
  });

  it('is refused, or reads any line without an error', () => {
    const text = fc.string({
      unit: fc.constantFrom('{step}', '{loss}', '*', ' ', 'a', '(', '[', '\\', '1', '.', '{', '}'),
    });
    fc.assert(
      fc.property(text, text, (pattern, line) => {
        if (patternFault(pattern, 'step')) return;
        const record = lineReader(pattern)(line);
        if (record) assert.ok(record.has('step'));
      }),
    );
  });
});
