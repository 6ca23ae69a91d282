import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configHash } from '../../src/job/config-hash.ts';
import { jobText, loadJob, problemsOf } from './job-text.ts';

const code = { commit: 'abcdef0', codeHash: 'c0de' };

describe('the weight of a cell', () => {
  it('is its own, else the number that the named variable has in it or in the job [SW-02]', () => {
    const job = loadJob({
      v: 'vars: {STEPS: 100}',
      c: 'cells: [{name: a, vars: {STEPS: 300}}, {name: b, vars: {SEED: 1}}, {name: c, vars: {STEPS: 5, SEED: 2}, weight: 7.5}]',
      s: 'sweep: {weight: STEPS, boxes: 2}',
    });
    assert.deepEqual(
      job.cells.map(({ weight }) => weight),
      [300, 100, 7.5],
    );
    assert.deepEqual(job.sweep, { boxes: 2 });
  });

  it('is a number of the file, and a variable of that name stays the text that was typed', () => {
    const { cells } = loadJob({ c: 'cells: [{name: a, weight: 1.50, vars: {weight: 1.50}}]' });
    assert.deepEqual(cells, [{ name: 'a', vars: { weight: '1.50' }, weight: 1.5 }]);
  });

  it('says nothing about what is computed, so another one is the same configuration [XC-06]', () => {
    const plain = loadJob({ c: 'cells: [a, b]' });
    const weighed = loadJob({ c: 'cells: [a, {name: b, weight: 3}]', s: 'sweep: {boxes: 2}' });
    assert.equal(configHash(weighed, code), configHash(plain, code));
  });

  for (const { it: name, over, what } of [
    {
      it: 'is not set anywhere',
      over: { s: 'sweep: {weight: STEPS}' },
      what: /nothing sets it in the cell "a"/,
    },
    {
      it: 'is no number',
      over: { v: 'vars: {STEPS: many}', s: 'sweep: {weight: STEPS}' },
      what: /it is "many" in the cell "a" and 1 more/,
    },
    {
      it: 'is nothing',
      over: { v: 'vars: {STEPS: 0}', s: 'sweep: {weight: STEPS}' },
      what: /it is "0"/,
    },
  ]) {
    it(`is refused where the named variable ${name}`, () => {
      const [problem] = problemsOf(jobText({ c: 'cells: [a, b]', ...over }));
      assert.equal(problem?.code, 'bad-sweep-weight');
      assert.match(problem?.what ?? '', what);
    });
  }
});

it('more boxes than a matrix has jobs are refused where they are written', () => {
  const [problem] = problemsOf(jobText({ c: 'cells: [a, b]', s: 'sweep: {boxes: 257}' }));
  assert.match(problem?.what ?? '', /256/);
});
