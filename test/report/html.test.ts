import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { htmlReport } from '../../src/report/html.ts';
import { elementsOf } from './html-parts.ts';
import { curve, factsFull, HOSTILE_PARTS, sampleFacts, seriesOf, verdictRow } from './sample-facts.ts';

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
  'line',
  'figure',
  'figcaption',
  'span',
  'ul',
  'li',
  'details',
  'summary',
  'pre',
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_PARTS), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
  // Of a column that is empty in all rows nothing is shown.
  .filter((text) => text !== '');

const falling = (n: number) => [0.9, 0.5 - n / 10].map((value, at) => ({ step: at + 1, value }));

/** Of the table under a heading, its titles first. */
function rowsOf(html: string, title: string): string[][] {
  const [, after = ''] = html.split(`<h2>${title}</h2>`);
  const [table = ''] = after.split('</table>');
  return table
    .split('<tr>')
    .slice(1)
    .map((row) => [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, words = '']) => words));
}

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
    const series = cells.flatMap(({ name: cell }) =>
      ['loss', 'val_loss', 'lr'].map((key) => seriesOf(key, curve(100), { cell })),
    );
    const html = htmlReport(sampleFacts({ cells, verdicts: [...verdicts, bad], events, series }));
    elementsOf(html);
    assert.ok(Buffer.byteLength(html) < 1_000_000, `${Buffer.byteLength(html)} bytes`);
    assert.match(html, /1501 more are in \+evidence\/verdicts\.json/);
    assert.match(html, /4400 more in between are in the ledger/);
    assert.ok(html.includes('number 4999.') && html.includes('number 0.'), 'the beginning and the end');
    assert.ok(html.indexOf('is empty') < html.indexOf('best.safetensors'), 'what failed comes first');
    assert.ok(html.includes('lr-999'));
  });

  it('says in numbers what every series began with, ended with and came to at its best', () => {
    const points = [0.9, 0.2, 0.4].map((value, at) => ({ step: at * 10, value }));
    const series = [
      seriesOf('loss', points, { better: 'min' }),
      seriesOf('val_acc', points, { better: 'max', decides: true }),
      seriesOf('test_acc', [{ step: 20, value: 0.91 }]),
    ];
    const rows = rowsOf(htmlReport(sampleFacts({ series })), 'Metrics');
    assert.deepEqual(rows, [
      ['metric', 'first', 'last', 'at step', 'lowest', 'highest'],
      ['loss', '0.9', '0.4', '20', '★ best 0.2 at 10', '0.9 at 0'],
      ['val_acc', '0.9', '0.4', '20', '0.2 at 10', '★ best 0.9 at 0'],
      ['test_acc', '0.91', '0.91', '20', '0.91 at 20', '0.91 at 20'],
    ]);
  });

  it('lays the cells of a sweep over one another, each in its colour, with what was set in it beside what it came to', () => {
    const names = ['a', 'b', 'c', 'd'];
    const cells = names.map((name, n) => ({
      ...{ name, ended: n === 3 ? 'dead (exit 1)' : 'finished (exit 0)', verifiedStep: 9, resumedAt: [] },
      differs: { LR: `${n}e-3` },
    }));
    const series = names.flatMap((cell, n) => [
      seriesOf('loss', falling(n), { cell, better: 'min' }),
      seriesOf('val_loss', falling(n), { cell }),
    ]);
    const html = htmlReport(sampleFacts({ cells, series }));
    const charts = elementsOf(html).filter(({ attributes }) => attributes['class'] === 'plot');
    assert.equal(charts.length, 2, 'one for each metric');
    const lines = elementsOf(html).map(({ name, attributes }) =>
      name === 'path' ? attributes['class'] : '',
    );
    for (const slot of ['line', 'line k1', 'line k2', 'line k3'])
      assert.equal(
        lines.filter((each) => each === slot).length,
        3,
        `${slot}: once in each chart and in the legend`,
      );
    const stars = rowsOf(html, 'Metrics').filter((row) => row.some((each) => each.startsWith('★')));
    assert.deepEqual(
      stars.map(([key, cell]) => [key, cell]),
      [['loss', 'd']],
      'the best of all cells alone',
    );
    assert.deepEqual(rowsOf(html, 'Cells'), [
      ['cell', 'LR', 'last loss', 'best loss', 'ended', 'verified step'],
      ['d', '3e-3', '0.2', '0.2', 'dead (exit 1)', '9'],
      ['c ★ best', '2e-3', '0.3', '0.3', 'finished (exit 0)', '9'],
      ['b', '1e-3', '0.4', '0.4', 'finished (exit 0)', '9'],
      ['a', '0e-3', '0.5', '0.5', 'finished (exit 0)', '9'],
    ]);
  });

  it('calls that cell the best which came to the best of what decides, or else ended with the lowest loss', () => {
    const names = ['a', 'b'];
    const cells = names.map((name) => ({ name, ended: 'finished (exit 0)', verifiedStep: 9, resumedAt: [] }));
    const points = (...values: number[]) => values.map((value, at) => ({ step: at + 1, value }));
    const [ofA, ofB] = [points(0.9, 0.1, 0.5), points(0.8, 0.6, 0.4)];
    const best = (better: 'min' | 'max', decides: boolean) => {
      const series = [ofA, ofB].map((of, at) =>
        seriesOf('x', of, { cell: names[at] ?? '', better, decides }),
      );
      return rowsOf(htmlReport(sampleFacts({ cells, series })), 'Cells')[1]?.[0];
    };
    assert.equal(best('min', false), 'b ★ best');
    assert.equal(best('min', true), 'a ★ best');
    assert.equal(best('max', true), 'a ★ best');
  });

  it('says where the files are, to be copied, with the whole SHA-256 of each', () => {
    const stored = [{ store: 's3', place: 's3://models/resnet-7', keptUntil: '2026-12-24T00:00:00Z' }];
    const html = htmlReport(sampleFacts({ stored }));
    const copied = elementsOf(html).filter(({ attributes }) => attributes['class']?.includes('copy'));
    const words = copied.map(({ text }) => text);
    for (const place of ['/store', 's3://models/resnet-7', 'main/last.pt'])
      assert.ok(words.includes(place), place);
    assert.ok(words.includes(`${'f'.repeat(64)}  main/last.pt\n${'f'.repeat(64)}  main/metrics.jsonl`));
    assert.match(html, /s3 until 2026-12-24/);
  });

  it('gives a file no second line in the list of sums, whatever it is called', () => {
    const verdicts = [verdictRow({ path: 'x\nrm -rf ~ #' })];
    const sums = elementsOf(htmlReport(sampleFacts({ verdicts }))).find(({ name }) => name === 'pre');
    assert.equal(sums?.text, `${'f'.repeat(64)}  main/x rm -rf ~ #`);
  });

  it('of a run that died says first what it died of, and lists what is safe all the same', () => {
    const crash = 'Python traceback: ValueError: shape mismatch, at train.py:31';
    const kept = [
      {
        cell: 'main',
        path: 'step-100.pt',
        bytes: 9,
        sha256: 'e'.repeat(64),
        verdict: 'pass',
        place: '/here',
      },
    ];
    const logs = [
      { title: 'main, attempt 1', file: '+evidence/main.1.log', bytes: 9, lines: ['  File "x"'], crash },
    ];
    const html = htmlReport(
      sampleFacts({ state: 'halted', seal: undefined, verdicts: [], approval: undefined, kept, logs }),
    );
    assert.match(html, /ValueError: shape mismatch[\s\S]*<svg/, 'before the curves');
    assert.deepEqual(rowsOf(html, 'Safe so far'), [
      ['verdict', 'file', 'size', 'sha256'],
      ['pass', 'main/step-100.pt', '9 B', 'eeeeeeeeeeee'],
    ]);
    assert.match(html, /verified copies in <code class="copy">\/here</);
  });

  it('tells nobody what to do next about a run that is over', () => {
    const halted = { what: 'It died.', next: 'gpu-lease abandon resnet-7' };
    assert.match(htmlReport(sampleFacts({ state: 'halted', halted })), /Next:.*abandon/);
    const over = htmlReport(sampleFacts({ state: 'abandoned', halted }));
    assert.match(over, /It died\./);
    assert.doesNotMatch(over, /Next:/);
  });

  it('leaves no tile alone in its row, and nothing that is not nothing as 0.0000', () => {
    const html = htmlReport(sampleFacts({ usd: 0.000_01 }));
    const tiles = elementsOf(html).find(({ attributes }) => attributes['class']?.startsWith('tiles'));
    assert.equal(tiles?.attributes['class'], 'tiles by6');
    assert.equal(html.split('<dt>').length - 1, 6);
    assert.match(html, /under 0\.0001 USD/);
    assert.doesNotMatch(html, /0\.0000/);
  });

  it('says before an approval what a yes means, the phrase and how to give it', () => {
    const html = htmlReport(sampleFacts());
    assert.ok(html.indexOf('the box is destroyed') < html.indexOf('<svg'));
    assert.match(html, /<code class="copy">resnet-7-1 0a1b2c3d</);
    assert.match(html, /terminate: stops gpu; destroys home/);
  });

  it('tells how long it took, and where time and money went', () => {
    const html = htmlReport(sampleFacts());
    assert.match(html, /<dt>took<\/dt><dd>67 min<\/dd>/);
    assert.match(html, /<dt>of it training<\/dt><dd>60 min<\/dd>/);
    assert.deepEqual(rowsOf(html, 'Where time and money went'), [
      ['phase', 'box', 'time', 'cost'],
      ['training', 'resnet-7-1', '60 min', '0.40 USD'],
    ]);
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
        htmlReport(sampleFacts({ series: points.length > 0 ? [seriesOf('loss', points)] : [] })),
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
      const html = htmlReport(sampleFacts({ series: [seriesOf('loss', points)] }));
      elementsOf(html);
      assert.match(html, /<svg/);
      assert.doesNotMatch(html, /NaN|Infinity/);
    }
  });
});
