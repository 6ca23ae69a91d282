import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relativeUri, sarifText } from '../../src/report/sarif.ts';
import { diffText, explainText } from '../../src/report/tensor-text.ts';
import { verifyHtml } from '../../src/report/verify-html.ts';
import { verifyMarkdown } from '../../src/report/verify-markdown.ts';
import type { TensorRow } from '../../src/verify/contract/tensor-table.ts';
import { diffTensors, isSame } from '../../src/verify/tensor/diff.ts';
import { verify } from '../verify/memory-source.ts';
import { safetensorsFile } from '../verify/safetensors-writer.ts';
import { elementsOf } from './html-parts.ts';

const HOSTILE = 'a\u001b[2J\r\n::error::x\u202e<script>alert(1)</script>"\'| %20#?é';
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

const verdicts = async () => ({
  files: [
    await verify(safetensorsFile({ [HOSTILE]: { data: [Number.NaN, 1] } }), { label: HOSTILE, table: true }),
  ],
  sets: [],
});

describe('the faces of a verdict', () => {
  it('give SARIF 2.1.0: rules by code, levels by severity, relative places', async () => {
    const text = sarifText(await verdicts(), '1.2.3');
    assert.equal(sarifText(await verdicts(), '1.2.3'), text);
    assert.doesNotMatch(text, UNSEEN);
    const { version, runs } = JSON.parse(text);
    assert.equal(version, '2.1.0');
    const [{ tool, results }] = runs;
    assert.equal(tool.driver.name, 'gpu-lease');
    assert.ok(results.length > 0);
    for (const result of results) {
      assert.equal(tool.driver.rules[result.ruleIndex].id, result.ruleId);
      assert.ok(['error', 'warning', 'note', 'none'].includes(result.level));
      assert.equal(result.kind === 'informational', result.level === 'none');
      assert.ok(result.message.text.length > 0);
      const [{ physicalLocation }] = result.locations;
      assert.match(physicalLocation.artifactLocation.uri, /^[\w.~!*()%/-]+$/);
      if (physicalLocation.region) assert.ok(Number.isSafeInteger(physicalLocation.region.byteOffset));
    }
    assert.equal(results[0].level, 'error');
    assert.equal(relativeUri('out/a b#1.pt'), 'out/a%20b%231.pt');
  });

  it('give one page without script, and every name as text', async () => {
    const html = verifyHtml(await verdicts());
    const names = new Set(elementsOf(html).map(({ name }) => name));
    for (const name of ['script', 'img', 'a', 'link']) assert.ok(!names.has(name), name);
    assert.doesNotMatch(html, UNSEEN);
    assert.match(html, /&lt;script&gt;/);
    assert.match(html, /default-src 'none'/);
  });

  it('give a summary whose rows no name breaks', async () => {
    const rows = verifyMarkdown(await verdicts())
      .split('\n')
      .filter((line) => line.startsWith('| fail'));
    assert.equal(rows.length, 1);
    // Nothing inside a code span is looked at.
    assert.doesNotMatch((rows[0] ?? '').replace(/`[^`]*`/g, ''), /<script|\x1b/);
  });
});

describe('the tensors of a file', () => {
  const row = (name: string, over: Partial<TensorRow> = {}): TensorRow => ({
    name,
    dtype: 'f32',
    shape: [2, 3],
    fingerprint: '0123456789abcdef',
    nonFinite: 0,
    ...over,
  });

  it('are shown by their dotted names in the order of numbers, with totals', () => {
    const lines = explainText([row('m.10.w'), row('m.2.w'), row('m.2.b'), row(HOSTILE)]).split('\n');
    const at = (text: string) => lines.findIndex((line) => line.trim().startsWith(text));
    assert.ok(at('2.') < at('10.w'));
    assert.match(lines[at('m.')] ?? '', /3 tensors +18/);
    assert.match(lines.at(-2) ?? '', /^4 tensors, 24 elements/);
    assert.ok(lines.every((line) => !UNSEEN.test(line)));
  });

  it('are compared by type, shape and bytes', () => {
    const before = [row('same'), row('gone'), row('type'), row('shape'), row('value'), row('dark')];
    const after = [
      row('same'),
      row('new'),
      row('type', { dtype: 'bf16' }),
      row('shape', { shape: [6] }),
      row('value', { fingerprint: 'fedcba9876543210' }),
      { name: 'dark', dtype: 'f32', shape: [2, 3], nonFinite: 0 },
    ];
    const diff = diffTensors(before, after);
    assert.deepEqual(
      [diff.added, diff.removed].map((rows) => rows.map(({ name }) => name)),
      [['new'], ['gone']],
    );
    assert.deepEqual(diff.retyped, [{ name: 'type', before: 'f32', after: 'bf16' }]);
    assert.deepEqual(diff.reshaped, [{ name: 'shape', before: '2x3', after: '6' }]);
    assert.deepEqual([diff.changed, diff.unknown, diff.unchanged], [['value'], ['dark'], 1]);
    assert.equal(isSame(diff), false);
    assert.equal(isSame(diffTensors(before, before)), true);
    const went = { first: 'value', tensors: [], parts: [] };
    assert.match(diffText(diff, went), /1 added, 1 removed.*1 unchanged\n$/);
  });
});
