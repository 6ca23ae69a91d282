import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { htmlReport } from '../../src/report/html.ts';
import { elementsOf } from './html-parts.ts';
import { curve, factsFull, HOSTILE_PARTS, sampleFacts, verdictRow } from './sample-facts.ts';

const ALLOWED = [
  'html',
  'head',
  'meta',
  'title',
  'style',
  'body',
  'main',
  'header',
  'h1',
  'h2',
  'p',
  'code',
  'strong',
  'br',
  'dl',
  'div',
  'dt',
  'dd',
  'section',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'svg',
  'g',
  'path',
  'text',
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_PARTS), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

describe('the HTML report', () => {
  it('is a well-formed page that says what the run came to', () => {
    const html = htmlReport(sampleFacts());
    const elements = elementsOf(html);
    assert.ok(elements.length > 50);
    for (const words of [
      'resnet',
      'sealed',
      '1.23 USD',
      '0.42 USD / h',
      '2/2 at L2',
      '0a1b2c3d',
      'last.pt',
      'RUNNING',
    ])
      assert.ok(html.includes(words), words);
  });

  it('holds no script, loads nothing, and lets a browser load nothing', () => {
    const html = htmlReport(sampleFacts());
    const elements = elementsOf(html);
    assert.deepEqual(
      [...new Set(elements.map((each) => each.name))].filter((name) => !ALLOWED.includes(name)),
      [],
    );
    const attributes = elements.flatMap((each) => Object.entries(each.attributes));
    assert.deepEqual(
      attributes.filter(([name]) => /^(on|src|href|style|srcset|action)/i.test(name)),
      [],
    );
    assert.doesNotMatch(html, /https?:|url\(|@import|javascript:/i);
    const style = elements.find((each) => each.name === 'style')?.text ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = elements.find((each) => each.attributes['http-equiv'] === 'Content-Security-Policy');
    assert.equal(
      policy?.attributes['content'],
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('shows what a box wrote as text, wherever it stands: same elements, nothing new', () => {
    const shapeOf = (html: string) =>
      elementsOf(html).map(({ name, attributes }) => `${name} ${Object.keys(attributes).join(' ')}`);
    const plain = shapeOf(htmlReport(factsFull('plain')));
    fc.assert(
      fc.property(hostile, (text) => {
        assert.deepEqual(shapeOf(htmlReport(factsFull(text))), plain);
      }),
      { numRuns: 500 },
    );
  });

  it('sends no control or direction character to the browser', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.doesNotMatch(
          htmlReport(factsFull(text)),
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\ud800]/u,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is the same bytes for the same facts', () => {
    assert.equal(htmlReport(sampleFacts()), htmlReport(structuredClone(sampleFacts())));
  });

  it('stays small for a sweep of a thousand cells, and says what it left out', () => {
    const cells = Array.from({ length: 1000 }, (_, n) => ({
      name: `lr-${n}`,
      ended: 'finished (exit 0)',
      verifiedStep: 1000,
      resumedAt: [],
    }));
    const verdicts = cells.flatMap(({ name }) => [
      verdictRow({ cell: name, path: 'checkpoints/best.safetensors' }),
      verdictRow({ cell: name, path: 'checkpoints/last.safetensors' }),
      verdictRow({ cell: name, path: 'metrics.jsonl' }),
    ]);
    const bad = verdictRow({ cell: 'lr-999', path: 'summary.json', verdict: 'fail', why: 'is empty' });
    const events = Array.from({ length: 5000 }, (_, seq) => ({
      type: 'resolved' as const,
      how: `by hand, number ${seq}.`,
      seq,
      at: '2026-11-21T09:00:00.000Z',
      by: 'ada@laptop',
    }));
    const charts = Array.from({ length: 12 }, (_, n) => ({ title: `loss of ${n}`, points: curve(100_000) }));
    const html = htmlReport(sampleFacts({ cells, verdicts: [...verdicts, bad], events, charts }));
    elementsOf(html);
    assert.ok(Buffer.byteLength(html) < 1_000_000, `${Buffer.byteLength(html)} bytes`);
    assert.match(html, /1501 more are in \+evidence\/verdicts\.json/);
    assert.match(html, /4400 more in between are in the ledger/);
    assert.ok(html.includes('number 4999.') && html.includes('number 0.'), 'the beginning and the end');
    assert.ok(html.indexOf('is empty') < html.indexOf('best.safetensors'), 'what failed comes first');
    assert.ok(html.includes('lr-999'));
  });

  it('marks in the curve where the run was resumed', () => {
    const html = htmlReport(sampleFacts());
    assert.match(html, /<g class="resume"><title>resumed at step 41<\/title>/);
    const late = htmlReport(
      sampleFacts({ cells: [{ name: 'main', ended: '', verifiedStep: 1, resumedAt: [4000] }] }),
    );
    assert.doesNotMatch(late, /class="resume"/, 'not outside of it');
  });

  for (const [what, points] of [
    ['no points', []],
    ['one point', curve(1)],
    ['one step twice', [...curve(1), ...curve(1)]],
  ] as const) {
    it(`draws no curve from ${what}`, () => {
      assert.doesNotMatch(
        htmlReport(sampleFacts({ charts: [{ title: 'loss', points: [...points] }] })),
        /<svg/,
      );
    });
  }

  it('draws a flat curve and huge numbers without a broken coordinate', () => {
    const flat = [1, 2, 3].map((step) => ({ step, value: 0 }));
    const huge = [
      { step: 1, value: -1e300 },
      { step: 2 ** 52, value: 1e300 },
    ];
    for (const points of [flat, huge]) {
      const html = htmlReport(sampleFacts({ charts: [{ title: 'loss', points }] }));
      elementsOf(html);
      assert.match(html, /<svg/);
      assert.doesNotMatch(html, /NaN|Infinity/);
    }
  });
});
