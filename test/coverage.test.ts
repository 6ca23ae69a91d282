import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { coverage, type Section } from '../scripts/generate-coverage.ts';
import { idsAtEnd, idsInTests } from '../scripts/test-names.ts';
import { EXIT } from '../src/problem.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const ids = (text: string): string[] => idsInTests('x.test.ts', text).flatMap((each) => each.ids);

describe('the ids in the names of tests', () => {
  const found: [string, string, string[]][] = [
    ['a plain name', "it('does this [A-01]', () => {});", ['A-01']],
    ['several ids', "test('does this [A-01] [B2] [eval 7]', () => {});", ['A-01', 'B2', 'eval 7']],
    ['a name over two lines of code', 'it(\n  "does this [A-01]",\n  async () => {},\n);', ['A-01']],
    ['a template', `it(\`does \${what} [A-01]\`, () => {});`, ['A-01']],
    ['a conditional in a template', `it(\`does \${x ? ' [A-01]' : ''}\`, () => {});`, ['A-01']],
    ['a group of tests', "describe('this [A-01]', () => {});", ['A-01']],
    [
      'a table of objects',
      "const t = [{ it: 'this [A-01]' }]; for (const c of t) it(c.it, () => {});",
      ['A-01'],
    ],
    ['a table of lists', "for (const [what] of [['this [A-01]', 1]]) it(what, () => {});", ['A-01']],
    [
      'a test that may be skipped by what is missing',
      "it('x [A-01]', { skip: missing('sshd') }, () => {});",
      ['A-01'],
    ],
    ["an it of something else's", "lives.it('x [A-01]', () => {});", ['A-01']],
    ['quotes in a name', `it("the 'thing' [A-01]", () => {});`, ['A-01']],
  ];
  for (const [what, text, expected] of found) {
    it(`are found in ${what}`, () => assert.deepEqual(ids(text), expected));
  }

  const ignored: [string, string][] = [
    ['a comment', "// it('does this [A-01]', () => {});"],
    ['a comment beside code', "/* [A-01] */ it('does this', () => {});"],
    ['a test that is switched off', "it.skip('does this [A-01]', () => {});"],
    ['a test that is still to be written', "it.todo('does this [A-01]');"],
    ['a test that is switched off by an option', "it('does this [A-01]', { skip: true }, () => {});"],
    ['a test that is switched off with a reason', "it('does this [A-01]', { skip: 'flaky' }, () => {});"],
    ['a group that is switched off', "describe.skip('x', () => { it('does this [A-01]', () => {}); });"],
    ['the middle of a name', "it('does [A-01] and that', () => {});"],
    ['an index or a pattern', "const x = a[B1]; const r = 'x[0-9]'; const s = 'gpu: {name: [A100]}';"],
    ['a word', "it('does [this]', () => {});"],
  ];
  for (const [what, text] of ignored) {
    it(`are not taken from ${what}`, () => assert.deepEqual(ids(text), []));
  }

  it('stand at the end, each in brackets of its own', () => {
    // Put together here, for a name that stood here would count.
    const name = (...parts: string[]) => parts.join('');
    assert.deepEqual(idsAtEnd(name('x [D-01] [F-K04] [P5-01', ']')), ['D-01', 'F-K04', 'P5-01']);
    assert.deepEqual(idsAtEnd(name('x [D-01], [P5-01', ']')), ['P5-01']);
    assert.deepEqual(idsAtEnd('x[D-01]'), []);
    assert.deepEqual(idsAtEnd(''), []);
  });
});

