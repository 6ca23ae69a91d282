import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { parse } from 'yaml';
import { SECOND_SOURCE } from '../platforms/second-source.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Row {
  id: string;
  today: string;
  held: { path: string; what: string }[];
}

/** Of every table of the page; its last column is what holds the row: a file and words of it, in turn. */
const ROWS: Row[] = read('docs/platform-checks/audit-2026-11.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:---|row |trap )/.test(line))
  .map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    const held = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)` "([^"]*)"/g)];
    return {
      id: cells[0] ?? '',
      today: cells.at(-2) ?? '',
      held: held.map(([, path = '', what = '']) => ({ path, what })),
    };
  });

/** Beginning with M1 of the money and ending with I10 of the inconveniences: every row of the first section. */
const NUMBERED = Object.entries({ M: 7, B: 4, R: 8, I: 10 }).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
);

/** Names of the tests of a file that are not switched off; `…` stands for what a template puts in. */
function titlesOf(path: string): string[] {
  if (path === 'test/platforms/second-source.ts') return Object.values(SECOND_SOURCE);
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      /^(?:it|test|describe|itWhen\(.*\)|\w+\.it)$/.test(node.expression.getText())
    ) {
      const [name] = node.arguments;
      if (name && ts.isStringLiteralLike(name)) titles.push(name.text);
      if (name && ts.isTemplateExpression(name))
        titles.push([name.head.text, ...name.templateSpans.map(({ literal }) => literal.text)].join('…'));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** A field by its path; an entry of a list by its id. */
function fieldOf(path: string, field: string): unknown {
  return field.split('.').reduce<unknown>(
    (at, key) => {
      if (Array.isArray(at)) return at.find((each) => (each as { id?: string }).id === key);
      return (at as Record<string, unknown> | undefined)?.[key];
    },
    parse(read(path)),
  );
}

function whyMissing({ path, what }: Row['held'][number]): string | undefined {
  const at = path.endsWith('.ts') ? `test/${path}` : path;
  if (!existsSync(join(ROOT, at))) return `${at} is not there`;
  if (what.length < 2) return `${at} is named without words of it`;
  if (at.endsWith('.yml')) return fieldOf(at, what) === undefined ? `${at} has no ${what}` : undefined;
  const texts = at.endsWith('.md') ? [read(at).replace(/\s+/g, ' ')] : titlesOf(at);
  return texts.some((each) => each.includes(what)) ? undefined : `${at} has no ${JSON.stringify(what)}`;
}

describe('the page of what the audit of the drivers found', () => {
  it('has every numbered row, each with a test that carries its number', () => {
    const numbered = ROWS.filter(({ id }) => /^[MBRI]\d+$/.test(id));
    assert.deepEqual(
      numbered.map(({ id }) => id),
      NUMBERED,
    );
    for (const { id, held } of numbered) {
      const tests = held.filter(({ path }) => path.endsWith('.ts'));
      const carries = ({ path, what }: Row['held'][number]) =>
        titlesOf(`test/${path}`).some(
          (title) => title.includes(what) && new RegExp(`\\b${id}\\b`).test(title),
        );
      assert.ok(tests.some(carries), `${id} is held by no test of its number`);
    }
  });

  it('names tests, fields and pages that are there, and none of a row that has nothing to be held', () => {
    assert.ok(ROWS.length > 120, `${ROWS.length} rows`);
    const missing = ROWS.flatMap(({ id, held }) =>
      held.flatMap((each) => whyMissing(each) ?? []).map((why) => `${id}: ${why}`),
    );
    assert.deepEqual(missing, []);
    const bare = ROWS.filter(({ held, today }) => held.length === 0 && !today.startsWith('not here: '));
    assert.deepEqual(bare, []);
  });
});
