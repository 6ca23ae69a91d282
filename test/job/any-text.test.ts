import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { JOB_KEYS } from '../../src/job/schema.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { jobText, KNOWN, load, problemsOf } from './job-text.ts';

/** A job or problems; anything else that is thrown is a bug. */
function loadsOrSaysWhy(text: string): 'loaded' | 'refused' {
  try {
    load(text);
    return 'loaded';
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    for (const problem of error.all) {
      assert.ok(problem instanceof Problem);
      if (problem.code === 'more') continue;
      const lines = text.split(/\r\n|\r|\n/);
      assert.ok(
        problem.at && problem.at.line >= 1 && problem.at.line <= lines.length + 1,
        JSON.stringify(problem.at),
      );
      assert.ok(problem.at.column >= 1);
      assert.ok(problem.what !== '' && problem.next !== '');
    }
    return 'refused';
  }
}

const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  '<<',
  '',
  'then',
  '0',
);
const key = fc.oneof(fc.constantFrom(...Object.keys(JOB_KEYS)), hostileKey, fc.string({ maxLength: 8 }));
const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    'none',
    '40GB+',
    '5min',
    '../x',
    '**',
    'a\r\nb',
    'x@sha256:',
    'ssh://a:b@c',
    '\u0000',
    '\ud800',
  ),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map((entries) => new Map(entries)),
  ),
}));

const MINUTE = 60_000;

describe('any text gives a job or problems with a place, and never another error', () => {
  it('for arbitrary text', { timeout: MINUTE }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void loadsOrSaysWhy(text)),
    );
  });

  it('for text made of what YAML gives a meaning to', { timeout: MINUTE }, () => {
    const unit = fc.constantFrom(
      ...'{}[]&*!|>%@`"\':,-?#~ \n\r\tab1.',
      '&a ',
      '*a',
      '<<: ',
      '? ',
      '--- ',
      '...\n',
      '!!int ',
      '%YAML 1.1\n',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (parts) => void loadsOrSaysWhy(parts.join(''))),
      { numRuns: 500 },
    );
  });

  it('for arbitrary trees under the keys of a job', { timeout: MINUTE }, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, tree), { maxLength: 8 }), (entries) => {
        loadsOrSaysWhy(stringify(new Map(entries)));
      }),
      { numRuns: 500 },
    );
  });

  it('for a good job with one key replaced by an arbitrary tree', { timeout: MINUTE }, () => {
    let loaded = 0;
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(JOB_KEYS)), tree, (name, value) => {
        const text = jobText({ [name]: stringify(new Map([[name, value]])).trimEnd() });
        if (loadsOrSaysWhy(text) === 'loaded') loaded += 1;
      }),
      { numRuns: 500 },
    );
    assert.ok(loaded > 0, 'nothing loaded: the property saw refusals only');
  });

  it('and a prototype is never changed by a file', () => {
    for (const text of [
      '__proto__: {polluted: 1}',
      'vars: {__proto__: {polluted: 1}}',
      'constructor: {prototype: {polluted: 1}}',
    ]) {
      loadsOrSaysWhy(jobText({ x: text }));
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    }
  });
});

describe('a file made to exhaust the reader', () => {
  const bounded = (name: string, text: () => string, code: string) =>
    it(name, { timeout: 20_000 }, () => {
      assert.ok(problemsOf(text()).some((problem) => problem.code === code));
    });

  bounded(
    'is refused for an alias bomb',
    () => {
      const levels = ['a: &a0 [x,x,x,x,x,x,x,x,x,x]'];
      for (let n = 1; n < 10; n += 1)
        levels.push(
          `b${n}: &a${n} [${Array(10)
            .fill(`*a${n - 1}`)
            .join(',')}]`,
        );
      return jobText({ x: levels.join('\n') });
    },
    'too-deep',
  );
  bounded('is refused for an alias of itself', () => jobText({ x: 'vars: &a {A: *a}' }), 'too-deep');
  for (const [what, text] of [
    ['ten thousand brackets', '['.repeat(10_000)],
    ['a thousand brackets that are closed again', `${'['.repeat(1000)}${']'.repeat(1000)}`],
    ['three thousand brackets that are closed again', `${'['.repeat(3000)}${']'.repeat(3000)}`],
    ['mappings inside mappings', '{a: '.repeat(5000)],
    ['dashes', `\n${'- '.repeat(5000)}x`],
    ['question marks', `\n${'? '.repeat(5000)}x`],
  ] as const) {
    bounded(`is refused for ${what}`, () => jobText({ x: `vars: ${text}` }), 'too-deep');
  }
  bounded('is refused for its size', () => jobText({ x: `# ${'x'.repeat(1_100_000)}` }), 'too-large');
  bounded(
    'is refused for eighty thousand keys',
    () => jobText({ x: Array.from({ length: 80_000 }, (_, n) => `k${n}: 1`).join('\n') }),
    'unknown-key',
  );
  bounded(
    'is refused for many aliases in a large file',
    () => jobText({ x: `x: &a [${'1,'.repeat(50_000)}1]\ny: [${'*b,'.repeat(30_000)}1]` }),
    'yaml',
  );
});

describe('a large sweep', () => {
  it('of 2,000 cells loads [SW-01]', { timeout: 30_000 }, () => {
    const cells = Array.from({ length: 2000 }, (_, n) => `  - {name: cell-${n}, vars: {SEED: ${n}}}`).join(
      '\n',
    );
    const { job } = load(jobText({ c: `cells:\n${cells}` }), KNOWN);
    assert.equal(job.cells.length, 2000);
    assert.deepEqual(job.cells[1999], { name: 'cell-1999', vars: { SEED: '1999' } });
  });
});