describe('the page of what is covered', () => {
  const sections: Section[] = [
    {
      title: 'Things',
      rows: [
        { id: 'XC-01', what: 'one | thing' },
        { id: 'XC-02', what: 'another', elsewhere: 'later, with others' },
        { id: 'X1', what: 'the same again', as: ['XC-01'], elsewhere: 'the rest of it' },
      ],
    },
  ];
  const file = (text: string, path = 'a/one.test.ts') => ({ path, text });
  const one = file("it('x [XC-01] [F-K04]', () => {});");

  it('links the tests of each row, of rows that say the same, and of what lies beside the list', () => {
    const page = coverage(sections, [one, file("it('y [XC-01]', () => {});", 'b.test.ts')]);
    assert.match(page, /0 of 3 rows are proven by tests, 0 of these\nin part; 2 more are unit only/);
    assert.match(
      page,
      /\| XC-01 \| one \\\| thing \| unit only: \[a\/one\.test\.ts\]\(\.\.\/test\/a\/one\.test\.ts\), \[b\.test\.ts\]/,
    );
    assert.match(page, /\| XC-02 \| another \| not here: later, with others \|/);
    assert.match(page, /\| X1 \| the same again \| unit only: \[a\/one.*<br>in part: the rest of it \|/);
    assert.match(page, /## Beside the checklist[\s\S]*\| F-K04 \| \[a\/one/);
  });

  it('counts as proven what a test reaches as a user does, itself or by a module that it uses [FR-09]', () => {
    const counted = (...more: { path: string; text: string }[]) =>
      /(\d) of 3 rows are proven by tests, (\d) of these\nin part; (\d) more/
        .exec(coverage(sections, [one, ...more]))
        ?.slice(1);
    const uses = (from: string) =>
      file(`import { life } from '${from}';\nit('y [XC-01]', () => {});`, 'a/two.test.ts');
    const helper = (text: string) => file(text, 'b/life.ts');
    const started = helper("import { installation } from '../installation.ts';");
    assert.deepEqual(counted(uses('../b/life.ts'), started), ['2', '1', '0']);
    assert.deepEqual(counted(uses('../b/life.ts'), helper("import type { x } from '../installation.ts';")), [
      '0',
      '0',
      '2',
    ]);
    assert.deepEqual(counted(uses('../../src/lease/next.ts')), ['0', '0', '2']);
    assert.deepEqual(
      counted(uses('../b/life.ts'), helper("import { runStage } from '../../src/cli/stages.ts';")),
      ['2', '1', '0'],
    );
  });

  it('is the same whatever the order of the files', () => {
    const files = [one, file("it('y [XC-01]', () => {});", 'b.test.ts')];
    assert.equal(coverage(sections, files), coverage(sections, [...files].reverse()));
  });

  const refused: [string, Section[], string, RegExp][] = [
    ['a row without test and without reason', sections, "it('x', () => {});", /no test carries it.*XC-01/],
    ['an id that nobody knows', sections, "it('x [XC-01] [XC-99]', () => {});", /XC-99 in test\/a\/one/],
    ['an id that is misspelt', sections, `it(\`\${a} [XC01]\`, () => {});`, /XC01 in test/],
    ['a row that is listed twice', [...sections, ...sections], one.text, /lists a row twice/],
    [
      'a row that is as one that is none',
      [{ title: 't', rows: [{ id: 'XC-01', what: 'w', as: ['ZZ-9'] }] }],
      one.text,
      /as others that are none: ZZ-9/,
    ],
  ];
  for (const [what, list, text, says] of refused) {
    it(`is not made with ${what} [FR-09]`, () => assert.throws(() => coverage(list, [file(text)]), says));
  }

  it('of this project has a test for every defect, and a reason for whatever it does not prove [FR-09]', () => {
    const real = JSON.parse(read('docs/capabilities.json')) as Section[];
    const rows = real.flatMap((section) => section.rows);
    assert.equal(rows.length, 308);
    for (const { id, elsewhere } of rows) {
      if (/^D-/.test(id)) assert.equal(elsewhere, undefined, `${id} is proven here`);
      else assert.ok(elsewhere === undefined || elsewhere.length > 15, id);
    }
  });
});

describe('what two places say', () => {
  it('is the same: the exit codes of the program and of its documentation [D-15]', () => {
    const rows = [...read('docs/exit-codes.md').matchAll(/^\| +(\d+) +\| +([a-z]+) +\|/gm)];
    assert.deepEqual(Object.fromEntries(rows.map(([, code, name]) => [name, Number(code)])), { ...EXIT });
  });

  it('comes from one of them: every generated file is compared with its source before a change lands [D-15]', () => {
    assert.match(read('.ci/run'), /npm run --silent generate -- --check/);
    assert.match(read('scripts/generate.ts'), /generateCoverage\(\)/);
    assert.match(read('docs/coverage.md'), /Generated by `npm run generate`/);
  });
});
