import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonLines } from '../../src/metrics/json-lines.ts';
import type { MetricsRule } from '../../src/metrics/rule.ts';
import { readMetrics as readRows } from '../../src/metrics/series.ts';
import { markLines } from '../../src/metrics/text-lines.ts';
import { judgeContinuation } from '../../src/smoke/continuation.ts';
import { missingStateItems } from '../../src/smoke/full-state.ts';

const rule = { path: 'm.jsonl', stepKey: 'step', lossKey: 'loss' };
const readMetrics = (text: string, of: MetricsRule) =>
  readRows(jsonLines({ bytes: Buffer.from(text), at: 0 }), of);
const read = (...lines: string[]) => readMetrics(lines.map((line) => `${line}\n`).join(''), rule);

describe('metrics lines', () => {
  it('passes over lines without a step', () => {
    const metrics = read('{"config":{"lr":0.1}}', '{"step":1,"loss":0.5}');
    assert.deepEqual(
      metrics.lines.map(({ line, step }) => ({ line, step })),
      [{ line: 2, step: 1 }],
    );
    assert.deepEqual(metrics.faults, []);
  });

  for (const loss of ['NaN', '-Infinity', '"nan"', '"Infinity"', '"-inf"', 'null', '1e999']) {
    it(`finds that a loss of ${loss} is not finite [F-T01] [D-08]`, () => {
      assert.equal(read(`{"step": 1, "loss": ${loss}, "lr": 0.1}`).faults[0]?.code, 'not-finite');
    });
  }

  it('judges the metric that chooses the best checkpoint like the loss', () => {
    const metrics = readMetrics('{"step":1,"loss":1,"acc":NaN}\n', {
      ...rule,
      best: { key: 'acc', direction: 'max' },
    });
    assert.equal(metrics.faults[0]?.code, 'not-finite');
  });

  it('only mentions other numbers that are not finite', () => {
    const metrics = read('{"step":1,"loss":1,"grad_norm":NaN}');
    assert.deepEqual([metrics.faults, metrics.oddKeys], [[], ['grad_norm']]);
  });

  for (const step of ['-1', '1.5', '"3"', 'NaN', '1e300']) {
    it(`refuses a step of ${step}`, () => {
      assert.equal(read(`{"step": ${step}, "loss": 1}`).faults[0]?.code, 'bad-step');
    });
  }

  it('leaves out a last line whose writer was killed', () => {
    const metrics = readMetrics('{"step":1,"loss":1}\n{"step":2,"lo', rule);
    assert.deepEqual([metrics.lines.length, metrics.torn, metrics.faults.length], [1, true, 0]);
  });

  it('tells marked lines from lines written later, even when they say the same', () => {
    const marked = markLines('{"step":1,"loss":1}\n{"step":2,"lo');
    const metrics = readMetrics(`${marked}\n{"step":1,"loss":1}\n`, rule);
    assert.deepEqual(
      metrics.lines.map(({ old }) => old),
      [true, false],
    );
  });
});

describe('continuation', () => {
  const old = (step: number, over = {}) =>
    JSON.stringify({ step, epoch: 2, loss: 1 / step, lr: 0.1, ...over });
  const judge = (before: string[], after: string[], checkpointStep: number) => {
    const text = before.map((line) => `${line}\n`).join('');
    const later = markLines(text) + after.map((line) => `${line}\n`).join('');
    return judgeContinuation(
      readMetrics(text, rule).lines,
      readMetrics(later, rule).lines,
      checkpointStep,
      'loss',
    );
  };

  it('waits as long as nothing new lies beyond the checkpoint', () => {
    assert.equal(judge([old(3)], [], 3).verdict, 'waiting');
    assert.equal(judge([old(3)], [old(3)], 3).verdict, 'waiting');
  });

  it('takes the first new step at or after that of the checkpoint for a continuation [P2-06]', () => {
    assert.deepEqual(judge([old(3), old(4)], [old(4), old(5)], 3), {
      verdict: 'continued',
      firstStep: 4,
      reachedStep: 5,
      replay: { steps: 1, differences: [] },
    });
  });

  it('counts no step as compared of which not both say a loss or a rate', () => {
    const bare = (step: number) => JSON.stringify({ step, tokens: step });
    const judged = judge([old(3), bare(4), bare(5), old(6)], [bare(4), old(5), old(6)], 3);
    assert.ok(judged.verdict === 'continued');
    assert.deepEqual(judged.replay, { steps: 1, differences: [] });
  });

  it('takes one step before the checkpoint for a reset [P2-06] [eval 7]', () => {
    assert.deepEqual(judge([old(9)], [old(8), old(9), old(10)], 9), {
      verdict: 'reset',
      counter: 'step',
      before: 9,
      after: 8,
    });
  });

  it('takes an epoch that starts again for a reset [eval 7] [F-D17]', () => {
    assert.equal(judge([old(9)], [old(10, { epoch: 0 })], 9).verdict, 'reset');
    assert.equal(judge([old(9)], [old(10, { epoch: 3 })], 9).verdict, 'continued');
  });

  it('sees a warm-up that is replayed in the learning rate [F-D17]', () => {
    const judged = judge([old(3), old(4)], [old(4, { lr: 0.001 })], 3);
    assert.ok(judged.verdict === 'continued');
    assert.deepEqual(judged.replay.differences, [{ key: 'lr', step: 4, before: 0.1, after: 0.001 }]);
  });
});

describe('full state', () => {
  it('misses optimizer, scheduler, RNG and the rest in a checkpoint of weights alone [P2-07] [C1] [C12] [C13] [C14]', () => {
    const { required, optional } = missingStateItems(['model.layers.0.weight', 'model.layers.0.bias']);
    assert.deepEqual(
      required.map((item) => item.split(':')[0]),
      [
        'optimizer state',
        'LR scheduler',
        'global step',
        'epoch',
        'RNG (Python, NumPy, torch, all CUDA devices)',
        'loader or sampler position',
        'best so far',
      ],
    );
    assert.deepEqual(optional.length, 2);
  });

  it('misses nothing required in a full one, whatever parts the words [P2-07]', () => {
    const keys = [
      'model',
      'optimizer',
      'lr_scheduler',
      'global_step',
      'epoch',
      'rng_state',
      'sampler.position',
      'best_loss',
    ];
    assert.deepEqual(missingStateItems(keys).required, []);
  });
});
