import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { type Problem, Problems } from '../src/problem.ts';
import { parseStrictYaml } from '../src/yaml-problems.ts';

const Budget = z.strictObject({ usd: z.number().positive(), hours: z.number().positive().optional() });
const Source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('path'), path: z.string() }),
  z.strictObject({ kind: z.literal('none') }),
]);
const schema = z.strictObject({
  name: z.string(),
  budget: Budget,
  finish: z.enum(['hold', 'park']).optional(),
  cells: z.array(z.strictObject({ name: z.string(), seed: z.number().optional() })).optional(),
  verbs: z.record(z.string(), z.strictObject({ stops: z.array(z.string()) })).optional(),
  source: Source.optional(),
  durable: z
    .union([z.string(), z.strictObject({ path: z.string(), via: z.enum(['copy', 'pull']) })])
    .optional(),
});
const parse = (text: string) =>
  parseStrictYaml(text, 'a.yml', schema, { what: 'job file', docs: 'docs/job.md' });

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
    const { value, lineOf } = parse(
      '# comment\nname: a\nbudget:\n  usd: 2\ncells:\n  - name: x\n  - name: y\n',
    );
    assert.deepEqual(value, { name: 'a', budget: { usd: 2 }, cells: [{ name: 'x' }, { name: 'y' }] });
    assert.deepEqual(lineOf(['budget', 'usd']), { file: 'a.yml', line: 4, column: 8 });
    assert.deepEqual(lineOf(['cells', 1, 'name']), { file: 'a.yml', line: 7, column: 11 });
    assert.equal(lineOf(['budget', 'hours']).line, 3, 'what is not written stands at the key above it');
  });

  it('reports every problem at once, in the order of the file, each at its place', () => {
    const all = problemsOf('nmae: a\nbudget:\n  usd: -3\n  huors: 2\nfinish: prak\ncells:\n  - seed: 1\n');
    assert.deepEqual(
      all.map((each) => [each.code, each.at?.line, each.at?.column]),
      [
        ['unknown-key', 1, 1],
        ['missing', 1, 1],
        ['bad-value', 3, 8],
        ['unknown-key', 4, 3],
        ['bad-value', 5, 9],
        ['missing', 7, 5],
      ],
    );
    assert.match(all[2]?.message ?? '', /^a\.yml:3:8: budget\.usd is -3/);
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
      assert.ok(nexts.includes(`Did you mean "${near}"?`), nexts.join(' | '));
    });
  }

  it('lists what is allowed when nothing is near', () => {
    const [only] = problemsOf(`${good}zzzzzz: 1\n`);
    assert.equal(
      only?.next,
      'Allowed here: budget, cells, durable, finish, name, source, verbs. See docs/job.md.',
    );
  });

  for (const { text, code, line } of [
    { text: '', code: 'empty-file', line: 1 },
    { text: '# only a comment\n', code: 'empty-file', line: 1 },
    { text: 'name: a\n---\nname: b\n', code: 'many-documents', line: 2 },
    { text: 'name: a\nname: b\n', code: 'yaml-syntax', line: 2 },
    { text: 'name: [a\nbudget: 1\n', code: 'yaml-syntax', line: 2 },
    { text: '- a\n', code: 'bad-value', line: 1 },
    { text: `${good}__proto__: {polluted: 1}\n`, code: 'unknown-key', line: 3 },
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
    assert.equal(first?.code, 'yaml-aliases');
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

  it('places the faults that only the caller can see', () => {
    const yaml = parse('name: a\nbudget:\n  usd: 1\n');
    yaml.refuse([]);
    assert.throws(
      () => yaml.refuse([{ path: ['budget', 'usd'], code: 'too-dear', what: 'no', next: 'less' }]),
      (error) => error instanceof Problems && error.all[0].at?.line === 3,
    );
  });
});
