import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { describeProgress, pace, parsePoint } from '../../src/watch/progress.ts';

const RULE = { stepKey: 'step', lossKey: 'loss' };

describe('a metrics line', () => {
  it('gives step, loss and every finite number by key', () => {
    const point = parsePoint('{"step":7,"loss":0.5,"lr":1e-3,"note":"x","bad":null}', RULE);
    assert.equal(point?.step, 7);
    assert.equal(point?.loss, 0.5);
    assert.deepEqual(
      [...(point?.values ?? [])],
      [
        ['step', 7],
        ['loss', 0.5],
        ['lr', 0.001],
      ],
    );
  });

  const nothing: [string, string | null][] = [
    ['there is none', null],
    ['it is empty', ''],
    ['it is no JSON', 'step 7 loss 0.5'],
    ['it is cut', '{"step":7,"lo'],
    ['it is a list', '[1,2]'],
    ['it is null', 'null'],
    ['it has no step', '{"loss":1}'],
    ['its step is a text', '{"step":"7"}'],
    ['its step is negative', '{"step":-1}'],
    ['its step is beyond all numbers', '{"step":1e999}'],
    ['its step is NaN, which is no JSON', '{"step":NaN}'],
    ['it is longer than any metrics line', `{"step":1,"x":"${'y'.repeat(70_000)}"}`],
  ];
  for (const [why, line] of nothing) {
    it(`gives nothing when ${why}`, () => assert.equal(parsePoint(line, RULE), undefined));
  }

  it('that names prototype keys sets no property of ours', () => {
    const point = parsePoint('{"__proto__":{"step":9},"constructor":1,"step":3,"toString":2}', RULE);
    assert.equal(point?.step, 3);
    assert.equal(({} as Record<string, unknown>)['step'], undefined);
    assert.equal(parsePoint('{"__proto__":{"step":9}}', RULE), undefined, 'an inherited step is none');
    assert.equal(parsePoint('{"x":1}', { stepKey: 'toString', lossKey: 'l' }), undefined);
  });

  it('of any text gives a point with finite numbers or nothing, and never an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        const point = parsePoint(line, RULE);
        if (!point) return;
        assert.ok(Number.isFinite(point.step) && point.step >= 0);
        for (const value of point.values.values()) assert.ok(Number.isFinite(value));
      }),
    );
  });
});

describe('the pace', () => {
  it('is steps over the time between two sightings, with the time that is left', () => {
    const speed = pace({ step: 100, atSeconds: 50 }, { step: 200, atSeconds: 60 }, 1000);
    assert.deepEqual(speed, { stepsPerSecond: 10, etaSeconds: 80 });
  });

  it('is unknown until the step has moved, and for a clock or a step that went back', () => {
    const first = { step: 100, atSeconds: 50 };
    assert.equal(pace(first, first, 1000), undefined);
    assert.equal(pace(first, { step: 100, atSeconds: 99 }, 1000), undefined);
    assert.equal(pace(first, { step: 90, atSeconds: 99 }, 1000), undefined);
    assert.equal(pace(first, { step: 110, atSeconds: 40 }, 1000), undefined);
  });

  it('has no end where the number of steps is unknown, and none is left beyond it', () => {
    const [first, last] = [
      { step: 0, atSeconds: 0 },
      { step: 50, atSeconds: 10 },
    ];
    assert.equal(pace(first, last, undefined)?.etaSeconds, undefined);
    assert.equal(pace(first, last, 40)?.etaSeconds, 0);
  });

  it('is told in few words', () => {
    const point = parsePoint('{"step":7,"loss":0.04123}', RULE);
    assert.ok(point);
    assert.equal(
      describeProgress(point, { stepsPerSecond: 12.34, etaSeconds: 200 }),
      '12 steps/s, loss 0.04123, 3 min left',
    );
    assert.equal(
      describeProgress(point, { stepsPerSecond: 0.0123, etaSeconds: undefined }),
      '0.012 steps/s, loss 0.04123',
    );
    assert.equal(describeProgress({ ...point, loss: undefined }, undefined), '');
  });
});
