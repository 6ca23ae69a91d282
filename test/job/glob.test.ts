import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compileGlob, globFault } from '../../src/job/glob.ts';

const TABLE: [glob: string, yes: string[], no: string[]][] = [
  ['a.pt', ['a.pt'], ['A.pt', 'a.ptx', 'b/a.pt', 'a.p', '']],
  ['*.pt', ['a.pt', '.pt', '.hidden.pt', 'a b.pt', 'é.pt'], ['d/a.pt', 'a.pth']],
  ['*', ['a', '.a'], ['a/b', '']],
  ['d/*', ['d/a', 'd/.a'], ['d/a/b', 'd', 'e/a', 'd/']],
  ['?', ['a', 'é', '🙂', '*'], ['ab', '/', '']],
  ['a?c', ['abc', 'a-c'], ['ac', 'a/c', 'abbc']],
  ['**', ['a', 'a/b', '.a/.b'], []],
  ['**/*.pt', ['a.pt', 'd/a.pt', 'd/e/a.pt'], ['a.pth', 'd/a.pt/x']],
  ['d/**', ['d/a', 'd/e/f'], ['d', 'e/d/a', 'dd/a']],
  ['d/**/x', ['d/x', 'd/a/x', 'd/a/b/x'], ['x', 'd/xx', 'd/x/y']],
  ['**/d/**', ['d/a', 'x/d/a', 'x/y/d/a/b'], ['d', 'x/d', 'a/b']],
  ['**/**/a', ['a', 'x/a', 'x/y/a'], ['x/y']],
  ['step-[0-9]', ['step-0', 'step-9'], ['step-a', 'step-10', 'step-']],
  ['step-[!0-9]', ['step-a', 'step--'], ['step-1', 'step-']],
  ['[a-c]*[xz]', ['ax', 'cz', 'boooz'], ['dx', 'ay', 'x']],
  ['[ab-]', ['a', 'b', '-'], ['c']],
  ['[-a]', ['-', 'a'], ['b']],
  ['a*b*c', ['abc', 'aXbXc', 'abbc', 'abcbc'], ['ab', 'acb', 'a/b/c']],
  ['checkpoint-*/**', ['checkpoint-1/a', 'checkpoint-1/a/b'], ['checkpoint-1', 'x/checkpoint-1/a']],
];

describe('a glob', () => {
  for (const [glob, yes, no] of TABLE) {
    it(`${glob} matches ${yes.join(' ')}${no.length > 0 ? ` and not ${no.join(' ')}` : ''}`, () => {
      const matches = compileGlob(glob);
      for (const path of yes) assert.ok(matches(path), path);
      for (const path of no) assert.ok(!matches(path), path);
    });
  }

  const REFUSED = [
    '',
    '/a',
    'C:x',
    '~/a',
    '$X',
    '`a`',
    'a\\b',
    '..',
    'a/../b',
    './a',
    'a/./b',
    'a//b',
    'a/',
    'a**',
    '**a',
    '[a',
    '[]',
    '[!]',
    '[b-a]',
    '[^a]',
    '{a,b}',
    'a\nb',
    'x'.repeat(513),
    '[[a]',
  ];
  for (const glob of REFUSED) {
    it(`${JSON.stringify(glob.slice(0, 20))} is refused with what to do`, () => {
      const fault = globFault(glob);
      assert.ok(fault && fault.why !== '' && fault.next !== '');
      assert.throws(() => compileGlob(glob), RangeError);
    });
  }

  it('matches what a plain search over all possibilities matches', () => {
    const part = fc.constantFrom('*', '?', 'a', 'b', '[ab]', '[!a]');
    const segment = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
      fc.constant('**'),
    );
    const glob = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    let matched = 0;
    fc.assert(
      fc.property(glob, path, (pattern, file) => {
        fc.pre(globFault(pattern) === undefined);
        const expected = slowFolders(pattern.split('/'), file.split('/'));
        if (expected) matched += 1;
        assert.equal(compileGlob(pattern)(file), expected);
      }),
      { numRuns: 3000 },
    );
    assert.ok(matched > 100, `only ${matched} pairs matched`);
  });

  it('stays fast on a path made to hurt', { timeout: 5000 }, () => {
    const stars = compileGlob('*a*a*a*a*a*a*a*a*a*a*b');
    assert.equal(stars('a'.repeat(4000)), false);
    const folders = compileGlob('**/a/**/a/**/a/**/a/**/b');
    assert.equal(folders(Array(2000).fill('a').join('/')), false);
  });
});

/** The meaning, written as plainly as can be and far too slow to use. */
function slowFolders([segment, ...segments]: string[], names: string[]): boolean {
  if (segment === undefined) return names.length === 0;
  if (segment === '**') {
    if (segments.length === 0) return names.length > 0;
    return names.some((_, at) => slowFolders(segments, names.slice(at))) || slowFolders(segments, []);
  }
  return names[0] !== undefined && slowName(segment, names[0]) && slowFolders(segments, names.slice(1));
}

function slowName(pattern: string, name: string): boolean {
  const [part = ''] = /^(\[!?[^\]]+\]|.)/.exec(pattern) ?? [];
  if (part === '') return name === '';
  const rest = pattern.slice(part.length);
  if (part === '*') {
    const splits = Array.from({ length: name.length + 1 }, (_, at) => name.slice(at));
    return splits.some((left) => slowName(rest, left));
  }
  const first = name[0];
  if (first === undefined) return false;
  const fits =
    part === '?' ||
    part === first ||
    (part.startsWith('[!') ? !part.includes(first) : part.startsWith('[') && part.includes(first));
  return fits && slowName(rest, name.slice(1));
}
