import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Problem, Problems } from '../../src/problem.ts';
import { shortened, smokeReason } from '../../src/smoke/reason.ts';

const problem = (what: string) =>
  new Problem({
    code: 'c',
    kind: 'smoke',
    what,
    next: 'Mend it.',
    at: { file: 'train.py', line: 7, column: 1 },
  });

it('tells each finding of a failed smoke with its place, and what to do', () => {
  const reason = smokeReason(new Problems([problem('It died.'), problem('It is slow.')]));
  assert.equal(reason, 'train.py:7: It died.\nNext: Mend it.\n\ntrain.py:7: It is slow.\nNext: Mend it.');
  assert.equal(smokeReason(new Error('oh')), 'A bug of gpu-lease: Error: oh');
});

it('keeps of a long reason the beginning and the last lines, and says how much is left out', () => {
  const reason = smokeReason(problem(`first ${'x'.repeat(9000)} last`));
  assert.match(reason, /^train\.py:7: first x/);
  assert.match(reason, /\n\[\.\.\. \d{4} characters are left out \.\.\.\]\n[\s\S]* last\nNext: Mend it\.$/);
  assert.ok(reason.length < 3400);
  assert.ok(shortened('y'.repeat(1e6)).length < 3400);
});
