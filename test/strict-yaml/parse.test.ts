import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { type Problem, Problems } from '../../src/problem.ts';
import { mapping } from '../../src/strict-yaml/mapping.ts';
import { parseYaml } from '../../src/strict-yaml/parse.ts';

const Budget = mapping({ usd: z.number().positive(), hours: z.number().positive().optional() });
const Source = z.discriminatedUnion('kind', [
  mapping({ kind: z.literal('path'), path: z.string() }),
  mapping({ kind: z.literal('none') }),
]);
const schema = mapping({
  name: z.string(),
  budget: Budget,
  finish: z.enum(['hold', 'park']).optional(),
  cells: z.array(mapping({ name: z.string(), seed: z.number().optional() })).optional(),
  verbs: z.record(z.string(), mapping({ stops: z.array(z.string()) })).optional(),
  source: Source.optional(),
  durable: z.union([z.string(), mapping({ path: z.string(), via: z.enum(['copy', 'pull']) })]).optional(),
});
const parse = (text: string) =>
  parseYaml(text, 'a.yml', schema, {
    name: 'thing',
    start: 'Write one.',
    manyValues: 'Write the values out.',
  });

function problemsOf(text: string): Problem[] {
  try {
    parse(text);
  } catch (error) {
    assert.ok(error instanceof Problems, String(error));
    return error.all;
  }
  return assert.fail('it was accepted');
}

const good = 'name: a\nbudget: {usd: 1}\n';

describe('strict YAML', () => {
  it('returns the value and where each part of it stands', () => {
    const { value, source } = parse(
      '# comment\nname: a\nbudget:\n  usd: 2\ncells:\n  - name: x\n  - name: y\n',
    );
    assert.deepEqual(value, { name: 'a', budget: { usd: 2 }, cells: [{ name: 'x' }, { name: 'y' }] });
    assert.deepEqual(source.placeOf(['budget', 'usd']), { file: 'a.yml', line: 4, column: 8 });
    assert.deepEqual(source.placeOf(['cells', 1, 'name']), { file: 'a.yml', line: 7, column: 11 });
    assert.equal(
      source.placeOf(['budget', 'hours']).line,
      3,
      'what is not written stands at the key above it',
    );
  });

  it('reports every problem at once, in the order of the file, each at its place', () => {
    const all = problemsOf('nmae: a\nbudget:\n  usd: -3\n  huors: 2\nfinish: prak\ncells:\n  - seed: 1\n');
    assert.deepEqual(
      all.map((each) => [each.code, each.at?.line, each.at?.column]),
      [
        ['unknown-key', 1, 1],
        ['missing-key', 1, 1],
        ['bad-value', 3, 8],
        ['unknown-key', 4, 3],
        ['wrong-value', 5, 9],
        ['missing-key', 7, 5],
      ],
    );
    assert.match(all[2]?.what ?? '', /^`budget\.usd`: -3 is below 0/);
    assert.ok(all.every((each) => each.kind === 'usage'));
  });

  for (const { where, text, near } of [
    { where: 'at the top', text: `${good}finsih: park\n`, near: 'finish' },
    { where: 'in a list', text: `${good}cells:\n  - {name: x, sede: 1}\n`, near: 'seed' },
    {
      where: 'in a map with free keys',
      text: `${good}verbs:\n  stop: {stops: [], stpos: []}\n`,
      near: 'stops',
    },
    {
      where: 'in one of several alternatives',
      text: `${good}source: {kind: path, paht: /a}\n`,
      near: 'path',
    },
    { where: 'in an untagged alternative', text: `${good}durable: {path: /a, vai: copy}\n`, near: 'via' },
    { where: 'of a word', text: `${good}finish: holt\n`, near: 'hold' },
  ]) {
    it(`names the nearest valid key ${where}`, () => {
      const nexts = problemsOf(text).map((each) => each.next);
      assert.match(nexts.join(' | '), new RegExp(`Did you mean [\`"]${near}[\`"]\\?`));
    });
  }

  it('lists what is allowed when nothing is near', () => {
    const [only] = problemsOf(`${good}zzzzzz: 1\n`);
    assert.equal(only?.next, 'The keys here are: name, budget, finish, cells, verbs, source, durable.');
  });

  for (const { text, code, line } of [
    { text: '', code: 'not-a-thing', line: 1 },
    { text: '# only a comment\n', code: 'not-a-thing', line: 1 },
    { text: 'name: a\n---\nname: b\n', code: 'yaml', line: 2 },
    { text: 'name: a\nname: b\n', code: 'duplicate-key', line: 2 },
    { text: 'name: [a\nbudget: 1\n', code: 'yaml', line: 1 },
    { text: '- a\n', code: 'not-a-thing', line: 1 },
    { text: `${good}__proto__: {polluted: 1}\n`, code: 'bad-key', line: 3 },
    { text: `${good}constructor: 1\n`, code: 'unknown-key', line: 3 },
  ]) {
    it(`refuses ${JSON.stringify(text)} as ${code}`, () => {
      const [first] = problemsOf(text);
      assert.deepEqual([first?.code, first?.at?.line], [code, line]);
    });
  }

  it('refuses a file whose aliases stand for gigabytes, without building them', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `l${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(', ')}]`,
    );
    const [first] = problemsOf(`l0: &l0 [x]\n${levels.join('\n')}\n`);
    assert.equal(first?.code, 'too-deep');
  });

  it('refuses a file beyond its size before parsing it', () => {
    const [first] = problemsOf(`${good}# ${'x'.repeat(1024 * 1024)}`);
    assert.equal(first?.code, 'too-large');
  });

  it('shows a value from the file on one line and cut', () => {
    const [first] = problemsOf(`${good}finish: "\\x1b[2J\\n::error::${'y'.repeat(200)}"\n`);
    assert.doesNotMatch(first?.what ?? '', /[\x00-\x1f\x7f]/);
    assert.ok((first?.what.length ?? 999) < 250);
  });
});
