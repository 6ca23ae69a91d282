import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mayGiveBack, takes } from '../../src/lease/stage-steps.ts';
import type { Step } from '../../src/lease/step.ts';

const look: Step = { do: 'look', lease: 'tiny-1-1' };
const vouchBefore = (before: Step): Step => ({ do: 'vouch', before });

describe('what each stage may do', () => {
  it('is for resume what it is for run, also in its dry run', () => {
    assert.deepEqual([takes('run', look), takes('resume', look), mayGiveBack('resume')], [true, true, true]);
  });

  it('is nothing for the stage that only opens a run', () => {
    assert.equal(takes('open', look), false);
  });

  it('asks about the record only for the sake of a step that is its own', () => {
    assert.deepEqual(
      ['launch', 'watch'].map((stage) => takes(stage, vouchBefore(look))),
      [false, true],
    );
  });

  it('is no silent nothing for a word that is no stage', () => {
    for (const word of ['lanch', 'toString', '']) assert.throws(() => takes(word, look), RangeError, word);
  });
});
