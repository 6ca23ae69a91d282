import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { MetricsRule } from '../../src/metrics/rule.ts';
import { type Sent, sightingOf } from '../../src/metrics/sighting.ts';

const LINES: MetricsRule = { path: 'm.jsonl', stepKey: 'step', lossKey: 'loss' };
const bytes = (text: string) => Buffer.from(text);
const lines = (...all: string[]): Sent => ({
  source: 0,
  tail: { bytes: bytes(all.map((l) => `${l}\n`).join('')), at: 0 },
});
const lastOf = (line: string, rule = LINES) => sightingOf([lines(line)], [rule])?.last;

describe('what a look sees of metrics', () => {
  it('is the newest step with its loss, and the step before it', () => {
    const seen = sightingOf(
      [lines('{"step":6,"loss":2}', '{"step":7,"loss":0.5,"lr":1e-3,"note":"x","bad":null}')],
      [LINES],
    );
    assert.deepEqual(seen?.last, { step: 7, loss: 0.5 });
    assert.equal(seen?.before, 6);
  });

  it('keeps the newest loss where the last record has none: a validation or a summary', () => {
    const seen = sightingOf(
      [lines('{"step":6,"loss":2}', '{"step":6,"val_loss":3}', '{"step":9,"epoch":1}')],
      [LINES],
    );
    assert.deepEqual([seen?.last, seen?.before], [{ step: 9, loss: 2 }, 6]);
  });

  const nothing: [string, string][] = [
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
    ['it is longer than any line of metrics', `{"step":1,"x":"${'y'.repeat(2 ** 20)}"}`],
  ];
  for (const [why, line] of nothing) {
    it(`is nothing when ${why}`, () => assert.equal(lastOf(line), undefined));
  }

  it('sets no property of ours for names of the prototype', () => {
    assert.equal(lastOf('{"__proto__":{"step":9},"constructor":1,"step":3,"toString":2}')?.step, 3);
    assert.equal(({} as Record<string, unknown>)['step'], undefined);
    assert.equal(lastOf('{"__proto__":{"step":9}}'), undefined, 'an inherited step is none');
    assert.equal(lastOf('{"x":1}', { ...LINES, stepKey: 'toString' }), undefined);
  });

  it('takes for the loss of a detector the first that is of its training', () => {
    const table = '  epoch, val/box_loss, train/box_loss, train/cls_loss\n 3, 0.5, 1.25, 2\n';
    const rule: MetricsRule = { path: 'r.csv', format: 'csv', stepKey: 'epoch', lossKey: 'loss' };
    const seen = sightingOf([{ source: 0, tail: { bytes: bytes(table), at: 0 } }], [rule]);
    assert.deepEqual([seen?.last.step, seen?.last.loss], [3, 1.25]);
  });

  it('of any text is a finite step or nothing, and never an error', () => {
    const rules: MetricsRule[] = [LINES, { ...LINES, format: 'csv' }, { ...LINES, format: 'trainer-state' }];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string({ unit: fc.constantFrom(',', '"', '\n', '1', 'step', '{', '}', ':') }),
        ),
        fc.nat(3),
        (text, at) => {
          for (const rule of rules) {
            const seen = sightingOf(
              [{ source: 0, tail: { bytes: bytes(text), at, start: bytes(text) } }],
              [rule],
            );
            if (seen) assert.ok(Number.isFinite(seen.last.step) && seen.last.step >= 0);
          }
        },
      ),
    );
  });

  it('is of the first source that has a step, in the order of the job and not of the box', () => {
    const other = { ...LINES, path: 'other.jsonl' };
    const sent = [{ ...lines('{"step":80}'), source: 1 }, lines('{"loss":1}')];
    assert.equal(sightingOf(sent, [LINES, other])?.last.step, 80);
    assert.equal(
      sightingOf([{ ...lines('{"step":80}'), source: 1 }, lines('{"step":5}')], [LINES, other])?.last.step,
      5,
    );
    assert.equal(
      sightingOf([{ ...lines('{"step":80}'), source: 7 }], [LINES, other]),
      undefined,
      'no source of this job',
    );
  });
});

describe('where an attempt began', () => {
  it('is the first record that it wrote', () => {
    const seen = sightingOf(
      [{ ...lines('{"step":12}'), head: { bytes: bytes('{"step":4}\n{"step":5}\n'), at: 0 } }],
      [LINES],
    );
    assert.equal(seen?.firstAfter(3), 4);
  });

  it('is behind its checkpoint where it cut the file back further than that', () => {
    assert.equal(sightingOf([lines('{"step":12}')], [LINES])?.firstAfter(40), 12);
    assert.equal(
      sightingOf([lines('{"step":41}')], [LINES])?.firstAfter(40),
      undefined,
      'not to be seen yet',
    );
  });

  const state = (step: number, ...logged: number[]) =>
    JSON.stringify(
      {
        global_step: step,
        log_history: logged.map((each) => ({ step: each, loss: 1 / each })),
        max_steps: 90,
      },
      null,
      2,
    );
  const trainer: MetricsRule = { ...LINES, path: 'c-*/trainer_state.json', format: 'trainer-state' };
  const saved = (text: string): Sent => ({ source: 0, tail: { bytes: bytes(text), at: 0 } });

  it('is beyond the checkpoint in a history that goes on from it', () => {
    assert.equal(sightingOf([saved(state(30, 10, 20, 30))], [trainer])?.firstAfter(20), 30);
    assert.equal(
      sightingOf([saved(state(30, 10, 20))], [trainer])?.firstAfter(20),
      30,
      'saved, and logged later',
    );
  });

  it('is behind it where the newest checkpoint is', () => {
    assert.equal(sightingOf([saved(state(10, 10))], [trainer])?.firstAfter(20), 10);
  });

  it('is read of a long history by its start and its tail', () => {
    const text = state(4000, ...Array.from({ length: 400 }, (_, i) => 10 * (i + 1)));
    const at = text.length - 2000;
    const seen = sightingOf(
      [{ source: 0, tail: { bytes: bytes(text.slice(at)), at, start: bytes(text.slice(0, 500)) } }],
      [trainer],
    );
    assert.deepEqual(seen?.last, { step: 4000, loss: 1 / 4000 });
    assert.equal(seen?.before, 3990);
  });
});
